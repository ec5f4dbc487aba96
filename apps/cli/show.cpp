#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <numbers>
#include <optional>

#include <craton/files/float_file.h>
#include <craton/files/height_file.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/files/sidecar.h>
#include <craton/files/world_file.h>
#include <craton/picture/layer_picture.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "presets.h"
#include "projection_options.h"
#include "runtime.h"
#include "show_atlas.h"
#include "show_objects.h"
#include "show_pictures.h"
#include "text.h"
#include "world_input.h"

namespace craton::cli {
namespace {

struct Options {
  std::vector<std::string> worlds;
  std::string layer, objects, output, range;
  bool data = false;
  PictureOptions picture;
  AtlasPageOptions page;
  ProjectionOptions projection;
  HeightFileOptions heights;
  MachineOptions machine;
};

/// A picture is for eyes; all else is for programs, and gets a sidecar that says what the numbers mean.
enum class Format { picture, png16, r16, exr, f32 };

/// Everything checked, nothing read but what the file says of itself.
struct Job {
  std::vector<LayerView> views;
  Format format = Format::picture;
  LayerPictureOptions where;  // size (0 × 0: the natural one), projection and centre
  std::optional<ToneRange> range;
  unsigned threads = 0;
};

Result<void> read_format(const Options& options, Job& job) {
  const std::string name = lower(options.output);
  if (name.ends_with(".png"))
    job.format = options.data ? Format::png16 : Format::picture;
  else if (name.ends_with(".r16"))
    job.format = Format::r16;
  else if (name.ends_with(".exr"))
    job.format = Format::exr;
  else if (name.ends_with(".f32") || name.ends_with(".r32"))
    job.format = Format::f32;
  else
    return invalid("--output", fmt::format("\"{}\" ends in none of .png, .f32, .r32, .r16, .exr and .geojson", options.output));
  if (!options.objects.empty()) return invalid("--objects", "is for objects: write them to a .geojson");
  if (job.format != Format::picture && options.picture.any())
    return invalid(!options.picture.ramp.empty()     ? "--ramp"
                   : !options.picture.waters.empty() ? "--waters"
                                                     : "--style",
                   "data have no colours, light, contours, waters or legend; leave these away, or write a picture (.png)");
  if (options.range.empty()) return {};
  if (job.format == Format::exr || job.format == Format::f32)
    return invalid("--range", "is for pictures, and for data of 16 bits: .r16, and .png with --data");
  const Result<std::vector<double>> ends = parse_numbers(options.range, "--range");
  if (!ends) return ends.error();
  if (ends->size() != 2 || !((*ends)[0] < (*ends)[1]))
    return invalid("--range", fmt::format("\"{}\" is no range; write LOW,HIGH", options.range));
  job.range = ToneRange{static_cast<float>((*ends)[0]), static_cast<float>((*ends)[1])};
  return {};
}

/// What is shown of which world; nothing is read but what the files say of themselves.
/// As far as choosing layers is concerned, a height file is a world of one.
WorldFileInfo one_layer_of_heights(const std::string& path) {
  WorldFileInfo info{.path = path};
  info.layers.push_back({.info = {.name = "height", .unit = "m"}});
  return info;
}

Result<void> read_views(const Options& options, Job& job) {
  Result<LayerPictureOptions> how = options.picture.read();
  if (!how) return how.error();
  const Result<WaterChoice> waters = options.picture.read_waters();
  if (!waters) return waters.error();
  how->size = job.where.size;
  how->projection = job.where.projection;
  how->centre = job.where.centre;
  how->range = job.range;
  CRATON_TRY(check_heights(options.worlds, options.heights));
  for (const std::string& name : options.worlds) {
    const bool file = is_height_file(name);
    if (file && job.format != Format::picture)
      return invalid("--output", "a height file is data already; write a picture (.png)");
    const std::string path = file ? name : world_path(name);
    const Result<WorldFileInfo> info = file ? one_layer_of_heights(name) : read_world_info(path);
    if (!info) return info.error();
    const Result<std::vector<LayerView>> views = layer_views(*info, path, options.layer, *how, *waters, options.picture.plates);
    if (!views) return views.error();
    job.views.insert(job.views.end(), views->begin(), views->end());
    // The layer, its raster, what lights it, its picture and its page, one world after the other; lakes and what tells of them.
    const bool beside = std::any_of(views->begin(), views->end(), [](const LayerView& view) { return !view.beside.empty(); });
    CRATON_TRY(check_memory(info->cells * (beside ? 52 : 24), path, "there is no smaller way to show it"));
  }
  if (job.format == Format::picture) return {};
  if (job.views.size() > 1)
    return invalid("--layer", "data hold one layer of one world; several are shown in one picture (.png)");
  if (job.views[0].options.style != MapStyle::automatic)
    return invalid("--layer", fmt::format("\"{}\" is a style of pictures and no layer", job.views[0].title));
  return {};
}

Result<Job> prepare(const Options& options) {
  Job job;
  if (options.output.empty()) return invalid("show", "where to? name a file with -o p.png, .f32, .r32, .r16, .exr or .geojson");
  CRATON_TRY(read_format(options, job));
  CRATON_TRY(options.projection.read(job.format == Format::picture, job.where));
  const Result<unsigned> threads = options.machine.thread_count();
  if (!threads) return threads.error();
  job.threads = *threads;
  CRATON_TRY(options.machine.force_isa());
  CRATON_TRY(read_views(options, job));
  CRATON_TRY(check_writable(options.output));
  if (job.format != Format::picture) CRATON_TRY(check_writable(options.output + ".json"));
  return job;
}

/// The layer as floats, whatever its type.
Result<std::vector<float>> values_of(const Domain& domain, const Layer& layer, const Job& job, GridSize size,
                                     const Execution& execution) {
  if (layer.type() == LayerType::number) return raster_of_numbers(domain, layer.numbers(), size, job.where.projection, execution);
  const Result<std::vector<Cell>> cells = raster_of_cells(domain, size, job.where.projection, execution);
  if (!cells) return cells.error();
  std::vector<float> values(cells->size());
  std::transform(cells->begin(), cells->end(), values.begin(), [&](Cell cell) { return static_cast<float>(layer.value(cell)); });
  return values;
}

/// What 0 and 65535 stand for: whole numbers that fit are written as they are, all else from the smallest to the largest.
ToneRange level_range(const Layer& layer, FloatView values, const Job& job) {
  if (job.range) return *job.range;
  const ToneRange found = tone_range_of(values);
  if (job.format != Format::png16 && job.format != Format::r16) return found;
  const bool whole = layer.type() != LayerType::number && found.low >= 0 && found.high <= 65535;
  return whole ? ToneRange{0, 65535} : found;
}

// Of an equirectangular map it holds at the equator.
double metres_per_sample(const Domain& domain, Projection projection, GridSize size) {
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  if (sphere && projection == Projection::equirectangular) return 2 * std::numbers::pi * sphere->radius() / size.width;
  return spacing(domain) * natural_size(domain, projection).width / size.width;
}

std::string_view format_name(Format format, std::string_view output) {
  switch (format) {
    case Format::png16: return "png16";
    case Format::r16: return "r16";
    case Format::exr: return "exr";
    case Format::f32: return output.ends_with('2') && lower(std::string(output)).ends_with(".r32") ? "r32" : "f32";
    case Format::picture: break;
  }
  return "png";
}

Result<void> write_beside(const Options& options, const Job& job, const World& world, const Layer& layer, FloatView values,
                          ToneRange range) {
  const Domain& domain = world.surface.domain();
  Sidecar sidecar;
  sidecar.file = std::filesystem::path(options.output).filename().string();
  sidecar.format = format_name(job.format, options.output);
  sidecar.layer = layer.name();
  sidecar.unit = layer.info().unit;
  sidecar.width = values.width;
  sidecar.height = values.height;
  if (std::holds_alternative<CubeSphere>(domain)) sidecar.projection = options.projection.projection;
  sidecar.metres_per_sample = metres_per_sample(domain, job.where.projection, {values.width, values.height});
  sidecar.min = range.low;
  sidecar.max = range.high;
  if (job.format == Format::png16 || job.format == Format::r16) sidecar.levels = 65535;
  sidecar.categories = layer.info().categories;
  sidecar.seed = world.recipe.seed;
  sidecar.recipe = recipe_to_json(world.recipe, all_terms());
  return write_sidecar(options.output, sidecar);
}

Result<void> write_values(const Options& options, const Job& job, FloatView values, ToneRange range) {
  switch (job.format) {
    case Format::png16: return write_png(options.output, grey16(values, range));
    case Format::r16: return write_r16(options.output, values, range);
    case Format::exr: return write_exr(options.output, values);
    case Format::f32: return write_r32(options.output, values);
    case Format::picture: break;
  }
  return {};
}

Result<void> write_data(const Options& options, const Job& job, const World& world, const Layer& layer,
                        const Execution& execution) {
  const Domain& domain = world.surface.domain();
  const GridSize size = job.where.size == GridSize{} ? natural_size(domain, job.where.projection) : job.where.size;
  const Result<std::vector<float>> raster = values_of(domain, layer, job, size, execution);
  if (!raster) return invalid("--size", raster.error().message);
  const FloatView values{*raster, size.width, size.height};
  const ToneRange range = level_range(layer, values, job);
  CRATON_TRY(write_values(options, job, values, range));
  return write_beside(options, job, world, layer, values, range);
}

/// Objects are no rasters: hardly an option is for both.
Result<void> run_objects(const Options& options) {
  const Result<unsigned> threads = options.machine.thread_count();
  if (!threads) return threads.error();
  CRATON_TRY(options.machine.force_isa());
  if (options.worlds.size() > 1) return invalid("world", "a .geojson holds the objects of one world");
  if (options.data || !options.projection.size.empty() || !options.range.empty() || options.picture.any())
    return invalid("--output",
                   "objects have no samples and no colours; leave --data, --size, --range and those of pictures away");
  TerminalProgress progress(options.output);
  return write_objects({options.worlds[0], options.output, options.objects, options.layer},
                       {.threads = *threads, .progress = &progress, .cancel = &cancel_token()});
}

/// A whole page of one world.
Result<void> run_page(const Options& options) {
  const bool svg = lower(options.output).ends_with(".svg");
  if (!svg && !lower(options.output).ends_with(".png")) return invalid("--output", "a page is a .png or an .svg");
  if (options.worlds.size() > 1) return invalid("world", "a page shows one world");
  if (options.data || !options.layer.empty() || !options.range.empty() || !options.objects.empty())
    return invalid("--style", "a page shows the whole world; leave --data, --layer, --range and --objects away");
  PictureOptions others = options.picture;
  others.style.clear();
  if (others.any()) return invalid("--style", "a page has its own colours, light, waters and legend; leave those options away");
  LayerPictureOptions where;
  CRATON_TRY(options.projection.read(true, where));
  const Result<unsigned> threads = options.machine.thread_count();
  if (!threads) return threads.error();
  CRATON_TRY(options.machine.force_isa());
  TerminalProgress progress(options.output);
  const AtlasJob job{options.picture.style, options.output, options.page, where.size, where.projection, where.centre};
  return write_atlas(options.worlds[0], job, {.threads = *threads, .progress = &progress, .cancel = &cancel_token()});
}

Result<void> run(const Options& options) {
  if (is_page_style(options.picture.style)) return run_page(options);
  if (options.page.any()) return invalid("--title", "--title, --no-labels and --no-grid are for --style atlas and parchment");
  if (lower(options.output).ends_with(".svg"))
    return invalid("--output", "an .svg is a page: ask for --style atlas or parchment");
  if (lower(options.output).ends_with(".geojson")) return run_objects(options);
  const Result<Job> job = prepare(options);
  if (!job) return job.error();
  const LayerView& first = job->views.front();
  TerminalProgress progress(first.title);
  const Execution execution{.threads = job->threads, .progress = &progress, .cancel = &cancel_token()};
  if (job->format == Format::picture) {
    const Result<Rgb8Image> image = draw_views(job->views, options.heights, execution);
    if (!image) return image.error();
    return write_png(options.output, *image, {.threads = job->threads});
  }
  const Result<World> world = read_world(first.path, all_terms(), {.layers = {first.layer}, .execution = execution});
  if (!world) return world.error();
  const Layer* layer = world->surface.layer(first.layer);
  if (!layer) return invalid("--layer", fmt::format("\"{}\" could not be read", first.layer));
  return write_data(options, *job, *world, *layer, execution);
}

constexpr char examples[] =
    R"(A .png is a picture for the eye, and with --data 16 bits of grey for programs; .f32 and .r32 (raw floats), .r16 (raw 16 bits)
and .exr (floats) are data always. Data have a sidecar FILE.json: range, sea level, metres a sample, rows, seed, recipe. A .geojson holds
objects: rivers, lakes and coasts as lines and areas with all their attributes.

Several worlds or layers become a sheet. Heights can be listed by their styles too: --layer height,slope,sea.

Examples:
  craton show out/torus -o height.png
  craton show out/torus --legend --contours auto -o map.png
  craton show out/torus --style contours --contours 100 -o lines.png
  craton show out/rivers --waters rivers -o rivers.png
  craton show out/rivers --style atlas --title "The Rivers" -o page.png
  craton show out/rivers --style parchment --size 4000x4000 -o poster.png
  craton show out/rivers --style atlas -o page.svg
  craton show out/torus --light "300,40;250,60,0.4" --exaggeration 8 -o steep.png
  craton show out/torus --range=-4000,4000 -o same-colours.png
  craton show out/torus --layer sea --size 256x256 -o sea.png
  craton show out/torus --ramp slate -o slate.png
  craton show out/a out/b out/c --layer height,slope,curvature -o sheet.png
  craton show dem.png --cell-size 30 --levels 0,2400 --legend -o map.png
  craton show out/torus -o height.exr
  craton show out/tile --range=-1000,3000 -o height.r16
  craton show out/planet --projection faces -o height.f32
  craton show out/planet --projection orthographic --centre 30,-60 -o globe.png
  craton show out/planet --layer plate --plates --projection mollweide -o plates.png
  craton show out/planet --objects rivers,lakes -o waters.geojson)";

}  // namespace

Command add_show_command(CLI::App& parent) {
  CLI::App* app = parent.add_subcommand("show", "Draws layers of worlds, or writes one for other programs.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  app->add_option("world", o.worlds,
                  "A .craton file, the folder that `make` wrote, or a height file (.png, .exr, .r16, .raw, .r32, .f32). Several "
                  "make a sheet.")
      ->type_name("")
      ->required();
  app->add_option(
         "--layer", o.layer,
         "Which layer; several make a sheet. A style (slope, contours, …) means the heights so drawn. Default: height, or "
         "the only one.")
      ->type_name("NAME[,…]");
  app->add_option("-o,--output", o.output, "File to write: .png, .svg (a page), .f32, .r32, .r16, .exr or .geojson.")
      ->type_name("FILE");
  app->add_option("--objects", o.objects,
                  "Of a .geojson: which tables of objects, and coast, the border of land and sea. Default: all that there are.")
      ->type_name("NAME[,…]");
  app->add_flag("--data", o.data, "Write a .png of 16-bit grey levels instead of a picture.");
  o.picture.add_to(*app);
  o.page.add_to(*app);
  app->add_option(
         "--range", o.range,
         "Values at the ends of a picture's colours, so that pictures can be compared (of heights: the deepest and the "
         "highest); of data in 16 bits those of levels 0 and 65535. Default: the smallest and the largest; whole numbers "
         "that fit 16 bits are written as they are.")
      ->type_name("LOW,HIGH");
  o.projection.add_to(*app);
  o.heights.add_file_to(*app);
  o.machine.add_to(*app);
  app->footer(examples);
  return {app, [options] { return run(*options); }};
}

}  // namespace craton::cli
