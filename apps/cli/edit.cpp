// Changes an endless world by hand: a brush a call, kept in the world's file.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <craton/files/endless_world.h>
#include <craton/files/folder.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/terrain_edits.h>

#include "command.h"
#include "runtime.h"
#include "terrain_input.h"
#include "text.h"
#include "world_input.h"

namespace craton::cli {
namespace {

struct Options {
  std::string world, what, at, to, biome, stamp;
  std::array<std::string, 8> brush;  ///< in the order of params_of<BrushParams>()
  TerrainChoice made_from;
  bool json = false;
};

constexpr std::string_view other_words[] = {"new", "undo", "redo", "list"};

Result<std::unique_ptr<EditStore>> open_store(const Options& options) {
  std::error_code failed;
  if (!std::filesystem::exists(options.world, failed))
    return Error{ErrorCode::io, options.world, "there is no such world; `craton edit WORLD.craton new` makes one"};
  return open_edits(options.world);
}

Result<void> run_new(const Options& options) {
  CRATON_TRY(check_world_name(options.world));
  const RecipeTerms terms = all_terms();
  CRATON_TRY(const LoadedTerrain loaded, load_terrain(options.made_from, terms));
  const std::unique_ptr<AssetSource> assets = assets_in_folder(loaded.loaded.folder);
  const Result<Terrain> terrain = make_terrain(loaded, terms, {.levels = 1, .assets = assets.get()});
  if (!terrain) return terrain.error();
  CRATON_TRY(create_endless_world(options.world, "terrain", recipe_to_json(loaded.loaded.recipe, terms)));
  say("{}: an endless world of recipe {}, seed {}\n", options.world, loaded.loaded.recipe.name, loaded.loaded.recipe.seed);
  return {};
}

Result<void> run_list(const Options& options) {
  CRATON_TRY(const std::unique_ptr<EditStore> store, open_store(options));
  CRATON_TRY(const std::vector<EditInfo> edits, store->list());
  if (options.json) {
    say("[");
    for (std::size_t i = 0; i < edits.size(); ++i)
      say("{}\n  {{\"number\": {}, \"text\": {}, \"undone\": {}}}", i ? "," : "", edits[i].number, json_string(edits[i].text),
          edits[i].undone);
    say("\n]\n");
    return {};
  }
  std::vector<std::vector<std::string>> rows;
  for (const EditInfo& edit : edits) rows.push_back({std::to_string(edit.number), edit.text, edit.undone ? "undone" : ""});
  say("{}", rows.empty() ? "no edits\n" : table(rows, "rll"));
  return {};
}

Result<void> run_step(const Options& options, bool back) {
  CRATON_TRY(const std::unique_ptr<EditStore> store, open_store(options));
  CRATON_TRY(const std::optional<EditInfo> edit, back ? store->undo() : store->redo());
  if (!edit) return invalid(options.what, back ? "there is nothing to undo" : "there is nothing to redo");
  say("{} {}: {}\n", back ? "undone" : "redone", edit->number, edit->text);
  return {};
}

/// The options that only one tool has are refused with the others.
Result<void> check_tool_options(const Options& options, BrushTool tool) {
  struct Own {
    const std::string* value;
    std::string_view name;
    BrushTool tool;
  };
  for (const Own& own : {Own{&options.to, "--to", BrushTool::flatten}, Own{&options.biome, "--biome", BrushTool::paint},
                         Own{&options.stamp, "--file", BrushTool::stamp}}) {
    if (!own.value->empty() && tool != own.tool)
      return invalid(own.name, fmt::format("is for {} alone", choice_names<BrushTool>()[static_cast<std::size_t>(own.tool)]));
    if (own.value->empty() && tool == own.tool && tool != BrushTool::flatten)
      return invalid(own.name, fmt::format("is what {} needs", options.what));
  }
  return {};
}

Result<BrushStroke> stroke_of(const Options& options, BrushTool tool, std::optional<HeightMap>& stamp) {
  CRATON_TRY(check_tool_options(options, tool));
  BrushStroke stroke{.tool = tool};
  if (options.at.empty()) return invalid("--at", "say where: X,Y in metres");
  CRATON_TRY(const Point2 at, parse_place(options.at, "--at"));
  stroke.at = at;
  const std::span<const ParamInfo> declared = params_of<BrushParams>();
  for (std::size_t i = 0; i < declared.size(); ++i) {
    if (options.brush[i].empty()) continue;
    const std::string option = fmt::format("--{}", declared[i].name);
    CRATON_TRY(const double number, parse_number(options.brush[i], option));
    CRATON_TRY(const ParamValue checked, declared[i].check(number, option));
    declared[i].assign(&stroke.params, checked);
  }
  if (!options.to.empty()) {
    CRATON_TRY(const double to, parse_number(options.to, "--to"));
    stroke.to = to;
  }
  stroke.biome = options.biome;
  if (options.stamp.empty()) return stroke;
  const std::filesystem::path file(options.stamp);
  const std::string folder = file.parent_path().string();
  Result<HeightMap> read = assets_in_folder(folder.empty() ? "." : folder)->height_map(file.filename().string(), {});
  if (!read) return in_file("--file", read.error());
  stamp = *std::move(read);
  stroke.stamp = &*stamp;
  return stroke;
}

Result<void> run_brush(const Options& options, BrushTool tool) {
  CRATON_TRY(const std::unique_ptr<EditStore> store, open_store(options));
  const RecipeTerms terms = all_terms();
  CRATON_TRY(const LoadedTerrain loaded, load_terrain({.world = options.world}, terms));
  const std::unique_ptr<AssetSource> assets = assets_in_folder(loaded.loaded.folder);
  CRATON_TRY(const Terrain terrain, make_terrain(loaded, terms, {.assets = assets.get()}));
  std::optional<HeightMap> stamp;
  CRATON_TRY(const BrushStroke stroke, stroke_of(options, tool, stamp));
  const Result<std::shared_ptr<const TerrainEdits>> edits = add_edit(*store, terrain, stroke, {.cancel = &cancel_token()});
  if (!edits) return edits.error().path.starts_with("-") ? edits.error() : in_file(options.world, edits.error());
  const TerrainEdits::Numbered& last = (*edits)->all().back();
  say("edit {}: {}\n", last.number, text_of(last.edit));
  return {};
}

Result<void> run(const Options& options) {
  const std::span<const std::string_view> tools = choice_names<BrushTool>();
  if (options.what == "new") return run_new(options);
  if (options.made_from.recipe != TerrainChoice{}.recipe || !options.made_from.seed.empty() ||
      !options.made_from.settings.empty())
    return invalid("edit", "--recipe, --seed and -s are for `new` alone");
  if (options.what == "list") return run_list(options);
  if (options.what == "undo" || options.what == "redo") return run_step(options, options.what == "undo");
  for (std::size_t tool = 0; tool < tools.size(); ++tool)
    if (tools[tool] == options.what) return run_brush(options, static_cast<BrushTool>(tool));
  std::vector<std::string_view> words(tools.begin(), tools.end());
  words.insert(words.end(), std::begin(other_words), std::end(other_words));
  return invalid("edit", fmt::format("found \"{}\"{}, allowed {}", options.what, suggestion(options.what, words), joined(words)));
}

}  // namespace

Command add_edit_command(CommandLine& parent) {
  Arguments args = parent.command("edit", "Changes an endless terrain by hand: raise, flatten, paint, …; undo and redo.");
  auto options = std::make_shared<Options>();
  args.option("world", options->world, "The .craton file of an endless terrain.").required();
  args.option("what", options->what,
              "raise, lower, flatten, smooth, stamp or paint: a touch of a brush. undo, redo, list. new: makes the world.")
      .required();
  args.option("--at X,Y", options->at, "Where the middle of the brush lies, in metres.");
  const std::span<const ParamInfo> declared = params_of<BrushParams>();
  for (std::size_t i = 0; i < declared.size(); ++i)
    args.option(fmt::format("--{} NUMBER", declared[i].name), options->brush[i],
                fmt::format("{} {}{}{}. Default: {}.", declared[i].doc, declared[i].allowed(),
                            declared[i].unit.empty() ? "" : " ", declared[i].unit, to_string(declared[i].default_value)));
  args.option("--to NUMBER", options->to, "The height to flatten to, in metres. Default: the height in the middle.");
  args.option("--biome NAME", options->biome, "What to paint.");
  args.option("--file FILE", options->stamp,
              "The stamp: a picture of heights (.png, .exr, …) of up to 1024 by 1024 samples, which fills the square around the "
              "brush.");
  args.option("--recipe RECIPE", options->made_from.recipe, "Of new: a recipe on a plane.").show_default();
  args.option("--seed SEED", options->made_from.seed, "Of new: another seed.");
  args.option("-s,--set NAME=VALUE", options->made_from.settings, "Of new: changes one value of the recipe. May be repeated.");
  args.flag("--json", options->json, "Of list: print JSON.");
  args.footer(
      "An edit is in the file when its line is printed; no kill takes it back. Edits come after all stages: they move no "
      "rivers.\n"
      "`craton terrain WORLD.craton -o t.png` shows them.\n\nExamples:\n  craton edit w.craton new --seed 7\n"
      "  craton edit w.craton raise --at 300,250 --radius 120 --by 40\n"
      "  craton edit w.craton flatten --at 500,500 --radius 60 --falloff 0.3\n"
      "  craton edit w.craton paint --at 500,500 --radius 80 --biome desert\n"
      "  craton edit w.craton stamp --at 0,0 --radius 200 --by 90 --file crater.png\n"
      "  craton edit w.craton undo");
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
