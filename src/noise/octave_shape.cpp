#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/octave_shape.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "noise/octave_shape.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

HWY_INLINE V number(float value) { return hn::Set(D(), value); }

/// A shaped value and its derivative with respect to the octave's own value.
struct Shaped {
  V value, derivative;

  // NOLINTNEXTLINE(modernize-use-equals-default): g++ compiles that one without the target that vectors need (NEON)
  HWY_INLINE Shaped() {}
};

HWY_INLINE Shaped folded(const ShapedOctave& o, V v) {
  const V one = number(1), two = number(2), sign = hn::CopySign(one, v), magnitude = hn::Abs(v);
  Shaped s;
  switch (o.shape) {
    case OctaveShape::billow:
      s.value = hn::Sub(hn::Mul(two, magnitude), one);
      s.derivative = hn::Mul(two, sign);
      break;
    case OctaveShape::turbulence:
      s.value = magnitude;
      s.derivative = sign;
      break;
    case OctaveShape::ridged: {
      const V ridge = hn::Sub(one, magnitude);
      s.value = hn::Mul(ridge, ridge);
      s.derivative = hn::Neg(hn::Mul(hn::Mul(two, ridge), sign));
      break;
    }
    case OctaveShape::ping_pong: {
      const V t = hn::Mul(hn::Add(v, one), number(o.strength));
      const V rest = hn::Sub(t, hn::Mul(two, hn::Floor(hn::Mul(t, number(0.5F)))));  // 0 … 2
      const V up = hn::Sub(hn::Mul(two, rest), one), down = hn::Sub(number(3), hn::Mul(two, rest));
      const auto rises = hn::Lt(rest, one);
      s.value = hn::Max(hn::IfThenElse(rises, up, down), hn::Neg(one));
      s.derivative = hn::IfThenElse(rises, number(2 * o.strength), number(-2 * o.strength));
      break;
    }
    default: s.value = v; s.derivative = one;
  }
  return s;
}

HWY_INLINE void put(bool first, V value, float* sum) { hn::Store(first ? value : hn::Add(hn::Load(D(), sum), value), D(), sum); }

void add(const ShapedOctave& o) {
  const V one = number(1);
  const auto dimensions = static_cast<std::size_t>(o.slope[0] ? o.dimensions : 0);
  for (std::size_t i = 0; i < o.count; i += hn::Lanes(D())) {
    const V weight = o.weights ? hn::Mul(hn::Load(D(), o.weights + i), number(o.weight)) : number(o.weight);
    Shaped s = folded(o, hn::Load(D(), o.value + i));
    if (o.shape == OctaveShape::eroded) {
      V steepness = hn::Zero(D());
      for (std::size_t a = 0; a < dimensions; ++a) {
        put(o.first, hn::Mul(hn::Load(D(), o.slope[a] + i), number(o.slope_unit)), o.slope_sum[a] + i);
        const V slope = hn::Load(D(), o.slope_sum[a] + i);
        steepness = hn::Add(steepness, hn::Mul(slope, slope));
      }
      const V damping = hn::Add(one, hn::Mul(number(o.strength), steepness));
      put(o.first, hn::Mul(weight, hn::Div(s.value, damping)), o.sum + i);
      continue;
    }
    if (o.shape != OctaveShape::ridged) {
      put(o.first, hn::Mul(weight, s.value), o.sum + i);
      for (std::size_t a = 0; a < dimensions; ++a)
        put(o.first, hn::Mul(weight, hn::Mul(s.derivative, hn::Load(D(), o.slope[a] + i))), o.slope_sum[a] + i);
      continue;
    }
    // Ridges carry finer ridges only where the octave before was high.
    V share = one;
    auto inside = hn::FirstN(D(), 0);
    if (!o.first) {
      const V wanted = hn::Mul(number(o.strength), hn::Load(D(), o.state + i));
      share = hn::Min(wanted, one);
      inside = hn::Lt(wanted, one);
    }
    const V value = hn::Mul(s.value, share);
    hn::Store(value, D(), o.state + i);
    put(o.first, hn::Mul(weight, hn::Sub(hn::Add(value, value), one)), o.sum + i);
    for (std::size_t a = 0; a < dimensions; ++a) {
      V slope = hn::Mul(hn::Mul(s.derivative, hn::Load(D(), o.slope[a] + i)), share);
      if (!o.first) {
        const V of_share = hn::IfThenElseZero(inside, hn::Mul(number(o.strength), hn::Load(D(), o.slope_state[a] + i)));
        slope = hn::Add(slope, hn::Mul(s.value, of_share));
      }
      hn::Store(slope, D(), o.slope_state[a] + i);
      put(o.first, hn::Mul(weight, hn::Add(slope, slope)), o.slope_sum[a] + i);
    }
  }
}

void start(const float* persistence, int octaves, float* weights, std::size_t count) {
  for (std::size_t i = 0; i < count; i += hn::Lanes(D())) {
    const V p = hn::Max(hn::Load(D(), persistence + i), hn::Zero(D()));
    V sum = number(1);
    for (int k = 1; k < octaves; ++k) sum = hn::Add(hn::Mul(sum, p), number(1));
    hn::Store(hn::Div(number(1), sum), D(), weights + i);
  }
}

void next(const float* persistence, float* weights, std::size_t count) {
  for (std::size_t i = 0; i < count; i += hn::Lanes(D())) {
    const V p = hn::Max(hn::Load(D(), persistence + i), hn::Zero(D()));
    hn::Store(hn::Mul(hn::Load(D(), weights + i), p), D(), weights + i);
  }
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {
HWY_EXPORT(add);
HWY_EXPORT(start);
HWY_EXPORT(next);
}  // namespace

void add_shaped_octave(const ShapedOctave& octave) { HWY_DYNAMIC_DISPATCH(add)(octave); }
void start_weights(const float* persistence, int octaves, float* weights, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(start)(persistence, octaves, weights, count);
}
void next_weights(const float* persistence, float* weights, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(next)(persistence, weights, count);
}

}  // namespace craton
#endif
