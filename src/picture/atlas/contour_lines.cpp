#include "picture/atlas/contour_lines.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace craton::atlas {
namespace {

/// The raster with two samples around it: one that goes on, one that closes.
class Samples {
 public:
  Samples(FloatView view, float level, const RasterEdges& edges) : view_(view), edges_(edges), level_(level) {}

  std::int64_t first() const { return edges_.close ? -2 : -1; }
  std::int64_t end_x() const { return std::int64_t{view_.width} - first(); }
  std::int64_t end_y() const { return std::int64_t{view_.height} - first(); }
  /// Above the level where it is > 0.
  float at(std::int64_t x, std::int64_t y) const {
    const auto w = std::int64_t{view_.width}, h = std::int64_t{view_.height};
    if (edges_.close && (x < -1 || y < -1 || x > w || y > h)) return -1;
    const float value =
        view_.values[static_cast<std::size_t>(inner(y, h, edges_.wrap_y) * w + inner(x, w, edges_.wrap_x))] - level_;
    return value >= 0 ? value + 1e-9F : (value < 0 ? value : -1.0F);
  }

 private:
  static std::int64_t inner(std::int64_t i, std::int64_t side, bool wrap) {
    if (i < 0) return wrap ? i + side : 0;
    if (i >= side) return wrap ? i - side : side - 1;
    return i;
  }
  FloatView view_;
  RasterEdges edges_;
  float level_;
};

struct Segment {
  std::uint64_t from = 0, to = 0;  // sides of squares
  bool used = false;
};

class Tracer {
 public:
  explicit Tracer(const Samples& samples)
      : samples_(samples), stride_(static_cast<std::uint64_t>(samples.end_x() - samples.first() + 1)) {}

  std::vector<ContourLine> lines() {
    find_segments();
    std::vector<ContourLine> lines;
    // Lines that end at the border first, from where they begin.
    for (std::size_t i = 0; i < segments_.size(); ++i)
      if (!segments_[i].used && !arrives_.contains(segments_[i].from)) lines.push_back(follow(i));
    for (std::size_t i = 0; i < segments_.size(); ++i)
      if (!segments_[i].used) lines.push_back(follow(i));
    return lines;
  }

 private:
  // The side to the right of sample (x, y), or the one below it.
  std::uint64_t side(std::int64_t x, std::int64_t y, bool down) const {
    return 2 * (static_cast<std::uint64_t>(y - samples_.first()) * stride_ + static_cast<std::uint64_t>(x - samples_.first())) +
           (down ? 1 : 0);
  }

  void add(std::uint64_t from, std::uint64_t to) {
    leaves_.emplace(from, static_cast<std::uint32_t>(segments_.size()));
    arrives_.emplace(to, static_cast<std::uint32_t>(segments_.size()));
    segments_.push_back({from, to});
  }

  void find_segments() {
    for (std::int64_t y = samples_.first(); y + 1 < samples_.end_y(); ++y) {
      float a = samples_.at(samples_.first(), y), d = samples_.at(samples_.first(), y + 1);
      for (std::int64_t x = samples_.first(); x + 1 < samples_.end_x(); ++x) {
        const float b = samples_.at(x + 1, y), c = samples_.at(x + 1, y + 1);
        const unsigned kind = (a > 0 ? 1U : 0U) | (b > 0 ? 2U : 0U) | (c > 0 ? 4U : 0U) | (d > 0 ? 8U : 0U);
        if (kind != 0 && kind != 15) add_square(x, y, kind, a + b + c + d > 0);
        a = b;
        d = c;
      }
    }
  }

  void add_square(std::int64_t x, std::int64_t y, unsigned kind, bool middle_above) {
    // Corners clockwise from the upper left: 1, 2, 4, 8. Sides: top, right, bottom, left.
    const std::array<std::uint64_t, 4> sides{side(x, y, false), side(x + 1, y, true), side(x, y + 1, false), side(x, y, true)};
    constexpr int top = 0, right = 1, bottom = 2, left = 3;
    const auto join = [&](int from, int to) { add(sides[static_cast<std::size_t>(from)], sides[static_cast<std::size_t>(to)]); };
    switch (kind) {
      case 1: return join(top, left);
      case 2: return join(right, top);
      case 3: return join(right, left);
      case 4: return join(bottom, right);
      case 6: return join(bottom, top);
      case 7: return join(bottom, left);
      case 8: return join(left, bottom);
      case 9: return join(top, bottom);
      case 11: return join(right, bottom);
      case 12: return join(left, right);
      case 13: return join(top, right);
      case 14: return join(left, top);
      case 5: join(top, middle_above ? right : left); return join(bottom, middle_above ? left : right);
      case 10: join(right, middle_above ? bottom : top); return join(left, middle_above ? top : bottom);
      default: return;
    }
  }

  Spot place(std::uint64_t number) const {
    const bool down = (number & 1) != 0;
    const auto x = static_cast<std::int64_t>(number / 2 % stride_) + samples_.first(),
               y = static_cast<std::int64_t>(number / 2 / stride_) + samples_.first();
    const double from = double{samples_.at(x, y)}, to = double{down ? samples_.at(x, y + 1) : samples_.at(x + 1, y)};
    const double share = from / (from - to);
    return {static_cast<double>(x) + 0.5 + (down ? 0 : share), static_cast<double>(y) + 0.5 + (down ? share : 0)};
  }

  ContourLine follow(std::size_t first) {
    ContourLine line;
    line.places.push_back(place(segments_[first].from));
    for (std::size_t i = first;;) {
      segments_[i].used = true;
      line.places.push_back(place(segments_[i].to));
      const auto next = leaves_.find(segments_[i].to);
      if (next == leaves_.end()) return line;
      if (segments_[next->second].used) break;
      i = next->second;
    }
    line.closed = true;
    line.places.back() = line.places.front();
    return line;
  }

  const Samples& samples_;
  std::uint64_t stride_;
  std::vector<Segment> segments_;
  std::unordered_map<std::uint64_t, std::uint32_t> leaves_, arrives_;  // only looked up, never walked
};

}  // namespace

std::vector<ContourLine> contour_lines(FloatView values, float level, const RasterEdges& edges) {
  if (values.width == 0 || values.height == 0) return {};
  const Samples samples(values, level, edges);
  return Tracer(samples).lines();
}

}  // namespace craton::atlas
