#include "map_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include <craton/files/world_file.h>
#include <craton/worlds/map.h>

#include "text.h"
#include "world_input.h"

namespace craton::cli {
namespace {

constexpr const char* usual_recipe = "map";

/// "east=512,south=256"
Result<MapMargins> margins_of(const std::string& text) {
  MapMargins margins;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    const std::string_view side = part.substr(0, equals);
    std::uint32_t* margin = side == "west"    ? &margins.west
                            : side == "north" ? &margins.north
                            : side == "east"  ? &margins.east
                            : side == "south" ? &margins.south
                                              : nullptr;
    if (!margin || equals == std::string_view::npos)
      return invalid("--by", fmt::format("found \"{}\"; write SIDE=SAMPLES, with the sides west, north, east and south", part));
    CRATON_TRY(const std::int64_t samples, parse_integer(part.substr(equals + 1), "--by"));
    if (samples < 0 || samples > 65536) return invalid("--by", fmt::format("found {}, allowed 0 … 65536", samples));
    *margin = static_cast<std::uint32_t>(samples);
  }
  return margins;
}

/// Errors of the recipe's domain are those of the option that changed it.
Result<void> told_as(std::string_view option, const Result<void>& result) {
  return result ? result : invalid(option, result.error().message);
}

}  // namespace

void MapOptions::add_to(Arguments& args) {
  declared.add(args, "--size WIDTHxHEIGHT");
  args.option("--recipe RECIPE", make.recipe,
              "Another recipe: a file that ends in .json, or the name of one that comes with Craton.");
  declared.add(args, "--repeat both|x|y|none");
  args.option("--extend WORLD", extend,
              "Makes a map anew that lies on an endless plane (as that of the recipe `country` does), larger by --by.");
  args.option("--by SIDE=SAMPLES[,…]", by, "With --extend: samples that are added, as east=512,south=256.");
  make.add_to(args);
}

Result<void> MapOptions::read_extension() {
  if (by.empty()) return invalid("--extend", "by how much? say --by east=512,south=256");
  if (declared.given("size") || declared.given("repeat") || !make.recipe.empty() || !make.seed.empty() || !make.settings.empty())
    return invalid("--extend", "the map stays what it is; leave out --size, --repeat, --recipe, --seed and -s");
  CRATON_TRY(const MapMargins more, margins_of(by));
  const std::string path = world_path(extend);
  CRATON_TRY(const WorldFileInfo info, read_world_info(path));
  Result<Recipe> recipe = recipe_from_json(info.recipe, all_terms());
  if (!recipe) return in_file(path, recipe.error());
  CRATON_TRY(told_as("--extend", extend_map(*recipe, more)));
  make.loaded = LoadedRecipe{*std::move(recipe), path, std::filesystem::path(path).parent_path().string()};
  return {};
}

Result<void> MapOptions::read() {
  if (!extend.empty()) return read_extension();
  if (!by.empty()) return invalid("--by", "belongs to --extend");
  if (make.recipe.empty()) make.recipe = usual_recipe;
  CRATON_TRY(ParamValues values, declared.values());
  make.change = [this, values = std::move(values)](Recipe& recipe) { return declared.change(recipe, values, all_terms()); };
  return {};
}

}  // namespace craton::cli
