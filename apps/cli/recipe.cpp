#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include <craton/files/new_file.h>
#include <craton/files/world_file.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "presets.h"
#include "runtime.h"
#include "text.h"
#include "voxel_input.h"
#include "world_input.h"
#include "world_text.h"

namespace craton::cli {
namespace {

struct Options {
  std::string what, output;
  std::vector<std::string> files, settings;
};

/// Worlds hold the recipe that they were made by, with seed, knobs and size.
bool is_world(const std::string& name) {
  std::error_code error;
  return name.ends_with(".craton") || std::filesystem::exists(std::filesystem::path(name) / "world.craton", error);
}

Result<LoadedRecipe> load(const std::string& file, const RecipeTerms& terms) {
  if (!is_world(file)) return load_recipe(file, terms);
  CRATON_TRY(WorldFileInfo info, read_world_info(world_path(file)));
  Result<Recipe> recipe = recipe_from_json(info.recipe, terms);
  if (!recipe) return in_file(file, recipe.error());
  return LoadedRecipe{*std::move(recipe), file, "."};
}

/// A recipe of voxels; recipes of other worlds come first where both have a name.
bool is_voxels(const std::string& name) {
  const std::vector<std::string> others = recipe_names();
  return std::find(others.begin(), others.end(), name) == others.end() && names_voxels(name);
}

Result<void> check_voxels(const std::string& file, const Options& options) {
  CRATON_TRY(const LoadedVoxels loaded, load_voxels({.recipe = file, .seed = {}, .settings = options.settings}));
  const VoxelParams& params = loaded.world.params();
  say("{}: ok: voxels, {} biomes, chunks of {} × {} × {}\n", file, loaded.world.table().biomes.size(), params.chunk_side,
      params.chunk_side, params.chunk_height);
  return {};
}

Result<Recipe> read(const std::string& file, const Options& options, const RecipeTerms& terms) {
  CRATON_TRY(LoadedRecipe loaded, load(file, terms));
  for (const std::string& setting : options.settings)
    if (Result<void> set = set_in_recipe(loaded.recipe, setting, terms); !set) return in_file("-s", set.error());
  return std::move(loaded.recipe);
}

Result<void> check(const std::string& file, const Options& options, const RecipeTerms& terms) {
  if (is_voxels(file)) return check_voxels(file, options);
  CRATON_TRY(const Recipe recipe, read(file, options, terms));
  const Result<Plan> plan = plan_recipe(recipe, terms);
  if (!plan) return in_file(file, plan.error());
  std::string text = fmt::format("{}: ok: {} stage{}, {} cells", file, plan->stages.size(), plan->stages.size() == 1 ? "" : "s",
                                 count_text(plan->cells));
  if (plan->halo > 0) text += fmt::format(" with a margin of {}", plan->halo);
  say("{}, {} of memory\n", text, bytes_text(plan->bytes));
  return {};
}

/// All files are checked, whatever the ones before were like.
Result<void> check_all(const Options& options, int& exit_code) {
  const RecipeTerms terms = all_terms();
  for (const std::string& file : options.files)
    if (Result<void> good = check(file, options, terms); !good) {
      if (options.files.size() == 1) return good;
      std::fflush(stdout);
      print_error(good.error().to_string());
      exit_code = 2;
    }
  return {};
}

Result<std::string> printed(const std::string& file, const Options& options) {
  if (is_voxels(file)) {
    CRATON_TRY(const VoxelRecipe recipe, load_voxel_recipe({.recipe = file, .seed = {}, .settings = options.settings}));
    return voxel_recipe_to_json(recipe);
  }
  const RecipeTerms terms = all_terms();
  CRATON_TRY(const Recipe recipe, read(file, options, terms));
  return recipe_to_json(recipe, terms);
}

Result<void> print(const Options& options) {
  if (options.files.size() != 1) return invalid("recipe print", "one recipe at a time");
  CRATON_TRY(const std::string text, printed(options.files.front(), options));
  if (!options.output.empty()) {
    CRATON_TRY(NewFile file, NewFile::create(options.output));
    CRATON_TRY(file.write(std::as_bytes(std::span(text))));
    return file.commit();
  }
  say("{}", text);
  return {};
}

Result<void> run(const Options& options, int& exit_code) {
  if (options.what == "check") return check_all(options, exit_code);
  if (options.what == "print") return print(options);
  constexpr std::string_view names[] = {"check", "print"};
  return invalid("recipe", fmt::format("\"{}\" is nothing that can be done{}; there are check and print", options.what,
                                       suggestion(options.what, names)));
}

}  // namespace

Command add_recipe_command(CommandLine& parent) {
  Arguments args = parent.command("recipe", "Checks recipes, or prints one in its plain form.");
  auto options = std::make_shared<Options>();
  auto exit_code = std::make_shared<int>(0);
  args.option("what", options->what, "check: reads and plans each recipe; print: writes one as plain JSON.").required();
  args.option("files", options->files,
              "Files that end in .json, names of recipes that come with Craton (of voxels too), or worlds (a .craton file or its "
              "folder): the recipe that they were made by, with seed, size and knobs.")
      .required();
  args.option("-s,--set NAME=VALUE", options->settings, "Changes one value first, as `make -s` does. May be repeated.")
      .repeatable();
  args.option("-o,--output FILE", options->output, "With print: a file instead of the terminal.");
  args.footer(
      "Examples:\n  craton recipe check recipes/*.json recipes/voxels/*.json\n  craton recipe check my.json -s domain.step=50\n"
      "  craton recipe print hello-torus -s knobs.mountains=0.9 > mountains.json\n"
      "  craton recipe print out/planet -o mine.json && craton planet --recipe mine.json -o out/again    # the same planet");
  return {args, [options, exit_code] { return run(*options, *exit_code); }, exit_code};
}

}  // namespace craton::cli
