// Which feature points matter to a block of samples of cellular noise: of all points around, only those can be among the
// nearest of any sample whose least distance to the block is no larger than the largest distance of some other (for the k-th
// nearest: of k others). Included once per target.
#if defined(CRATON_NOISE_CELLULAR_CANDIDATES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_CELLULAR_CANDIDATES_INL
#undef CRATON_NOISE_CELLULAR_CANDIDATES_INL
#else
#define CRATON_NOISE_CELLULAR_CANDIDATES_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

#include "noise/cellular_table-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

namespace cellular {

/// Where a block lies, in cells from its first cell.
struct Bounds {
  float low[3], high[3];
};

/// Points that matter to a block, in the order of their cells.
struct Candidates {
  static constexpr std::size_t capacity = 2048;

  std::size_t count = 0;
  AlignedArray<float, capacity> place[3];  ///< in cells from the block's first
  AlignedArray<float, capacity> face;
};

/// Finds the points that may be among the `Nearest` of any sample of a block.
template <class Metric, int Nearest>
class CandidateFinder {
 public:
  CandidateFinder(const CellularOctave& octave, const CellularGrid& grid)
      : octave_(octave), scale_(octave.scale[grid.dimensions - 2]), grid_(grid) {}

  void find(const FeatureTable& table, const Span& cells, const Bounds& bounds, Candidates& candidates) {
    const bool faces = octave_.output != CellularOutput::distance && octave_.output != CellularOutput::border;
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    const Span& all = table.cells();
    std::int32_t first[3];  // the window's first cell, from the block's
    for (int a = 0; a < 3; ++a) first[a] = -grid_.axis[a].radius;
    const std::uint32_t skip = cells.begin[0] - all.begin[0];
    const auto line_of = [&](std::uint32_t y, std::uint32_t z) {
      return Line{{first[1] + static_cast<std::int32_t>(y), first[2] + static_cast<std::int32_t>(z)},
                  table.line_at(cells.begin[1] - all.begin[1] + y, cells.begin[2] - all.begin[2] + z) + skip};
    };
    const V step = hn::ConvertTo(d, hn::Iota(DI(), 0));
    const auto cell_at = [&](std::uint32_t x) CRATON_INLINE_LAMBDA {
      return hn::Add(step, hn::Set(d, static_cast<float>(first[0] + static_cast<std::int32_t>(x))));
    };

    // The line through the block's first cell gives a first limit, which spares most lines.
    Farthest farthest;
    const Line middle = line_of(static_cast<std::uint32_t>(-first[1]), static_cast<std::uint32_t>(-first[2]));
    for (std::uint32_t x = 0; x < cells.count[0]; x += lanes) {
      V least, most;
      ranges_of(table, bounds, middle, x, cells.count[0], cell_at(x), least, most);
      farthest.add(most);
    }
    const float first_limit = limit_of(farthest);

    farthest = Farthest();
    std::size_t lines = 0, values = 0;
    for (std::uint32_t z = 0; z < cells.count[2]; ++z) {
      for (std::uint32_t y = 0; y < cells.count[1]; ++y) {
        const Line line = line_of(y, z);
        if (line_distance(bounds, line) > first_limit) continue;
        lines_[lines++] = line;
        for (std::uint32_t x = 0; x < cells.count[0]; x += lanes, values += lanes) {
          V least, most;
          ranges_of(table, bounds, line, x, cells.count[0], cell_at(x), least, most);
          farthest.add(most);
          hn::StoreU(least, d, &least_[values]);
        }
      }
    }
    const V limit = hn::Set(d, limit_of(farthest));

    std::size_t count = 0;
    const float* least = least_.data;
    for (std::size_t i = 0; i < lines; ++i) {
      const Line& line = lines_[i];
      for (std::uint32_t x = 0; x < cells.count[0]; x += lanes, least += lanes) {
        const auto matters = hn::Le(hn::LoadU(d, least), limit);
        if (hn::AllFalse(d, matters)) continue;
        const std::size_t point = line.point + x;
        keep(hn::Add(table.offset(0, point), cell_at(x)), matters, &candidates.place[0][count]);
        keep(place_of(table, 1, point, line.cell[0]), matters, &candidates.place[1][count]);
        if (grid_.dimensions == 3) keep(place_of(table, 2, point, line.cell[1]), matters, &candidates.place[2][count]);
        if (faces) keep(face_of(table.hash(point), octave_), matters, &candidates.face[count]);
        count += hn::CountTrue(d, matters);
      }
    }
    candidates.count = count;
  }

 private:
  static constexpr D d{};

  /// The smallest of the largest distances, as many as count; per lane.
  struct Farthest {
    static constexpr int count = Nearest;
    V best[count];

    HWY_INLINE Farthest() {
      for (V& each : best) each = hn::Set(d, infinitely_far);
    }
    HWY_INLINE void add(V distance) {
      for (V& each : best) {
        const V nearer = hn::Min(each, distance);
        distance = hn::Max(each, distance);
        each = nearer;
      }
    }
    /// The k-th smallest over all lanes, or something larger.
    HWY_INLINE void over_lanes(float (&smallest)[count]) const {
      V rest[count];
      for (int k = 0; k < count; ++k) rest[k] = best[k];
      for (int k = 0; k < count; ++k) {
        const V least = hn::MinOfLanes(d, rest[0]);
        smallest[k] = hn::GetLane(least);
        const auto taken = hn::Eq(rest[0], least);
        for (int i = 0; i + 1 < count; ++i) rest[i] = hn::IfThenElse(taken, rest[i + 1], rest[i]);
        rest[count - 1] = hn::IfThenElse(taken, hn::Set(d, infinitely_far), rest[count - 1]);
      }
    }
  };

  /// Beyond what distance points do not matter, with room for the rounding of all distances.
  HWY_INLINE float limit_of(const Farthest& farthest) const {
    float smallest[Farthest::count];
    farthest.over_lanes(smallest);
    float limit = std::min(smallest[Farthest::count - 1], scale_.bound);
    if (octave_.output == CellularOutput::border) {
      // A border point is at most 2r + a away (see cellular_octave.cpp), and 2r ≤ a + b for the distances a, b of the two
      // nearest points.
      const float distance = std::min(2 * std::sqrt(smallest[0]) + std::sqrt(smallest[Nearest - 1]), scale_.reach);
      limit = distance * distance;
    }
    return limit * (1 + 0x1p-12F) + 0x1p-14F;
  }

  /// Least and largest distance to the block of points at `place` along one axis.
  HWY_INLINE void range_along(const Bounds& bounds, int axis, V place, V& least, V& most) const {
    const V below = hn::Sub(hn::Set(d, bounds.low[axis]), place), above = hn::Sub(place, hn::Set(d, bounds.high[axis]));
    least = Metric::part(hn::Max(hn::Max(below, above), hn::Zero(d)));
    most = Metric::part(hn::Min(below, above));  // low ≤ high, so that the smaller is minus the larger distance
  }

  HWY_INLINE V place_of(const FeatureTable& table, int axis, std::size_t point, std::int32_t cell) const {
    return hn::Add(table.offset(axis, point), hn::Set(d, static_cast<float>(cell)));
  }

  struct Line {
    std::int32_t cell[2];  ///< along y and z, from the block's first
    std::size_t point;     ///< in the table
  };

  HWY_INLINE void ranges_of(const FeatureTable& table, const Bounds& bounds, const Line& line, std::uint32_t x,
                            std::uint32_t count, V cell, V& least, V& most) const {
    range_along(bounds, 0, hn::Add(table.offset(0, line.point + x), cell), least, most);
    V other_least, other_most;
    range_along(bounds, 1, place_of(table, 1, line.point + x, line.cell[0]), other_least, other_most);
    if (grid_.dimensions == 3) {
      V least_z, most_z;
      range_along(bounds, 2, place_of(table, 2, line.point + x, line.cell[1]), least_z, most_z);
      other_least = Metric::join(other_least, least_z);
      other_most = Metric::join(other_most, most_z);
    }
    least = Metric::join(least, other_least);
    most = Metric::join(most, other_most);
    const auto valid = hn::FirstN(d, count - x);
    least = hn::IfThenElse(valid, least, hn::Set(d, 2 * infinitely_far));
    most = hn::IfThenElse(valid, most, hn::Set(d, infinitely_far));
  }

  /// Not CompressStore, which is slow on some machines.
  static HWY_INLINE void keep(V values, hn::Mask<D> which, float* place) { hn::StoreU(hn::Compress(values, which), d, place); }

  /// Least distance of a line of cells along x.
  HWY_INLINE float line_distance(const Bounds& bounds, const Line& line) const {
    float away[2];
    for (int a = 1; a < 3; ++a) {
      const auto cell = static_cast<float>(line.cell[a - 1]);
      away[a - 1] = std::max({bounds.low[a] - (cell + 1), cell - bounds.high[a], 0.0F});
    }
    if (grid_.dimensions == 2) away[1] = 0;
    if constexpr (std::is_same_v<Metric, Squares>) return away[0] * away[0] + away[1] * away[1];
    if constexpr (std::is_same_v<Metric, Sums>) return away[0] + away[1];
    return std::max(away[0], away[1]);
  }

  const CellularOctave& octave_;
  const CellularScale& scale_;
  const CellularGrid& grid_;
  Line lines_[512];
  AlignedArray<float, FeatureTable::capacity> least_;
};

}  // namespace cellular
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
