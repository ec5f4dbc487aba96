#pragma once

#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/surface/cube_sphere.h>

/// The courses of great rivers, found on a mesh that is the same at every resolution.
namespace craton::trunks {

/// A river from its head, or from where it leaves the mesh cell above, down to the sea or to the river that it joins.
struct TrunkLine {
  std::vector<Vec3d> places;  ///< directions
  std::vector<double> left;   ///< metres to the sea, along the rivers
  std::int64_t joins = -1;    ///< the line that it runs into, which stands before it
  std::size_t joins_at = 0;   ///< a place of that line
};

struct TrunkRules {
  double least_area = 3e11;  ///< m²: smaller catchments have no trunk
  double uplift_a_metre = 4e-7;
  double erodibility = 4e-6, time_step = 250'000;
  int steps = 24;
};

/// Rivers of a ground that is worn by its rivers until they have found their ways (Braun & Willett 2013). Lines are smooth and
/// bend as no grid does.
Result<std::vector<TrunkLine>> find_trunks(const CubeSphere& mesh, std::span<const float> heights, const TrunkRules& rules,
                                           Seed seed, const Execution& execution);

}  // namespace craton::trunks
