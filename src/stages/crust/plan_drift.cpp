// Plates that move through time (Cortial et al. 2019, "Procedural tectonic planets", Computer Graphics Forum 38), on the mesh of
// the plan. Each piece of crust has a mesh of its own that moves as a whole: nothing is ever blurred.
#include "stages/crust/plan_drift.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

#include <craton/base/math.h>

#include "stages/crust/nearest_source.h"
#include "stages/crust/region_growth.h"

namespace craton::crust {

Drift::Drift(const PlateMesh& mesh, const PlanParams& params, const CrustPlan& plan, std::vector<float> hardness)
    : mesh_(mesh), speed_(params.speed), seed_(plan.seed.child("drift")), hardness_(std::move(hardness)) {
  wanted_plates_ = plan.plates.size();
  for (std::size_t p = 0; p < plan.plates.size(); ++p) {
    plates_.push_back({plan.plates[p].turn, length(plan.plates[p].turn), plan.plates[p].buoyancy, true});
    pieces_.push_back({static_cast<std::int32_t>(p), Motion(mesh.ground()), std::vector<DriftCell>(mesh.count())});
  }
  for (Cell cell = 0; cell < mesh.count(); ++cell) {
    pieces_[static_cast<std::size_t>(plan.plate[cell])].cells[cell] = {.here = true,
                                                                       .province = plan.province[cell],
                                                                       .birth = static_cast<float>(-plan.age[cell]),
                                                                       .rise = static_cast<float>(plan.rise[cell])};
    piece_.push_back(plan.plate[cell]);
    cell_.push_back(cell);
  }
  continents_ = continental_area();
  weigh_continents();
  change_motions(0);
}

void Drift::step(double million_years, bool whole) {
  constexpr double belts_wear = 90;  // million years
  now_ += million_years;
  ++steps_;
  const auto left = static_cast<float>(math::exp(-million_years / belts_wear));
  for (DriftPiece& piece : pieces_)
    for (DriftCell& cell : piece.cells) cell.belt *= left;
  move(million_years);
  cover();
  raise_belts();
  sink();
  fill_gaps(million_years);
  fill_pools();
  grow_continents();
  collide(million_years);
  part_pieces();
  weigh_continents();
  if (whole) break_up(million_years);
  change_motions(million_years);
  tidy();
}

namespace {

/// Means over the cells of a piece around a place, as narrow as the mesh allows: what moves by less than a cell is seen to move.
struct Blend {
  double all = 0, continent = 0, rise = 0, belt = 0, floor = 0, birth = 0;
  std::int32_t province = -1;
};

Blend blend_at(const PlateMesh& mesh, const std::vector<DriftCell>& cells, Cell middle, const Vec3d& place) {
  const double far = 1.4 * mesh.spacing(), per_square = 1 / (far * far);
  Blend sum;
  double most = 0;
  const auto add = [&](Cell cell) {
    const DriftCell& crust = cells[cell];
    const Vec3d way = mesh.ground().between(place, mesh.centre(cell));
    const double near = 1 - dot(way, way) * per_square;
    if (near <= 0 || !crust.here) return;
    const double weight = near * near * near;
    sum.all += weight;
    sum.belt += weight * double{crust.belt};
    if (!crust.continental()) {
      sum.floor += weight;
      sum.birth += weight * double{crust.birth};
      return;
    }
    sum.continent += weight;
    sum.rise += weight * double{crust.rise};
    if (weight > most) {
      most = weight;
      sum.province = crust.province;
    }
  };
  add(middle);
  for (const PlateMesh::Way& way : mesh.links(middle)) add(way.to);
  return sum;
}

/// Below continents the age is that of the nearest sea floor.
void continue_ages(const PlateMesh& mesh, CrustPlan& plan) {
  using Step = std::tuple<double, Cell, Cell>;
  std::priority_queue<Step, std::vector<Step>, std::greater<>> front;
  std::vector<bool> known(mesh.count(), false);
  for (Cell cell = 0; cell < mesh.count(); ++cell)
    if (plan.province[cell] < 0) front.push({0, cell, cell});
  while (!front.empty()) {
    const auto [far, cell, source] = front.top();
    front.pop();
    if (known[cell]) continue;
    known[cell] = true;
    plan.age[cell] = plan.age[source];
    for (const PlateMesh::Way& way : mesh.links(cell))
      if (!known[way.to]) front.push({mesh.ground().distance(mesh.centre(way.to), mesh.centre(source)), way.to, source});
  }
}

}  // namespace

void Drift::write_crust(CrustPlan& plan) const {
  std::vector<double> share(mesh_.count());
  for (Cell place = 0; place < mesh_.count(); ++place) {
    const DriftPiece& piece = pieces_[piece_of(place)];
    const DriftCell& crust = crust_at(place);
    const Vec3d at = wrapped(piece.motion.back(mesh_.centre(place)));
    const Blend blend = blend_at(mesh_, piece.cells, cell_[place], at);
    const double by = blend.all > 0 ? 1 / blend.all : 0;
    share[place] = by > 0 ? blend.continent * by : (crust.continental() ? 1 : 0);
    const bool continent = share[place] > 0.5;
    plan.province[place] = continent ? (crust.continental() ? crust.province : blend.province) : -1;
    const double birth = blend.floor > 0 ? blend.birth / blend.floor : double{crust.birth};
    plan.age[place] = std::max(now_ - birth, 0.0);
    plan.rise[place] = continent ? blend.rise / std::max(blend.continent, 1e-9) : 0;
    plan.belt[place] = blend.belt * by;
    plan.turned[place] = piece.motion.packed();
  }
  std::vector<Source> edges;
  for (const MeshSide& side : mesh_.sides()) {
    const double one = share[side.cell] - 0.5, other = share[side.other] - 0.5;
    if ((one > 0) == (other > 0)) continue;
    const double part = std::clamp(one / (one - other), 0.1, 0.9);
    const Vec3d way = mesh_.ground().between(mesh_.centre(side.cell), mesh_.centre(side.other));
    const Vec3d place = mesh_.ground().onto(mesh_.centre(side.cell) + way * part);
    for (const Cell cell : {side.cell, side.other}) edges.push_back({cell, place, 1});
  }
  measure_margins(mesh_, edges, plan);
  continue_ages(mesh_, plan);
}

void Drift::write(CrustPlan& plan) const {
  plan.turned.resize(mesh_.count());
  plan.belt.resize(mesh_.count());
  write_crust(plan);
  std::vector<std::int32_t> number(plates_.size(), -1);
  for (Cell place = 0; place < mesh_.count(); ++place) plan.plate[place] = plate_at(place);
  smooth_regions(mesh_, plan.plate, 2);
  join_pieces(mesh_, plates_.size(), plan.plate);
  for (const std::int32_t plate : plan.plate) number[static_cast<std::size_t>(plate)] = 0;
  plan.plates.clear();
  for (std::size_t p = 0; p < plates_.size(); ++p) {
    if (number[p] < 0) continue;
    number[p] = static_cast<std::int32_t>(plan.plates.size());
    PlanPlate plate;
    plate.turn = plates_[p].turn;
    plate.buoyancy = plates_[p].buoyancy;
    plan.plates.push_back(plate);
  }
  for (std::int32_t& plate : plan.plate) plate = number[static_cast<std::size_t>(plate)];
  measure_plates(mesh_, plan);
  measure_continents(mesh_, plan);
}

Result<void> plan_drift(const Domain& domain, const PlateMesh& mesh, const PlanParams& params, CrustPlan& plan) {
  if (params.time <= 0) return {};
  CRATON_TRY(std::vector<float> hardness, plate_hardness(domain, mesh, plan.seed));
  Drift drift(mesh, params, plan, std::move(hardness));
  while (drift.time() + params.time_step <= params.time) drift.step(params.time_step);
  if (drift.time() < params.time) drift.step(params.time - drift.time(), false);
  drift.write(plan);
  scale_ages(mesh, params, plan);
  return {};
}

}  // namespace craton::crust
