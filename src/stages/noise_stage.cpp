// value = offset + scale · noise, applied while the noise is still in the cache: the layer is written once.
#include <optional>

#include "stages/all_stages.h"
#include "stages/fields.h"
#include "stages/noise_on.h"

namespace craton {
namespace {

struct NoiseParams {
  std::string layer = "height";
  Field scale = 1000.0;
  Field offset = 0.0;
  std::string unit = "m";
};

/// out[first …] = offset + scale · noise, where out may be the noise's own place.
void combine(const NoiseParams& params, std::span<const float> noise, Cell first, float* out) {
  const std::size_t count = noise.size();
  const float* values = noise.data();
  float* to = out + first;
  visit_fields(
      first,
      [=](auto scale, auto offset) {
        CRATON_CELLS_APART
        for (std::size_t i = 0; i < count; ++i) to[i] = offset[i] + scale[i] * values[i];
      },
      params.scale, params.offset);
}

Result<void> fill(const Domain& domain, const Noise& noise, const NoiseParams& params, std::span<float> out,
                  const Execution& execution) {
  // Where the layer is one of the parameters, the noise must not overwrite it before it is read.
  std::optional<Layer> scratch;
  const auto is_out = [&](const Field& field) { return field.values().data() == out.data(); };
  const bool on_grid = !std::holds_alternative<CubeSphere>(domain);
  if (on_grid && (is_out(params.scale) || is_out(params.offset))) scratch.emplace(LayerInfo{.name = "scratch"}, out.size());
  return noise_in_runs(
      domain, noise, scratch ? scratch->numbers() : out, execution,
      [&](std::uint64_t first, std::span<float> run) { combine(params, run, static_cast<Cell>(first), out.data()); });
}

Error missing_noise(const std::string& path) { return {ErrorCode::invalid_value, path, "missing: which noise"}; }

Result<void> run(Surface& surface, const StageSpec& spec, StageContext& context) {
  const Result<NoiseParams> params = stage_params<NoiseParams>(spec, surface, context);
  if (!params) return params.error();
  const std::string path = context.path + "/noise";
  const NoiseSpec* noise_spec = spec.noise("noise");
  if (!noise_spec) return missing_noise(path);
  const Result<Noise> noise = make_noise_on(surface.domain(), *noise_spec, context.seed, path);
  if (!noise) return noise.error();
  const Result<Layer*> layer = surface.ensure_layer({.name = params->layer, .unit = params->unit});
  if (!layer) return layer.error();
  return fill(surface.domain(), *noise, *params, (*layer)->numbers(), context.execution);
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
