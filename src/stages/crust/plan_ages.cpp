// Sea floor is made at ridges and moves away from them on both sides: its age is the distance to its ridge by the speed. The mean
// age is given, since it depends on how long plates have moved as they do.
#include <algorithm>

#include "stages/crust/borders.h"
#include "stages/crust/nearest_source.h"

namespace craton::crust {

namespace {

/// Mean ages of the sea floors of plates.
void mean_ages(const PlateMesh& mesh, CrustPlan& plan) {
  std::vector<double> floor(plan.plates.size(), 0);
  for (Cell cell = 0; cell < mesh.count(); ++cell) {
    PlanPlate& plate = plan.plates[static_cast<std::size_t>(plan.plate[cell])];
    if (plan.province[cell] >= 0) continue;
    plate.age += plan.age[cell] * mesh.area(cell);
    floor[static_cast<std::size_t>(plan.plate[cell])] += mesh.area(cell);
  }
  for (std::size_t p = 0; p < floor.size(); ++p)
    if (floor[p] > 0) plan.plates[p].age /= floor[p];
}

}  // namespace

void scale_ages(const PlateMesh& mesh, const PlanParams& params, CrustPlan& plan) {
  constexpr double oldest = 3.3;  // times the mean
  double sum = 0, area = 0;
  for (Cell cell = 0; cell < mesh.count(); ++cell) {
    if (plan.province[cell] >= 0) continue;
    sum += plan.age[cell] * mesh.area(cell);
    area += mesh.area(cell);
  }
  const double factor = sum > 0 ? params.crust_age * area / sum : 1;
  for (double& age : plan.age) age = std::min(age * factor, oldest * params.crust_age);
  mean_ages(mesh, plan);
}

void plan_ages(const PlateMesh& mesh, const PlanParams& params, CrustPlan& plan) {
  constexpr double without = 60;  // million years more where a plate has no ridge
  const Borders borders = Borders::between_plates(mesh, plan, false);
  std::vector<Source> ridges;
  for (const Arc& arc : borders.arcs()) {
    if (arc.closing > -5) continue;
    const Vec3d middle = mesh.ground().onto(arc.from + arc.along * 0.5);
    for (const Cell cell : {arc.cell, arc.other}) ridges.push_back({cell, middle, 2 / -double{arc.closing}});
  }
  const std::vector<double> inside =
      from_nearest_source(mesh, ridges, [&](Cell from, Cell to) { return plan.plate[from] == plan.plate[to]; });
  const std::vector<double> anywhere = from_nearest_source(mesh, ridges, [](Cell, Cell) { return true; });
  plan.age.resize(mesh.count());
  for (Cell cell = 0; cell < mesh.count(); ++cell) {
    double& age = plan.age[cell];
    age = inside[cell] < unreached ? inside[cell] : std::min(anywhere[cell], 200.0) + without;
    age = std::min(age, 260.0);
  }
  scale_ages(mesh, params, plan);
}

Result<CrustPlan> make_plan(const Domain& domain, const PlateMesh& mesh, const PlanParams& params, Seed seed) {
  CrustPlan plan;
  plan.mesh = params.mesh;
  plan.seed = seed;
  CRATON_TRY(plan_plates(domain, mesh, params, plan));
  CRATON_TRY(plan_continents(domain, mesh, params, plan));
  plan_ages(mesh, params, plan);
  CRATON_TRY(plan_drift(domain, mesh, params, plan));
  return plan;
}

}  // namespace craton::crust
