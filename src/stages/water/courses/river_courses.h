#pragma once

#include <array>
#include <vector>

#include <craton/base/result.h>
#include <craton/noise/noise.h>

#include "stages/water/courses/meander.h"
#include "stages/water/courses/river_reaches.h"
#include "stages/water/courses/segment_index.h"

namespace craton {

/// How two bends come to differ: noises of the place, one for each size of bends.
class PlaceNoise {
 public:
  static Result<PlaceNoise> make(const Domain& domain, Seed seed, double shortest, double longest);
  /// −1 … 1, changing over about `size` metres.
  double at(const Vec3d& place, double size) const;

 private:
  bool sphere_ = false;
  double shortest_ = 1;
  std::vector<Noise> noises_;
};

/// A bend that a river left, still as a line.
struct OldBend {
  std::uint32_t river = 0;
  double height = 0, width = 0;
  std::vector<Vec3d> line;
};

/// Lets all rivers wander, each after the one it joins. Afterwards as before no two cross or touch except where they join, and
/// none rises.
class RiverCourses {
 public:
  RiverCourses(const CourseSpace& space, RiverReaches& reaches, const PlaceNoise& noise, const CourseRules& rules);
  Result<void> refine(const Execution& execution);

  SegmentIndex& index() { return index_; }
  std::vector<OldBend>& old_bends() { return old_bends_; }
  const std::vector<double>& meandering() const { return meandering_; }  ///< m of each river

 private:
  struct Stretch {
    std::size_t from = 0, to = 0;  ///< corners that stay
    std::vector<Bead> old_line;    ///< through all corners
  };
  /// Where a tributary ends on a new line.
  struct Joint {
    std::size_t tributary = 0;  ///< in the trunk's list
    std::size_t segment = 0;    ///< of the new line
    double share = 0;           ///< of that
    Vec3d at;
    std::size_t keeps = 0;  ///< corners of the tributary
    double bed = 0;         ///< of the tributary before its end
    std::uint32_t end = 0;  ///< its last piece in the index
    bool has_end = false;
  };
  struct Try;

  struct Plan {
    Stretch stretch;
    Meanders meanders;
  };
  void refine_river(std::uint32_t river);
  Meanders meanders_of(std::uint32_t river, const Stretch& stretch) const;
  std::vector<Stretch> stretches_of(std::uint32_t river) const;
  std::vector<Bead> beads_of(std::uint32_t river, const Stretch& stretch) const;
  CourseLine wandered(std::uint32_t river, Stretch stretch, Meanders meanders);
  CourseLine corners_of(std::uint32_t river, const Stretch& stretch, std::vector<Bead> beads, Try& now) const;
  static void calm(Stretch& stretch, const std::vector<double>& conflicts, int tries);
  static void add_joints(std::vector<Joint>& joints, CourseLine& corners);
  void move_ends(std::uint32_t river, const std::vector<Joint>& joints, const CourseLine& corners);
  struct Place {
    Vec3d now, old;
  };
  bool lies_free(std::uint32_t river, const Place& from, const Place& to) const;
  void keep_bends(std::uint32_t river, const Stretch& stretch, const Meanders& meanders);

  const CourseSpace& space_;
  RiverReaches& reaches_;
  const PlaceNoise& noise_;
  const CourseRules& rules_;
  SegmentIndex index_;
  std::vector<std::vector<std::uint32_t>> segments_;  // of each river, one for each corner but the last
  std::vector<std::vector<Plan>> plans_;              // of each river
  std::vector<OldBend> old_bends_;
  std::vector<double> meandering_;
};

}  // namespace craton
