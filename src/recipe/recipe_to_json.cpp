#include <algorithm>

#include <craton/recipe/recipe.h>

#include "base/text.h"
#include "recipe/json_value.h"
#include "recipe/json_writer.h"
#include "recipe/noise_reader.h"
#include "recipe/param_json.h"
#include "recipe/recipe_parts.h"

namespace craton {
namespace {

using namespace recipe;

/// Numbers that every reader of JSON keeps, JavaScript's included; larger ones as text.
std::string seed_text(std::uint64_t seed) {
  constexpr std::uint64_t largest_exact = std::uint64_t{1} << 53;
  return seed <= largest_exact ? std::to_string(seed) : json_text(std::to_string(seed));
}

std::string domain_text(const DomainSpec& domain) {
  std::vector<JsonText> items{{"kind", json_text(domain.kind)}};
  std::vector<std::pair<std::string, ParamValue>> params = domain.params.items();
  // In the order of the declaration, where there is one.
  for (const DomainKind& kind : all_domain_kinds()) {
    if (kind.id != domain.kind) continue;
    for (const ParamInfo& param : kind.params)
      if (const ParamValue* value = domain.params.find(param.name)) items.push_back({std::string(param.name), json_of(*value)});
    std::erase_if(params, [&](const auto& item) { return find_named(kind.params, item.first) != nullptr; });
  }
  for (const auto& [name, value] : params) items.push_back({name, json_of(value)});
  return object_text(items, 2);
}

std::string knob_text(const Knob& knob) {
  std::vector<JsonText> items{{"value", json_number(knob.value)}, {"min", json_number(knob.min)}, {"max", json_number(knob.max)}};
  if (!knob.doc.empty()) items.push_back({"doc", json_text(knob.doc)});
  std::vector<JsonText> sets;
  for (const KnobTarget& target : knob.sets)
    sets.push_back(
        {concat({target.stage, ".", target.param}), list_text({json_number(target.low), json_number(target.high)}, 8)});
  items.push_back({"sets", object_text(sets, 6)});
  return object_text(items, 4);
}

/// The JSON of a stage's parameter, or "" where the stage gives none.
std::string param_text(const StageSpec& stage, std::string_view param) {
  if (const ParamValue* value = stage.params.find(param)) return json_of(*value);
  if (const std::string* layer = stage.layer(param)) return object_text({{"layer", json_text(*layer)}}, 6);
  if (const NoiseSpec* noise = stage.noise(param)) return noise_spec_text(*noise, 6);
  return "";
}

/// In the order of the declaration; what no declaration knows, comes last.
std::vector<std::string> param_names(const StageSpec& stage, const StageInfo* info) {
  std::vector<std::string> names;
  const auto add = [&](std::string_view name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.emplace_back(name);
  };
  if (info)
    for (const ParamInfo& param : info->params) add(param.name);
  for (const auto& [name, value] : stage.params.items()) add(name);
  for (const LayerInput& input : stage.layers) add(input.param);
  for (const NoiseInput& input : stage.noises) add(input.name);
  return names;
}

std::string stage_text(const Recipe& recipe, const StageSpec& stage, const StageList& stages) {
  std::vector<JsonText> items{{"stage", json_text(stage.stage)}};
  if (stage.id != stage.stage) items.push_back({"id", json_text(stage.id)});
  if (!stage.enabled) items.push_back({"enabled", "false"});
  const Result<const StageEntry*> entry = stages.find(stage.stage, recipe.version, "");
  for (const std::string& name : param_names(stage, entry ? &(*entry)->info : nullptr)) {
    if (knob_of(recipe, stage.id, name)) continue;
    if (std::string text = param_text(stage, name); !text.empty()) items.push_back({name, std::move(text)});
  }
  return object_text(items, 4);
}

}  // namespace

std::string recipe_to_json(const Recipe& recipe, const RecipeTerms& terms) {
  std::vector<JsonText> items{{"craton", std::to_string(recipe.version)}};
  if (!recipe.name.empty()) items.push_back({"name", json_text(recipe.name)});
  if (!recipe.doc.empty()) items.push_back({"doc", json_text(recipe.doc)});
  items.push_back({"world", json_text(recipe.world)});
  items.push_back({"domain", domain_text(recipe.domain)});
  items.push_back({"seed", seed_text(recipe.seed)});
  std::vector<JsonText> knobs;
  for (const Knob& knob : recipe.knobs) knobs.push_back({knob.id, knob_text(knob)});
  if (!knobs.empty()) items.push_back({"knobs", object_text(knobs, 2, Lines::one_each)});
  std::vector<std::string> stages;
  for (const StageSpec& stage : recipe.stages) stages.push_back(stage_text(recipe, stage, terms.stages));
  items.push_back({"stages", list_text(stages, 2, Lines::one_each)});
  std::vector<std::string> keep;
  for (const std::string& layer : recipe.keep) keep.push_back(json_text(layer));
  if (!keep.empty()) items.push_back({"keep", list_text(keep, 2)});
  if (std::string require = require_text(recipe); !require.empty()) items.push_back({"require", std::move(require)});
  return object_text(items, 0, Lines::one_each) + "\n";
}

}  // namespace craton
