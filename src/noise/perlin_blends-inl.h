// How Perlin noise blends the gradients of a cell's corners: a kernel but for what its corners carry (see cell_walk-inl.h).
// Included once per target.
//
// Along a row inside a cell every quantity but x is constant, so the contributions of the corners on one side collapse
// to a line A·f + B in the fraction f, and a sample is (A·f + B) + u·(D·f + E) with u = S_n(f).
#if defined(CRATON_NOISE_PERLIN_BLENDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_PERLIN_BLENDS_INL
#undef CRATON_NOISE_PERLIN_BLENDS_INL
#else
#define CRATON_NOISE_PERLIN_BLENDS_INL
#endif

#include <hwy/highway.h>

#include "noise/cell_walk-inl.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

struct PerlinBlends {
  template <int Dimensions>
  static constexpr int channels = Dimensions;  // the gradient
  static constexpr int lines = 2;              // slope and level
  static constexpr int terms = 4;
  static constexpr bool blends = true;

  /// Blend of what gradients add along their own axis: before·f·(1 − u) + after·(f − 1)·u.
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V level(D d, V before, V after, V f, V u) {
    const V one = hn::Set(d, 1.0F);
    return hn::Add(hn::Mul(before, hn::Mul(f, hn::Sub(one, u))), hn::Mul(after, hn::Mul(hn::Sub(f, one), u)));
  }

  /// Leaves the gradient in x, y and z, and in place of w the level that w adds.
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void collapse_w(D d, const V (&before)[4], const V (&after)[4], V f, V u, V (&out)[4]) {
    out[0] = mix(d, before[0], after[0], u);
    out[1] = mix(d, before[1], after[1], u);
    out[2] = mix(d, before[2], after[2], u);
    out[3] = level(d, before[3], after[3], f, u);
  }

  /// Leaves the gradient in x and y, and in place of z the level that z adds.
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void collapse_z(D d, const V (&before)[3], const V (&after)[3], V f, V u, V (&out)[3]) {
    out[0] = mix(d, before[0], after[0], u);
    out[1] = mix(d, before[1], after[1], u);
    out[2] = level(d, before[2], after[2], f, u);
  }

  /// The same where w has left a level: the two levels become one.
  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void collapse_z(D d, const V (&before)[4], const V (&after)[4], V f, V u, V (&out)[3]) {
    out[0] = mix(d, before[0], after[0], u);
    out[1] = mix(d, before[1], after[1], u);
    out[2] = hn::Add(level(d, before[2], after[2], f, u), mix(d, before[3], after[3], u));
  }

  template <int Dimensions, class D, class V = hn::Vec<D>>
  static HWY_INLINE void collapse_y(D d, const V (&before)[Dimensions], const V (&after)[Dimensions], V f, V u, V (&line)[2]) {
    line[0] = mix(d, before[0], after[0], u);
    line[1] = level(d, before[1], after[1], f, u);
    if constexpr (Dimensions == 3) line[1] = hn::Add(line[1], mix(d, before[2], after[2], u));
  }

  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void line_1d(D d, const V (&gradient)[1], V (&line)[2]) {
    line[0] = gradient[0];
    line[1] = hn::Zero(d);
  }

  /// The line after the sample is A·(f − 1) + B.
  template <class V>
  static HWY_INLINE void from_lines(const V (&before)[2], const V (&after)[2], V (&t)[4]) {
    t[0] = before[0];
    t[1] = before[1];
    t[2] = hn::Sub(after[0], before[0]);
    t[3] = hn::Sub(hn::Sub(after[1], after[0]), before[1]);
  }

  template <class V>
  static HWY_INLINE V value(const V (&t)[4], V f, V u) {
    return hn::Add(hn::Add(hn::Mul(t[0], f), t[1]), hn::Mul(u, hn::Add(hn::Mul(t[2], f), t[3])));
  }

  template <class V>
  static HWY_INLINE V mix_slope(V from, V to, V du) {
    return hn::Mul(du, hn::Sub(to, from));
  }

  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V level_slope(D d, V before, V after, V f, V u, V du) {
    const V one = hn::Set(d, 1.0F);
    return hn::Add(hn::Mul(before, hn::Sub(hn::Sub(one, u), hn::Mul(f, du))),
                   hn::Mul(after, hn::Add(u, hn::Mul(hn::Sub(f, one), du))));
  }

  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE void collapse_z_slope(D d, const V (&before)[3], const V (&after)[3], V f, V u, V du, V (&out)[3]) {
    out[0] = mix_slope(before[0], after[0], du);
    out[1] = mix_slope(before[1], after[1], du);
    out[2] = level_slope(d, before[2], after[2], f, u, du);
  }

  template <int Dimensions, class D, class V = hn::Vec<D>>
  static HWY_INLINE void collapse_y_slope(D d, const V (&before)[Dimensions], const V (&after)[Dimensions], V f, V u, V du,
                                          V (&line)[2]) {
    line[0] = mix_slope(before[0], after[0], du);
    line[1] = level_slope(d, before[1], after[1], f, u, du);
    if constexpr (Dimensions == 3) line[1] = hn::Add(line[1], mix_slope(before[2], after[2], du));
  }

  template <class V>
  static HWY_INLINE V value_slope(const V (&t)[4], V f, V u, V du) {
    return hn::Add(hn::Add(t[0], hn::Mul(u, t[2])), hn::Mul(du, hn::Add(hn::Mul(t[2], f), t[3])));
  }
};

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
