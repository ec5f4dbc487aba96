// Cellular noise where cells are narrow: every sample with the cells around its own, fetched from a table. Distances only,
// which do not depend on the order of points. Included once per target.
#if defined(CRATON_NOISE_CELLULAR_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_CELLULAR_LANES_INL
#undef CRATON_NOISE_CELLULAR_LANES_INL
#else
#define CRATON_NOISE_CELLULAR_LANES_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "noise/cellular_table-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

namespace cellular {

template <class Metric, class Pick>
class LaneFiller {
 public:
  LaneFiller(const CellularOctave& octave, const CellularGrid& grid, const FeatureTable& table, const ChunkWriter& writer)
      : octave_(octave), scale_(octave.scale[grid.dimensions - 2]), grid_(grid), table_(table), writer_(writer) {}

  void fill(const Span& samples) {
    Lanes lanes;
    for (std::uint32_t z = samples.begin[2]; z < samples.end(2); ++z)
      for (std::uint32_t y = samples.begin[1]; y < samples.end(1); ++y) {
        const std::uint32_t sample[3] = {samples.begin[0], y, z};
        for (int a = 1; a < 3; ++a) {
          lanes.fraction[a] = hn::Set(d, grid_.axis[a].fraction[sample[a]]);
          lanes.point[a] = grid_.axis[a].cell[sample[a]] - table_.cells().begin[a];
        }
        const RowPlace place = writer_.place(sample[0], y, z);
        for (std::uint32_t x = 0; x < samples.count[0]; x += static_cast<std::uint32_t>(hn::Lanes(d))) {
          const std::uint32_t* cell = grid_.axis[0].cell.data() + sample[0] + x;
          lanes.fraction[0] = hn::LoadU(d, grid_.axis[0].fraction.data() + sample[0] + x);
          lanes.cell = hn::IndicesFromVec(d, hn::Sub(hn::LoadU(du, cell), hn::Set(du, *cell)));
          lanes.point[0] = *cell - table_.cells().begin[0];
          ChunkWriter::put(value(lanes), place, x, samples.count[0] - x);
        }
      }
  }

 private:
  static constexpr D d{};
  static constexpr DU du{};

  struct Cell {
    int axis[3];
  };

  /// A vector of samples of one row.
  struct Lanes {
    V fraction[3];
    decltype(hn::IndicesFromVec(D(), VU())) cell;  ///< from the first lane's
    std::size_t point[3];                          ///< the first lane's own cell, along each axis of the table
    HWY_INLINE Lanes() {}
  };

  HWY_INLINE V value(const Lanes& lanes) const {
    Pick pick;
    pick.start(hn::Set(d, infinitely_far), hn::Zero(d));
    const int inner_depth = std::min(1, grid_.axis[2].radius), depth = grid_.axis[2].radius, radius = grid_.axis[0].radius;
    for (int z = -inner_depth; z <= inner_depth; ++z)
      for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x) pick.add(distance(lanes, {x, y, z}), hn::Zero(d));
    if (radius == 1) return pick.value(octave_, scale_);
    // Cells beyond these are at least one cell away, and rarely matter.
    V least = hn::Set(d, infinitely_far);
    for (int a = 0; a < grid_.dimensions; ++a)
      for (const int cell : {-2, 2}) least = hn::Min(least, Metric::part(least_along(lanes, a, cell)));
    if (hn::AllTrue(d, hn::Ge(least, pick.best[Pick::nearest - 1]))) return pick.value(octave_, scale_);
    for (int z = -depth; z <= depth; ++z)
      for (int y = -radius; y <= radius; ++y)
        for (int x = -radius; x <= radius; ++x) {
          if (std::max({x, -x, y, -y, z, -z}) < 2) continue;
          const V spot =
              Metric::join(Metric::part(least_along(lanes, 0, x)),
                           Metric::join(Metric::part(least_along(lanes, 1, y)), Metric::part(least_along(lanes, 2, z))));
          if (hn::AllTrue(d, hn::Ge(spot, pick.best[Pick::nearest - 1]))) continue;
          pick.add(distance(lanes, {x, y, z}), hn::Zero(d));
        }
    return pick.value(octave_, scale_);
  }

  HWY_INLINE V least_along(const Lanes& lanes, int axis, int cell) const {
    if (cell == 0) return hn::Zero(d);
    return hn::Sub(hn::Set(d, static_cast<float>(cell + (cell < 0 ? 1 : 0))), lanes.fraction[axis]);
  }

  HWY_INLINE V distance(const Lanes& lanes, const Cell& cell) const {
    const auto moved = [&](int axis) {
      return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(lanes.point[axis]) + cell.axis[axis]);
    };
    const std::size_t point =
        table_.line_at(static_cast<std::uint32_t>(moved(1)), static_cast<std::uint32_t>(moved(2))) + moved(0);
    const auto part = [&](int a) CRATON_INLINE_LAMBDA {
      const V offset = hn::TableLookupLanes(table_.offset(a, point), lanes.cell);
      return Metric::part(hn::Sub(hn::Add(offset, hn::Set(d, static_cast<float>(cell.axis[a]))), lanes.fraction[a]));
    };
    const V others = grid_.dimensions == 3 ? Metric::join(part(1), part(2)) : part(1);
    return Metric::join(part(0), others);
  }

  const CellularOctave& octave_;
  const CellularScale& scale_;
  const CellularGrid& grid_;
  const FeatureTable& table_;
  const ChunkWriter& writer_;
};

}  // namespace cellular
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
