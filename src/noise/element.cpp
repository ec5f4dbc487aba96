#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/element.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

#include "base/simd/elementary-inl.h"
#include "noise/element.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D = hn::ScalableTag<float>;
using V = hn::Vec<D>;

/// Reads an operand at sample i.
struct Reader {
  const float* values;
  float constant;

  explicit Reader(const Operand& operand) : values(operand.values), constant(operand.constant) {}
  HWY_INLINE V operator()(std::size_t i) const { return values ? hn::Load(D(), values + i) : hn::Set(D(), constant); }
};

template <class Function>
HWY_INLINE void each(float* out, std::size_t count, const Function& function) {
  for (std::size_t i = 0; i < count; i += hn::Lanes(D())) hn::Store(function(i), D(), out + i);
}

HWY_INLINE V number(float value) { return hn::Set(D(), value); }
HWY_INLINE V held(V x, V low, V high) { return hn::Max(hn::Min(x, high), low); }
HWY_INLINE V unit(V x) { return held(x, number(0), number(1)); }
HWY_INLINE V sign_of(V x) { return hn::CopySign(number(1), x); }
HWY_INLINE V mixed(V a, V b, V share) { return hn::Add(a, hn::Mul(share, hn::Sub(b, a))); }
HWY_INLINE V smooth(V t) { return hn::Mul(hn::Mul(t, t), hn::Sub(number(3), hn::Mul(number(2), t))); }
HWY_INLINE V smooth_slope(V t) { return hn::Mul(number(6), hn::Mul(t, hn::Sub(number(1), t))); }
HWY_INLINE V if_true(hn::Mask<D> mask) { return hn::IfThenElseZero(mask, number(1)); }

/// How far a selector is on its way from the first noise to the second.
HWY_INLINE V crossing(V selector, V threshold, V width) {
  const V span = hn::Max(width, number(1e-6F));
  return unit(hn::Add(hn::Div(hn::Sub(selector, threshold), span), number(0.5F)));
}

/// A step and the place in it, of a terraced value: flat for `sharpness` of a step, then smoothly up.
struct Terrace {
  V step, rise;  ///< rise: 0 … 1 over the part that is not flat
  V flat_share;

  HWY_INLINE Terrace(V x, V sharpness, std::span<const float> c) {
    const V t = hn::Mul(hn::Sub(x, number(c[2])), number(c[0] / c[3]));
    step = hn::Floor(t);
    flat_share = held(sharpness, number(0), number(0.99F));
    rise = unit(hn::Div(hn::Sub(hn::Sub(t, step), flat_share), hn::Sub(number(1), flat_share)));
  }
};

/// Cubic pieces between the points of a curve; constant beyond them.
struct CurvePiece {
  V x0, y0, m0, x1, y1, m1;

  HWY_INLINE CurvePiece(V x, std::span<const float> c) {
    x0 = number(c[0]), y0 = number(c[1]), m0 = number(c[2]);
    x1 = number(c[3]), y1 = number(c[4]), m1 = number(c[5]);
    for (std::size_t k = 3; k + 3 < c.size(); k += 3) {
      const auto past = hn::Ge(x, number(c[k]));
      x0 = hn::IfThenElse(past, number(c[k]), x0);
      y0 = hn::IfThenElse(past, number(c[k + 1]), y0);
      m0 = hn::IfThenElse(past, number(c[k + 2]), m0);
      x1 = hn::IfThenElse(past, number(c[k + 3]), x1);
      y1 = hn::IfThenElse(past, number(c[k + 4]), y1);
      m1 = hn::IfThenElse(past, number(c[k + 5]), m1);
    }
  }
  HWY_INLINE V width() const { return hn::Sub(x1, x0); }
  HWY_INLINE V place(V x) const { return unit(hn::Div(hn::Sub(x, x0), width())); }
  /// y0 + t (a + t (b + t c)), t the place in the piece.
  HWY_INLINE V a() const { return hn::Mul(m0, width()); }
  HWY_INLINE V c() const { return hn::Sub(hn::Mul(width(), hn::Add(m0, m1)), hn::Mul(number(2), hn::Sub(y1, y0))); }
  HWY_INLINE V b() const { return hn::Sub(hn::Sub(hn::Sub(y1, y0), a()), c()); }
};

HWY_INLINE V curve_value(V x, std::span<const float> c) {
  const CurvePiece piece(x, c);
  const V t = piece.place(x);
  const V value = hn::Add(piece.y0, hn::Mul(t, hn::Add(piece.a(), hn::Mul(t, hn::Add(piece.b(), hn::Mul(t, piece.c()))))));
  return held(value, hn::Min(piece.y0, piece.y1), hn::Max(piece.y0, piece.y1));
}

HWY_INLINE V curve_slope(V x, std::span<const float> c) {
  const CurvePiece piece(x, c);
  const V t = piece.place(x);
  const V slope =
      hn::Add(piece.a(), hn::Mul(t, hn::Add(hn::Mul(number(2), piece.b()), hn::Mul(number(3), hn::Mul(t, piece.c())))));
  const auto inside = hn::And(hn::Ge(x, number(c[0])), hn::Lt(x, number(c[c.size() - 3])));
  return hn::IfThenElseZero(inside, hn::Div(slope, piece.width()));
}

void run(Element element, const Operands& in, std::span<const float> c, float* out, std::size_t count) {
  const Reader x(in[0]), y(in[1]), z(in[2]), s(in[3]), t(in[4]);
  switch (element) {
    case Element::add: return each(out, count, [&](std::size_t i) { return hn::Add(x(i), y(i)); });
    case Element::multiply: return each(out, count, [&](std::size_t i) { return hn::Mul(x(i), y(i)); });
    case Element::minimum: return each(out, count, [&](std::size_t i) { return hn::Min(x(i), y(i)); });
    case Element::maximum: return each(out, count, [&](std::size_t i) { return hn::Max(x(i), y(i)); });
    case Element::absolute: return each(out, count, [&](std::size_t i) { return hn::Abs(x(i)); });
    case Element::clamp: return each(out, count, [&](std::size_t i) { return held(x(i), y(i), z(i)); });
    case Element::mix: return each(out, count, [&](std::size_t i) { return mixed(x(i), y(i), unit(z(i))); });
    case Element::select:
      return each(out, count, [&](std::size_t i) { return mixed(x(i), y(i), smooth(crossing(z(i), s(i), t(i)))); });
    case Element::power:
      return each(out, count, [&](std::size_t i) { return hn::CopySign(power_of(D(), hn::Abs(x(i)), y(i)), x(i)); });
    case Element::remap:
      return each(out, count,
                  [&](std::size_t i) { return mixed(y(i), z(i), hn::Mul(hn::Sub(x(i), number(c[0])), number(c[1]))); });
    case Element::terrace:
      return each(out, count, [&](std::size_t i) {
        const Terrace terrace(x(i), y(i), c);
        const V steps = hn::Add(terrace.step, smooth(terrace.rise));
        return hn::Add(number(c[2]), hn::Mul(hn::Min(steps, number(c[0])), number(c[1] * c[3])));
      });
    case Element::curve: return each(out, count, [&](std::size_t i) { return curve_value(x(i), c); });
    case Element::sine: return each(out, count, [&](std::size_t i) { return sine_of_turns(D(), x(i)); });
  }
}

void partial(Element element, std::size_t operand, const Operands& in, std::span<const float> c, float* out, std::size_t count) {
  const Reader x(in[0]), y(in[1]), z(in[2]), s(in[3]), t(in[4]);
  switch (element) {
    case Element::add: return each(out, count, [&](std::size_t) { return number(1); });
    case Element::multiply: return each(out, count, [&](std::size_t i) { return operand == 0 ? y(i) : x(i); });
    case Element::minimum:
    case Element::maximum: {
      // Where both are equal the second counts.
      const bool first = (element == Element::minimum) == (operand == 0);
      return each(out, count, [&](std::size_t i) {
        const auto below = element == Element::minimum ? hn::Lt(x(i), y(i)) : hn::Le(x(i), y(i));
        return if_true(first ? below : hn::Not(below));
      });
    }
    case Element::absolute: return each(out, count, [&](std::size_t i) { return sign_of(x(i)); });
    case Element::clamp:
      return each(out, count, [&](std::size_t i) {
        const auto low = hn::Le(hn::Min(x(i), z(i)), y(i)), high = hn::Ge(x(i), z(i));
        if (operand == 1) return if_true(low);
        return if_true(operand == 2 ? hn::AndNot(low, high) : hn::AndNot(low, hn::Not(high)));
      });
    case Element::mix:
      return each(out, count, [&](std::size_t i) {
        const V share = unit(z(i));
        if (operand == 0) return hn::Sub(number(1), share);
        if (operand == 1) return share;
        const auto inside = hn::And(hn::Gt(z(i), number(0)), hn::Lt(z(i), number(1)));
        return hn::IfThenElseZero(inside, hn::Sub(y(i), x(i)));
      });
    case Element::select:
      return each(out, count, [&](std::size_t i) {
        const V along = crossing(z(i), s(i), t(i));
        if (operand == 0) return hn::Sub(number(1), smooth(along));
        if (operand == 1) return smooth(along);
        const V slope = hn::Div(smooth_slope(along), hn::Max(t(i), number(1e-6F)));
        return hn::Mul(hn::Sub(y(i), x(i)), operand == 2 ? slope : hn::Neg(slope));
      });
    case Element::power:
      return each(out, count, [&](std::size_t i) {
        const V magnitude = hn::Max(hn::Abs(x(i)), number(1e-6F));
        return hn::Mul(y(i), hn::Div(power_of(D(), magnitude, y(i)), magnitude));
      });
    case Element::remap:
      return each(out, count, [&](std::size_t i) {
        const V share = hn::Mul(hn::Sub(x(i), number(c[0])), number(c[1]));
        if (operand == 0) return hn::Mul(hn::Sub(z(i), y(i)), number(c[1]));
        return operand == 1 ? hn::Sub(number(1), share) : share;
      });
    case Element::terrace:
      return each(out, count, [&](std::size_t i) {
        const Terrace terrace(x(i), y(i), c);
        return hn::Div(smooth_slope(terrace.rise), hn::Sub(number(1), terrace.flat_share));
      });
    case Element::curve: return each(out, count, [&](std::size_t i) { return curve_slope(x(i), c); });
    case Element::sine:
      return each(out, count,
                  [&](std::size_t i) { return hn::Mul(number(6.2831855F), sine_of_turns(D(), hn::Add(x(i), number(0.25F)))); });
  }
}

Extent extent(const float* values, std::size_t count) {
  const std::size_t lanes = hn::Lanes(D());
  if (count < lanes) {
    const auto [low, high] = std::minmax_element(values, values + count);
    return {*low, *high};
  }
  V low = hn::LoadU(D(), values), high = low;
  for (std::size_t i = 0; i + lanes <= count; i += lanes) {
    const V v = hn::LoadU(D(), values + i);
    low = hn::Min(low, v);
    high = hn::Max(high, v);
  }
  const V last = hn::LoadU(D(), values + count - lanes);
  return {hn::GetLane(hn::MinOfLanes(D(), hn::Min(low, last))), hn::GetLane(hn::MaxOfLanes(D(), hn::Max(high, last)))};
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {
HWY_EXPORT(run);
HWY_EXPORT(partial);
HWY_EXPORT(extent);
}  // namespace

void run_element(Element element, const Operands& in, std::span<const float> constants, float* out, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(run)(element, in, constants, out, count);
}

void run_partial(Element element, std::size_t operand, const Operands& in, std::span<const float> constants, float* out,
                 std::size_t count) {
  HWY_DYNAMIC_DISPATCH(partial)(element, operand, in, constants, out, count);
}

Extent extent_of(const float* values, std::size_t count) { return HWY_DYNAMIC_DISPATCH(extent)(values, count); }

bool has_partial(Element element, std::size_t operand) {
  if (element == Element::power || element == Element::terrace) return operand == 0;
  return element != Element::select || operand < 4;
}

}  // namespace craton
#endif
