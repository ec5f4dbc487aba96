#include "stages/compute/monotone_curve.h"

#include <algorithm>
#include <array>
#include <string>

namespace craton {
namespace {

constexpr double nearest_points = 1e-3;

}  // namespace

Result<void> MonotoneCurve::check(std::span<const double> points, const std::string& path) {
  if (points.size() < 4 || points.size() % 2 != 0)
    return Error{ErrorCode::invalid_value, path, "write x0, y0, x1, y1, … of at least two points"};
  for (std::size_t i = 2; i < points.size(); i += 2)
    if (!(points[i] - points[i - 2] >= nearest_points && static_cast<float>(points[i]) > static_cast<float>(points[i - 2])))
      return Error{ErrorCode::invalid_value, path + "/" + std::to_string(i),
                   "x must grow from point to point, by a millimetre at least"};
  return {};
}

double MonotoneCurve::slope_at(std::span<const Point> points, std::size_t i) {
  if (i == 0) return secant(points[0], points[1]);
  const double before = secant(points[i - 1], points[i]);
  if (i + 1 == points.size()) return before;
  const double after = secant(points[i], points[i + 1]);
  if (!(before * after > 0)) return 0;
  const double near = points[i].x - points[i - 1].x, far = points[i + 1].x - points[i].x;
  const double w_before = 2 * far + near, w_after = far + 2 * near;
  return (w_before + w_after) / (w_before / before + w_after / after);
}

MonotoneCurve::Piece MonotoneCurve::piece_between(const Point& a, const Point& b, double slope_a, double slope_b) {
  const double width = b.x - a.x, straight = secant(a, b);
  return {.x = a.x,
          .y = a.y,
          .slope = slope_a,
          .bend = (3 * straight - 2 * slope_a - slope_b) / width,
          .twist = (slope_a + slope_b - 2 * straight) / (width * width)};
}

MonotoneCurve::MonotoneCurve(std::span<const double> given, CurveForm form, CurveBeyond beyond) {
  std::vector<Point> points;
  for (std::size_t i = 0; i + 1 < given.size(); i += 2) {
    // Heights are floats: a point between two of them would be passed by none.
    const auto x = static_cast<float>(given[i]);
    points.push_back({x, given[i + 1]});
    knots_.push_back(x);
  }
  const std::size_t last = points.size() - 1;
  const double keep = beyond == CurveBeyond::straight ? 1 : 0;
  pieces_.push_back({.x = points[0].x, .y = points[0].y, .slope = keep * slope_at(points, 0)});
  for (std::size_t i = 0; i < last; ++i) {
    const Point &a = points[i], &b = points[i + 1];
    pieces_.push_back(form == CurveForm::linear ? Piece{.x = a.x, .y = a.y, .slope = secant(a, b)}
                                                : piece_between(a, b, slope_at(points, i), slope_at(points, i + 1)));
  }
  pieces_.push_back({.x = points[last].x, .y = points[last].y, .slope = keep * slope_at(points, last)});
}

void MonotoneCurve::fill(const float* heights, std::size_t count, float* out) const {
  // Some cells in a row, so that looking for pieces is a loop over vectors.
  constexpr std::size_t capacity = 256;
  std::array<std::int32_t, capacity> piece;
  for (std::size_t first = 0; first < count; first += capacity) {
    const std::size_t some = std::min(capacity, count - first);
    const float* at = heights + first;
    std::fill_n(piece.begin(), some, 0);
    for (const float knot : knots_)
      for (std::size_t i = 0; i < some; ++i) piece[i] += at[i] >= knot ? 1 : 0;
    for (std::size_t i = 0; i < some; ++i) {
      const Piece& p = pieces_[static_cast<std::size_t>(piece[i])];
      const double d = double{at[i]} - p.x;
      out[first + i] = static_cast<float>(p.y + d * (p.slope + d * (p.bend + d * p.twist)));
    }
  }
}

}  // namespace craton
