// Builds and digs in a voxel world: a step a call, kept in the world's file.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>

#include <craton/files/endless_world.h>

#include "command.h"
#include "presets.h"
#include "text.h"
#include "voxel_input.h"
#include "world_input.h"

namespace craton::cli {
namespace {

struct Options {
  std::string world, what, at, to, ground;
  VoxelChoice made_from;
};

constexpr std::string_view words[] = {"new", "place", "remove", "undo", "redo", "list"};

Result<LoadedVoxels> open_world(const Options& options) {
  std::error_code failed;
  if (!std::filesystem::exists(options.world, failed))
    return Error{ErrorCode::io, options.world, "there is no such world; `craton build WORLD.craton new` makes one"};
  return load_voxels({.recipe = options.world, .seed = {}, .settings = {}});
}

Result<void> run_new(const Options& options) {
  CRATON_TRY(check_world_name(options.world));
  CRATON_TRY(const LoadedVoxels loaded, load_voxels(options.made_from));
  CRATON_TRY(create_endless_world(options.world, "voxels", voxel_recipe_to_json(loaded.recipe)));
  say("{}: an endless voxel world, seed {}\n", options.world, loaded.recipe.seed);
  return {};
}

/// The voxel at a place: columns, and levels from the floor.
Result<std::array<std::int64_t, 3>> voxel_at(const std::string& text, std::string_view option, const VoxelWorld& world) {
  CRATON_TRY(const std::vector<double> place, parse_numbers(text, option));
  if (place.size() != 3) return invalid(option, fmt::format("found \"{}\"; write X,Y,Z in metres", text));
  const VoxelParams& params = world.params();
  std::array<std::int64_t, 3> voxel{};
  for (std::size_t k = 0; k < 3; ++k) {
    const double value = std::floor((place[k] - (k == 2 ? params.floor : 0)) / params.step);
    if (!(std::abs(value) < 0x1p52)) return invalid(option, "lies beyond 2^52 m, where voxel worlds end");
    voxel[k] = static_cast<std::int64_t>(value);
  }
  if (voxel[2] < 0 || voxel[2] >= params.chunk_height)
    return invalid(option, fmt::format("the height {} is out of range; allowed: {} … {} m", place[2], params.floor,
                                       params.floor + params.chunk_height * params.step));
  return voxel;
}

Result<GroundId> ground_of(const Options& options, const VoxelWorld& world) {
  if (options.what == "remove") {
    if (!options.ground.empty()) return invalid("--ground", "is for place alone");
    return GroundId{0};
  }
  std::vector<std::string_view> names;
  for (const VoxelTable::Ground& ground : world.table().grounds) names.push_back(ground.name);
  const auto found = std::find(names.begin(), names.end(), options.ground);
  if (found == names.end())
    return invalid("--ground",
                   fmt::format("found \"{}\"{}, allowed {}", options.ground, suggestion(options.ground, names), joined(names)));
  return static_cast<GroundId>(found - names.begin());
}

Result<void> run_set(const Options& options) {
  CRATON_TRY(const LoadedVoxels loaded, open_world(options));
  CRATON_TRY(const GroundId ground, ground_of(options, loaded.world));
  if (options.at.empty()) return invalid("--at", "say where: X,Y,Z in metres");
  const Result<std::array<std::int64_t, 3>> from = voxel_at(options.at, "--at", loaded.world);
  if (!from) return from.error();
  CRATON_TRY(const auto to, options.to.empty() ? from : voxel_at(options.to, "--to", loaded.world));
  std::array<std::int64_t, 3> low{}, high{};
  double count = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    low[k] = std::min((*from)[k], to[k]);
    high[k] = std::max((*from)[k], to[k]);
    count *= static_cast<double>(high[k] - low[k] + 1);
  }
  if (count > static_cast<double>(most_voxels_of_edit))
    return invalid("--to", fmt::format("that are {:.0f} voxels; allowed: up to {}", count, most_voxels_of_edit));
  std::vector<VoxelEdit> voxels;
  for (std::int64_t y = low[1]; y <= high[1]; ++y)
    for (std::int64_t x = low[0]; x <= high[0]; ++x)
      for (std::int64_t z = low[2]; z <= high[2]; ++z) voxels.push_back({x, y, static_cast<int>(z), ground});
  const std::string box = options.to.empty() ? options.at : fmt::format("{} to {}", options.at, options.to);
  const std::string text = ground == 0 ? fmt::format("remove {} voxels at {}", voxels.size(), box)
                                       : fmt::format("place {} voxels of {} at {}", voxels.size(), options.ground, box);
  const Result<std::int64_t> number = loaded.edits->set(voxels, text);
  if (!number) return in_file(options.world, number.error());
  say("edit {}: {}\n", *number, text);
  return {};
}

Result<void> run_step(const Options& options, bool back) {
  CRATON_TRY(const LoadedVoxels loaded, open_world(options));
  CRATON_TRY(const std::optional<EditInfo> edit, back ? loaded.edits->undo() : loaded.edits->redo());
  if (!edit) return invalid(options.what, back ? "there is nothing to undo" : "there is nothing to redo");
  say("{} {}: {}\n", back ? "undone" : "redone", edit->number, edit->text);
  return {};
}

Result<void> run_list(const Options& options) {
  if (const Result<LoadedVoxels> loaded = open_world(options); !loaded) return loaded.error();
  CRATON_TRY(const std::unique_ptr<EditStore> store, open_edits(options.world));
  CRATON_TRY(const std::vector<EditInfo> edits, store->list());
  std::vector<std::vector<std::string>> rows;
  for (const EditInfo& edit : edits) rows.push_back({std::to_string(edit.number), edit.text, edit.undone ? "undone" : ""});
  say("{}", rows.empty() ? "no edits\n" : table(rows, "rll"));
  return {};
}

Result<void> run(const Options& options) {
  if (options.what == "new") return run_new(options);
  if (!options.made_from.recipe.empty() || !options.made_from.seed.empty() || !options.made_from.settings.empty())
    return invalid("build", "--recipe, --seed and -s are for `new` alone");
  if (options.what == "place" || options.what == "remove") return run_set(options);
  if (options.what == "undo" || options.what == "redo") return run_step(options, options.what == "undo");
  if (options.what == "list") return run_list(options);
  const std::vector<std::string_view> all(std::begin(words), std::end(words));
  return invalid("build", fmt::format("found \"{}\"{}, allowed {}", options.what, suggestion(options.what, all), joined(all)));
}

constexpr char examples[] =
    R"(A change is in the file when its line is printed; no kill takes it back. `craton voxels WORLD.craton --picture v.png` shows it.

Examples:
  craton build w.craton new --recipe caves --seed 12
  craton build w.craton place --at 10,10,20 --to 14,14,30 --ground granite
  craton build w.craton remove --at 0,0,-5 --to 3,3,40
  craton build w.craton undo)";

}  // namespace

Command add_build_command(CommandLine& parent) {
  Arguments args = parent.command("build", "Builds and digs in a voxel world: place, remove, undo, redo.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  args.option("world", o.world, "The .craton file of a voxel world.").required();
  args.option("what", o.what, "place or remove: voxels. undo, redo, list. new: makes the world.").required();
  args.option("--at X,Y,Z", o.at, "A voxel, in metres; the sea lies at 0.");
  args.option("--to X,Y,Z", o.to, "The other corner of a box of voxels.");
  args.option("--ground NAME", o.ground, "What to place, by its name in the world's table.");
  args.option("--recipe RECIPE", o.made_from.recipe, "Of new: a recipe of a voxel world.");
  args.option("--seed SEED", o.made_from.seed, "Of new: another seed.");
  args.option("-s,--set NAME=VALUE", o.made_from.settings, "Of new: sets a parameter. May be given several times.");
  args.footer(examples);
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
