#include "command.h"

#include <fmt/format.h>

#include <craton/base/targets.h>

#include "sweep.h"
#include "text.h"

namespace craton::cli {
namespace {

std::string version_text() {
  const auto compiled = compiled_targets(), available = available_targets();
  return fmt::format("craton {}\ncompiled   {}\navailable  {}\nchosen     {}", CRATON_VERSION, joined(compiled),
                     joined(available), chosen_target());
}

constexpr char footer[] = R"(Examples:
  craton serve                                          the studio, in a browser
  craton map --seed 7 --style atlas -o out/map          a map of a whole world
  craton planet --seed 7 -o out/planet                  a planet
  craton terrain --at 5000,-2000 --seed 7 -o land.glb   a piece of an endless landscape
  craton voxels --radius 6 --picture world.png          a piece of an endless voxel world
  craton noise --octaves 6 -o hills.png                 a noise

`craton COMMAND --help` tells the options of a command.)";

}  // namespace

Result<ReadLine> read_command_line(const std::vector<std::string>& words) {
  ReadLine read{
      .line = std::make_unique<CommandLine>(
          "craton", "Craton makes worlds: give it a seed, and it gives back the same world everywhere, bit for bit.", footer)};
  CommandLine& line = *read.line;
  line.version(version_text, "Print the version and the instruction sets: compiled, available, chosen.");
  const Command commands[] = {
      add_make_command(line),    add_map_command(line),        add_planet_command(line),    add_globe_command(line),
      add_terrain_command(line), add_voxels_command(line),     add_edit_command(line),      add_build_command(line),
      add_fly_command(line),     add_frames_command(line),     add_show_command(line),      add_view_command(line),
      add_info_command(line),    add_measure_command(line),    add_sweep_command(line),     add_query_command(line),
      add_diff_command(line),    add_check_command(line),      add_recipe_command(line),    add_stages_command(line),
      add_schema_command(line),  add_earth_test_command(line), add_noise_command(line),     add_tiling_command(line),
      add_lab_command(line),     add_gallery_command(line),    add_reference_command(line), add_bench_command(line),
      add_serve_command(line),   add_bake_command(line)};
  CRATON_TRY(read.text, line.parse(words));
  for (const Command& command : commands)
    if (command.arguments.chosen()) read.command = command;
  return read;
}

}  // namespace craton::cli
