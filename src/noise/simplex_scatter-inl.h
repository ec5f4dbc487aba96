// Displaced samples of simplex noise, each with the corners of its own simplex. Included once per target.
#if defined(CRATON_NOISE_SIMPLEX_SCATTER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_SIMPLEX_SCATTER_INL
#undef CRATON_NOISE_SIMPLEX_SCATTER_INL
#else
#define CRATON_NOISE_SIMPLEX_SCATTER_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>

#include "base/simd/nearest-inl.h"
#include "noise/element.h"
#include "noise/simplex_region.h"
#include "noise/simplex_sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A part of a chunk whose samples are moved by less than `most_cells` and stay within the reach of one table of keys. Skewed
/// places have 10 bits of cells and 22 of fractions; in all they are off by less than 2^-20, and where that mistakes a
/// sample's simplex the corners that differ contribute nothing (their discs end 2^-19.5 before).
template <int Dimensions>
class SimplexScatter {
 public:
  /// `first` is where the part's displacements begin, rows `stride` apart and slices `slice_stride`.
  SimplexScatter(const SimplexOctave& octave, const SimplexGrid& grid, const Chunk& part, const Displacement& first,
                 std::size_t stride, std::size_t slice_stride)
      : octave_(octave),
        grid_(grid),
        part_(part),
        metres_(first),
        stride_(stride),
        slice_stride_(slice_stride),
        region_(grid, part) {}

  /// False where the samples are scattered too far.
  bool prepare() {
    const double skew = grid_.lattice.skew();
    cells_per_metre_ = grid_.lattice.cells_per_metre();
    double low[Dimensions], high[Dimensions], low_sum = 0, high_sum = 0;
    for (int a = 0; a < Dimensions; ++a) {
      Extent all = extent_of(row(a, 0, 0), part_.size[0]);
      for (std::uint32_t k = 0; k < part_.size[2]; ++k)
        for (std::uint32_t j = 0; j < part_.size[1]; ++j) {
          const Extent one = extent_of(row(a, j, k), part_.size[0]);
          all = {std::min(all.low, one.low), std::max(all.high, one.high)};
        }
      low[a] = double{all.low} * double{cells_per_metre_};
      high[a] = double{all.high} * double{cells_per_metre_};
      if (!(low[a] > -most_cells && high[a] < most_cells)) return false;
      low_sum += low[a];
      high_sum += high[a];
    }
    for (int a = 0; a < Dimensions; ++a) {
      // A cell of room on either side for rounding.
      below_[a] = static_cast<std::int64_t>(std::floor(low[a] + skew * low_sum)) - 1;
      const auto above = static_cast<std::int64_t>(std::floor(high[a] + skew * high_sum)) + 2;
      const std::int64_t count = region_.reach[a] + above - below_[a] + 2;
      if (count + 16 > SimplexKeys::capacity) return false;
      table_[a].make(grid_.lattice, a, region_.first.cell[a] + below_[a], static_cast<int>(count));
      const double step = grid_.cells_per_sample[0] * (skew + (a == 0 ? 1 : 0));
      // Lanes past the row stay at its last sample.
      for (std::uint32_t i = 0; i < part_.size[0] + hn::Lanes(d); ++i)
        skewed_[a][i] = fixed(step * std::min(i, part_.size[0] - 1));
    }
    return true;
  }

  HWY_INLINE void fill() {
    for (std::uint32_t k = 0; k < part_.size[2]; ++k)
      for (std::uint32_t j = 0; j < part_.size[1]; ++j) fill_row(j, k);
  }

 private:
  static constexpr D d{};
  static constexpr DU du{};
  static constexpr DI di{};
  static constexpr int fraction_bits = 22;
  static constexpr double most_cells = 10;

  /// Modulo 2^32: a row may start before the first key, where all its samples are moved forward.
  static std::uint32_t fixed(double cells) {
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(std::floor(cells * (1 << fraction_bits) + 0.5)));
  }

  const float* row(int axis, std::uint32_t j, std::uint32_t k) const {
    return metres_.metres[static_cast<std::size_t>(axis)] + j * stride_ + k * slice_stride_;
  }

  HWY_INLINE void fill_row(std::uint32_t j, std::uint32_t k) const {
    const std::uint32_t sample[3] = {0, j, k};
    const double skew = grid_.lattice.skew();
    std::uint32_t cell_sum = 0;
    for (int a = 0; a < Dimensions; ++a) cell_sum += static_cast<std::uint32_t>(region_.first.cell[a] + below_[a]);
    double start[Dimensions];  // of the row's first sample, in cells from the first key
    VU home[Dimensions];       // the same off the first corner, in steps; x is added by sample
    for (int a = 0; a < Dimensions; ++a) {
      start[a] = std::max(region_.first.inside[a], 0.0) - static_cast<double>(below_[a]);
      for (int b = 1; b < Dimensions; ++b) start[a] += sample[b] * grid_.cells_per_sample[b] * (skew + (a == b ? 1 : 0));
      const std::uint32_t place = a == 0 ? 0 : grid_.place[a][part_.begin[a] + sample[a]];
      const auto cell = static_cast<std::uint32_t>(region_.first.cell[a] + below_[a]);
      home[a] = hn::Set(du, place - (cell << simplex_step_bits) + cell_sum * grid_.lattice.unskew_steps());
    }
    const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
    const std::uint32_t* place_x = grid_.place[0].data() + part_.begin[0];
    float* out = part_.out + j * part_.row_stride + k * part_.slice_stride;
    const float* addend = part_.addend ? part_.addend + j * part_.addend_row_stride + k * part_.addend_slice_stride : nullptr;
    for (std::uint32_t i = 0; i < part_.size[0]; i += lanes) {
      const std::uint32_t used = std::min(lanes, part_.size[0] - i);
      hn::Vec<DI> moved[Dimensions];  // in 2^-24 cells
      hn::Vec<DI> sum = hn::Zero(di);
      unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
        V metres;
        if (HWY_LIKELY(used == lanes)) {
          metres = hn::LoadU(d, row(a, j, k) + i);
        } else {
          HWY_ALIGN float last[hn::MaxLanes(d)];
          for (std::uint32_t lane = 0; lane < lanes; ++lane) last[lane] = row(a, j, k)[i + std::min(lane, used - 1)];
          metres = hn::Load(d, last);
        }
        moved[a] = nearest_small_int(hn::Mul(metres, hn::Set(d, cells_per_metre_ * 0x1p24F)));
        sum = hn::Add(sum, moved[a]);
      });
      // F times the sum: whole cells with 26 bits of F, the rest in floating point.
      const auto whole = hn::ShiftRight<24>(sum);
      const V rest = hn::ConvertTo(d, hn::And(sum, hn::Set(di, 0xffffff)));
      const auto skew_26 = hn::Set(di, static_cast<std::int32_t>(skew * 0x1p26 + 0.5));
      const auto shared = hn::Add(hn::ShiftRight<4>(hn::Mul(whole, skew_26)),
                                  nearest_small_int(hn::Mul(rest, hn::Set(d, static_cast<float>(skew * 0x1p-2)))));
      VU index[Dimensions], inside[Dimensions], first[Dimensions];
      VU index_sum = hn::Zero(du);
      unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
        const VU base = hn::Add(hn::LoadU(du, &skewed_[a][i]), hn::Set(du, fixed(start[a])));
        const VU skewed = hn::Add(base, hn::BitCast(du, hn::Add(hn::ShiftRight<2>(moved[a]), shared)));
        inside[a] = hn::And(skewed, hn::Set(du, (1U << fraction_bits) - 1));
        index[a] = hn::ShiftRight<fraction_bits>(skewed);
        index_sum = hn::Add(index_sum, index[a]);
      });
      const VU unskewed = hn::Mul(index_sum, hn::Set(du, grid_.lattice.unskew_steps()));
      KeysAround keys[Dimensions];
      unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
        first[a] = hn::Add(hn::Sub(home[a], hn::ShiftLeft<simplex_step_bits>(index[a])), unskewed);
        first[a] = hn::Add(first[a], hn::BitCast(du, hn::ShiftLeft<simplex_step_bits - 24>(moved[a])));
        if constexpr (a == 0) first[a] = hn::Add(first[a], hn::LoadU(du, place_x + i));
        const auto at = hn::BitCast(di, index[a]);
        unrolled<2>([&](auto side) CRATON_INLINE_LAMBDA {
          keys[a].low[side] = hn::GatherIndex(du, &table_[a].low[side], at);
          keys[a].high[side] = hn::GatherIndex(du, &table_[a].high[side], at);
        });
      });
      const auto value =
          hashed_simplex_sum<SimplexValueSum<Dimensions>, Dimensions>(octave_, grid_.lattice.unskew_steps(), first, inside, keys)
              .value;
      if (HWY_LIKELY(used == lanes)) {
        hn::StoreU(addend ? hn::Add(hn::LoadU(d, addend + i), value) : value, d, out + i);
        continue;
      }
      HWY_ALIGN float values[hn::MaxLanes(d)];
      hn::Store(value, d, values);
      for (std::uint32_t lane = 0; lane < used; ++lane) out[i + lane] = addend ? addend[i + lane] + values[lane] : values[lane];
    }
  }

  const SimplexOctave& octave_;
  const SimplexGrid& grid_;
  const Chunk& part_;
  const Displacement metres_;
  const std::size_t stride_, slice_stride_;
  const SimplexRegion<Dimensions> region_;
  float cells_per_metre_ = 0;
  std::int64_t below_[Dimensions] = {};
  SimplexKeys table_[Dimensions];
  AlignedArray<std::uint32_t, max_chunk_width + 16> skewed_[Dimensions];  ///< places along a row
};

/// Fills a part of a chunk; false where its samples are scattered too far.
template <int Dimensions>
HWY_INLINE bool fill_simplex_part(const SimplexOctave& octave, const SimplexGrid& grid, const Chunk& part,
                                  const Displacement& first, std::size_t stride, std::size_t slice_stride) {
  SimplexScatter<Dimensions> scatter(octave, grid, part, first, stride, slice_stride);
  if (!scatter.prepare()) return false;
  scatter.fill();
  return true;
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
