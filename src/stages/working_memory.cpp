#include "stages/working_memory.h"

#include <algorithm>

#include <craton/stages/stage.h>

namespace craton {
namespace {

constexpr WorkingMemory table[] = {
    // crust
    {"plates", 1, 11},
    {"crust_heights", 1, 9},
    {"grown_plates", 10, 1},
    {"plate_heights", 4, 0},
    {"great_faults", 4, 1},
    {"large_land", 0, 8},
    {"fault_lines", 1, 0},
    // relief
    {"twin_noise", 6, 0},
    {"shaping", 12, 4},
    {"perturb", 4.5, 0},
    {"smooth", 4.5, 0},
    {"midpoint_displacement", 4, 0},
    {"inverse_thermal", 5.5, 0},
    {"thermal", 5, 0},
    {"voronoi", 0.3, 0},
    // water and ice
    {"route_flow", 15, 0},
    {"accumulate", 4, 0},
    {"fill_depressions", 17, 0},
    {"stream_power", 32, 6},
    {"hydraulic", 25, 0},
    {"droplets", 4, 3},
    {"gullies", 17, 1},
    {"coastal_erosion", 13, 0},
    {"wind_erosion", 68, 0},
    {"glacial_erosion", 18, 0},
    {"lakes", 23, 0},
    {"path_lakes", 2, 0},
    {"rivers", 9.5, 0},
    {"great_rivers", 14, 9},
    {"endless_rivers", 8, 3},
    {"endless_land", 28, 80},
    {"refined_world", 28, 256},
    {"deltas", 2, 0.3},
    {"river_courses", 48, 8},
    {"carve_rivers", 1, 0},
    {"waterfalls", 1, 0.3},
    {"springs", 1, 0.3},
    {"underground_rivers", 4, 0},
    {"moisture", 28, 0},
    // air
    {"temperature", 0, 4},
    {"wind", 0, 4},
    {"rain", 0, 5},
    {"currents", 0, 5},
    // life and places
    {"sub_biomes", 3.5, 0},
    {"geography", 2, 22},
    {"landmarks", 0, 1},
    {"landscape", 0, 1},
    {"names", 0, 4},
};

}  // namespace

std::span<const WorkingMemory> all_working_memory() { return table; }

std::uint64_t working_bytes(std::string_view stage, std::uint64_t cells) {
  const auto* found =
      std::find_if(std::begin(table), std::end(table), [&](const WorkingMemory& row) { return row.stage == stage; });
  if (found != std::end(table))
    return static_cast<std::uint64_t>(found->bytes_per_cell * static_cast<double>(cells) + found->megabytes * 1e6);
  const auto stages = all_stages();
  const bool ours = std::any_of(stages.begin(), stages.end(), [&](const StageEntry& entry) { return entry.info.id == stage; });
  return ours ? 0 : cells * sizeof(float);
}

}  // namespace craton
