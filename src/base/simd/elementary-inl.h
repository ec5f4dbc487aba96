// Elementary functions of vectors, made of + − × ÷ and bit operations alone: the same bits on every target. Good to a few
// parts in ten million, which shaping needs; base/math.h has the accurate ones. Included once per target.
#if defined(CRATON_BASE_SIMD_ELEMENTARY_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_BASE_SIMD_ELEMENTARY_INL
#undef CRATON_BASE_SIMD_ELEMENTARY_INL
#else
#define CRATON_BASE_SIMD_ELEMENTARY_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// sin(2π·turns) for |turns| ≤ 2^22; within [−1, 1].
template <class D, class V = hn::Vec<D>>
HWY_INLINE V sine_of_turns(D d, V turns) {
  const V quarter = hn::Set(d, 0.25F), half = hn::Set(d, 0.5F), one = hn::Set(d, 1.0F);
  V t = hn::Sub(turns, hn::Floor(hn::Add(turns, half)));  // −½ … ½
  // sin(π − x) = sin(x): the outer quarters fold onto the inner ones.
  const V folded = hn::Sub(hn::CopySign(half, t), t);
  t = hn::IfThenElse(hn::Gt(hn::Abs(t), quarter), folded, t);
  const V z = hn::Mul(t, t);
  V sum = hn::Set(d, -15.094642F);  // (2π)^k / k!, alternating
  sum = hn::Add(hn::Mul(sum, z), hn::Set(d, 42.058693F));
  sum = hn::Add(hn::Mul(sum, z), hn::Set(d, -76.70586F));
  sum = hn::Add(hn::Mul(sum, z), hn::Set(d, 81.60525F));
  sum = hn::Add(hn::Mul(sum, z), hn::Set(d, -41.341702F));
  sum = hn::Add(hn::Mul(sum, z), hn::Set(d, 6.2831855F));
  return hn::Max(hn::Min(hn::Mul(sum, t), one), hn::Neg(one));
}

/// log2(x) for positive, normal x.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V log2_of(D d, V x) {
  const hn::RebindToSigned<D> di;
  // x = 2^exponent · m with m in [√½, √2).
  const auto shifted = hn::Sub(hn::BitCast(di, x), hn::Set(di, 0x3f3504f3));
  const auto exponent = hn::ShiftRight<23>(shifted);
  const V m = hn::BitCast(d, hn::Sub(hn::BitCast(di, x), hn::ShiftLeft<23>(exponent)));
  const V one = hn::Set(d, 1.0F);
  const V s = hn::Div(hn::Sub(m, one), hn::Add(m, one));
  const V z = hn::Mul(s, s);
  V sum = hn::Set(d, 0.32059890F);  // 2 / (ln 2 · (2k + 1))
  sum = hn::Add(hn::Mul(sum, z), hn::Set(d, 0.41219858F));
  sum = hn::Add(hn::Mul(sum, z), hn::Set(d, 0.57707802F));
  sum = hn::Add(hn::Mul(sum, z), hn::Set(d, 0.96179669F));
  sum = hn::Add(hn::Mul(sum, z), hn::Set(d, 2.8853901F));
  return hn::Add(hn::ConvertTo(d, exponent), hn::Mul(sum, s));
}

/// 2^x for −126 ≤ x ≤ 126; beyond, as at the ends.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V exp2_of(D d, V x) {
  const hn::RebindToSigned<D> di;
  x = hn::Max(hn::Min(x, hn::Set(d, 126.0F)), hn::Set(d, -126.0F));
  const V whole = hn::Floor(hn::Add(x, hn::Set(d, 0.5F)));
  const V f = hn::Sub(x, whole);
  V sum = hn::Set(d, 1.5252734e-5F);  // (ln 2)^k / k!
  sum = hn::Add(hn::Mul(sum, f), hn::Set(d, 1.5403530e-4F));
  sum = hn::Add(hn::Mul(sum, f), hn::Set(d, 1.3333558e-3F));
  sum = hn::Add(hn::Mul(sum, f), hn::Set(d, 9.6181291e-3F));
  sum = hn::Add(hn::Mul(sum, f), hn::Set(d, 5.5504109e-2F));
  sum = hn::Add(hn::Mul(sum, f), hn::Set(d, 0.24022651F));
  sum = hn::Add(hn::Mul(sum, f), hn::Set(d, 0.69314718F));
  sum = hn::Add(hn::Mul(sum, f), hn::Set(d, 1.0F));
  const auto scale = hn::ShiftLeft<23>(hn::Add(hn::ConvertTo(di, whole), hn::Set(di, 127)));
  return hn::Mul(sum, hn::BitCast(d, scale));
}

/// x^exponent for x ≥ 0 and exponent > 0; zero (and anything below 2^-126) gives zero.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V power_of(D d, V x, V exponent) {
  const V least = hn::Set(d, 0x1p-126F);
  const V result = exp2_of(d, hn::Mul(exponent, log2_of(d, hn::Max(x, least))));
  return hn::IfThenElseZero(hn::Ge(x, least), result);
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
