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

/// The gradient at a corner.
template <int Dimensions>
HWY_INLINE void corner_gradient(VU hash, const SimplexOctave& octave, V (&out)[Dimensions]) {
  gradient_of(D(), hash, octave.gradients[Dimensions - 2], out);
}

/// What remains of r² − d² and of gradient · offset once y (and z, and w) are known: the terms in x are taken last.
template <int Dimensions>
HWY_INLINE void without_x(const V (&offset)[Dimensions], const V (&gradient)[Dimensions], V& room, V& slope) {
  const D d;
  room = hn::Set(d, simplex_radius_squared);
  if constexpr (Dimensions > 3) room = hn::Sub(room, hn::Mul(offset[3], offset[3]));
  if constexpr (Dimensions > 2) room = hn::Sub(room, hn::Mul(offset[2], offset[2]));
  room = hn::Sub(room, hn::Mul(offset[1], offset[1]));
  slope = hn::Mul(gradient[1], offset[1]);
  if constexpr (Dimensions > 2) slope = hn::Add(slope, hn::Mul(gradient[2], offset[2]));
  if constexpr (Dimensions > 3) slope = hn::Add(slope, hn::Mul(gradient[3], offset[3]));
}

/// r² − d², nothing where it is negative.
HWY_INLINE V room_with_x(V room, V x_squared) {
  // As integers, negative numbers are negative too; this way the adders, which are busy, are spared.
  return hn::BitCast(D(), hn::Max(hn::BitCast(DI(), hn::Sub(room, x_squared)), hn::Zero(DI())));
}

/// (room − x²)^e · (gradient_x·x + slope), nothing where room − x² is negative.
HWY_INLINE V contribution(V room, V x_squared, V slope_x, V slope, bool cubic) {
  const V t = room_with_x(room, x_squared);
  const V t2 = hn::Mul(t, t);
  return hn::Mul(hn::Mul(t2, cubic ? t : t2), hn::Add(slope_x, slope));
}

// ---- each sample's own corners
//
// A simplex is walked from its first corner to its last, one step along each axis, the axis with the largest skewed fraction
// first. Every step takes one index further, so it moves the corner by the same amount on all axes but its own.

/// step[c − 1][a]: whether corner c, neither the first nor the last, has already stepped along axis a.
template <int Dimensions>
struct SimplexPath {
  hn::Mask<DU> step[Dimensions - 1][Dimensions];

  /// Whether a's skewed fraction is the smaller one.
  static HWY_INLINE hn::Mask<DU> less(VU a, VU b) {
    return hn::RebindMask(DU(), hn::Lt(hn::BitCast(DI(), a), hn::BitCast(DI(), b)));
  }

  HWY_INLINE explicit SimplexPath(const VU (&inside)[Dimensions]) {
    const auto not_xy = less(inside[0], inside[1]);
    if constexpr (Dimensions == 2) {
      step[0][0] = hn::Not(not_xy);
      step[0][1] = not_xy;
    } else if constexpr (Dimensions == 3) {
      const auto not_xz = less(inside[0], inside[2]), not_yz = less(inside[1], inside[2]);
      step[0][0] = hn::Not(hn::Or(not_xy, not_xz));
      step[0][1] = hn::AndNot(not_yz, not_xy);
      step[0][2] = hn::And(not_xz, not_yz);
      step[1][0] = hn::Not(hn::And(not_xy, not_xz));
      step[1][1] = hn::Not(hn::AndNot(not_xy, not_yz));
      step[1][2] = hn::Or(not_xz, not_yz);
    } else {
      rank(inside);
    }
  }

  /// An axis steps as early as few axes come before it: those with a larger fraction, and of equal ones the first.
  HWY_INLINE void rank(const VU (&inside)[Dimensions]) {
    const DU du;
    VU before[Dimensions];
    unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA { before[a] = hn::Zero(du); });
    unrolled<Dimensions>([&](auto b) CRATON_INLINE_LAMBDA {
      unrolled<b>([&](auto a) CRATON_INLINE_LAMBDA {
        // All bits set, which is −1, where b comes first.
        const VU b_first = hn::VecFromMask(du, less(inside[a], inside[b]));
        before[a] = hn::Sub(before[a], b_first);
        before[b] = hn::Add(before[b], hn::Add(b_first, hn::Set(du, 1U)));
      });
    });
    unrolled<Dimensions - 1>([&](auto c) CRATON_INLINE_LAMBDA {
      unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA { step[c][a] = less(before[a], hn::Set(du, c + 1U)); });
    });
  }

  /// At corner c: `still` before the step along axis a, `stepped` after it.
  template <class C, class A>
  HWY_INLINE VU choose(C, A, VU still, VU stepped) const {
    if constexpr (C::value == 0) return still;
    if constexpr (C::value == Dimensions) return stepped;
    if constexpr (C::value > 0 && C::value < Dimensions) return hn::IfThenElse(step[C::value - 1][A::value], stepped, still);
  }
};

/// Adds up what corners contribute to the value.
template <int Dimensions>
struct SimplexValueSum {
  V value;

  HWY_INLINE SimplexValueSum() : value(hn::Zero(D())) {}
  HWY_INLINE void add(const V (&offset)[Dimensions], const V (&gradient)[Dimensions], bool cubic) {
    V room, slope;
    without_x<Dimensions>(offset, gradient, room, slope);
    value = hn::Add(value, contribution(room, hn::Mul(offset[0], offset[0]), hn::Mul(gradient[0], offset[0]), slope, cubic));
  }
};

/// Sum over the corners of each lane's simplex. `first` is the offset from the first corner, in steps; gradient_of(c, out)
/// gives the gradients of corner c.
template <class Sum, int Dimensions, class GradientOf>
HWY_INLINE Sum simplex_sum(const SimplexOctave& octave, std::uint32_t unskew_steps, const VU (&first)[Dimensions],
                           const SimplexPath<Dimensions>& path, const GradientOf& gradient_of) {
  const DU du;
  Sum sum;
  unrolled<Dimensions + 1>([&](auto c) CRATON_INLINE_LAMBDA {
    V offset[Dimensions], gradient[Dimensions];
    unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
      const VU still = hn::Add(first[a], hn::Set(du, c * unskew_steps));
      const VU stepped = hn::Add(first[a], hn::Set(du, c * unskew_steps - (1U << simplex_step_bits)));
      offset[a] = offset_from_steps(path.choose(c, a, still, stepped));
    });
    gradient_of(c, gradient);
    sum.add(offset, gradient, octave.cubic);
  });
  return sum;
}

/// Keys of the indices before and after each lane's sample on one axis.
struct KeysAround {
  VU low[2], high[2];

  // NOLINTNEXTLINE(modernize-use-equals-default): g++ compiles that one without the target that vectors need (NEON)
  HWY_INLINE KeysAround() {}
};

/// The same with gradients hashed per sample.
template <class Sum, int Dimensions>
HWY_INLINE Sum hashed_simplex_sum(const SimplexOctave& octave, std::uint32_t unskew_steps, const VU (&first)[Dimensions],
                                  const VU (&inside)[Dimensions], const KeysAround (&keys)[Dimensions]) {
  const DU du;
  const SimplexPath<Dimensions> path(inside);
  return simplex_sum<Sum>(octave, unskew_steps, first, path, [&](auto c, V(&gradient)[Dimensions]) CRATON_INLINE_LAMBDA {
    VU low = hn::Zero(du), high = hn::Zero(du);
    unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
      low = hn::Add(low, path.choose(c, a, keys[a].low[0], keys[a].low[1]));
      high = hn::Add(high, path.choose(c, a, keys[a].high[0], keys[a].high[1]));
    });
    corner_gradient<Dimensions>(lattice_point_hash(du, low, high), octave, gradient);
  });
}

/// Sums of a batch of points; store(i, sum) takes those from point i on.
template <class Sum, int Dimensions, class Store>
HWY_INLINE void sum_points(const SimplexOctave& octave, const SimplexPoints& points, const Store& store) {
  const DU du;
  for (std::size_t i = 0; i < points.count; i += hn::Lanes(du)) {
    VU first[Dimensions], inside[Dimensions];
    KeysAround keys[Dimensions];
    unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
      const SimplexPoints::Axis& from = points.axis[a];
      first[a] = hn::Load(du, &from.offset[i]);
      inside[a] = hn::Load(du, &from.inside[i]);
      unrolled<2>([&](auto side) CRATON_INLINE_LAMBDA {
        keys[a].low[side] = hn::Load(du, &from.keys.low[side][i]);
        keys[a].high[side] = hn::Load(du, &from.keys.high[side][i]);
      });
    });
    store(i, hashed_simplex_sum<Sum>(octave, points.unskew_steps, first, inside, keys));
  }
}

/// The value at a single point: a corner a lane.
template <int Dimensions>
HWY_INLINE float simplex_value_at(const SimplexOctave& octave, const SimplexPoint& point) {
  const D d;
  const DU du;
  HWY_ALIGN float parts[hn::MaxLanes(d) + max_dimensions];
  for (std::uint32_t c = 0; c <= Dimensions; c += static_cast<std::uint32_t>(hn::Lanes(d))) {
    const VU corner = hn::Iota(du, c);
    const VU unskewed = hn::Mul(corner, hn::Set(du, point.unskew_steps));
    VU low = hn::Zero(du), high = hn::Zero(du);
    V offset[Dimensions], gradient[Dimensions];
    unrolled<Dimensions>([&](auto a) CRATON_INLINE_LAMBDA {
      const SimplexPoint::Axis& axis = point.axis[a];
      const auto choose = [&](std::uint32_t still, std::uint32_t stepped) CRATON_INLINE_LAMBDA {
        return hn::IfThenElse(hn::Gt(corner, hn::Set(du, axis.rank)), hn::Set(du, stepped), hn::Set(du, still));
      };
      low = hn::Add(low, mixed<axis_mix[a]>(du, choose(axis.low[0], axis.low[1])));
      high = hn::Add(high, choose(axis.high[0], axis.high[1]));
      offset[a] = offset_from_steps(hn::Add(choose(axis.offset, axis.offset - (1U << simplex_step_bits)), unskewed));
    });
    corner_gradient<Dimensions>(lattice_point_hash(du, low, high), octave, gradient);
    V room, slope;
    without_x<Dimensions>(offset, gradient, room, slope);
    hn::StoreU(contribution(room, hn::Mul(offset[0], offset[0]), hn::Mul(gradient[0], offset[0]), slope, octave.cubic), d,
               parts + c);
  }
  float sum = 0;
  for (int c = 0; c <= Dimensions; ++c) sum += parts[c];
  return sum;
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
