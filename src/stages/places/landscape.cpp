// Small landscape: dunes, beaver dams, windthrow, islands in swamps, clearings, and the trails of animals between them (Erstu,
// source 003).
#include <cmath>

#include "stages/places/places_stages.h"
#include "stages/places/small_features.h"
#include "stages/water/on_planes.h"
#include "stages/water/rivers/river_path.h"
#include "surface/check_finite.h"

namespace craton {
namespace {

struct LandscapeParams {
  Read<float> layer = "height";
  Read<std::int32_t> lake;
  Read<std::uint8_t> biome = "biome", sub_biome;
  Write<float> landscape = "landscape";
  ReadTable rivers = "rivers";
  WriteTable features = "landscape", paths = "trails";
  double apart = 0;
  Field density = 1.0;
  int trails = 200;
  OnPlanes on_planes = OnPlanes::refuse;
};

ObjectTable table_of(const Domain& domain, std::span<const float> heights, const std::vector<SmallFeature>& features) {
  std::vector<std::string> kind;
  std::vector<Vec3d> place;
  for (const SmallFeature& feature : features) {
    kind.emplace_back(small_name(feature.kind));
    place.push_back(river_point(domain, feature.cell, heights[feature.cell]));
  }
  return {std::string(landscape_table),
          "Small things of the landscape.",
          {{"kind", "", "dune, beaver dam, windthrow, swamp island or clearing.", std::move(kind)},
           {"place", "m", "On the ground.", std::move(place)}}};
}

ObjectTable table_of(const Domain& domain, std::span<const float> heights, const std::vector<Trail>& trails) {
  std::vector<std::int64_t> from, to;
  std::vector<double> metres;
  std::vector<ObjectColumn::Path> path;
  for (const Trail& trail : trails) {
    std::vector<float> ground;
    for (const Cell cell : trail.cells) ground.push_back(heights[cell]);
    path.push_back(river_path(domain, trail.cells, ground, std::vector<bool>(trail.cells.size(), false)));
    double sum = 0;
    for (std::size_t i = 1; i < path.back().size(); ++i) {
      const Vec3d &a = path.back()[i - 1], &b = path.back()[i];
      sum += std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
    }
    metres.push_back(sum);
    from.push_back(static_cast<std::int64_t>(trail.from));
    to.push_back(static_cast<std::int64_t>(trail.to));
  }
  return {std::string(trails_table),
          "Trails of animals between small things of the landscape.",
          {{"from", "", "Row in the table landscape.", std::move(from)},
           {"to", "", "Likewise.", std::move(to)},
           {"length", "m", "", std::move(metres)},
           {"path", "m", "On the ground.", std::move(path)}}};
}

Result<void> run(const LandscapeParams& params, StageContext& context) {
  CRATON_TRY(check_finite(params.layer.values(), context.path + "/layer", "nothing could lie there", context.execution));
  SmallGround ground{.heights = params.layer.values(),
                     .lakes = params.lake,
                     .covers = CoverLayers(params.biome, params.sub_biome),
                     .density = params.density};
  const Domain& domain = context.domain();
  const double cell = spacing(domain), side = cell * std::sqrt(static_cast<double>(context.surface->cell_count()));
  const double apart = params.apart > 0 ? params.apart : side / 100;
  const double wanted = (side / apart) * (side / apart);
  CRATON_TRY(const PlaceMesh mesh,
             PlaceMesh::make(domain, static_cast<std::uint32_t>(std::min(std::max(wanted, 96.0), double(1 << 18)))));
  CRATON_TRY(const std::vector<SmallFeature> features,
             find_small_features(domain, params.rivers.get(), mesh, ground, params.landscape.values(),
                                 context.seed.child("places"), context.execution));
  CRATON_TRY(params.features.set(table_of(domain, ground.heights, features)));
  return params.paths.set(table_of(
      domain, ground.heights,
      find_trails(domain, mesh, ground, features, static_cast<std::size_t>(params.trails), context.seed.child("trails"))));
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<LandscapeParams>() {
  using P = LandscapeParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground; what lies below 0 m is sea."),
      layer_param<&P::biome>("biome", "The biomes, which say what lies where."),
      optional_layer_param<&P::sub_biome>("sub_biome", "The sub-biomes, for swamps, dunes and glaciers; \"\": none."),
      optional_layer_param<&P::lake>("lake", "The numbers of the lakes; \"\": none."),
      result_param<&P::landscape>("landscape", "How densely small things of the landscape lie, 0 to 1.", ""),
      number_param<&P::apart>("apart", 0, 1e7, "m",
                              "In a square of this side lies one at most; 0: the 100th part of the world's side (the root of its "
                              "area)."),
      field_param<&P::density>("density", 0, 1, "", "Times how many there are; 0: none there."),
      integer_param<&P::trails>("trails", 0, 100'000, "", "How many trails of animals there are at most."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<LandscapeParams>() {
  using P = LandscapeParams;
  static const TableUse list[] = {table_use<&P::rivers>(), table_use<&P::features>(), table_use<&P::paths>()};
  return list;
}

const StageEntry& landscape_stage() {
  static const StageEntry entry = whole_stage_of<run>({
      .id = "landscape",
      .title = "Small landscape",
      .doc = "Strews small things over the land: dunes, beaver dams, windthrow, islands in swamps and clearings, as a density "
             "and as points, and the trails of animals between them. The ground stays as it is.",
      .cite = "Erstu (source 003)",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
