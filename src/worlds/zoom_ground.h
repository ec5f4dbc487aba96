#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <craton/noise/noise.h>
#include <craton/surface/cube_sphere.h>
#include <craton/worlds/planet_zoom.h>

#include "worlds/planet_bends.h"

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

/// Where on the planet the samples of a row lie.
std::vector<Vec3d> directions_of_row(const RegionGrid& grid, std::uint32_t row);

/// What a planet has between its cells: its ground at places that are moved by bends, with hills on it.
class ZoomGround {
 public:
  static Result<ZoomGround> make(const CubeSphere& sphere, std::span<const float> heights, Seed seed, const Execution& execution);

  const PlanetBends& bends() const { return bends_; }

  /// The planet's heights in the region. At an edge of the sea they are 0 where the planet's are.
  Result<std::vector<float>> heights(const RegionGrid& grid, const Execution& execution) const;
  /// Hills that are smaller than its cells, to be added, and how high they may be; their form, -1 … 1.
  struct Detail {
    std::vector<float> hills, bound, waves;
  };
  Result<Detail> detail(const RegionGrid& grid, const Execution& execution) const;

 private:
  ZoomGround(const CubeSphere& sphere, std::span<const float> heights, PlanetBends bends)
      : sphere_(&sphere), heights_(heights), bends_(std::move(bends)) {}
  float height_between(const Vec3d& place) const;

  const CubeSphere* sphere_;
  std::span<const float> heights_;
  std::vector<float> roughness_;  ///< of each cell, metres
  PlanetBends bends_;
  std::vector<Noise> hills_;  ///< one
};

/// The values of a layer in the region, at samples + 1 points along each side that lie `spacing` metres apart.
std::vector<float> sampled(const CubeSphere& sphere, std::span<const float> values, const RegionPlane& plane, double west,
                           double north, double spacing, std::uint32_t side);

}  // namespace craton::zoom
