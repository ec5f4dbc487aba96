#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/crust/blend_nearby.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "stages/crust/blend_nearby.h"

HWY_BEFORE_NAMESPACE();
namespace craton::crust::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::ScalableTag<float>;
using V = hn::Vec<F>;

HWY_INLINE V dot(V ax, V ay, V az, V bx, V by, V bz) {
  return hn::Add(hn::Add(hn::Mul(ax, bx), hn::Mul(ay, by)), hn::Mul(az, bz));
}

void mesh_kernel(std::span<const MeshNearby> cells, float reach, const NearbyPlaces& places, MeshValues& out) {
  const F f;
  const V one = hn::Set(f, 1.0F), none = hn::Zero(f), per_square = hn::Set(f, 1 / (reach * reach));
  for (std::size_t i = 0; i < places.count; i += hn::Lanes(f)) {
    const V x = hn::Load(f, &places.x[i]), y = hn::Load(f, &places.y[i]), z = hn::Load(f, &places.z[i]);
    V sum = none, margin = none, age = none, rise = none, belt = none, to_border = none;
    for (const MeshNearby& cell : cells) {
      const V wx = hn::Sub(hn::Set(f, cell.x), x), wy = hn::Sub(hn::Set(f, cell.y), y), wz = hn::Sub(hn::Set(f, cell.z), z);
      const V near = hn::Max(hn::Sub(one, hn::Mul(dot(wx, wy, wz, wx, wy, wz), per_square)), none);
      const V weight = hn::Mul(hn::Mul(near, near), near);
      sum = hn::Add(sum, weight);
      margin = hn::Add(margin, hn::Mul(weight, hn::Set(f, cell.margin)));
      age = hn::Add(age, hn::Mul(weight, hn::Set(f, cell.age)));
      rise = hn::Add(rise, hn::Mul(weight, hn::Set(f, cell.rise)));
      belt = hn::Add(belt, hn::Mul(weight, hn::Set(f, cell.belt)));
      to_border = hn::Add(to_border, hn::Mul(weight, hn::Set(f, cell.to_border)));
    }
    const V by = hn::Div(one, sum);
    hn::Store(hn::Mul(margin, by), f, &out.margin[i]);
    hn::Store(hn::Mul(age, by), f, &out.age[i]);
    hn::Store(hn::Mul(rise, by), f, &out.rise[i]);
    hn::Store(hn::Mul(belt, by), f, &out.belt[i]);
    hn::Store(hn::Mul(to_border, by), f, &out.to_border[i]);
  }
}

/// The way from a place to the nearest point of an arc.
struct Way {
  V x, y, z, square;

  HWY_INLINE Way(F f, const ArcNearby& arc, V px, V py, V pz) {
    const V ax = hn::Set(f, arc.along[0]), ay = hn::Set(f, arc.along[1]), az = hn::Set(f, arc.along[2]);
    const V fx = hn::Sub(px, hn::Set(f, arc.from[0])), fy = hn::Sub(py, hn::Set(f, arc.from[1])),
            fz = hn::Sub(pz, hn::Set(f, arc.from[2]));
    const V along = hn::Mul(dot(fx, fy, fz, ax, ay, az), hn::Set(f, arc.inverse_square));
    const V share = hn::Min(hn::Max(along, hn::Zero(f)), hn::Set(f, 1.0F));
    x = hn::Sub(hn::Mul(ax, share), fx);
    y = hn::Sub(hn::Mul(ay, share), fy);
    z = hn::Sub(hn::Mul(az, share), fz);
    square = dot(x, y, z, x, y, z);
  }
};

void arcs_kernel(std::span<const ArcNearby> arcs, float reach, const NearbyPlaces& places, ArcValues& out) {
  const F f;
  const hn::RebindToSigned<F> i32;
  const V one = hn::Set(f, 1.0F), none = hn::Zero(f), half = hn::Set(f, 0.5F);
  const V per_square = hn::Set(f, 1 / (reach * reach)), soft = hn::Set(f, 60.0F * 60.0F);
  for (std::size_t i = 0; i < places.count; i += hn::Lanes(f)) {
    const V x = hn::Load(f, &places.x[i]), y = hn::Load(f, &places.y[i]), z = hn::Load(f, &places.z[i]);
    V least = hn::Set(f, 1e30F), best_side = none, sum = none, over = none, sinks = none, above_all = none, meets = none;
    V ridge = none, rift = none, shear = none, spreading = none;
    auto nearest = hn::Set(i32, -1);
    for (std::size_t k = 0; k < arcs.size(); ++k) {
      const ArcNearby& arc = arcs[k];
      const Way way(f, arc, x, y, z);
      const V near = hn::Max(hn::Sub(one, hn::Mul(way.square, per_square)), none);
      const auto reached = hn::Gt(near, none);
      if (hn::AllFalse(f, reached)) continue;
      const V across = dot(way.x, way.y, way.z, hn::Set(f, arc.across[0]), hn::Set(f, arc.across[1]), hn::Set(f, arc.across[2]));
      const V side = hn::Neg(hn::Div(across, hn::Sqrt(hn::Add(way.square, hn::Set(f, 1e-9F)))));
      // Where two arcs meet in the nearest point, the one that is seen more from in front knows the side. Their squares may
      // differ in their last bits.
      const V tie = hn::Add(hn::Mul(least, hn::Set(f, 1e-4F)), hn::Set(f, 1e-3F));
      const auto nearer = hn::Lt(way.square, hn::Sub(least, tie));
      const auto as_near = hn::And(hn::Lt(way.square, hn::Add(least, tie)), hn::Gt(hn::Abs(side), hn::Abs(best_side)));
      const auto better = hn::And(reached, hn::Or(nearer, as_near));
      best_side = hn::IfThenElse(better, side, best_side);
      nearest = hn::IfThenElse(hn::RebindMask(i32, better), hn::Set(i32, static_cast<std::int32_t>(k)), nearest);
      least = hn::IfThenElse(reached, hn::Min(least, way.square), least);
      const V fall = hn::Div(near, hn::Add(way.square, soft)), weight = hn::Mul(fall, fall);
      const V above = hn::Mul(hn::Set(f, arc.overriding), side);
      const V sinking = hn::Mul(weight, hn::Set(f, arc.sinks)), meeting = hn::Mul(weight, hn::Set(f, arc.meets));
      sum = hn::Add(sum, hn::Mul(weight, hn::Set(f, arc.length)));
      sinks = hn::Add(sinks, hn::Mul(sinking, hn::Abs(above)));
      over = hn::Add(over, hn::Mul(sinking, hn::Max(above, none)));
      meets = hn::Add(meets, meeting);
      above_all = hn::Add(above_all, hn::Mul(meeting, above));
      ridge = hn::Add(ridge, hn::Mul(weight, hn::Set(f, arc.ridge)));
      rift = hn::Add(rift, hn::Mul(weight, hn::Set(f, arc.rift)));
      shear = hn::Add(shear, hn::Mul(weight, hn::Set(f, arc.slides)));
      spreading = hn::Add(spreading, hn::Mul(weight, hn::Set(f, arc.spreads)));
    }
    const V by = hn::IfThenElseZero(hn::Gt(sum, none), hn::Div(one, sum));
    hn::Store(hn::Min(hn::Sqrt(least), hn::Set(f, reach)), f, &out.distance[i]);
    hn::Store(best_side, f, &out.side[i]);
    hn::Store(nearest, i32, &out.nearest[i]);
    hn::Store(hn::Mul(over, by), f, &out.over[i]);
    hn::Store(hn::Mul(hn::Sub(sinks, over), by), f, &out.under[i]);
    hn::Store(hn::Mul(hn::Mul(hn::Add(meets, above_all), half), by), f, &out.collision_over[i]);
    hn::Store(hn::Mul(hn::Mul(hn::Sub(meets, above_all), half), by), f, &out.collision_under[i]);
    hn::Store(hn::Mul(ridge, by), f, &out.ridge[i]);
    hn::Store(hn::Mul(rift, by), f, &out.rift[i]);
    hn::Store(hn::Mul(shear, by), f, &out.shear[i]);
    hn::Store(hn::Mul(spreading, by), f, &out.spreading[i]);
  }
}

void nearest_kernel(std::span<const ArcNearby> arcs, float reach, const NearbyPlaces& places, std::span<float> out) {
  const F f;
  for (std::size_t i = 0; i < places.count; i += hn::Lanes(f)) {
    const V x = hn::Load(f, &places.x[i]), y = hn::Load(f, &places.y[i]), z = hn::Load(f, &places.z[i]);
    V least = hn::Set(f, reach * reach);
    for (const ArcNearby& arc : arcs) least = hn::Min(least, Way(f, arc, x, y, z).square);
    hn::StoreU(hn::Sqrt(least), f, &out[i]);
  }
}

}  // namespace
}  // namespace craton::crust::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace craton::crust {
namespace {

HWY_EXPORT(mesh_kernel);
HWY_EXPORT(arcs_kernel);
HWY_EXPORT(nearest_kernel);

constexpr std::size_t vector = vector_alignment / sizeof(float);
constexpr std::size_t whole_vectors(std::size_t count) { return (count + vector - 1) / vector * vector; }

}  // namespace

NearbyPlaces::NearbyPlaces(std::size_t capacity) : x(whole_vectors(capacity)), y(x.size()), z(x.size()) {}

void NearbyPlaces::finish() {
  if (count == 0) return;
  for (std::size_t i = count; i % vector != 0; ++i) {
    x[i] = x[count - 1];
    y[i] = y[count - 1];
    z[i] = z[count - 1];
  }
}

MeshValues::MeshValues(std::size_t capacity)
    : margin(whole_vectors(capacity)), age(margin.size()), rise(margin.size()), belt(margin.size()), to_border(margin.size()) {}

ArcValues::ArcValues(std::size_t capacity) : distance(whole_vectors(capacity)), side(distance.size()), nearest(distance.size()) {
  for (AlignedVector<float>* values : {&over, &under, &collision_over, &collision_under, &ridge, &rift, &shear, &spreading})
    values->resize(distance.size());
}

void blend_mesh(std::span<const MeshNearby> cells, float reach, const NearbyPlaces& places, MeshValues& out) {
  HWY_DYNAMIC_DISPATCH(mesh_kernel)(cells, reach, places, out);
}
void blend_arcs(std::span<const ArcNearby> arcs, float reach, const NearbyPlaces& places, ArcValues& out) {
  HWY_DYNAMIC_DISPATCH(arcs_kernel)(arcs, reach, places, out);
}
void nearest_arcs(std::span<const ArcNearby> arcs, float reach, const NearbyPlaces& places, std::span<float> out) {
  HWY_DYNAMIC_DISPATCH(nearest_kernel)(arcs, reach, places, out);
}

}  // namespace craton::crust
#endif
