// Two layers of one chance: both noises get the stage's seed, so that where they are of one kind they are made of the same random
// numbers. Source 003 (Erstu, Random World Generator) reads one random field with linear and with cubic interpolation; the first
// is the relief, the second is where its crust goes (`shaping`).
#include "stages/all_stages.h"
#include "stages/frozen_fields.h"
#include "stages/noise_layer.h"
#include "stages/noise_on.h"

namespace craton {
namespace {

struct TwinNoiseParams {
  std::string layer = "height", twin_layer = "target";
  Field scale = 1000.0, offset = 0.0, twin_offset = 0.0;
  std::string unit = "m";
};

Result<void> check_names(const TwinNoiseParams& params, const std::string& path) {
  if (params.layer != params.twin_layer) return {};
  return Error{ErrorCode::invalid_value, path + "/twin_layer", "this is where the first noise goes: take another name"};
}

Result<Noise> noise_of(const Surface& surface, const StageSpec& spec, const StageContext& context, const std::string& param) {
  const std::string path = context.path + "/" + param;
  const NoiseSpec* noise = spec.noise(param);
  if (!noise) return Error{ErrorCode::invalid_value, path, "missing: which noise"};
  return make_noise_on(surface.domain(), *noise, context.seed, path);
}

Result<void> run(Surface& surface, const StageSpec& spec, StageContext& context) {
  CRATON_TRY(const TwinNoiseParams params, stage_params<TwinNoiseParams>(spec, surface, context));
  CRATON_TRY(check_names(params, context.path));
  CRATON_TRY(const Noise noise, noise_of(surface, spec, context, "noise"), twin = noise_of(surface, spec, context, "twin"));
  if (!twin) return twin.error();
  CRATON_TRY(const auto layer, surface.ensure_layer({.name = params.layer, .unit = params.unit}));
  CRATON_TRY(const auto other, surface.ensure_layer({.name = params.twin_layer, .unit = params.unit}));
  // Where one layer is an offset of the other, it is so as it was.
  FrozenFields frozen({layer});
  const NoiseScale twin_scale{frozen(params.scale), frozen(params.twin_offset)};
  const Domain& domain = surface.domain();
  CRATON_TRY(fill_scaled(domain, noise, {params.scale, params.offset}, layer->numbers(), context.execution));
  return fill_scaled(domain, *twin, twin_scale, other->numbers(), context.execution);
}

Result<void> check(const StageSpec& spec, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(check_names(plain_params<TwinNoiseParams>(spec), path));
  for (const std::string param : {"noise", "twin"}) {
    const NoiseSpec* noise = spec.noise(param);
    if (!noise) return Error{ErrorCode::invalid_value, path + "/" + param, "missing: which noise"};
    CRATON_TRY(check_noise_on(domain, *noise, path + "/" + param));
  }
  return {};
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<TwinNoiseParams>() {
  using P = TwinNoiseParams;
  static const ParamInfo list[] = {
      noise_param("noise", "The first noise."),
      noise_param("twin", "Its twin, of the same random numbers: what differs is what is written here."),
      layer_param<&P::layer>("layer", LayerAccess::write, "Where the first goes."),
      layer_param<&P::twin_layer>("twin_layer", LayerAccess::write, "Where its twin goes."),
      field_param<&P::scale>("scale", -1e9, 1e9, "", "Multiplies both noises, whose values lie mostly between −1 and 1."),
      field_param<&P::offset>("offset", -1e9, 1e9, "", "Added to the first after that."),
      field_param<&P::twin_offset>("twin_offset", -1e9, 1e9, "", "Added to its twin."),
      text_param<&P::unit>("unit", 32, "Unit of the values."),
  };
  return list;
}

const StageEntry& twin_noise_stage() {
  static const StageEntry entry{
      .info = {.id = "twin_noise",
               .title = "Twin noises",
               .doc = "Fills two layers with two noises of the same random numbers, such as one field read with linear and with "
                      "cubic interpolation: two maps of one world.",
               .cite = "Erstu (source 003)",
               .version = 1,
               .reach_doc = "point",
               .params = params_of<TwinNoiseParams>(),
               .layers = {}},
      .run = run,
      .check = check};
  return entry;
}

}  // namespace craton
