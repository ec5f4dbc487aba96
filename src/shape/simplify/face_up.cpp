// Where the border may not move, simplification leaves triangles of three vertices of a straight border: seen from above they are
// lines. Flipping their long edge makes two good triangles of them and the one inside (as Lawson 1977 does for all edges).
#include "shape/simplify/face_up.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace craton {
namespace {

class EdgeFlipper {
 public:
  EdgeFlipper(std::vector<unsigned>& triangles, std::span<const std::array<float, 3>> positions)
      : triangles_(triangles), positions_(positions) {
    triangle_at_.reserve(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); t += 3) enter(t);
  }

  /// Whether something was flipped.
  bool pass() {
    bool flipped = false;
    for (std::size_t t = 0; t < triangles_.size(); t += 3)
      if (area(triangles_[t], triangles_[t + 1], triangles_[t + 2]) <= 0) flipped = flip_best(t) || flipped;
    return flipped;
  }

 private:
  static std::uint64_t key(unsigned from, unsigned to) { return std::uint64_t{from} << 32 | to; }
  void enter(std::size_t t) {
    for (std::size_t k = 0; k < 3; ++k) triangle_at_[key(triangles_[t + k], triangles_[t + (k + 1) % 3])] = t;
  }

  /// Twice the area from above; above 0 where the triangle faces up. Exact for samples of a grid.
  double area(unsigned a, unsigned b, unsigned c) const {
    const auto x = [&](unsigned v) { return static_cast<double>(positions_[v][0]); };
    const auto y = [&](unsigned v) { return static_cast<double>(positions_[v][1]); };
    return (y(b) - y(a)) * (x(c) - x(a)) - (x(b) - x(a)) * (y(c) - y(a));
  }

  /// Flips the edge of a triangle that makes the smaller one of the two triangles largest, where that is larger than before.
  bool flip_best(std::size_t t) {
    double best_gain = 0;
    std::size_t best_edge = 3, best_beyond = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const unsigned u = triangles_[t + k], v = triangles_[t + (k + 1) % 3], w = triangles_[t + (k + 2) % 3];
      const auto beyond = triangle_at_.find(key(v, u));
      if (beyond == triangle_at_.end()) continue;
      const unsigned x = third(beyond->second, u, v);
      if (triangle_at_.contains(key(x, w)) || triangle_at_.contains(key(w, x))) continue;
      const double before = std::min(area(u, v, w), area(v, u, x)), after = std::min(area(u, x, w), area(x, v, w));
      if (after - before <= best_gain) continue;
      best_gain = after - before;
      best_edge = k;
      best_beyond = beyond->second;
    }
    if (best_edge == 3) return false;
    flip(t, best_edge, best_beyond);
    return true;
  }

  unsigned third(std::size_t t, unsigned u, unsigned v) const {
    for (std::size_t k = 0; k < 3; ++k)
      if (triangles_[t + k] != u && triangles_[t + k] != v) return triangles_[t + k];
    return u;  // of a triangle that names a vertex twice, which has no area whatever one does
  }

  void flip(std::size_t t, std::size_t k, std::size_t s) {
    const unsigned u = triangles_[t + k], v = triangles_[t + (k + 1) % 3], w = triangles_[t + (k + 2) % 3], x = third(s, u, v);
    triangle_at_.erase(key(u, v));
    triangle_at_.erase(key(v, u));
    std::ranges::copy(std::array{u, x, w}, triangles_.begin() + static_cast<std::ptrdiff_t>(t));
    std::ranges::copy(std::array{x, v, w}, triangles_.begin() + static_cast<std::ptrdiff_t>(s));
    enter(t);
    enter(s);
  }

  std::vector<unsigned>& triangles_;
  std::span<const std::array<float, 3>> positions_;
  std::unordered_map<std::uint64_t, std::size_t> triangle_at_;  // by its edges, in their direction; looked up only
};

}  // namespace

void face_up(std::vector<unsigned>& triangles, std::span<const std::array<float, 3>> positions) {
  constexpr int most_passes = 64;  // each frees those beside the ones that the last one freed
  EdgeFlipper flipper(triangles, positions);
  for (int pass = 0; pass < most_passes && flipper.pass(); ++pass) {}
}

}  // namespace craton
