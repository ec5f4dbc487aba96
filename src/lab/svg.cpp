#include "lab/svg.h"

#include <cmath>

#include <craton/files/png.h>
#include <craton/picture/indexed.h>
#include <craton/picture/legend.h>

#include "base/text.h"
#include "picture/svg_text.h"

namespace craton::lab {
namespace {

/// A hundredth of a pixel.
std::string place(double value) { return picture::svg_number(value, 2); }

std::string_view name_of(Anchor anchor) {
  switch (anchor) {
    case Anchor::start: return "start";
    case Anchor::middle: return "middle";
    case Anchor::end: return "end";
  }
  return "start";
}

int digits_for(double step) { return std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9))); }

}  // namespace

std::string_view svg_style() {
  return "svg{--ink:#24282c;--faint:#6d6f6c;--rule:#d9d5ca;--frame:#8a8a85;background:#f7f5ef}"
         "svg text{font:13px Inter,Lato,'DejaVu Sans',sans-serif;fill:var(--ink)}"
         "svg text.m{fill:var(--faint);font-size:12.5px}svg text.h{font-weight:600;font-size:15px}"
         "svg .ax{stroke:var(--frame);stroke-width:1;fill:none}svg .gr{stroke:var(--rule);stroke-width:1}"
         "svg .mark{fill:none;stroke:#fff;stroke-width:3}svg .mark2{fill:none;stroke:#111;stroke-width:1.3}"
         "svg .err{stroke:var(--ink);stroke-width:1.4}";
}

std::string number_text(double value, int digits) {
  const std::string text = picture::svg_number(value, digits);
  return text.starts_with('-') ? "−" + text.substr(1) : text;
}

Svg::Svg(double width, double height, std::string_view description) {
  text_ = concat({"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", place(width), "\" height=\"", place(height),
                  "\" viewBox=\"0 0 ", place(width), " ", place(height), "\" role=\"img\"><title>",
                  picture::svg_escaped(description), "</title>\n"});
}

void Svg::text(double x, double y, std::string_view text, Anchor anchor, std::string_view css) {
  text_ += concat({"<text x=\"", place(x), "\" y=\"", place(y), "\" text-anchor=\"", name_of(anchor), "\" class=\"", css, "\">",
                   picture::svg_escaped(text), "</text>\n"});
}

void Svg::turned_text(double x, double y, std::string_view text) {
  text_ += concat({"<text transform=\"translate(", place(x), " ", place(y), ") rotate(-90)\" text-anchor=\"middle\" class=\"m\">",
                   picture::svg_escaped(text), "</text>\n"});
}

void Svg::line(double x0, double y0, double x1, double y1, std::string_view css) {
  text_ += concat({"<line x1=\"", place(x0), "\" y1=\"", place(y0), "\" x2=\"", place(x1), "\" y2=\"", place(y1), "\" class=\"",
                   css, "\"/>\n"});
}

void Svg::rect(double x, double y, double width, double height, std::string_view colour) {
  text_ += concat({"<rect x=\"", place(x), "\" y=\"", place(y), "\" width=\"", place(width), "\" height=\"", place(height),
                   "\" fill=\"", colour, "\"/>\n"});
}

void Svg::frame(double x, double y, double width, double height) {
  text_ += concat({"<rect x=\"", place(x), "\" y=\"", place(y), "\" width=\"", place(width), "\" height=\"", place(height),
                   "\" class=\"ax\"/>\n"});
}

void Svg::circle(double x, double y, double radius, std::string_view css) {
  text_ += concat({"<circle cx=\"", place(x), "\" cy=\"", place(y), "\" r=\"", place(radius), "\" class=\"", css, "\"/>\n"});
}

void Svg::path(std::span<const std::pair<double, double>> points, std::string_view colour, double width, bool closed,
               std::string_view more) {
  std::string steps;
  for (std::size_t i = 0; i < points.size(); ++i)
    steps += concat({i == 0 ? "M" : "L", place(points[i].first), " ", place(points[i].second)});
  text_ += concat({"<path d=\"", steps, closed ? "Z" : "", "\" fill=\"none\" stroke=\"", colour, "\" stroke-width=\"",
                   place(width), "\" stroke-linejoin=\"round\"", more.empty() ? "" : " ", more, "/>\n"});
}

Result<void> Svg::image(double x, double y, double width, double height, const Rgb8Image& picture, unsigned colours) {
  CRATON_TRY(const std::string bytes, png_bytes(indexed(picture, colours), {.threads = 1}));
  text_ += concat({"<image x=\"", place(x), "\" y=\"", place(y), "\" width=\"", place(width), "\" height=\"", place(height),
                   "\" preserveAspectRatio=\"none\" href=\"data:image/png;base64,", picture::base64(bytes), "\"/>\n"});
  return {};
}

void Svg::axes(const Axis& x, const Axis& y, std::string_view x_label, std::string_view y_label, bool lines) {
  const double left = std::min(x.begin, x.end), right = std::max(x.begin, x.end), top = std::min(y.begin, y.end),
               bottom = std::max(y.begin, y.end);
  const auto digits = [](const std::vector<double>& ticks) { return ticks.size() > 1 ? digits_for(ticks[1] - ticks[0]) : 2; };
  const std::vector<double> across = legend_ticks(x.low, x.high, std::max(3, static_cast<int>((right - left) / 55)));
  for (const double value : across) {
    if (lines) line(x.at(value), top, x.at(value), bottom, "gr");
    line(x.at(value), bottom, x.at(value), bottom + 5, "ax");
    text(x.at(value), bottom + 19, number_text(value, digits(across)), Anchor::middle, "m");
  }
  const std::vector<double> up = legend_ticks(y.low, y.high, std::max(3, static_cast<int>((bottom - top) / 38)));
  for (const double value : up) {
    if (lines) line(left, y.at(value), right, y.at(value), "gr");
    line(left - 5, y.at(value), left, y.at(value), "ax");
    text(left - 8, y.at(value) + 4, number_text(value, digits(up)), Anchor::end, "m");
  }
  frame(left, top, right - left, bottom - top);
  text((left + right) / 2, bottom + 36, x_label, Anchor::middle, "m");
  if (!y_label.empty()) turned_text(left - 40, (top + bottom) / 2, y_label);
}

}  // namespace craton::lab
