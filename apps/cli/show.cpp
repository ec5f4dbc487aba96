#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/files/world_file.h>
#include <craton/picture/layer_picture.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "layer_files.h"
#include "presets.h"
#include "projection_options.h"
#include "runtime.h"
#include "show_atlas.h"
#include "show_mesh.h"
#include "show_objects.h"
#include "show_pictures.h"
#include "text.h"
#include "window_input.h"
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
  WindowChoice window;
  PlanetMeshChoice mesh;
  MachineOptions machine;
};

/// Everything checked, nothing read but what the file says of itself.
struct Job {
  std::vector<LayerView> views;
  std::optional<LayerFormat> data;  // for programs, with a sidecar that says what the numbers mean; none: a picture, for eyes
  LayerPictureOptions where;        // size (0 × 0: the natural one), projection and centre
  std::optional<ToneRange> range;
  unsigned threads = 0;
};

Result<void> read_format(const Options& options, Job& job) {
  const std::string name = lower(options.output);
  if (name.ends_with(".png"))
    job.data = options.data ? std::optional(LayerFormat::png16) : std::nullopt;
  else if (name.ends_with(".r16"))
    job.data = LayerFormat::r16;
  else if (name.ends_with(".exr"))
    job.data = LayerFormat::exr;
  else if (name.ends_with(".f32") || name.ends_with(".r32"))
    job.data = LayerFormat::f32;
  else
    return invalid("--output", fmt::format("\"{}\" ends in none of .png, .f32, .r32, .r16, .exr, .geojson, .glb, .obj and .ply",
                                           options.output));
  if (!options.objects.empty()) return invalid("--objects", "is for objects: write them to a .geojson");
  if (job.data && options.picture.any())
    return invalid(!options.picture.ramp.empty()     ? "--ramp"
                   : !options.picture.waters.empty() ? "--waters"
                                                     : "--style",
                   "data have no colours, light, contours, waters or legend; leave these out, or write a picture (.png)");
  if (options.range.empty()) return {};
  if (job.data == LayerFormat::exr || job.data == LayerFormat::f32)
    return invalid("--range", "is for pictures, and for data of 16 bits: .r16, and .png with --data");
  CRATON_TRY(const std::vector<double> ends, parse_numbers(options.range, "--range"));
  if (ends.size() != 2 || !(ends[0] < ends[1]))
    return invalid("--range", fmt::format("\"{}\" is no range; write LOW,HIGH", options.range));
  job.range = ToneRange{static_cast<float>(ends[0]), static_cast<float>(ends[1])};
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
  CRATON_TRY(LayerPictureOptions how, options.picture.read());
  CRATON_TRY(const WaterChoice waters, options.picture.read_waters());
  how.size = job.where.size;
  how.projection = job.where.projection;
  how.centre = job.where.centre;
  how.range = job.range;
  CRATON_TRY(check_heights(options.worlds, options.heights));
  for (const std::string& name : options.worlds) {
    const bool file = is_height_file(name);
    if (file && job.data) return invalid("--output", "a height file is data already; write a picture (.png)");
    const std::string path = file ? name : world_path(name);
    CRATON_TRY(const WorldFileInfo info, file ? one_layer_of_heights(name) : read_world_info(path));
    CRATON_TRY(const std::vector<LayerView> views, layer_views(info, path, options.layer, how, waters, options.picture.plates));
    job.views.insert(job.views.end(), views.begin(), views.end());
    // The layer, its raster, what lights it, its picture and its page, one world after the other; lakes and what tells of them.
    const bool beside = std::any_of(views.begin(), views.end(), [](const LayerView& view) { return !view.beside.empty(); });
    CRATON_TRY(check_memory(beside ? info.cells * 21 + 12'000'000 : info.cells * 13 + 8'000'000, path,
                            "there is no smaller way to show it"));
  }
  if (!job.data) return {};
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
  CRATON_TRY(options.projection.read(!job.data, job.where));
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  job.threads = threads;
  CRATON_TRY(options.machine.force_isa());
  CRATON_TRY(read_views(options, job));
  CRATON_TRY(check_writable(options.output));
  if (job.data) CRATON_TRY(check_writable(options.output + ".json"));
  return job;
}

/// Objects are no rasters: hardly an option is for both.
Result<void> run_objects(const Options& options) {
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  CRATON_TRY(options.machine.force_isa());
  if (options.worlds.size() > 1) return invalid("world", "a .geojson holds the objects of one world");
  if (options.data || !options.projection.size.empty() || !options.range.empty() || options.picture.any())
    return invalid("--output", "objects have no samples and no colours; leave out --data, --size, --range and those of pictures");
  CRATON_TRY(options.projection.refuse("does nothing for objects, which are written where they lie"));
  CRATON_TRY(check_heights(options.worlds, options.heights));
  TerminalProgress progress(options.output);
  return write_objects({options.worlds[0], options.output, options.objects, options.layer},
                       {.threads = threads, .progress = &progress, .cancel = &cancel_token()});
}

/// A planet as triangles.
Result<void> run_mesh(Options& options) {
  if (options.worlds.size() > 1) return invalid("world", "a mesh shows one planet");
  PictureOptions others = options.picture;
  others.exaggeration.clear();
  if (options.data || !options.objects.empty() || !options.range.empty() || !options.projection.size.empty() || others.any())
    return invalid(
        "--output",
        "a mesh has no samples, no objects and no light; leave out --data, --objects, --size, --range and those of pictures");
  CRATON_TRY(options.projection.refuse("does nothing for a mesh, which is round itself"));
  CRATON_TRY(check_heights(options.worlds, options.heights));
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  CRATON_TRY(options.machine.force_isa());
  TerminalProgress progress(options.output);
  return write_planet_mesh(options.worlds[0], options.output, options.mesh, options.layer, options.picture.exaggeration,
                           {.threads = threads, .progress = &progress, .cancel = &cancel_token()});
}

/// A whole page of one world.
Result<void> run_page(const Options& options) {
  const bool svg = lower(options.output).ends_with(".svg");
  if (!svg && !lower(options.output).ends_with(".png")) return invalid("--output", "a page is a .png or an .svg");
  if (options.worlds.size() > 1) return invalid("world", "a page shows one world");
  if (options.data || !options.layer.empty() || !options.range.empty() || !options.objects.empty())
    return invalid("--style", "a page shows the whole world; leave out --data, --layer, --range and --objects");
  PictureOptions others = options.picture;
  others.style.clear();
  if (others.any()) return invalid("--style", "a page has its own colours, light, waters and legend; leave those options out");
  LayerPictureOptions where;
  CRATON_TRY(options.projection.read(true, where));
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  CRATON_TRY(options.machine.force_isa());
  TerminalProgress progress(options.output);
  const AtlasJob job{options.picture.style, options.output, options.page, where.size, where.projection, where.centre};
  return write_atlas(options.worlds[0], job, {.threads = threads, .progress = &progress, .cancel = &cancel_token()});
}

Result<void> write_data(const Options& options, const Job& job, const World& world, const std::string& name,
                        const Execution& execution) {
  const Layer* layer = world.surface.layer(name);
  if (!layer) return invalid("--layer", fmt::format("\"{}\" could not be read", name));
  LayerFile file{.path = options.output, .format = *job.data};
  file.size = job.where.size;
  file.projection = job.where.projection;
  file.projection_name = options.projection.projection;
  file.range = job.range;
  return write_layer_file(world, *layer, file, execution);
}

/// A window of an endless world: --size are its samples.
Result<void> run_window(const Options& options) {
  if (!options.worlds.empty()) return invalid("--recipe", "shows a window of an endless world, but a world is named too");
  if (is_page_style(options.picture.style) || options.page.any())
    return invalid("--style", "pages show finished worlds; a window has pictures of its layers");
  if (options.mesh.any() || options.picture.plates || !options.objects.empty())
    return invalid("--recipe", "a window of an endless world has layers alone; leave out --mesh…, --plates and --objects");
  CRATON_TRY(check_heights({}, options.heights));
  Job job;
  if (options.output.empty()) return invalid("show", "where to? name a file with -o p.png, .f32, .r32, .r16 or .exr");
  CRATON_TRY(read_format(options, job));
  ProjectionOptions others = options.projection;
  others.size.clear();
  CRATON_TRY(others.read(!job.data, job.where));
  CRATON_TRY(LayerPictureOptions how, options.picture.read());
  CRATON_TRY(const WaterChoice waters, options.picture.read_waters());
  how.projection = job.where.projection;
  how.centre = job.where.centre;
  how.range = job.range;
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  CRATON_TRY(options.machine.force_isa());
  CRATON_TRY(check_writable(options.output));
  WindowChoice window = options.window;
  window.size = options.projection.size;
  TerminalProgress progress(options.output);
  const Execution execution{.threads = threads, .progress = &progress, .cancel = &cancel_token()};
  CRATON_TRY(const World world, load_window(window, threads));
  WorldFileInfo info{.path = window.recipe};
  for (const auto& layer : world.surface.layers()) info.layers.push_back({.info = layer->info()});
  CRATON_TRY(std::vector<LayerView> views, layer_views(info, window.recipe, options.layer, how, waters));
  for (LayerView& view : views)  // as `terrain` draws it
    if (view.layer == ground_layer && view.options.style == MapStyle::automatic && !view.options.ramp &&
        natural_layers_of(world.surface).complete())
      view.options.style = MapStyle::natural;
  if (!job.data) {
    CRATON_TRY(const Rgb8Image image, draw_views_of(world, views, execution));
    return write_png(options.output, image, {.threads = threads});
  }
  if (views.size() > 1) return invalid("--layer", "data hold one layer; several are shown in one picture (.png)");
  return write_data(options, job, world, views.front().layer, execution);
}

Result<void> run(Options& options) {
  if (options.window.any()) return run_window(options);
  if (options.worlds.empty()) return invalid("show", "which worlds? name them, or a window of an endless one with --recipe");
  if (is_page_style(options.picture.style)) return run_page(options);
  if (options.page.any())
    return invalid("--title", "--title, --svg-text, --no-labels and --no-grid are for --style atlas and parchment");
  if (is_mesh_name(options.output)) return run_mesh(options);
  if (options.mesh.any()) return invalid("--mesh", "is for planets as .glb, .obj and .ply");
  if (lower(options.output).ends_with(".svg"))
    return invalid("--output", "an .svg is a page: ask for --style atlas or parchment");
  if (lower(options.output).ends_with(".geojson") || lower(options.output).ends_with(".csv")) return run_objects(options);
  CRATON_TRY(const Job job, prepare(options));
  const LayerView& first = job.views.front();
  TerminalProgress progress(first.title);
  const Execution execution{.threads = job.threads, .progress = &progress, .cancel = &cancel_token()};
  if (!job.data) {
    CRATON_TRY(const Rgb8Image image, draw_views(job.views, options.heights, execution));
    return write_png(options.output, image, {.threads = job.threads});
  }
  CRATON_TRY(const World world, read_world(first.path, all_terms(), {.layers = {first.layer}, .execution = execution}));
  return write_data(options, job, world, first.layer, execution);
}

constexpr char examples[] =
    R"(A .png is a picture for the eye, and with --data 16 bits of grey for programs; .f32 and .r32 (raw floats), .r16 (raw 16 bits)
and .exr (floats) are data always. Data have a sidecar FILE.json: range, sea level, metres a sample, rows, seed, recipe. A .geojson holds
objects: rivers, lakes, coasts and the regions of planets as lines and areas with all their attributes.

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
  craton show --recipe land --at 300000,60000 --size 800 --step 16 --layer height,biome,rain -o land.png
  craton show out/tile --range=-1000,3000 -o height.r16
  craton show out/planet --projection faces -o height.f32
  craton show out/planet --projection orthographic --centre 30,-60 -o globe.png
  craton show out/planet --layer plate --plates --projection mollweide -o plates.png
  craton show out/planet --objects rivers,lakes -o waters.geojson
  craton show out/map --objects regions,biome -o areas.geojson
  craton show out/fusek --objects cells -o cells.geojson
  craton show out/fusek --objects cells -o cells.csv
  craton show out/planet --mesh ico --mesh-parts 64 --exaggeration 40 -o planet.glb)";

}  // namespace

Command add_show_command(CommandLine& parent) {
  Arguments args = parent.command("show", "Draws layers of worlds, or writes one for other programs.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  args.option("world", o.worlds,
              "A .craton file, the folder that `make` wrote, or a height file (.png, .exr, .r16, .raw, .r32, .f32). Several "
              "make a sheet.");
  args.option("--layer NAME[,…]", o.layer,
              "Which layer; several make a sheet. A style (slope, contours, …) means the heights so drawn. Default: height, or "
              "the only one.");
  args.option("-o,--output FILE", o.output,
              "File to write: .png, .svg (a page), .f32, .r32, .r16, .exr, .geojson, or of a planet .glb, .obj, .ply.");
  args.option("--objects NAME[,…]", o.objects,
              "Of a .geojson: which tables of objects, coast (the border of land and sea), layers of classes (biome: each area "
              "that hangs "
              "together), or of a planet cells (its regions with sites, neighbours and the values of all layers). Default: all "
              "tables and "
              "the coast.");
  args.flag("--data", o.data, "Write a .png of 16-bit grey levels instead of a picture.");
  o.picture.add_to(args);
  o.page.add_to(args);
  args.option("--range LOW,HIGH", o.range,
              "Values at the ends of a picture's colours, so that pictures can be compared (of heights: the deepest and the "
              "highest); of data in 16 bits those of levels 0 and 65535. Default: the smallest and the largest; whole numbers "
              "that fit 16 bits are written as they are.");
  o.projection.add_to(args);
  o.heights.add_file_to(args);
  o.window.add_to(args, "");
  o.mesh.add_to(args);
  o.machine.add_to(args);
  args.footer(examples);
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
