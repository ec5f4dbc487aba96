// Feature points, distances, and what is kept of the nearest: shared by the kernels of cellular noise. Included once per
// target.
#if defined(CRATON_NOISE_CELLULAR_SUM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CRATON_NOISE_CELLULAR_SUM_INL
#undef CRATON_NOISE_CELLULAR_SUM_INL
#else
#define CRATON_NOISE_CELLULAR_SUM_INL
#endif

#include <hwy/highway.h>

#include "base/simd/lattice_hash-inl.h"
#include "base/simd/unroll-inl.h"
#include "noise/cellular_octave.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

namespace cellular {

using D = hn::ScalableTag<float>;
using DU = hn::RebindToUnsigned<D>;
using DI = hn::RebindToSigned<D>;
using V = hn::Vec<D>;
using VU = hn::Vec<DU>;

inline constexpr float infinitely_far = 0x1p100F;

/// Where a cell's point lies in it: multiples of 2^-20, so that cell + offset is exact up to 15 cells away, and a component of
/// a distance, (cell + offset) − fraction, is rounded once wherever it is computed.
struct FeatureOffset {
  V axis[3];
  HWY_INLINE FeatureOffset() {}
};

/// 20 bits of a hash as 0.5 + jitter · (bits · 2^-20 − 0.5).
HWY_INLINE V jittered(VU hash, V jitter) {
  const D d;
  const V half = hn::Set(d, 0x1p19F);
  const V bits = hn::ConvertTo(d, hn::BitCast(DI(), hn::ShiftRight<12>(hash)));
  return hn::Mul(hn::Add(hn::Floor(hn::Mul(hn::Sub(bits, half), jitter)), half), hn::Set(d, 0x1p-20F));
}

HWY_INLINE FeatureOffset feature_offset(VU hash, V jitter, int dimensions) {
  const DU du;
  FeatureOffset offset;
  VU bits = hn::Mul(hash, hn::Set(du, 0x9e3779b1U));
  bits = hn::Xor(bits, hn::ShiftRight<15>(bits));
  offset.axis[0] = jittered(bits, jitter);
  bits = hn::Mul(bits, hn::Set(du, 0x85ebca77U));
  bits = hn::Xor(bits, hn::ShiftRight<13>(bits));
  offset.axis[1] = jittered(bits, jitter);
  offset.axis[2] = hn::Zero(D());
  if (dimensions == 3) {
    bits = hn::Mul(bits, hn::Set(du, 0xc2b2ae3dU));
    bits = hn::Xor(bits, hn::ShiftRight<16>(bits));
    offset.axis[2] = jittered(bits, jitter);
  }
  return offset;
}

/// What a cell shows of itself: its random value, or its number.
HWY_INLINE V face_of(VU hash, const CellularOctave& octave) {
  const D d;
  if (octave.output == CellularOutput::value) return hn::Mul(signed_unit_from_hash(d, hash), hn::Set(d, octave.value_factor));
  return hn::ConvertTo(d, hn::BitCast(DI(), hn::ShiftRight<8>(hash)));
}

// ---- distances: join(part(dx), join(part(dy), part(dz))). Both are monotone, in floating point too. Metrics that join parts
// alike share what only joins.

struct Adding {
  static HWY_INLINE V join(V a, V b) { return hn::Add(a, b); }
};
struct TakingLarger {
  static HWY_INLINE V join(V a, V b) { return hn::Max(a, b); }
};

struct Squares : Adding {
  using Join = Adding;
  static HWY_INLINE V part(V x) { return hn::Mul(x, x); }
};
struct Sums : Adding {
  using Join = Adding;
  static HWY_INLINE V part(V x) { return hn::Abs(x); }
};
struct Largest : TakingLarger {
  using Join = TakingLarger;
  static HWY_INLINE V part(V x) { return hn::Abs(x); }
};

// ---- what is kept of the points seen so far. Of equally near points the first counts; points come in the order of their
// cells' z, y and x.

/// Distances to the nearest `Count` points.
template <int Count>
struct NearestDistances {
  static constexpr int nearest = Count;
  static constexpr bool unrolls = Count <= 2;  ///< for a few points at once: what is asked most
  static constexpr bool faces = false;
  V best[Count];

  HWY_INLINE NearestDistances() {}
  HWY_INLINE void start(V distance, V) {
    best[0] = distance;
    for (int k = 1; k < Count; ++k) best[k] = hn::Set(D(), infinitely_far);
  }
  HWY_INLINE void add(V distance, V) {
    for (int k = 0; k + 1 < Count; ++k) {
      const V nearer = hn::Min(best[k], distance);
      distance = hn::Max(best[k], distance);
      best[k] = nearer;
    }
    best[Count - 1] = hn::Min(best[Count - 1], distance);
  }
  /// The weighted sum; distances of weight 0 take no part.
  HWY_INLINE V value(const CellularOctave& octave, const CellularScale& scale) const {
    const D d;
    V sum = hn::Zero(d);
    bool empty = true;
    unrolled<Count>([&](auto k) CRATON_INLINE_LAMBDA {
      if (Count > 1 && scale.factor[k] == 0) return;
      const V distance = octave.distance == CellularDistance::euclidean ? hn::Sqrt(best[k]) : best[k];
      const V term = hn::Mul(distance, hn::Set(d, scale.factor[k]));
      sum = empty ? term : hn::Add(sum, term);
      empty = false;
    });
    return hn::Add(sum, hn::Set(d, scale.offset));
  }
};

/// The face of the nearest point.
struct NearestFace {
  static constexpr int nearest = 1;
  static constexpr bool unrolls = true;
  static constexpr bool faces = true;
  V best[1], face;

  HWY_INLINE NearestFace() {}
  HWY_INLINE void start(V distance, V its_face) {
    best[0] = distance;
    face = its_face;
  }
  HWY_INLINE void add(V distance, V its_face) {
    face = hn::IfThenElse(hn::Lt(distance, best[0]), its_face, face);
    best[0] = hn::Min(best[0], distance);
  }
  HWY_INLINE V value(const CellularOctave&, const CellularScale&) const { return face; }
};

/// The face of the second nearest point.
struct SecondFace {
  static constexpr int nearest = 2;
  static constexpr bool unrolls = false;
  static constexpr bool faces = true;
  V best[2], face[2];

  HWY_INLINE SecondFace() {}
  HWY_INLINE void start(V distance, V its_face) {
    best[0] = distance;
    best[1] = hn::Set(D(), infinitely_far);
    face[0] = face[1] = its_face;
  }
  HWY_INLINE void add(V distance, V its_face) {
    const auto first = hn::Lt(distance, best[0]), second = hn::Lt(distance, best[1]);
    face[1] = hn::IfThenElse(first, face[0], hn::IfThenElse(second, its_face, face[1]));
    face[0] = hn::IfThenElse(first, its_face, face[0]);
    best[1] = hn::Min(best[1], hn::Max(best[0], distance));
    best[0] = hn::Min(best[0], distance);
  }
  HWY_INLINE V value(const CellularOctave&, const CellularScale&) const { return face[1]; }
};

/// The distance to the border of the nearest point's cell, in two passes: first the nearest point p, then the nearest of the
/// planes halfway between it and other points q: ((p + q) / 2) · (q − p) / |q − p|, where places are relative to the sample.
struct BorderSearch {
  V best, to_nearest[3], nearest[3], squared_distance;

  HWY_INLINE BorderSearch() {
    best = squared_distance = hn::Set(D(), infinitely_far);
    for (int a = 0; a < 3; ++a) to_nearest[a] = nearest[a] = hn::Zero(D());
  }
  /// `place` is exact, in cells from a fixed cell; `away` is it relative to the sample.
  HWY_INLINE void find_nearest(const V (&place)[3], const V (&away)[3]) {
    const V distance = Squares::join(Squares::part(away[0]), Squares::join(Squares::part(away[1]), Squares::part(away[2])));
    const auto nearer = hn::Lt(distance, best);
    best = hn::Min(best, distance);
    for (int a = 0; a < 3; ++a) {
      nearest[a] = hn::IfThenElse(nearer, place[a], nearest[a]);
      to_nearest[a] = hn::IfThenElse(nearer, away[a], to_nearest[a]);
    }
  }
  HWY_INLINE void add_border(const V (&place)[3], const V (&away)[3]) {
    const D d;
    V between[3], middle[3];
    for (int a = 0; a < 3; ++a) {
      between[a] = hn::Sub(place[a], nearest[a]);
      middle[a] = hn::Add(to_nearest[a], away[a]);
    }
    const V along =
        hn::Add(hn::Mul(between[0], middle[0]), hn::Add(hn::Mul(between[1], middle[1]), hn::Mul(between[2], middle[2])));
    const V length =
        hn::Add(hn::Mul(between[0], between[0]), hn::Add(hn::Mul(between[1], between[1]), hn::Mul(between[2], between[2])));
    const auto itself = hn::Eq(length, hn::Zero(d));
    const V squared = hn::Div(hn::Mul(along, along), hn::IfThenElse(itself, hn::Set(d, 1.0F), length));
    squared_distance = hn::Min(squared_distance, hn::IfThenElse(itself, squared_distance, squared));
  }
  HWY_INLINE V value(const CellularScale& scale) const {
    const D d;
    const V distance = hn::Min(hn::Mul(hn::Sqrt(squared_distance), hn::Set(d, 0.5F)), hn::Set(d, scale.most));
    return hn::Add(hn::Mul(distance, hn::Set(d, scale.factor[0])), hn::Set(d, scale.offset));
  }
};

}  // namespace cellular
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
