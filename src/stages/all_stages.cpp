#include "stages/all_stages.h"

namespace craton {

std::span<const StageEntry> all_stages() {
  static const std::array stages = {
      noise_stage(),   import_height_stage(),         mix_stage(),         smooth_stage(), sea_level_stage(), voronoi_stage(),
      craters_stage(), midpoint_displacement_stage(), fault_lines_stage(),
  };
  return stages;
}

}  // namespace craton
