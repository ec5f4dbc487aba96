#include "preview_recipe.h"

#include <algorithm>
#include <set>

namespace craton::server {
namespace {

using Names = std::set<std::string, std::less<>>;

bool any_of(const std::vector<std::string>& names, const Names& wanted) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return wanted.contains(name); });
}

/// Metres between two cells of a planet; 0 of other worlds.
double planet_spacing(const Recipe& recipe) {
  if (recipe.domain.kind != "sphere") return 0;
  const Result<CubeSphere::Params> params = params_from<CubeSphere::Params>(recipe.domain.params, "/domain");
  return params ? params->radius * 1.4472 / params->resolution : 0;  // the root of the mean area: √(4π / 6) / R
}

/// A number of a stage as its recipe says it, or by default.
double number_of(const StageSpec& spec, const StageEntry& entry, std::string_view param) {
  for (const ParamInfo& each : entry.info.params) {
    if (each.name != param) continue;
    const ParamValue* given = spec.params.find(param);
    const auto* value = std::get_if<double>(given ? given : &each.default_value);
    return value ? *value : 0;
  }
  return 0;
}

}  // namespace

Recipe without_unseen(const Recipe& recipe, const RecipeTerms& terms) {
  const Result<Plan> plan = plan_recipe(recipe, terms);
  const double cell = planet_spacing(recipe);
  if (!plan || !(cell > 0)) return recipe;
  Recipe coarse = recipe;
  for (const PlannedStage& stage : plan->stages) {
    StageSpec& spec = coarse.stages[stage.index];
    if (stage.entry->info.id == "great_rivers" && number_of(spec, *stage.entry, "width") < cell) spec.enabled = false;
  }
  return plan_recipe(coarse, terms) ? coarse : recipe;
}

std::vector<std::string> layers_in_the_end(const Recipe& recipe, const Plan& plan) {
  if (!recipe.keep.empty()) return recipe.keep;
  Names names;
  for (const PlannedStage& stage : plan.stages) names.insert(stage.writes.begin(), stage.writes.end());
  return {names.begin(), names.end()};
}

Recipe without_unneeded(const Recipe& recipe, const RecipeTerms& terms, const Wanted& wanted) {
  const Result<Plan> plan = plan_recipe(recipe, terms);
  if (!plan) return recipe;  // whoever makes it is told why it cannot be made
  Names layers;
  for (const std::string& name : layers_in_the_end(recipe, *plan))
    if (std::find(wanted.layers.begin(), wanted.layers.end(), name) != wanted.layers.end()) layers.insert(name);
  if (layers.empty()) return recipe;
  Recipe trimmed = recipe;
  trimmed.keep.assign(layers.begin(), layers.end());
  Names tables(wanted.tables.begin(), wanted.tables.end());
  // From the last stage to the first: who writes what somebody after it needs is needed, and needs what it reads.
  for (std::size_t i = plan->stages.size(); i-- > 0;) {
    const PlannedStage& stage = plan->stages[i];
    if (any_of(stage.writes, layers) || any_of(stage.tables_written, tables)) {
      layers.insert(stage.reads.begin(), stage.reads.end());
      tables.insert(stage.tables_read.begin(), stage.tables_read.end());
    } else {
      trimmed.stages[stage.index].enabled = false;
    }
  }
  return plan_recipe(trimmed, terms) ? trimmed : recipe;
}

}  // namespace craton::server
