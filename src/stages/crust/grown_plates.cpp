// Plates by flood fill (Fusek 2020, "Generování procedurálních planet", section 5.4): random cells grow, each by a rate of its
// own, until they meet. plate_growth.h has the algorithm, plate_table.h what is known of each plate afterwards.
#include <algorithm>

#include "base/parallel.h"
#include "base/text.h"
#include "stages/all_stages.h"
#include "stages/crust/plate_neighbours.h"
#include "stages/crust/plate_table.h"
#include "surface/site_search.h"
#include "surface/table_values.h"

namespace craton {
namespace {

struct GrownPlatesParams {
  Write<std::int32_t> plate = "plate";
  WriteTable plates_made = "plates", mesh_made = "grown_mesh";
  int plates = 50;
  double rate_range = 0.5;
  bool random_driven = false;
  int rounds = 0;
  int mesh = 0;
  PlateLinks neighbours = PlateLinks::grid;
};

Result<void> check_count(int plates, std::uint64_t cells, const std::string& path) {
  if (static_cast<std::uint64_t>(plates) <= cells) return {};
  return Error{ErrorCode::invalid_value, path + "/plates",
               concat({"found ", std::to_string(plates), " plates, but the domain has only ", std::to_string(cells),
                       " cells to grow from; take fewer plates or a higher resolution"})};
}

/// Where the cells of the world lie on the sphere that plates grow on: those of its cell m are cells[first[m]] … cells[first[m +
/// 1] − 1]. Empty where it is the world itself.
struct OnMesh {
  std::vector<std::uint32_t> first;
  std::vector<Cell> cells;

  template <class F>
  void for_each(Cell of_mesh, F&& f) const {
    if (first.empty()) return f(of_mesh);
    for (std::uint32_t i = first[of_mesh]; i < first[of_mesh + 1]; ++i) f(cells[i]);
  }
};

Result<OnMesh> cells_on_mesh(const CubeSphere& world, const CubeSphere& mesh, const Execution& execution) {
  std::vector<Cell> nearest(world.cell_count());
  CRATON_TRY(parallel_blocks(nearest.size(), 1 << 14,
                             {.threads = execution.threads, .progress = nullptr, .cancel = execution.cancel},
                             [&](std::uint64_t begin, std::uint64_t end) {
                               for (auto c = static_cast<Cell>(begin); c < static_cast<Cell>(end); ++c)
                                 nearest[c] = mesh.nearest(world.direction(c));
                             }));
  OnMesh on{.first = std::vector<std::uint32_t>(mesh.cell_count() + 1), .cells = std::vector<Cell>(nearest.size())};
  for (const Cell m : nearest) ++on.first[m + 1];
  for (Cell m = 0; m < mesh.cell_count(); ++m) on.first[m + 1] += on.first[m];
  std::vector<std::uint32_t> next = on.first;
  for (Cell c = 0; c < nearest.size(); ++c) on.cells[next[nearest[c]]++] = c;
  return on;
}

/// Goes through the growth once more, round by round.
Result<void> show_rounds(std::span<const GrowthRound> rounds, const OnMesh& on, std::span<std::int32_t> plate,
                         StageContext& context) {
  for (const GrowthRound& round : rounds)
    for (const Cell cell : round.cells) on.for_each(cell, [&](Cell c) { plate[c] = 0; });
  const auto count = static_cast<std::uint32_t>(rounds.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    context.begin_iteration(i, count);
    for (std::size_t k = 0; k < rounds[i].cells.size(); ++k)
      on.for_each(rounds[i].cells[k], [&](Cell c) { plate[c] = rounds[i].plates[k]; });
    CRATON_TRY(context.end_iteration(*context.surface));
  }
  return {};
}

/// Plates that grew on the mesh know the cells of the world.
Result<void> put_on_world(const CubeSphere& world, const CubeSphere& mesh, std::span<const std::int32_t> plate, PlateLinks links,
                          const Execution& execution, ObjectTable& table) {
  const std::size_t plates = table.rows();
  CRATON_TRY(const std::optional<RegionNeighbours> regions, regions_for(links, world, execution));
  CRATON_TRY(PlateCells cells, cells_of_plates(world, plate, plates, execution, regions ? &*regions : nullptr));
  std::vector<std::int64_t> starts = *table.values<std::int64_t>("start");
  for (std::int64_t& start : starts) start = world.nearest(mesh.direction(static_cast<Cell>(start)));
  set_column(table, {"start", "", "The cell that it grew from.", std::move(starts)});
  set_column(table, {"cells", "", "Its cells.", std::move(cells.all)});
  set_column(table, {"edge_cells", "", "Those with a neighbour that is not of this plate.", std::move(cells.edge)});
  return {};
}

Result<void> run(const GrownPlatesParams& params, StageContext& context) {
  const auto* world = std::get_if<CubeSphere>(&context.domain());
  const bool on_mesh = world && params.mesh > 0 && static_cast<std::uint32_t>(params.mesh) != world->resolution();
  Domain ground = context.domain();
  OnMesh on;
  std::vector<std::int32_t> mesh_plate;
  if (on_mesh) {
    CRATON_TRY(CubeSphere mesh, with_resolution(*world, static_cast<std::uint32_t>(params.mesh), context.execution));
    CRATON_TRY(OnMesh found, cells_on_mesh(*world, mesh, context.execution));
    on = std::move(found);
    mesh_plate.resize(mesh.cell_count());
    ground = std::move(mesh);
  }
  CRATON_TRY(check_count(params.plates, cell_count(ground), context.path));
  const std::span<std::int32_t> plate = params.plate.values();
  std::fill(plate.begin(), plate.end(), 0);
  const std::span<std::int32_t> grown = on_mesh ? std::span<std::int32_t>(mesh_plate) : plate;

  const GrowthRules rules{.plates = static_cast<std::uint32_t>(params.plates),
                          .rate_range = params.rate_range,
                          .random_driven = params.random_driven,
                          .rounds = static_cast<std::uint32_t>(params.rounds)};
  // How many rounds there will be is only known at the end: who wants to see them sees them then.
  std::vector<GrowthRound> rounds;
  const auto after_round = [&](GrowthRound round) -> Result<void> {
    if (context.execution.cancel && context.execution.cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
    rounds.push_back(std::move(round));
    return {};
  };
  CRATON_TRY(const std::optional<RegionNeighbours> regions, regions_for(params.neighbours, ground, context.execution));
  const RegionNeighbours* borders = regions ? &*regions : nullptr;
  CRATON_TRY(const PlateGrowth growth, grow_plates(ground, rules, context.seed, grown, after_round, borders));
  if (on_mesh)
    for (Cell m = 0; m < mesh_plate.size(); ++m) on.for_each(m, [&](Cell c) { plate[c] = mesh_plate[m]; });
  CRATON_TRY(show_rounds(rounds, on, plate, context));
  CRATON_TRY(ObjectTable table, table_of_plates(ground, grown, growth, context.seed.child("motion"), context.execution, borders));
  if (on_mesh) {
    CRATON_TRY(put_on_world(*world, std::get<CubeSphere>(ground), plate, params.neighbours, context.execution, table));
    CRATON_TRY(params.mesh_made.set({.name = "grown_mesh",
                                     .doc = "Cells of the sphere that plates grew on.",
                                     .columns = {{"plate", "", "Number of its plate, from 1; 0: none yet.",
                                                  std::vector<std::int64_t>(grown.begin(), grown.end())}}}));
  }
  return params.plates_made.set(std::move(table));
}

Reach reach(const GrownPlatesParams&, double) { return Reach::whole(); }

Result<void> check(const GrownPlatesParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(check_plate_links(params.neighbours, domain.kind, path));
  if (params.mesh > 0 && params.mesh < 4)
    return Error{ErrorCode::invalid_value, path + "/mesh",
                 concat({"found ", std::to_string(params.mesh), ", allowed 0, or 4 and more"})};
  if (params.mesh > 0 && domain.kind == "sphere")
    return check_count(params.plates, 6 * static_cast<std::uint64_t>(params.mesh) * static_cast<std::uint64_t>(params.mesh),
                       path);
  CRATON_TRY(const DomainExtent extent, extent_of(domain, 0, "/domain"));
  return check_count(params.plates, extent.cells, path);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<GrownPlatesParams>() {
  using P = GrownPlatesParams;
  static const ParamInfo list[] = {
      result_param<&P::plate>("plate", "Number of the plate, from 1; 0: none yet.", ""),
      integer_param<&P::plates>("plates", 1, 500, "", "How many plates grow, each from a random cell."),
      number_param<&P::rate_range>(
          "rate_range", 0, 5, "",
          "How different the rates of growth are: with e below 1 from 1 − e to 1 + e, else from 0 to e expansions in a round."),
      boolean_param<&P::random_driven>("random_driven",
                                       "A round expands one random plate instead of all, which makes their sizes very uneven."),
      integer_param<&P::rounds>("rounds", 0, 1'000'000, "",
                                "Stops after so many rounds, to watch plates grow; 0: when all cells have a plate."),
      integer_param<&P::mesh>("mesh", 0, 1000, "",
                              "On spheres: plates grow on a sphere with so many cells along an edge of the cube, and the world's "
                              "cells ask it, so that another resolution is the same planet; 0: on the world's own cells."),
      choice_param<&P::neighbours>(
          "neighbours",
          "Whom a plate spreads to and touches: cells beside and across on the grid, or, on spheres, the "
          "true (Voronoi) regions that share a border."),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<GrownPlatesParams>() {
  static const TableUse list[] = {table_use<&GrownPlatesParams::plates_made>(), table_use<&GrownPlatesParams::mesh_made>()};
  return list;
}

const StageEntry& grown_plates_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "grown_plates",
      .title = "Grown plates",
      .doc = "Plates of the crust that grow from random cells until they meet, a ring of cells in each expansion. As "
             "objects they know their cells, edges, centre and motion. Growth goes by cells: without a mesh another resolution "
             "is another world.",
      .cite = "Fusek 2020",
      .reach_doc = "whole",
  });
  return entry;
}

}  // namespace craton
