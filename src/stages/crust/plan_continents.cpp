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
/// towards the side to which the plate moves. `off` tells how far it is from where its edge would lie on a border that closes.
double suitability(const PlateMesh& mesh, const CrustPlan& plan, const PlanParams& params, std::span<const Cell> taken, Cell cell,
                   double off) {
  const auto p = static_cast<std::size_t>(plan.plate[cell]);
  const Vec3d from_centre = mesh.ground().between(plan.plates[p].centre, mesh.centre(cell));
  const double ahead = dot(unit(plan.velocity(mesh.ground(), p, mesh.centre(cell))), unit(from_centre));
  double nearest = 9000, first = 0;
  for (const Cell other : taken) nearest = std::min(nearest, mesh.ground().distance(mesh.centre(cell), mesh.centre(other)));
  if (!taken.empty()) first = mesh.ground().distance(mesh.centre(cell), mesh.centre(taken.front()));
  const double share = std::min(plan.plates[p].area / mesh.total_area(), 0.08);
  return (1 - params.gathering) * nearest / 4000 - params.gathering * first / 1500 + 8 * share + 0.6 * ahead -
         std::min(std::abs(off), 1.6);
}

/// How fast the plates on both sides of a side of the mesh come together, kilometres in a million years.
double closing_at(const PlateMesh& mesh, const CrustPlan& plan, const MeshSide& side) {
  const auto one = static_cast<std::size_t>(plan.plate[side.cell]), other = static_cast<std::size_t>(plan.plate[side.other]);
  const Vec3d& place = mesh.centre(side.cell);
  const Vec3d moves = plan.velocity(mesh.ground(), one, place) - plan.velocity(mesh.ground(), other, place);
  return dot(moves, unit(mesh.ground().between(place, mesh.centre(side.other))));
}

/// Kilometres, inside a plate, to its nearest border that closes: there sea floor sinks below the continents that reach it.
std::vector<double> to_closing_borders(const PlateMesh& mesh, const CrustPlan& plan) {
  std::vector<Source> borders;
  for (const MeshSide& side : mesh.sides())
    if (plan.plate[side.cell] != plan.plate[side.other] && closing_at(mesh, plan, side) > 12)
      for (const Cell cell : {side.cell, side.other}) borders.push_back({cell, mesh.centre(cell), 1});
  return from_nearest_source(mesh, borders, [&](Cell from, Cell to) { return plan.plate[from] == plan.plate[to]; });
}

/// What a plate's motion makes of the edges of continents on its border: sea floor that sinks below a continent counts, a
/// continent that is torn from sea floor counts against it.
double active_edges(const PlateMesh& mesh, const CrustPlan& plan, std::span<const MeshSide> sides, std::int32_t plate) {
  double sum = 0;
  for (const MeshSide& side : sides) {
    if (plan.plate[side.cell] != plate && plan.plate[side.other] != plate) continue;
    const int continents = (plan.margin[side.cell] > -250 ? 1 : 0) + (plan.margin[side.other] > -250 ? 1 : 0);
    if (continents == 0) continue;
    const double closing = std::clamp(closing_at(mesh, plan, side) / 40, -1.0, 1.0);
    sum += continents == 1 ? closing : -0.3 * std::abs(closing);
  }
  return sum;
}

/// Plates take the direction, of four, that lets most oceans close before their continents and open behind them, as slabs that
/// sink pull plates along.
void turn_to_continents(const PlateMesh& mesh, Dice& dice, CrustPlan& plan) {
  std::vector<MeshSide> sides;
  for (const MeshSide& side : mesh.sides())
    if (plan.plate[side.cell] != plan.plate[side.other]) sides.push_back(side);
  for (int round = 0; round < 2; ++round)
    for (std::size_t p = 0; p < plan.plates.size(); ++p) {
      if (dice.unit() > 0.9) continue;
      const Vec3d up = mesh.ground().up(plan.plates[p].centre);
      Vec3d& turn = plan.plates[p].turn;
      Vec3d best = turn;
      double most = -1e30;
      for (int quarter = 0; quarter < 4; ++quarter) {
        const double edges = active_edges(mesh, plan, sides, static_cast<std::int32_t>(p));
        if (edges > most) {
          most = edges;
          best = turn;
        }
        turn = cross(up, turn) + up * dot(up, turn);  // a quarter to the left
      }
      turn = best;
    }
}

std::vector<Core> place_cores(const PlateMesh& mesh, const PlanParams& params, const CrustPlan& plan, Dice& dice) {
  const std::vector<double> to_closing = to_closing_borders(mesh, plan);
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
          suitability(mesh, plan, params, middles, cell, (to_closing[cell] - 0.5 * radius) / 1200) + dice.between(0, 0.5);
      if (value > highest) {
        highest = value;
        best = cell;
      }
    }
    middles.push_back(best);
    const int parts = std::clamp(static_cast<int>(1.5 + area / 6e6), 2, 14);
    for (int part = 0; part < parts; ++part) {
      const double away = part == 0 ? 0 : radius * dice.between(0.35, 1.3);
      Cell start = cell_beside(mesh, best, away, dice);
      // Most lie on one plate.
      for (int tries = 0; tries < 3 && plan.plate[start] != plan.plate[best]; ++tries)
        start = cell_beside(mesh, best, away, dice);
      cores.push_back({start, area / parts * dice.between(0.5, 1.5), false});
    }
  }
  return cores;
}

void grow_cores(const PlateMesh& mesh, std::span<const float> hardness, std::vector<Core> cores, double whole, CrustPlan& plan) {
  const std::vector<double> to_closing = to_closing_borders(mesh, plan);
  plan.province.assign(mesh.count(), no_region);
  RegionGrowth growth(mesh, plan.province);
  for (std::size_t i = 0; i < cores.size(); ++i) growth.start(cores[i].start, static_cast<std::int32_t>(i));
  const auto cost = [&](Cell from, Cell to, std::int32_t) {
    if (plan.plate[from] != plan.plate[to]) return 14.0 * double{hardness[to]};
    if (to_closing[to] >= std::min(to_closing[from], 2500.0)) return 1.1 * double{hardness[to]};
    return (to_closing[to] < 800 ? 0.2 : 0.65) * double{hardness[to]};
  };
  const auto take = [&](Cell cell, std::int32_t core) {
    Core& c = cores[static_cast<std::size_t>(core)];
    if (whole <= 0 || c.room <= 0) return false;
    c.room -= mesh.area(cell);
    whole -= mesh.area(cell);
    return true;
  };
  const double kept = 0.1 * whole;
  whole -= kept;
  growth.grow(cost, take);
  whole += kept;
  // Where a border that closes is near they reach to it: the sea floor between has sunk below them.
  const auto straight = [&](Cell from, Cell to, std::int32_t) {
    return plan.plate[from] == plan.plate[to] && to_closing[to] < to_closing[from] ? 1.0 : -1.0;
  };
  growth.grow(straight, [&](Cell cell, std::int32_t) {
    if (whole <= 0 || to_closing[cell] > 800) return false;
    whole -= mesh.area(cell);
    return true;
  });
  // Cores that were hemmed in left some over: the others go on.
  for (int rounds = 0; rounds < 12 && whole > 0; ++rounds) {
    for (Core& core : cores) core.room += 0.15e6;
    growth.grow(cost, take);
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

namespace {

struct Fragment {
  Cell start = 0;
  Vec3d along;
};

/// Most pieces of continents broke off a margin and lie in a row along it, as Madagascar or Japan; some are far from any.
Fragment place_fragment(const PlateMesh& mesh, const CrustPlan& plan, Dice& dice) {
  const bool near = dice.unit() < 0.75;
  Cell start = 0;
  for (int tries = 0; tries < 60; ++tries) {
    start = static_cast<Cell>(dice.unit() * mesh.count());
    if (plan.margin[start] < -450 && (!near || plan.margin[start] > -1000)) break;
  }
  Vec3d inwards;
  for (const PlateMesh::Way& way : mesh.links(start))
    inwards =
        inwards + mesh.ground().between(mesh.centre(start), mesh.centre(way.to)) * (plan.margin[way.to] - plan.margin[start]);
  const Vec3d up = mesh.ground().up(mesh.centre(start)), across = unit(inwards), along = cross(up, across);
  const double aside = near ? dice.between(-0.6, 0.6) : dice.between(-3, 3);
  return {start, unit(along + across * aside)};
}

/// Long and narrow, never one with the continents.
void grow_fragment(const PlateMesh& mesh, std::span<const float> hardness, const Fragment& fragment, double room,
                   std::int32_t number, CrustPlan& plan) {
  RegionGrowth growth(mesh, plan.province);
  growth.start(fragment.start, number);
  const auto cost = [&](Cell from, Cell to, std::int32_t) {
    const Vec3d way = unit(mesh.ground().between(mesh.centre(from), mesh.centre(to)));
    return room <= 0 || plan.margin[to] > -330 ? -1.0 : double{hardness[to]} * (1 + 5 * (1 - std::abs(dot(way, fragment.along))));
  };
  growth.grow(cost, [&](Cell cell, std::int32_t) {
    if (room <= 0 || plan.margin[cell] > -330) return false;
    room -= mesh.area(cell);
    return true;
  });
}

/// Pieces of continents in rows. Few are large: areas follow a power law.
void add_fragments(const PlateMesh& mesh, std::span<const float> hardness, int count, Dice& dice, std::vector<Core>& cores,
                   CrustPlan& plan) {
  while (count > 0) {
    Fragment fragment = place_fragment(mesh, plan, dice);
    const int row = std::min(count, 1 + static_cast<int>(dice.unit() * dice.unit() * 4));
    for (int i = 0; i < row; ++i, --count) {
      const double area = std::min(8e4 / math::pow(1 - dice.unit(), 1.1), 1.5e6);
      if (plan.margin[fragment.start] < -330) {
        cores.push_back({fragment.start, area, true});
        grow_fragment(mesh, hardness, fragment, area, static_cast<std::int32_t>(cores.size()) - 1, plan);
      }
      const Vec3d side = cross(mesh.ground().up(mesh.centre(fragment.start)), fragment.along);
      const double gap = dice.between(150, 450), aside = dice.between(-160, 160);
      const Vec3d next = mesh.centre(fragment.start) + fragment.along * (std::sqrt(area) * 2 + gap) + side * aside;
      fragment.start = mesh.cell_at(mesh.ground().onto(next));
      fragment.along = unit(fragment.along + side * dice.between(-0.4, 0.4));
    }
  }
}

}  // namespace

void measure_continents(const PlateMesh& mesh, CrustPlan& plan) {
  for (Cell cell = 0; cell < mesh.count(); ++cell)
    if (plan.province[cell] >= 0) plan.plates[static_cast<std::size_t>(plan.plate[cell])].continental += mesh.area(cell);
  for (PlanPlate& plate : plan.plates) plate.continental /= plate.area;
}

Result<void> plan_continents(const Domain& domain, const PlateMesh& mesh, const PlanParams& params, CrustPlan& plan) {
  const Seed seed = plan.seed.child("continents");
  CRATON_TRY(const CrustNoise noise, CrustNoise::make(domain, mesh.ground(), seed.child("hardness"),
                                                      {.longest = 3600, .persistence = 0.7, .shortest = 300}));
  Places places;
  for (Cell cell = 0; cell < mesh.count(); ++cell) places.add(mesh.ground(), mesh.centre(cell));
  std::vector<float> hardness(mesh.count());
  noise.at(places, hardness);
  for (float& value : hardness) value = math::exp(3.2F * value);

  Dice dice(seed.value);
  std::vector<Core> cores = place_cores(mesh, params, plan, dice);
  const auto fragments = static_cast<int>(8 * params.fragments + 0.5);
  const double whole = mesh.total_area() * params.continental_share;
  grow_cores(mesh, hardness, cores, std::max(whole - 2.2e5 * fragments, 0.8 * whole), plan);
  smooth_regions(mesh, plan.province, 1);
  measure_margins(mesh, edges_of_continents(mesh, plan), plan);
  add_fragments(mesh, hardness, fragments, dice, cores, plan);
  measure_margins(mesh, edges_of_continents(mesh, plan), plan);
  turn_to_continents(mesh, dice, plan);
  std::vector<double> rise;
  for (const Core& core : cores) {
    const double first = core.fragment ? dice.between(-1900, 300) : dice.between(-1, 1);
    rise.push_back(core.fragment ? first : first * dice.unit() * 450);
  }
  plan.rise.assign(mesh.count(), 0);
  for (Cell cell = 0; cell < mesh.count(); ++cell)
    if (plan.province[cell] >= 0) plan.rise[cell] = rise[static_cast<std::size_t>(plan.province[cell])];
  measure_continents(mesh, plan);
  return {};
}

}  // namespace craton::crust
