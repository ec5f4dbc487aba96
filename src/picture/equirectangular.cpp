#include "picture/equirectangular.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "picture/oklab.h"

namespace craton::picture {

// Abramowitz & Stegun 1964, 4.4.49, for the arc tangent of 0 … 1.
float quick_atan2(float y, float x) {
  const float wide = std::abs(x), high = std::abs(y), low = std::min(wide, high), top = std::max(wide, high);
  const float a = top > 0 ? low / top : 0.0F, s = a * a;
  float turn =
      a * (1 + s * (-0.3333314528F +
                    s * (0.1999355085F +
                         s * (-0.1420889944F +
                              s * (0.1065626393F +
                                   s * (-0.0752896400F + s * (0.0429096138F + s * (-0.0161657367F + s * 0.0028662257F))))))));
  constexpr auto pi = std::numbers::pi_v<float>;
  if (high > wide) turn = pi / 2 - turn;
  if (x < 0) turn = pi - turn;
  return y < 0 ? -turn : turn;
}

EquirectangularPlace::EquirectangularPlace(const Vec3d& direction, std::uint32_t width, std::uint32_t height) {
  const auto dx = static_cast<float>(direction.x), dy = static_cast<float>(direction.y), dz = static_cast<float>(direction.z);
  const float longitude = quick_atan2(dy, dx), latitude = quick_atan2(dz, std::sqrt(dx * dx + dy * dy));
  constexpr auto pi = std::numbers::pi_v<float>;
  const auto wide = static_cast<float>(width), high = static_cast<float>(height);
  const float x = (longitude / (2 * pi) + 0.5F) * wide - 0.5F;
  const float y = std::clamp((0.5F - latitude / pi) * high - 0.5F, 0.0F, high - 1);
  const float left = std::floor(x), top = std::floor(y);
  const auto column = [&](float c) {
    const auto at = static_cast<std::int64_t>(c), all = static_cast<std::int64_t>(width);
    return static_cast<std::size_t>(at < 0 ? at + all : at >= all ? at - all : at);
  };
  const auto row = static_cast<std::size_t>(top), next = std::min(row + 1, static_cast<std::size_t>(height) - 1);
  const std::size_t here = column(left), beside = column(left + 1);
  sample = {row * width + here, row * width + beside, next * width + here, next * width + beside};
  right = x - left;
  below = y - top;
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
