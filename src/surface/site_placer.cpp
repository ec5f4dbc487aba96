#include "surface/site_placer.h"

#include <algorithm>
#include <cmath>

#include "base/math_kernels.h"
#include "surface/cube_faces.h"
#include "surface/inline_mix64.h"

namespace craton {
namespace {

/// Up to this angle the series below is exact to the last place of a double.
constexpr double small_angle = 0.0235;

double tangent_of_small(double angle) {
  const double x = angle * angle;
  return angle + angle * x * (1.0 / 3 + x * (2.0 / 15 + x * (17.0 / 315 + x * (62.0 / 2835))));
}

/// Random in (−½, ½), from the lower 32 bits.
double centred(std::uint64_t bits) { return (static_cast<double>(bits & 0xFFFFFFFFu) + 0.5) * 0x1p-32 - 0.5; }

}  // namespace

struct SitePlacer::Batch {
  std::uint64_t count;
  double right[batch], down[batch], out[batch];  ///< first the offsets of the sites as angles, then their directions
};

SitePlacer::SitePlacer(const CubeSphere::Params& params, Seed seed)
    : side_(static_cast<std::uint64_t>(params.resolution)),
      key_(mixed(seed.value + golden_ratio)),
      jitter_angle_(params.jitter * 2 * params.theta / params.resolution),
      tan_theta_(math::kernel::tan(params.theta)),
      middles_(side_) {
  for (std::uint64_t i = 0; i < side_; ++i) {
    const double t = (2 * static_cast<double>(i) + 1) / static_cast<double>(side_) - 1;
    middles_[i] = math::kernel::tan(t * params.theta);
  }
}

void SitePlacer::draw_offsets(std::uint64_t first_cell, Batch& work) const {
  for (std::uint64_t i = 0; i < work.count; ++i) {
    const std::uint64_t hash = mixed(key_ ^ mixed((first_cell + i + 1) * golden_ratio));
    work.right[i] = centred(hash) * jitter_angle_;
    work.down[i] = centred(hash >> 32) * jitter_angle_;
  }
}

// tan(a + b) = (tan a + tan b) / (1 − tan a · tan b): the warp of a site from that of the middle of its cell.
void SitePlacer::place(std::uint64_t column, std::uint64_t row_on_face, Batch& work) const {
  if (jitter_angle_ <= 2 * small_angle) {
    for (std::uint64_t i = 0; i < work.count; ++i) {
      work.right[i] = tangent_of_small(work.right[i]);
      work.down[i] = tangent_of_small(work.down[i]);
    }
  } else {
    for (std::uint64_t i = 0; i < work.count; ++i) {
      work.right[i] = math::kernel::tan(work.right[i]);
      work.down[i] = math::kernel::tan(work.down[i]);
    }
  }
  const double* middle = middles_.data() + column;
  const double middle_row = middles_[row_on_face];
  for (std::uint64_t i = 0; i < work.count; ++i) {
    const double u = (middle[i] + work.right[i]) / ((1 - middle[i] * work.right[i]) * tan_theta_);
    const double v = (middle_row + work.down[i]) / ((1 - middle_row * work.down[i]) * tan_theta_);
    const double scale = 1 / std::sqrt(1 + u * u + v * v);
    work.right[i] = u * scale;
    work.down[i] = v * scale;
    work.out[i] = scale;
  }
}

void SitePlacer::place_row(std::uint64_t row, std::span<Vec3f> sites) const {
  const CubeFace& face = cube_faces[row / side_];
  Batch work;
  // Where x, y and z come from: one of the three arrays each, with a sign.
  const double* from[3] = {};
  double sign[3] = {};
  const auto connect = [&](SignedAxis axis, const double* values) {
    from[axis.axis] = values;
    sign[axis.axis] = axis.sign;
  };
  connect(face.right, work.right);
  connect(face.down, work.down);
  connect(face.out, work.out);

  for (std::uint64_t column = 0; column < side_; column += batch) {
    work.count = std::min(batch, side_ - column);
    const std::uint64_t first_cell = row * side_ + column;
    draw_offsets(first_cell, work);
    place(column, row % side_, work);
    Vec3f* out = sites.data() + first_cell;
    for (std::uint64_t i = 0; i < work.count; ++i)
      out[i] = {static_cast<float>(sign[0] * from[0][i]), static_cast<float>(sign[1] * from[1][i]),
                static_cast<float>(sign[2] * from[2][i])};
  }
}

}  // namespace craton
