#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/picture/indexed.h>
#include <craton/picture/land_skin.h>
#include <craton/picture/view.h>
#include <craton/picture/waters.h>

#include "command.h"
#include "height_input.h"
#include "runtime.h"
#include "text.h"
#include "window_input.h"

namespace craton::cli {
namespace {

struct Options {
  std::string world, output, size, samples, style = "landscape", colour = "natural";
  std::string eye, look, azimuth, pitch, fov, sun, haze, exaggeration, snow;
  bool indexed = false;
  HeightFileOptions heights;
  WindowChoice window;
  MachineOptions machine;
};

#ifdef CRATON_HAS_VIEW

struct Job {
  ViewOptions view;
  unsigned threads = 0;
};

Result<std::vector<double>> numbers(std::string_view text, std::string_view option, std::size_t least, std::size_t most,
                                    std::string_view form) {
  Result<std::vector<double>> list = parse_numbers(text, option);
  if (list && (list->size() < least || list->size() > most))
    return invalid(option, fmt::format("found \"{}\"; write {}", text, form));
  return list;
}

Result<void> read_number(std::string_view text, std::string_view option, std::optional<double>& into) {
  if (text.empty()) return {};
  CRATON_TRY(const double number, parse_number(text, option));
  into = number;
  return {};
}

Result<void> read_number(std::string_view text, std::string_view option, double& into) {
  std::optional<double> number;
  CRATON_TRY(read_number(text, option, number));
  into = number.value_or(into);
  return {};
}

Result<void> read_picture(const Options& o, ViewOptions& view) {
  if (!o.size.empty()) {
    CRATON_TRY(const GridSize sides, parse_sides(o.size, "--size"));
    view.width = sides.width;
    view.height = sides.height;
  }
  if (!o.samples.empty()) {
    CRATON_TRY(const std::int64_t samples, parse_integer(o.samples, "--samples"));
    if (samples < 1 || samples > 65536)
      return invalid("--samples", fmt::format("{} is out of range; allowed: 1 … 65536", samples));
    view.samples = static_cast<std::uint32_t>(samples);
  }
  if (o.style == "block")
    view.style = ViewStyle::block;
  else if (o.style != "landscape")
    return invalid("--style", fmt::format("found \"{}\", allowed landscape | block", o.style));
  if (o.colour == "tints")
    view.colour = ViewColour::tints;
  else if (o.colour == "clay")
    view.colour = ViewColour::clay;
  else if (o.colour != "natural")
    return invalid("--colour", fmt::format("found \"{}\", allowed natural | tints | clay", o.colour));
  return {};
}

Result<void> read_camera(const Options& o, ViewOptions& view) {
  if (!o.eye.empty()) {
    CRATON_TRY(const std::vector<double> place, numbers(o.eye, "--eye", 2, 3, "X,Y or X,Y,HEIGHT"));
    view.eye = ViewPlace{place[0], place[1]};
    if (place.size() == 3) view.eye_height = place[2];
  }
  if (!o.look.empty()) {
    CRATON_TRY(const std::vector<double> place, numbers(o.look, "--look", 2, 2, "X,Y"));
    view.look = ViewPlace{place[0], place[1]};
    if (!o.azimuth.empty() || !o.pitch.empty())
      return invalid("--look", "says already where to look; leave out --azimuth and --pitch");
  }
  CRATON_TRY(read_number(o.azimuth, "--azimuth", view.azimuth));
  CRATON_TRY(read_number(o.pitch, "--pitch", view.pitch));
  CRATON_TRY(read_number(o.fov, "--fov", view.fov));
  if (!o.fov.empty() && view.fov == 0) return invalid("--fov", "found 0, allowed 1 … 140 degrees");
  CRATON_TRY(read_number(o.haze, "--haze", view.haze));
  CRATON_TRY(read_number(o.exaggeration, "--exaggeration", view.exaggeration));
  CRATON_TRY(read_number(o.snow, "--snow", view.snow_line));
  if (o.sun.empty()) return {};
  CRATON_TRY(const std::vector<double> sun, numbers(o.sun, "--sun", 2, 2, "AZIMUTH,ELEVATION"));
  view.sun_azimuth = sun[0];
  view.sun_elevation = sun[1];
  return {};
}

/// Options that would do nothing.
Result<void> check_use(const Options& o) {
  if (o.style == "block") {
    for (const auto& [text, option] : {std::pair{&o.eye, "--eye"}, {&o.look, "--look"}, {&o.haze, "--haze"}})
      if (!text->empty()) return invalid(option, "is for landscapes; a block is seen from outside, in clear air");
  }
  if (o.colour != "natural" && !o.snow.empty())
    return invalid("--snow", fmt::format("lies on natural colours, not on {}", o.colour));
  return {};
}

Result<Job> prepare(const Options& options) {
  Job job;
  if (options.output.empty()) return invalid("view", "where to? name a file with -o view.png");
  if (!lower(options.output).ends_with(".png"))
    return invalid("--output", fmt::format("\"{}\" does not end in .png", options.output));
  if (options.world.empty() != options.window.any())
    return options.world.empty() ? invalid("view", "of which world? name one, or a window of an endless one with --recipe")
                                 : invalid("--recipe", "shows a window of an endless world, but a world is named too");
  CRATON_TRY(check_heights({options.world}, options.heights));
  CRATON_TRY(read_picture(options, job.view));
  CRATON_TRY(read_camera(options, job.view));
  CRATON_TRY(check_use(options));
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  job.threads = threads;
  CRATON_TRY(options.machine.force_isa());
  CRATON_TRY(check_writable(options.output));
  return job;
}

/// What is seen, and what it is painted with where that is known beforehand.
struct Seen {
  HeightInput input;
  Rgb8Image skin;
  std::vector<float> waters{};
};

Result<Seen> read_land(const Options& options, unsigned threads, const Execution& execution) {
  if (!options.window.any()) {
    CRATON_TRY(HeightInput input, read_heights(options.world, options.heights, execution, {"sea"}));
    return Seen{std::move(input), {}, {}};
  }
  CRATON_TRY(World world, load_window(options.window, threads));
  const std::string name = options.heights.layer.empty() ? "height" : options.heights.layer;
  const Layer* layer = world.surface.layer(name);
  if (!layer || layer->type() != LayerType::number) return invalid("--layer", fmt::format("no numbers are called \"{}\"", name));
  Rgb8Image skin;
  if (options.colour == "natural") { CRATON_TRY(skin, land_skin(world.surface, execution)); }
  CRATON_TRY(std::vector<float> waters, river_shares(world.surface, execution));
  return Seen{{.surface = std::move(world.surface), .layer = name, .has_sea = true}, std::move(skin), std::move(waters)};
}

Result<void> run(const Options& options) {
  CRATON_TRY(Job job, prepare(options));
  TerminalProgress progress("view");
  const Execution quiet{.threads = job.threads, .cancel = &cancel_token()};
  CRATON_TRY(const Seen seen, read_land(options, job.threads, quiet));
  const HeightInput& input = seen.input;
  if (!seen.skin.pixels.empty()) job.view.colours = &seen.skin;
  if (!seen.waters.empty()) job.view.waters = &seen.waters;
  // The raster and its splines; the triangles, their tree; the picture's light.
  const std::uint64_t pixels = std::uint64_t{job.view.width} * job.view.height;
  CRATON_TRY(check_memory(std::uint64_t{input.surface.cell_count()} * 10 + 15'000'000 + pixels * 104, options.world,
                          "ask for a smaller picture"));
  const Execution execution{.threads = job.threads, .progress = &progress, .cancel = &cancel_token()};
  const Result<Rgb8Image> image = draw_view(input.surface, input.layer, job.view, execution);
  if (!image) {
    Error error = image.error();
    error.path = error.path == "world" ? (options.world.empty() ? options.window.recipe : options.world)
                 : error.path.empty()  ? "view"
                                       : "--" + error.path;
    return error;
  }
  if (options.indexed) return write_png(options.output, indexed(*image, 256));
  return write_png(options.output, *image);
}

#else

Result<void> run(const Options&) {
  return Error{ErrorCode::unsupported, "view", "this program was built without views (CRATON_VIEW)"};
}

#endif

constexpr char examples[] =
    R"(What is not given is chosen: a stand low over the land with much to see, the sun from the side.

Examples:
  craton view out/torus -o view.png
  craton view out/tile --sun 250,14 --haze 1.5 -o evening.png
  craton view out/tile --colour clay --style block -o block.png
  craton view out/tile --eye 2000,9000 --look 5000,5000 -o there.png
  craton view dem.png --cell-size 30 --levels 0,2400 -o dem-view.png
  craton view --recipe land --seed 3 -o valley.png
  craton view --recipe land --at 300000,60000 --window 1500 --step 4 -o there.png
  craton view out/torus --exaggeration 3 --size 2560x1080 --samples 64 -o wide.png)";

}  // namespace

Command add_view_command(CommandLine& parent) {
  Arguments args = parent.command("view", "Draws a perspective picture of a world: land, light, sky and water.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  args.option("world", o.world,
              "A .craton file, the folder that `make` wrote, or a height file (.png, .exr, .r16, .raw, .r32, .f32).");
  args.option("-o,--output FILE", o.output, "File to write: .png.");
  o.heights.add_to(args);
  o.window.add_to(args, "--window SIZE");
  args.option("--size WxH", o.size, "Pixels. Default: 1600x900.");
  args.option("--samples N", o.samples, "Rays a pixel: more are less grainy and take longer. Default: 8.");
  args.option("--style NAME", o.style, "landscape, or block: the world as a block with cut sides.").show_default();
  args.option("--colour NAME", o.colour, "natural, tints (those of height maps), or clay (form alone).").show_default();
  args.option("--eye X,Y[,HEIGHT]", o.eye, "Where the camera stands, in metres; without a height, a good one over the ground.");
  args.option("--look X,Y", o.look, "A place to look at, in metres.");
  args.option("--azimuth DEGREES", o.azimuth, "Where to look, in degrees from north over east.");
  args.option("--pitch DEGREES", o.pitch, "How far upwards, in degrees.");
  args.option("--fov DEGREES", o.fov, "How much the picture spans across, in degrees. Default: 52; 24 of a block.");
  args.option("--sun AZIMUTH,ELEVATION", o.sun, "Where the sun stands, in degrees. Default: to the side, 25 high.");
  args.option("--haze NUMBER", o.haze, "0: none, 1: as suits the extent of the world, 2: twice as dense.");
  args.option("--exaggeration NUMBER", o.exaggeration, "Of heights. Default: 1, and more for flat maps of large extent.");
  args.option("--snow METRES", o.snow, "Height of the snow line in metres. Default: by the heights there are.");
  args.flag("--indexed", o.indexed, "Write a smaller file of 256 colours.");
  o.machine.add_to(args);
  args.footer(examples);
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
