// Any window of an endless terrain, straight to a file. A format is a line in `formats`.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <craton/base/floor_div.h>
#include <craton/base/position.h>
#include <craton/files/float_file.h>
#include <craton/files/folder.h>
#include <craton/files/height_file.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/files/sidecar.h>
#include <craton/picture/layer_picture.h>
#include <craton/worlds/first_sight.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/terrain.h>

#include "command.h"
#include "presets.h"
#include "runtime.h"
#include "show_pictures.h"
#include "terrain_input.h"
#include "terrain_mesh.h"
#include "terrain_rivers.h"
#include "terrain_scatter.h"
#include "text.h"

namespace craton::cli {
namespace {

struct Options {
  TerrainChoice choice;
  std::string output, at, size = "1024", step, layer = "height", scatter, kinds, rivers, range, tiles;
  bool things = false;
  bool data = false;
  bool hash = false;
  bool joined = false;
  Option layer_given;
  PictureOptions picture;
  TerrainMeshSettings mesh;
  MachineOptions machine;
};

struct Format;

/// Everything checked, nothing computed yet.
struct Job {
  RecipeTerms terms = all_terms();
  LoadedRecipe loaded;
  std::shared_ptr<const TerrainEdits> edits;
  std::unique_ptr<AssetSource> assets;
  std::optional<FirstSight> sight;  ///< where nobody says where
  TerrainArea area;
  const Format* format = nullptr;  // null: no file
  LayerPictureOptions picture;
  GridSize rim{}, shown{};                        ///< of joined pictures: what is cut off in the west and north, and what is left
  std::optional<ToneRange> range{};               ///< of levels; none: that of the window
  GridSize tiles{};                               ///< how many; 0 × 0: one window
  Things things{};                                ///< of meshes
  std::function<void(Rgb8Image&)> draw_things{};  ///< over pictures; none: nothing
  TerrainMeshSettings mesh;
  unsigned threads = 0;
};

// ---- formats

/// The layer that was asked for, and the terrain around it.
struct Made {
  const Surface& surface;
  const Layer& layer;
};

struct Format {
  std::string_view ending;
  std::string_view data;  ///< what a sidecar calls it; "": none is written
  bool picture;           ///< takes the options of pictures
  bool numbers;           ///< needs a layer of numbers
  bool mesh;              ///< takes a margin for normals, and one sample more: windows side by side share a border
  Result<void> (*write)(const std::string& path, const Made& made, const Job& job);
};

FloatView raster_of(const Made& made) {
  const GridSize size = std::get<PlaneTile>(made.surface.domain()).size();
  return {made.layer.numbers(), size.width, size.height};
}

Result<void> write_picture(const std::string& path, const Made& made, const Job& job) {
  LayerPictureOptions how = job.picture;
  how.natural = natural_layers_of(made.surface);
  how.relief.seed = job.loaded.recipe.seed;
  const bool ground = made.layer.name() == ground_layer && made.layer.info().unit == "m";
  if (ground) how.waters = waters_of(made.surface);
  if (how.style == MapStyle::automatic && ground && how.natural.complete() && !how.ramp) how.style = MapStyle::natural;
  Result<Rgb8Image> image =
      picture_of_layer(made.surface.domain(), made.layer, how, {.threads = job.threads, .cancel = &cancel_token()});
  if (!image) return picture_error(image.error());
  if (job.draw_things) job.draw_things(*image);
  if (how.relief.joined) {
    Rgb8Image part(job.shown.width, job.shown.height);
    for (std::uint32_t y = 0; y < part.height; ++y)
      for (std::uint32_t x = 0; x < part.width; ++x) part.at(x, y) = image->at(job.rim.width + x, job.rim.height + y);
    *image = std::move(part);
  }
  return write_png(path, *image, {.threads = job.threads});
}

Result<void> write_floats(const std::string& path, const Made& made, const Job&) { return write_f32(path, made.layer.numbers()); }

Result<void> write_open_exr(const std::string& path, const Made& made, const Job&) { return write_exr(path, raster_of(made)); }

/// What levels 0 and 65535 stand for: what was asked for, or the lowest and the highest value of the window.
ToneRange tones_of(const Made& made, const Job& job) {
  if (job.range) return *job.range;
  const LayerRange range = made.layer.range();
  return {static_cast<float>(range.min), static_cast<float>(range.max)};
}

Result<void> write_grey(const std::string& path, const Made& made, const Job& job) {
  return write_png(path, grey16(raster_of(made), tones_of(made, job)), {.threads = job.threads});
}

Result<void> write_levels(const std::string& path, const Made& made, const Job& job) {
  const ToneRange tones = tones_of(made, job);
  CRATON_TRY(write_r16(path, raster_of(made), tones));
  if (job.range) return {};
  say("levels 0 … 65535 are {:.9g} … {:.9g}{}{}\n", tones.low, tones.high, made.layer.info().unit.empty() ? "" : " ",
      made.layer.info().unit);
  return {};
}

Result<void> write_triangles(const std::string& path, const Made& made, const Job& job) {
  const Recipe& recipe = job.loaded.recipe;
  const Notes notes{{"kind", "terrain"}, {"recipe", recipe.name}, {"seed", std::to_string(recipe.seed)}};
  return write_terrain_mesh(path, made.surface, made.layer.name(), job.mesh, notes, job.things);
}

constexpr Format formats[] = {
    {".png", "", true, false, false, write_picture},   {".exr", "exr", false, true, false, write_open_exr},
    {".f32", "f32", false, true, false, write_floats}, {".r16", "r16", false, true, false, write_levels},
    {".glb", "", false, true, true, write_triangles},  {".obj", "", false, true, true, write_triangles},
    {".ply", "", false, true, true, write_triangles},
};
constexpr Format grey_format{".png", "png16", false, true, false, write_grey};

/// What another program must know of a file of numbers.
Result<void> write_beside(const std::string& path, const Made& made, const Job& job) {
  const auto& tile = std::get<PlaneTile>(made.surface.domain());
  const Recipe& recipe = job.loaded.recipe;
  Sidecar sidecar{.file = std::filesystem::path(path).filename().string(),
                  .format = std::string(job.format->data),
                  .layer = made.layer.name(),
                  .unit = made.layer.info().unit,
                  .width = tile.size().width,
                  .height = tile.size().height,
                  .metres_per_sample = tile.spacing(),
                  .origin = std::array{metres_from_units(tile.origin().x), metres_from_units(tile.origin().y)},
                  .seed = recipe.seed,
                  .recipe = recipe_to_json(recipe, job.terms)};
  const bool levels = job.format->data == "r16" || job.format->data == "png16";
  const LayerRange range = made.layer.range();
  const ToneRange tones = tones_of(made, job);
  sidecar.min = levels ? double{tones.low} : range.min;
  sidecar.max = levels ? double{tones.high} : range.max;
  sidecar.levels = levels ? 65535 : 0;
  return write_sidecar(path, sidecar);
}

// ---- options

Result<void> set_up_recipe(const Options& options, Job& job) {
  CRATON_TRY(LoadedTerrain loaded, load_terrain(options.choice, job.terms));
  job.loaded = std::move(loaded.loaded);
  job.edits = std::move(loaded.edits);
  Recipe& recipe = job.loaded.recipe;
  if (!options.step.empty()) {
    CRATON_TRY(const double step, parse_number(options.step, "--step"));
    if (!(step >= 1.0 / units_per_metre && step <= 1e6))
      return invalid("--step", fmt::format("found \"{}\", allowed {:.6f} … 1000000 m", options.step, 1.0 / units_per_metre));
    recipe.domain.params.set("step", step);
  }
  job.assets = assets_in_folder(job.loaded.folder);
  if (!options.at.empty()) return {};
  Result<std::optional<FirstSight>> sight =
      first_sight(recipe, job.terms, job.assets.get(), {.threads = job.threads, .cancel = &cancel_token()});
  if (!sight) return in_file(job.loaded.file, sight.error());
  job.sight = *sight;
  if (job.sight && options.step.empty()) recipe.domain.params.set("step", job.sight->step);
  return {};
}

/// The first sample lies at a whole number of steps, at or before the place that was asked for.
Result<void> set_up_area(const Options& options, std::int64_t step, Job& job) {
  CRATON_TRY(const GridSize sides, parse_sides(options.size, "--size"));
  job.area.width = sides.width;
  job.area.height = sides.height;
  Point2 at = job.sight ? job.sight->corner(sides.width, sides.height, step) : Point2{};
  if (!options.at.empty()) { CRATON_TRY(at, parse_place(options.at, "--at")); }
  const auto step_of = [&](std::int64_t units) { return units / step - (units % step < 0 ? 1 : 0); };
  job.area.x = step_of(at.x);
  job.area.y = step_of(at.y);
  return {};
}

/// Levels of 16 bits, and tiles that share their borders.
Result<void> set_up_levels(const Options& options, Job& job) {
  const bool levels = job.format->data == "r16" || job.format->data == "png16";
  if (!options.range.empty()) {
    if (!levels) return invalid("--range", "is for data in 16 bits: .r16, and .png with --data");
    CRATON_TRY(const std::vector<double> ends, parse_numbers(options.range, "--range"));
    if (ends.size() != 2 || !(ends[0] < ends[1]))
      return invalid("--range", fmt::format("\"{}\" is no range; write LOW,HIGH", options.range));
    job.range = ToneRange{static_cast<float>(ends[0]), static_cast<float>(ends[1])};
  }
  if (options.tiles.empty()) return {};
  if (job.format->data.empty()) return invalid("--tiles", "are files of numbers: .r16, .exr, .f32, and .png with --data");
  if (levels && !job.range)
    return invalid("--tiles", "of 16 bits fit each other only with one range for all: give --range LOW,HIGH");
  CRATON_TRY(const GridSize tiles, parse_sides(options.tiles, "--tiles"));
  if (std::uint64_t{tiles.width} * tiles.height > 65536) return invalid("--tiles", "allowed up to 65536 files");
  job.tiles = tiles;
  ++job.area.width;  // the last column of a tile is the first one of the next
  ++job.area.height;
  return {};
}

/// Light falls as if the window were a part of a larger one, whose levels of detail lie as those of all others.
Result<void> set_up_joined(const Options& options, Job& job) {
  if (job.format->write != write_picture) return invalid("--joined", "is for pictures: .png without --data");
  if (options.hash || options.things || !options.scatter.empty() || !options.rivers.empty())
    return invalid("--joined", "is for pictures alone: leave --hash, --things, --scatter and --rivers out");
  if (job.picture.style == MapStyle::slope || job.picture.style == MapStyle::curvature || job.picture.style == MapStyle::powers ||
      (job.picture.style == MapStyle::plain && !job.picture.range))
    return invalid("--joined",
                   "is for styles natural, relief and tints; plain ones need --range of the picture, and others are fitted");
  if ((job.picture.contours && job.picture.contours->interval == 0) || job.picture.style == MapStyle::contours)
    return invalid("--joined", "contours must have an interval of their own: --contours METRES with another style");
  constexpr std::int64_t levels = 32, rim = joined_margin;
  const auto beyond = [](std::int64_t first) { return static_cast<std::uint32_t>(rim + craton::wrapped(first - rim, levels)); };
  job.picture.relief.joined = true;
  job.rim = {beyond(job.area.x), beyond(job.area.y)};
  job.shown = {job.area.width, job.area.height};
  job.area.x -= job.rim.width;
  job.area.y -= job.rim.height;
  job.area.width += job.rim.width + static_cast<std::uint32_t>(rim);
  job.area.height += job.rim.height + static_cast<std::uint32_t>(rim);
  return {};
}

Result<void> set_up_output(const Options& options, Job& job) {
  if (options.output.empty()) {
    if (options.things) return invalid("--things", "stand in a picture or a scene; name one with -o t.png or t.glb");
    if (options.joined) return invalid("--joined", "is for pictures; name one with -o t.png");
    if (options.data) return invalid("--data", "is for a .png file: name one with -o");
    for (const auto& [text, option] : {std::pair{&options.range, "--range"}, {&options.tiles, "--tiles"}})
      if (!text->empty()) return invalid(option, "is for files of numbers: name one with -o");
    if (options.picture.any() || options.mesh.any())
      return invalid("--output", "missing: options of pictures and meshes are given, but no file");
    if (options.layer_given.given() && !options.hash) return invalid("--layer", "does nothing without -o or --hash");
    if (options.hash || !options.scatter.empty() || !options.rivers.empty()) return {};
    return invalid("terrain",
                   "nothing to do; name a file with -o t.png (or .exr, .f32, .r16, .glb, .obj, .ply), or ask for --hash");
  }
  const std::string path = lower(options.output);
  const auto* const found =
      std::find_if(std::begin(formats), std::end(formats), [&](const Format& each) { return path.ends_with(each.ending); });
  if (found == std::end(formats)) {
    std::vector<std::string_view> endings;
    for (const Format& each : formats) endings.push_back(each.ending);
    return invalid("--output", fmt::format("\"{}\" ends in none of {}", options.output, joined(endings)));
  }
  if (options.data && found->ending != ".png") return invalid("--data", "is for .png; other files of numbers are data anyway");
  job.format = options.data ? &grey_format : found;
  if (options.picture.any() && !job.format->picture) return invalid("--output", "styles, ramps and lights are for .png files");
  if (options.things && !found->picture && found->ending != ".glb")
    return invalid("--things", "stand in pictures and scenes: .png and .glb files");
  if (options.mesh.any() && !found->mesh)
    return invalid("--output", "--simplify and --in-place are for .glb, .obj and .ply files");
  CRATON_TRY(options.mesh.check());
  job.mesh = options.mesh;
  CRATON_TRY(set_up_levels(options, job));
  if (found->mesh) {
    ++job.area.width;
    ++job.area.height;
    job.area.margin = 1;
  }
  CRATON_TRY(LayerPictureOptions picture, options.picture.read());
  job.picture = std::move(picture);
  if (options.joined) CRATON_TRY(set_up_joined(options, job));
  return check_writable(options.output);
}

Result<Terrain> terrain_of(const Job& job) {
  Result<Terrain> terrain = Terrain::make(job.loaded.recipe, job.terms, {.levels = 1, .assets = job.assets.get()});
  if (!terrain) return in_file(job.loaded.file, terrain.error());
  return terrain->with_edits(job.edits);
}

Result<Surface> compute(const Terrain& terrain, const Job& job) {
  TerminalProgress progress("terrain");
  return terrain.area(job.area, {.threads = job.threads, .progress = &progress, .cancel = &cancel_token()});
}

/// Writes what stands on the land, and has it drawn onto the picture.
Result<void> scatter_things(const Options& options, const Terrain& terrain, Job& job) {
  if (options.scatter.empty() && !options.things) {
    if (options.kinds.empty()) return {};
    return invalid("--kinds", "is for things: ask for --things or --scatter");
  }
  CRATON_TRY(const std::vector<ScatterKind> kinds, load_kinds(options.kinds));
  const Result<Scatter> scatter = Scatter::make(terrain, kinds);
  if (!scatter) return scatter.error();
  TerrainArea area = job.area;
  if (job.format && job.format->mesh) {  // what stands on the last row and column belongs to the windows beyond
    --area.width;
    --area.height;
  }
  const Result<std::vector<ScatterPoint>> points =
      things_in(*scatter, terrain, area, {.threads = job.threads, .cancel = &cancel_token()});
  if (!points) return points.error();
  if (options.things && job.format->mesh)
    job.things = {scatter->kinds(), *points};
  else if (options.things)
    job.draw_things = [scatter = *scatter, points = *points, terrain, area = job.area](Rgb8Image& image) {
      draw_things(scatter, points, terrain, area, image);
    };
  if (options.scatter.empty()) return {};
  CRATON_TRY(write_scatter(options.scatter, *scatter, *points));
  say("{}: {} things\n", options.scatter, points->size());
  return {};
}

/// "land.r16" becomes "land_x3_y0.r16".
std::string tile_name(const std::string& path, std::uint32_t x, std::uint32_t y) {
  const std::filesystem::path whole(path);
  return (whole.parent_path() / fmt::format("{}_x{}_y{}{}", whole.stem().string(), x, y, whole.extension().string())).string();
}

Result<const Layer*> layer_of(const Options& options, const Job& job, const Surface& surface) {
  const Layer* layer = surface.layer(options.layer);
  if (!layer) {
    std::vector<std::string_view> names;
    for (const auto& each : surface.layers()) names.push_back(each->name());
    return invalid("--layer", fmt::format("there is no layer \"{}\"; there are {}{}", options.layer, joined(names),
                                          suggestion(options.layer, names)));
  }
  if (job.format && job.format->numbers && layer->type() != LayerType::number)
    return invalid("--layer", fmt::format("\"{}\" does not hold numbers; write a .png file", options.layer));
  return layer;
}

/// Where Craton chose to look.
void say_where(const std::string& path, const PlaneTile& tile) {
  const auto metres = [](std::int64_t units) { return fmt::format("{:.12g}", metres_from_units(units)); };
  say("{}: --at={},{} --step {}\n", path, metres(tile.origin().x), metres(tile.origin().y), metres(tile.step()));
}

Result<void> write_window(const Options& options, const Terrain& terrain, const Job& job, const std::string& path) {
  Result<Surface> surface = compute(terrain, job);
  if (!surface) {
    if (surface.error().path == "area") return invalid("--at", surface.error().message);
    return surface.error().code == ErrorCode::cancelled ? surface.error() : in_file(job.loaded.file, surface.error());
  }
  CRATON_TRY(options.machine.confirm_isa());
  CRATON_TRY(const Layer* layer, layer_of(options, job, *surface));
  if (job.format) CRATON_TRY(job.format->write(path, {*surface, *layer}, job));
  if (job.format && job.sight) say_where(path, std::get<PlaneTile>(surface->domain()));
  if (job.format && !job.format->data.empty()) CRATON_TRY(write_beside(path, {*surface, *layer}, job));
  surface->drop_halo();
  if (!options.rivers.empty() && job.tiles.width == 0)
    CRATON_TRY(write_rivers(options.rivers, job.loaded.recipe, terrain, job.area, &*surface));
  if (options.hash) say("{:016x}\n", layer->hash({.threads = job.threads}));
  return {};
}

Result<void> write_tiles(const Options& options, const Terrain& terrain, Job& job) {
  const TerrainArea first = job.area;
  for (std::uint32_t y = 0; y < job.tiles.height; ++y)
    for (std::uint32_t x = 0; x < job.tiles.width; ++x) {
      job.area.x = first.x + std::int64_t{x} * (first.width - 1);
      job.area.y = first.y + std::int64_t{y} * (first.height - 1);
      CRATON_TRY(write_window(options, terrain, job, tile_name(options.output, x, y)));
    }
  say("{} × {} tiles of {} × {} samples\n", job.tiles.width, job.tiles.height, job.area.width, job.area.height);
  return {};
}

Result<void> run(const Options& options) {
  Job job;
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  job.threads = threads;
  CRATON_TRY(set_up_recipe(options, job));
  CRATON_TRY(const Terrain terrain, terrain_of(job));
  CRATON_TRY(set_up_area(options, terrain.step(0), job));
  CRATON_TRY(set_up_output(options, job));
  if (!options.scatter.empty()) CRATON_TRY(check_scatter_file(options.scatter));
  if (!options.rivers.empty()) CRATON_TRY(check_rivers_file(options.rivers, job.loaded.recipe));
  CRATON_TRY(options.machine.force_isa());
  const std::uint64_t side = terrain.options().tile_cells + 3;             // what tile_bytes counts
  const std::uint64_t for_mesh = job.format && job.format->mesh ? 64 : 0;  // a vertex and two triangles, and room to write them
  CRATON_TRY(check_memory(std::uint64_t{job.area.width} * job.area.height *
                          (2 * (terrain.tile_bytes() / (side * side) + 4) + for_mesh)));
  CRATON_TRY(scatter_things(options, terrain, job));
  const bool many = job.tiles.width > 0;
  if (many && !options.rivers.empty()) CRATON_TRY(write_rivers(options.rivers, job.loaded.recipe, terrain, job.area, nullptr));
  return many ? write_tiles(options, terrain, job) : write_window(options, terrain, job, options.output);
}

}  // namespace

Command add_terrain_command(CommandLine& parent) {
  Arguments args = parent.command("terrain", "Writes any window of an endless terrain to a file.");
  auto options = std::make_shared<Options>();
  args.option("world", options->choice.world, "The .craton file of an endless terrain, with its edits; none: the recipe.");
  args.option(
      "--of WORLD", options->choice.of,
      "The .craton file of a finished map: its ground at any spacing. The recipe, `land` where none is given, says how it is "
      "made finer.");
  args.option("--recipe RECIPE", options->choice.recipe,
              "A recipe on a plane: a file that ends in .json, or the name of one that comes with Craton.")
      .show_default();
  args.option(
      "--at X,Y", options->at,
      "Where the north-western corner lies, in metres; rounded down to whole steps. Default: the window lies around a place "
      "worth seeing, which is told, of land that has its own (stage endless_land), else at 0,0.");
  args.option("--size SIZE", options->size, "How many samples: W or WxH. Of meshes: how many cells.").show_default();
  args.option("--step METRES", options->step,
              "Metres from one sample to the next. Default: as the recipe says; 8 where --at is not given, either.");
  args.option("--seed SEED", options->choice.seed, "Another seed: a 64-bit number, decimal or 0x…; or a word.");
  args.option("-s,--set NAME=VALUE", options->choice.settings,
              "Changes one value of the recipe, as in `craton make`. May be repeated.");
  args.option("-o,--output FILE", options->output,
              "File to write, by its ending: .png is a picture; .exr, .f32 (raw floats) and .r16 (16-bit levels from the "
              "lowest to the highest value) are the numbers; .glb, .obj and .ply are meshes, with the sea.");
  options->layer_given = args.option("--layer NAME", options->layer, "Which layer.").show_default();
  args.flag("--data", options->data, "Write a .png of 16-bit grey levels instead of a picture.");
  args.option("--range LOW,HIGH", options->range,
              "Values of levels 0 and 65535 in files of 16 bits, so that windows fit each other. Default: those of the window.");
  args.option("--tiles COLUMNSxROWS", options->tiles,
              "A set of files, NAME_x0_y0 and so on: tiles of --size cells, with a sample more, which neighbours share.");
  args.flag(
      "--joined", options->joined,
      "Of pictures: light and tints are those of the place and not fitted to the window, so that pictures of windows side by "
      "side fit bit for bit.");
  args.flag("--hash", options->hash, "Print 64 bits of the layer's content.");
  args.option("--scatter FILE", options->scatter,
              "File for trees, grass and rocks as points with kind, size and rotation: .json or .geojson.");
  args.option("--kinds FILE", options->kinds,
              "Another table of what stands where: a JSON file such as recipes/things/usual.json, which is the default.");
  args.option("--rivers FILE", options->rivers,
              "File for the lines of rivers, with levels and widths, lakes and coasts (recipes land, river-land): .geojson.");
  args.flag("--things", options->things,
            "Trees, grass and rocks on the picture; in a .glb, trees, shrubs and rocks that share meshes.");
  options->picture.add_to(args);
  options->mesh.add_to(args);
  options->machine.add_to(args);
  args.footer(
      "Neighbouring windows agree to the last bit, however far from the origin. Heights with a known climate are drawn as seen "
      "from\n"
      "above; --style relief draws a map.\n\nExamples:\n  craton terrain -o t.png\n"
      "  craton terrain --at 12000,-3400 --size 2048 --step 1 --seed 7 -o t.exr\n"
      "  craton terrain --recipe strazdins --size 4096x1024 --style relief -o strip.png\n"
      "  craton terrain -s knobs.mountains=0.9 --step 16 -o far.png\n"
      "  craton terrain --size 512 --simplify 0.2m -o land.glb\n"
      "  craton terrain --at 2000,500 --size 512 --step 0.5 --things --scatter things.geojson -o wood.png\n"
      "  craton terrain --joined --at 1024,0 -o east.png      fits --at 0,0\n"
      "  craton terrain --tiles 4x4 --size 512 --range=-500,2500 -o land.r16\n"
      "  craton terrain w.craton --at 100,200 -o edited.png\n"
      "  craton terrain --of out/map/world.craton --at 1200000,800000 --size 1024 --step 16 -o place.png");
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
