// Simplex noise on grids with wide cells: every lattice corner adds its disc (in 3D and 4D its ball), row by row. Included once
// per target.
#if defined(CRATON_NOISE_SIMPLEX_DISCS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_SIMPLEX_DISCS_INL
#undef CRATON_NOISE_SIMPLEX_DISCS_INL
#else
#define CRATON_NOISE_SIMPLEX_DISCS_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "noise/simplex_region.h"
#include "noise/simplex_sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Rows filled together: more of them share the work per corner, fewer keep their sums in the first-level cache.
inline constexpr std::uint32_t disc_part_height = 32;

/// What a corner does to the rows of one slice, whatever the dimensions: r² − d² and gradient · offset without x, and which
/// samples it reaches.
struct Disc {
  AlignedArray<float, disc_part_height> room, slope;
  AlignedArray<std::int32_t, disc_part_height> begin, end;
  std::uint32_t rows;
  const std::uint32_t* place;  ///< of samples along x, in steps
  std::uint32_t steps;         ///< the corner's
  float gradient;              ///< along x
  std::int32_t last;           ///< samples of a row
  bool cubic, many;            ///< the falloff; whether to take eight rows at once

  /// Not inlined: once a disc, and the same code for all dimensions.
  HWY_NOINLINE void add_to(float* sum, std::size_t stride) const {
    if (cubic)
      add_all_rows<true>(sum, stride);
    else
      add_all_rows<false>(sum, stride);
  }

 private:
  template <bool Cubic>
  HWY_INLINE void add_all_rows(float* sum, std::size_t stride) const {
    std::uint32_t r = 0;
    if (HWY_TARGET <= HWY_AVX3 && many)
      for (; r + 8 <= rows; r += 8) add_rows<8, Cubic>(r, sum + stride * r, stride);
    for (; r + 4 <= rows; r += 4) add_rows<4, Cubic>(r, sum + stride * r, stride);
    for (; r < rows; ++r) add_rows<1, Cubic>(r, sum + stride * r, stride);
  }

  template <int Count, bool Cubic>
  HWY_INLINE void add_rows(std::uint32_t first, float* sum, std::size_t stride) const {
    const D d;
    const DU du;
    std::int32_t from = begin[first], to = end[first];
    for (std::uint32_t r = 1; r < Count; ++r) {
      from = std::min(from, begin[first + r]);
      to = std::max(to, end[first + r]);
    }
    to = std::min(to, last);
    if (from >= to) return;
    from &= -static_cast<std::int32_t>(hn::Lanes(d));
    const std::uint32_t* at_x = place;
    const VU corner = hn::Set(du, steps);
    const V gradient_x = hn::Set(d, gradient);
    V room_of[Count], slope_of[Count];
    unrolled<Count>([&](auto r) CRATON_INLINE_LAMBDA {
      room_of[r] = hn::Set(d, room[first + r]);
      slope_of[r] = hn::Set(d, slope[first + r]);
    });
    for (std::int32_t i = from; i < to; i += static_cast<std::int32_t>(hn::Lanes(d))) {
      const V x = offset_from_steps(hn::Sub(hn::LoadU(du, at_x + i), corner));
      const V x_squared = hn::Mul(x, x), slope_x = hn::Mul(gradient_x, x);
      unrolled<Count>([&](auto r) CRATON_INLINE_LAMBDA {
        float* at = sum + stride * r + i;
        hn::Store(hn::Add(hn::Load(d, at), contribution(room_of[r], x_squared, slope_x, slope_of[r], Cubic)), d, at);
      });
    }
  }
};

template <int Dimensions>
class DiscFiller {
 public:
  DiscFiller(const SimplexOctave& octave, const SimplexGrid& grid, const Chunk& chunk)
      : octave_(octave),
        grid_(grid),
        chunk_(chunk),
        region_(grid, chunk),
        padded_width_((chunk.size[0] + hn::Lanes(d) - 1) / hn::Lanes(d) * hn::Lanes(d)),
        stride_(padded_width_ + stride_pad),
        samples_per_cell_(static_cast<float>(1 / grid.cells_per_sample[0])) {}

  HWY_INLINE void fill() {
    std::fill_n(sum_.data, stride_ * chunk_.size[1] * chunk_.size[2], 0.0F);
    for (int a = 0; a < Dimensions; ++a) keys_[a].make(grid_.lattice, a, region_.first.cell[a] - 1, region_.reach[a] + 4);
    const int last_k = Dimensions > 2 ? region_.reach[Dimensions > 2 ? 2 : 0] + 2 : -1;
    const int last_l = Dimensions > 3 ? region_.reach[Dimensions - 1] + 2 : -1;
    for (int l = -1; l <= last_l; ++l)
      for (int k = -1; k <= last_k; ++k)
        for (int j = -1; j <= region_.reach[1] + 2; ++j) corner_row({j, k, l});
    copy_out();
  }

 private:
  static constexpr D d{};
  static constexpr DU du{};
  static constexpr DI di{};
  static constexpr std::size_t most_corners = 64;
  /// Keeps rows from being a power of two apart: a load whose address agrees with a recent store's in its lower 12 bits waits.
  static constexpr std::size_t stride_pad = 16;

  /// Corners that differ in their index along x alone, all that is known of them in arrays.
  struct CornerRow {
    AlignedArray<float, most_corners> gradient[Dimensions];
    AlignedArray<std::uint32_t, most_corners> steps[Dimensions];
    AlignedArray<float, most_corners> from_first;        ///< along x, from the chunk's first sample, in cells
    AlignedArray<float, most_corners> distance_squared;  ///< from the chunk
  };

  /// All corners with indices (…, j, k, l) relative to the first cell; `other` is j and as many more as there are dimensions.
  HWY_NOINLINE void corner_row(const int (&other)[3]) {
    const int count = region_.reach[0] + 4;
    CornerRow row;
    for (int i = 0; i < count; i += static_cast<int>(hn::Lanes(d))) make_corners(i, other, row);
    for (int i = 0; i < count; ++i) {
      if (row.distance_squared[static_cast<std::size_t>(i)] >= 0.5F) continue;
      for (std::uint32_t z = 0; z < chunk_.size[2]; ++z) add_disc(row, static_cast<std::size_t>(i), z);
    }
  }

  HWY_INLINE void make_corners(int i, const int (&other)[3], CornerRow& row) {
    std::uint32_t other_sum = 0;
    for (int a = 1; a < Dimensions; ++a) other_sum += static_cast<std::uint32_t>(other[a - 1]);
    const VU index_x = hn::Add(hn::Iota(du, static_cast<std::uint32_t>(i)), hn::Set(du, ~0U));  // from −1 on
    const VU index_sum = hn::Add(index_x, hn::Set(du, other_sum));
    std::uint32_t cell_sum = 0;
    for (int a = 0; a < Dimensions; ++a) cell_sum += static_cast<std::uint32_t>(region_.first.cell[a]);
    const VU unskewed = hn::Mul(hn::Add(index_sum, hn::Set(du, cell_sum)), hn::Set(du, grid_.lattice.unskew_steps()));
    const V unskewed_cells =
        hn::Mul(hn::ConvertTo(d, hn::BitCast(di, index_sum)), hn::Set(d, static_cast<float>(grid_.lattice.unskew())));
    V distance_squared = hn::Zero(d);
    for (int a = 0; a < Dimensions; ++a) {
      const VU index = a == 0 ? index_x : hn::Set(du, static_cast<std::uint32_t>(other[a - 1]));
      const VU cell = hn::Add(index, hn::Set(du, static_cast<std::uint32_t>(region_.first.cell[a])));
      hn::Store(hn::Sub(hn::ShiftLeft<simplex_step_bits>(cell), unskewed), du, &row.steps[a][static_cast<std::size_t>(i)]);
      const V place = hn::Sub(hn::Sub(hn::ConvertTo(d, hn::BitCast(di, index)), unskewed_cells),
                              hn::Set(d, static_cast<float>(region_.first.offset[a])));
      const V inside = hn::Min(hn::Max(place, hn::Zero(d)), hn::Set(d, static_cast<float>(region_.extent[a])));
      const V past = hn::Sub(place, inside);
      distance_squared = hn::Add(distance_squared, hn::Mul(past, past));
      if (a == 0) hn::Store(place, d, &row.from_first[static_cast<std::size_t>(i)]);
    }
    hn::Store(distance_squared, d, &row.distance_squared[static_cast<std::size_t>(i)]);
    if (hn::AllFalse(d, hn::Lt(distance_squared, hn::Set(d, 0.5F)))) return;  // many rows, the more the more dimensions

    VU low = hn::Load(du, &keys_[0].low[i]), high = hn::Load(du, &keys_[0].high[i]);
    for (int a = 1; a < Dimensions; ++a) {
      low = hn::Add(low, hn::Set(du, keys_[a].low[other[a - 1] + 1]));
      high = hn::Add(high, hn::Set(du, keys_[a].high[other[a - 1] + 1]));
    }
    V gradient[Dimensions];
    corner_gradient<Dimensions>(lattice_point_hash(du, low, high), octave_, gradient);
    for (int a = 0; a < Dimensions; ++a) hn::Store(gradient[a], d, &row.gradient[a][static_cast<std::size_t>(i)]);
  }

  HWY_INLINE void add_disc(const CornerRow& corners, std::size_t i, std::uint32_t z) {
    const std::uint32_t count = chunk_.size[1];
    Disc disc;
    disc.place = grid_.place[0].data() + chunk_.begin[0];
    disc.steps = corners.steps[0][i];
    disc.gradient = corners.gradient[0][i];
    disc.rows = count;
    disc.last = static_cast<std::int32_t>(padded_width_);
    disc.cubic = octave_.cubic;
    V gradient[Dimensions], offset[Dimensions];
    for (int a = 1; a < Dimensions; ++a) gradient[a] = hn::Set(d, corners.gradient[a][i]);
    if constexpr (Dimensions > 3)
      offset[3] = offset_from_steps(hn::Set(du, grid_.place[3][chunk_.begin[3]] - corners.steps[3][i]));
    if constexpr (Dimensions > 2)
      offset[2] = offset_from_steps(hn::Set(du, grid_.place[2][chunk_.begin[2] + z] - corners.steps[2][i]));
    const V centre = hn::Set(d, corners.from_first[i] * samples_per_cell_);
    for (std::size_t r = 0; r < count; r += hn::Lanes(d)) {
      offset[1] =
          offset_from_steps(hn::Sub(hn::LoadU(du, &grid_.place[1][chunk_.begin[1] + r]), hn::Set(du, corners.steps[1][i])));
      V room, slope;
      without_x<Dimensions>(offset, gradient, room, slope);
      hn::Store(room, d, &disc.room[r]);
      hn::Store(slope, d, &disc.slope[r]);
      // A little more on either side than needed: outside a disc the contribution is nothing anyway. An empty row ends before
      // it begins.
      const auto empty = hn::Le(room, hn::Zero(d));
      const V reach = hn::Mul(hn::Sqrt(hn::Max(room, hn::Zero(d))), hn::Set(d, samples_per_cell_));
      const V far = hn::Set(d, 4 * max_chunk_width);
      const V begin = hn::Sub(hn::Sub(centre, reach), hn::Set(d, 0.01F)),
              end = hn::Add(hn::Add(centre, reach), hn::Set(d, 1.01F));
      hn::Store(hn::ConvertTo(di, hn::IfThenElse(empty, far, hn::Max(begin, hn::Zero(d)))), di, &disc.begin[r]);
      hn::Store(hn::ConvertTo(di, hn::IfThenElse(empty, hn::Zero(d), hn::Min(end, far))), di, &disc.end[r]);
    }
    // Many rows at once where neighbouring rows are cut alike and registers suffice.
    disc.many = HWY_TARGET <= HWY_AVX3 && samples_per_cell_ > 30;
    disc.add_to(sum_.data + stride_ * count * z, stride_);
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
  const std::size_t padded_width_, stride_;
  const float samples_per_cell_;
  SimplexKeys keys_[Dimensions];
  AlignedArray<float, (max_chunk_width + 2 * stride_pad) * disc_part_height> sum_;
};

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
