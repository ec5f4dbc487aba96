#pragma once

#include <span>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/noise/noise.h>
#include <craton/surface/cube_sphere.h>

namespace craton::zoom {

/// Of all that a planet has below the size of its cells.
CRATON_API Seed detail_seed(std::uint64_t planet_seed);

/// Places of a planet are moved by a noise in space, so that coasts, valleys and ranges have bends of all sizes below a cell.
/// The noise belongs to the planet: the same place looks alike in all regions and pictures.
class CRATON_API PlanetBends {
 public:
  static Result<PlanetBends> make(const CubeSphere& sphere, Seed seed);

  /// Where on the planet places are looked up.
  std::vector<Vec3d> moved(std::span<const Vec3d> directions) const;
  /// The places that are looked up there: the other way round.
  std::vector<Vec3d> moved_back(std::span<const Vec3d> directions) const;

 private:
  PlanetBends(double radius, double distance) : radius_(radius), distance_(distance) {}
  std::vector<Vec3d> offsets(std::span<const Vec3d> directions) const;

  double radius_, distance_;   ///< metres; of the bends, on a sphere of radius 1
  std::vector<Noise> noises_;  ///< along x, y, z
};

/// Places of directions on a sphere of this radius.
std::vector<Point3> points_on(std::span<const Vec3d> directions, double radius);
/// The noise of all detail: waves of this length and shorter ones.
NoiseSpec detail_noise(double length, double persistence);

}  // namespace craton::zoom
