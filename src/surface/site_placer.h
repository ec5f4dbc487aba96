#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <craton/base/seed.h>
#include <craton/surface/cube_sphere.h>

namespace craton {

/// Places the sites of a sphere, row by row. A site depends on the seed and the number of its cell alone. Construction and use
/// run under the caller's floating-point guard.
class SitePlacer {
 public:
  SitePlacer(const CubeSphere::Params& params, Seed seed);

  /// Row 0 … 6R − 1: those of the first face, then of the second, …
  void place_row(std::uint64_t row, std::span<Vec3f> sites) const;

 private:
  static constexpr std::uint64_t batch = 256;  // what is in work at a time stays in the first cache
  struct Batch;

  void draw_offsets(std::uint64_t first_cell, Batch& work) const;
  void place(std::uint64_t column, std::uint64_t row_on_face, Batch& work) const;

  std::uint64_t side_, key_;
  double jitter_angle_, tan_theta_;
  std::vector<double> middles_;  // tangents at the middles of the columns
};

}  // namespace craton
