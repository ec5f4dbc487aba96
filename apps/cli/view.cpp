#include <fmt/format.h>

#include <memory>

#include <craton/files/new_file.h>

#include "command.h"
#include "declared.h"
#include "height_input.h"
#include "runtime.h"
#include "text.h"
#include "window_input.h"

namespace craton::cli {
namespace {

struct Options {
  std::string world, output;
  DeclaredOptions view{"view"};
  HeightFileOptions heights;
  WindowChoice window;
  MachineOptions machine;
};

/// Options that would do nothing.
Result<void> check_use(const DeclaredOptions& view) {
  if (view.text("style") == "block")
    for (const char* param : {"eye", "look", "haze"})
      if (view.given(param))
        return invalid(fmt::format("--{}", param), "is for landscapes; a block is seen from outside, in clear air");
  if (const std::string colour = view.text("colour"); colour != "natural" && view.given("snow"))
    return invalid("--snow", fmt::format("lies on natural colours, not on {}", colour));
  return {};
}

Result<void> check(const Options& o) {
  if (o.output.empty()) return invalid("view", "where to? name a file with -o view.png");
  if (!lower(o.output).ends_with(".png")) return invalid("--output", fmt::format("\"{}\" does not end in .png", o.output));
  if (o.world.empty() != o.window.any())
    return o.world.empty() ? invalid("view", "of which world? name one, or a window of an endless one with --recipe")
                           : invalid("--recipe", "shows a window of an endless world, but a world is named too");
  CRATON_TRY(check_heights({o.world}, o.heights));
  CRATON_TRY(o.view.values());
  CRATON_TRY(check_use(o.view));
  return check_writable(o.output);
}

/// What is seen; the layer of its heights is told to the view.
Result<Answer> read_land(Options& o, const Execution& execution) {
  if (o.window.any()) {
    if (!o.heights.layer.empty()) o.view.set("layer", o.heights.layer);
    CRATON_TRY(World world, load_window(o.window, execution.threads));
    return Answer::of_world(std::move(world), true);
  }
  CRATON_TRY(HeightInput input, read_heights(o.world, o.heights, execution, {"sea"}));
  o.view.set("layer", input.layer);
  return Answer::of_world(World{.recipe = {}, .surface = std::move(input.surface), .reports = {}}, false);
}

Result<void> run(Options& o) {
  CRATON_TRY(check(o));
  CRATON_TRY(const unsigned threads, o.machine.thread_count());
  CRATON_TRY(o.machine.force_isa());
  CRATON_TRY(const Answer land, read_land(o, {.threads = threads, .cancel = &cancel_token()}));
  // The raster and its splines; the triangles, their tree; the picture's light.
  CRATON_TRY(const GridSize size, parse_sides(o.view.text("size"), "--size"));
  const std::uint64_t cells = land.world()->surface.cell_count(), pixels = std::uint64_t{size.width} * size.height;
  CRATON_TRY(check_memory(cells * 10 + 15'000'000 + pixels * 104, o.world, "ask for a smaller picture"));
  TerminalProgress progress("view");
  const Execution execution{.threads = threads, .progress = &progress, .cancel = &cancel_token()};
  CRATON_TRY(const Answer view,
             o.view.ask({.execution = execution, .of = {&land, 1}}, o.world.empty() ? o.window.recipe : o.world));
  return write_answer_file(o.output, view);
}

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
  for (const char* form :
       {"--size WxH", "--samples N", "--style NAME", "--colour NAME", "--eye X,Y[,HEIGHT]", "--look X,Y", "--azimuth DEGREES",
        "--pitch DEGREES", "--fov DEGREES", "--sun AZIMUTH,ELEVATION", "--haze NUMBER", "--exaggeration NUMBER", "--snow METRES"})
    o.view.add(args, form);
  o.view.add_flag(args, "--indexed");
  o.machine.add_to(args);
  args.footer(examples);
  return {args, [options] { return run(*options); }};
}

}  // namespace craton::cli
