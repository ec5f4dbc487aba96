#include <craton/picture/legend.h>

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "picture/height_tints.h"
#include "picture/oklab.h"
#include "picture/paper_page.h"

namespace craton {
namespace {

using picture::Page;
using picture::Type;

/// As maps print it: with a true minus sign, and no −0.
std::string tick_text(double value) {
  const std::string out = number_text(value == 0 ? 0.0 : value, 10);
  return out[0] == '-' ? "\u2212" + out.substr(1) : out;
}

/// Values along the bar of a legend: where they lie, 0 … 1, and the part of the ramp that it shows.
class Scale {
 public:
  explicit Scale(const Legend& legend) : range_(legend.range), coast_(picture::has_coast(*legend.ramp)) {
    if (!coast_) return;
    if (range_.low >= 0) from_ = 0.5;
    if (range_.high <= 0) to_ = 0.5;
  }
  /// The place on the ramp at a share of the bar.
  double on_ramp(double share) const { return from_ + (to_ - from_) * share; }
  double share_of(double value) const { return (place_of(value) - from_) / (to_ - from_); }
  std::vector<double> ticks(int most) const {
    if (!coast_ || from_ > 0 || to_ < 1) return legend_ticks(range_.low, range_.high, most);
    // Land and sea have scales of their own on either side of 0.
    std::vector<double> values = legend_ticks(range_.low, 0, (most + 1) / 2);
    for (const double value : legend_ticks(0, range_.high, (most + 1) / 2))
      if (value > 0) values.push_back(value);
    return values;
  }

 private:
  static double part(double value, double low, double high) { return high > low ? (value - low) / (high - low) : 0; }
  double place_of(double value) const {
    if (!coast_) return part(value, range_.low, range_.high);
    if (value < 0) return 0.5 * part(value, range_.low, std::min(range_.high, 0.0F));
    return 0.5 + 0.5 * part(value, std::max(range_.low, 0.0F), range_.high);
  }
  ToneRange range_;
  bool coast_;
  double from_ = 0, to_ = 1;
};

struct Layout {
  double unit = 13, margin = 0, left = 0, width = 0, top = 0;  // of what lies below the picture
};

double draw_bar(const Page& page, const Legend& legend, const Layout& at, double bar_width) {
  const auto width = static_cast<std::uint32_t>(std::max(bar_width, 16.0)), height = static_cast<std::uint32_t>(at.unit * 0.9);
  const Scale scale(legend);
  const picture::TintTable table(*legend.ramp, legend.range, 0);
  Rgb8Image bar(width, height);
  for (std::uint32_t x = 0; x < width; ++x) {
    const auto place = static_cast<std::uint32_t>(scale.on_ramp((x + 0.5) / width) * picture::TintTable::size);
    const picture::TintTable::Tint& tint = table.at(std::min(place, picture::TintTable::size - 1));
    const auto level = [](float linear) { return static_cast<std::uint8_t>(std::lround(255 * picture::srgb_encoded(linear))); };
    for (std::uint32_t y = 0; y < height; ++y) bar.at(x, y) = {level(tint.r), level(tint.g), level(tint.b)};
  }
  const auto left = static_cast<std::uint32_t>(at.left), top = static_cast<std::uint32_t>(at.top + at.unit * 1.55);
  page.put(bar, left, top);
  page.frame(left, top, width, height);
  const Type type{.size = at.unit * 0.85, .colour = picture::ink};
  double taken = -1e9;
  for (const double value : scale.ticks(std::max(2, static_cast<int>(bar_width / (at.unit * 4.5))))) {
    const double x = left + scale.share_of(value) * width;
    const std::string text = tick_text(value);
    const double wide = page.text_width(text, type);
    const double start = std::clamp(x - wide / 2, left - at.unit * 0.4, left + width + at.unit * 0.8 - wide);
    if (start < taken + at.unit * 0.5) continue;
    page.set_colour(picture::frame_colour);
    cairo_set_line_width(page.cairo(), 1);
    cairo_move_to(page.cairo(), std::clamp(std::floor(x) + 0.5, left + 0.5, left + width - 0.5), top + height);
    cairo_rel_line_to(page.cairo(), 0, at.unit * 0.3);
    cairo_stroke(page.cairo());
    page.text(text, start, top + height + at.unit * 1.3, wide + 4, type);
    taken = start + wide;
  }
  return top + height + at.unit * 1.7;
}

double draw_swatches(const Page& page, const Legend& legend, const Layout& at) {
  const Type type{.size = at.unit * 0.9};
  const double side = std::round(at.unit);
  double x = at.left, y = std::round(at.top + at.unit * 1.55);
  for (const Legend::Swatch& swatch : legend.swatches) {
    const double wide = side + at.unit * 0.45 + page.text_width(swatch.name, type) + at.unit * 1.3;
    if (x > at.left && x + wide - at.unit * 1.3 > at.left + at.width) {
      x = at.left;
      y += std::round(at.unit * 1.6);
    }
    page.put(Rgb8Image(static_cast<std::uint32_t>(side), static_cast<std::uint32_t>(side), swatch.colour),
             static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
    page.frame(std::floor(x), y, side, side);
    page.text(swatch.name, std::floor(x) + side + at.unit * 0.45, y + side * 0.84, at.left + at.width - x - side, type);
    x += wide;
  }
  return y + side + at.unit * 0.6;
}

std::string length_text(double metres) {
  return metres >= 1000 ? tick_text(metres / 1000) + " km"
         : metres >= 1  ? tick_text(metres) + " m"
                        : tick_text(metres * 100) + " cm";
}

/// The longest length of the series 1, 2, 5 that fits.
void draw_scale_bar(const Page& page, const Legend& legend, const Layout& at, double longest) {
  const std::vector<double> lengths = legend_ticks(0, longest * legend.metres_per_pixel, 3);
  if (lengths.empty() || lengths.back() <= 0) return;
  const double metres = lengths.back(), wide = metres / legend.metres_per_pixel;
  const double right = at.left + at.width, y = std::floor(at.top + at.unit * 2.45) + 0.5;
  page.set_colour(picture::ink);
  cairo_set_line_width(page.cairo(), 1);
  for (const double x : {right - wide, right}) {
    cairo_move_to(page.cairo(), std::floor(x) - 0.5, y - at.unit * 0.4);
    cairo_rel_line_to(page.cairo(), 0, at.unit * 0.4);
  }
  cairo_move_to(page.cairo(), std::floor(right - wide) - 1, y);
  cairo_line_to(page.cairo(), std::floor(right), y);
  cairo_stroke(page.cairo());
  const Type type{.size = at.unit * 0.85};
  const std::string text = length_text(metres);
  page.text(text, right - page.text_width(text, type), y + at.unit * 1.3, at.width, type);
}

std::string heading(const Legend& legend) {
  return legend.unit.empty() ? legend.title : legend.title.empty() ? legend.unit : legend.title + " (" + legend.unit + ")";
}

/// Draws all but the picture; returns where it ends.
double draw_below(const Page& page, const Legend& legend, const Layout& at) {
  page.text(heading(legend), at.left, at.top + at.unit * 0.85, at.width, {.size = at.unit * 0.95, .weight = PANGO_WEIGHT_MEDIUM});
  const bool scale_bar = legend.metres_per_pixel > 0;
  double end = at.top + at.unit * 1.2;
  if (legend.ramp)
    end = draw_bar(page, legend, at, at.width * (scale_bar ? 0.62 : 1));
  else if (!legend.swatches.empty())
    end = draw_swatches(page, legend, {at.unit, at.margin, at.left, at.width * (scale_bar ? 0.7 : 1), at.top});
  if (legend.ramp && !legend.swatches.empty())
    end = draw_swatches(page, legend, {at.unit, at.margin, at.left, at.width * (scale_bar ? 0.7 : 1), end - at.unit * 0.6});
  if (scale_bar) {
    draw_scale_bar(page, legend, at, at.width * 0.25);
    end = std::max(end, at.top + at.unit * 4.2);
  }
  if (legend.note.empty()) return end;
  page.text(legend.note, at.left, end + at.unit * 1.05, at.width, {.size = at.unit * 0.8, .colour = picture::faint_ink});
  return end + at.unit * 1.5;
}

}  // namespace

std::vector<double> legend_ticks(double low, double high, int most) {
  if (!(high > low) || most < 1 || !std::isfinite(high - low)) return {};
  const double rough = (high - low) / most;
  double ten = std::pow(10, std::floor(std::log10(rough)));
  for (int i = 0; i < 6; ++i) {
    const double digits[] = {1, 2, 5};
    const double step = digits[i % 3] * ten * (i >= 3 ? 10 : 1);
    const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
    if (last - first + 1 > most) continue;
    std::vector<double> ticks;
    for (double k = first; k <= last; k += 1) ticks.push_back(k * step);
    return ticks;
  }
  return {};
}

Result<Rgb8Image> with_legend(const Rgb8Image& picture, const Legend& legend) {
  if (picture.pixels.empty()) return Error{ErrorCode::invalid_value, "legend", "an empty picture has none"};
  Layout at;
  // Type grows slowly with the picture: it is read on the same screen.
  at.unit = std::clamp(13 * std::sqrt(picture.width / 700.0), 12.0, 34.0);
  at.margin = std::round(at.unit * 1.4);
  const double inner = std::max<double>(picture.width, at.unit * 22);
  const double picture_left = std::floor(at.margin + (inner - picture.width) / 2);
  at.left = at.margin;
  at.width = inner;
  at.top = at.margin + picture.height + at.unit * 1.1;
  const auto width = static_cast<std::uint32_t>(inner + 2 * at.margin);
  // Room for all that may come, with one swatch a line; cut off where the drawing ends.
  const double room = at.unit * (9 + 1.7 * static_cast<double>(legend.swatches.size()));
  CRATON_TRY(const Page page, Page::make(width, static_cast<std::uint32_t>(at.top + room + at.margin)));
  page.put(picture, static_cast<std::uint32_t>(picture_left), static_cast<std::uint32_t>(at.margin));
  page.frame(picture_left, at.margin, picture.width, picture.height);
  const double end = draw_below(page, legend, at);
  Result<Rgb8Image> image = page.image();
  if (!image) return image.error();
  image->height = std::min(image->height, static_cast<std::uint32_t>(end + at.margin * 0.7));
  image->pixels.resize(std::size_t{image->width} * image->height);
  return image;
}

}  // namespace craton
