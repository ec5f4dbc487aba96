#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

#include <craton/files/folder.h>
#include <craton/files/new_file.h>
#include <craton/files/png.h>
#include <craton/files/world_file.h>
#include <craton/picture/globe_painter.h>
#include <craton/picture/usual.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "film_file.h"
#include "make_output.h"
#include "runtime.h"
#include "text.h"
#include "world_input.h"

namespace craton::cli {
namespace {

constexpr std::array<std::string_view, 3> style_names{"space", "desk", "regions"};

/// An option that some styles alone obey.
struct StyleOption {
  Option option;
  std::string_view name, styles;  // "space desk"
};

struct Options {
  std::string world, output, style = "space", layer, centre, sun = "-42,20", size = "1024x1024", turn, distance = "6", palette;
  std::vector<StyleOption> of_styles;
  bool no_clouds = false, no_air = false, no_glint = false, no_borders = false, sites = false, cube = false, faces = false,
       no_warp = false, plates = false;
  MachineOptions machine;
};

/// Everything checked, nothing read yet.
struct Job {
  GlobeOptions globe;
  std::uint32_t frames = 0;  // 0: one picture
  unsigned threads = 0;
};

Result<LatLon> pair_of(const std::string& text, std::string_view option) {
  CRATON_TRY(const std::vector<double> numbers, parse_numbers(text, option));
  if (numbers.size() != 2) return invalid(option, fmt::format("found \"{}\"; write two numbers, as 20,-60", text));
  return LatLon{numbers[0], numbers[1]};
}

Result<Job> prepare(const Options& options) {
  Job job;
  if (options.output.empty()) return invalid("globe", "where to? name a file with -o globe.png, or with --turn a folder");
  if (std::find(style_names.begin(), style_names.end(), options.style) == style_names.end())
    return invalid("--style", fmt::format("found \"{}\", allowed {}{}", options.style, joined(style_names),
                                          suggestion(options.style, style_names)));
  for (const StyleOption& each : options.of_styles)
    if (const std::vector<std::string_view> styles = split(each.styles, ' ');
        each.option.given() && std::find(styles.begin(), styles.end(), options.style) == styles.end())
      return invalid(each.name, fmt::format("does nothing with --style {}; it is for {}", options.style, joined(styles)));
  if (!options.centre.empty()) {
    CRATON_TRY(const LatLon centre, pair_of(options.centre, "--centre"));
    job.globe.centre = centre;
  }
  CRATON_TRY(const LatLon sun, pair_of(options.sun, "--sun"));
  job.globe.sun_east = sun.latitude;
  job.globe.sun_north = sun.longitude;
  CRATON_TRY(const GridSize size, parse_sides(options.size, "--size"));
  job.globe.size = size;
  CRATON_TRY(const double distance, parse_number(options.distance, "--distance"));
  job.globe.distance = distance;
  job.globe.air = !options.no_air;
  job.globe.glint = !options.no_glint;
  if (!options.turn.empty()) {
    const Result<std::int64_t> frames = parse_integer(options.turn, "--turn");
    if (!frames || *frames < 2 || *frames > 3600)
      return invalid("--turn", fmt::format("found \"{}\", allowed 2 … 3600 frames", options.turn));
    job.frames = static_cast<std::uint32_t>(*frames);
  } else if (!lower(options.output).ends_with(".png")) {
    return invalid("--output", "a picture is a .png; with --turn frames go into a folder");
  }
  CRATON_TRY(const unsigned threads, options.machine.thread_count());
  job.threads = threads;
  CRATON_TRY(options.machine.force_isa());
  return job;
}

Result<GlobeLook> look_of(const Options& o, const Job& job) {
  GlobeLook look{
      .style = static_cast<GlobeStyle>(std::find(style_names.begin(), style_names.end(), o.style) - style_names.begin()),
      .rows = job.globe.size.height,
      .clouds = !o.no_clouds};
  if (!o.palette.empty()) { CRATON_TRY(look.palette, find_natural_palette(o.palette, "--palette")); }
  if (!o.layer.empty()) look.layer = o.layer;
  look.borders = !o.no_borders;
  look.sites = o.sites;
  look.cube = o.cube;
  look.faces = o.faces;
  look.warp = !o.no_warp;
  look.plates = o.plates;
  return look;
}

Error told(const Error& error) {
  constexpr std::array<std::string_view, 5> options{"size", "centre", "distance", "layer", "plates"};
  const bool option = std::find(options.begin(), options.end(), error.path) != options.end();
  return option ? Error{error.code, "--" + error.path, error.message} : error;
}

/// The planet turns under the sun: its middle moves to the west.
Result<void> write_frames(const Options& options, const Job& job, const GlobePainter& painter, const Execution& execution) {
  std::error_code error;
  std::filesystem::create_directories(options.output, error);
  if (error) return Error{ErrorCode::io, options.output, "cannot make this folder: " + error.message()};
  remove_frames(options.output);
  std::vector<FilmFrame> frames;
  for (std::uint32_t i = 0; i < job.frames; ++i) {
    GlobeOptions globe = job.globe;
    double longitude = globe.centre.longitude - 360.0 * i / job.frames;
    while (longitude < -180) longitude += 360;
    globe.centre.longitude = longitude;
    const Result<Rgb8Image> image =
        painter.draw(globe, {.threads = job.threads, .progress = nullptr, .cancel = execution.cancel});
    if (!image) return told(image.error());
    frames.push_back({.file = frame_name(i), .stage = "turn", .iteration = i, .count = job.frames, .milliseconds = 80});
    CRATON_TRY(write_png(options.output + "/" + frames.back().file, *image, {.threads = job.threads}));
    execution.progress->report((i + 1.0) / job.frames);
  }
  CRATON_TRY(write_frame_list(options.output, frames));
  CRATON_TRY(write_apng_film(options.output, "turning.png", frames,
                             {.threads = job.threads, .progress = nullptr, .cancel = execution.cancel}));
  return {};
}

/// The world and, but for regions, a map of it that is finer than the picture up to a limit, with what lights it.
Result<void> check_memory_for(const Options& options, const Job& job) {
  const Result<WorldFileInfo> info = read_world_info(world_path(options.world));
  if (!info) return {};
  const std::uint64_t pixels = std::uint64_t{job.globe.size.width} * job.globe.size.height;
  const std::uint64_t texels = std::min<std::uint64_t>(8 * pixels, std::uint64_t{4096} * 2048);
  const std::uint64_t a_texel = options.style == "space" ? 42 : options.style == "desk" ? 32 : 0;
  return check_memory(info->cells * 100 + texels * a_texel + pixels * 3 + 16'000'000, "--size", "ask for fewer pixels");
}

Result<void> run(const Options& options) {
  CRATON_TRY(Job job, prepare(options));
  CRATON_TRY(check_memory_for(options, job));
  TerminalProgress progress(options.output);
  const Execution execution{.threads = job.threads, .progress = &progress, .cancel = &cancel_token()};
  CRATON_TRY(const World world, read_world(world_path(options.world), all_terms(), {.layers = {}, .execution = execution}));
  if (options.centre.empty() && std::holds_alternative<CubeSphere>(world.surface.domain()))
    job.globe.centre = usual_side(world.surface);
  CRATON_TRY(const GlobeLook look, look_of(options, job));
  const Result<GlobePainter> painter = GlobePainter::make(world, look, execution);
  if (!painter && painter.error().path == "world") return Error{painter.error().code, options.world, painter.error().message};
  if (!painter) return told(painter.error());
  if (job.frames > 0) return write_frames(options, job, *painter, execution);
  const Result<Rgb8Image> image = painter->draw(job.globe, execution);
  if (!image) return told(image.error());
  return write_png(options.output, *image, {.threads = job.threads});
}

constexpr char examples[] =
    R"(Styles: space (sun, night, air, clouds, the glint of the sea), desk (a printed map around a ball, in a brass ring) and regions (the
regions that carry a layer, as the viewer of source 002 shows them).

Examples:
  craton globe out/planet --centre 20,30 -o globe.png
  craton globe out/planet --sun 70,-10 --no-clouds --size 2048x2048 -o evening.png
  craton globe out/planet --style desk -o desk.png
  craton globe out/planet --turn 72 --size 480x480 -o out/turning          # frames, and turning.png that plays
  craton globe out/fusek --style regions --sites --faces -o regions.png
  craton globe out/fusek --style regions --layer plate --cube --no-warp -o cube.png)";

}  // namespace

Command add_globe_command(CommandLine& parent) {
  Arguments args = parent.command("globe", "Draws a planet as a ball: from space, on a desk, or as its regions.");
  auto options = std::make_shared<Options>();
  Options& o = *options;
  args.option("world", o.world, "A .craton file, or the folder that `planet` or `make` wrote.").required();
  args.option("-o,--output FILE", o.output, "File to write (.png); with --turn a folder.");
  args.option("--style NAME", o.style, fmt::format("One of {}.", joined(style_names))).show_default();
  args.option("--centre LAT,LON", o.centre, "The place in the middle, degrees north and east. Default: the side with most land.");
  const auto only = [&o](Option option, std::string_view name, std::string_view styles) {
    o.of_styles.push_back({option, name, styles});
  };
  args.option("--size WxH", o.size, "Pixels.").show_default();
  args.option("--turn N", o.turn, "So many frames of the planet turning once.");
  only(args.option("--sun RIGHT,UP", o.sun, "With space: where the sun stands, degrees to the right of the middle and above it.")
           .show_default(),
       "--sun", "space");
  only(args.option("--distance RADII", o.distance, "With space: of the eye from the centre, in radii.").show_default(),
       "--distance", "space");
  only(args.option("--palette NAME", o.palette,
                   fmt::format("With space: what the ground is made of: {}. Default: that of the planet's preset.",
                               joined(natural_palette_names()))),
       "--palette", "space");
  only(args.flag("--no-clouds", o.no_clouds, "With space: a clear sky."), "--no-clouds", "space");
  only(args.flag("--no-air", o.no_air, "With space: no haze and no rim of light."), "--no-air", "space");
  only(args.flag("--no-glint", o.no_glint, "With space: no glint of the sun on the sea."), "--no-glint", "space");
  only(args.option("--layer NAME", o.layer,
                   "With regions: which layer, or face: a colour for each face of the cube. Default: height."),
       "--layer", "regions");
  only(args.flag("--no-borders", o.no_borders, "With regions: no lines between them."), "--no-borders", "regions");
  only(args.flag("--plates", o.plates, "With regions: edge regions of plates darker, and an arrow where each plate moves."),
       "--plates", "regions");
  only(args.flag("--sites", o.sites, "With regions: a dot at the site of each."), "--sites", "regions");
  only(args.flag("--faces", o.faces, "With regions: edges of the cube."), "--faces", "regions");
  only(args.flag("--cube", o.cube, "With regions: the cube instead of the ball."), "--cube", "regions");
  only(args.flag("--no-warp", o.no_warp, "With regions: cells as they would lie without the warp."), "--no-warp", "regions");
  o.machine.add_to(args);
  args.footer(examples);
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
