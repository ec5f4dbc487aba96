#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/surface/coords.h>
#include <craton/surface/domain.h>

#include "base/parallel.h"
#include "surface/vectors.h"

namespace craton::picture {

/// Whether there can be such an eye.
inline Result<void> check_globe_view(GridSize size, const LatLon& centre, double distance = 6, double share = 0.84) {
  if (!(distance > 1.05 && distance <= 1000)) return Error{ErrorCode::invalid_value, "distance", "allowed 1.05 … 1000 radii"};
  if (!(share > 0.01 && share <= 4)) return Error{ErrorCode::invalid_value, "share", "allowed 0.01 … 4"};
  if (size.width < 16 || size.height < 16 || size.width > 16384 || size.height > 16384)
    return Error{ErrorCode::invalid_value, "size", "allowed 16 … 16384 pixels a side"};
  if (!(std::abs(centre.latitude) <= 90) || !(std::abs(centre.longitude) <= 360))
    return Error{ErrorCode::invalid_value, "centre", "a latitude is -90 … 90 degrees, a longitude -360 … 360"};
  return {};
}

/// An eye that looks at a ball of radius 1, north up.
class GlobeCamera {
 public:
  GlobeCamera(GridSize size, const LatLon& centre, double distance, double share) : distance_(distance) {
    const double latitude = centre.latitude * std::numbers::pi / 180, longitude = centre.longitude * std::numbers::pi / 180;
    out_ = {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude), std::sin(latitude)};
    right_ = {-std::sin(longitude), std::cos(longitude), 0};
    up_ = cross(out_, right_);
    middle_x_ = 0.5 * size.width;
    middle_y_ = 0.5 * size.height;
    // The limb is seen at the angle whose sine is 1 / distance.
    scale_ = 1 / std::sqrt(distance * distance - 1) / (0.5 * share * std::min(size.width, size.height));
  }

  struct Ray {
    Vec3d from, along;
  };
  Ray ray(double x, double y) const {
    const Vec3d along = right_ * ((x - middle_x_) * scale_) - up_ * ((y - middle_y_) * scale_) - out_;
    return {out_ * distance_, along * (1 / length(along))};
  }
  /// How far along the ray the ball is.
  static std::optional<double> hit(const Ray& ray) {
    const double along = dot(ray.from, ray.along), square = along * along - dot(ray.from, ray.from) + 1;
    if (square < 0) return std::nullopt;
    return -along - std::sqrt(square);
  }

  /// Where a place on the ball is seen, in pixels.
  std::array<double, 2> spot(const Vec3d& place) const {
    const Vec3d from = place - out_ * distance_;
    const double far = -dot(from, out_) * scale_;
    return {middle_x_ + dot(from, right_) / far, middle_y_ - dot(from, up_) / far};
  }

  const Vec3d& out() const { return out_; }
  const Vec3d& right() const { return right_; }
  const Vec3d& up() const { return up_; }

 private:
  double distance_, middle_x_ = 0, middle_y_ = 0, scale_ = 1;
  Vec3d out_, right_, up_;
};

/// Light, red, green and blue.
using Linear = std::array<float, 3>;

/// A picture of what is seen: `light(x, y)` at `samples` × `samples` places of each pixel, their mean as levels by
/// `level(light, x, y, channel)`.
template <class Light, class Level>
Result<Rgb8Image> picture_of_light(GridSize size, int samples, const Execution& execution, const Light& light,
                                   const Level& level) {
  Rgb8Image image(size.width, size.height);
  CRATON_TRY(parallel_blocks(size.height, 4, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto y = static_cast<std::uint32_t>(begin); y < end; ++y)
      for (std::uint32_t x = 0; x < size.width; ++x) {
        Linear sum{};
        for (int row = 0; row < samples; ++row)
          for (int column = 0; column < samples; ++column) {
            const Linear seen = light(x + (column + 0.5) / samples, y + (row + 0.5) / samples);
            for (std::size_t i = 0; i < 3; ++i) sum[i] += seen[i] / static_cast<float>(samples * samples);
          }
        image.at(x, y) = {level(sum[0], x, y, 0U), level(sum[1], x, y, 1U), level(sum[2], x, y, 2U)};
      }
  }));
  return image;
}

}  // namespace craton::picture
