// value = a formula of layers, numbers and a noise, in one pass over the cells.
#include <algorithm>
#include <optional>

#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/compute/evaluate.h"
#include "stages/noise_on.h"
#include "stages/take_unit.h"

namespace craton {
namespace {

struct ComputeParams {
  TextOfLayers value;
  Write<float> layer = "height";
  Field a = 0.0, b = 0.0, c = 0.0, d = 0.0;
  const NoiseSpec* noise = nullptr;
  std::string unit;
};

constexpr std::string_view noise_name = "noise";

/// What the letters a … d stand for; null for other names.
const Field* letter(const ComputeParams& params, std::string_view name) {
  if (name == "a") return &params.a;
  if (name == "b") return &params.b;
  if (name == "c") return &params.c;
  return name == "d" ? &params.d : nullptr;
}

std::vector<std::string> layers_in(const std::string& text) {
  std::vector<std::string> layers;
  const Result<Formula> formula = Formula::parse(text, "");
  if (!formula) return layers;  // told by the check
  for (const std::string& name : formula->names())
    if (name != noise_name && !letter({}, name)) layers.push_back(name);
  return layers;
}

Result<void> run(const ComputeParams& params, StageContext& context) {
  CRATON_TRY(const Formula formula, Formula::parse(params.value.text(), context.path_of("value")));
  std::vector<Field> values;
  std::size_t layers = 0;
  for (const std::string& name : formula.names()) {
    if (const Field* number = letter(params, name))
      values.push_back(*number);
    else if (name == noise_name)
      values.emplace_back(0.0);
    else
      values.emplace_back(params.value.layers()[layers++]->numbers());
  }
  if (params.unit.empty())
    take_unit(*params.layer, params.value.layers().empty() ? nullptr : params.value.layers().front());
  else
    params.layer->set_unit(params.unit);
  if (!params.noise) return evaluate(formula, values, params.layer, context.execution);
  CRATON_TRY(const Noise noise, make_noise_on(context.domain(), *params.noise, context.seed, context.path_of(noise_name)));
  return evaluate(formula, values, noise_name, noise, context.domain(), params.layer, context.execution);
}

Result<void> check(const ComputeParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(const Formula formula, Formula::parse(params.value.text(), path + "/value"));
  const auto names = formula.names();
  const bool named = std::find(names.begin(), names.end(), noise_name) != names.end();
  if (named && !params.noise) return Error{ErrorCode::invalid_value, path + "/noise", "missing: the formula uses a noise"};
  if (!named && params.noise) return Error{ErrorCode::invalid_value, path + "/noise", "the formula does not use it"};
  if (params.noise) return check_noise_on(domain, *params.noise, path + "/noise");
  return {};
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<ComputeParams>() {
  using P = ComputeParams;
  static const ParamInfo list[] = {
      text_of_layers_param<&P::value>("value", Formula::longest_text,
                                      "The formula, such as \"max(height, 0) * a + 20 * noise\": layers by their names, the "
                                      "letters a … d, `noise`, + - * / and "
                                      "the functions in docs/worlds.md.",
                                      layers_in),
      layer_param<&P::layer>("layer", "Where the result goes; may be one of those read."),
      field_param<&P::a>("a", -1e9, 1e9, "", "A number that the formula calls a: knobs can set it, a layer can stand in for it."),
      field_param<&P::b>("b", -1e9, 1e9, "", "Another."),
      field_param<&P::c>("c", -1e9, 1e9, "", "Another."),
      field_param<&P::d>("d", -1e9, 1e9, "", "Another."),
      noise_param<&P::noise>("noise", "What the formula calls noise; its values lie mostly between −1 and 1.", "none"),
      text_param<&P::unit>("unit", 32, "Of the result; \"\" takes that of the first layer of the formula."),
  };
  return list;
}

const StageEntry& compute_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "compute",
      .title = "Formula",
      .doc = "Fills a layer with the value of a formula of layers, numbers and a noise, in one pass.",
  });
  return entry;
}

}  // namespace craton
