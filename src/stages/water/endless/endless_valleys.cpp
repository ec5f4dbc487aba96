// The kernel of valleys: compiled for every instruction set, the same bits on each.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/water/endless/endless_valleys.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/simd/unroll-inl.h"
#include "stages/water/endless/endless_valleys.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D = hn::CappedTag<float, endless::valley_lanes>;
using V = hn::Vec<D>;

constexpr float no_ground = 0x1p60F;

/// √(s² + floor²) − floor: flat on the floor of a valley, then rising evenly.
HWY_INLINE V climb(V s, V floor) { return hn::Sub(hn::Sqrt(hn::Add(hn::Mul(s, s), hn::Mul(floor, floor))), floor); }

/// A piece as seen from a vector of places.
struct Seen {
  HWY_INLINE Seen() {}  // one that the compiler makes would know no vectors on ARM

  V distance, bank, width, level, ground;  ///< bank: metres beyond the water's edge
};

HWY_INLINE Seen see(const endless::ValleyLaws& laws, const endless::ValleyPiece& piece, V x, V y) {
  const D d;
  const V zero = hn::Zero(d), one = hn::Set(d, 1.0F);
  const V px = hn::Sub(x, hn::Set(d, piece.x)), py = hn::Sub(y, hn::Set(d, piece.y));
  const V ax = hn::Set(d, piece.along_x), ay = hn::Set(d, piece.along_y);
  const V dot = hn::Mul(hn::Add(hn::Mul(px, ax), hn::Mul(py, ay)), hn::Set(d, piece.per_square));
  const V t = hn::Min(hn::Max(dot, zero), one);
  const V ox = hn::Sub(px, hn::Mul(ax, t)), oy = hn::Sub(py, hn::Mul(ay, t));
  const auto at = [&](float from, float change)
                      CRATON_INLINE_LAMBDA { return hn::Add(hn::Set(d, from), hn::Mul(hn::Set(d, change), t)); };
  Seen seen;
  seen.distance = hn::Sqrt(hn::Add(hn::Mul(ox, ox), hn::Mul(oy, oy)));
  const V before_end = hn::Mul(hn::Sub(one, t), hn::Set(d, piece.length));
  seen.level =
      hn::Add(hn::Set(d, piece.level_to), hn::Mul(hn::Set(d, piece.slope), climb(before_end, hn::Set(d, piece.own_floor))));
  const V low = hn::Min(hn::Max(hn::Sub(one, hn::Mul(seen.level, hn::Set(d, 1 / endless::mouth_height))), zero), one);
  seen.width =
      hn::Mul(at(piece.width, piece.width_change), hn::Add(one, hn::Mul(hn::Set(d, endless::mouth_widening), hn::Mul(low, low))));
  const V half = hn::Mul(seen.width, hn::Set(d, 0.5F));
  seen.bank = hn::Sub(seen.distance, half);
  // Under water a parabola; then a low bank, the floor of the valley and its sides.
  const V across = hn::Div(seen.distance, half);
  const V shallow = hn::Min(hn::Set(d, 0.4F), hn::Mul(seen.width, hn::Set(d, 0.15F)));
  const V deepest = hn::Min(hn::Add(shallow, hn::Mul(seen.width, hn::Set(d, 0.05F))), hn::Set(d, 6.0F));
  // On the bottom of the sea beds end.
  const V shelf = hn::Min(hn::Max(hn::Add(one, hn::Mul(seen.level, hn::Set(d, laws.shelf))), zero), one);
  const V depth = hn::Mul(deepest, shelf);
  const V under = hn::Mul(depth, hn::Sub(hn::Mul(across, across), one));
  const V out = hn::Max(seen.bank, zero);
  const V side = hn::Mul(at(piece.side, piece.side_change), climb(out, at(piece.floor, piece.floor_change)));
  const V far = hn::Max(hn::Sub(seen.distance, hn::Set(d, laws.far)), zero);
  const V over = hn::Add(hn::Min(hn::Mul(out, hn::Set(d, 0.02F)), hn::Set(d, 0.5F)),
                         hn::Add(side, hn::Mul(hn::Mul(far, far), hn::Set(d, laws.far_rise))));
  seen.ground = hn::Add(seen.level, hn::IfThenElse(hn::Lt(seen.bank, zero), under, over));
  return seen;
}

HWY_INLINE void shape(const endless::ValleyLaws& laws, std::span<const endless::ValleyPiece> pieces, std::size_t i,
                      const float* x, const float* y, float* room, const endless::ValleyGround& out) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V zero = hn::Zero(d), none = hn::Set(d, no_ground);
  const V px = hn::Load(d, x + i), py = hn::Load(d, y + i);
  V lowest = none;
  V nearest = hn::Set(d, laws.river_reach), distance = nearest, width = zero, level = zero;
  V bed = none, dam = hn::Neg(none);
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const Seen seen = see(laws, pieces[p], px, py);
    const V ground = hn::IfThenElse(hn::Lt(seen.distance, hn::Set(d, laws.reach)), seen.ground, none);
    hn::Store(ground, d, room + 2 * p * lanes);
    hn::Store(hn::Sub(ground, seen.level), d, room + (2 * p + 1) * lanes);
    lowest = hn::Min(lowest, ground);
    const auto wet = hn::And(hn::Ge(seen.width, hn::Set(d, laws.least_width)), hn::Gt(seen.level, zero));
    // Towards its dry head a stream counts as farther and farther away: distances have no step where its water begins.
    const V thin = hn::Max(hn::Sub(hn::Set(d, laws.least_width), seen.width), zero);
    const V dry =
        hn::Add(hn::Mul(thin, hn::Set(d, laws.dry_away)), hn::Mul(hn::Max(hn::Neg(seen.level), zero), hn::Set(d, 20.0F)));
    const V away = hn::Add(seen.bank, dry);
    distance = hn::Min(distance, hn::IfThenElse(wet, away, hn::Max(away, hn::Set(d, 0.01F))));
    const auto nearer = hn::And(wet, hn::Lt(seen.bank, nearest));
    nearest = hn::IfThenElse(nearer, seen.bank, nearest);
    width = hn::IfThenElse(nearer, seen.width, width);
    level = hn::IfThenElse(nearer, seen.level, level);
    const auto inside = hn::And(wet, hn::Lt(seen.bank, zero));
    bed = hn::IfThenElse(inside, hn::Min(bed, seen.ground), bed);
    // Where a neighbour's valley would take the ground from beside a river, a levee holds its water.
    const V wide = hn::Add(seen.width, hn::Set(d, 4.0F));
    const V beyond = hn::Max(hn::Sub(seen.bank, hn::Mul(wide, hn::Set(d, 0.5F))), zero);
    const V fall = hn::Div(hn::Mul(hn::Set(d, 0.3F), hn::Mul(beyond, beyond)), wide);
    const V levee =
        hn::Add(seen.level, hn::Sub(hn::Min(hn::Mul(hn::Set(d, 0.02F), seen.bank), hn::Set(d, 0.5F)), hn::Add(fall, dry)));
    const auto held = hn::Lt(away, hn::Set(d, laws.river_reach));
    dam = hn::IfThenElse(held, hn::Max(dam, levee), dam);
  }
  // Ridges are rounded: where a second valley's side is nearly as low as the lowest, the ground lies lower than both, by a share
  // of its height above the lower side's river. A minimum of continuous functions, so that no step shows where valleys change
  // places.
  V above = none;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const V ground = hn::Load(d, room + 2 * p * lanes), own = hn::Load(d, room + (2 * p + 1) * lanes);
    above = hn::Min(above, hn::Add(own, hn::Mul(hn::Set(d, 4.0F), hn::Sub(ground, lowest))));
  }
  const V over = hn::Max(hn::Mul(hn::Set(d, laws.smoothness), above), hn::Set(d, 1e-6F));
  const V one = hn::Set(d, 1.0F);
  V weights = zero;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const V ground = hn::Load(d, room + 2 * p * lanes);
    const V share = hn::Max(hn::Sub(one, hn::Div(hn::Sub(ground, lowest), over)), zero);
    weights = hn::Add(weights, hn::Mul(share, share));
  }
  const V others = hn::Min(hn::Max(hn::Sub(weights, one), zero), hn::Set(d, 2.0F));
  V height = hn::Sub(lowest, hn::Mul(hn::Mul(over, hn::Set(d, 0.25F)), others));
  height = hn::IfThenElse(hn::Lt(bed, none), bed, hn::Max(height, dam));
  hn::Store(height, d, out.height + i);
  hn::Store(width, d, out.river + i);
  hn::Store(distance, d, out.distance + i);
  hn::Store(hn::IfThenElse(hn::Gt(width, zero), level, height), d, out.level + i);
}

void shape_all(const endless::ValleyLaws& laws, std::span<const endless::ValleyPiece> pieces, std::size_t count, const float* x,
               const float* y, float* room, const endless::ValleyGround& ground) {
  for (std::size_t i = 0; i < count; i += hn::Lanes(D())) shape(laws, pieces, i, x, y, room, ground);
}

}  // namespace
}  // namespace craton::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton {
namespace {

HWY_EXPORT(shape_all);

}  // namespace

void endless::shape_valleys(const ValleyLaws& laws, std::span<const ValleyPiece> pieces, std::size_t count, const float* x,
                            const float* y, AlignedVector<float>& room, const ValleyGround& ground) {
  room.resize(2 * pieces.size() * valley_lanes);
  HWY_DYNAMIC_DISPATCH(shape_all)(laws, pieces, count, x, y, room.data(), ground);
}

}  // namespace craton
#endif
