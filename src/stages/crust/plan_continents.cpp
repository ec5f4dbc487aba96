// Continents are not plates: they are cores (cratons) welded together, carried somewhere on a plate. Where they end inside their
// plate the margin is passive; where they end at its border it is active. Cores keep their numbers: the seams between them are
// old mountain belts.
#include <algorithm>
#include <cmath>

#include <craton/base/math.h>

#include "stages/crust/crust_plan.h"
#include "stages/crust/nearest_source.h"
#include "stages/crust/region_growth.h"
#include "stages/relief/scatter.h"

namespace craton::crust {
namespace {

using relief::Dice;

constexpr double pi = 3.14159265358979323846;

struct Core {
  Cell start = 0;
  double room = 0;  ///< area
  bool fragment = false;
};

/// A place `away` from another one, in any direction.
Cell cell_beside(const PlateMesh& mesh, Cell from, double away, Dice& dice) {
  const Vec3d up = mesh.ground().up(mesh.centre(from));
  const Vec3d axis = std::abs(up.z) < 0.7 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0};
  const Vec3d east = unit(cross(axis, up)), north = cross(up, east);
  const double angle = dice.between(0, 2 * pi);
  const Vec3d way = east * (away * math::cos(angle)) + north * (away * math::sin(angle));
  return mesh.cell_at(mesh.ground().onto(mesh.centre(from) + way));
}

/// How good a cell is as the middle of a continent: far from others (near them where continents gather), inside a large plate,
/// towards the side to which the plate moves.
double suitability(const PlateMesh& mesh, const CrustPlan& plan, const PlanParams& params, std::span<const Cell> taken, Cell cell,
                   double off_border) {
  const auto p = static_cast<std::size_t>(plan.plate[cell]);
  const Vec3d from_centre = mesh.ground().between(plan.plates[p].centre, mesh.centre(cell));
  const double ahead = dot(unit(plan.velocity(mesh.ground(), p, mesh.centre(cell))), unit(from_centre));
  double nearest = 9000, first = 0;
  for (const Cell other : taken) nearest = std::min(nearest, mesh.ground().distance(mesh.centre(cell), mesh.centre(other)));
  if (!taken.empty()) first = mesh.ground().distance(mesh.centre(cell), mesh.centre(taken.front()));
  const double share = std::min(plan.plates[p].area / mesh.total_area(), 0.08);
  return (1 - params.gathering) * nearest / 4000 - params.gathering * first / 1500 + 8 * share + 0.6 * ahead -
         std::abs(off_border);
}

/// Kilometres to the nearest border of plates.
std::vector<double> border_distances(const PlateMesh& mesh, const CrustPlan& plan) {
  std::vector<Source> borders;
  for (const MeshSide& side : mesh.sides())
    if (plan.plate[side.cell] != plan.plate[side.other])
      for (const Cell cell : {side.cell, side.other}) borders.push_back({cell, mesh.centre(cell), 1});
  return from_nearest_source(mesh, borders, [](Cell, Cell) { return true; });
}

/// A plate goes where its continents are rather than away from them: oceans open behind and close before them.
void turn_to_continents(const PlateMesh& mesh, Dice& dice, CrustPlan& plan) {
  std::vector<Vec3d> pull(plan.plates.size());
  for (Cell cell = 0; cell < mesh.count(); ++cell) {
    const auto p = static_cast<std::size_t>(plan.plate[cell]);
    if (plan.province[cell] >= 0)
      pull[p] = pull[p] + mesh.ground().between(plan.plates[p].centre, mesh.centre(cell)) * mesh.area(cell);
  }
  for (std::size_t p = 0; p < pull.size(); ++p) {
    const Vec3d moves = plan.velocity(mesh.ground(), p, plan.plates[p].centre);
    if (dot(moves, pull[p]) < 0 && dice.unit() < 0.85) plan.plates[p].turn = plan.plates[p].turn * -1;
  }
}

std::vector<Core> place_cores(const PlateMesh& mesh, const PlanParams& params, const CrustPlan& plan, Dice& dice) {
  const std::vector<double> to_border = border_distances(mesh, plan);
  std::vector<double> weight;
  double sum = 0;
  for (int i = 0; i < params.continents; ++i) {
    weight.push_back(dice.between(0.7, 1.3) / math::pow(i + 1.0, 0.75));
    sum += weight.back();
  }
  std::vector<Core> cores;
  std::vector<Cell> middles;
  for (const double w : weight) {
    const double area = mesh.total_area() * params.continental_share * w / sum, radius = std::sqrt(area / pi);
    Cell best = 0;
    double highest = -1e9;
    for (int tries = 0; tries < 16; ++tries) {
      const auto cell = static_cast<Cell>(dice.unit() * mesh.count());
      const double value =
          suitability(mesh, plan, params, middles, cell, (to_border[cell] - 0.7 * radius) / 1500) + dice.between(0, 0.5);
      if (value > highest) {
        highest = value;
        best = cell;
      }
    }
    middles.push_back(best);
    const int parts = std::clamp(static_cast<int>(1.5 + area / 6e6), 2, 14);
    for (int part = 0; part < parts; ++part) {
      const double away = part == 0 ? 0 : radius * dice.between(0.35, 1.3);
      cores.push_back({cell_beside(mesh, best, away, dice), area / parts * dice.between(0.5, 1.5), false});
    }
  }
  const auto fragments = static_cast<int>(8 * params.fragments + 0.5);
  for (int i = 0; i < fragments; ++i)
    cores.push_back({static_cast<Cell>(dice.unit() * mesh.count()), 1.8e6 * dice.unit() * dice.unit() + 5e4, true});
  return cores;
}

void grow_cores(const PlateMesh& mesh, std::span<const float> hardness, std::vector<Core> cores, double whole, CrustPlan& plan) {
  plan.province.assign(mesh.count(), no_region);
  RegionGrowth growth(mesh, plan.province);
  for (std::size_t i = 0; i < cores.size(); ++i) growth.start(cores[i].start, static_cast<std::int32_t>(i));
  const auto cost = [&](Cell from, Cell to, std::int32_t) {
    return double{hardness[to]} * (plan.plate[from] == plan.plate[to] ? 1.0 : 9.0);
  };
  growth.grow(cost, [&](Cell cell, std::int32_t core) {
    Core& c = cores[static_cast<std::size_t>(core)];
    if (whole <= 0 || c.room <= 0) return false;
    c.room -= mesh.area(cell);
    whole -= mesh.area(cell);
    return true;
  });
  // Cores that were hemmed in left some over: the others go on.
  for (int rounds = 0; rounds < 8 && whole > 0; ++rounds) {
    for (Core& core : cores) core.room += 0.15e6;
    growth.grow(cost, [&](Cell cell, std::int32_t core) {
      Core& c = cores[static_cast<std::size_t>(core)];
      if (whole <= 0 || c.room <= 0) return false;
      c.room -= mesh.area(cell);
      whole -= mesh.area(cell);
      return true;
    });
  }
}

/// Edges of continental crust, half-way between cells.
std::vector<Source> edges_of_continents(const PlateMesh& mesh, const CrustPlan& plan) {
  std::vector<Source> edges;
  for (const MeshSide& side : mesh.sides()) {
    const bool land = plan.province[side.cell] >= 0, other = plan.province[side.other] >= 0;
    if (land == other) continue;
    const Vec3d middle =
        mesh.ground().onto(mesh.centre(side.cell) + mesh.ground().between(mesh.centre(side.cell), mesh.centre(side.other)) * 0.5);
    for (const Cell cell : {side.cell, side.other}) edges.push_back({cell, middle, 1});
  }
  return edges;
}

}  // namespace

void measure_margins(const PlateMesh& mesh, std::span<const Source> edges, CrustPlan& plan) {
  const std::vector<double> distance = from_nearest_source(mesh, edges, [](Cell, Cell) { return true; });
  plan.margin.resize(mesh.count());
  for (Cell cell = 0; cell < mesh.count(); ++cell) {
    const double km = std::min(distance[cell], 3000.0);
    plan.margin[cell] = plan.province[cell] >= 0 ? km : -km;
  }
}

void measure_continents(const PlateMesh& mesh, CrustPlan& plan) {
  for (Cell cell = 0; cell < mesh.count(); ++cell)
    if (plan.province[cell] >= 0) plan.plates[static_cast<std::size_t>(plan.plate[cell])].continental += mesh.area(cell);
  for (PlanPlate& plate : plan.plates) plate.continental /= plate.area;
}

Result<void> plan_continents(const Domain& domain, const PlateMesh& mesh, const PlanParams& params, CrustPlan& plan) {
  const Seed seed = plan.seed.child("continents");
  const Result<CrustNoise> noise =
      CrustNoise::make(domain, mesh.ground(), seed.child("hardness"), {.longest = 3600, .persistence = 0.7, .shortest = 300});
  if (!noise) return noise.error();
  Places places;
  for (Cell cell = 0; cell < mesh.count(); ++cell) places.add(mesh.ground(), mesh.centre(cell));
  std::vector<float> hardness(mesh.count());
  noise->at(places, hardness);
  for (float& value : hardness) value = math::exp(3.2F * value);

  Dice dice(seed.value);
  const std::vector<Core> cores = place_cores(mesh, params, plan, dice);
  grow_cores(mesh, hardness, cores, mesh.total_area() * params.continental_share, plan);
  smooth_regions(mesh, plan.province, 1);
  measure_margins(mesh, edges_of_continents(mesh, plan), plan);
  turn_to_continents(mesh, dice, plan);
  std::vector<double> rise;
  for (const Core& core : cores)
    rise.push_back(core.fragment ? dice.between(-1900, 300) : dice.between(-1, 1) * dice.unit() * 450);
  plan.rise.assign(mesh.count(), 0);
  for (Cell cell = 0; cell < mesh.count(); ++cell)
    if (plan.province[cell] >= 0) plan.rise[cell] = rise[static_cast<std::size_t>(plan.province[cell])];
  measure_continents(mesh, plan);
  return {};
}

}  // namespace craton::crust
