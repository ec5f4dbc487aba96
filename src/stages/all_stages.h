#pragma once

#include <craton/stages/stage.h>

/// The explicit list of all stages.
namespace craton {

const StageEntry& noise_stage();
const StageEntry& twin_noise_stage();
const StageEntry& import_height_stage();
const StageEntry& sites_stage();
const StageEntry& compute_stage();
const StageEntry& mix_stage();
const StageEntry& cross_stage();
const StageEntry& curve_stage();
const StageEntry& clamp_stage();
const StageEntry& terrace_stage();
const StageEntry& normalise_stage();
const StageEntry& sea_level_stage();
const StageEntry& smooth_stage();
const StageEntry& perturb_stage();
const StageEntry& voronoi_stage();
const StageEntry& fault_lines_stage();
const StageEntry& midpoint_displacement_stage();
const StageEntry& craters_stage();
const StageEntry& thermal_stage();
const StageEntry& inverse_thermal_stage();
const StageEntry& hydraulic_stage();
const StageEntry& droplets_stage();
const StageEntry& gullies_stage();
const StageEntry& shaping_stage();
const StageEntry& fill_depressions_stage();
const StageEntry& route_flow_stage();
const StageEntry& accumulate_stage();
const StageEntry& great_rivers_stage();
const StageEntry& stream_power_stage();
const StageEntry& glacial_erosion_stage();
const StageEntry& coastal_erosion_stage();
const StageEntry& wind_erosion_stage();
const StageEntry& lakes_stage();
const StageEntry& rivers_stage();
const StageEntry& endless_rivers_stage();
const StageEntry& river_courses_stage();
const StageEntry& carve_rivers_stage();
const StageEntry& deltas_stage();
const StageEntry& path_lakes_stage();
const StageEntry& springs_stage();
const StageEntry& underground_rivers_stage();
const StageEntry& waterfalls_stage();
const StageEntry& moisture_stage();
const StageEntry& grown_plates_stage();
const StageEntry& imported_plates_stage();
const StageEntry& plate_heights_stage();
const StageEntry& plate_collisions_stage();
const StageEntry& plates_stage();
const StageEntry& crust_heights_stage();
const StageEntry& great_faults_stage();
const StageEntry& large_land_stage();
const StageEntry& temperature_stage();
const StageEntry& sunlight_stage();
const StageEntry& currents_stage();
const StageEntry& wind_stage();
const StageEntry& rain_stage();

}  // namespace craton
