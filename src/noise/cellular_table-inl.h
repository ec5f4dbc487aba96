// Feature points of a box of cells, and where samples go: what the ways through a grid share. Included once per target.
#if defined(CRATON_NOISE_CELLULAR_TABLE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_CELLULAR_TABLE_INL
#undef CRATON_NOISE_CELLULAR_TABLE_INL
#else
#define CRATON_NOISE_CELLULAR_TABLE_INL
#endif

#include <hwy/highway.h>

#include "noise/cellular_axis.h"
#include "noise/cellular_sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

namespace cellular {

/// A range of samples or cells along each axis.
struct Span {
  std::uint32_t begin[3], count[3];

  std::uint32_t end(int a) const { return begin[a] + count[a]; }
};

/// The cells around a box of samples.
inline Span cells_around(const CellularGrid& grid, const Span& samples) {
  Span cells;
  for (int a = 0; a < 3; ++a) {
    const CellularAxis& axis = grid.axis[a];
    const auto radius = static_cast<std::uint32_t>(axis.radius);
    cells.begin[a] = axis.cell[samples.begin[a]] - radius;
    cells.count[a] = axis.cell[samples.end(a) - 1] + radius + 1 - cells.begin[a];
  }
  return cells;
}

/// The feature points of a box of cells; lines along x begin on vector boundaries.
class FeatureTable {
 public:
  static constexpr std::size_t capacity = 4096;

  static std::size_t size_for(const Span& cells) { return std::size_t{line_stride(cells)} * cells.count[1] * cells.count[2]; }

  HWY_NOINLINE void make(const CellularOctave& octave, const CellularGrid& grid, const Span& cells) {
    cells_ = cells;
    const D d;
    const DU du;
    const V jitter = hn::Set(d, octave.jitter);
    for (std::uint32_t z = 0; z < cells.count[2]; ++z)
      for (std::uint32_t y = 0; y < cells.count[1]; ++y) {
        const AxisKey key_y = key(grid.axis[1], cells.begin[1] + y), key_z = key(grid.axis[2], cells.begin[2] + z);
        const VU low = hn::Set(du, key_y.low + key_z.low), high = hn::Set(du, key_y.high + key_z.high);
        const std::size_t line = line_at(y, z);
        for (std::uint32_t x = 0; x < cells.count[0]; x += static_cast<std::uint32_t>(hn::Lanes(d))) {
          const std::size_t cell = cells.begin[0] + x;
          const VU hash = lattice_point_hash(du, hn::Add(low, hn::LoadU(du, grid.axis[0].key_low.data() + cell)),
                                             hn::Add(high, hn::LoadU(du, grid.axis[0].key_high.data() + cell)));
          const FeatureOffset offset = feature_offset(hash, jitter, grid.dimensions);
          hn::Store(hash, du, &hash_[line + x]);
          for (int a = 0; a < grid.dimensions; ++a) hn::Store(offset.axis[a], d, &offset_[a][line + x]);
        }
      }
  }

  const Span& cells() const { return cells_; }
  std::size_t line_at(std::uint32_t y, std::uint32_t z) const {
    return line_stride(cells_) * (y + std::size_t{z} * cells_.count[1]);
  }
  HWY_INLINE V offset(int axis, std::size_t point) const { return hn::LoadU(D(), &offset_[axis][point]); }
  HWY_INLINE VU hash(std::size_t point) const { return hn::LoadU(DU(), &hash_[point]); }

 private:
  static AxisKey key(const CellularAxis& axis, std::uint32_t cell) { return {axis.key_low[cell], axis.key_high[cell]}; }
  static std::uint32_t line_stride(const Span& cells) {
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(D()));
    return (cells.count[0] + lanes - 1) / lanes * lanes;
  }

  Span cells_{};
  AlignedArray<float, capacity> offset_[3];
  AlignedArray<std::uint32_t, capacity> hash_;
};

/// Where a row's values go, and what is added to them on the way.
struct RowPlace {
  float* out;
  const float* addend;
};

struct ChunkWriter {
  const Chunk& chunk;

  RowPlace place(std::uint32_t sample_x, std::uint32_t sample_y, std::uint32_t sample_z) const {
    const auto x = static_cast<std::ptrdiff_t>(sample_x - chunk.begin[0]);
    const auto y = static_cast<std::ptrdiff_t>(sample_y - chunk.begin[1]);
    const auto z = static_cast<std::ptrdiff_t>(sample_z - chunk.begin[2]);
    return {chunk.out + x + y * chunk.row_stride + z * chunk.slice_stride,
            chunk.addend ? chunk.addend + x + y * chunk.addend_row_stride + z * chunk.addend_slice_stride : nullptr};
  }

  /// A vector at `x` of a row, of which `used` lanes count.
  static HWY_INLINE void put(V value, const RowPlace& place, std::uint32_t x, std::size_t used) {
    const D d;
    if (HWY_LIKELY(used >= hn::Lanes(d))) {
      if (place.addend) value = hn::Add(hn::LoadU(d, place.addend + x), value);
      return hn::StoreU(value, d, place.out + x);
    }
    put_rest(value, place, x, used);
  }

  static HWY_NOINLINE void put_rest(V value, const RowPlace& place, std::uint32_t x, std::size_t used) {
    const D d;
    HWY_ALIGN float values[hn::MaxLanes(d)];
    hn::Store(value, d, values);
    for (std::size_t i = 0; i < used; ++i) place.out[x + i] = place.addend ? place.addend[x + i] + values[i] : values[i];
  }
};

}  // namespace cellular
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
