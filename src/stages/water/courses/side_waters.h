#pragma once

#include <vector>

#include "stages/water/courses/river_courses.h"

/// What lies beside rivers: bends that they left, and the arms of braided ones.
namespace craton {

struct Oxbow {
  std::uint32_t river = 0;
  double level = 0, width = 0, area = 0;  ///< m, m, m²
  ObjectColumn::Path middle, shore;       ///< the ring counterclockwise, closed
};

/// Crescents of the bends that rivers left, as far as they touch neither rivers nor each other. `share` of them.
std::vector<Oxbow> oxbows_of(const CourseSpace& space, const RiverReaches& reaches, const std::vector<OldBend>& bends,
                             double share, Seed seed, SegmentIndex& index);

struct Braid {
  std::uint32_t river = 0;
  ObjectColumn::Path path;
};

/// The side channels of braided reaches: from a corner of a river to a later one. `braided` are metres of each river.
std::vector<Braid> braids_of(const CourseSpace& space, const RiverReaches& reaches, Seed seed, SegmentIndex& index,
                             std::vector<double>& braided);

}  // namespace craton
