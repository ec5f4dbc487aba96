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

  V x, y, dot;  ///< from where it begins, and how far down it: 0 … 1
};

HWY_INLINE Seen see(const drainage::Piece& piece, V x, V y) {
  const D d;
  Seen seen;
  seen.x = hn::Sub(x, hn::Set(d, piece.x));
  seen.y = hn::Sub(y, hn::Set(d, piece.y));
  seen.dot = hn::Mul(hn::Add(hn::Mul(seen.x, hn::Set(d, piece.along_x)), hn::Mul(seen.y, hn::Set(d, piece.along_y))),
                     hn::Set(d, piece.per_square));
  return seen;
}
HWY_INLINE V between(float from, float change, V t) {
  const D d;
  return hn::Add(hn::Set(d, from), hn::Mul(hn::Set(d, change), t));
}
HWY_INLINE V share(V t) {
  const D d;
  return hn::Min(hn::Max(t, hn::Zero(d)), hn::Set(d, 1.0F));
}

/// Its valley: what stands above a place is the lowest of all ways to the stream, and those lead down with it.
struct Valley {
  HWY_INLINE Valley() {}

  V ground, level, x, y;  ///< x, y: the way down
};

HWY_INLINE Valley valley(const drainage::GroundLaws& laws, const drainage::Piece& piece, const Seen& seen, V edge, V lip,
                         V shore) {
  const D d;
  const V zero = hn::Zero(d), half = hn::Set(d, 0.5F);
  const V ax = hn::Set(d, piece.along_x), ay = hn::Set(d, piece.along_y);
  const V beside = hn::Mul(hn::Abs(hn::Sub(hn::Mul(seen.x, ay), hn::Mul(seen.y, ax))), hn::Set(d, piece.per_length));
  const V aside = hn::Max(hn::Sub(beside, edge), zero);
  const V away = hn::Min(hn::Mul(aside, hn::Set(d, piece.per_foot)), hn::Set(d, 1.0F));
  const V lean = hn::Add(hn::Set(d, piece.lean_floor), hn::Mul(hn::Set(d, piece.lean - piece.lean_floor), away));
  const V bed = hn::Set(d, piece.floor);
  const V shift = hn::Mul(lean, hn::Sub(hn::Sqrt(hn::Add(square(aside), square(bed))), bed));
  const V s = share(hn::Add(seen.dot, shift));
  Valley valley;
  valley.x = hn::Sub(seen.x, hn::Mul(ax, s));
  valley.y = hn::Sub(seen.y, hn::Mul(ay, s));
  const V distance = hn::Sqrt(hn::Add(square(valley.x), square(valley.y)));
  const V out = hn::Max(hn::Sub(distance, edge), zero);
  valley.level = between(piece.level, piece.level_change, s);
  const V floor = between(piece.floor, piece.floor_change, s),
          half_foot = hn::Mul(between(piece.foot, piece.foot_change, s), half);
  const V inner = between(piece.inner, piece.inner_change, s), outer = between(piece.outer, piece.outer_change, s);
  const V from_floor = hn::Sub(hn::Sqrt(hn::Add(square(out), square(floor))), floor);
  const V beyond = hn::Max(hn::Sub(out, hn::Add(half_foot, half_foot)), zero);
  const V from_foot = hn::Sub(hn::Sqrt(hn::Add(square(beyond), square(half_foot))), half_foot);
  const V from_shore = hn::Sub(distance, shore);
  const V far = hn::Max(hn::Sub(from_shore, hn::Set(d, laws.near)), zero);
  const V sides = hn::Add(hn::Mul(inner, from_floor), hn::Mul(hn::Sub(outer, inner), from_foot));
  const V rest = hn::Mul(hn::Mul(far, far), hn::Mul(hn::Add(outer, hn::Set(d, 0.05F)), hn::Set(d, laws.beyond)));
  const V over = hn::Add(hn::Min(hn::Mul(out, hn::Set(d, 0.02F)), lip), hn::Add(sides, rest));
  V above = over;
  if (laws.lifted) {  // little by the stream, all of it on ridges
    const V lift = hn::Max(between(piece.lift, piece.lift_change, s), hn::Set(d, 1e-3F));
    above = hn::Add(over, hn::Mul(lift, hn::Div(over, hn::Add(over, hn::Mul(lift, hn::Set(d, 0.2F))))));
  }
  valley.ground =
      hn::IfThenElse(hn::Lt(from_shore, hn::Set(d, laws.reach)), hn::Add(valley.level, above), hn::Set(d, drainage::no_stream));
  return valley;
}

HWY_INLINE void shape(const drainage::GroundLaws& laws, std::span<const drainage::Piece> pieces, std::size_t i, const float* x,
                      const float* y, float* room, const drainage::Ground& out) {
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  const V zero = hn::Zero(d), none = hn::Set(d, drainage::no_stream), half = hn::Set(d, 0.5F), one = hn::Set(d, 1.0F);
  const V px = hn::Load(d, x + i), py = hn::Load(d, y + i);
  V lowest = none, stream = zero;
  V nearest = hn::Set(d, laws.river_reach), distance = nearest, width = zero, level = zero;
  V bed = none, lake = hn::Set(d, drainage::no_lake);
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const drainage::Piece& piece = pieces[p];
    const Seen seen = see(piece, px, py);
    V edge = hn::Set(d, laws.flat), lip = zero, shore = zero;
    if (piece.wet) {
      const V t = share(seen.dot);
      const V ox = hn::Sub(seen.x, hn::Mul(hn::Set(d, piece.along_x), t)),
              oy = hn::Sub(seen.y, hn::Mul(hn::Set(d, piece.along_y), t));
      const V from_middle = hn::Sqrt(hn::Add(square(ox), square(oy)));
      const V wide = between(piece.width, piece.width_change, t), half_width = hn::Mul(wide, half);
      const V bank = hn::Sub(from_middle, half_width), water = between(piece.level, piece.level_change, t);
      const V depth = between(piece.depth, piece.depth_change, t);
      edge = hn::Add(half_width, edge);
      lip = hn::Min(half, hn::Mul(depth, half));
      shore = hn::Mul(half_width, hn::Set(d, piece.lake));
      const auto wet = hn::And(hn::Ge(wide, hn::Set(d, laws.least_width)), hn::Gt(water, zero));
      // Towards its dry head a stream counts as farther and farther away: distances have no step where its water begins.
      const V thin = hn::Max(hn::Sub(hn::Set(d, laws.least_width), wide), zero);
      const V beside = hn::Add(bank, hn::Mul(thin, hn::Set(d, laws.dry_away)));
      distance = hn::Min(distance, hn::IfThenElse(wet, beside, hn::Max(beside, hn::Set(d, 0.01F))));
      const auto nearer = hn::And(wet, hn::Lt(bank, nearest));
      nearest = hn::IfThenElse(nearer, bank, nearest);
      width = hn::IfThenElse(nearer, wide, width);
      level = hn::IfThenElse(nearer, water, level);
      const auto inside = hn::And(wet, hn::Lt(bank, zero));
      // Under water a parabola.
      const V across = hn::Div(from_middle, hn::Max(half_width, hn::Set(d, 1e-3F)));
      const V under = hn::Add(water, hn::Mul(depth, hn::Sub(square(across), one)));
      bed = hn::IfThenElse(inside, hn::Min(bed, under), bed);
      if (piece.lake > 0) lake = hn::IfThenElse(inside, hn::Max(lake, water), lake);
    }
    const Valley side = valley(laws, piece, seen, edge, lip, shore);
    hn::Store(side.ground, d, room + 4 * p * lanes);
    hn::Store(hn::Sub(side.ground, side.level), d, room + (4 * p + 1) * lanes);
    hn::Store(side.x, d, room + (4 * p + 2) * lanes);
    hn::Store(side.y, d, room + (4 * p + 3) * lanes);
    stream = hn::IfThenElse(hn::Lt(side.ground, lowest), side.level, stream);
    lowest = hn::Min(lowest, side.ground);
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
  // Only sides that face different ways make a ridge: two pieces of one stream are one valley.
  V weights = zero, all_x = zero, all_y = zero;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const V ground = hn::Load(d, room + 4 * p * lanes);
    const V weight = square(hn::Max(hn::Sub(one, hn::Div(hn::Sub(ground, lowest), over)), zero));
    if (hn::AllTrue(d, hn::Le(weight, zero))) continue;
    const V down_x = hn::Load(d, room + (4 * p + 2) * lanes), down_y = hn::Load(d, room + (4 * p + 3) * lanes);
    const V length = hn::Max(hn::Sqrt(hn::Add(square(down_x), square(down_y))), hn::Set(d, 1e-2F));
    const V part = hn::Div(weight, length);
    weights = hn::Add(weights, weight);
    all_x = hn::Add(all_x, hn::Mul(part, down_x));
    all_y = hn::Add(all_y, hn::Mul(part, down_y));
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
