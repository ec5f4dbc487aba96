// The corners of each sample's simplex and their sum. Included once per target.
#if defined(CRATON_NOISE_SIMPLEX_SUM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_SIMPLEX_SUM_INL
#undef CRATON_NOISE_SIMPLEX_SUM_INL
#else
#define CRATON_NOISE_SIMPLEX_SUM_INL
#endif

#include <hwy/highway.h>

#include "base/simd/unroll-inl.h"
#include "noise/gradients-inl.h"
#include "noise/simplex_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<float>;
using DU = hn::RebindToUnsigned<D>;
using DI = hn::RebindToSigned<D>;
using V = hn::Vec<D>;
using VU = hn::Vec<DU>;

HWY_INLINE V offset_from_steps(VU steps) {
  const D d;
  return hn::Mul(hn::ConvertTo(d, hn::BitCast(DI(), steps)), hn::Set(d, 0x1p-28F));
}

/// The gradient at a corner, scaled.
template <int Dimensions>
HWY_INLINE void corner_gradient(VU hash, const SimplexOctave& octave, V (&out)[Dimensions]) {
  const D d;
  if constexpr (Dimensions == 2) {
    const Gradient2<V> g = gradient2(d, hash, octave.gradients);
    out[0] = g.x;
    out[1] = g.y;
  } else {
    const Gradient3<V> g = gradient3(d, hash, octave.gradients);
    out[0] = g.x;
    out[1] = g.y;
    out[2] = g.z;
  }
  const V scale = hn::Set(d, octave.scale[Dimensions - 2]);
  unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA { out[a] = hn::Mul(out[a], scale); });
}

/// What remains of r² − d² and of gradient · offset once y (and z) are known: the terms in x are taken last.
template <int Dimensions>
HWY_INLINE void without_x(const V (&offset)[Dimensions], const V (&gradient)[Dimensions], V& room, V& slope) {
  const D d;
  room = hn::Set(d, simplex_radius_squared);
  if constexpr (Dimensions == 3) room = hn::Sub(room, hn::Mul(offset[2], offset[2]));
  room = hn::Sub(room, hn::Mul(offset[1], offset[1]));
  slope = hn::Mul(gradient[1], offset[1]);
  if constexpr (Dimensions == 3) slope = hn::Add(slope, hn::Mul(gradient[2], offset[2]));
}

/// (room − x²)^e · (gradient_x·x + slope), nothing where room − x² is negative.
HWY_INLINE V contribution(V room, V x_squared, V slope_x, V slope, bool cubic) {
  const D d;
  const V t = hn::Max(hn::Sub(room, x_squared), hn::Zero(d));
  const V t2 = hn::Mul(t, t);
  return hn::Mul(hn::Mul(t2, cubic ? t : t2), hn::Add(slope_x, slope));
}

// ---- each sample's own corners

/// The indices around a vector of samples on one axis.
struct Around {
  VU place;  ///< of the sample, in steps
  VU index;  ///< before it, in steps
  VU low[2], high[2], unskewed[2];
};

HWY_INLINE hn::Mask<DU> before(VU a, VU b) { return hn::RebindMask(DU(), hn::Lt(hn::BitCast(DI(), a), hn::BitCast(DI(), b))); }

/// Sum over the simplex that takes the axes in the order of their skewed fractions, largest first.
template <int Dimensions>
HWY_INLINE V simplex_sum(const SimplexOctave& octave, const Around (&axis)[Dimensions], const VU (&inside)[Dimensions]) {
  const D d;
  const DU du;
  using M = hn::Mask<DU>;
  // step[c − 1][a]: whether corner c, neither the first nor the last, has already stepped along axis a.
  M step[Dimensions - 1][Dimensions];
  const M not_xy = before(inside[0], inside[1]);
  if constexpr (Dimensions == 2) {
    step[0][0] = hn::Not(not_xy);
    step[0][1] = not_xy;
  } else {
    const M not_xz = before(inside[0], inside[2]), not_yz = before(inside[1], inside[2]);
    step[0][0] = hn::Not(hn::Or(not_xy, not_xz));
    step[0][1] = hn::AndNot(not_yz, not_xy);
    step[0][2] = hn::And(not_xz, not_yz);
    step[1][0] = hn::Not(hn::And(not_xy, not_xz));
    step[1][1] = hn::Not(hn::AndNot(not_xy, not_yz));
    step[1][2] = hn::Or(not_xz, not_yz);
  }
  V sum = hn::Zero(d);
  unrolled<Dimensions + 1>([&](auto c) CRATON_INLINE_LAMBDA {
    const auto choose = [&](auto a, VU still, VU stepped) CRATON_INLINE_LAMBDA {
      if constexpr (c == 0) return still;
      if constexpr (c == Dimensions) return stepped;
      return hn::IfThenElse(step[c > 0 ? (c < Dimensions ? c - 1 : 0) : 0][a], stepped, still);
    };
    VU low = hn::Zero(du), high = hn::Zero(du), unskewed = hn::Zero(du);
    unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
      low = hn::Add(low, choose(a, axis[a].low[0], axis[a].low[1]));
      high = hn::Add(high, choose(a, axis[a].high[0], axis[a].high[1]));
      unskewed = hn::Add(unskewed, choose(a, axis[a].unskewed[0], axis[a].unskewed[1]));
    });
    V offset[Dimensions], gradient[Dimensions];
    unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
      const VU index = choose(a, axis[a].index, hn::Add(axis[a].index, hn::Set(du, 1U << simplex_step_bits)));
      offset[a] = offset_from_steps(hn::Add(hn::Sub(axis[a].place, index), unskewed));
    });
    corner_gradient<Dimensions>(lattice_point_hash(du, low, high), octave, gradient);
    V room, slope;
    without_x<Dimensions>(offset, gradient, room, slope);
    sum = hn::Add(sum, contribution(room, hn::Mul(offset[0], offset[0]), hn::Mul(gradient[0], offset[0]), slope, octave.cubic));
  });
  return sum;
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
