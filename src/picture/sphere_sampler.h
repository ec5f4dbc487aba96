#pragma once

#include <array>
#include <span>

#include <craton/surface/cube_sphere.h>

namespace craton::picture {

/// East and north at a direction of length 1; at a pole any two.
struct Tangents {
  Vec3d east, north;
};
Tangents tangents_at(const Vec3d& up);

/// Cells that have a part in a value, found once for all layers.
struct SphereTaps {
  static constexpr std::size_t most = 25;
  std::array<Cell, most> cell;
  std::array<float, most> weight;       ///< 1 together; far ones may lie a little below 0
  std::array<float, most> east, north;  ///< of slopes, for each metre of the ground
  std::size_t count = 0;
  Cell nearest = 0;

  /// Between the cells, never beyond what they have.
  float value(std::span<const float> values) const;
  /// How much values that are no lower than 0 (the land and the sea's face) rise to the east and to the north, m/m.
  std::array<float, 2> land_slope(std::span<const float> heights) const;
};

/// Reads layers of a sphere at directions: a plane is fitted to the sites within two cells, the nearer they are the more they
/// weigh (moving least squares, Lancaster & Salkauskas 1981), so that slopes have no steps and cells do not show; slopes are
/// those of the planes (diffuse derivatives, Nayroles, Touzot & Villon 1992). Smooth, nearly exact at the sites. `sample` knows
/// every warp; this takes a fraction of its time.
class SphereSampler {
 public:
  explicit SphereSampler(const CubeSphere& sphere);

  /// The cell of the cube that the direction falls into; about, at its border.
  Cell cell_at(const Vec3d& direction) const;
  /// `direction` has length 1.
  void find(const Vec3d& direction, SphereTaps& taps) const;
  float at(std::span<const float> values, const Vec3d& direction) const;

 private:
  struct Sums;
  struct Square {
    std::uint32_t face = 0;
    std::int64_t column = 0, row = 0;
  };
  Square square_of(const Vec3d& direction) const;
  void weigh(const Sums& sums, SphereTaps& taps) const;

  const CubeSphere& sphere_;
  double side_, columns_, bend_;  ///< cells a face; columns an angle; of the warp: tan θ
  float reach_;                   ///< chord within which sites count, on a sphere of radius 1
};

}  // namespace craton::picture
