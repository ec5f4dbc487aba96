// A globe as it stands on a desk: paper around a ball, under varnish; a half ring of brass from pole to pole, a turned foot.
#include <algorithm>
#include <array>
#include <cmath>

#include <craton/picture/globe.h>

#include "base/parallel.h"
#include "base/smooth_step.h"
#include "picture/equirectangular.h"
#include "picture/globe_camera.h"
#include "picture/oklab.h"
#include "surface/vectors.h"

namespace craton {
namespace {

using picture::GlobeCamera;
using picture::Linear;

constexpr int samples = 3;
constexpr double globe_share = 0.66, axis_tilt = 0.41;  // of the height; radians
constexpr Linear brass{0.52F, 0.33F, 0.1F}, wood{0.11F, 0.045F, 0.018F}, wall{0.78F, 0.72F, 0.62F}, desk{0.24F, 0.13F, 0.065F};

float smooth(double from, double to, double value) { return static_cast<float>(smooth_step(from, to, value)); }
Linear mixed(const Linear& a, const Linear& b, float share) {
  return {a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share};
}
Linear times(const Linear& a, float by) { return {a[0] * by, a[1] * by, a[2] * by}; }

/// A place of the picture: the ball is the circle of radius 1 around (0, 0), y downwards.
struct Spot {
  double x = 0, y = 0;
};

class DeskView {
 public:
  DeskView(const Rgb8Image& map, const GlobeOptions& options)
      : options_(options), camera_(options.size, options.centre, 12, globe_share), colours_(map) {
    half_ = 0.5 * globe_share * std::min(options.size.width, options.size.height);
    shift_ = 0.09 * std::min(options.size.width, options.size.height);  // the ball stands above the middle
  }

  Linear at(double px, double py) const {
    const Spot spot{(px - 0.5 * options_.size.width) / half_, (py + shift_ - 0.5 * options_.size.height) / half_};
    Linear light = behind(spot);
    light = foot(light, spot);
    light = ring(light, spot);
    // The ball leans as the Earth does.
    const double c = std::cos(axis_tilt), s = std::sin(axis_tilt);
    const double x = c * spot.x + s * spot.y, y = -s * spot.x + c * spot.y;
    const GlobeCamera::Ray ray = camera_.ray(0.5 * options_.size.width + x * half_, 0.5 * options_.size.height + y * half_);
    if (const std::optional<double> hit = GlobeCamera::hit(ray)) light = ball(ray.from + ray.along * *hit, spot);
    return pins(light, spot);
  }

 private:
  /// A wall in lamp light, a desk, and the shadow of the globe on it.
  Linear behind(const Spot& spot) const {
    const double edge = 1.18;
    const auto lamp = static_cast<float>(std::exp(-0.22 * ((spot.x + 0.9) * (spot.x + 0.9) + (spot.y + 0.8) * (spot.y + 0.8))));
    const Linear back = times(wall, 0.35F + 0.75F * lamp);
    const double across = (spot.x - 0.28) / 1.25, down = (spot.y - 1.5) / 0.26;
    const float shadow = 1 - 0.75F * static_cast<float>(std::exp(-across * across - down * down));
    const Linear front = times(desk, (0.5F + 0.7F * lamp) * shadow);
    return mixed(back, front, smooth(edge - 0.02, edge + 0.02, spot.y));
  }

  /// A turned column on a plate.
  static Linear foot(const Linear& light, const Spot& spot) {
    const double wide = spot.y < 1.36 ? 0.05 + 0.05 * std::cos(14 * (spot.y - 1.1)) : 0.0;
    const double plate_x = spot.x / 0.56, plate_y = (spot.y - 1.46) / 0.11;
    Linear out = light;
    if (plate_x * plate_x + plate_y * plate_y < 1) out = times(wood, 1.1F + 1.6F * smooth(0.6, -0.8, plate_x + 0.4 * plate_y));
    if (spot.y > 1.02 && spot.y < 1.4 && std::abs(spot.x) < wide + 0.02)
      out = times(wood, 0.8F + 2.2F * smooth(0.9, -0.9, spot.x / (wide + 0.02)));
    return out;
  }

  /// Half a ring, behind the right side of the ball, along its axis.
  static Linear ring(const Linear& light, const Spot& spot) {
    const double away = std::hypot(spot.x, spot.y), c = std::cos(axis_tilt), s = std::sin(axis_tilt);
    const double side = c * spot.x + s * spot.y;
    if (side < -0.02 || away < 1.035 || away > 1.105) return light;
    const double round = (away - 1.07) / 0.035, glow = std::exp(-8 * (round + 0.25) * (round + 0.25));
    const double turn = 0.5 + 0.5 * std::sin(3 * std::atan2(spot.y, spot.x) - 0.7);
    return times(brass, static_cast<float>(0.45 + 1.2 * glow + 0.6 * turn * turn * glow));
  }

  /// Ends of the axis.
  static Linear pins(const Linear& light, const Spot& spot) {
    const double c = std::cos(axis_tilt), s = std::sin(axis_tilt);
    const double along = std::abs(-s * spot.x + c * spot.y), across = c * spot.x + s * spot.y;
    if (along < 0.985 || along > 1.13 || std::abs(across) > 0.03) return light;
    return times(brass, 0.6F + 1.1F * smooth(0.03, -0.03, across));
  }

  Linear ball(const Vec3d& up, const Spot& spot) const {
    const Linear paper = colours_.at(up);
    const double z = std::sqrt(std::max(1 - spot.x * spot.x - spot.y * spot.y, 0.0));
    const Vec3d normal{spot.x, -spot.y, z}, lamp{-0.48, 0.56, 0.676};
    const auto lit = static_cast<float>(std::max(dot(normal, lamp), 0.0));
    const auto edge = static_cast<float>(0.55 + 0.45 * std::sqrt(std::max(z, 0.0)));
    Linear light = times(paper, (0.28F + 0.95F * lit) * edge);
    Vec3d half = lamp + Vec3d{0, 0, 1};
    half = half * (1 / length(half));
    const double shine = std::max(dot(normal, half), 0.0);
    const auto gloss = static_cast<float>(0.32 * std::pow(shine, 220) + 0.07 * std::pow(shine, 14));
    for (float& part : light) part += gloss;
    return light;
  }

  GlobeOptions options_;
  GlobeCamera camera_;
  picture::EquirectangularColours colours_;
  double half_ = 1, shift_ = 0;
};

}  // namespace

Result<Rgb8Image> desk_globe_picture(const Rgb8Image& map, const GlobeOptions& options, const Execution& execution) {
  if (map.width < 4 || map.height < 2) return Error{ErrorCode::invalid_value, "map", "the map has too few pixels"};
  CRATON_TRY(picture::check_globe_view(options.size, options.centre, options.distance, options.share));
  const DeskView view(map, options);
  return picture::picture_of_light(
      options.size, samples, execution,
      [&](double x, double y) {
        Linear light = view.at(x, y);
        for (float& part : light) part = std::min(part, 1.2F);
        return light;
      },
      [](float light, std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
        return picture::dithered_level(static_cast<float>(255 * picture::srgb_encoded(std::clamp(double{light}, 0.0, 1.0))), x, y,
                                       channel);
      });
}

}  // namespace craton
