#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include <craton/files/folder.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/files/world_file.h>
#include <craton/picture/layer_picture.h>
#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "make_job.h"
#include "make_output.h"
#include "runtime.h"
#include "show_pictures.h"
#include "text.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Options {
  MakeRequest make;
  std::string output, picture_size = "2048";
  bool no_pictures = false;
  Option picture_size_given;
};

/// Everything checked, nothing computed yet.
struct Job : MakeJob {
  std::uint32_t longest_picture_side = usual_picture_side;  // 0: any
};

Result<Job> prepare(Options& options) {
  if (options.output.empty()) return invalid("make", "where to? name a folder with -o DIR");
  if (options.no_pictures && options.picture_size_given.given())
    return invalid("--picture-size", "does nothing with --no-pictures");
  Job job;
  if (options.picture_size == "full") {
    job.longest_picture_side = 0;
  } else {
    const Result<std::int64_t> side = parse_integer(options.picture_size, "--picture-size");
    if (!side || *side < 16 || *side > 65536)
      return invalid("--picture-size", fmt::format("found \"{}\", allowed 16 … 65536 pixels, or full", options.picture_size));
    job.longest_picture_side = static_cast<std::uint32_t>(*side);
  }
  // All pictures wait for the last to be drawn; one is at work.
  if (!options.no_pictures) options.make.pictures = {.a_pixel = 24, .a_pixel_and_layer = 3, .longest = job.longest_picture_side};
  CRATON_TRY(MakeJob made, prepare_make(options.make));
  static_cast<MakeJob&>(job) = std::move(made);
  return job;
}

constexpr std::string_view natural_picture_name = "natural";

struct NamedPicture {
  std::string path;
  Rgb8Image image;
};

Result<std::vector<NamedPicture>> draw_pictures(const Options& options, const Job& job, const World& world,
                                                const Execution& execution) {
  std::vector<NamedPicture> pictures;
  if (options.no_pictures) return pictures;
  const Domain& domain = world.surface.domain();
  for (const auto& layer : world.surface.layers()) {
    LayerPictureOptions how{.size = picture_size(domain, job.longest_picture_side)};
    if (layer->name() == ground_layer) how.waters = waters_of(world.surface);
    CRATON_TRY(Rgb8Image image, picture_of_layer(domain, *layer, how, execution));
    pictures.push_back({fmt::format("{}/{}.png", options.output, layer->name()), std::move(image)});
  }
  return pictures;
}

/// Where the climate of the ground is known: the land as from above.
Result<void> draw_natural(const Options& options, const Job& job, const World& world, const Execution& execution,
                          std::vector<NamedPicture>& pictures) {
  const NaturalLayers climate = natural_layers_of(world.surface);
  const Layer* height = world.surface.layer(ground_layer);
  const bool metres = height && height->type() == LayerType::number && height->info().unit == "m";
  if (options.no_pictures || !climate.complete() || !metres || world.surface.layer(natural_picture_name)) return {};
  LayerPictureOptions how{.size = picture_size(world.surface.domain(), job.longest_picture_side), .style = MapStyle::natural};
  how.natural = climate;
  how.waters = waters_of(world.surface);
  CRATON_TRY(Rgb8Image image, picture_of_layer(world.surface.domain(), *height, how, execution));
  pictures.push_back({fmt::format("{}/{}.png", options.output, natural_picture_name), std::move(image)});
  return {};
}

// Pictures of layers that the old world had and the new one lacks would show what is not there any more.
void remove_old_pictures(const Options& options, const std::vector<std::string>& old_layers, const World& world) {
  for (const std::string& name : old_layers)
    if (options.no_pictures || !world.surface.layer(name)) remove_old_file(fmt::format("{}/{}.png", options.output, name));
}

std::vector<std::string> layers_in(const std::string& path) {
  std::vector<std::string> names;
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return names;
  if (const Result<WorldFileInfo> old = read_world_info(path); old)
    for (const StoredLayer& layer : old->layers) names.push_back(layer.info.name);
  return names;
}

/// All that takes long is done before the first file changes; after that nothing stops it.
Result<void> write_all(const Options& options, const Job& job, const World& world, MakeReport& report, Clock::time_point start) {
  Execution execution{.threads = job.threads, .progress = nullptr, .cancel = &cancel_token()};
  CRATON_TRY(std::vector<NamedPicture> pictures, draw_pictures(options, job, world, execution));
  CRATON_TRY(draw_natural(options, job, world, execution, pictures));
  for (const auto& layer : world.surface.layers())
    report.layers.push_back({layer->info(), layer->range(execution), layer->hash(execution)});
  if (cancel_token().cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
  const std::string path = options.output + "/world.craton";
  std::vector<std::string> old_layers = layers_in(path);
  const auto had = [&](std::string_view name) {
    return std::find(old_layers.begin(), old_layers.end(), name) != old_layers.end();
  };
  const bool had_natural = had("temperature") && had("rain") && had(ground_layer);
  if (had_natural && !natural_layers_of(world.surface).complete()) old_layers.emplace_back(natural_picture_name);
  remove_old_file(options.output + "/report.json");  // it is written last: where it is, all is of one world
  {
    TerminalProgress progress("writing");
    execution.progress = &progress;
    CRATON_TRY(write_world(path, world, job.terms, execution));
  }
  std::error_code error;
  report.file_bytes = fs::file_size(path, error);
  remove_old_pictures(options, old_layers, world);
  for (const NamedPicture& picture : pictures) CRATON_TRY(write_png(picture.path, picture.image, {.threads = job.threads}));
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return write_text(options.output + "/report.json", report_json(world, report));
}

Result<void> run(Options& options) {
  const Clock::time_point start = Clock::now();
  CRATON_TRY(const Job job, prepare(options));
  const Result<OutputFolder> folder = OutputFolder::open(options.output, "world.craton");
  if (!folder) return folder.error();
  MakeReport report{.recipe = job.name,
                    .folder = options.output,
                    .planned_bytes = planned_memory(),
                    .threads = job.threads ? job.threads : std::thread::hardware_concurrency()};
  CRATON_TRY(MadeWorld made, make_world_of(options.make, job, options.output));
  CRATON_TRY(write_all(options, job, made.world, report, start));
  print_summary(made.world, report);
  return made.finish_film();
}

constexpr char examples[] =
    R"(Writes DIR/world.craton (everything), DIR/LAYER.png (a picture of each layer, at most --picture-size pixels wide
or high; natural.png too where temperature and rain are known) and DIR/report.json. Stages whose inputs did not change since an earlier run are taken from the cache.

Examples:
  craton make hello-torus -o out/torus
  craton make hello-sphere --seed 42 -o out/planet
  craton make my.json -s hills.scale=800 -s domain.width=1024 -o out/my
  craton make erstu --require continents=1:2 --require lakes=5:10 -o out/wanted
  craton make my.json -s knobs.mountains=0.9 --step -o out/my
  craton make erstu --frames out/film -o out/erstu
  craton make my.json --layers height,sea --memory 2G --no-cache -o out/my)";

/// What can be required, as it is declared.
std::string requirements_text() {
  std::vector<std::vector<std::string>> rows;
  for (const RequirementKind& kind : all_requirement_kinds()) {
    const std::string name = kind.named.empty() ? std::string(kind.id) : fmt::format("{}.NAME", kind.id);
    std::string params;
    for (const ParamInfo& param : kind.params)
      if (param.type != ParamType::layer) params += fmt::format("{}{}", params.empty() ? " With " : ", ", param.name);
    rows.push_back({name, fmt::format("{}{}", kind.doc, params.empty() ? "" : params + ".")});
  }
  return "\n\nRequirements (a number alone is \"at least\"; 5:10, 5: and :10 are ranges):\n" + table(rows, "ll", "  ");
}

}  // namespace

Command add_make_command(CommandLine& parent) {
  Arguments args = parent.command("make", "Makes a world from a recipe: world file, pictures and report.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  args.option("recipe", o.make.recipe, "A recipe: a file that ends in .json, or the name of one that comes with Craton.")
      .required();
  args.option("-o,--output DIR", o.output, "Folder to write; it is made where there is none.");
  o.picture_size_given =
      args.option("--picture-size PIXELS|full", o.picture_size,
                  "The longer side of pictures is at most so many pixels; full: one for each cell, whatever their number.")
          .show_default();
  args.flag("--no-pictures", o.no_pictures, "Write no pictures of the layers.");
  o.make.add_to(args);
  args.footer(examples + requirements_text());
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
