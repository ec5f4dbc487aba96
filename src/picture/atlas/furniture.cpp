#include "picture/atlas/furniture.h"

#include <algorithm>
#include <cmath>

#include "picture/atlas/labels.h"
#include "picture/atlas/landmark_signs.h"
#include "picture/oklab.h"

namespace craton::atlas {
namespace {

struct Inks {
  Ink dark, light, text, faint, rule;
};
Inks inks_of(AtlasStyle style) {
  if (style == AtlasStyle::parchment)
    return {{{0x3c, 0x28, 0x17}}, {{0xe9, 0xdb, 0xb5}}, {{0x3c, 0x28, 0x17}}, {{0x6b, 0x52, 0x33}}, {{0x5a, 0x46, 0x2c}, 0.22}};
  return {{{0x3a, 0x42, 0x48}}, {{0xfb, 0xfa, 0xf6}}, {{0x2b, 0x30, 0x34}}, {{0x6c, 0x70, 0x72}}, {{0x2c, 0x45, 0x58}, 0.17}};
}

Rgb8 shown(Tint tint) {
  const auto level = [](float linear) {
    return static_cast<std::uint8_t>(std::lround(255 * picture::srgb_encoded(std::clamp(double{linear}, 0.0, 1.0))));
  };
  return {level(tint.r), level(tint.g), level(tint.b)};
}

double band_width(const Furniture& f) { return 6 * f.unit; }

/// Dark and light pieces along one side of the frame, changing at each `step`.
void draw_band_side(Drawing& drawing, const Furniture& f, const Inks& inks, bool upright, double near, double far, double first,
                    double step) {
  const Rect& map = f.frame->map();
  const double begin = upright ? map.top : map.left, end = upright ? map.bottom : map.right;
  Shape dark;
  for (double k = std::floor((begin - first) / step);; ++k) {
    const double from = std::max(first + k * step, begin), to = std::min(first + (k + 1) * step, end);
    if (from >= end) break;
    if (to <= from || static_cast<long long>(k) % 2 != 0) continue;
    dark.add_rect(upright ? Rect{near, from, far, to} : Rect{from, near, to, far});
  }
  drawing.fill(std::move(dark), inks.dark);
}

void draw_band(Drawing& drawing, const Furniture& f, const Inks& inks, const Graticule& graticule) {
  const Rect& map = f.frame->map();
  const double inner = 2 * f.unit, outer = inner + 0.6 * band_width(f);
  const auto first_of = [&](bool upright) {
    for (const Graticule::Rule& rule : graticule.rules)
      if (rule.upright == upright) return (upright ? map.left : map.top) + rule.at;
    return upright ? map.left : map.top;
  };
  const double x = first_of(true), y = first_of(false), half_x = 0.5 * graticule.step_x, half_y = 0.5 * graticule.step_y;
  draw_band_side(drawing, f, inks, false, map.top - outer, map.top - inner, x, half_x);
  draw_band_side(drawing, f, inks, false, map.bottom + inner, map.bottom + outer, x, half_x);
  draw_band_side(drawing, f, inks, true, map.left - outer, map.left - inner, y, half_y);
  draw_band_side(drawing, f, inks, true, map.right + inner, map.right + outer, y, half_y);
}

void draw_rule_texts(Drawing& drawing, const Furniture& f, const Inks& inks, const Graticule& graticule) {
  const Rect& map = f.frame->map();
  const TextStyle style{.face = {}, .size = type_size(11, f.unit), .spacing = 0.01, .ink = inks.faint};
  const double away = band_width(f) + 4.5 * f.unit;
  for (const Graticule::Rule& rule : graticule.rules) {
    const double room = 0.5 * text_width(*f.typesetter, rule.text, style);
    if (rule.upright) {
      const double x = map.left + rule.at;
      if (x - room < map.left - away || x + room > map.right + away) continue;
      drawing.marks.emplace_back(text_at(*f.typesetter, rule.text, {x, map.top - away}, 0, style));
      drawing.marks.emplace_back(text_at(*f.typesetter, rule.text, {x, map.bottom + away + 7.5 * f.unit}, 0, style));
    } else {
      const double y = map.top + rule.at;
      if (y - room < map.top - away || y + room > map.bottom + away) continue;
      const double quarter = 1.5707963267948966;
      drawing.marks.emplace_back(text_at(*f.typesetter, rule.text, {map.left - away, y}, 0, style, -quarter));
      drawing.marks.emplace_back(text_at(*f.typesetter, rule.text, {map.right + away, y}, 0, style, quarter));
    }
  }
}

/// A bar of tints with numbers below it.
class TintBar {
 public:
  TintBar(Drawing& drawing, const Furniture& f, const Inks& inks) : drawing_(drawing), f_(f), inks_(inks) {}

  template <class Colour>
  void bar(Spot at, double width, double height, Colour colour) const {
    constexpr int pieces = 64;
    for (int k = 0; k < pieces; ++k) {
      // To the end of the bar: the next one covers it, and no seam shows.
      const double left = at.x + width * k / pieces, right = at.x + width;
      drawing_.fill(shape_of(Rect{left, at.y, right, at.y + height}), {colour((k + 0.5) / pieces)});
    }
    drawing_.stroke(shape_of(Rect{at.x, at.y, at.x + width, at.y + height}), {{inks_.dark.colour, 0.5}, 0.6 * f_.unit});
  }

 private:
  Drawing& drawing_;
  const Furniture& f_;
  const Inks& inks_;
};

std::string shown_kind(std::string kind) {
  std::replace(kind.begin(), kind.end(), '_', ' ');
  return kind;
}

}  // namespace

Margins margins_of(AtlasStyle style, bool title, double unit) {
  if (style == AtlasStyle::parchment) return {46 * unit, 46 * unit, 46 * unit};
  return {40 * unit, (title ? 94 : 40) * unit, 122 * unit};
}

void draw_graticule(Drawing& drawing, const Furniture& f, const Graticule& graticule) {
  drawing.begin("graticule", f.frame->outline());
  Shape shape;
  for (const Graticule::Rule& rule : graticule.rules)
    for (const Line& line : f.frame->page_lines(rule.flat)) shape.add_line(simplified(line, 0.05));
  drawing.stroke(std::move(shape), {inks_of(f.style).rule, 0.7 * f.unit});
  drawing.end();
}

void draw_frame(Drawing& drawing, const Furniture& f, const Graticule* graticule) {
  const Inks inks = inks_of(f.style);
  drawing.begin("frame");
  drawing.stroke(f.frame->outline(), {inks.dark, (f.frame->curved() ? 1.4 : 0.9) * f.unit});
  if (!f.frame->curved()) {
    const Rect& map = f.frame->map();
    if (graticule) draw_band(drawing, f, inks, *graticule);
    for (const double away : {2.0, 5.6}) drawing.stroke(shape_of(map.grown(away * f.unit)), {inks.dark, 0.7 * f.unit});
    drawing.stroke(shape_of(map.grown(band_width(f) + 1.8 * f.unit)), {inks.dark, 1.6 * f.unit});
    if (graticule) draw_rule_texts(drawing, f, inks, *graticule);
  }
  drawing.end();
}

void draw_title(Drawing& drawing, const Furniture& f, const std::string& title, const std::string& subtitle) {
  if (title.empty()) return;
  const Inks inks = inks_of(f.style);
  const Rect& map = f.frame->map();
  drawing.begin("title");
  TextStyle style{.face = {.letters = Face::Case::capitals}, .size = 36 * f.unit, .spacing = 0.16, .ink = inks.text};
  // Long titles are smaller.
  const double width = text_width(*f.typesetter, title, style);
  style.size *= std::min(1.0, 0.9 * map.width() / width);
  const double base = map.top - (subtitle.empty() ? 38 : 50) * f.unit;
  drawing.marks.emplace_back(text_at(*f.typesetter, title, {map.middle().x, base}, 0, style));
  const TextStyle small{.face = {.italic = true}, .size = type_size(15.5, f.unit), .spacing = 0.03, .ink = inks.faint};
  if (!subtitle.empty())
    drawing.marks.emplace_back(text_at(*f.typesetter, subtitle, {map.middle().x, base + 19 * f.unit}, 0, small));
  drawing.end();
}

void draw_scale_bar(Drawing& drawing, const Furniture& f, Spot at, double longest) {
  const Inks inks = inks_of(f.style);
  const double metres = round_down(longest * f.frame->metres_per_pixel()), length = metres / f.frame->metres_per_pixel(),
               high = 4.2 * f.unit;
  const double leading = metres / std::pow(10, std::floor(std::log10(metres) + 1e-9));
  const int pieces = leading < 1.5 || leading > 4 ? 5 : 4;  // 1 and 5 in fifths, 2 in quarters
  drawing.fill(shape_of(Rect{at.x, at.y, at.x + length, at.y + high}), inks.light);
  for (int k = 0; k < pieces; k += 2)
    drawing.fill(shape_of(Rect{at.x + length * k / pieces, at.y, at.x + length * (k + 1) / pieces, at.y + high}), inks.dark);
  drawing.stroke(shape_of(Rect{at.x, at.y, at.x + length, at.y + high}), {inks.dark, 0.8 * f.unit});
  const TextStyle style{.face = {}, .size = type_size(11.5, f.unit), .spacing = 0.01, .ink = inks.text};
  const double base = at.y - 4 * f.unit;
  drawing.marks.emplace_back(text_at(*f.typesetter, "0", {at.x, base}, 0, style));
  if (pieces == 4) {
    std::string half = length_text(metres / 2);
    half.resize(half.rfind(' '));
    drawing.marks.emplace_back(text_at(*f.typesetter, half, {at.x + length / 2, base}, 0, style));
  }
  drawing.marks.emplace_back(text_at(*f.typesetter, length_text(metres), {at.x + length, base}, 0, style));
}

void draw_legend(Drawing& drawing, const Furniture& f, const LegendContent& content) {
  const Inks inks = inks_of(f.style);
  const Rect& map = f.frame->map();
  const double u = f.unit, top = map.bottom + 40 * u, width = std::min(250 * u, 0.26 * map.width());
  const TextStyle text{.face = {}, .size = type_size(11.5, u), .spacing = 0.01, .ink = inks.text},
      faint{.face = {.italic = true}, .size = type_size(11.5, u), .spacing = 0.01, .ink = inks.faint};
  const auto write = [&](const std::string& words, Spot at, int align, const TextStyle& style) {
    drawing.marks.emplace_back(text_at(*f.typesetter, words, at, align, style));
  };
  drawing.begin("legend");
  draw_scale_bar(drawing, f, {map.left + 4 * u, top + 14 * u}, 0.2 * map.width());
  if (!content.note.empty()) write(content.note, {map.left + 4 * u, top + 42 * u}, -1, faint);
  // Tints: land by climate, the sea to its left.
  const TintBar bars(drawing, f, inks);
  const double middle = map.middle().x, bar = 8.5 * u;
  const ClimateTints& tints = *content.tints;
  struct Row {
    ClimateTints::Climate climate;
    const char* name;
  };
  constexpr Row climates[] = {{ClimateTints::humid, "humid"}, {ClimateTints::dry, "dry"}, {ClimateTints::polar, "cold"}};
  const std::size_t rows = content.climate ? 3 : 1;
  double y = top + 4 * u;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto at_share = [&](double share) { return static_cast<float>(std::pow(share, 1 / 0.62) * content.highest); };
    bars.bar({middle, y}, width, bar, [&](double share) { return shown(tints.land(at_share(share), climates[i].climate)); });
    if (content.climate) write(climates[i].name, {middle + width + 6 * u, y + bar - 0.8 * u}, -1, faint);
    y += bar + 2.5 * u;
  }
  const double base = y + 8.5 * u;
  for (const double part : {0.0, 0.06, 0.25, 1.0}) {
    const double metres = part == 0 ? 0 : part == 1 ? content.highest : round_down(content.highest * part);
    const double share = std::pow(metres / content.highest, 0.62);
    std::string number = length_text(std::max(metres, 0.0) * 1000);  // grouped, as if it were kilometres
    number.resize(number.rfind(' '));
    write(number + (part == 1 ? " m" : ""), {middle + width * share, base}, 0, text);
  }
  if (content.deepest > 0) {
    const double left = middle - width - 26 * u, sea = static_cast<double>(rows) * (bar + 2.5 * u) - 2.5 * u;
    bars.bar({left, top + 4 * u}, width, sea,
             [&](double share) { return shown(tints.sea(static_cast<float>(std::pow(1 - share, 1 / 0.75) * content.deepest))); });
    std::string deep = length_text(content.deepest * 1000);
    deep.resize(deep.rfind(' '));
    write("−" + deep + " m", {left, base}, 0, text);
    write("0", {left + width, base}, 0, text);
  }
  // Signs of landmarks, in three rows from the right, as many as there is room for.
  const auto fit = static_cast<std::size_t>(std::max(0.0, (0.5 * map.width() - width - 50 * u) / (104 * u))) * 3;
  const std::size_t count = std::min(content.landmarks.size(), fit), columns = (count + 2) / 3;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t before = i / 3, below = i % 3;
    const double column = static_cast<double>(columns - before), row = static_cast<double>(below);
    const Spot at{map.right - 104 * u * column + 10 * u, top + (8 + 18 * row) * u};
    draw_landmark(drawing, content.landmarks[i], at, 6 * u, f.style);
    write(shown_kind(content.landmarks[i]), {at.x + 11 * u, at.y + 4 * u}, -1, text);
  }
  drawing.end();
}

}  // namespace craton::atlas
