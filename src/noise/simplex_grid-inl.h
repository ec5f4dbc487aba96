// Simplex noise on grids: by discs where cells are wide, by rows otherwise. Included once per target.
#if defined(CRATON_NOISE_SIMPLEX_GRID_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_SIMPLEX_GRID_INL
#undef CRATON_NOISE_SIMPLEX_GRID_INL
#else
#define CRATON_NOISE_SIMPLEX_GRID_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

#include "noise/simplex_sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// What lies around a chunk: the cell of its first sample and the indices that its samples reach.
template <int Dimensions>
struct SimplexRegion {
  SimplexLattice::Place first;
  double extent[Dimensions];  ///< from the first sample to the last, in cells
  int reach[Dimensions];      ///< cells of the samples: first.cell … first.cell + reach, on the skewed axes

  SimplexRegion(const SimplexGrid& grid, const Chunk& chunk) {
    std::array<uint128, 3> coordinates{};
    double sum = 0;
    for (int a = 0; a < Dimensions; ++a) {
      const auto position =
          static_cast<std::uint64_t>(grid.shape.origin[a]) + static_cast<std::uint64_t>(grid.shape.step[a]) * chunk.begin[a];
      coordinates[a] = grid.lattice.coordinate(a, static_cast<std::int64_t>(position));
      extent[a] = (chunk.size[a] - 1) * grid.cells_per_sample[a];
      sum += extent[a];
    }
    first = grid.lattice.place(coordinates);
    for (int a = 0; a < Dimensions; ++a)
      reach[a] = static_cast<int>(first.inside[a] + extent[a] + sum * grid.lattice.skew() + 1e-6);
  }
};

/// Keys and shifts of consecutive indices on one axis.
struct SimplexAxisTable {
  static constexpr int capacity = 384;

  AlignedArray<std::uint32_t, capacity> low, high, unskewed;
  bool one_high = true;  ///< all of `high` are the same

  void make(const SimplexLattice& lattice, int axis, std::int64_t first, int count) {
    AxisKeys keys = lattice.keys(axis);
    for (int i = 0; i < count; ++i) {
      const AxisKey key = keys(static_cast<std::uint64_t>(first + i));
      low[i] = key.low;
      high[i] = key.high;
      unskewed[i] = lattice.unskewed_steps(first + i);
      one_high = one_high && key.high == high[0];
    }
    // Lanes past the end of a row look a little further.
    for (int i = count; i < std::min(count + 32, capacity); ++i) low[i] = high[i] = unskewed[i] = 0;
  }
};

// ---- by discs

template <int Dimensions>
class DiscFiller {
 public:
  DiscFiller(const SimplexOctave& octave, const SimplexGrid& grid, const Chunk& chunk)
      : octave_(octave),
        grid_(grid),
        chunk_(chunk),
        region_(grid, chunk),
        stride_((chunk.size[0] + hn::Lanes(d) - 1) / hn::Lanes(d) * hn::Lanes(d)) {}

  HWY_INLINE void fill() {
    std::fill_n(sum_.data, stride_ * chunk_.size[1] * chunk_.size[2], 0.0F);
    for (int a = 0; a < Dimensions; ++a) table_[a].make(grid_.lattice, a, region_.first.cell[a] - 1, region_.reach[a] + 4);
    if constexpr (Dimensions == 2) {
      for (int j = -1; j <= region_.reach[1] + 2; ++j) corner_row(j, 0);
    } else {
      for (int k = -1; k <= region_.reach[2] + 2; ++k)
        for (int j = -1; j <= region_.reach[1] + 2; ++j) corner_row(j, k);
    }
    copy_out();
  }

 private:
  static constexpr D d{};
  static constexpr DU du{};

  /// One corner: where it is, and what it does along y and z.
  struct Corner {
    double from_first[Dimensions];  ///< from the chunk's first sample, in cells
    std::uint32_t steps[Dimensions];
    float gradient[Dimensions];
  };

  /// All corners with indices (…, j, k) relative to the first cell.
  HWY_INLINE void corner_row(int j, int k) {
    const int count = region_.reach[0] + 4;
    AlignedArray<float, 96> gradient[Dimensions];
    const int other[2] = {j + 1, k + 1};
    std::uint32_t low = 0, high = 0, unskewed = 0;
    for (int a = 1; a < Dimensions; ++a) {
      low += table_[a].low[other[a - 1]];
      high += table_[a].high[other[a - 1]];
      unskewed += table_[a].unskewed[other[a - 1]];
    }
    for (int i = 0; i < count; i += static_cast<int>(hn::Lanes(d))) {
      const VU hash = lattice_point_hash(du, hn::Add(hn::Load(du, &table_[0].low[i]), hn::Set(du, low)),
                                         hn::Add(hn::Load(du, &table_[0].high[i]), hn::Set(du, high)));
      V g[Dimensions];
      corner_gradient<Dimensions>(hash, octave_, g);
      for (int a = 0; a < Dimensions; ++a) hn::Store(g[a], d, &gradient[a][i]);
    }
    const double unskew = grid_.lattice.unskew();
    for (int i = 0; i < count; ++i) {
      const int index[3] = {i - 1, j, k};
      double index_sum = 0, distance_squared = 0;
      for (int a = 0; a < Dimensions; ++a) index_sum += index[a];
      Corner corner;
      const std::uint32_t taken = unskewed + table_[0].unskewed[i];
      for (int a = 0; a < Dimensions; ++a) {
        corner.from_first[a] = index[a] - index_sum * unskew - region_.first.offset[a];
        const double past = corner.from_first[a] - std::clamp(corner.from_first[a], 0.0, region_.extent[a]);
        distance_squared += past * past;
        corner.steps[a] = (static_cast<std::uint32_t>(region_.first.cell[a] + index[a]) << simplex_step_bits) - taken;
        corner.gradient[a] = gradient[a][i];
      }
      if (distance_squared >= 0.5) continue;
      if constexpr (Dimensions == 2) {
        add_disc(corner, 0);
      } else {
        for (std::uint32_t z = 0; z < chunk_.size[2]; ++z) add_disc(corner, z);
      }
    }
  }

  HWY_INLINE void add_disc(const Corner& corner, std::uint32_t z) {
    const std::uint32_t rows = chunk_.size[1];
    AlignedArray<float, max_chunk_height> room, slope;
    V gradient[Dimensions], offset[Dimensions];
    for (int a = 0; a < Dimensions; ++a) gradient[a] = hn::Set(d, corner.gradient[a]);
    if constexpr (Dimensions == 3)
      offset[2] = offset_from_steps(hn::Set(du, grid_.place[2][chunk_.begin[2] + z] - corner.steps[2]));
    for (std::size_t r = 0; r < rows; r += hn::Lanes(d)) {
      offset[1] = offset_from_steps(hn::Sub(hn::LoadU(du, &grid_.place[1][chunk_.begin[1] + r]), hn::Set(du, corner.steps[1])));
      V room_r, slope_r;
      without_x<Dimensions>(offset, gradient, room_r, slope_r);
      hn::Store(room_r, d, &room[r]);
      hn::Store(slope_r, d, &slope[r]);
    }
    float* sum = sum_.data + stride_ * rows * z;
    std::uint32_t r = 0;
    for (; r + 4 <= rows; r += 4) add_rows<4>(corner, &room[r], &slope[r], sum + stride_ * r);
    for (; r < rows; ++r) add_rows<1>(corner, &room[r], &slope[r], sum + stride_ * r);
  }

  template <int Rows>
  HWY_INLINE void add_rows(const Corner& corner, const float* room, const float* slope, float* sum) {
    float widest = room[0];
    for (int r = 1; r < Rows; ++r) widest = std::max(widest, room[r]);
    if (widest <= 0) return;
    // The samples within reach and one more on either side: outside a disc the contribution is nothing anyway.
    const double reach = std::sqrt(static_cast<double>(widest)), samples_per_cell = 1 / grid_.cells_per_sample[0];
    const double begin = (corner.from_first[0] - reach) * samples_per_cell - 1;
    const double end = (corner.from_first[0] + reach) * samples_per_cell + 2;
    const std::size_t lanes = hn::Lanes(d);
    if (end <= 0 || begin >= static_cast<double>(stride_)) return;
    const std::size_t from = begin <= 0 ? 0 : static_cast<std::size_t>(begin) / lanes * lanes;
    const std::size_t to = end >= static_cast<double>(stride_) ? stride_ : static_cast<std::size_t>(end);
    const std::uint32_t* place = grid_.place[0].data() + chunk_.begin[0];
    const VU steps = hn::Set(du, corner.steps[0]);
    const V gradient = hn::Set(d, corner.gradient[0]);
    if (octave_.cubic)
      add_vectors<Rows, true>(place, steps, gradient, room, slope, from, to, sum);
    else
      add_vectors<Rows, false>(place, steps, gradient, room, slope, from, to, sum);
  }

  template <int Rows, bool Cubic>
  HWY_INLINE void add_vectors(const std::uint32_t* place, VU steps, V gradient, const float* room, const float* slope,
                              std::size_t from, std::size_t to, float* sum) {
    const std::size_t stride = stride_;
    V room_r[Rows], slope_r[Rows];
    unrolled<Rows>([&](auto r) CRATON_INLINE_LAMBDA {
      room_r[r] = hn::Set(d, room[r]);
      slope_r[r] = hn::Set(d, slope[r]);
    });
    for (std::size_t i = from; i < to; i += hn::Lanes(d)) {
      const V x = offset_from_steps(hn::Sub(hn::LoadU(du, place + i), steps));
      const V x_squared = hn::Mul(x, x), slope_x = hn::Mul(gradient, x);
      unrolled<Rows>([&](auto r) CRATON_INLINE_LAMBDA {
        float* at = sum + stride * r + i;
        hn::Store(hn::Add(hn::Load(d, at), contribution(room_r[r], x_squared, slope_x, slope_r[r], Cubic)), d, at);
      });
    }
  }

  void copy_out() const {
    for (std::uint32_t k = 0; k < chunk_.size[2]; ++k)
      for (std::uint32_t j = 0; j < chunk_.size[1]; ++j) {
        const float* sum = sum_.data + stride_ * (j + chunk_.size[1] * k);
        float* out = chunk_.out + j * chunk_.row_stride + k * chunk_.slice_stride;
        const float* addend =
            chunk_.addend ? chunk_.addend + j * chunk_.addend_row_stride + k * chunk_.addend_slice_stride : nullptr;
        std::size_t i = 0;
        for (; i + hn::Lanes(d) <= chunk_.size[0]; i += hn::Lanes(d)) {
          const V value = hn::Load(d, sum + i);
          hn::StoreU(addend ? hn::Add(hn::LoadU(d, addend + i), value) : value, d, out + i);
        }
        for (; i < chunk_.size[0]; ++i) out[i] = addend ? addend[i] + sum[i] : sum[i];
      }
  }

  const SimplexOctave& octave_;
  const SimplexGrid& grid_;
  const Chunk& chunk_;
  const SimplexRegion<Dimensions> region_;
  const std::size_t stride_;
  SimplexAxisTable table_[Dimensions];
  AlignedArray<float, max_chunk_width * max_chunk_height> sum_;
};

// ---- by rows

template <int Dimensions>
class SimplexRowFiller {
 public:
  SimplexRowFiller(const SimplexOctave& octave, const SimplexGrid& grid, const Chunk& chunk)
      : octave_(octave), grid_(grid), chunk_(chunk), region_(grid, chunk) {}

  HWY_INLINE void fill() {
    bool one_high = true;
    for (int a = 0; a < Dimensions; ++a) {
      table_[a].make(grid_.lattice, a, region_.first.cell[a], region_.reach[a] + 2);
      one_high = one_high && table_[a].one_high;
      // Skewed place of sample x in the first row: 10 bits of cells, 22 of fractions. Rounding may mistake a sample's simplex
      // within 2^-21 of an edge, where the corners that differ contribute nothing.
      const double step = grid_.cells_per_sample[0] * (grid_.lattice.skew() + (a == 0 ? 1 : 0));
      for (std::uint32_t i = 0; i < chunk_.size[0] + hn::Lanes(d); ++i) skewed_[a][i] = fixed(step * i);
    }
    for (std::uint32_t k = 0; k < chunk_.size[2]; ++k)
      for (std::uint32_t j = 0; j < chunk_.size[1]; ++j) {
        if (one_high)
          fill_row<true>(j, k);
        else
          fill_row<false>(j, k);
      }
  }

 private:
  static constexpr D d{};
  static constexpr DU du{};
  static constexpr int fraction_bits = 22;

  static std::uint32_t fixed(double cells) { return static_cast<std::uint32_t>(cells * (1 << fraction_bits) + 0.5); }

  template <bool OneHigh>
  HWY_INLINE void fill_row(std::uint32_t j, std::uint32_t k) {
    const std::uint32_t row[3] = {0, j, k};
    std::uint32_t start[Dimensions];
    for (int a = 0; a < Dimensions; ++a) {
      double cells = std::max(region_.first.inside[a], 0.0);
      for (int b = 1; b < Dimensions; ++b)
        cells += row[b] * grid_.cells_per_sample[b] * (grid_.lattice.skew() + (a == b ? 1 : 0));
      start[a] = fixed(cells);
    }
    float* out = chunk_.out + j * chunk_.row_stride + k * chunk_.slice_stride;
    const float* addend = chunk_.addend ? chunk_.addend + j * chunk_.addend_row_stride + k * chunk_.addend_slice_stride : nullptr;
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    for (std::uint32_t i = 0; i < chunk_.size[0]; i += lanes) {
      Around axis[Dimensions];
      VU inside[Dimensions];
      unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
        around<OneHigh>(a, i, start[a], chunk_.begin[a] + (a == 0 ? i : row[a]), axis[a], inside[a]);
      });
      V value = simplex_sum<Dimensions>(octave_, axis, inside);
      if (i + lanes <= chunk_.size[0]) {
        if (addend) value = hn::Add(hn::LoadU(d, addend + i), value);
        hn::StoreU(value, d, out + i);
        continue;
      }
      HWY_ALIGN float rest[hn::MaxLanes(d)];
      hn::Store(value, d, rest);
      for (std::uint32_t r = i; r < chunk_.size[0]; ++r) out[r] = addend ? addend[r] + rest[r - i] : rest[r - i];
    }
  }

  template <bool OneHigh>
  HWY_INLINE void around(int a, std::uint32_t i, std::uint32_t start, std::uint32_t sample, Around& out, VU& inside) {
    const SimplexAxisTable& table = table_[a];
    const VU skewed = hn::Add(hn::Load(du, &skewed_[a][i]), hn::Set(du, start));
    const VU index = hn::ShiftRight<fraction_bits>(skewed);
    const std::uint32_t first = (skewed_[a][i] + start) >> fraction_bits;
    const auto pick = hn::IndicesFromVec(
        du, hn::Min(hn::Sub(index, hn::Set(du, first)), hn::Set(du, static_cast<std::uint32_t>(hn::Lanes(d) - 1))));
    inside = hn::And(skewed, hn::Set(du, (1U << fraction_bits) - 1));
    out.place = a == 0 ? hn::LoadU(du, &grid_.place[0][sample]) : hn::Set(du, grid_.place[a][sample]);
    out.index = hn::Add(hn::ShiftLeft<simplex_step_bits>(index),
                        hn::Set(du, static_cast<std::uint32_t>(region_.first.cell[a]) << simplex_step_bits));
    unrolled<2>([&](auto side) CRATON_INLINE_LAMBDA {
      out.low[side] = hn::TableLookupLanes(hn::LoadU(du, &table.low[first + side]), pick);
      out.unskewed[side] = hn::TableLookupLanes(hn::LoadU(du, &table.unskewed[first + side]), pick);
      out.high[side] =
          OneHigh ? hn::Set(du, table.high[0]) : hn::TableLookupLanes(hn::LoadU(du, &table.high[first + side]), pick);
    });
  }

  const SimplexOctave& octave_;
  const SimplexGrid& grid_;
  const Chunk& chunk_;
  const SimplexRegion<Dimensions> region_;
  SimplexAxisTable table_[Dimensions];
  AlignedArray<std::uint32_t, max_chunk_width + 16> skewed_[Dimensions];
};

/// Below this many cells per sample discs are faster (measured: see docs/performance.md).
inline constexpr double most_cells_for_discs = 0.1;

template <int Dimensions>
HWY_INLINE void fill_simplex(const SimplexOctave& octave, const SimplexGrid& grid, const Chunk& chunk) {
  bool wide = true;
  for (int a = 0; a < Dimensions; ++a) wide = wide && grid.cells_per_sample[a] <= most_cells_for_discs;
  if (wide)
    DiscFiller<Dimensions>(octave, grid, chunk).fill();
  else
    SimplexRowFiller<Dimensions>(octave, grid, chunk).fill();
}

HWY_INLINE void fill_simplex_chunk(const SimplexOctave& octave, const SimplexGrid& grid, const Chunk& chunk) {
  if (grid.shape.dimensions == 2) return fill_simplex<2>(octave, grid, chunk);
  return fill_simplex<3>(octave, grid, chunk);
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
