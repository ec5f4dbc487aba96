// The kernel of valleys: compiled for every instruction set, the same bits on each.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/water/drainage/valley_ground.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/simd/unroll-inl.h"
#include "stages/water/drainage/valley_ground.h"

HWY_BEFORE_NAMESPACE();
namespace craton::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using D = hn::CappedTag<float, drainage::ground_lanes>;
using V = hn::Vec<D>;

HWY_INLINE V square(V a) { return hn::Mul(a, a); }

/// A piece as seen from a vector of places.
struct Seen {
  HWY_INLINE Seen() {}  // one that the compiler makes would know no vectors on ARM

  V distance, bank, width, level, ground, valley, away_x,
      away_y;  ///< distance: from the shores of lakes; bank: metres beyond the water's edge
};

HWY_INLINE Seen see(const drainage::GroundLaws& laws, const drainage::Piece& piece, V x, V y) {
  const D d;
  const V zero = hn::Zero(d), one = hn::Set(d, 1.0F), half = hn::Set(d, 0.5F);
  const V px = hn::Sub(x, hn::Set(d, piece.x)), py = hn::Sub(y, hn::Set(d, piece.y));
  const V ax = hn::Set(d, piece.along_x), ay = hn::Set(d, piece.along_y);
  const V dot = hn::Mul(hn::Add(hn::Mul(px, ax), hn::Mul(py, ay)), hn::Set(d, piece.per_square));
  const V t = hn::Min(hn::Max(dot, zero), one);
  const V ox = hn::Sub(px, hn::Mul(ax, t)), oy = hn::Sub(py, hn::Mul(ay, t));
  const auto at = [&](float from, float change)
                      CRATON_INLINE_LAMBDA { return hn::Add(hn::Set(d, from), hn::Mul(hn::Set(d, change), t)); };
  Seen seen;
  const V from_middle = hn::Sqrt(hn::Add(square(ox), square(oy)));
  seen.level = at(piece.level, piece.level_change);
  seen.width = at(piece.width, piece.width_change);
  const V half_width = hn::Mul(seen.width, half);
  const V per_metre = hn::Div(one, hn::Max(from_middle, hn::Set(d, 1e-2F)));
  seen.away_x = hn::Mul(ox, per_metre);
  seen.away_y = hn::Mul(oy, per_metre);
  seen.bank = hn::Sub(from_middle, half_width);
  seen.distance = hn::Sub(from_middle, hn::Mul(half_width, hn::Set(d, piece.lake)));
  // Under water a parabola; then a low bank, the floor of the valley, its foot and its sides.
  const V across = hn::Div(from_middle, hn::Max(half_width, hn::Set(d, 1e-3F)));
  const V depth = at(piece.depth, piece.depth_change);
  const V under = hn::Mul(depth, hn::Sub(square(across), one));
  // A side leads down the valley as the stream does: what stands above a place is the lowest of all ways to the stream.
  const V beside = hn::Mul(hn::Abs(hn::Sub(hn::Mul(px, ay), hn::Mul(py, ax))), hn::Set(d, piece.per_length));
  const V edge = hn::Add(half_width, hn::Set(d, laws.flat));
  const V aside = hn::Max(hn::Sub(beside, edge), zero);
  const V floor_here = at(piece.floor, piece.floor_change);
  const V lean = hn::Add(hn::Set(d, piece.lean_floor), hn::Mul(hn::Set(d, piece.lean - piece.lean_floor),
                                                               hn::Div(aside, hn::Add(aside, hn::Set(d, piece.foot + 1.0F)))));
  const V shift = hn::Mul(lean, hn::Sub(hn::Sqrt(hn::Add(square(aside), square(floor_here))), floor_here));
  const V s = hn::Min(hn::Max(hn::Add(dot, shift), zero), one);
  const auto down = [&](float from, float change)
                        CRATON_INLINE_LAMBDA { return hn::Add(hn::Set(d, from), hn::Mul(hn::Set(d, change), s)); };
  const V sx = hn::Sub(px, hn::Mul(ax, s)), sy = hn::Sub(py, hn::Mul(ay, s));
  const V out = hn::Max(hn::Sub(hn::Sqrt(hn::Add(square(sx), square(sy))), edge), zero);
  seen.valley = down(piece.level, piece.level_change);
  const V floor = down(piece.floor, piece.floor_change), foot = down(piece.foot, piece.foot_change);
  const V inner = down(piece.inner, piece.inner_change), outer = down(piece.outer, piece.outer_change);
  const V from_floor = hn::Sub(hn::Sqrt(hn::Add(square(out), square(floor))), floor);
  const V half_foot = hn::Mul(foot, half);
  const V from_foot = hn::Sub(hn::Sqrt(hn::Add(square(hn::Max(hn::Sub(out, foot), zero)), square(half_foot))), half_foot);
  const V far = hn::Max(hn::Sub(seen.distance, hn::Set(d, laws.near)), zero);
  const V sides = hn::Add(hn::Mul(inner, from_floor), hn::Mul(hn::Sub(outer, inner), from_foot));
  const V rest = hn::Mul(hn::Mul(far, far), hn::Mul(hn::Add(outer, hn::Set(d, 0.05F)), hn::Set(d, laws.beyond)));
  const V over =
      hn::Add(hn::Min(hn::Mul(out, hn::Set(d, 0.02F)), hn::Min(hn::Set(d, 0.5F), hn::Mul(depth, half))), hn::Add(sides, rest));
  seen.ground = hn::IfThenElse(hn::Lt(seen.bank, zero), hn::Add(seen.level, under), hn::Add(seen.valley, over));
  return seen;
}

HWY_INLINE void shape(const drainage::GroundLaws& laws, std::span<const drainage::Piece> pieces, std::size_t i, const float* x,
                      const float* y, float* room, const drainage::Ground& out) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V zero = hn::Zero(d), none = hn::Set(d, drainage::no_stream);
  const V px = hn::Load(d, x + i), py = hn::Load(d, y + i);
  V lowest = none, stream = zero;
  V nearest = hn::Set(d, laws.river_reach), distance = nearest, width = zero, level = zero;
  V bed = none, lake = hn::Set(d, drainage::no_lake);
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const Seen seen = see(laws, pieces[p], px, py);
    const bool is_lake = pieces[p].lake > 0;
    const V ground = hn::IfThenElse(hn::Lt(seen.distance, hn::Set(d, laws.reach)), seen.ground, none);
    hn::Store(ground, d, room + 4 * p * lanes);
    hn::Store(hn::Sub(ground, seen.valley), d, room + (4 * p + 1) * lanes);
    hn::Store(seen.away_x, d, room + (4 * p + 2) * lanes);
    hn::Store(seen.away_y, d, room + (4 * p + 3) * lanes);
    stream = hn::IfThenElse(hn::Lt(ground, lowest), seen.valley, stream);
    lowest = hn::Min(lowest, ground);
    const auto wet = hn::And(hn::Ge(seen.width, hn::Set(d, laws.least_width)), hn::Gt(seen.level, zero));
    // Towards its dry head a stream counts as farther and farther away: distances have no step where its water begins.
    const V thin = hn::Max(hn::Sub(hn::Set(d, laws.least_width), seen.width), zero);
    const V dry = hn::Mul(thin, hn::Set(d, laws.dry_away));
    const V beside = hn::Add(seen.bank, dry);
    distance = hn::Min(distance, hn::IfThenElse(wet, beside, hn::Max(beside, hn::Set(d, 0.01F))));
    const auto nearer = hn::And(wet, hn::Lt(seen.bank, nearest));
    nearest = hn::IfThenElse(nearer, seen.bank, nearest);
    width = hn::IfThenElse(nearer, seen.width, width);
    level = hn::IfThenElse(nearer, seen.level, level);
    const auto inside = hn::And(wet, hn::Lt(seen.bank, zero));
    bed = hn::IfThenElse(inside, hn::Min(bed, seen.ground), bed);
    if (is_lake) lake = hn::IfThenElse(inside, hn::Max(lake, seen.level), lake);
  }
  // Ridges are rounded: where a second valley's side is nearly as low as the lowest, the ground lies lower than both, by a share
  // of its height above the lower side's stream. A minimum of continuous functions, so that no step shows where valleys change
  // places.
  V above = none;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const V ground = hn::Load(d, room + 4 * p * lanes), own = hn::Load(d, room + (4 * p + 1) * lanes);
    above = hn::Min(above, hn::Add(own, hn::Mul(hn::Set(d, 4.0F), hn::Sub(ground, lowest))));
  }
  const V over = hn::Max(hn::Mul(hn::Set(d, laws.smoothness), above), hn::Set(d, 1e-6F));
  const V one = hn::Set(d, 1.0F);
  // Only sides that face different ways make a ridge: two pieces of one stream are one valley.
  V weights = zero, all_x = zero, all_y = zero;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const V ground = hn::Load(d, room + 4 * p * lanes);
    const V weight = square(hn::Max(hn::Sub(one, hn::Div(hn::Sub(ground, lowest), over)), zero));
    if (hn::AllTrue(d, hn::Le(weight, zero))) continue;
    weights = hn::Add(weights, weight);
    all_x = hn::Add(all_x, hn::Mul(weight, hn::Load(d, room + (4 * p + 2) * lanes)));
    all_y = hn::Add(all_y, hn::Mul(weight, hn::Load(d, room + (4 * p + 3) * lanes)));
  }
  const V together = hn::Sqrt(hn::Add(square(all_x), square(all_y)));
  const V others = hn::Div(hn::Max(hn::Sub(weights, together), zero), hn::Add(weights, together));
  V height = hn::Sub(lowest, hn::Mul(hn::Mul(over, hn::Set(d, 0.25F)), others));
  height = hn::IfThenElse(hn::Lt(bed, none), bed, height);
  hn::Store(height, d, out.height + i);
  hn::Store(width, d, out.river + i);
  hn::Store(distance, d, out.distance + i);
  hn::Store(hn::IfThenElse(hn::Gt(width, zero), level, height), d, out.level + i);
  hn::Store(stream, d, out.stream + i);
  hn::Store(lake, d, out.lake + i);
}

void shape_all(const drainage::GroundLaws& laws, std::span<const drainage::Piece> pieces, std::size_t count, const float* x,
               const float* y, float* room, const drainage::Ground& ground) {
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

void drainage::shape_ground(const GroundLaws& laws, std::span<const Piece> pieces, std::size_t count, const float* x,
                            const float* y, AlignedVector<float>& room, const Ground& ground) {
  room.resize(4 * pieces.size() * ground_lanes);
  HWY_DYNAMIC_DISPATCH(shape_all)(laws, pieces, count, x, y, room.data(), ground);
}

}  // namespace craton
#endif
