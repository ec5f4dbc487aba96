// Coefficients of wavelet noise for a box of the lattice: random values less what is left of them after downsampling and
// upsampling along z, then y, then x. Included once per target.
#if defined(CRATON_NOISE_WAVELET_BLOCK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_WAVELET_BLOCK_INL
#undef CRATON_NOISE_WAVELET_BLOCK_INL
#else
#define CRATON_NOISE_WAVELET_BLOCK_INL
#endif

#include <hwy/highway.h>

#include "base/simd/lattice_hash-inl.h"
#include "base/simd/unroll-inl.h"
#include "noise/wavelet.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Σ analysis[t] · value(t), in ascending order of t.
template <class D, class Value>
HWY_INLINE hn::Vec<D> analysed(D d, const Value& value) {
  auto sum = hn::Mul(hn::Set(d, wavelet_analysis[0]), value(0));
  for (int t = 1; t < 32; ++t) sum = hn::Add(sum, hn::Mul(hn::Set(d, wavelet_analysis[t]), value(t)));
  return sum;
}

/// What two neighbouring coarse values leave at the even lattice point between them, and at the odd one.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V refined_even(D d, V before, V after) {
  return hn::Add(hn::Mul(hn::Set(d, 0.75F), before), hn::Mul(hn::Set(d, 0.25F), after));
}
template <class D, class V = hn::Vec<D>>
HWY_INLINE V refined_odd(D d, V before, V after) {
  return hn::Add(hn::Mul(hn::Set(d, 0.25F), before), hn::Mul(hn::Set(d, 0.75F), after));
}

/// Downsamples and upsamples along an axis that is not x, one column per lane: value(j) are the inputs, from 16 before the first
/// of `size` outputs on; put(j, value) takes these.
template <class D, class Value, class Put>
HWY_INLINE void filter_columns(D d, std::uint32_t size, const Value& value, const Put& put) {
  auto before = analysed(d, [&](int t) CRATON_INLINE_LAMBDA { return value(static_cast<std::size_t>(t)); });
  for (std::uint32_t j = 0; j < size; j += 2) {
    const auto after = analysed(d, [&](int t) CRATON_INLINE_LAMBDA { return value(j + 2 + static_cast<std::size_t>(t)); });
    put(j, refined_even(d, before, after));
    put(j + 1, refined_odd(d, before, after));
    before = after;
  }
}

template <int Dimensions>
class WaveletMaker {
 public:
  WaveletMaker(WaveletBlock& block, float scale) : block_(block), size_(block.region.size), scale_(scale) {}

  HWY_INLINE void make() {
    if constexpr (Dimensions == 2) {
      for (std::size_t i = 0; i < row(); i += hn::Lanes(d)) {
        hash_column(1, i, {});
        filter_columns(
            d, size_[1], [&](std::size_t j) CRATON_INLINE_LAMBDA { return hn::Load(d, &block_.column[j * hn::Lanes(d)]); },
            [&](std::size_t j, V value) CRATON_INLINE_LAMBDA { hn::Store(value, d, &block_.after_y[j * row() + i]); });
      }
      for (std::uint32_t y = 0; y < size_[1]; ++y) filter_row(y, 0);
    } else {
      const std::size_t rows = size_[1] + 2 * wavelet_margin;
      for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t i = 0; i < row(); i += hn::Lanes(d)) {
          hash_column(2, i, {block_.keys[1].low[y], block_.keys[1].high[y]});
          filter_columns(
              d, size_[2], [&](std::size_t j) CRATON_INLINE_LAMBDA { return hn::Load(d, &block_.column[j * hn::Lanes(d)]); },
              [&](std::size_t j, V value)
                  CRATON_INLINE_LAMBDA { hn::Store(value, d, &block_.after_z[(j * rows + y) * row() + i]); });
        }
      for (std::uint32_t z = 0; z < size_[2]; ++z)
        for (std::size_t i = 0; i < row(); i += hn::Lanes(d)) {
          const float* in = &block_.after_z[z * rows * row() + i];
          filter_columns(
              d, size_[1], [&](std::size_t j) CRATON_INLINE_LAMBDA { return hn::Load(d, in + j * row()); },
              [&](std::size_t j, V value)
                  CRATON_INLINE_LAMBDA { hn::Store(value, d, &block_.after_y[(std::size_t{z} * size_[1] + j) * row() + i]); });
        }
      for (std::uint32_t z = 0; z < size_[2]; ++z)
        for (std::uint32_t y = 0; y < size_[1]; ++y) filter_row(y, z);
    }
  }

 private:
  static constexpr hn::ScalableTag<float> d{};
  static constexpr hn::RebindToUnsigned<hn::ScalableTag<float>> du{};
  using V = hn::Vec<hn::ScalableTag<float>>;

  std::size_t row() const { return 2 * block_.half_stride; }

  /// Random values of the lattice lines i … of x, on the line whose other axes' keys are summed in `line`.
  HWY_INLINE V random(std::size_t i, AxisKey line) const {
    const auto low = hn::Add(hn::LoadU(du, &block_.keys[0].low[i]), hn::Set(du, line.low));
    const auto high = hn::Add(hn::LoadU(du, &block_.keys[0].high[i]), hn::Set(du, line.high));
    return signed_unit_from_hash(d, lattice_point_hash(du, low, high));
  }

  /// The random values along an axis, for the lattice lines i … of x.
  HWY_INLINE void hash_column(std::size_t axis, std::size_t i, AxisKey line) {
    const WaveletBlock::Keys& keys = block_.keys[axis];
    for (std::size_t j = 0; j < size_[axis] + 2 * wavelet_margin; ++j)
      hn::Store(random(i, {keys.low[j] + line.low, keys.high[j] + line.high}), d, &block_.column[j * hn::Lanes(d)]);
  }

  /// The same along x, where even and odd values lie apart, so that all loads are of neighbours; then the coefficients.
  HWY_INLINE void filter_row(std::size_t y, std::size_t z) {
    const float* even = &block_.after_y[(z * size_[1] + y) * row()];
    const float* odd = even + block_.half_stride;
    const std::size_t half = size_[0] / 2;
    for (std::size_t k = 0; k <= half; k += hn::Lanes(d))
      hn::Store(analysed(d,
                         [&](int t) CRATON_INLINE_LAMBDA {
                           return hn::LoadU(d, (t % 2 == 0 ? even : odd) + k + static_cast<std::size_t>(t / 2));
                         }),
                d, &block_.coarse[k]);
    AxisKey line{block_.keys[1].low[y + wavelet_margin], block_.keys[1].high[y + wavelet_margin]};
    if constexpr (Dimensions == 3) {
      line.low += block_.keys[2].low[z + wavelet_margin];
      line.high += block_.keys[2].high[z + wavelet_margin];
    }
    float* out = &block_.coefficient[z * block_.slice_stride + y * block_.row_stride];
    const V scale = hn::Set(d, scale_);
    for (std::size_t k = 0; k < half; k += hn::Lanes(d)) {
      const V before = hn::Load(d, &block_.coarse[k]), after = hn::LoadU(d, &block_.coarse[k + 1]);
      const std::size_t i = k + wavelet_margin / 2;
      const V at_even = hn::Mul(hn::Sub(random(i, line), refined_even(d, before, after)), scale);
      const V at_odd = hn::Mul(hn::Sub(random(block_.half_stride + i, line), refined_odd(d, before, after)), scale);
      hn::StoreInterleaved2(at_even, at_odd, d, out + 2 * k);
    }
  }

  WaveletBlock& block_;
  const std::array<std::uint32_t, 3> size_;
  const float scale_;
};

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
