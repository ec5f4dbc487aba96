// value = offset + scale · noise
#include "stages/all_stages.h"
#include "stages/noise_layer.h"
#include "stages/noise_on.h"
#include "surface/site_search.h"

namespace craton {
namespace {

struct NoiseParams {
  Write<float> layer = "height";
  Field scale = 1000.0;
  Field offset = 0.0;
  std::string unit = "m";
  double sphere_radius = 0;
  const NoiseSpec* noise = nullptr;
};

Result<void> run(const NoiseParams& params, StageContext& context) {
  CRATON_TRY(const Noise noise, make_noise_on(context.domain(), *params.noise, context.seed, context.path_of("noise")));
  params.layer->set_unit(params.unit);
  const auto* sphere = std::get_if<CubeSphere>(&context.domain());
  const bool other_size = sphere && params.sphere_radius > 0;
  const Domain there = other_size ? Domain{with_radius(*sphere, params.sphere_radius)} : context.domain();
  return fill_scaled(there, noise, {params.scale, params.offset}, params.layer, context.execution);
}

Result<void> check(const NoiseParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  return check_noise_on(domain, *params.noise, path + "/noise");
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<NoiseParams>() {
  static const ParamInfo list[] = {
      noise_param<&NoiseParams::noise>("noise", "Which noise: its kind, parameters and inputs, as in `craton noise --spec`."),
      filled_layer_param<&NoiseParams::layer>("layer", "Where the values go."),
      field_param<&NoiseParams::scale>("scale", -1e9, 1e9, "", "Multiplies the noise, whose values lie mostly between −1 and 1."),
      field_param<&NoiseParams::offset>("offset", -1e9, 1e9, "",
                                        "Added after that. The layer itself, to add the noise to what is there already."),
      text_param<&NoiseParams::unit>("unit", 32, "Unit of the values."),
      number_param<&NoiseParams::sphere_radius>("sphere_radius", 0, 1e9, "m",
                                                "On spheres: the noise is read as if the sphere had this radius, so that it is "
                                                "the same on small and large ones; 0: its own."),
  };
  return list;
}

const StageEntry& noise_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "noise",
      .title = "Noise",
      .doc = "Fills a layer with offset + scale · noise. On a map that closes onto itself the "
             "noise repeats with it; on a sphere it is taken in space, so that there is no seam.",
  });
  return entry;
}

}  // namespace craton
