#include <fmt/format.h>

#include <memory>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "presets.h"
#include "runtime.h"
#include "text.h"
#include "world_text.h"

namespace craton::cli {
namespace {

struct Options {
  std::string what;
  std::vector<std::string> files, settings;
};

Result<Recipe> read(const std::string& file, const Options& options, const RecipeTerms& terms) {
  Result<LoadedRecipe> loaded = load_recipe(file, terms);
  if (!loaded) return loaded.error();
  for (const std::string& setting : options.settings)
    if (Result<void> set = set_in_recipe(loaded->recipe, setting, terms); !set) return in_file("-s", set.error());
  return std::move(loaded->recipe);
}

Result<void> check(const std::string& file, const Options& options, const RecipeTerms& terms) {
  const Result<Recipe> recipe = read(file, options, terms);
  if (!recipe) return recipe.error();
  const Result<Plan> plan = plan_recipe(*recipe, terms);
  if (!plan) return in_file(file, plan.error());
  std::string text = fmt::format("{}: ok: {} stage{}, {} cells", file, plan->stages.size(), plan->stages.size() == 1 ? "" : "s",
                                 count_text(plan->cells));
  if (plan->halo > 0) text += fmt::format(" with a margin of {}", plan->halo);
  fmt::print("{}, {} of layers\n", text, bytes_text(plan->bytes));
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

Result<void> print(const Options& options) {
  if (options.files.size() != 1) return invalid("recipe print", "one recipe at a time");
  const RecipeTerms terms = all_terms();
  const Result<Recipe> recipe = read(options.files.front(), options, terms);
  if (!recipe) return recipe.error();
  fmt::print("{}", recipe_to_json(*recipe, terms));
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

Command add_recipe_command(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("recipe", "Checks recipes, or prints one in its plain form.");
  auto options = std::make_shared<Options>();
  auto exit_code = std::make_shared<int>(0);
  app->add_option("what", options->what, "check: reads and plans each recipe; print: writes one as plain JSON.")
      ->type_name("")
      ->required();
  app->add_option("files", options->files, "Files that end in .json, or names of recipes that come with Craton.")
      ->type_name("")
      ->required();
  app->add_option("-s,--set", options->settings, "Changes one value first, as `make -s` does. May be repeated.")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->take_all();
  app->footer(
      "Examples:\n  craton recipe check recipes/*.json\n  craton recipe check my.json -s domain.step=50\n"
      "  craton recipe print hello-torus -s knobs.mountains=0.9 > mountains.json");
  return {app, [options, exit_code] { return run(*options, *exit_code); }, exit_code};
}

}  // namespace craton::cli
