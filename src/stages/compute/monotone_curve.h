#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <craton/base/result.h>

/// Curves through points, for heights that become others.
namespace craton {

enum class CurveForm { smooth, linear };
enum class CurveBeyond { straight, flat };

/// Fritsch & Carlson (1980), "Monotone piecewise cubic interpolation", with the slopes of Fritsch & Butland (1984), "A method for
/// constructing local monotone piecewise cubic interpolants": the weighted harmonic mean of the slopes to both neighbours, and 0
/// at a turn. Between two points the curve never leaves their values. In doubles, so that rounding does not turn it either.
class MonotoneCurve {
 public:
  /// Whether x0, y0, x1, y1, … are two points or more with growing x; the error counts the numbers from 0.
  static Result<void> check(std::span<const double> points, const std::string& path);
  MonotoneCurve(std::span<const double> points, CurveForm form, CurveBeyond beyond);

  /// out[i] = the curve at heights[i]; they may be the same.
  void fill(const float* heights, std::size_t count, float* out) const;

 private:
  /// y + d (slope + d (bend + d twist)) at d metres after x.
  struct Piece {
    double x = 0, y = 0, slope = 0, bend = 0, twist = 0;
  };
  struct Point {
    double x, y;
  };
  static double secant(const Point& a, const Point& b) { return (b.y - a.y) / (b.x - a.x); }
  static double slope_at(std::span<const Point> points, std::size_t i);
  static Piece piece_between(const Point& a, const Point& b, double slope_a, double slope_b);

  std::vector<float> knots_;   // the points' x: as many as are at or below a height, that piece is its
  std::vector<Piece> pieces_;  // before the first point, from point to point, and after the last one
};

}  // namespace craton
