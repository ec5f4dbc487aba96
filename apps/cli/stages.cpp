#include <fmt/format.h>

#include <memory>

#include <craton/recipe/recipe.h>
#include <craton/recipe/voxel_recipe.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/voxels.h>

#include "command.h"
#include "text.h"

namespace craton::cli {

Command add_stages_command(CommandLine& parent) {
  Arguments args = parent.command("stages", "Lists the stages that recipes are made of, or tells all about one.");
  auto id = std::make_shared<std::string>();
  args.option("id", *id, "The stage that is told about.");
  args.footer("Examples:\n  craton stages\n  craton stages sea_level");
  return {args, [id]() -> Result<void> {
            if (id->empty()) {
              say("{}", stage_summary(all_terms()));
              return {};
            }
            CRATON_TRY(const std::string text, stage_reference(all_terms(), *id));
            say("{}", text);
            return {};
          }};
}

Command add_schema_command(CommandLine& parent) {
  Arguments args = parent.command("schema", "Prints the JSON Schema of recipes, for editors that complete and check.");
  const auto voxels = std::make_shared<bool>(false);
  args.flag("--voxels", *voxels, "Of recipes of voxel worlds.");
  args.footer("Examples:\n  craton schema > recipe.schema.json\n  craton schema --voxels > voxels.schema.json");
  return {args, [voxels]() -> Result<void> {
            say("{}", *voxels ? voxel_recipe_schema(params_of<VoxelParams>()) : recipe_schema(all_terms()));
            return {};
          }};
}

}  // namespace craton::cli
