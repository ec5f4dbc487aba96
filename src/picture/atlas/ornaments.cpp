#include "picture/atlas/ornaments.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace craton::atlas {
namespace {

constexpr double pi = std::numbers::pi;
constexpr Ink ink{{0x3c, 0x28, 0x17}}, brown{{0x6b, 0x4a, 0x2a}}, paper{{0xec, 0xdf, 0xbc}}, red{{0x8a, 0x33, 0x1e}},
    wash{{0xb8, 0x98, 0x62}, 0.55};

Spot on_circle(Spot middle, double radius, double turn) {
  return {middle.x + radius * std::sin(2 * pi * turn), middle.y - radius * std::cos(2 * pi * turn)};
}

/// A point of a star: one half of it dark.
void draw_point(Drawing& drawing, Spot middle, double length, double waist, double turn, double step, const Ink& dark,
                double unit) {
  const Spot tip = on_circle(middle, length, turn), left = on_circle(middle, waist, turn - step),
             right = on_circle(middle, waist, turn + step);
  drawing.fill(shape_of(Line{middle, left, tip}, true), {{0xf0, 0xe6, 0xca}});
  drawing.fill(shape_of(Line{middle, tip, right}, true), dark);
  drawing.stroke(shape_of(Line{left, tip, right}), {ink, 0.55 * unit});
}

/// A plaque whose corners are cut by quarter circles.
Shape plaque(const Rect& r, double corner) {
  const double k = 0.5522847498 * corner;
  Shape s;
  s.move({r.left + corner, r.top});
  s.line({r.right - corner, r.top});
  s.curve({r.right - corner, r.top + k}, {r.right - k, r.top + corner}, {r.right, r.top + corner});
  s.line({r.right, r.bottom - corner});
  s.curve({r.right - k, r.bottom - corner}, {r.right - corner, r.bottom - k}, {r.right - corner, r.bottom});
  s.line({r.left + corner, r.bottom});
  s.curve({r.left + corner, r.bottom - k}, {r.left + k, r.bottom - corner}, {r.left, r.bottom - corner});
  s.line({r.left, r.top + corner});
  s.curve({r.left + k, r.top + corner}, {r.left + corner, r.top + k}, {r.left + corner, r.top});
  s.close();
  return s;
}

/// A scroll that begins at a spot and curls inwards.
Shape scroll(Spot at, double size, double side, double up) {
  Line line;
  for (int k = 0; k <= 26; ++k) {
    const double t = k / 26.0, angle = 1.5 * pi - 3.6 * pi * t * t, r = size * (1 - 0.86 * t);
    line.push_back({at.x + side * (size * 1.1 + r * std::cos(angle) * 0.95), at.y + up * (r * std::sin(angle) + size)});
  }
  Shape shape;
  shape.add_smooth(line);
  return shape;
}

/// Beside a globe, in a corner of the map's rectangle.
std::optional<Spot> corner_beside(const MapFrame& frame, const LabelLayout& layout, double width, double height) {
  const Rect& map = frame.map();
  for (const double down : {1.0, -1.0})
    for (const double right : {1.0, -1.0}) {
      const Spot at{map.middle().x + right * 0.5 * (map.width() - width), map.middle().y + down * 0.5 * (map.height() - height)};
      const OrientedBox box{.middle = at, .half_width = 0.5 * width, .half_height = 0.5 * height};
      // The corner towards the globe's middle is the nearest to it.
      if (!frame.flat_at(box.at(-right, -down)) && layout.free(box)) return at;
    }
  return std::nullopt;
}

}  // namespace

std::optional<Spot> room_at_sea(const MapFrame& frame, const LabelLayout& layout, const BusyMap& busy, double width,
                                double height, double least) {
  if (frame.curved())
    if (const std::optional<Spot> corner = corner_beside(frame, layout, width, height)) return corner;
  const Rect inside = frame.map().grown(-0.02 * frame.map().width());
  std::optional<Spot> best;
  double least_cost = 1e9;
  constexpr int steps = 28;
  for (int j = 0; j <= steps; ++j)
    for (int i = 0; i <= steps; ++i) {
      const double x = inside.left + 0.5 * width + (inside.width() - width) * i / steps,
                   y = inside.top + 0.5 * height + (inside.height() - height) * j / steps;
      const OrientedBox box{.middle = {x, y}, .half_width = 0.5 * width, .half_height = 0.5 * height};
      const Rect bounds = box.bounds();
      if (bounds.left < frame.map().left || bounds.right > frame.map().right || bounds.top < frame.map().top ||
          bounds.bottom > frame.map().bottom)
        continue;
      if (!layout.free(box)) continue;
      // How much of it is not sea; corners and edges look best.
      const double land = busy.nuisance(box, BusyMap::Home::sea);
      if (land > 1 - least) continue;
      const double dx = std::abs(2.0 * i / steps - 1), dy = std::abs(2.0 * j / steps - 1);
      const double cost = 4 * land + 0.35 * (1 - dx) + 0.35 * (1 - dy);
      if (cost < least_cost) {
        least_cost = cost;
        best = Spot{x, y};
      }
    }
  return best;
}

void draw_winds(Drawing& drawing, const Furniture& f, const FlatRasters& rasters, Spot compass, double radius) {
  Shape main, others;
  const double far = f.frame->map().width() + f.frame->map().height();
  for (int k = 0; k < 32; ++k) {
    const Spot way = on_circle({}, 1, k / 32.0);
    Line part;
    Shape& shape = k % 4 == 0 ? main : others;
    for (double r = radius; r < far; r += 2) {
      const Spot at = compass + way * r;
      if (!f.frame->map().contains(at)) break;
      const std::optional<Spot> flat = f.frame->flat_at(at);
      const bool sea = flat && rasters.coast[rasters.index(flat->x, flat->y)] < -1;
      if (sea) {
        part.push_back(at);
        continue;
      }
      if (part.size() > 2) shape.add_line({part.front(), part.back()});
      part.clear();
    }
    if (part.size() > 2) shape.add_line({part.front(), part.back()});
  }
  drawing.begin("winds", f.frame->outline());
  drawing.stroke(std::move(main), {{ink.colour, 0.26}, 0.7 * f.unit});
  drawing.stroke(std::move(others), {{ink.colour, 0.15}, 0.55 * f.unit});
  drawing.end();
}

void draw_compass(Drawing& drawing, const Furniture& f, Spot middle, double radius) {
  const double u = f.unit, r = 0.74 * radius;
  drawing.begin("compass");
  Shape disc, rings;
  disc.add_circle(middle, 0.62 * r);
  drawing.fill(disc, {{0xe6, 0xd6, 0xad}, 0.8});
  for (const double share : {0.62, 0.57, 0.2}) rings.add_circle(middle, share * r);
  drawing.stroke(std::move(rings), {ink, 0.6 * u});
  Shape marks;
  for (int k = 0; k < 64; ++k) {
    const double inner = k % 2 == 0 ? 0.575 : 0.595;
    marks.move(on_circle(middle, inner * r, k / 64.0));
    marks.line(on_circle(middle, 0.62 * r, k / 64.0));
  }
  drawing.stroke(std::move(marks), {ink, 0.5 * u});
  for (int k = 0; k < 8; ++k) draw_point(drawing, middle, 0.56 * r, 0.12 * r, (k + 0.5) / 8, 1.0 / 32, wash, u);
  for (int k = 0; k < 4; ++k) draw_point(drawing, middle, 0.76 * r, 0.17 * r, (k + 0.5) / 4, 1.0 / 16, brown, u);
  for (int k = 0; k < 4; ++k) draw_point(drawing, middle, r, 0.2 * r, k / 4.0, 1.0 / 8, k == 0 ? red : ink, u);
  Shape hub;
  hub.add_circle(middle, 0.055 * r);
  drawing.fill(hub, paper);
  drawing.stroke(std::move(hub), {ink, 0.6 * u});
  const double size = std::max(0.3 * radius, 9.0);
  const TextStyle style{.face = {.bold = true}, .size = size, .spacing = 0, .ink = ink};
  constexpr const char* names[] = {"N", "E", "S", "W"};
  for (int k = 0; k < 4; ++k) {
    const Spot at = on_circle(middle, r + 0.5 * size, k / 4.0);
    drawing.marks.emplace_back(text_at(*f.typesetter, names[k], {at.x, at.y + 0.32 * size}, 0, style));
  }
  drawing.end();
}

Cartouche cartouche_of(const Furniture& f, const std::string& title, const std::string& subtitle) {
  Cartouche c{.title = title, .subtitle = subtitle, .width = 0, .height = 0, .title_size = type_size(34, f.unit)};
  const auto width = [&] {
    return text_width(*f.typesetter, title,
                      {.face = {.letters = Face::Case::small_capitals}, .size = c.title_size, .spacing = 0.1, .ink = ink});
  };
  const double widest = 0.32 * f.frame->map().width();
  if (const double now = width(); now > widest) c.title_size *= widest / now;
  c.width = std::max(width(), 0.14 * f.frame->map().width()) + 74 * f.unit;
  c.height = c.title_size + (subtitle.empty() ? 66 : 86) * f.unit;
  return c;
}

void draw_cartouche(Drawing& drawing, const Furniture& f, const Cartouche& c, Spot middle) {
  const double u = f.unit;
  const Rect outer{middle.x - 0.5 * c.width, middle.y - 0.5 * c.height, middle.x + 0.5 * c.width, middle.y + 0.5 * c.height};
  drawing.begin("cartouche");
  // A faint shadow, so that it lies on the map.
  Rect below = outer;
  below.left += 2 * u, below.right += 2 * u, below.top += 2.5 * u, below.bottom += 2.5 * u;
  drawing.fill(plaque(below, 15 * u), {{0x4a, 0x36, 0x20}, 0.25});
  drawing.fill(plaque(outer, 15 * u), {{0xee, 0xe2, 0xc2}});
  drawing.stroke(plaque(outer, 15 * u), {ink, 1.7 * u});
  drawing.stroke(plaque(outer.grown(-4 * u), 14 * u), {ink, 0.6 * u});
  drawing.stroke(plaque(outer.grown(-6.2 * u), 13.5 * u), {{brown.colour, 0.6}, 0.5 * u});
  for (const double side : {-1.0, 1.0}) {
    drawing.stroke(scroll({middle.x, outer.top + 9.5 * u}, 4.6 * u, side, 1), {brown, 0.8 * u});
    for (const double up : {-1.0, 1.0}) {
      Shape dot;
      dot.add_circle({middle.x + side * (0.5 * c.width - 5.5 * u), middle.y + up * (0.5 * c.height - 5.5 * u)}, 2.6 * u);
      drawing.fill(dot, red);
      drawing.stroke(std::move(dot), {ink, 0.6 * u});
    }
  }
  double y = outer.top + 20 * u + 0.78 * c.title_size;
  drawing.marks.emplace_back(
      text_at(*f.typesetter, c.title, {middle.x, y}, 0,
              {.face = {.letters = Face::Case::small_capitals}, .size = c.title_size, .spacing = 0.1, .ink = ink}));
  y += 11 * u;
  const double rule = 0.3 * c.width;
  drawing.stroke(shape_of(Line{{middle.x - rule, y}, {middle.x - 6 * u, y}}), {brown, 0.7 * u});
  drawing.stroke(shape_of(Line{{middle.x + 6 * u, y}, {middle.x + rule, y}}), {brown, 0.7 * u});
  drawing.fill(
      shape_of(Line{{middle.x - 3.4 * u, y}, {middle.x, y - 3.4 * u}, {middle.x + 3.4 * u, y}, {middle.x, y + 3.4 * u}}, true),
      red);
  if (!c.subtitle.empty()) {
    y += 18 * u;
    drawing.marks.emplace_back(text_at(*f.typesetter, c.subtitle, {middle.x, y}, 0,
                                       {.face = {.italic = true}, .size = type_size(14.5, u), .spacing = 0.03, .ink = brown}));
  }
  const double longest = c.width - 80 * u, metres = round_down(longest * f.frame->metres_per_pixel());
  const double length = metres / f.frame->metres_per_pixel();
  draw_scale_bar(drawing, f, {middle.x - 0.5 * length, outer.bottom - 19 * u}, longest);
  drawing.end();
}

}  // namespace craton::atlas
