#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

#include <craton/files/geojson.h>
#include <craton/files/height_file.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/files/world_file.h>
#include <craton/worlds/planet_zoom.h>

#include "command.h"
#include "make_output.h"
#include "map_pictures.h"
#include "planet_options.h"
#include "planet_pictures.h"
#include "runtime.h"
#include "text.h"
#include "world_input.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Options {
  PlanetOptions planet;
  PlanetPictureOptions pictures;
  std::string output;
};

constexpr PictureMemory drawn{.a_pixel = 280, .megabytes = 93};  // pages, globe and textures, several at a time

/// Layers, world and objects: what every world has.
void plan_world_files(const std::string& folder, const World& world, const MakeJob& job, MakeReport& report,
                      const Execution& execution, FileJobs& jobs) {
  jobs.emplace_back([&, folder]() -> Result<void> {
    for (const auto& layer : world.surface.layers())
      report.layers.push_back({layer->info(), layer->range(execution), layer->hash(execution)});
    if (cancel_token().cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
    CRATON_TRY(write_world(folder + "/world.craton", world, job.terms, execution));
    std::error_code error;
    report.file_bytes = fs::file_size(folder + "/world.craton", error);
    return {};
  });
  jobs.emplace_back([&, folder] { return write_geojson(folder + "/objects.geojson", world); });
}

Result<void> write_report(const std::string& folder, const World& world, MakeReport& report, Clock::time_point start) {
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return write_text(folder + "/report.json", report_json(world, report));
}

MakeReport report_of(const MakeJob& job, const std::string& folder) {
  return {.recipe = job.name,
          .folder = folder,
          .planned_bytes = planned_memory(),
          .threads = job.threads ? job.threads : std::thread::hardware_concurrency()};
}

Result<void> write_planet(const Options& options, const MakeJob& job, const World& world, Clock::time_point start) {
  TerminalProgress progress("pictures");
  const Execution execution{.threads = job.threads, .progress = &progress, .cancel = &cancel_token()};
  MakeReport report = report_of(job, options.output);
  FileJobs jobs;
  CRATON_TRY(plan_planet_pictures(options.output, world, options.pictures, execution, jobs));
  progress.set_what("writing");
  plan_world_files(options.output, world, job, report, execution, jobs);
  CRATON_TRY(write_files(jobs, execution));
  CRATON_TRY(write_report(options.output, world, report, start));
  print_summary(world, report);
  return {};
}

/// The rasters that the region's recipe names, beside it, so that `craton make DIR/recipe.json` makes the region again.
Result<void> write_rasters(const std::string& folder, const PlanetZoom& zoom, const RecipeTerms& terms) {
  std::error_code error;
  fs::create_directories(folder + "/region", error);
  if (error) return Error{ErrorCode::io, folder + "/region", "cannot make this folder: " + error.message()};
  for (const ZoomRaster& raster : zoom.rasters)
    CRATON_TRY(write_exr(fmt::format("{}/{}", folder, raster.file), {raster.map.values, raster.map.width, raster.map.height}));
  return write_text(folder + "/recipe.json", recipe_to_json(zoom.recipe, terms));
}

Result<void> write_region(const Options& options, const MakeJob& job, const World& world, Clock::time_point start) {
  TerminalProgress progress("pictures");
  const Execution execution{.threads = job.threads, .progress = &progress, .cancel = &cancel_token()};
  const std::string& folder = options.output;
  MakeReport report = report_of(job, folder);
  CRATON_TRY(const std::vector<MapPicture> pictures, draw_map_pictures(world, {.styles = {"natural", "atlas"}}, execution));
  progress.set_what("writing");
  for (const MapPicture& picture : pictures)
    CRATON_TRY(write_png(fmt::format("{}/{}.png", folder, picture.name), picture.image, {.threads = job.threads}));
  CRATON_TRY(write_heights(folder, world, height_formats(), execution));
  CRATON_TRY(write_biome_texture(folder, world, execution));
  FileJobs jobs;
  plan_world_files(folder, world, job, report, execution, jobs);
  CRATON_TRY(write_files(jobs, execution));
  CRATON_TRY(write_report(folder, world, report, start));
  print_summary(world, report);
  return {};
}

Result<World> planet_of(Options& options) {
  const WorldReadOptions all{.layers = {}, .execution = {.cancel = &cancel_token()}};
  if (options.planet.has_planet()) return read_world(world_path(options.planet.of), all_terms(), all);
  CRATON_TRY(const MakeJob job, prepare_make(options.planet.make));
  CRATON_TRY(MadeWorld made, make_world_of(options.planet.make, job, options.output));
  return std::move(made.world);
}

Result<void> run_zoom(Options& options, Clock::time_point start) {
  MakeRequest& request = options.planet.make;
  // Settings are those of the region where the planet is there already.
  std::vector<std::string> settings;
  if (options.planet.has_planet()) std::swap(settings, request.settings);
  CRATON_TRY(const World planet, planet_of(options));
  CRATON_TRY(const unsigned threads, request.machine.thread_count());
  TerminalProgress progress("zooming");
  const Result<PlanetZoom> zoom = zoom_into(planet, *options.planet.region(), all_terms(),
                                            {.threads = threads, .progress = &progress, .cancel = &cancel_token()});
  if (!zoom) return invalid(zoom.error().path == "span" ? "--span" : "--zoom", zoom.error().message);
  progress.wipe();
  CRATON_TRY(write_rasters(options.output, *zoom, all_terms()));
  MakeRequest region;
  region.settings = settings;
  region.machine = request.machine;
  region.cache = request.cache;
  region.pictures = map_picture_memory(0);
  region.loaded = LoadedRecipe{zoom->recipe, options.output + "/recipe.json", options.output};
  CRATON_TRY(const MakeJob job, prepare_make(region));
  CRATON_TRY(const MadeWorld made, make_world_of(region, job, options.output));
  return write_region(options, job, made.world, start);
}

/// Beside the world, so that its recipe makes it again.
Result<void> write_faces(const Options& options) {
  const std::optional<HeightMap>& faces = options.planet.faces();
  if (!faces) return {};
  return write_exr(fmt::format("{}/{}", options.output, PlanetOptions::faces_file), {faces->values, faces->width, faces->height});
}

Result<void> run(Options& options) {
  const Clock::time_point start = Clock::now();
  if (options.output.empty()) return invalid("planet", "where to? name a folder with -o DIR");
  CRATON_TRY(options.planet.read());
  CRATON_TRY(options.pictures.read(options.planet.region().has_value()));
  if (options.planet.faces()) options.planet.make.loaded->folder = options.output;
  options.planet.make.pictures = drawn;
  if (options.planet.region()) {
    const Result<OutputFolder> folder = OutputFolder::open(options.output, "world.craton");
    if (!folder) return folder.error();
    CRATON_TRY(write_faces(options));
    return run_zoom(options, start);
  }
  CRATON_TRY(const MakeJob job, prepare_make(options.planet.make));
  const Result<OutputFolder> folder = OutputFolder::open(options.output, "world.craton");
  if (!folder) return folder.error();
  CRATON_TRY(write_faces(options));
  CRATON_TRY(MadeWorld made, make_world_of(options.planet.make, job, options.output));
  CRATON_TRY(write_planet(options, job, made.world, start));
  return made.finish_film();
}

constexpr char examples[] =
    R"(Writes into DIR:
  world.craton               everything: recipe, seed, layers, objects
  natural.png, atlas.png, globe.png    pictures: as from above, a page with names, as from space
  textures/                  what an engine puts on a ball, each with a sidecar FILE.json
    equirectangular/         height16.png height.exr colour.png normal.png biome.png temperature16.png rain16.png plate.png
                             ocean.png clouds.png
    cube/                    the same on six squares each: NAME_0_front, _1_right, _2_back, _3_left, _4_top, _5_bottom
  objects.geojson            rivers, lakes, coasts and all other objects
  report.json                seconds of each stage, layers with range and hash, memory
With --zoom: a region as an ordinary world, with heights, pictures and objects as `craton map` writes them; recipe.json and region/
are what it was made from.

Knobs of the usual recipe (-s knobs.NAME=VALUE): sea_share, continents, gathering, mountainousness, ruggedness, warmth, moisture, tilt,
lakes, rivers.

Examples:
  craton planet --seed 7 -o out/planet
  craton planet --resolution 512 --seed 12 -s knobs.continents=3 -s knobs.warmth=-5 -o out/cold
  craton planet --preset archipelago --radius 3400km -o out/small
  craton planet --from moon.png --levels=-8000,8000 -o out/mine
  craton planet --from out/planet/textures/cube/height_0_front.exr -o out/again
  craton planet --zoom 20,30 --span 400km -o out/region                    # the planet is made, and a region of it
  craton planet --zoom 20,30 --span 400km --of out/planet -o out/region    # a region of a planet that is there
  craton globe out/planet --centre 20,30 -o globe.png
  craton query out/planet --at 20,30)";

}  // namespace

Command add_planet_command(CommandLine& parent) {
  Arguments args = parent.command("planet", "Makes a planet: world file, pictures, textures, objects; or a region of one.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  o.planet.add_to(args);
  o.pictures.add_to(args);
  args.option("-o,--output DIR", o.output, "Folder to write; it is made where there is none.");
  args.footer(examples);
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
