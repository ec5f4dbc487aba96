// Collisions of plates (Fusek 2020, section 5.4, eq. 5.3). A cell at the edge of its plate is pressed by its neighbours on
// others:
//     ρ = C Σ [ |v| (v·ê) − |v_i| (v_i·ê) ],        ê the direction from the cell to the neighbour,
// where v and v_i are the motions of the two plates, carried to the two cells. Plates that move towards each other raise
// mountains, plates that part leave trenches. The source leaves out that ê has length 1, which makes all effects shrink with the
// size of cells. Belts stay one cell wide on each side: that is the source's own limit.
#include <algorithm>
#include <cmath>
#include <vector>

#include <craton/surface/sample.h>

#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/crust/plate_neighbours.h"
#include "stages/crust/plate_table.h"
#include "surface/site_search.h"
#include "surface/table_values.h"
#include "surface/vectors.h"

namespace craton {
namespace {

struct PlateCollisionsParams {
  Change<float> layer = "height";
  Read<std::int32_t> plate = "plate";
  ReadTable plates = "plates", grown_mesh = "grown_mesh";
  Field height = 2000.0, strength = 1.0;
  PlateLinks neighbours = PlateLinks::grid;
};

/// Where motions are carried to.
Vec3d place_of(const CubeSphere& sphere, Cell cell) { return sphere.direction(cell); }
template <class T>
Vec3d place_of(const T&, Cell) {
  return {};
}

/// From one cell to the next, of length 1.
Vec3d direction_to(const CubeSphere& sphere, Cell from, Cell to) {
  const Vec3d a = sphere.direction(from), b = sphere.direction(to);
  const Vec3d way{b.x - a.x, b.y - a.y, b.z - a.z};
  const double length = std::sqrt(dot(way, way));
  if (!(length > 0)) return {};  // two sites at one place press from nowhere
  return {way.x / length, way.y / length, way.z / length};
}

/// Maps that close onto themselves: the shorter way.
Vec3d direction_on_grid(GridSize size, Cell from, Cell to) {
  const auto step = [](std::int64_t a, std::int64_t b, std::int64_t period) -> double {
    const std::int64_t way = b - a;
    return static_cast<double>(way > 1 ? way - period : way < -1 ? way + period : way);
  };
  const Vec3d way{step(from % size.width, to % size.width, size.width), step(from / size.width, to / size.width, size.height), 0};
  const double length = std::sqrt(dot(way, way));
  return {way.x / length, way.y / length, 0};
}
Vec3d direction_to(const Torus& torus, Cell from, Cell to) { return direction_on_grid(torus.size(), from, to); }
Vec3d direction_to(const PlaneTile& tile, Cell from, Cell to) {
  return direction_on_grid({tile.stored_width(), tile.stored_height()}, from, to);
}

/// ρ / C of a cell.
template <Topology T>
double pressure_on(const T& topology, const PlateNeighbours<T>& neighbours, std::span<const std::int32_t> plate,
                   std::span<const CarriedMotion> motions, Cell cell) {
  const std::int32_t own = plate[cell];
  const CarriedMotion& mine = motions[static_cast<std::size_t>(own - 1)];
  const Vec3d v = mine.at(place_of(topology, cell));
  double pressure = 0;
  neighbours(cell, [&](Cell to) {
    const std::int32_t other = plate[to];
    if (other == own || other == 0) return;
    const CarriedMotion& theirs = motions[static_cast<std::size_t>(other - 1)];
    const Vec3d along = direction_to(topology, cell, to);
    pressure += mine.speed() * dot(v, along) - theirs.speed() * dot(theirs.at(place_of(topology, to)), along);
  });
  return pressure;
}

/// Plates that grew on a mesh press on each other there, at any resolution: ρ / C between its sites.
struct MeshPressure {
  CubeSphere mesh;
  std::vector<float> pressure;
};
Result<std::optional<MeshPressure>> pressure_on_mesh(const Domain& domain, const ObjectTable* grown_mesh,
                                                     std::span<const CarriedMotion> motions, PlateLinks links,
                                                     const Execution& execution) {
  const auto* world = std::get_if<CubeSphere>(&domain);
  const auto* numbers = values_of<std::int64_t>(grown_mesh, "plate");
  if (!world || !numbers) return std::optional<MeshPressure>{};
  const auto resolution = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(numbers->size()) / 6) + 0.5);
  CRATON_TRY(CubeSphere mesh, with_resolution(*world, resolution, execution));
  std::vector<std::int32_t> plate(mesh.cell_count());
  for (std::size_t m = 0; m < std::min(plate.size(), numbers->size()); ++m) plate[m] = static_cast<std::int32_t>((*numbers)[m]);
  CRATON_TRY(check_plate_numbers(plate, motions.size(), "/objects/grown_mesh"));
  std::vector<float> pressure(mesh.cell_count());
  CRATON_TRY(const std::optional<RegionNeighbours> regions, regions_for(links, mesh, execution));
  const PlateNeighbours neighbours(mesh, regions ? &*regions : nullptr);
  CRATON_TRY(parallel_blocks(pressure.size(), 4096, {.threads = execution.threads}, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto cell = static_cast<Cell>(begin); cell < static_cast<Cell>(end); ++cell)
      if (plate[cell] != 0) pressure[cell] = static_cast<float>(pressure_on(mesh, neighbours, plate, motions, cell));
  }));
  return std::optional(MeshPressure{std::move(mesh), std::move(pressure)});
}

Error no_plates(const std::string& path) {
  return {ErrorCode::unknown_name, path, "there are no plates yet: put a stage \"grown_plates\" before this one"};
}

Result<void> run(const PlateCollisionsParams& params, StageContext& context) {
  const auto* centres = values_of<Vec3d>(params.plates.get(), "centre");
  const auto* directions = values_of<Vec3d>(params.plates.get(), "motion");
  const auto* edges = values_of<ObjectColumn::Cells>(params.plates.get(), "edge_cells");
  if (!centres || !directions || !edges) return no_plates(context.path);
  const std::span<const std::int32_t> plate = params.plate.values();
  CRATON_TRY(check_plate_numbers(plate, edges->size(), context.path + "/plate"));

  std::vector<CarriedMotion> motions;
  for (std::size_t p = 0; p < edges->size(); ++p) motions.emplace_back(context.domain(), (*centres)[p], (*directions)[p]);
  const std::span<float> out = params.layer.values();
  CRATON_TRY(const std::optional<MeshPressure> on_mesh,
             pressure_on_mesh(context.domain(), params.grown_mesh.get(), motions, params.neighbours, context.execution));
  if (on_mesh) {
    const auto& world = std::get<CubeSphere>(context.domain());
    return parallel_blocks(out.size(), 4096, context.execution, [&](std::uint64_t begin, std::uint64_t end) {
      for (auto cell = static_cast<Cell>(begin); cell < static_cast<Cell>(end); ++cell) {
        if (!(params.strength[cell] > 0) || plate[cell] == 0) continue;
        const float pressure = sample(on_mesh->mesh, on_mesh->pressure, world.direction(cell), Sampling::linear);
        out[cell] += static_cast<float>(double{pressure} * double{params.height[cell]} * double{params.strength[cell]});
      }
    });
  }
  CRATON_TRY(const std::optional<RegionNeighbours> regions, regions_for(params.neighbours, context.domain(), context.execution));
  if (regions) {
    // The table may go by the grid: whoever has a neighbour beyond a border is pressed.
    const auto& world = std::get<CubeSphere>(context.domain());
    const PlateNeighbours neighbours(world, &*regions);
    return parallel_blocks(out.size(), 4096, context.execution, [&](std::uint64_t begin, std::uint64_t end) {
      for (auto cell = static_cast<Cell>(begin); cell < static_cast<Cell>(end); ++cell) {
        if (!(params.strength[cell] > 0) || plate[cell] == 0) continue;
        const double pressure = pressure_on(world, neighbours, plate, motions, cell);
        out[cell] += static_cast<float>(pressure * double{params.height[cell]} * double{params.strength[cell]});
      }
    });
  }
  return std::visit(
      [&](const auto& topology) {
        const PlateNeighbours neighbours(topology);
        return parallel_blocks(edges->size(), 1, context.execution, [&](std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t p = begin; p < end; ++p)
            for (const Cell cell : (*edges)[p]) {
              if (!(params.strength[cell] > 0) || plate[cell] == 0) continue;
              const double pressure = pressure_on(topology, neighbours, plate, motions, cell);
              out[cell] += static_cast<float>(pressure * double{params.height[cell]} * double{params.strength[cell]});
            }
        });
      },
      context.domain());
}

Reach reach(const PlateCollisionsParams&, double) { return Reach::stencil(1); }

Result<void> check(const PlateCollisionsParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  return check_plate_links(params.neighbours, domain.kind, path);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<PlateCollisionsParams>() {
  using P = PlateCollisionsParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground that is raised and lowered."),
      layer_param<&P::plate>("plate", "The numbers of plates, by the stage `grown_plates`."),
      field_param<&P::height>(
          "height", -20'000, 20'000, "m",
          "What a neighbour of another plate adds that moves straight at the cell with speed 1: the collision "
          "strength of the source, 0.5 of 4000 m."),
      field_param<&P::strength>("strength", 0, 1, "", "0 leaves a cell as it is, 1 moves it fully: a mask."),
      choice_param<&P::neighbours>("neighbours",
                                   "Who presses: cells beside and across on the grid, or, on spheres, the true (Voronoi) regions "
                                   "that share a border."),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<PlateCollisionsParams>() {
  static const TableUse list[] = {table_use<&PlateCollisionsParams::plates>(), table_use<&PlateCollisionsParams::grown_mesh>()};
  return list;
}

const StageEntry& plate_collisions_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "plate_collisions",
      .title = "Collisions of plates",
      .doc =
          "Raises the edges of plates that move towards each other and lowers those of plates that part, by the "
          "pressure of every neighbour on another plate. Edges are one cell wide on each side: of the mesh on which plates grew, "
          "so that belts are as wide at any resolution, or of the world.",
      .cite = "Fusek 2020",
      .reach_doc = "stencil: 1 cell",
  });
  return entry;
}

}  // namespace craton
