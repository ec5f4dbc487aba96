#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

#include <craton/files/geojson.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/files/world_file.h>

#include "command.h"
#include "make_output.h"
#include "map_options.h"
#include "map_pictures.h"
#include "runtime.h"
#include "text.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Options {
  MapOptions map;
  std::string output, styles = "natural,atlas", formats = "png,r16,exr,r32", picture_size = "4096", title;
  Option picture_size_given;
};

/// Everything checked, nothing computed yet.
struct Job {
  MakeJob make;
  MapPictureOptions pictures;
  std::vector<HeightFormat> formats;
};

Result<Job> prepare(Options& options) {
  if (options.output.empty()) return invalid("map", "where to? name a folder with -o DIR");
  Job job;
  CRATON_TRY(const std::vector<std::string> styles, read_styles(options.styles));
  job.pictures.styles = styles;
  job.pictures.title = options.title;
  const auto drawn = [&](std::string_view style) { return std::find(styles.begin(), styles.end(), style) != styles.end(); };
  if (!options.title.empty() && !drawn("atlas") && !drawn("parchment"))
    return invalid("--title", "stands on atlas and parchment pages; ask for one with --style");
  if (styles.empty() && options.picture_size_given.given())
    return invalid("--picture-size", "is for pictures; ask for some with --style");
  CRATON_TRY(const std::vector<HeightFormat> formats, read_formats(options.formats));
  job.formats = formats;
  const Result<std::int64_t> side = parse_integer(options.picture_size, "--picture-size");
  if (!side || *side < 16 || *side > 65536)
    return invalid("--picture-size", fmt::format("found \"{}\", allowed 16 … 65536 pixels", options.picture_size));
  job.pictures.longest = static_cast<std::uint32_t>(*side);
  CRATON_TRY(options.map.read());
  options.map.make.pictures = map_picture_memory(job.pictures.longest);
  CRATON_TRY(MakeJob make, prepare_make(options.map.make));
  job.make = std::move(make);
  return job;
}

/// Files of an earlier map that this one does not have would show another world.
void remove_old_files(const std::string& folder, const Job& job) {
  const auto remove = [&](std::string_view name) { remove_old_file(fmt::format("{}/{}", folder, name)); };
  remove("report.json");  // it is written last: where it is, all is of one world
  for (const std::string_view style : picture_styles())
    if (std::find(job.pictures.styles.begin(), job.pictures.styles.end(), style) == job.pictures.styles.end())
      remove(fmt::format("{}.png", style));
  for (const HeightFormat& format : height_formats())
    if (std::find(job.formats.begin(), job.formats.end(), format) == job.formats.end()) {
      remove(format.file);
      remove(fmt::format("{}.json", format.file));
    }
}

/// Pictures are drawn before the first file changes; after that hardly anything stops it.
Result<void> write_all(const Options& options, const Job& job, const World& world, MakeReport& report, Clock::time_point start) {
  TerminalProgress progress("pictures");
  Execution execution{.threads = job.make.threads, .progress = &progress, .cancel = &cancel_token()};
  CRATON_TRY(const std::vector<MapPicture> pictures, draw_map_pictures(world, job.pictures, execution));
  for (const auto& layer : world.surface.layers())
    report.layers.push_back({layer->info(), layer->range(execution), layer->hash(execution)});
  if (cancel_token().cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
  progress.set_what("writing");
  const std::string& folder = options.output;
  remove_old_files(folder, job);
  CRATON_TRY(write_world(folder + "/world.craton", world, job.make.terms, execution));
  std::error_code error;
  report.file_bytes = fs::file_size(folder + "/world.craton", error);
  for (const MapPicture& picture : pictures)
    CRATON_TRY(write_png(fmt::format("{}/{}.png", folder, picture.name), picture.image, {.threads = job.make.threads}));
  CRATON_TRY(write_heights(folder, world, job.formats, execution));
  CRATON_TRY(write_biome_texture(folder, world, execution));
  CRATON_TRY(write_geojson(folder + "/objects.geojson", world));
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return write_text(folder + "/report.json", report_json(world, report));
}

Result<void> run(Options& options) {
  const Clock::time_point start = Clock::now();
  CRATON_TRY(const Job job, prepare(options));
  const Result<OutputFolder> folder = OutputFolder::open(options.output, "world.craton");
  if (!folder) return folder.error();
  MakeReport report{.recipe = job.make.name,
                    .folder = options.output,
                    .planned_bytes = planned_memory(),
                    .threads = job.make.threads ? job.make.threads : std::thread::hardware_concurrency()};
  CRATON_TRY(MadeWorld made, make_world_of(options.map.make, job.make, options.output));
  CRATON_TRY(write_all(options, job, made.world, report, start));
  print_summary(made.world, report);
  return made.finish_film();
}

constexpr char examples[] =
    R"(Writes into DIR:
  world.craton               everything: recipe, seed, layers, objects
  natural.png, atlas.png     pictures, one for each style
  height16.png, height.r16, height.exr, height.r32   heights for other programs, each with a sidecar FILE.json
  biome.png, biome.json      a colour for each biome, a pixel for each sample, and what the colours mean
  objects.geojson            rivers, lakes, coasts and all other objects
  report.json                seconds of each stage, layers with range and hash, memory

Knobs of the usual recipe (-s knobs.NAME=VALUE): land, continents, mountains, age, warmth, wetness, edge_latitude, lakes, rivers.

Examples:
  craton map --seed 12 -o out/map
  craton map --size 4096x2048 -s knobs.land=0.5 -s knobs.warmth=-5 -o out/cold
  craton map --seed 12 --style parchment --title "The Known World" -o out/old
  craton map --require continents=3:5 --require rivers.least_length=1500000 -o out/wanted
  craton map --size 1024x512 --repeat x -s knobs.edge_latitude=85 -o out/belt
  craton map --recipe country --size 1024x1024 -o out/country
  craton map --extend out/country --by east=512,south=512 -o out/larger
  craton query out/map --at 2500000,1200000             # every layer at a place)";

}  // namespace

Command add_map_command(CommandLine& parent) {
  Arguments args = parent.command("map", "Makes a map of a world: world file, pictures, heights, biomes, objects.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  o.map.add_to(args);
  args.option("-o,--output DIR", o.output, "Folder to write; it is made where there is none.");
  args.option("--style NAME[,…]", o.styles, fmt::format("Pictures: {}; \"\" for none.", joined(picture_styles())))
      .show_default()
      .may_be_empty();
  args.option("--title TEXT", o.title, "Of atlas and parchment pages. Default: the name of the largest land.").letters();
  args.option("--heights FORMAT[,…]", o.formats, "Files of heights: png (16 bits), r16, exr, r32; \"\" for none.")
      .show_default()
      .may_be_empty();
  o.picture_size_given =
      args.option("--picture-size PIXELS", o.picture_size, "The longer side of pictures is at most so many pixels.")
          .show_default();
  args.footer(examples);
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
