#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/surface/cube_sphere.h>
#include "surface/zero_memory.h"

namespace craton {

/// A plane through the centre of the sphere that bounds a column (or row): in the frame of a face, a vector lies beyond it by
/// right · across − out · outwards (down · across − out · outwards). Both have length 1 together.
struct GridPlane {
  double across = 1, outwards = 0;
};

/// What a sphere computes once and shares among its copies.
struct SphereTables {
  Seed seed;  ///< of the sites
  ZeroMemory site_memory;
  std::span<Vec3f> sites;         ///< one a cell, 12 bytes: all the memory that counts
  std::vector<double> areas;      ///< on a sphere of radius 1; one quarter of a face, the others mirror it
  std::vector<GridPlane> planes;  ///< R + 1, from before the first column to after the last
  double tan_theta = 1;
  double longest_diagonal = 0;  ///< of any cell, as a chord of a sphere of radius 1
  double largest_area = 0;      ///< of any cell, on a sphere of radius 1

  /// An error where there is not enough memory.
  static Result<std::shared_ptr<const SphereTables>> make(const CubeSphere::Params& params, Seed seed,
                                                          const Execution& execution);

  /// The same with other sites, each in its own cell.
  Result<std::shared_ptr<const SphereTables>> with_sites(std::span<const Vec3f> elsewhere) const;

  std::uint64_t bytes() const;  ///< of memory

  double area(std::uint32_t resolution, std::uint32_t column, std::uint32_t row) const {
    const std::uint32_t half = (resolution + 1) / 2;
    const std::uint32_t c = column < half ? column : resolution - 1 - column;
    const std::uint32_t r = row < half ? row : resolution - 1 - row;
    return areas[std::size_t{r} * half + c];
  }
};

/// The root of the mean area of a cell, in metres.
inline double sphere_spacing(std::uint32_t resolution, double radius) {
  constexpr double root_of_face = 1.4472025091165353;  // √(4π / 6)
  return root_of_face * radius / resolution;
}

}  // namespace craton
