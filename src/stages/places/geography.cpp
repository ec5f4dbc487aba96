// What on a world deserves a name, as objects: lands, waters, ranges, and what covers the ground.
#include <limits>
#include <numeric>

#include "stages/places/places_stages.h"
#include "stages/places/region_finder.h"
#include "stages/water/on_planes.h"
#include "stages/water/rivers/river_path.h"
#include "surface/check_finite.h"

namespace craton {
namespace {

struct GeographyParams {
  Read<float> layer = "height";
  Read<std::uint8_t> biome, sub_biome;
  Write<std::int32_t> region = "region";
  WriteTable regions = "regions";
  GeographyRules rules;
  double least = rules.least, continent = rules.continent, ocean = rules.ocean, least_ocean = rules.least_ocean, bay = rules.bay,
         gulf = rules.gulf, mountains = rules.mountains, least_rise = rules.least_rise, least_cover = rules.least_cover;
  int mesh = usual_mesh;
  OnPlanes on_planes = OnPlanes::refuse;
};

GeographyRules rules_of(const GeographyParams& params) {
  GeographyRules rules;
  rules.least = params.least;
  rules.continent = params.continent;
  rules.ocean = params.ocean;
  rules.least_ocean = params.least_ocean;
  rules.bay = params.bay;
  rules.gulf = params.gulf;
  rules.mountains = params.mountains;
  rules.least_rise = params.least_rise;
  rules.least_cover = params.least_cover;
  return rules;
}

/// Land and water first, then relief, then cover; the largest of each kind first.
std::vector<std::size_t> order_of(const std::vector<Region>& regions) {
  constexpr std::string_view kinds[] = {"continent", "ocean",  "island", "sea",       "gulf",
                                        "bay",       "strait", "range",  "highlands", "hills"};
  const auto place = [&](std::string_view kind) {
    return static_cast<std::size_t>(std::find(std::begin(kinds), std::end(kinds), kind) - std::begin(kinds));
  };
  std::vector<std::size_t> order(regions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const Region &one = regions[a], &other = regions[b];
    if (place(one.kind) != place(other.kind)) return place(one.kind) < place(other.kind);
    return one.kind != other.kind ? one.kind < other.kind : one.area > other.area;
  });
  return order;
}

/// The numbers of regions where they have none, from the nearest that has.
void fill_gaps(const PlaceMesh& mesh, std::vector<std::uint32_t>& numbers) {
  std::vector<double> far(mesh.size(), never);
  std::vector<std::uint32_t> before(mesh.size(), no_cell);
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell)
    if (numbers[cell] != 0) far[cell] = 0;
  spread(
      mesh, far, [](std::uint32_t, const Link& link) { return double{link.length}; }, &before);
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell) {
    std::uint32_t from = cell;
    while (before[from] != no_cell) from = before[from];
    if (numbers[cell] == 0) numbers[cell] = numbers[from];
  }
}

/// Cells get the row of their region, from 1: pieces are known exactly, parts of one piece by the mesh.
Result<void> number_cells(const PlaceMesh& mesh, std::span<const float> heights, const LandAndWater& found,
                          const std::vector<std::uint32_t>& row_of, std::size_t pieces, std::span<std::int32_t> numbers,
                          const Execution& execution) {
  std::vector<std::uint32_t> land = found.land, water = found.water, first(pieces, 0);
  fill_gaps(mesh, land);
  fill_gaps(mesh, water);
  for (std::size_t region = found.regions.size(); region-- > 0;)
    first[static_cast<std::size_t>(found.piece[region])] = static_cast<std::uint32_t>(region + 1);
  return mesh.each_fine(execution, [&](Cell fine, std::uint32_t at) {
    const std::int32_t piece = numbers[fine];
    std::uint32_t region = 0;
    if (piece >= 0) {
      region = heights[fine] >= 0 ? land[at] : water[at];
      if (region == 0 || found.piece[region - 1] != piece) region = first[static_cast<std::size_t>(piece)];
    }
    numbers[fine] = region == 0 ? 0 : static_cast<std::int32_t>(row_of[region - 1] + 1);
  });
}

ObjectTable table_of(const Domain& domain, std::span<const float> heights, const std::vector<Region>& regions,
                     const std::vector<std::size_t>& order) {
  std::vector<std::string> kind, group;
  std::vector<Vec3d> place, extreme;
  std::vector<ObjectColumn::Path> line;
  std::vector<double> area, length, height;
  for (const std::size_t i : order) {
    const Region& region = regions[i];
    kind.emplace_back(region.kind);
    group.emplace_back(region.group);
    place.push_back(region.axis.place);
    line.push_back(region.axis.line);
    area.push_back(region.area);
    length.push_back(region.axis.length);
    height.push_back(double{heights[region.extreme]});
    extreme.push_back(river_point(domain, region.extreme, heights[region.extreme]));
  }
  return {std::string(regions_table),
          "What deserves a name: lands and waters (the layer of their numbers counts from 1), ranges, covers; the largest first.",
          {{"kind", "",
            "continent, island; ocean, sea, gulf, bay, strait; range, highlands, hills; forest, jungle, savanna, plain, desert, "
            "tundra, ice, swamp.",
            std::move(kind)},
           {"group", "", "land, water, relief or cover.", std::move(group)},
           {"place", "m", "Its middle, at sea level.", std::move(place)},
           {"line", "m", "Along it, from end to end; empty where it is small.", std::move(line)},
           {"area", "m2", "", std::move(area)},
           {"length", "m", "Of the line.", std::move(length)},
           {"height", "m", "Of the highest place; of waters the deepest.", std::move(height)},
           {"extreme", "m", "The highest or deepest place.", std::move(extreme)}}};
}

Result<void> run(const GeographyParams& params, StageContext& context) {
  CRATON_TRY(check_finite(params.layer.values(), context.path + "/layer", "no land is told from sea there", context.execution));
  if (context.surface->cell_count() > static_cast<Cell>(std::numeric_limits<std::int32_t>::max()))
    return Error{ErrorCode::unsupported, context.path, "regions of more than 2147483647 cells cannot be numbered"};
  CRATON_TRY(const PlaceMesh mesh, PlaceMesh::make(context.domain(), static_cast<std::uint32_t>(params.mesh)));
  const std::span<const float> heights = params.layer.values();
  const std::span<std::int32_t> numbers = params.region.values();
  const GeographyRules rules = rules_of(params);
  const std::vector<Piece> pieces = connected_pieces(context.domain(), heights, rules.least * mesh.whole_area(), numbers);
  CRATON_TRY(const MeshGround ground,
             mesh_ground(mesh, {.heights = heights, .pieces = numbers, .covers = CoverLayers(params.biome, params.sub_biome)},
                         context.execution));
  LandAndWater found = find_land_and_water(mesh, ground, pieces, rules);
  std::vector<Region> regions = found.regions;
  CRATON_TRY(std::vector<Region> ranges, find_ranges(context.domain(), mesh, ground, rules));
  for (Region& range : ranges) regions.push_back(std::move(range));
  for (Region& cover : find_covers(mesh, ground, rules)) regions.push_back(std::move(cover));
  const std::vector<std::size_t> order = order_of(regions);
  std::vector<std::uint32_t> row_of(regions.size());
  for (std::size_t row = 0; row < order.size(); ++row) row_of[order[row]] = static_cast<std::uint32_t>(row);
  CRATON_TRY(number_cells(mesh, heights, found, row_of, pieces.size(), numbers, context.execution));
  return params.regions.set(table_of(context.domain(), heights, regions, order));
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<GeographyParams>() {
  using P = GeographyParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground; what lies below 0 m is sea."),
      optional_layer_param<&P::biome>("biome", "The biomes, for forests, deserts and plains; \"\": none of these."),
      optional_layer_param<&P::sub_biome>("sub_biome", "The sub-biomes, for swamps, dunes and glaciers; \"\": none."),
      result_param<&P::region>("region",
                               "The number of the land or water in the table regions, from 1; 0: too small to be there.", ""),
      number_param<&P::least>("least", 0, 1, "",
                              "The part of the world that an island covers at least; a sea covers ten times that."),
      number_param<&P::continent>("continent", 0, 1, "",
                                  "The part of all land that makes a land a continent; it also needs a hundredth of the world."),
      number_param<&P::ocean>("ocean", 0, 1, "", "The part of the world that makes a sea an ocean."),
      number_param<&P::least_ocean>("least_ocean", 0, 1e18, "m2", "The area that an ocean covers at least besides."),
      number_param<&P::gulf>("gulf", 0, 1, "",
                             "How wide gulfs are at most, as a part of the world's side (the root of its area)."),
      number_param<&P::bay>("bay", 0, 1, "", "How wide bays and straits are at most, likewise."),
      number_param<&P::mountains>("mountains", 0, 1, "", "The part of the land that belongs to ranges at most."),
      number_param<&P::least_rise>("least_rise", 0, 1e5, "m", "How far ranges rise above their surroundings at least."),
      number_param<&P::least_cover>("least_cover", 0, 1, "",
                                    "The part of the world that a forest, desert or plain covers at least."),
      integer_param<&P::mesh>("mesh", 96, 1 << 22, "cells",
                              "How finely the world is looked at, whatever its own resolution: a map on paper needs no more."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<GeographyParams>() {
  using P = GeographyParams;
  static const TableUse list[] = {table_use<&P::regions>()};
  return list;
}

const StageEntry& geography_stage() {
  static const StageEntry entry = whole_stage_of<run>({
      .id = "geography",
      .title = "Geography",
      .doc = "Finds what deserves a name: continents and islands, oceans, seas, gulfs, bays and straits, ranges and hills, "
             "forests, deserts and plains, each with a line along which it is lettered. The ground stays as it is.",
      .cite = "United Nations 1982, article 10; Grimaud 1992; Freeman & Ahn 1984",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
