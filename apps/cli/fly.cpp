// A flight over endless terrain: a camera on a straight way, a picture a frame.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <craton/files/folder.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/picture/flight.h>
#include <craton/worlds/first_sight.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "film_file.h"
#include "runtime.h"
#include "terrain_input.h"
#include "text.h"

namespace craton::cli {
namespace {

struct Options {
  TerrainChoice choice;
  std::string from, to, count, altitude = "250", distance = "8000", size, samples, sun, haze = "2.5", fov, levels, frames, output;
  MachineOptions machine;
};

#ifdef CRATON_HAS_VIEW

// ---- what is written

void put(const Rgb8Image& image, std::uint32_t column, std::uint32_t row, Rgb8Image& sheet) {
  for (std::uint32_t y = 0; y < image.height; ++y) std::copy_n(&image.at(0, y), image.width, &sheet.at(column, row + y));
}

/// About as wide as high.
Rgb8Image sheet_of(const std::vector<Rgb8Image>& images) {
  constexpr std::uint32_t gap = 4;
  const auto count = static_cast<std::uint32_t>(images.size());
  std::uint32_t columns = 1;
  while (columns * images[0].width < (count + columns - 1) / columns * images[0].height) ++columns;
  const std::uint32_t rows = (count + columns - 1) / columns;
  Rgb8Image sheet(columns * (images[0].width + gap) - gap, rows * (images[0].height + gap) - gap, {255, 255, 255});
  for (std::uint32_t i = 0; i < count; ++i)
    put(images[i], i % columns * (images[0].width + gap), i / columns * (images[0].height + gap), sheet);
  return sheet;
}

Result<void> fly(const Options& options, const FlightPlan& job, const Terrain& terrain) {
  std::optional<FolderLock> lock;
  if (!options.frames.empty()) {
    CRATON_TRY(FolderLock taken, FolderLock::take(options.frames));
    lock = std::move(taken);
    remove_frames(options.frames);
  }
  CRATON_TRY(Flight flight, Flight::begin(terrain, job));
  TerminalProgress progress("fly");
  const Execution quiet{.threads = job.threads, .cancel = &cancel_token()};
  std::vector<Rgb8Image> images;
  for (std::uint32_t i = 0; i < job.count; ++i) {
    const double metres = job.count == 1 ? 0 : job.length() * i / (job.count - 1);
    CRATON_TRY(Rgb8Image image, flight.frame(metres, quiet));
    progress.report((i + 1.0) / job.count);
    if (lock) CRATON_TRY(write_png(options.frames + "/" + frame_name(i), image));
    if (!options.output.empty()) images.push_back(std::move(image));
  }
  if (options.output.empty()) return {};
  return write_png(options.output, sheet_of(images));
}

// ---- options

Result<double> number_in(const std::string& text, std::string_view option, double low, double high) {
  CRATON_TRY(const double number, parse_number(text, option));
  if (!(number >= low && number <= high)) return invalid(option, fmt::format("found {}, allowed {:g} … {:g}", text, low, high));
  return number;
}

Result<void> read_view(const Options& options, FlightPlan& job) {
  if (!options.size.empty()) {
    CRATON_TRY(const GridSize sides, parse_sides(options.size, "--size"));
    job.view.width = sides.width;
    job.view.height = sides.height;
  }
  if (!options.samples.empty()) {
    CRATON_TRY(const double samples, number_in(options.samples, "--samples", 1, 4096));
    job.view.samples = static_cast<std::uint32_t>(samples);
  }
  CRATON_TRY(const double haze, number_in(options.haze, "--haze", 0, 100));
  job.view.haze = haze;
  if (!options.fov.empty()) {
    CRATON_TRY(const double fov, number_in(options.fov, "--fov", 1, 140));
    job.view.fov = fov;
  }
  if (options.sun.empty()) return {};
  CRATON_TRY(const std::vector<double> sun, parse_numbers(options.sun, "--sun"));
  if (sun.size() != 2) return invalid("--sun", fmt::format("found \"{}\"; write AZIMUTH,ELEVATION", options.sun));
  job.view.sun_azimuth = sun[0];
  job.view.sun_elevation = sun[1];
  return {};
}

Result<FlightPlan> prepare(const Options& options) {
  FlightPlan job;
  if (options.output.empty() == options.frames.empty())
    return invalid("fly", "say where to: -o sheet.png for all frames on one sheet, or --frames DIR for a picture each");
  if (!options.output.empty() && !lower(options.output).ends_with(".png"))
    return invalid("--output", fmt::format("\"{}\" does not end in .png", options.output));
  if (options.from.empty() != options.to.empty())
    return invalid(options.from.empty() ? "--from" : "--to",
                   "a flight has both ends; leave out both for one over a place worth seeing");
  if (!options.from.empty()) {
    CRATON_TRY(job.from, parse_place(options.from, "--from"));
    CRATON_TRY(job.to, parse_place(options.to, "--to"));
    if (!(job.length() >= 1)) return invalid("--to", "must lie at least a metre away from --from");
  }
  if (!options.count.empty()) {
    CRATON_TRY(const double count, number_in(options.count, "--count", 1, 100'000));
    job.count = static_cast<std::uint32_t>(count);
  }
  CRATON_TRY(const double altitude, number_in(options.altitude, "--altitude", 2, 20'000));
  job.altitude = altitude;
  CRATON_TRY(const double distance, number_in(options.distance, "--distance", 200, 500'000));
  job.distance = distance;
  if (!options.levels.empty() && options.levels != "smooth" && options.levels != "sudden")
    return invalid("--levels", fmt::format("found \"{}\", allowed smooth or sudden", options.levels));
  job.levels = !options.levels.empty();
  job.sudden = options.levels == "sudden";
  CRATON_TRY(read_view(options, job));
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  job.threads = threads;
  if (!options.output.empty()) CRATON_TRY(check_writable(options.output));
  return job;
}

/// Nine kilometres over the place that is worth seeing, told on the way.
Result<void> fly_over_sight(const LoadedRecipe& loaded, const RecipeTerms& terms, const AssetSource* assets, FlightPlan& job) {
  const Result<std::optional<FirstSight>> sight =
      first_sight(loaded.recipe, terms, assets, {.threads = job.threads, .cancel = &cancel_token()});
  if (!sight) return in_file(loaded.file, sight.error());
  const Point2 middle = *sight ? (*sight)->middle : Point2{};
  constexpr std::int64_t half_x = 4200 * units_per_metre, half_y = 1600 * units_per_metre;
  job.from = {middle.x - half_x, middle.y + half_y};
  job.to = {middle.x + half_x, middle.y - half_y};
  const auto text = [](Point2 at) { return fmt::format("{:.12g},{:.12g}", metres_from_units(at.x), metres_from_units(at.y)); };
  say("--from={} --to={}\n", text(job.from), text(job.to));
  return {};
}

Result<void> run(const Options& options) {
  CRATON_TRY(FlightPlan job, prepare(options));
  const RecipeTerms terms = all_terms();
  CRATON_TRY(const LoadedTerrain loaded, load_terrain(options.choice, terms));
  const std::unique_ptr<AssetSource> assets = assets_in_folder(loaded.loaded.folder);
  if (options.from.empty()) CRATON_TRY(fly_over_sight(loaded.loaded, terms, assets.get(), job));
  TerrainOptions how = flight_terrain(job);
  how.assets = assets.get();
  CRATON_TRY(const Terrain terrain, make_terrain(loaded, terms, how));
  const std::uint64_t pixels = std::uint64_t{job.view.width} * job.view.height;
  CRATON_TRY(check_memory(210'000'000 + pixels * 80, "--size", "ask for fewer pixels"));  // the land around, and a frame's light
  CRATON_TRY(options.machine.force_isa());
  return fly(options, job, terrain);
}

#else

Result<void> run(const Options&) {
  return Error{ErrorCode::unsupported, "fly", "this program was built without views (CRATON_VIEW)"};
}

#endif

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
  args.option("--from X,Y", o.from, "Where the flight begins, in metres. Default: over a place worth seeing, which is told.");
  args.option("--to X,Y", o.to, "Where it ends.");
  args.option("--count N", o.count, "How many frames. Default: 12.");
  args.option("--altitude METRES", o.altitude, "Metres above the ground.").show_default();
  args.option("--distance METRES", o.distance, "How far one sees, in metres.").show_default();
  args.option("--size WxH", o.size, "Pixels of a frame. Default: 480x270.");
  args.option("--samples N", o.samples, "Rays a pixel: more are less grainy and take longer. Default: 8.");
  args.option("--fov DEGREES", o.fov, "How much a frame spans across, in degrees. Default: 52.");
  args.option("--sun AZIMUTH,ELEVATION", o.sun, "Where the sun stands, in degrees. Default: to the left, 25 high.");
  args.option("--haze NUMBER", o.haze, "0: none; more hides more of the distance.").show_default();
  args.option("--levels smooth|sudden", o.levels,
              "Shows tiles of many levels as a game does, finer the nearer; vertices turn into the next level step by step "
              "(smooth), or levels change at once (sudden).");
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
