// Landmarks: lone things seen from afar, by biome and relief, each alone in its surroundings (Erstu, source 003).
#include <cmath>

#include "stages/places/landmark_finder.h"
#include "stages/places/places_stages.h"
#include "stages/water/on_planes.h"
#include "stages/water/rivers/river_path.h"
#include "surface/check_finite.h"

namespace craton {
namespace {

struct LandmarksParams {
  Read<float> layer = "height";
  Read<std::int32_t> lake;
  Read<std::uint8_t> biome, sub_biome;
  Read<float> volcano;
  ReadTable rivers = "rivers", waterfalls = "waterfalls", springs = "springs", distributaries = "distributaries";
  WriteTable landmarks = "landmarks";
  double apart = 0;
  Field density = 1.0;
  int most = 5000;
  OnPlanes on_planes = OnPlanes::refuse;
};

ObjectTable table_of(const Domain& domain, std::span<const float> heights, const std::vector<Landmark>& landmarks) {
  std::vector<std::string> kind, table;
  std::vector<Vec3d> place;
  std::vector<double> striking;
  std::vector<std::int64_t> row;
  for (const Landmark& landmark : landmarks) {
    kind.emplace_back(landmark_name(landmark.from.kind));
    place.push_back(river_point(domain, landmark.from.cell, heights[landmark.from.cell]));
    striking.push_back(landmark.striking);
    table.emplace_back(landmark.from.table);
    row.push_back(landmark.from.row);
  }
  return {std::string(landmarks_table),
          "Lone things that are seen from afar, the most striking first.",
          {{"kind", "", "volcano, waterfall, lone peak, oasis, arch, cave mouth, confluence, …", std::move(kind)},
           {"place", "m", "On the ground.", std::move(place)},
           {"striking", "", "How striking it is, 0 to 1.", std::move(striking)},
           {"table", "", "The table that it comes from; empty where it was found on the ground.", std::move(table)},
           {"row", "", "Its row there; -1: none.", std::move(row)}}};
}

Result<void> run(const LandmarksParams& params, StageContext& context) {
  CRATON_TRY(check_finite(params.layer.values(), context.path + "/layer", "no landmark could stand there", context.execution));
  LandmarkGround ground{.heights = params.layer.values(),
                        .lakes = params.lake,
                        .volcanoes = params.volcano,
                        .covers = CoverLayers(params.biome, params.sub_biome)};
  const WaterTables waters{params.rivers.get(), params.waterfalls.get(), params.springs.get(), params.distributaries.get()};
  ground.rivers = river_cells(waters.rivers, context.surface->cell_count());
  const Domain& domain = context.domain();
  const double cell = spacing(domain), side = cell * std::sqrt(static_cast<double>(context.surface->cell_count()));
  const double apart = std::max(params.apart > 0 ? params.apart : side / 24, 2 * cell);
  // Two cells of the mesh between any two landmarks: more would find no other places.
  const double wanted = (2 * side / apart) * (2 * side / apart);
  CRATON_TRY(const PlaceMesh mesh,
             PlaceMesh::make(domain, static_cast<std::uint32_t>(std::min(std::max(wanted, 96.0), double(1 << 18)))));
  CRATON_TRY(std::vector<Candidate> candidates,
             ground_candidates(domain, mesh, ground, context.seed.child("places"), context.execution));
  for (const Candidate& candidate : water_candidates(domain, mesh, waters, ground, context.seed.child("waters")))
    candidates.push_back(candidate);
  std::vector<Landmark> landmarks = choose_landmarks(mesh, domain, std::move(candidates),
                                                     {.apart = apart, .density = params.density}, context.seed.child("order"));
  if (landmarks.size() > static_cast<std::size_t>(params.most)) landmarks.resize(static_cast<std::size_t>(params.most));
  return params.landmarks.set(table_of(domain, ground.heights, landmarks));
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<LandmarksParams>() {
  using P = LandmarksParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground; what lies below 0 m is sea."),
      optional_layer_param<&P::lake>("lake", "The numbers of the lakes, where no landmarks stand; \"\": none."),
      optional_layer_param<&P::biome>("biome", "The biomes, which say what stands where; \"\": none, and no trees and oases."),
      optional_layer_param<&P::sub_biome>("sub_biome", "The sub-biomes, for swamps, dunes and glaciers; \"\": none."),
      optional_layer_param<&P::volcano>("volcano",
                                        "How much a cell is part of a volcano, by the stage `crust_heights`; \"\": cones that "
                                        "stand alone are taken for volcanoes."),
      number_param<&P::apart>("apart", 0, 1e7, "m",
                              "No landmark is nearer to another; 0: the 24th part of the world's side (the root of its area)."),
      field_param<&P::density>("density", 0, 1, "",
                               "How many there are in an area, as a part of those that `apart` allows; 0: none there."),
      integer_param<&P::most>("most", 0, 1'000'000, "", "How many there are at most: the most striking."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<LandmarksParams>() {
  using P = LandmarksParams;
  static const TableUse list[] = {table_use<&P::rivers>(), table_use<&P::waterfalls>(), table_use<&P::springs>(),
                                  table_use<&P::distributaries>(), table_use<&P::landmarks>()};
  return list;
}

const StageEntry& landmarks_stage() {
  static const StageEntry entry = whole_stage_of<run>({
      .id = "landmarks",
      .title = "Landmarks",
      .doc = "Finds lone things that are seen from afar, each where it makes sense and alone in its surroundings: volcanoes, "
             "peaks, waterfalls, springs, confluences, caves, arches, great trees, oases, monuments. The ground stays as it "
             "is.",
      .cite = "Erstu (source 003)",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
