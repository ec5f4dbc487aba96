#pragma once

#include <cstdint>
#include <vector>

#include "base/function_ref.h"
#include "stages/water/courses/course_space.h"

namespace craton {

/// A place on a river that wanders.
struct Bead {
  Vec3d at;
  double along = 0;       ///< metres along the line before it wandered
  double wavelength = 0;  ///< of its meanders, m
  double freedom = 0;     ///< 0: stays where it is, 1: wanders
  double sinuosity = 1;   ///< how long the river becomes here, in valley lengths
};

/// A bend that the river left: from one end of its neck to the other.
struct CutBend {
  std::vector<Bead> beads;
};

struct Meanders {
  std::vector<Bead> beads;
  std::vector<CutBend> cut;  ///< the oldest first
};

/// Lets a line wander, beads `spacing_of(wavelength)` apart; its ends stay. `may_lie(bead, at)` tells where the river may go.
/// Bends grow where the flow presses against the outer bank: by the curvature there and upstream, fading with the distance
/// (Howard & Knutson 1984). They grow until they are as long as `sinuosity` says, and where their necks touch they are cut off.
Meanders wander(const CourseSpace& space, std::vector<Bead> line, FunctionRef<bool(const Bead& bead, const Vec3d& at)> may_lie);

/// How far apart beads are.
inline double bead_spacing(double wavelength) { return wavelength / 16; }

/// A line with beads set evenly, the first and last of the old one included.
std::vector<Bead> evenly(const std::vector<Bead>& line);

/// Twice as many beads, the new ones on a round line through the old (Dyn, Levin & Gregory 1987).
std::vector<Bead> rounded_line(const CourseSpace& space, const std::vector<Bead>& line);

}  // namespace craton
