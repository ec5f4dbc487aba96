// Few large plates and many small ones between them, as on Earth (Bird 2003, "An updated digital model of plate boundaries",
// Geochemistry Geophysics Geosystems 4: seven plates cover most of it, 45 others lie along their borders). Each turns about an
// Euler pole; on a map it moves along a straight line.
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

/// The cell, of some tried at random, that lies farthest from those taken.
Cell far_cell(const PlateMesh& mesh, std::span<const Cell> taken, Dice& dice, int tries) {
  Cell best = 0;
  double farthest = -1;
  for (int i = 0; i < tries; ++i) {
    const auto cell = static_cast<Cell>(dice.unit() * mesh.count());
    double nearest = 1e9;
    for (const Cell other : taken) nearest = std::min(nearest, mesh.ground().distance(mesh.centre(cell), mesh.centre(other)));
    if (nearest > farthest) {
      farthest = nearest;
      best = cell;
    }
  }
  return best;
}

void grow_large(const PlateMesh& mesh, int count, std::span<const float> hardness, Dice& dice, CrustPlan& plan) {
  RegionGrowth growth(mesh, plan.plate);
  std::vector<Cell> starts;
  std::vector<double> speed;
  for (int i = 0; i < count; ++i) {
    starts.push_back(far_cell(mesh, starts, dice, 4));
    growth.start(starts.back(), i);
    speed.push_back(dice.between(0.55, 1.5));
  }
  growth.grow([&](Cell, Cell to, std::int32_t plate) { return double{hardness[to]} / speed[static_cast<std::size_t>(plate)]; },
              [](Cell, std::int32_t) { return true; });
}

/// A small plate takes ground on both sides of a border.
void grow_small(const PlateMesh& mesh, int first, int count, std::span<const float> hardness, Dice& dice, CrustPlan& plan) {
  std::vector<Cell> along;
  for (const MeshSide& side : mesh.sides())
    if (plan.plate[side.cell] != plan.plate[side.other]) along.push_back(side.cell);
  // They stretch along it: ground away from it is harder for them.
  std::vector<Source> borders;
  for (const Cell cell : along) borders.push_back({cell, mesh.centre(cell), 1});
  const std::vector<double> away = from_nearest_source(mesh, borders, [](Cell, Cell) { return true; });
  std::vector<Cell> starts;
  for (int i = 0; i < count && !along.empty(); ++i) {
    Cell start = along[static_cast<std::size_t>(dice.unit() * static_cast<double>(along.size()))];
    for (int tries = 0; tries < 12; ++tries) {
      bool free = plan.plate[start] < first;
      for (const Cell other : starts) free = free && mesh.ground().distance(mesh.centre(start), mesh.centre(other)) > 900;
      if (free) break;
      start = along[static_cast<std::size_t>(dice.unit() * static_cast<double>(along.size()))];
    }
    starts.push_back(start);
    // Areas fall as 1 / rank, from a thirtieth of the ground on.
    double room = mesh.total_area() * dice.between(0.6, 1.4) * 0.033 / (1 + 0.8 * i) + 4 * mesh.spacing() * mesh.spacing();
    std::vector<std::int32_t> own(mesh.count(), no_region);
    RegionGrowth growth(mesh, own);
    growth.start(start, first + i);
    growth.grow(
        [&](Cell, Cell to, std::int32_t) {
          const double harder = 1 + away[to] / 240;
          return room <= 0 || plan.plate[to] >= first ? -1.0 : double{hardness[to]} * harder * harder;
        },
        [&](Cell cell, std::int32_t) {
          if (room <= 0) return false;
          room -= mesh.area(cell);
          return true;
        });
    for (Cell cell = 0; cell < mesh.count(); ++cell)
      if (own[cell] != no_region) plan.plate[cell] = own[cell];
  }
}

/// Numbers without gaps: a small plate may have lost all its ground.
void renumber(CrustPlan& plan, std::size_t& plates) {
  std::vector<std::int32_t> number(plates, -1);
  std::int32_t next = 0;
  for (std::int32_t& plate : plan.plate) {
    std::int32_t& to = number[static_cast<std::size_t>(plate)];
    if (to < 0) to = next++;
    plate = to;
  }
  plates = static_cast<std::size_t>(next);
}

Vec3d random_direction(Dice& dice) {
  const double z = dice.between(-1, 1), turn = dice.between(0, 2 * pi), flat = std::sqrt(1 - z * z);
  return {flat * math::cos(turn), flat * math::sin(turn), z};
}

Vec3d random_turn(const Ground& ground, bool small, Dice& dice, double speed) {
  // Kilometres in a million years (millimetres a year) where the plate is fastest: 15 … 100, small ones up to 130.
  const double u = dice.unit();
  const double fastest = speed * (15 + 85 * u * (0.4 + 0.6 * u)) * (small ? 1.3 : 1);
  if (ground.is_sphere()) return random_direction(dice) * (fastest / earth_radius);
  const double angle = dice.between(0, 2 * pi);
  return Vec3d{math::cos(angle), math::sin(angle), 0} * (fastest * 0.75);
}

}  // namespace

void join_pieces(const PlateMesh& mesh, std::size_t plates, std::vector<std::int32_t>& plate) {
  std::vector<std::int32_t> piece(mesh.count(), -1);
  struct Piece {
    std::int32_t plate;
    std::vector<Cell> cells;
  };
  std::vector<Piece> pieces;
  for (Cell from = 0; from < mesh.count(); ++from) {
    if (piece[from] >= 0) continue;
    pieces.push_back({plate[from], {from}});
    piece[from] = static_cast<std::int32_t>(pieces.size()) - 1;
    std::vector<Cell>& cells = pieces.back().cells;
    for (std::size_t i = 0; i < cells.size(); ++i)
      for (const PlateMesh::Way& way : mesh.links(cells[i]))
        if (piece[way.to] < 0 && plate[way.to] == plate[from]) {
          piece[way.to] = piece[from];
          cells.push_back(way.to);
        }
  }
  std::vector<std::size_t> largest(plates, 0);
  for (const Piece& p : pieces)
    largest[static_cast<std::size_t>(p.plate)] = std::max(largest[static_cast<std::size_t>(p.plate)], p.cells.size());
  for (const Piece& p : pieces) {
    if (p.cells.size() == largest[static_cast<std::size_t>(p.plate)]) continue;
    std::vector<int> touches(plates, 0);
    for (const Cell cell : p.cells)
      for (const PlateMesh::Way& way : mesh.links(cell))
        if (plate[way.to] != p.plate) ++touches[static_cast<std::size_t>(plate[way.to])];
    const auto most = std::max_element(touches.begin(), touches.end());
    if (*most > 0)
      for (const Cell cell : p.cells) plate[cell] = static_cast<std::int32_t>(most - touches.begin());
  }
}

void measure_plates(const PlateMesh& mesh, CrustPlan& plan) {
  std::vector<Cell> first(plan.plates.size(), no_cell);
  std::vector<Vec3d> sum(plan.plates.size());
  for (Cell cell = 0; cell < mesh.count(); ++cell) {
    const auto p = static_cast<std::size_t>(plan.plate[cell]);
    if (first[p] == no_cell) first[p] = cell;
    plan.plates[p].area += mesh.area(cell);
    sum[p] = sum[p] + mesh.ground().between(mesh.centre(first[p]), mesh.centre(cell)) * mesh.area(cell);
  }
  for (std::size_t p = 0; p < plan.plates.size(); ++p)
    plan.plates[p].centre = mesh.ground().onto(mesh.centre(first[p]) + sum[p] * (1 / plan.plates[p].area));
}

Result<std::vector<float>> plate_hardness(const Domain& domain, const PlateMesh& mesh, Seed seed_of_plan) {
  const Seed seed = seed_of_plan.child("plates").child("hardness");
  CRATON_TRY(const CrustNoise noise,
             CrustNoise::make(domain, mesh.ground(), seed, {.longest = 4500, .persistence = 0.6, .shortest = 500}));
  Places places;
  for (Cell cell = 0; cell < mesh.count(); ++cell) places.add(mesh.ground(), mesh.centre(cell));
  std::vector<float> hardness(mesh.count());
  noise.at(places, hardness);
  for (float& value : hardness) value = math::exp(2.6F * value);
  return hardness;
}

Result<void> plan_plates(const Domain& domain, const PlateMesh& mesh, const PlanParams& params, CrustPlan& plan) {
  const Seed seed = plan.seed.child("plates");
  CRATON_TRY(const std::vector<float> grown, plate_hardness(domain, mesh, plan.seed));
  const std::vector<float>& hardness = grown;
  Dice dice(seed.value);
  const int large = params.plates < 6 ? params.plates : std::max(5, (params.plates * 3 + 5) / 10 + 1);
  plan.plate.assign(mesh.count(), no_region);
  grow_large(mesh, large, hardness, dice, plan);
  grow_small(mesh, large, params.plates - large, hardness, dice, plan);
  smooth_regions(mesh, plan.plate, 2);
  auto count = static_cast<std::size_t>(params.plates);
  join_pieces(mesh, count, plan.plate);
  renumber(plan, count);
  plan.plates.assign(count, {});
  measure_plates(mesh, plan);
  Vec3d mean;
  for (PlanPlate& plate : plan.plates) {
    plate.turn = random_turn(mesh.ground(), plate.area < 0.03 * mesh.total_area(), dice, params.speed);
    plate.buoyancy = dice.unit();
    mean = mean + plate.turn * (plate.area / mesh.total_area());
  }
  for (PlanPlate& plate : plan.plates) plate.turn = plate.turn - mean;  // the crust as a whole stays
  return {};
}

}  // namespace craton::crust
