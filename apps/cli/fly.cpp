// A flight over endless terrain: a camera on a straight way, a picture a frame.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include <craton/files/folder.h>
#include <craton/files/new_file.h>
#include <craton/recipe/recipe.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "declared.h"
#include "film_file.h"
#include "runtime.h"
#include "terrain_input.h"
#include "text.h"

namespace craton::cli {
namespace {

struct Options {
  TerrainChoice choice;
  DeclaredOptions flight{"flight"};
  std::string frames, output;
  MachineOptions machine;
};

Result<void> check(const Options& o) {
  if (o.output.empty() == o.frames.empty())
    return invalid("fly", "say where to: -o sheet.png for all frames on one sheet, or --frames DIR for a picture each");
  if (!o.output.empty() && !lower(o.output).ends_with(".png"))
    return invalid("--output", fmt::format("\"{}\" does not end in .png", o.output));
  CRATON_TRY(o.flight.values());
  return o.output.empty() ? Result<void>{} : check_writable(o.output);
}

/// Over which land, with its edits.
Result<void> choose_land(Options& o) {
  const RecipeTerms terms = all_terms();
  CRATON_TRY(const LoadedTerrain land, load_terrain(o.choice, terms));
  o.flight.set("folder", land.loaded.folder);
  o.flight.call("recipe", land.loaded.file);
  if (land.edits) {
    o.flight.set("file", o.choice.world);
    return {};
  }
  o.flight.set("recipe", recipe_to_json(land.loaded.recipe, terms));
  return {};
}

/// Told where nobody chose it.
void print_way(const ObjectTable& ends) {
  const std::vector<Vec3d>& places = *ends.values<Vec3d>("place");
  const auto text = [](const Vec3d& at) { return fmt::format("{:.12g},{:.12g}", at.x, at.y); };
  say("--from={} --to={}\n", text(places[0]), text(places[1]));
}

Result<void> run(Options& o) {
  CRATON_TRY(check(o));
  CRATON_TRY(choose_land(o));
  CRATON_TRY(const unsigned threads, o.machine.thread_count());
  CRATON_TRY(o.machine.force_isa());
  CRATON_TRY(const GridSize size, parse_sides(o.flight.text("size"), "--size"));
  const std::uint64_t pixels = std::uint64_t{size.width} * size.height;
  CRATON_TRY(check_memory(210'000'000 + pixels * 80, "--size", "ask for fewer pixels"));  // the land around, and a frame's light
  std::optional<FolderLock> lock;
  if (!o.frames.empty()) {
    CRATON_TRY(FolderLock taken, FolderLock::take(o.frames));
    lock = std::move(taken);
    remove_frames(o.frames);
  } else {
    o.flight.set("sheet", "true");
  }
  TerminalProgress progress("fly");
  const std::function<Result<void>(AnswerFile)> write = [&](const AnswerFile& file) {
    return lock ? write_file_below(o.frames, file) : write_file(o.output, file);
  };
  CRATON_TRY(const Answer flight,
             o.flight.ask({.execution = {threads, &progress, &cancel_token()}, .take_file = &write}, o.choice.world));
  progress.wipe();
  if (!o.flight.given("start")) print_way(flight.tables().back());
  return {};
}

}  // namespace

Command add_fly_command(CommandLine& parent) {
  Arguments args = parent.command("fly", "Flies over endless terrain: a picture a frame, or all on one sheet.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  args.option("world", o.choice.world, "The .craton file of an endless terrain, with its edits; none: the recipe.");
  args.option("--of WORLD", o.choice.of, "The .craton file of a finished map: over its ground at any spacing.");
  args.option("--recipe RECIPE", o.choice.recipe, "A recipe on a plane.").show_default();
  args.option("--seed SEED", o.choice.seed, "Another seed.");
  args.option("-s,--set NAME=VALUE", o.choice.settings, "Changes one value of the recipe. May be repeated.");
  o.flight.add(args, "--from X,Y", "start");
  o.flight.add(args, "--to X,Y", "end");
  for (const char* form : {"--count N", "--altitude METRES", "--distance METRES", "--size WxH", "--samples N", "--fov DEGREES",
                           "--sun AZIMUTH,ELEVATION", "--haze NUMBER", "--levels one|smooth|sudden"})
    o.flight.add(args, form);
  args.option("--frames DIR", o.frames, "Folder for frame_0001.png, ….");
  args.option("-o,--output FILE", o.output, "A sheet of all frames: .png.");
  o.machine.add_to(args);
  args.footer(
      "Examples:\n  craton fly -o over.png\n  craton fly --from 0,0 --to 9000,4000 -o sheet.png\n"
      "  craton fly w.craton --from 0,0 --to 3000,0 --count 90 --size 1280x720 --frames out/flight\n"
      "  craton fly --from 0,0 --to 60000,0 --altitude 1500 --distance 40000 --levels smooth -o far.png");
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
