// Ocean currents as the air feels them: warm ones towards the pole along the west of oceans, cold ones back along their east, the
// other way round beyond 40° (the gyres of Sverdrup 1947 and Stommel 1948, as belts along coasts). The wind carries it inland.
#include <array>

#include "stages/air/current_warmth.h"
#include "stages/air/mesh_world.h"
#include "stages/all_stages.h"
#include "stages/fields.h"

namespace craton {
namespace {

struct CurrentsParams {
  Read<float> layer = "height";
  Change<float> temperature = "temperature", warmest = "temperature_warmest", coldest = "temperature_coldest";
  Field strength = 1.0, belts = 0.0;
  int mesh = air::usual_mesh;
  ReadTable climate = air::climate_table;
};

Result<void> run(const CurrentsParams& params, StageContext& context) {
  CRATON_TRY(const air::KeptClimate kept, air::kept_climate(params.climate.get(), context.path));
  if (std::holds_alternative<PlaneTile>(context.domain())) return {};  // no coasts in the large
  CRATON_TRY(const air::ClimateMesh mesh, air::mesh_of(context, params.mesh, kept.latitudes, params.belts));
  CRATON_TRY(const air::MeshGround ground, air::ground_on(mesh, params.layer, context));
  const std::array<std::span<float>, 3> layers{params.temperature, params.warmest, params.coldest};
  const air::MeshRows rows(mesh, {air::MeshField(mesh, air::current_warmth(mesh, ground.land, {}))});
  const std::uint32_t width = mesh.fine_width();
  return air::for_mesh_rows(rows, width, context.execution, [&](Cell first, const std::vector<std::vector<float>>& values) {
    const float* warmth = values[0].data();
    for (const std::span<float>& layer : layers) {
      float* out = layer.data() + first;
      visit_fields(
          first,
          [=](auto strength) {
            CRATON_CELLS_APART
            for (std::size_t i = 0; i < width; ++i) out[i] += strength[i] * warmth[i];
          },
          params.strength);
    }
  });
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<CurrentsParams>() {
  using P = CurrentsParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "Heights; what lies below 0 m is sea."),
      field_param<&P::strength>("strength", 0, 5, "", "Times their warmth: 0 leaves a cell as it is."),
      field_param<&P::belts>("belts", -60, 60, "°", air::belts_doc),
      integer_param<&P::mesh>("mesh", 8, 512, "", "Cells along an edge of the cube, as in `temperature`."),
      layer_param<&P::temperature>("temperature", "Mean of the year, by the stage `temperature`."),
      layer_param<&P::warmest>("warmest", "Mean of the warmest month."),
      layer_param<&P::coldest>("coldest", "Mean of the coldest month."),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<CurrentsParams>() {
  static const TableUse list[] = {table_use<&CurrentsParams::climate>()};
  return list;
}

const StageEntry& currents_stage() {
  static const StageEntry entry = stage_of<run>({
      .id = "currents",
      .title = "Warmth of ocean currents",
      .doc = "Warmer coasts where currents come from the equator, colder ones where they come from the pole. Comes after "
             "`temperature` and changes its layers.",
      .cite = "Stommel 1948",
      .reach_doc = "whole; nothing happens on endless planes",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
