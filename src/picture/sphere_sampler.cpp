#include "picture/sphere_sampler.h"

#include <algorithm>
#include <cmath>

#include "surface/cube_faces.h"
#include "surface/vectors.h"

namespace craton::picture {

namespace {

// Cells: sites stray by less than half a cell, so that none within reach lies farther away than these.
constexpr std::int64_t around = 2;
constexpr double reach_cells = 1.9;
// Cells along the middle of an edge are the narrowest, some 0.85 of the mean.
constexpr double narrowest = 0.85;
// Weights at sites are finite: values there are met within some hundredths of the steps to the cells around, without a dent.
constexpr float softness = 0.002F;
// Against sites in a line, of the spread of all.
constexpr float stiffness = 0.01F;

}  // namespace

Tangents tangents_at(const Vec3d& up) {
  const double flat = std::sqrt(up.x * up.x + up.y * up.y);
  if (!(flat > 1e-9)) return {{0, 1, 0}, {-up.z, 0, up.x}};
  const double x = up.x / flat, y = up.y / flat;
  return {{-y, x, 0}, {-up.z * x, -up.z * y, flat}};
}

float SphereTaps::value(std::span<const float> values) const {
  float sum = 0, low = values[nearest], high = low;
  for (std::size_t i = 0; i < count; ++i) {
    const float here = values[cell[i]];
    sum += weight[i] * here;
    low = std::min(low, here);
    high = std::max(high, here);
  }
  return count > 0 ? std::min(std::max(sum, low), high) : low;
}

std::array<float, 2> SphereTaps::land_slope(std::span<const float> heights) const {
  std::array<float, 2> slope{};
  for (std::size_t i = 0; i < count; ++i) {
    const float here = std::max(heights[cell[i]], 0.0F);
    slope[0] += east[i] * here;
    slope[1] += north[i] * here;
  }
  return slope;
}

/// Of weights and of places in the plane of the tangents, in parts of the reach.
struct SphereSampler::Sums {
  float all = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;

  void add(float weight, float px, float py) {
    all += weight;
    x += weight * px;
    y += weight * py;
    xx += weight * px * px;
    xy += weight * px * py;
    yy += weight * py * py;
  }
};

SphereSampler::SphereSampler(const CubeSphere& sphere)
    : sphere_(sphere),
      side_(sphere.resolution()),
      columns_(0.5 * sphere.resolution() / sphere.theta()),
      bend_(std::tan(sphere.theta())),
      reach_(static_cast<float>(reach_cells * narrowest * sphere.spacing() / sphere.radius())) {}

/// `east` and `north` of the taps hold places, `weight` raw weights; both become what they are called.
void SphereSampler::weigh(const Sums& sums, SphereTaps& taps) const {
  const float share = 1 / sums.all, x = sums.x * share, y = sums.y * share;
  const float ridge = stiffness * (sums.xx + sums.yy) + 1e-12F;
  const float xx = sums.xx - x * sums.x + ridge, xy = sums.xy - x * sums.y, yy = sums.yy - y * sums.y + ridge;
  const float scale = 1 / std::max(xx * yy - xy * xy, 1e-30F);
  const float a = yy * scale, b = -xy * scale, c = xx * scale;  // the inverse
  const float to_x = a * x + b * y, to_y = b * x + c * y;
  const auto metre = static_cast<float>(1 / (double{reach_} * sphere_.radius()));
  for (std::size_t i = 0; i < taps.count; ++i) {
    const float weight = taps.weight[i], px = taps.east[i] - x, py = taps.north[i] - y;
    taps.weight[i] = weight * (share - px * to_x - py * to_y);
    taps.east[i] = weight * (a * px + b * py) * metre;
    taps.north[i] = weight * (b * px + c * py) * metre;
  }
}

SphereSampler::Square SphereSampler::square_of(const Vec3d& direction) const {
  const std::uint32_t face = face_of(direction);
  const FaceVector vector = in_frame_of(cube_faces[face], direction);
  const auto last = static_cast<std::int64_t>(side_) - 1;
  const auto index = [&](double across) {
    const auto turn = static_cast<double>(std::atan(static_cast<float>(across / vector.out * bend_)));
    return std::clamp(static_cast<std::int64_t>(turn * columns_ + 0.5 * side_), std::int64_t{0}, last);
  };
  return {face, index(vector.right), index(vector.down)};
}

Cell SphereSampler::cell_at(const Vec3d& direction) const {
  const Square square = square_of(direction);
  return sphere_.cell(square.face, static_cast<std::uint32_t>(square.column), static_cast<std::uint32_t>(square.row));
}

void SphereSampler::find(const Vec3d& direction, SphereTaps& taps) const {
  const auto [face, column, row] = square_of(direction);
  const std::int64_t last = static_cast<std::int64_t>(side_) - 1;
  const Tangents tangents = tangents_at(direction);
  const auto single = [](const Vec3d& v) {
    return Vec3f{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
  };
  const Vec3f place = single(direction), east = single(tangents.east), north = single(tangents.north);
  const std::span<const Vec3f> sites = sphere_.sites();
  const float closer = 1 / reach_;
  float nearest = 1e30F;
  Sums sums;
  taps.count = 0;
  const auto add = [&](Cell cell) {
    const Vec3f away = (sites[cell] - place) * closer;
    const float square = dot(away, away);
    if (square < nearest) {
      nearest = square;
      taps.nearest = cell;
    }
    if (square >= 1) return;
    const float fade = 1 - square, weight = fade * fade / (square + softness);
    const float x = dot(away, east), y = dot(away, north);
    sums.add(weight, x, y);
    taps.cell[taps.count] = cell;
    taps.weight[taps.count] = weight;
    taps.east[taps.count] = x;
    taps.north[taps.count] = y;
    ++taps.count;
  };
  const bool inside = column >= around && row >= around && column + around <= last && row + around <= last;
  for (std::int64_t r = row - around; r <= row + around; ++r)
    for (std::int64_t c = column - around; c <= column + around; ++c) {
      if (inside) {
        add(sphere_.cell(face, static_cast<std::uint32_t>(c), static_cast<std::uint32_t>(r)));
      } else if (const std::optional<Cell> cell = sphere_.folded(face, c, r)) {
        add(*cell);
      }
    }
  if (taps.count > 0) weigh(sums, taps);
}

float SphereSampler::at(std::span<const float> values, const Vec3d& direction) const {
  SphereTaps taps;
  find(direction, taps);
  return taps.value(values);
}

}  // namespace craton::picture
