#include "stages/all_stages.h"

#include "stages/life/life_stages.h"
#include "stages/places/places_stages.h"
#include "stages/water/drainage/endless_land.h"
#include "stages/water/drainage/refined_world.h"

namespace craton {

std::span<const StageEntry> all_stages() {
  static const std::array stages = {
      noise_stage(),
      twin_noise_stage(),
      import_height_stage(),
      sites_stage(),
      compute_stage(),
      mix_stage(),
      cross_stage(),
      curve_stage(),
      clamp_stage(),
      terrace_stage(),
      normalise_stage(),
      sea_level_stage(),
      smooth_stage(),
      perturb_stage(),
      voronoi_stage(),
      fault_lines_stage(),
      midpoint_displacement_stage(),
      craters_stage(),
      thermal_stage(),
      inverse_thermal_stage(),
      hydraulic_stage(),
      droplets_stage(),
      gullies_stage(),
      shaping_stage(),
      fill_depressions_stage(),
      route_flow_stage(),
      accumulate_stage(),
      great_rivers_stage(),
      stream_power_stage(),
      glacial_erosion_stage(),
      coastal_erosion_stage(),
      wind_erosion_stage(),
      lakes_stage(),
      rivers_stage(),
      endless_land_stage(),
      refined_world_stage(),
      endless_rivers_stage(),
      deltas_stage(),
      river_courses_stage(),
      carve_rivers_stage(),
      path_lakes_stage(),
      moisture_stage(),
      waterfalls_stage(),
      springs_stage(),
      underground_rivers_stage(),
      grown_plates_stage(),
      imported_plates_stage(),
      plate_heights_stage(),
      plate_collisions_stage(),
      plates_stage(),
      crust_heights_stage(),
      great_faults_stage(),
      large_land_stage(),
      temperature_stage(),
      sunlight_stage(),
      currents_stage(),
      wind_stage(),
      rain_stage(),
      biomes_stage(),
      sub_biomes_stage(),
      ground_stage(),
      vegetation_stage(),
      resources_stage(),
      geography_stage(),
      landmarks_stage(),
      landscape_stage(),
      names_stage(),
  };
  return stages;
}

}  // namespace craton
