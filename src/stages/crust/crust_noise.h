#pragma once

#include <string>
#include <vector>

#include <craton/noise/noise.h>

#include "stages/crust/plate_mesh.h"

namespace craton::crust {

/// Some places on the ground: in kilometres of the crust, and in whole units for noises.
struct Places {
  std::vector<Vec3d> km;
  std::vector<Point3> space;  ///< on spheres
  std::vector<Point2> flat;   ///< on maps

  void clear();
  void add(const Ground& ground, const Vec3d& place);  ///< in kilometres
  void add_metres(const Ground& ground, const Vec3d& place);
  std::size_t size() const { return km.size(); }
};

/// Octaves from `longest` on, each half as long and `persistence` times as strong as the one before, down to `shortest`: what is
/// shorter than two cells cannot be seen. The first octave has the weight 1 whatever the number of octaves, so that another
/// resolution adds to the same noise.
struct Waves {
  double longest = 1000, persistence = 0.5, shortest = 100;  ///< kilometres of the crust
};

class CrustNoise {
 public:
  static Result<CrustNoise> make(const Domain& domain, const Ground& ground, Seed seed, const Waves& waves);

  void at(const Places& places, std::span<float> out) const;

 private:
  explicit CrustNoise(Noise noise, bool in_space) : noise_(std::move(noise)), in_space_(in_space) {}
  Noise noise_;
  bool in_space_;
};

}  // namespace craton::crust
