#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>
#include <utility>

#include <craton/base/position.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/picture/indexed.h>
#include <craton/picture/voxel_view.h>
#include <craton/worlds/voxels.h>

#include "command.h"
#include "runtime.h"
#include "text.h"
#include "voxel_experiment.h"
#include "voxel_files.h"
#include "voxel_input.h"
#include "voxel_maps.h"

namespace craton::cli {
namespace {

struct Options {
  VoxelChoice choice;
  std::string recipe_option;
  std::string at = "0,0", radius = "8", detail, output, picture, mesher = "greedy", projection = "isometric";
  std::string size, samples, azimuth, pitch, eye, fov, sun, map, step;
  bool legend = false;
  bool occlusion = false, bare = false, in_place = false, list = false, indexed = false, experiment = false;
  MachineOptions machine;
};

Result<ChunkPlace> chunk_at(const Options& options, const VoxelWorld& world) {
  CRATON_TRY(const std::vector<double> place, parse_numbers(options.at, "--at"));
  if (place.size() != 2) return invalid("--at", fmt::format("found \"{}\"; write X,Y in metres", options.at));
  std::int64_t chunk[2] = {};
  for (std::size_t k = 0; k < 2; ++k) {
    const Result<std::int64_t> units = units_from_metres(place[k]);
    if (!units) return invalid("--at", units.error().message);
    const std::int64_t side = world.params().chunk_side * static_cast<std::int64_t>(world.params().step * units_per_metre);
    chunk[k] = *units / side - (*units % side < 0);
  }
  return ChunkPlace{chunk[0], chunk[1]};
}

/// "8", or "100m": as many wholes of `each` metres as it takes.
Result<std::int64_t> parse_count(std::string_view text, std::string_view option, double each) {
  if (!text.ends_with('m')) return parse_integer(text, option);
  CRATON_TRY(const double metres, parse_number(text.substr(0, text.size() - 1), option));
  if (!(std::abs(metres / each) < 1e9)) return invalid(option, fmt::format("\"{}\" is out of range", text));
  return static_cast<std::int64_t>(std::ceil(metres / each));
}

Result<int> chunks_of(const std::string& text, std::string_view option, const VoxelWorld& world) {
  CRATON_TRY(const std::int64_t chunks, parse_count(text, option, world.params().chunk_side * world.params().step));
  if (chunks < 0 || chunks > 48) return invalid(option, fmt::format("{} is out of range; allowed: 0 … 48 chunks", chunks));
  return static_cast<int>(chunks);
}

Result<void> read_number(std::string_view text, std::string_view option, double& into) {
  if (text.empty()) return {};
  CRATON_TRY(const double number, parse_number(text, option));
  into = number;
  return {};
}

Result<VoxelViewOptions> view_of(const Options& o, double step) {
  VoxelViewOptions view;
  if (o.projection == "perspective") {
    view.projection = VoxelProjection::perspective;
    view.pitch = -9;
  } else if (o.projection != "isometric") {
    return invalid("--projection", fmt::format("found \"{}\", allowed isometric | perspective", o.projection));
  }
  if (!o.size.empty()) {
    CRATON_TRY(const GridSize sides, parse_sides(o.size, "--size"));
    view.width = sides.width;
    view.height = sides.height;
  }
  if (!o.samples.empty()) {
    CRATON_TRY(const std::int64_t samples, parse_integer(o.samples, "--samples"));
    if (samples < 1 || samples > 1024) return invalid("--samples", fmt::format("{} is out of range; allowed: 1 … 1024", samples));
    view.samples = static_cast<std::uint32_t>(samples);
  }
  CRATON_TRY(read_number(o.azimuth, "--azimuth", view.azimuth));
  CRATON_TRY(read_number(o.pitch, "--pitch", view.pitch));
  if (o.eye.ends_with('m')) {
    CRATON_TRY(const double metres, parse_number(std::string_view(o.eye).substr(0, o.eye.size() - 1), "--eye"));
    view.eye_height = metres / step;
  } else {
    CRATON_TRY(read_number(o.eye, "--eye", view.eye_height));
  }
  CRATON_TRY(read_number(o.fov, "--fov", view.fov));
  view.plants = !o.bare;
  CRATON_TRY(const Mesher mesher, find_mesher(o.mesher, "--mesher"));
  view.surface = surface_of(mesher);
  if (o.sun.empty()) return view;
  CRATON_TRY(const std::vector<double> sun, parse_numbers(o.sun, "--sun"));
  if (sun.size() != 2) return invalid("--sun", fmt::format("found \"{}\"; write AZIMUTH,ELEVATION", o.sun));
  view.sun_azimuth = sun[0];
  view.sun_elevation = sun[1];
  return view;
}

/// The option that an error of a picture comes from.
Result<void> explained(Result<void> result) {
  if (result) return result;
  Error error = result.error();
  // What lies too far out lies there because of the place that was asked for.
  error.path = error.path.empty() ? "voxels" : error.path == "chunk" ? "--at" : "--" + error.path;
  return error;
}

Result<VoxelSceneOptions> export_of(const Options& options, const VoxelWorld& world, ChunkPlace centre, int radius) {
  CRATON_TRY(const int detail, chunks_of(options.detail.empty() ? "0" : options.detail, "--detail", world));
  CRATON_TRY(const Mesher mesher, find_mesher(options.mesher, "--mesher"));
  const VoxelSceneOptions what{.centre = centre,
                               .radius = radius,
                               .mesher = mesher,
                               .occlusion = options.occlusion,
                               .plants = !options.bare,
                               .in_place = options.in_place,
                               .detail = detail};
  CRATON_TRY(check_voxel_file(options.output, what));
  CRATON_TRY(check_writable(options.output));
  return what;
}

Result<VoxelViewOptions> picture_of(const Options& options, const VoxelWorld& world, ChunkPlace centre, int radius) {
  if (!lower(options.picture).ends_with(".png"))
    return invalid("--picture", fmt::format("\"{}\" does not end in .png", options.picture));
  CRATON_TRY(VoxelViewOptions view, view_of(options, world.params().step));
  view.centre = centre;
  view.radius = radius;
  CRATON_TRY(check_writable(options.picture));
#ifdef CRATON_HAS_VIEW
  CRATON_TRY(explained(check_view(view)));
  return view;
#else
  return Error{ErrorCode::unsupported, "--picture", "this program was built without views (CRATON_VIEW)"};
#endif
}

Result<void> write_picture(const Options& options, const VoxelWorld& world, const VoxelViewOptions& view, unsigned threads) {
#ifdef CRATON_HAS_VIEW
  TerminalProgress progress("voxels");
  const Result<Rgb8Image> image =
      draw_voxels(world, view, {.threads = threads, .progress = &progress, .cancel = &cancel_token()});
  if (!image) return explained(image.error());
  if (options.indexed) return write_png(options.picture, dithered(*image, 256));
  return write_png(options.picture, *image);
#else
  static_cast<void>(options), static_cast<void>(world), static_cast<void>(view), static_cast<void>(threads);
  return {};
#endif
}

void print_params() {
  for (const ParamInfo& info : params_of<VoxelParams>())
    say("{:<20} {:<12} {} [{}]\n", info.name, to_string(info.default_value), info.doc, info.allowed());
}

/// Options that would do nothing.
Result<void> check_use(const Options& options) {
  if (options.output.empty()) {
    if (!options.detail.empty()) return invalid("--detail", "is for meshes: name a file with -o; pictures show every voxel");
    if (options.occlusion)
      return invalid("--occlusion", "is for meshes: name a file with -o; pictures have shadows of their own");
    if (options.in_place) return invalid("--in-place", "is for meshes: name a file with -o world.glb");
  }
  if (options.projection != "perspective")
    for (const auto& [text, option] : {std::pair{&options.eye, "--eye"}, {&options.fov, "--fov"}})
      if (!text->empty()) return invalid(option, "is for --projection perspective; isometric pictures are seen from far away");
  if (!options.picture.empty()) return {};
  if (options.projection != Options{}.projection)
    return invalid("--projection", "is for pictures: name one with --picture view.png");
  for (const auto& [text, option] : {std::pair{&options.size, "--size"},
                                     {&options.samples, "--samples"},
                                     {&options.azimuth, "--azimuth"},
                                     {&options.pitch, "--pitch"},
                                     {&options.eye, "--eye"},
                                     {&options.fov, "--fov"},
                                     {&options.sun, "--sun"}})
    if (!text->empty()) return invalid(option, "is for pictures: name one with --picture view.png");
  if (options.indexed) return invalid("--indexed", "is for pictures: name one with --picture view.png");
  return {};
}

Result<VoxelChoice> choice_of(const Options& options) {
  VoxelChoice choice = options.choice;
  if (options.recipe_option.empty()) return choice;
  if (!choice.recipe.empty())
    return invalid("--recipe",
                   fmt::format("names \"{}\", but the world \"{}\" is named too", options.recipe_option, choice.recipe));
  choice.recipe = options.recipe_option;
  return choice;
}

Result<void> run_map(const Options& o) {
  if (o.output.empty() && o.picture.empty())
    return invalid("--map", "what for? name a picture with --picture map.png, or a file of numbers with -o map.exr (or .f32)");
  for (const auto& [text, option] : {std::pair{&o.detail, "--detail"},
                                     {&o.samples, "--samples"},
                                     {&o.azimuth, "--azimuth"},
                                     {&o.pitch, "--pitch"},
                                     {&o.eye, "--eye"},
                                     {&o.fov, "--fov"},
                                     {&o.sun, "--sun"}})
    if (!text->empty()) return invalid(option, "is not for maps");
  if (o.indexed || o.occlusion || o.in_place || o.bare)
    return invalid("--map", "is not for --indexed, --occlusion, --in-place and --bare");
  const Options usual;
  for (const auto& [text, none, option] : {std::tuple{&o.radius, &usual.radius, "--radius"},
                                           {&o.mesher, &usual.mesher, "--mesher"},
                                           {&o.projection, &usual.projection, "--projection"}})
    if (*text != *none) return invalid(option, "is not for maps");
  CRATON_TRY(const unsigned threads, o.machine.thread_count());
  CRATON_TRY(o.machine.force_isa());
  CRATON_TRY(const VoxelChoice choice, choice_of(o));
  CRATON_TRY(const LoadedVoxels loaded, load_voxels(choice));
  CRATON_TRY(write_voxel_map(
      {.kind = o.map, .at = o.at, .size = o.size, .step = o.step, .picture = o.picture, .numbers = o.output, .legend = o.legend},
      loaded.world, threads));
  return o.machine.confirm_isa();
}

Result<void> run_experiment(const Options& options) {
  if (!options.output.empty() || !options.picture.empty() || !options.map.empty())
    return invalid("--experiment", "writes no file: leave -o, --picture and --map out");
  if (options.radius != Options{}.radius || options.mesher != Options{}.mesher)
    return invalid("--experiment", "has a radius of 7 chunks and tries every mesher: leave --radius and --mesher out");
  if (options.bare || options.legend || !options.step.empty())
    return invalid("--experiment", "makes whole chunks: leave --bare, --legend and --step out");
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  if (threads > 1) return invalid("--threads", "the experiment runs on one thread");
  CRATON_TRY(check_use(options));
  CRATON_TRY(options.machine.force_isa());
  CRATON_TRY(const VoxelChoice choice, choice_of(options));
  CRATON_TRY(const LoadedVoxels loaded, load_voxels(choice));
  CRATON_TRY(const ChunkPlace centre, chunk_at(options, loaded.world));
  const Result<void> done = run_voxel_experiment(loaded.world, centre);
  if (!done) return done.error().path == "chunk" ? invalid("--at", done.error().message) : done.error();
  return options.machine.confirm_isa();
}

Result<void> run(const Options& options) {
  if (options.list) {
    print_params();
    return {};
  }
  if (options.experiment) return run_experiment(options);
  if (!options.map.empty()) return run_map(options);
  if (!options.step.empty()) return invalid("--step", "is for maps: ask for one with --map height");
  if (options.legend) return invalid("--legend", "is for maps: ask for one with --map height");
  if (options.output.empty() && options.picture.empty())
    return invalid("voxels",
                   "what for? name a file with -o world.glb (or .obj, .ply, .vox) or a picture with --picture view.png");
  CRATON_TRY(check_use(options));
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  CRATON_TRY(options.machine.force_isa());
  CRATON_TRY(const VoxelChoice choice, choice_of(options));
  CRATON_TRY(const LoadedVoxels loaded, load_voxels(choice));
  const VoxelWorld& world = loaded.world;
  CRATON_TRY(const ChunkPlace centre, chunk_at(options, world));
  CRATON_TRY(const int radius, chunks_of(options.radius, "--radius", world));
  // Both are checked before the first is written.
  VoxelSceneOptions mesh;
  VoxelViewOptions view;
  if (!options.output.empty()) { CRATON_TRY(mesh, export_of(options, world, centre, radius)); }
  if (!options.picture.empty()) {
    CRATON_TRY(const VoxelViewOptions wanted, picture_of(options, world, centre, radius));
    view = wanted;
  }
  // Faces or their triangles for each chunk, and what light a picture takes.
  const auto chunks = static_cast<std::uint64_t>(2 * radius + 1) * static_cast<std::uint64_t>(2 * radius + 1);
  const std::uint64_t pixels = options.picture.empty() ? 0 : std::uint64_t{view.width} * view.height;
  CRATON_TRY(check_memory(chunks * 65'000 + pixels * 64 + 7'000'000, "--radius", "take fewer chunks, or fewer pixels"));
  if (!options.output.empty()) {
    const Result<void> written = write_voxel_file(options.output, world, mesh, threads);
    if (!written) return written.error().path == "chunk" ? invalid("--at", written.error().message) : written.error();
  }
  if (!options.picture.empty()) CRATON_TRY(write_picture(options, world, view, threads));
  return options.machine.confirm_isa();
}

constexpr char examples[] =
    R"(Examples:
  craton voxels --picture voxels.png
  craton voxels --seed 12 --at 500,-300 --radius 10 --picture there.png
  craton voxels --projection perspective --radius 16 --azimuth 40 --picture walk.png
  craton voxels --mesher nets --projection perspective --radius 16 --picture smooth.png
  craton voxels --at 500,-300 --radius 8 --mesher greedy --occlusion -o world.glb
  craton voxels --radius 20 --mesher cubes --detail 4 --bare -o horizon.glb
  craton voxels --radius 6 -o world.vox
  craton voxels --map biome --step 4 --size 1024 --picture biomes.png
  craton voxels --map height --at 500,-300 --size 512 --picture heights.png -o heights.exr
  craton voxels caves --at 0,0 --radius 4 -o caves.ply
  craton voxels sepp --experiment
  craton voxels -s caves=0.6 -s overhangs=noise --occlusion -o world.obj)";

}  // namespace

Command add_voxels_command(CommandLine& parent) {
  Arguments args = parent.command("voxels", "Makes a part of an endless voxel world: a mesh, or a picture.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  args.option("recipe", o.choice.recipe,
              "A recipe of a voxel world: a JSON file, one that comes with Craton, or a .craton file (see craton build).");
  args.option("--recipe RECIPE", o.recipe_option, "The same, as other commands call it.");
  args.option("-o,--output FILE", o.output,
              "File to write: .glb, .obj and .ply are meshes; .vox are the voxels, for MagicaVoxel.");
  args.option("--picture FILE", o.picture, "Picture to write: .png.");
  args.option("--seed SEED", o.choice.seed, "A number or a word; the recipe's where none is given.");
  args.option("-s,--set NAME=VALUE", o.choice.settings, "Sets a parameter: -s caves=0.5. May be given several times.");
  args.option("--at X,Y", o.at, "The place in the middle, in metres.").show_default();
  args.option("--radius N", o.radius, "Chunks around the one in the middle; 200m: as many as cover so many metres.")
      .show_default();
  args.option("--mesher NAME", o.mesher,
              "Of meshes and pictures. greedy; closed: greedy without T-junctions; culled: every face alone; or a smooth ground: "
              "cubes, tetrahedra (marching), nets.")
      .show_default();
  args.option("--detail N", o.detail,
              "Of meshes: chunks nearer than this are whole, farther ones have half the detail at each doubling of the "
              "distance, without cracks between them; 60m counts in metres. Default: 0, all are whole.");
  args.flag("--occlusion", o.occlusion, "Shade corners of the mesh by what is beside them.");
  args.option("--map KIND", o.map,
              "A map instead, north at the top, with --at in its middle: " + voxel_map_kinds() +
                  "; climates is the square of the table. --picture names the picture, -o a file of its numbers (.exr, .f32).");
  args.option("--step METRES", o.step, "Of maps: metres a pixel, in whole voxels. Default: a voxel.");
  args.flag("--legend", o.legend, "Of maps of heights, rain and temperature: what the colours mean.");
  args.option("--projection NAME", o.projection, "Of the picture: isometric or perspective.").show_default();
  args.option("--size WxH", o.size, "Pixels. Default: 1600x1000; of maps 512x512.");
  args.option("--samples N", o.samples, "Rays a pixel. Default: 16.");
  args.option("--azimuth DEGREES", o.azimuth, "Where to look, in degrees from north over east. Default: 315.");
  args.option("--pitch DEGREES", o.pitch, "How far upwards, in degrees. Default: -33, or -9 in perspective.");
  args.option("--eye VOXELS", o.eye, "Height of the eye above the ground, in perspective; 3m counts in metres. Default: 6.");
  args.option("--fov DEGREES", o.fov, "Degrees across the picture, in perspective. Default: 70.");
  args.option("--sun AZIMUTH,ELEVATION", o.sun, "Where the sun stands, in degrees. Default: 250,42.");
  args.flag("--indexed", o.indexed, "Write a picture of 256 colours: a third of the bytes.");
  args.flag("--bare", o.bare, "No plants.");
  args.flag("--in-place", o.in_place,
            "Of .glb: moves the scene to where it lies in the world, which few programs can bear far from the origin.");
  args.flag(
      "--experiment", o.experiment,
      "Measures, and writes nothing: a thousand chunks with data and mesh apart, all meshers within seven chunks, steps along "
      "and across, on one thread.");
  args.flag("--params", o.list, "List the parameters and stop.");
  o.machine.add_to(args);
  args.footer(examples);
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
