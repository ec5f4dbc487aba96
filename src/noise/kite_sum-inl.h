// The corners of each sample's kite and their sum. Included once per target.
#if defined(CRATON_NOISE_KITE_SUM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_KITE_SUM_INL
#undef CRATON_NOISE_KITE_SUM_INL
#else
#define CRATON_NOISE_KITE_SUM_INL
#endif

#include <hwy/highway.h>

#include <type_traits>

#include "base/simd/unroll-inl.h"
#include "noise/gradients-inl.h"
#include "noise/kite_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using KD = hn::ScalableTag<float>;
using KDU = hn::RebindToUnsigned<KD>;
using KDI = hn::RebindToSigned<KD>;
using KV = hn::Vec<KD>;
using KVU = hn::Vec<KDU>;
using KMask = hn::Mask<KD>;

template <class VU>
HWY_INLINE auto kite_offset(VU steps) {
  const hn::RebindToFloat<hn::DFromV<VU>> d;
  return hn::Mul(hn::ConvertTo(d, hn::BitCast(hn::RebindToSigned<decltype(d)>(), steps)), hn::Set(d, 0x1p-28F));
}
HWY_INLINE KVU choose(KMask mask, KVU yes, KVU no) { return hn::IfThenElse(hn::RebindMask(KDU(), mask), yes, no); }
HWY_INLINE KV choose(KMask mask, KV yes, KV no) { return hn::IfThenElse(mask, yes, no); }

/// Nothing where it is negative. As integers, negative numbers are negative too.
template <class V>
HWY_INLINE V not_negative(V value) {
  const hn::DFromV<V> d;
  const hn::RebindToSigned<hn::DFromV<V>> di;
  return hn::BitCast(d, hn::Max(hn::BitCast(di, value), hn::Zero(di)));
}

struct KiteForms {
  KV a, b, c;

  // NOLINTNEXTLINE(modernize-use-equals-default): g++ compiles that one without the target that vectors need (NEON)
  HWY_INLINE KiteForms() {}
  HWY_INLINE explicit KiteForms(const KiteForm& form)
      : a(hn::Set(KD(), form.a)), b(hn::Set(KD(), form.b)), c(hn::Set(KD(), form.c)) {}
};
HWY_INLINE KiteForms choose(KMask mask, const KiteForms& yes, const KiteForms& no) {
  KiteForms chosen;
  chosen.a = choose(mask, yes.a, no.a);
  chosen.b = choose(mask, yes.b, no.b);
  chosen.c = choose(mask, yes.c, no.c);
  return chosen;
}

/// What remains of t, and of its change along x, once y is known: the terms in x are taken last.
HWY_INLINE KV round_room(KV room, KV y) { return hn::Sub(room, hn::Mul(y, y)); }
HWY_INLINE KV oval_room(KV room, KV y, KV c) { return hn::Sub(room, hn::Mul(hn::Mul(c, y), y)); }
template <class V>
HWY_INLINE V round_t(V room, V x_squared) {
  return not_negative(hn::Sub(room, x_squared));
}
template <class V>
HWY_INLINE V oval_t(V room, V x, V a_x, V b_y) {
  return not_negative(hn::Sub(room, hn::Mul(x, hn::Add(a_x, b_y))));
}
template <class V>
HWY_INLINE V fourth_power(V t) {
  const V squared = hn::Mul(t, t);
  return hn::Mul(squared, squared);
}

/// Adds up what corners contribute to the value.
struct KiteValueSum {
  KV value;

  HWY_INLINE KiteValueSum() : value(hn::Zero(KD())) {}
  HWY_INLINE void add(KV t, KV x, KV y, const Gradient2<KV>& g) {
    value = hn::Add(value, hn::Mul(fourth_power(t), hn::Add(hn::Mul(g.x, x), hn::Mul(g.y, y))));
  }
  HWY_INLINE void add_round(KV room, KV x, KV y, const Gradient2<KV>& g) {
    add(round_t(round_room(room, y), hn::Mul(x, x)), x, y, g);
  }
  HWY_INLINE void add_oval(KV room, KV x, KV y, const KiteForms& form, const Gradient2<KV>& g) {
    add(oval_t(oval_room(room, y, form.c), x, hn::Mul(form.a, x), hn::Mul(form.b, y)), x, y, g);
  }
};

/// The same, and what they contribute to its derivatives: along an axis, t⁴ · gradient + 4 t³ · (gradient · offset) · ∂t.
struct KiteSlopeSum {
  KV value, slope[2];

  HWY_INLINE KiteSlopeSum() : value(hn::Zero(KD())) { slope[0] = slope[1] = hn::Zero(KD()); }
  HWY_INLINE void add(KV t, KV x, KV y, KV fall_x, KV fall_y, const Gradient2<KV>& g) {
    const KV squared = hn::Mul(t, t), along_gradient = hn::Mul(squared, squared);
    const KV product = hn::Add(hn::Mul(g.x, x), hn::Mul(g.y, y));
    const KV along_fall = hn::Mul(hn::Mul(hn::Mul(squared, t), hn::Set(KD(), 4.0F)), product);
    value = hn::Add(value, hn::Mul(along_gradient, product));
    slope[0] = hn::Add(slope[0], hn::Sub(hn::Mul(along_gradient, g.x), hn::Mul(along_fall, fall_x)));
    slope[1] = hn::Add(slope[1], hn::Sub(hn::Mul(along_gradient, g.y), hn::Mul(along_fall, fall_y)));
  }
  HWY_INLINE void add_round(KV room, KV x, KV y, const Gradient2<KV>& g) {
    add(round_t(round_room(room, y), hn::Mul(x, x)), x, y, hn::Add(x, x), hn::Add(y, y), g);
  }
  HWY_INLINE void add_oval(KV room, KV x, KV y, const KiteForms& form, const Gradient2<KV>& g) {
    const KV a_x = hn::Mul(form.a, x), b_y = hn::Mul(form.b, y), c_y = hn::Mul(form.c, y);
    const KV t = oval_t(oval_room(room, y, form.c), x, a_x, b_y);
    add(t, x, y, hn::Add(hn::Add(a_x, a_x), b_y), hn::Add(hn::Mul(form.b, x), hn::Add(c_y, c_y)), g);
  }
};

/// Places as steps of the simplex lattice: differences are exact.
struct StepPlaces {
  using Number = std::uint32_t;
  using Vector = KVU;
  static constexpr const KiteShape<Number>& shape = kite_shape_in_steps;

  static HWY_INLINE Vector set(Number n) { return hn::Set(KDU(), n); }
  static HWY_INLINE KV between(Vector place, Vector corner) { return kite_offset(hn::Sub(place, corner)); }
  static HWY_INLINE Vector gather(const Number* table, hn::Vec<KDI> index) { return hn::GatherIndex(KDU(), table, index); }
};

/// Places as numbers, on rows along the x axis.
struct RowPlaces {
  using Number = float;
  using Vector = KV;
  static constexpr const KiteShape<Number>& shape = kite_shape_on_rows;

  static HWY_INLINE Vector set(Number n) { return hn::Set(KD(), n); }
  static HWY_INLINE KV between(Vector place, Vector corner) { return hn::Sub(place, corner); }
  static HWY_INLINE Vector gather(const Number* table, hn::Vec<KDI> index) { return hn::GatherIndex(KD(), table, index); }
};

/// Which kite of its triangle a sample lies in: triangles have a first vertex, then one towards direction 0 or 2, then one
/// towards direction 1.
struct KiteChoice {
  KMask by_0;           ///< the second vertex lies in direction 0 of the first, else in direction 2
  KMask second, third;  ///< nearest vertex; else it is the first

  // NOLINTNEXTLINE(modernize-use-equals-default): g++ compiles that one without the target that vectors need (NEON)
  HWY_INLINE KiteChoice() {}

  /// k of the kite: 0, 2, 4 or 1, 5, 3.
  HWY_INLINE KVU kite() const {
    const KDU du;
    const KVU even = choose(third, hn::Set(du, 4U), choose(second, hn::Set(du, 2U), hn::Zero(du)));
    const KVU odd = choose(third, hn::Set(du, 3U), choose(second, hn::Set(du, 5U), hn::Set(du, 1U)));
    return choose(by_0, even, odd);
  }
};

/// Which vertex a corner belongs to: one step along the lattice's first axis (direction 0), along its second (direction 2), along
/// both (direction 1), or none.
struct KiteOwner {
  KMask a, b;

  HWY_INLINE KiteOwner(KMask step_a, KMask step_b) : a(step_a), b(step_b) {}
};

/// For lattices that can have no hats.
struct NoHats {};

HWY_INLINE KVU key_low(const KiteOctave& octave, int corner) { return hn::Set(KDU(), octave.key[corner].low); }
HWY_INLINE KVU key_high(const KiteOctave& octave, int corner) { return hn::Set(KDU(), octave.key[corner].high); }

/// Sum over the corners of each lane's kite. `x`, `y`: the sample from its triangle's first vertex. vertex_keys(owner, low, high)
/// gives the keys of a vertex; hats(choice, hash, direction) what the tiling says, asked only where the octave has hats.
template <class Places, class Sum, class VertexKeys, class HatsOf>
HWY_INLINE Sum kite_sum(const KiteOctave& octave, typename Places::Vector x, typename Places::Vector y, KMask by_0,
                        const VertexKeys& vertex_keys, const HatsOf& hats) {
  const KD d;
  const KDU du;
  constexpr const auto& shape = Places::shape;
  using PV = typename Places::Vector;
  KiteChoice choice;
  choice.by_0 = by_0;
  // Offsets from the three vertices; the nearest is the kite's.
  const PV second_x = choose(by_0, Places::set(shape.next[0].x), Places::set(shape.next[2].x));
  const PV second_y = choose(by_0, Places::set(shape.next[0].y), Places::set(shape.next[2].y));
  const PV third_x = Places::set(shape.next[1].x), third_y = Places::set(shape.next[1].y);
  const PV zero = Places::set(0);
  const auto distance = [&](PV at_x, PV at_y) CRATON_INLINE_LAMBDA {
    const KV dx = Places::between(x, at_x), dy = Places::between(y, at_y);
    return hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy));
  };
  const KV to_first = distance(zero, zero), to_second = distance(second_x, second_y), to_third = distance(third_x, third_y);
  choice.third = hn::Lt(to_third, hn::Min(to_first, to_second));
  choice.second = hn::AndNot(choice.third, hn::Lt(to_second, to_first));
  const PV v_x = choose(choice.third, third_x, choose(choice.second, second_x, zero));
  const PV v_y = choose(choice.third, third_y, choose(choice.second, second_y, zero));

  const auto gradient = [&](const KiteOwner& owner, KVU low, KVU high, const GradientMaker& maker) CRATON_INLINE_LAMBDA {
    vertex_keys(owner, low, high);
    return gradient2(d, lattice_point_hash(du, low, high), maker);
  };
  const KV room_side = hn::Set(d, kite_room_side);
  Sum sum;

  // The side from the first vertex to the second, or from the second to the third: direction 0 or 2.
  const KMask across = hn::And(choice.third, by_0), across_other = hn::AndNot(by_0, choice.third);
  {
    const KMask along_0 = hn::Xor(by_0, choice.third);
    const PV begin_x = choose(choice.third, second_x, zero), begin_y = choose(choice.third, second_y, zero);
    const PV m_x = choose(along_0, Places::set(shape.corner[kite_m0].x), Places::set(shape.corner[kite_m2].x));
    const PV m_y = choose(along_0, Places::set(shape.corner[kite_m0].y), Places::set(shape.corner[kite_m2].y));
    const auto g = gradient(KiteOwner(across, across_other), choose(along_0, key_low(octave, kite_m0), key_low(octave, kite_m2)),
                            choose(along_0, key_high(octave, kite_m0), key_high(octave, kite_m2)), octave.at_side);
    sum.add_oval(room_side, Places::between(hn::Sub(x, begin_x), m_x), Places::between(hn::Sub(y, begin_y), m_y),
                 choose(along_0, KiteForms(shape.m_form[0]), KiteForms(shape.m_form[2])), g);
  }
  // The side from the first vertex to the third, or again from the second to the third.
  {
    const KMask from_second = choice.second;
    const KMask along_0 = hn::AndNot(by_0, from_second), along_2 = hn::And(by_0, from_second);
    const PV begin_x = choose(from_second, second_x, zero), begin_y = choose(from_second, second_y, zero);
    const auto pick = [&](auto of) CRATON_INLINE_LAMBDA { return choose(along_0, of(0), choose(along_2, of(2), of(1))); };
    const PV m_x = pick([&](int h) CRATON_INLINE_LAMBDA { return Places::set(shape.corner[kite_m0 + h].x); });
    const PV m_y = pick([&](int h) CRATON_INLINE_LAMBDA { return Places::set(shape.corner[kite_m0 + h].y); });
    const KVU low = pick([&](int h) CRATON_INLINE_LAMBDA { return key_low(octave, kite_m0 + h); });
    const KVU high = pick([&](int h) CRATON_INLINE_LAMBDA { return key_high(octave, kite_m0 + h); });
    const KiteForms form = pick([&](int h) CRATON_INLINE_LAMBDA { return KiteForms(shape.m_form[h]); });
    const auto g = gradient(KiteOwner(along_2, along_0), low, high, octave.at_side);
    sum.add_oval(room_side, Places::between(hn::Sub(x, begin_x), m_x), Places::between(hn::Sub(y, begin_y), m_y), form, g);
  }
  {
    const KMask a = hn::Or(choice.third, hn::And(choice.second, by_0)), b = hn::Or(choice.third, hn::AndNot(by_0, choice.second));
    const auto g = gradient(KiteOwner(a, b), key_low(octave, kite_v), key_high(octave, kite_v), octave.at_v);
    sum.add_round(hn::Set(d, kite_room_v), Places::between(x, v_x), Places::between(y, v_y), g);
  }
  {
    const PV c_x = choose(by_0, Places::set(shape.corner[kite_c0].x), Places::set(shape.corner[kite_c1].x));
    const PV c_y = choose(by_0, Places::set(shape.corner[kite_c0].y), Places::set(shape.corner[kite_c1].y));
    const KMask none = hn::MaskFromVec(hn::Zero(d));
    const auto g = gradient(KiteOwner(none, none), choose(by_0, key_low(octave, kite_c0), key_low(octave, kite_c1)),
                            choose(by_0, key_high(octave, kite_c0), key_high(octave, kite_c1)), octave.at_side);
    sum.add_round(room_side, Places::between(x, c_x), Places::between(y, c_y), g);
  }
  if constexpr (!std::is_same_v<HatsOf, NoHats>) {
    if (!octave.hats) return sum;
    KVU hash, direction;
    hats(choice, hash, direction);
    const auto h = hn::BitCast(KDI(), direction);
    const auto twice = hn::Add(h, h);
    const PV e_x = Places::gather(&shape.e[0].x, twice), e_y = Places::gather(&shape.e[0].y, twice);
    const KMask opposite = hn::RebindMask(d, hn::Gt(h, hn::Set(KDI(), 2)));
    const auto side = hn::RebindMask(
        d, hn::Eq(hn::Sub(h, hn::IfThenElseZero(hn::RebindMask(KDI(), opposite), hn::Set(KDI(), 3))), hn::Set(KDI(), 1)));
    const auto side_2 = hn::RebindMask(
        d, hn::Eq(hn::Sub(h, hn::IfThenElseZero(hn::RebindMask(KDI(), opposite), hn::Set(KDI(), 3))), hn::Set(KDI(), 2)));
    const KiteForms form =
        choose(side, KiteForms(shape.e_form[1]), choose(side_2, KiteForms(shape.e_form[2]), KiteForms(shape.e_form[0])));
    sum.add_oval(room_side, Places::between(hn::Sub(x, v_x), e_x), Places::between(hn::Sub(y, v_y), e_y), form,
                 gradient2(d, hash, octave.at_side));
  }
  return sum;
}

/// Keys of the lattice lines before and after each lane's sample along one axis.
struct KiteKeys {
  KVU low[2], high[2];

  // NOLINTNEXTLINE(modernize-use-equals-default): g++ compiles that one without the target that vectors need (NEON)
  HWY_INLINE KiteKeys() {}
};

/// The keys of a vertex where both axes have keys of their own.
struct KiteVertexKeys {
  const KiteKeys& a;
  const KiteKeys& b;

  HWY_INLINE void operator()(const KiteOwner& owner, KVU& low, KVU& high) const {
    low = hn::Add(low, hn::Add(choose(owner.a, a.low[1], a.low[0]), choose(owner.b, b.low[1], b.low[0])));
    high = hn::Add(high, hn::Add(choose(owner.a, a.high[1], a.high[0]), choose(owner.b, b.high[1], b.high[0])));
  }
};

/// Sums of a batch of points; store(i, sum) takes those from point i on.
template <class Sum, class Store>
HWY_INLINE void sum_kite_points(const KiteOctave& octave, const SimplexPoints& points, const HatPoints* hats,
                                const Store& store) {
  const KD d;
  const KDU du;
  for (std::size_t i = 0; i < points.count; i += hn::Lanes(du)) {
    KiteKeys keys[2];
    KVU place[2], inside[2];
    unrolled<2>([&](auto a) CRATON_INLINE_LAMBDA {
      const SimplexPoints::Axis& from = points.axis[a];
      place[a] = hn::Load(du, &from.offset[i]);
      inside[a] = hn::Load(du, &from.inside[i]);
      unrolled<2>([&](auto side) CRATON_INLINE_LAMBDA {
        keys[a].low[side] = hn::Load(du, &from.keys.low[side][i]);
        keys[a].high[side] = hn::Load(du, &from.keys.high[side][i]);
      });
    });
    const KMask by_0 = hn::RebindMask(d, hn::Not(hn::Lt(hn::BitCast(KDI(), inside[0]), hn::BitCast(KDI(), inside[1]))));
    store(i, kite_sum<StepPlaces, Sum>(octave, place[0], place[1], by_0, KiteVertexKeys{keys[0], keys[1]},
                                       [&](const KiteChoice&, KVU& hash, KVU& direction) CRATON_INLINE_LAMBDA {
                                         hash = hn::Load(du, &hats->hash[i]);
                                         direction = hn::Load(du, &hats->direction[i]);
                                       }));
  }
}

}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
