#include <craton/worlds/refined_world.h>

#include <algorithm>

#include <craton/surface/world_source.h>

#include "base/text.h"

namespace craton {
namespace {

constexpr std::string_view endless = "endless_land", refined = "refined_world", lake_depth = "lake_depth";

bool declares(const StageInfo& stage, std::string_view param) {
  return std::any_of(stage.params.begin(), stage.params.end(), [&](const ParamInfo& info) { return info.name == param; });
}

}  // namespace

Result<void> stand_on_world(Recipe& recipe, const std::string& world, const AssetSource* assets, const RecipeTerms& terms) {
  const auto* worlds = dynamic_cast<const WorldSource*>(assets);
  if (!worlds) return Error{ErrorCode::unsupported, world, "there are no worlds to read here"};
  CRATON_TRY(const std::uint64_t seed, worlds->world_seed(world));
  const auto stage =
      std::find_if(recipe.stages.begin(), recipe.stages.end(), [](const StageSpec& each) { return each.stage == endless; });
  if (stage == recipe.stages.end())
    return Error{
        ErrorCode::invalid_value, "/stages",
        concat({"there is no stage \"", endless, "\" that a finished world could stand for; the recipe \"land\" has one"})};
  CRATON_TRY(const StageEntry* entry, terms.stages.find(refined, recipe.version, "/stages"));
  stage->stage = refined;
  ParamValues kept;
  for (const auto& [name, value] : stage->params.items())
    if (declares(entry->info, name)) kept.set(name, value);
  kept.set("world", world);
  stage->params = std::move(kept);
  for (Knob& knob : recipe.knobs)
    std::erase_if(knob.sets,
                  [&](const KnobTarget& target) { return target.stage == stage->id && !declares(entry->info, target.param); });
  std::erase_if(recipe.knobs, [](const Knob& knob) { return knob.sets.empty(); });
  if (!recipe.keep.empty() && std::find(recipe.keep.begin(), recipe.keep.end(), lake_depth) == recipe.keep.end())
    recipe.keep.emplace_back(lake_depth);
  recipe.seed = seed;
  return {};
}

}  // namespace craton
