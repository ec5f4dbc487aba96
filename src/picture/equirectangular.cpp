#include "picture/equirectangular.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "picture/oklab.h"

namespace craton::picture {

EquirectangularPlace::EquirectangularPlace(const Vec3d& direction, std::uint32_t width, std::uint32_t height) {
  const double longitude = std::atan2(direction.y, direction.x);
  const double latitude = std::atan2(direction.z, std::hypot(direction.x, direction.y));
  const double x = (longitude / (2 * std::numbers::pi) + 0.5) * width - 0.5;
  const double y = std::clamp((0.5 - latitude / std::numbers::pi) * height - 0.5, 0.0, height - 1.0);
  const double left = std::floor(x), top = std::floor(y);
  const auto column = [&](double c) {
    const auto all = static_cast<std::int64_t>(width);
    return static_cast<std::size_t>((static_cast<std::int64_t>(c) % all + all) % all);
  };
  const auto row = static_cast<std::size_t>(top), next = std::min(row + 1, static_cast<std::size_t>(height) - 1);
  const std::size_t here = column(left), beside = column(left + 1);
  sample = {row * width + here, row * width + beside, next * width + here, next * width + beside};
  right = static_cast<float>(x - left);
  below = static_cast<float>(y - top);
}

float value_at(std::span<const float> values, const EquirectangularPlace& place) {
  const float a = values[place.sample[0]], b = values[place.sample[1]], c = values[place.sample[2]], d = values[place.sample[3]];
  const float upper = a + (b - a) * place.right, lower = c + (d - c) * place.right;
  return upper + (lower - upper) * place.below;
}

EquirectangularColours::EquirectangularColours(const Rgb8Image& image) : image_(image) {
  for (std::size_t i = 0; i < decoded_.size(); ++i) decoded_[i] = static_cast<float>(srgb_decoded(static_cast<double>(i) / 255));
}

std::array<float, 3> EquirectangularColours::at(const EquirectangularPlace& place) const {
  std::array<float, 3> mixed{};
  const float right = place.right, below = place.below;
  const std::array<float, 4> weight{(1 - right) * (1 - below), right * (1 - below), (1 - right) * below, right * below};
  for (std::size_t k = 0; k < 4; ++k) {
    const Rgb8 colour = image_.pixels[place.sample[k]];
    mixed[0] += weight[k] * decoded_[colour.r];
    mixed[1] += weight[k] * decoded_[colour.g];
    mixed[2] += weight[k] * decoded_[colour.b];
  }
  return mixed;
}

}  // namespace craton::picture
