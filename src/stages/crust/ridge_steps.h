#pragma once

#include "stages/crust/borders.h"

/// Ridges are not lines but stairs: segments across the direction in which plates part, and between them transform faults along
/// it, whose traces remain in the floor on both sides as fracture zones (Wilson 1965).
namespace craton::crust {

/// Where a place lies in the bands between fracture zones.
struct RidgeStep {
  float shift = 0;        ///< kilometres by which a place lies farther on the border's other side than the smooth border says
  float across_edge = 0;  ///< the shift in the next band, behind the nearest edge
  float to_edge = 0;      ///< kilometres to that edge
};

class RidgeSteps {
 public:
  RidgeSteps(const Ground& ground, Seed seed) : ground_(ground), seed_(seed) {}

  /// Turns a relative motion of two plates into what bands are counted along: the axis of their small circles; on a map bands a
  /// kilometre, so that the map closes. 0 where there are no bands.
  static Vec3d axis_of(const Ground& ground, const Vec3d& relative_turn);

  RidgeStep at(const Arc& arc, const Vec3d& place) const;

 private:
  struct Band;
  double random(const Arc& arc, std::int64_t number, std::uint64_t what) const;

  const Ground& ground_;
  Seed seed_;
};

}  // namespace craton::crust
