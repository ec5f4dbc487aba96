// Values and slopes of simplex noise. Included once per target.
//
// A corner contributes t^e · p with t = r² − d² and p = gradient · offset, so along an axis its derivative is
// t^e · gradient − 2e · t^(e−1) · p · offset. Corners are those of the value, in the same order.
#if defined(CRATON_NOISE_SIMPLEX_SLOPES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_SIMPLEX_SLOPES_INL
#undef CRATON_NOISE_SIMPLEX_SLOPES_INL
#else
#define CRATON_NOISE_SIMPLEX_SLOPES_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "noise/simplex_grid-inl.h"
#include "noise/simplex_sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Adds up what corners contribute to the value and to its derivatives, per cell.
template <int Dimensions>
struct SimplexSlopeSum {
  V value, slope[Dimensions];

  HWY_INLINE SimplexSlopeSum() : value(hn::Zero(D())) {
    unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA { slope[a] = hn::Zero(D()); });
  }
  HWY_INLINE void add(const V (&offset)[Dimensions], const V (&gradient)[Dimensions], bool cubic) {
    const D d;
    V room, product;
    without_x<Dimensions>(offset, gradient, room, product);
    const V t = room_with_x(room, hn::Mul(offset[0], offset[0]));
    product = hn::Add(hn::Mul(gradient[0], offset[0]), product);
    const V t2 = hn::Mul(t, t);
    const V along_gradient = hn::Mul(t2, cubic ? t : t2);
    const V along_offset = hn::Mul(hn::Mul(cubic ? t2 : hn::Mul(t2, t), hn::Set(d, cubic ? 6.0F : 8.0F)), product);
    value = hn::Add(value, hn::Mul(along_gradient, product));
    unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
      slope[a] = hn::Add(slope[a], hn::Sub(hn::Mul(along_gradient, gradient[a]), hn::Mul(along_offset, offset[a])));
    });
  }
};

/// Where the values and slopes of a chunk's samples go.
template <int Dimensions>
class SimplexSlopeRows {
 public:
  using Sum = SimplexSlopeSum<Dimensions>;

  /// `part` is the part of `chunk` that is filled.
  SimplexSlopeRows(const Chunk& chunk, const Chunk& part, const SlopePlaces& out, float cells_per_metre)
      : row_stride_(chunk.size[0]),
        slice_stride_(row_stride_ * chunk.size[1]),
        width_(part.size[0]),
        out_(out.from((part.begin[0] - chunk.begin[0]) + row_stride_ * (part.begin[1] - chunk.begin[1]))),
        cells_per_metre_(cells_per_metre) {}

  /// Samples i … of row j of slice k.
  HWY_INLINE void store(const Sum& sum, std::uint32_t i, std::uint32_t j, std::uint32_t k) const {
    const D d;
    const std::size_t at = i + j * row_stride_ + k * slice_stride_;
    put(sum.value, width_ - i, out_.value + at);
    unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
      put(hn::Mul(sum.slope[a], hn::Set(d, cells_per_metre_)), width_ - i, out_.slope[a] + at);
    });
  }

 private:
  static HWY_INLINE void put(V values, std::size_t room, float* out) {
    const D d;
    if (HWY_LIKELY(room >= hn::Lanes(d))) return hn::StoreU(values, d, out);
    HWY_ALIGN float rest[hn::MaxLanes(d)];
    hn::Store(values, d, rest);
    std::copy_n(rest, room, out);
  }

  std::size_t row_stride_, slice_stride_, width_;
  SlopePlaces out_;
  float cells_per_metre_;
};

template <int Dimensions>
HWY_INLINE void fill_simplex_slopes(const SimplexOctave& octave, const SimplexGrid& grid, const Chunk& chunk,
                                    const SlopePlaces& out) {
  using Rows = SimplexSlopeRows<Dimensions>;
  for (std::uint32_t y = 0; y < chunk.size[1]; y += row_part_height)
    for (std::uint32_t x = 0; x < chunk.size[0]; x += row_part_width) {
      Chunk part = chunk;
      part.begin[0] += x;
      part.begin[1] += y;
      part.size[0] = std::min(row_part_width, chunk.size[0] - x);
      part.size[1] = std::min(row_part_height, chunk.size[1] - y);
      const Rows rows(chunk, part, out, grid.lattice.cells_per_metre());
      SimplexRowFiller<Dimensions, Rows>(octave, grid, part, rows).fill();
    }
}

HWY_INLINE void fill_simplex_slope_chunk(const SimplexOctave& octave, const SimplexGrid& grid, const Chunk& chunk,
                                         const SlopePlaces& out) {
  if (grid.shape.dimensions == 2) return fill_simplex_slopes<2>(octave, grid, chunk, out);
  return fill_simplex_slopes<3>(octave, grid, chunk, out);
}

template <int Dimensions>
HWY_INLINE void sum_slopes(const SimplexOctave& octave, float cells_per_metre, const SimplexPoints& points, SlopeValues& out) {
  using Sum = SimplexSlopeSum<Dimensions>;
  sum_points<Sum, Dimensions>(octave, points, [&](std::size_t i, const Sum& sum) CRATON_INLINE_LAMBDA {
    const D d;
    hn::Store(sum.value, d, &out.value[i]);
    unrolled<Dimensions>(
        [&](auto a) CRATON_INLINE_LAMBDA { hn::Store(hn::Mul(sum.slope[a], hn::Set(d, cells_per_metre)), d, &out.slope[a][i]); });
  });
}

HWY_INLINE void fill_simplex_slope_points(const SimplexOctave& octave, float cells_per_metre, int dimensions,
                                          const SimplexPoints& points, SlopeValues& out) {
  if (dimensions == 2) return sum_slopes<2>(octave, cells_per_metre, points, out);
  return sum_slopes<3>(octave, cells_per_metre, points, out);
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
