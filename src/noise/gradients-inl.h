// Gradients from lattice hashes, one lattice point per lane. Included once per target.
#if defined(CRATON_NOISE_GRADIENTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_GRADIENTS_INL
#undef CRATON_NOISE_GRADIENTS_INL
#else
#define CRATON_NOISE_GRADIENTS_INL
#endif

#include <hwy/highway.h>

#include "base/simd/lattice_hash-inl.h"
#include "base/simd/two_tables-inl.h"
#include "base/simd/unroll-inl.h"
#include "noise/gradients.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class V>
struct Gradient2 {
  V x, y;
};
template <class V>
struct Gradient3 {
  V x, y, z;
};
template <class V>
struct Gradient4 {
  V x, y, z, w;
};

/// A vector from the upper bits of `turn`: one bit swaps x and y, one flips both signs, and 14 bits are an angle within ±45°.
template <class D, class VU, class V = hn::Vec<D>>
HWY_INLINE Gradient2<V> on_circle(D d, VU turn, const GradientMaker& maker) {
  const hn::RebindToUnsigned<D> du;
  const hn::RebindToSigned<D> di;
  const auto angle = hn::Sub(hn::And(hn::ShiftRight<15>(turn), hn::Set(du, 0x7ffeU)), hn::Set(du, 0x3fffU));
  const V t = hn::ConvertTo(d, hn::BitCast(di, angle));
  const V z = hn::Mul(t, t);
  V sine = hn::Add(hn::Mul(z, hn::Set(d, maker.sine[2])), hn::Set(d, maker.sine[1]));
  sine = hn::Mul(hn::Add(hn::Mul(z, sine), hn::Set(d, maker.sine[0])), t);
  V cosine = hn::Add(hn::Mul(z, hn::Set(d, maker.cosine[2])), hn::Set(d, maker.cosine[1]));
  cosine = hn::Add(hn::Mul(z, cosine), hn::Set(d, maker.cosine[0]));
  const auto swap = hn::RebindMask(d, hn::Lt(hn::BitCast(di, turn), hn::Zero(di)));
  const V sign = hn::BitCast(d, hn::And(hn::ShiftLeft<1>(turn), hn::Set(du, 0x80000000U)));
  return {hn::Xor(hn::IfThenElse(swap, sine, cosine), sign), hn::Xor(hn::IfThenElse(swap, cosine, sine), sign)};
}

template <class D, class VU, class V = hn::Vec<D>>
HWY_INLINE V gradient1(D d, VU hash, const GradientMaker& maker) {
  const hn::RebindToUnsigned<D> du;
  const V length = hn::Set(d, maker.length);
  if (maker.set == GradientSet::circle) return hn::Mul(signed_unit_from_hash(d, hash), length);
  return hn::Xor(length, hn::BitCast(d, hn::And(hash, hn::Set(du, 0x80000000U))));
}

template <class D, class VU, class V = hn::Vec<D>>
HWY_INLINE Gradient2<V> gradient2(D d, VU hash, const GradientMaker& maker) {
  const hn::RebindToUnsigned<D> du;
  if constexpr (has_tables_of_16<D>)
    if (maker.set == GradientSet::fixed) {
      const auto number = hn::ShiftRight<28>(hash);
      return {look_up_in_16(d, maker.fixed_2d[0], number), look_up_in_16(d, maker.fixed_2d[1], number)};
    }
  // 16 directions: the two quadrant bits and the upper two bits of the angle, in the middle of their steps.
  if (maker.set == GradientSet::fixed) hash = hn::Or(hn::And(hash, hn::Set(du, 0xf0000000U)), hn::Set(du, 0x08000000U));
  return on_circle(d, hash, maker);
}

/// Any direction: z uniform in (−1, 1) from the lower 16 bits, the turn around it from the upper (Archimedes).
template <class D, class VU, class V = hn::Vec<D>>
HWY_INLINE Gradient3<V> on_sphere(D d, VU hash, const GradientMaker& maker) {
  const hn::RebindToUnsigned<D> du;
  const hn::RebindToSigned<D> di;
  const V level = hn::ConvertTo(d, hn::BitCast(di, hn::And(hash, hn::Set(du, 0xffffU))));
  const V z = hn::Sub(hn::Mul(level, hn::Set(d, 0x1p-15F)), hn::Set(d, 1.0F - 0x1p-16F));
  const V radius = hn::Sqrt(hn::Sub(hn::Set(d, 1.0F), hn::Mul(z, z)));
  const auto turn = on_circle(d, hash, maker);
  return {hn::Mul(turn.x, radius), hn::Mul(turn.y, radius), hn::Mul(z, hn::Set(d, maker.length))};
}

/// The 12 edges of a cube, all of one length: one axis is zero, the signs of the other two are free.
template <class D, class VU, class V = hn::Vec<D>>
HWY_INLINE Gradient3<V> cube_edge(D d, VU hash, const GradientMaker& maker) {
  const hn::RebindToUnsigned<D> du;
  const auto edge = hn::ShiftRight<16>(hn::Mul(hn::ShiftRight<16>(hash), hn::Set(du, 12U)));
  if constexpr (has_tables_of_16<D>)
    return {look_up_in_16(d, maker.fixed_3d[0], edge), look_up_in_16(d, maker.fixed_3d[1], edge),
            look_up_in_16(d, maker.fixed_3d[2], edge)};
  const auto zero_axis = hn::ShiftRight<2>(edge);
  const V length = hn::Set(d, 0.70710677F * maker.length);
  const V first = hn::Xor(length, hn::BitCast(d, hn::ShiftLeft<31>(edge)));
  const V second = hn::Xor(length, hn::BitCast(d, hn::And(hn::ShiftLeft<30>(edge), hn::Set(du, 0x80000000U))));
  const auto x_is_zero = hn::RebindMask(d, hn::Eq(zero_axis, hn::Zero(du)));
  const auto y_is_zero = hn::RebindMask(d, hn::Eq(zero_axis, hn::Set(du, 1U)));
  const auto z_is_zero = hn::RebindMask(d, hn::Eq(zero_axis, hn::Set(du, 2U)));
  return {hn::IfThenZeroElse(x_is_zero, first), hn::IfThenZeroElse(y_is_zero, hn::IfThenElse(x_is_zero, first, second)),
          hn::IfThenZeroElse(z_is_zero, second)};
}

template <class D, class VU, class V = hn::Vec<D>>
HWY_INLINE Gradient3<V> gradient3(D d, VU hash, const GradientMaker& maker) {
  return maker.set == GradientSet::fixed ? cube_edge(d, hash, maker) : on_sphere(d, hash, maker);
}

/// Any direction in four dimensions: a share s of the squared length lies in x and y, the rest in z and w, and both turn freely.
/// With s uniform in (0, 1) directions are uniform (Shoemake 1992, "Uniform random rotations"). The turns lead with bits 31 … 21
/// and 20 … 10, s is bits 9 … 0; the finer bits of a turn are those of what follows it, which does no harm.
template <class D, class VU, class V = hn::Vec<D>>
HWY_INLINE Gradient4<V> on_hypersphere(D d, VU hash, const GradientMaker& maker) {
  const hn::RebindToUnsigned<D> du;
  const hn::RebindToSigned<D> di;
  const V level = hn::ConvertTo(d, hn::BitCast(di, hn::And(hash, hn::Set(du, 0x3ffU))));
  const V share = hn::Add(hn::Mul(level, hn::Set(d, 0x1p-10F)), hn::Set(d, 0x1p-11F));
  const V radius_xy = hn::Sqrt(share), radius_zw = hn::Sqrt(hn::Sub(hn::Set(d, 1.0F), share));
  const auto xy = on_circle(d, hash, maker), zw = on_circle(d, hn::ShiftLeft<11>(hash), maker);
  return {hn::Mul(xy.x, radius_xy), hn::Mul(xy.y, radius_xy), hn::Mul(zw.x, radius_zw), hn::Mul(zw.y, radius_zw)};
}

/// The 32 edges of a tesseract, all of one length: one axis is zero, the signs of the other three are free. The upper two bits
/// name the axis; the next four are the signs of all axes, of which the zero's does not show.
template <class D, class VU, class V = hn::Vec<D>>
HWY_INLINE Gradient4<V> tesseract_edge(D d, VU hash, const GradientMaker& maker) {
  const hn::RebindToUnsigned<D> du;
  const auto zero_axis = hn::ShiftRight<30>(hash);
  const V length = hn::Set(d, 0.57735026F * maker.length);
  const auto component = [&](std::uint32_t axis, VU sign) CRATON_INLINE_LAMBDA {
    const V full = hn::Xor(length, hn::BitCast(d, hn::And(sign, hn::Set(du, 0x80000000U))));
    return hn::IfThenZeroElse(hn::RebindMask(d, hn::Eq(zero_axis, hn::Set(du, axis))), full);
  };
  return {component(0, hn::ShiftLeft<2>(hash)), component(1, hn::ShiftLeft<3>(hash)), component(2, hn::ShiftLeft<4>(hash)),
          component(3, hn::ShiftLeft<5>(hash))};
}

template <class D, class VU, class V = hn::Vec<D>>
HWY_INLINE Gradient4<V> gradient4(D d, VU hash, const GradientMaker& maker) {
  return maker.set == GradientSet::fixed ? tesseract_edge(d, hash, maker) : on_hypersphere(d, hash, maker);
}

/// The gradient of a lattice point, axis by axis.
template <int Dimensions, class D, class VU, class V = hn::Vec<D>>
HWY_INLINE void gradient_of(D d, VU hash, const GradientMaker& maker, V (&out)[Dimensions]) {
  if constexpr (Dimensions == 1) {
    out[0] = gradient1(d, hash, maker);
  } else if constexpr (Dimensions == 2) {
    const Gradient2<V> g = gradient2(d, hash, maker);
    out[0] = g.x;
    out[1] = g.y;
  } else if constexpr (Dimensions == 3) {
    const Gradient3<V> g = gradient3(d, hash, maker);
    out[0] = g.x;
    out[1] = g.y;
    out[2] = g.z;
  } else {
    const Gradient4<V> g = gradient4(d, hash, maker);
    out[0] = g.x;
    out[1] = g.y;
    out[2] = g.z;
    out[3] = g.w;
  }
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
