// value = offset + scale · noise
#include <optional>

#include "stages/all_stages.h"
#include "stages/noise_layer.h"
#include "stages/noise_on.h"
#include "surface/unset_memory.h"

namespace craton {
namespace {

struct NoiseParams {
  std::string layer = "height";
  Field scale = 1000.0;
  Field offset = 0.0;
  std::string unit = "m";
};

Error missing_noise(const std::string& path) { return {ErrorCode::invalid_value, path, "missing: which noise"}; }

Result<void> run(Surface& surface, const StageSpec& spec, StageContext& context) {
  CRATON_TRY(const NoiseParams params, stage_params<NoiseParams>(spec, surface, context));
  const std::string path = context.path + "/noise";
  const NoiseSpec* noise_spec = spec.noise("noise");
  if (!noise_spec) return missing_noise(path);
  CRATON_TRY(const Noise noise, make_noise_on(surface.domain(), *noise_spec, context.seed, path));
  std::optional<UnsetMemory> unset(std::in_place);  // all of it is filled
  const Result<Layer*> layer = surface.ensure_layer({.name = params.layer, .unit = params.unit});
  unset.reset();
  if (!layer) return layer.error();
  return fill_scaled(surface.domain(), noise, {params.scale, params.offset}, (*layer)->numbers(), context.execution);
}

Result<void> check(const StageSpec& spec, const DomainSpec& domain, const std::string& path) {
  const NoiseSpec* noise_spec = spec.noise("noise");
  return noise_spec ? check_noise_on(domain, *noise_spec, path + "/noise") : missing_noise(path + "/noise");
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<NoiseParams>() {
  static const ParamInfo list[] = {
      noise_param("noise", "Which noise: its kind, parameters and inputs, as in `craton noise --spec`."),
      layer_param<&NoiseParams::layer>("layer", LayerAccess::write, "Where the values go."),
      field_param<&NoiseParams::scale>("scale", -1e9, 1e9, "", "Multiplies the noise, whose values lie mostly between −1 and 1."),
      field_param<&NoiseParams::offset>("offset", -1e9, 1e9, "",
                                        "Added after that. The layer itself, to add the noise to what is there already."),
      text_param<&NoiseParams::unit>("unit", 32, "Unit of the values."),
  };
  return list;
}

const StageEntry& noise_stage() {
  static const StageEntry entry{
      .info = {.id = "noise",
               .title = "Noise",
               .doc = "Fills a layer with offset + scale · noise. On a map that closes onto itself the "
                      "noise repeats with it; on a sphere it is taken in space, so that there is no seam.",
               .cite = "",
               .version = 1,
               .reach_doc = "point",
               .params = params_of<NoiseParams>(),
               .layers = {}},
      .run = run,
      .check = check};
  return entry;
}

}  // namespace craton
