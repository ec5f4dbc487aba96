// Two layers of one chance: both noises get the stage's seed, so that where they are of one kind they are made of the same random
// numbers. Source 003 (Erstu, Random World Generator) reads one random field with linear and with cubic interpolation; the first
// is the relief, the second is where its crust goes (`shaping`).
#include "stages/all_stages.h"
#include "stages/noise_layer.h"
#include "stages/noise_on.h"

namespace craton {
namespace {

struct TwinNoiseParams {
  Write<float> layer = "height";
  Write<float> twin_layer = "target";
  Field scale = 1000.0, offset = 0.0, twin_offset = 0.0;
  std::string unit = "m";
  const NoiseSpec *noise = nullptr, *twin = nullptr;
};

Result<void> check_names(const TwinNoiseParams& params, const std::string& path) {
  if (params.layer.name() != params.twin_layer.name()) return {};
  return Error{ErrorCode::invalid_value, path + "/twin_layer", "this is where the first noise goes: take another name"};
}

Result<void> run(const TwinNoiseParams& params, StageContext& context) {
  CRATON_TRY(check_names(params, context.path));
  CRATON_TRY(const Noise noise, make_noise_on(context.domain(), *params.noise, context.seed, context.path_of("noise")));
  CRATON_TRY(const Noise twin, make_noise_on(context.domain(), *params.twin, context.seed, context.path_of("twin")));
  params.layer->set_unit(params.unit);
  params.twin_layer->set_unit(params.unit);
  const Domain& domain = context.domain();
  CRATON_TRY(fill_scaled(domain, noise, {params.scale, params.offset}, params.layer.values(), context.execution));
  return fill_scaled(domain, twin, {params.scale, params.twin_offset}, params.twin_layer.values(), context.execution);
}

/// A point; said here, so that where one layer is an offset of the other, it stays as it was.
Reach reach(const TwinNoiseParams&, double) { return Reach::point(); }

Result<void> check(const TwinNoiseParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(check_names(params, path));
  CRATON_TRY(check_noise_on(domain, *params.noise, path + "/noise"));
  return check_noise_on(domain, *params.twin, path + "/twin");
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<TwinNoiseParams>() {
  using P = TwinNoiseParams;
  static const ParamInfo list[] = {
      noise_param<&P::noise>("noise", "The first noise."),
      noise_param<&P::twin>("twin", "Its twin, of the same random numbers: what differs is what is written here."),
      layer_param<&P::layer>("layer", "Where the first goes."),
      layer_param<&P::twin_layer>("twin_layer", "Where its twin goes."),
      field_param<&P::scale>("scale", -1e9, 1e9, "", "Multiplies both noises, whose values lie mostly between −1 and 1."),
      field_param<&P::offset>("offset", -1e9, 1e9, "", "Added to the first after that."),
      field_param<&P::twin_offset>("twin_offset", -1e9, 1e9, "", "Added to its twin."),
      text_param<&P::unit>("unit", 32, "Unit of the values."),
  };
  return list;
}

const StageEntry& twin_noise_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "twin_noise",
      .title = "Twin noises",
      .doc = "Fills two layers with two noises of the same random numbers, such as one field read with linear and with "
             "cubic interpolation: two maps of one world.",
      .cite = "Erstu (source 003)",
  });
  return entry;
}

}  // namespace craton
