#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <craton/surface/domain.h>
#include <craton/surface/objects.h>

#include "surface/vectors.h"

/// Whether lines on a domain cross, by testing segments against each other.
namespace craton::worlds_test {

/// A piece of a path.
struct Segment {
  Vec3d a, b;
  std::uint32_t path, index;
  bool last;  ///< of its path
};

/// Segments that meet although they must not.
struct Meeting {
  Segment one, other;
};

inline Vec3d minus(const Vec3d& a, const Vec3d& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline bool same(const Vec3d& a, const Vec3d& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

class PathCrossings {
 public:
  PathCrossings(const Domain& domain, const std::vector<ObjectColumn::Path>& paths)
      : on_sphere_(std::holds_alternative<CubeSphere>(domain)), size_(2.0 * spacing(domain)) {
    if (const auto* torus = std::get_if<Torus>(&domain)) {
      period_x_ = static_cast<double>(torus->period()[0]) / units_per_metre;
      period_y_ = static_cast<double>(torus->period()[1]) / units_per_metre;
    }
    for (std::uint32_t path = 0; path < paths.size(); ++path)
      for (std::uint32_t i = 0; i + 1 < paths[path].size(); ++i)
        add(paths[path][i], paths[path][i + 1], path, i, i + 2 == paths[path].size());
  }

  std::size_t size() const { return segments_.size(); }

  /// Each segment against all others: slow and plain.
  std::vector<Meeting> by_all_pairs() const {
    std::vector<Meeting> found;
    for (std::size_t i = 0; i < segments_.size(); ++i)
      for (std::size_t k = i + 1; k < segments_.size(); ++k) test(i, k, found);
    return found;
  }

  /// Each segment against those of the squares (cubes) that it touches.
  std::vector<Meeting> by_squares() const {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> squares;
    for (std::uint32_t i = 0; i < segments_.size(); ++i)
      for_each_square(segments_[i], [&](std::uint64_t square) { squares.push_back({square, i}); });
    std::sort(squares.begin(), squares.end());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::size_t begin = 0, end = 0; begin < squares.size(); begin = end) {
      while (end < squares.size() && squares[end].first == squares[begin].first) ++end;
      for (std::size_t i = begin; i < end; ++i)
        for (std::size_t k = i + 1; k < end; ++k) pairs.push_back(std::minmax(squares[i].second, squares[k].second));
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    std::vector<Meeting> found;
    for (const auto& [i, k] : pairs) test(i, k, found);
    return found;
  }

 private:
  void add(Vec3d a, Vec3d b, std::uint32_t path, std::uint32_t index, bool last) {
    if (on_sphere_) {
      for (Vec3d* at : {&a, &b}) {
        const double far = std::sqrt(dot(*at, *at));
        *at = {at->x / far, at->y / far, at->z / far};
      }
    } else {
      a.z = b.z = 0;
      const double x = periods(a.x, period_x_), y = periods(a.y, period_y_);
      a = {a.x - x, a.y - y, 0};
      b = {b.x - x, b.y - y, 0};
    }
    segments_.push_back({a, b, path, index, last});
  }
  static double periods(double at, double period) { return period > 0 ? period * std::floor(at / period) : 0; }

  template <class F>
  void for_each_square(const Segment& segment, const F& f) const {
    const double size = on_sphere_ ? size_on_sphere : size_;
    const auto first = [&](double a, double b) { return static_cast<std::int64_t>(std::floor(std::min(a, b) / size)); };
    const auto last = [&](double a, double b) { return static_cast<std::int64_t>(std::floor(std::max(a, b) / size)); };
    for (const double right : shifts(segment, period_x_, &Vec3d::x))
      for (const double down : shifts(segment, period_y_, &Vec3d::y)) {
        const Vec3d a{segment.a.x + right, segment.a.y + down, segment.a.z},
            b{segment.b.x + right, segment.b.y + down, segment.b.z};
        for (std::int64_t x = first(a.x, b.x); x <= last(a.x, b.x); ++x)
          for (std::int64_t y = first(a.y, b.y); y <= last(a.y, b.y); ++y)
            for (std::int64_t z = first(a.z, b.z); z <= last(a.z, b.z); ++z)
              f(static_cast<std::uint64_t>(x + (1 << 20)) << 42 | static_cast<std::uint64_t>(y + (1 << 20)) << 21 |
                static_cast<std::uint64_t>(z + (1 << 20)));
      }
  }
  /// Where a segment near the border of a map that closes onto itself is seen again.
  std::vector<double> shifts(const Segment& segment, double period, double Vec3d::*axis) const {
    std::vector<double> all{0};
    if (period > 0 && std::min(segment.a.*axis, segment.b.*axis) < size_) all.push_back(period);
    if (period > 0 && std::max(segment.a.*axis, segment.b.*axis) > period - size_) all.push_back(-period);
    return all;
  }
  static constexpr double size_on_sphere = 0.02;

  void test(std::size_t i, std::size_t k, std::vector<Meeting>& found) const {
    const Segment& one = segments_[i];
    Segment other = segments_[k];
    if (!on_sphere_) {
      const double x = periods(one.a.x - other.a.x + period_x_ / 2, period_x_),
                   y = periods(one.a.y - other.a.y + period_y_ / 2, period_y_);
      for (Vec3d* at : {&other.a, &other.b}) *at = {at->x + x, at->y + y, 0};
    }
    if (one.path == other.path && one.index + 1 == other.index) {
      if (folds_back(one.b, one.a, other.b)) found.push_back({one, other});
    } else if (same(one.b, other.b) && one.last && other.last) {  // two mouths in one cell of a sea or lake
      if (folds_back(one.b, one.a, other.a)) found.push_back({one, other});
    } else if (one.last && one.path != other.path && (same(one.b, other.a) || same(one.b, other.b))) {  // a confluence
      if (folds_back(one.b, one.a, same(one.b, other.a) ? other.b : other.a)) found.push_back({one, other});
    } else if (other.last && one.path != other.path && (same(other.b, one.a) || same(other.b, one.b))) {
      if (folds_back(other.b, other.a, same(other.b, one.a) ? one.b : one.a)) found.push_back({one, other});
    } else if (meet(one, other)) {
      found.push_back({one, other});
    }
  }

  /// On which side of the line a → b a point is: exact on planes, whose coordinates are small parts of the step.
  double side(const Vec3d& a, const Vec3d& b, const Vec3d& at) const {
    if (on_sphere_) {  // what is on one great circle is so up to rounding
      const double volume = dot(cross(a, minus(b, a)), minus(at, a));
      return std::abs(volume) < 1e-13 ? 0 : volume;
    }
    return (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
  }
  /// Whether two segments from one point lie upon each other.
  bool folds_back(const Vec3d& from, const Vec3d& one, const Vec3d& other) const {
    return side(from, one, other) == 0 && dot(minus(one, from), minus(other, from)) > 0;
  }
  bool meet(const Segment& one, const Segment& other) const {
    if (on_sphere_ && dot(one.a, other.a) < 0) return false;
    const double a = side(one.a, one.b, other.a), b = side(one.a, one.b, other.b), c = side(other.a, other.b, one.a),
                 d = side(other.a, other.b, one.b);
    if ((a > 0 && b > 0) || (a < 0 && b < 0) || (c > 0 && d > 0) || (c < 0 && d < 0)) return false;
    const Vec3d along = minus(one.b, one.a);
    const double length = dot(along, along), p = dot(minus(other.a, one.a), along), q = dot(minus(other.b, one.a), along);
    // On a sphere sides are told only up to rounding: of pieces of one line some may seem to be 0 and others not.
    const double slack = on_sphere_ ? 1e-3 * length : 0;
    if ((a == 0 && b == 0) || (on_sphere_ && (a == 0 || b == 0 || c == 0 || d == 0)))
      return std::max(p, q) >= -slack && std::min(p, q) <= length + slack;
    return true;
  }

  bool on_sphere_;
  double size_, period_x_ = 0, period_y_ = 0;
  std::vector<Segment> segments_;
};

}  // namespace craton::worlds_test
