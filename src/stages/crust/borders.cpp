#include "stages/crust/borders.h"

#include <algorithm>
#include <cmath>

#include "base/smooth_step.h"
#include "stages/crust/ridge_steps.h"

namespace craton::crust {
namespace {

/// Ends of sides drawn towards their neighbours along the border, again and again: what was a staircase becomes a curve.
std::vector<Vec3d> smoothed_ends(const PlateMesh& mesh, std::span<const MeshSide> sides, int rounds) {
  std::vector<Vec3d> place(mesh.corners().begin(), mesh.corners().end());
  for (int round = 0; round < rounds; ++round) {
    std::vector<Vec3d> pull(place.size());
    std::vector<int> count(place.size(), 0);
    for (const MeshSide& side : sides) {
      const Vec3d way = mesh.ground().between(place[side.from], place[side.to]);
      pull[side.from] = pull[side.from] + way;
      pull[side.to] = pull[side.to] - way;
      ++count[side.from];
      ++count[side.to];
    }
    for (std::size_t i = 0; i < place.size(); ++i)
      if (count[i] > 1) place[i] = mesh.ground().onto(place[i] + pull[i] * (0.5 / count[i]));
  }
  return place;
}

/// Nearest point of an arc, from the place to it.
Vec3d way_to(const Ground& ground, const Arc& arc, const Vec3d& place) {
  const Vec3d from = ground.between(place, arc.from);
  const double share = std::clamp(-dot(from, arc.along) * arc.inverse_square, 0.0, 1.0);
  return from + arc.along * share;
}

Vec3d middle_of(const Arc& arc) { return arc.from + arc.along * 0.5; }

/// Means over the arcs of the same border nearby.
struct Along {
  Vec3d across;
  double continent = 0, other = 0;
};

std::vector<Along> smoothed_along(const PlateMesh& mesh, std::span<const Arc> arcs, double radius) {
  std::vector<Along> smooth(arcs.size());
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    double sum = 0;
    for (const Arc& arc : arcs) {
      const bool same = arc.label == arcs[i].label && arc.other_label == arcs[i].other_label;
      const bool turned = arc.label == arcs[i].other_label && arc.other_label == arcs[i].label;
      if (!same && !turned) continue;
      const Vec3d way = mesh.ground().between(middle_of(arcs[i]), middle_of(arc));
      const double near = 1 - dot(way, way) / (radius * radius);
      if (near <= 0) continue;
      const double weight = near * near * double{arc.weight};
      sum += weight;
      smooth[i].across = smooth[i].across + arc.across * (turned ? -weight : weight);
      smooth[i].continent += weight * double{turned ? arc.other_continent : arc.continent};
      smooth[i].other += weight * double{turned ? arc.continent : arc.other_continent};
    }
    smooth[i].across = unit(smooth[i].across);
    smooth[i].continent /= sum;
    smooth[i].other /= sum;
  }
  return smooth;
}

BorderKind kind_of(const Arc& arc) {
  const bool one = arc.continent > 0.5F, other = arc.other_continent > 0.5F;
  const float strike = std::abs(arc.closing), shear = std::abs(arc.shear);
  if (strike < 0.35F * shear || strike < 4) return BorderKind::transform;
  if (arc.closing < 0) return one && other ? BorderKind::rift : BorderKind::ridge;
  if (one && other) return BorderKind::collision;
  return one || other ? BorderKind::active_margin : BorderKind::island_arc;
}

/// Strengths are 1 at a good speed of plates, and never much more.
void set_strengths(Arc& arc) {
  const double size = double{arc.weight}, both = double{arc.continent} * arc.other_continent;
  const double closing = std::min(std::max(double{arc.closing}, 0.0) * (1.0 / 55), 1.4);
  const double opening = std::min(std::max(-double{arc.closing}, 0.0) * (1.0 / 40), 1.4);
  arc.sinks = size * closing * (1 - both);
  arc.meets = size * closing * both;
  arc.ridge = size * opening * (1 - both);
  arc.rift = size * opening * both;
  arc.slides = size * std::min(std::abs(double{arc.shear}) * (1.0 / 50), 1.4);
  arc.spreads = size * std::max(-double{arc.closing}, 0.0) * 0.5;
}

}  // namespace

template <class Joins>
void Borders::trace(std::span<const std::int32_t> label, Joins&& joins) {
  std::vector<MeshSide> sides;
  for (const MeshSide& side : mesh_.sides())
    if (joins(side)) sides.push_back(side);
  const std::vector<Vec3d> ends = smoothed_ends(mesh_, sides, 5);
  for (const MeshSide& side : sides) {
    Arc arc;
    arc.from = ends[side.from];
    arc.along = mesh_.ground().between(ends[side.from], ends[side.to]);
    const double square = dot(arc.along, arc.along);
    arc.inverse_square = square > 0 ? 1 / square : 0;
    arc.weight = static_cast<float>(std::sqrt(square));
    arc.cell = side.cell;
    arc.other = side.other;
    arc.label = label[side.cell];
    arc.other_label = label[side.other];
    arc.across = unit(cross(mesh_.ground().up(middle_of(arc)), arc.along));
    if (dot(arc.across, mesh_.ground().between(mesh_.centre(side.cell), mesh_.centre(side.other))) < 0)
      arc.across = arc.across * -1;
    arcs_.push_back(arc);
  }
  label_.assign(label.begin(), label.end());
}

void Borders::list_arcs() {
  const double far = reach_ + mesh_.spacing();
  near_ = NearbyLists(
      mesh_, arcs_.size(), [&](std::uint32_t i) { return arcs_[i].cell; },
      [&](std::uint32_t i, Cell cell) { return !(length(way_to(mesh_.ground(), arcs_[i], mesh_.centre(cell))) > far); });
}

Borders Borders::between_plates(const PlateMesh& mesh, const CrustPlan& plan, bool to_be_asked) {
  Borders borders(mesh, reach_of_borders);
  borders.trace(plan.plate, [&](const MeshSide& side) { return plan.plate[side.cell] != plan.plate[side.other]; });
  const auto continental = [&](Cell cell) { return static_cast<float>(smooth_step(-250, 120, plan.margin[cell])); };
  for (Arc& arc : borders.arcs_) {
    arc.continent = continental(arc.cell);
    arc.other_continent = continental(arc.other);
  }
  const std::vector<Along> smooth = smoothed_along(mesh, borders.arcs_, 700);
  for (std::size_t i = 0; i < smooth.size(); ++i) {
    Arc& arc = borders.arcs_[i];
    const Vec3d place = mesh.ground().onto(middle_of(arc));
    const auto one = static_cast<std::size_t>(arc.label), other = static_cast<std::size_t>(arc.other_label);
    const Vec3d moves = plan.velocity(mesh.ground(), one, place) - plan.velocity(mesh.ground(), other, place);
    arc.closing = static_cast<float>(dot(moves, smooth[i].across));
    arc.shear = static_cast<float>(dot(moves, cross(mesh.ground().up(place), smooth[i].across)));
    const Vec3d& facing = smooth[i].across;
    arc.facing = {static_cast<float>(facing.x), static_cast<float>(facing.y), static_cast<float>(facing.z)};
    const auto low = std::min(one, other), high = std::max(one, other);  // the same bands from both sides
    arc.bands = RidgeSteps::axis_of(mesh.ground(), plan.plates[low].turn - plan.plates[high].turn);
    arc.continent = static_cast<float>(smooth[i].continent);
    arc.other_continent = static_cast<float>(smooth[i].other);
    // The more continental side overrides; of two oceanic plates (or two continents) the more buoyant one, along the whole
    // border.
    const double lighter = smooth_step(-0.25, 0.25, smooth[i].other - smooth[i].continent) * 2 - 1;
    const double paired = plan.plates[other].buoyancy > plan.plates[one].buoyancy ? 1 : -1;
    arc.overriding = static_cast<float>(lighter + (1 - std::abs(lighter)) * paired);
    arc.kind = kind_of(arc);
    set_strengths(arc);
  }
  if (to_be_asked) borders.list_arcs();
  return borders;
}

Borders Borders::between_provinces(const PlateMesh& mesh, const CrustPlan& plan) {
  Borders borders(mesh, reach_of_seams);
  borders.trace(plan.province, [&](const MeshSide& side) {
    const std::int32_t one = plan.province[side.cell], other = plan.province[side.other];
    return one >= 0 && other >= 0 && one != other && plan.plate[side.cell] == plan.plate[side.other];
  });
  borders.list_arcs();
  return borders;
}

void Borders::list_nearby(Cell cell, std::vector<ArcNearby>& arcs) const {
  arcs.clear();
  for (const std::uint32_t number_of_arc : near_.of(cell)) {
    const Arc& arc = arcs_[number_of_arc];
    const Vec3d from = mesh_.ground().between(mesh_.centre(cell), middle_of(arc)) - arc.along * 0.5;
    const auto number = [](double value) { return static_cast<float>(value); };
    arcs.push_back({.from = {number(from.x), number(from.y), number(from.z)},
                    .along = {number(arc.along.x), number(arc.along.y), number(arc.along.z)},
                    .across = {number(arc.across.x), number(arc.across.y), number(arc.across.z)},
                    .inverse_square = number(arc.inverse_square),
                    .length = arc.weight,
                    .overriding = arc.overriding,
                    .sinks = number(arc.sinks),
                    .meets = number(arc.meets),
                    .ridge = number(arc.ridge),
                    .rift = number(arc.rift),
                    .slides = number(arc.slides),
                    .spreads = number(arc.spreads)});
  }
}

BorderSample Borders::sample(Cell cell, const ArcValues& values, std::size_t i) const {
  BorderSample sample{.distance = values.distance[i], .label = label_[cell], .nearest = no_arc};
  if (values.nearest[i] < 0) return sample;
  sample.nearest = near_.of(cell)[static_cast<std::size_t>(values.nearest[i])];
  const Arc& nearest = arcs_[sample.nearest];
  sample.label = values.side[i] > 0 ? nearest.other_label : nearest.label;
  sample.over = values.over[i];
  sample.under = values.under[i];
  sample.collision_over = values.collision_over[i];
  sample.collision_under = values.collision_under[i];
  sample.ridge = values.ridge[i];
  sample.rift = values.rift[i];
  sample.shear = values.shear[i];
  sample.spreading = values.spreading[i];
  return sample;
}

BorderSample Borders::at(Cell cell, const Vec3d& place) const {
  std::vector<ArcNearby> arcs;
  list_nearby(cell, arcs);
  NearbyPlaces places(1);
  const Vec3d way = mesh_.ground().between(mesh_.centre(cell), place);
  places.add(static_cast<float>(way.x), static_cast<float>(way.y), static_cast<float>(way.z));
  places.finish();
  ArcValues values(1);
  blend_arcs(arcs, static_cast<float>(reach_), places, values);
  return sample(cell, values, 0);
}

}  // namespace craton::crust
