#pragma once

#include "stages/crust/borders.h"

/// Volcanoes along subduction zones and in chains over hot spots, as cones on the ground.
namespace craton::crust {

struct Volcano {
  Vec3d place;        ///< kilometres, before the warp is undone: in the space of borders
  double radius = 0;  ///< kilometres
  double height = 0;  ///< metres above its foot, on sea floor
  double age = 0;     ///< million years since it was active
  bool hot_spot = false;
};

struct VolcanoSample {
  float height = 0;    ///< metres of cones here
  float activity = 0;  ///< 0 … 1
};

class Volcanoes {
 public:
  Volcanoes(const PlateMesh& mesh, const CrustPlan& plan, const Borders& borders, int hot_spots);

  std::span<const Volcano> all() const { return all_; }
  VolcanoSample at(Cell cell, const Vec3d& place) const;

 private:
  void add_along(const Borders& borders, Seed seed);
  void add_hot_spots(const CrustPlan& plan, int count, Seed seed);

  const PlateMesh& mesh_;
  std::vector<Volcano> all_;
  NearbyLists near_;
};

}  // namespace craton::crust
