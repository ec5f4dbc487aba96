#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/picture/ramp.h>

/// A small kit for plots as SVG text. Colours of type and rules are classes, so that a page can turn them dark; `svg_style` has
/// them for files that stand alone.
namespace craton::lab {

std::string_view svg_style();
/// "0.125", at most so many digits behind the point and no zeros at the end; a true minus sign.
std::string number_text(double value, int digits);

/// How values become places on a picture.
struct Axis {
  double low = 0, high = 1;   ///< values
  double begin = 0, end = 1;  ///< places, in pixels
  double at(double value) const { return begin + (value - low) / (high - low) * (end - begin); }
};

enum class Anchor { start, middle, end };

class Svg {
 public:
  Svg(double width, double height, std::string_view description);

  void text(double x, double y, std::string_view text, Anchor anchor = Anchor::start, std::string_view css = "t");
  void turned_text(double x, double y, std::string_view text);  ///< from below to above, centred at y
  void line(double x0, double y0, double x1, double y1, std::string_view css);
  void rect(double x, double y, double width, double height, std::string_view colour);
  void frame(double x, double y, double width, double height);
  void circle(double x, double y, double radius, std::string_view css);
  /// Points (x, y) joined by a line of a colour.
  void path(std::span<const std::pair<double, double>> points, std::string_view colour, double width, bool closed = false,
            std::string_view more = "");
  /// Pixels, without any filter between them where they are few.
  Result<void> image(double x, double y, double width, double height, const Rgb8Image& picture, unsigned colours = 128);

  /// Ticks and labels below and at the left of a plot, with thin lines across it.
  void axes(const Axis& x, const Axis& y, std::string_view x_label, std::string_view y_label, bool lines = true);

  std::string finish() const { return text_ + "</svg>\n"; }

 private:
  std::string text_;
};

}  // namespace craton::lab
