// Fusek 2020, section 5.4: centres, motions and edges of plates. Its errata: the basis of the tangent plane does not degenerate
// anywhere, and directions are equally likely.
#include "stages/crust/plate_table.h"

#include <algorithm>
#include <cmath>

#include <craton/base/math.h>

#include "base/parallel.h"
#include "stages/crust/plate_neighbours.h"
#include "surface/flat_array.h"
#include "surface/periods.h"
#include "surface/sweep.h"
#include "surface/vectors.h"

namespace craton {
namespace {

void find_edges_of_regions(const RegionNeighbours& regions, std::span<const std::int32_t> plate, std::span<std::uint8_t> edge,
                           Cell begin, Cell end) {
  for (Cell c = begin; c < end; ++c) {
    const std::span<const Cell> around =
        std::span(regions.cells).subspan(regions.first[c], regions.first[c + 1] - regions.first[c]);
    edge[c] = std::any_of(around.begin(), around.end(), [&](Cell to) { return plate[to] != plate[c]; }) ? 1 : 0;
  }
}

/// Whether a cell touches another plate; the same in runs and cell by cell.
template <Topology T>
void find_edges(const T& topology, std::span<const std::int32_t> plate, std::span<std::uint8_t> edge, Cell begin, Cell end) {
  const std::array<std::int32_t, 8> offset = topology.regular_offsets();
  const PlateNeighbours neighbours(topology);
  sweep(
      topology, begin, end,
      [&](Cell first, Cell last) {
        const std::int32_t* in = plate.data();
        std::uint8_t* out = edge.data();
        for (Cell c = first; c < last; ++c) {
          const std::int32_t* at = in + c;
          std::int32_t differs = 0;
          for (std::size_t k = 0; k < 8; ++k) differs |= at[offset[k]] ^ *at;
          out[c] = differs != 0 ? 1 : 0;
        }
      },
      [&](Cell cell) {
        std::int32_t differs = 0;
        neighbours.at_border(cell, [&](Cell to) { differs |= plate[to] ^ plate[cell]; });
        edge[cell] = differs != 0 ? 1 : 0;
      });
}

Vec3d centre_on_map(const Torus& torus, std::span<const Cell> cells, Cell start) {
  const Periods periods(torus);
  const Vec3d from = torus.centre(start);
  double east = 0, south = 0;
  for (const Cell cell : cells) {
    const Vec3d to = torus.centre(cell);
    east += shortest(to.x - from.x, periods.x);
    south += shortest(to.y - from.y, periods.y);
  }
  const auto count = static_cast<double>(cells.size());
  const auto on_map = [](double at, double period) { return period == 0 ? at : at - period * std::floor(at / period); };
  return {on_map(from.x + east / count, periods.x), on_map(from.y + south / count, periods.y), 0};
}

Vec3d centre_on_plane(const PlaneTile& tile, std::span<const Cell> cells, Cell start) {
  const Vec3d from = tile.centre(start);
  double east = 0, south = 0;
  for (const Cell cell : cells) {
    const Vec3d to = tile.centre(cell);
    east += to.x - from.x;
    south += to.y - from.y;
  }
  const auto count = static_cast<double>(cells.size());
  return {from.x + east / count, from.y + south / count, 0};
}

Vec3d centre_on_sphere(const CubeSphere& sphere, std::span<const Cell> cells, Cell start) {
  Vec3d sum;
  for (const Cell cell : cells) sum = sum + sphere.direction(cell);
  const double far = length(sum);
  const bool nowhere = !(far > 1e-6 * static_cast<double>(cells.size()));
  return nowhere ? sphere.centre(start) : sum * (sphere.radius() / far);
}

Vec3d centre_on(const CubeSphere& sphere, std::span<const Cell> cells, Cell start) {
  return centre_on_sphere(sphere, cells, start);
}
Vec3d centre_on(const Torus& torus, std::span<const Cell> cells, Cell start) { return centre_on_map(torus, cells, start); }
Vec3d centre_on(const PlaneTile& tile, std::span<const Cell> cells, Cell start) { return centre_on_plane(tile, cells, start); }

/// Areas of cells; all faces of a cube are alike, so that one of them is worked out.
class CellAreas {
 public:
  explicit CellAreas(const Domain& domain) : constant_(0) {
    if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
      face_.resize(sphere->cell_count() / 6);
      for (Cell c = 0; c < face_.size(); ++c) face_[c] = sphere->area(c);
    } else {
      constant_ = spacing(domain) * spacing(domain);
    }
  }
  double sum(std::span<const Cell> cells) const {
    if (face_.empty()) return constant_ * static_cast<double>(cells.size());
    const auto side = static_cast<Cell>(face_.size());
    double all = 0;
    Cell start = 0;  // of the face; cells come in their order
    for (const Cell cell : cells) {
      while (cell - start >= side) start += side;
      all += face_[cell - start];
    }
    return all;
  }

 private:
  std::vector<double> face_;
  double constant_;
};

}  // namespace

Result<PlateCells> cells_of_plates(const Domain& domain, std::span<const std::int32_t> plate, std::size_t plates,
                                   const Execution& execution, const RegionNeighbours* regions) {
  constexpr std::uint64_t block_cells = 1 << 15;
  FlatArray<std::uint8_t> edge(plate.size());
  CRATON_TRY(parallel_blocks(plate.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    const auto first = static_cast<Cell>(begin), last = static_cast<Cell>(end);
    if (regions) return find_edges_of_regions(*regions, plate, edge.span(), first, last);
    std::visit([&](const auto& topology) { find_edges(topology, plate, edge.span(), first, last); }, domain);
  }));
  std::vector<std::size_t> count(plates + 1, 0), edges(plates + 1, 0);
  for (std::size_t c = 0; c < plate.size(); ++c) {
    const auto number = static_cast<std::size_t>(plate[c]);
    ++count[number];
    edges[number] += edge[c];
  }
  PlateCells cells{std::vector<ObjectColumn::Cells>(plates), std::vector<ObjectColumn::Cells>(plates)};
  for (std::size_t p = 0; p < plates; ++p) {
    cells.all[p].reserve(count[p + 1]);
    cells.edge[p].reserve(edges[p + 1]);
  }
  for (std::size_t c = 0; c < plate.size(); ++c) {
    if (plate[c] == 0) continue;
    const auto p = static_cast<std::size_t>(plate[c] - 1);
    cells.all[p].push_back(static_cast<Cell>(c));
    if (edge[c] != 0) cells.edge[p].push_back(static_cast<Cell>(c));
  }
  return cells;
}

Vec3d centre_of_plate(const Domain& domain, std::span<const Cell> cells, Cell start) {
  return std::visit([&](const auto& topology) { return centre_on(topology, cells, start); }, domain);
}

Vec3d random_motion(const Domain& domain, const Vec3d& centre, Seed seed, std::uint64_t plate) {
  constexpr double turn = 6.283185307179586;
  const double angle = turn * unit_of_bits(counted_random(seed, plate, 0));
  const double speed = 0.5 + 0.5 * unit_of_bits(counted_random(seed, plate, 1));
  const double along = speed * math::cos(angle), across = speed * math::sin(angle);
  if (!std::holds_alternative<CubeSphere>(domain)) return {along, across, 0};
  const Vec3d up = centre * (1 / length(centre));
  // Away from the axis that is least near.
  const double x = std::abs(up.x), y = std::abs(up.y), z = std::abs(up.z);
  const Vec3d axis = x <= y && x <= z ? Vec3d{1, 0, 0} : y <= z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
  Vec3d first = cross(up, axis);
  first = first * (1 / length(first));
  return first * along + cross(up, first) * across;
}

CarriedMotion::CarriedMotion(const Domain& domain, const Vec3d& centre, const Vec3d& motion)
    : on_sphere_(std::holds_alternative<CubeSphere>(domain)),
      centre_(on_sphere_ ? centre * (1 / length(centre)) : centre),
      motion_(motion),
      speed_(length(motion)) {}

Vec3d CarriedMotion::at(const Vec3d& direction) const {
  if (!on_sphere_) return motion_;
  // Sites are floats: near the antipode what their length lacks would count.
  const Vec3d place = direction * (1 / length(direction));
  // The turn about centre × place that takes the centre to the place. At its very antipode every way is as short as any other.
  const double together = 1 + dot(centre_, place);
  if (!(together > 1e-12)) return motion_;
  return motion_ + (centre_ + place) * (-dot(motion_, place) / together);
}

Result<ObjectTable> table_of_plates(const Domain& domain, std::span<const std::int32_t> plate, const PlateGrowth& growth,
                                    Seed seed, const Execution& execution, const RegionNeighbours* regions) {
  const std::size_t plates = growth.starts.size();
  CRATON_TRY(PlateCells cells, cells_of_plates(domain, plate, plates, execution, regions));
  std::vector<std::int64_t> starts(growth.starts.begin(), growth.starts.end());
  std::vector<double> areas(plates, 0);
  const CellAreas area(domain);
  std::vector<Vec3d> centres(plates), motions(plates);
  CRATON_TRY(parallel_blocks(plates, 1, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t p = begin; p < end; ++p) {
      areas[p] = area.sum(cells.all[p]);
      centres[p] = centre_of_plate(domain, cells.all[p], growth.starts[p]);
      motions[p] = random_motion(domain, centres[p], seed, p);
    }
  }));
  ObjectTable table{
      .name = std::string(plates_table), .doc = "Plates of the crust: row i is number i + 1 of the layer.", .columns = {}};
  table.columns = {
      {"centre", "m", "Mean of the places of its cells, on the ground.", std::move(centres)},
      {"motion", "1", "Where it moves at its centre: a vector, of length 1 for the fastest.", std::move(motions)},
      {"area", "m2", "Of the ground.", std::move(areas)},
      {"rate", "", "How often it expanded in a round.", growth.rates},
      {"start", "", "The cell that it grew from.", std::move(starts)},
      {"cells", "", "Its cells.", std::move(cells.all)},
      {"edge_cells", "", "Those with a neighbour that is not of this plate.", std::move(cells.edge)},
  };
  return table;
}

Result<void> check_plate_numbers(std::span<const std::int32_t> plate, std::size_t plates, const std::string& path) {
  std::int32_t low = 0, high = 0;
  for (const std::int32_t number : plate) {
    low = std::min(low, number);
    high = std::max(high, number);
  }
  if (low >= 0 && static_cast<std::size_t>(high) <= plates) return {};
  return Error{ErrorCode::invalid_value, path, "this layer has numbers of plates that the table \"plates\" does not have"};
}

}  // namespace craton
