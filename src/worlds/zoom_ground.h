#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <craton/noise/noise.h>
#include <craton/surface/cube_sphere.h>
#include <craton/worlds/planet_zoom.h>

/// The ground of a region of a planet, before its own waters cut it.
namespace craton::zoom {

/// Samples of a square region, the north-western first.
struct RegionGrid {
  RegionPlane plane;
  double west = 0, north = 0;  ///< metres, of the first sample
  double step = 1;             ///< metres
  std::uint32_t samples = 1;   ///< along each side
  double margin = 0;           ///< metres around it in which rivers are followed too

  /// How far a place lies outside, metres; below 0 inside.
  double outside(double east, double south) const {
    const double last = (samples - 1) * step;
    const double x = east - west, y = south - north;
    return std::max(std::max(-x, x - last), std::max(-y, y - last));
  }
  double x(std::uint32_t column) const { return west + column * step; }
  double y(std::uint32_t row) const { return north + row * step; }
  std::size_t count() const { return std::size_t{samples} * samples; }
};

/// What a planet has between its cells. Places are moved by a noise in space, so that coasts, valleys and ranges have bends of
/// all sizes below a cell; the noise belongs to the planet, and so the same place looks alike in all regions.
class ZoomGround {
 public:
  static Result<ZoomGround> make(const CubeSphere& sphere, std::span<const float> heights, Seed seed, const Execution& execution);

  /// Where on the planet the places of a region are looked up.
  std::vector<Vec3d> moved(std::span<const Vec3d> directions) const;
  /// The places that are looked up there: the other way round.
  std::vector<Vec3d> moved_back(std::span<const Vec3d> directions) const;

  /// The planet's heights in the region. At an edge of the sea they are 0 where the planet's are.
  Result<std::vector<float>> heights(const RegionGrid& grid, const Execution& execution) const;
  /// Hills that are smaller than its cells, to be added, and how high they may be.
  struct Detail {
    std::vector<float> hills, bound;
  };
  Result<Detail> detail(const RegionGrid& grid, const Execution& execution) const;

 private:
  ZoomGround(const CubeSphere& sphere, std::span<const float> heights) : sphere_(&sphere), heights_(heights) {}
  std::vector<Vec3d> offsets(std::span<const Vec3d> directions) const;
  float height_between(const Vec3d& place) const;

  const CubeSphere* sphere_;
  std::span<const float> heights_;
  std::vector<float> roughness_;  ///< of each cell, metres
  std::vector<Noise> bends_;      ///< along x, y, z
  std::vector<Noise> hills_;      ///< one
};

/// The values of a layer in the region, at samples + 1 points along each side that lie `spacing` metres apart.
std::vector<float> sampled(const CubeSphere& sphere, std::span<const float> values, const RegionPlane& plane, double west,
                           double north, double spacing, std::uint32_t side);

}  // namespace craton::zoom
