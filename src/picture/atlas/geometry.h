#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

// Places, lines and boxes on a page. Pixels; x to the right, y downwards.
namespace craton::atlas {

struct Spot {
  double x = 0, y = 0;

  friend bool operator==(const Spot&, const Spot&) = default;
};
inline Spot operator+(Spot a, Spot b) { return {a.x + b.x, a.y + b.y}; }
inline Spot operator-(Spot a, Spot b) { return {a.x - b.x, a.y - b.y}; }
inline Spot operator*(Spot a, double s) { return {a.x * s, a.y * s}; }
double distance(Spot a, Spot b);
inline Spot between(Spot a, Spot b, double share) { return a + (b - a) * share; }

using Line = std::vector<Spot>;

struct Rect {
  double left = 0, top = 0, right = 0, bottom = 0;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
  Spot middle() const { return {0.5 * (left + right), 0.5 * (top + bottom)}; }
  bool contains(Spot spot) const { return spot.x >= left && spot.x <= right && spot.y >= top && spot.y <= bottom; }
  bool meets(const Rect& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
  Rect grown(double by) const { return {left - by, top - by, right + by, bottom + by}; }
};

/// A rectangle that is turned: cosine and sine of the angle from x towards y.
struct OrientedBox {
  Spot middle;
  double half_width = 0, half_height = 0;
  double cosine = 1, sine = 0;

  std::array<Spot, 4> corners() const;
  Rect bounds() const;
  Spot at(double right, double down) const;  ///< by shares of its halves, each −1 … 1
};

/// Whether two boxes share more than their edges (separating axes; Gottschalk 1996).
bool overlap(const OrientedBox& a, const OrientedBox& b);

double length_of(std::span<const Spot> line);
/// Every `step` pixels or a little less, both ends kept. A line of one place stays.
Line resampled(std::span<const Spot> line, double step);
/// The mean of each place's neighbourhood of about `reach` pixels along a resampled line; the ends are drawn straight on.
Line smoothed(std::span<const Spot> line, double step, double reach);
/// Without corners that lie nearer than `tolerance` to what is left (Douglas & Peucker 1973). Both ends stay.
Line simplified(std::span<const Spot> line, double tolerance);

/// A place on a line at a length from its beginning, and where the line goes there. Beyond its ends it goes straight on.
class LineWalk {
 public:
  explicit LineWalk(Line line);
  double length() const { return along_.empty() ? 0 : along_.back(); }
  Spot at(double length) const;

 private:
  Line line_;
  std::vector<double> along_;
};

}  // namespace craton::atlas
