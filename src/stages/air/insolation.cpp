// Daily insolation: Milankovitch 1920, as in Berger 1978: S/π (H sin φ sin δ + cos φ cos δ sin H), where cos H = −tan φ tan δ and
// H is the hour of sunset as an angle, 0 through the polar night and π through the midnight sun.
#include "stages/air/insolation.h"

#include <algorithm>
#include <cmath>

#include "base/math_kernels.h"

namespace craton::air {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double degree = pi / 180;

/// Half of the angle over which a + b cos h is above 0.
double half_angle(double a, double b) {
  if (a >= b) return pi;
  if (a <= -b) return 0;
  return math::kernel::atan2(std::sqrt(b * b - a * a), -a);
}

}  // namespace

double day_insolation(double latitude, double declination) {
  const double up = math::kernel::sin(latitude * degree) * math::kernel::sin(declination * degree);
  const double flat = math::kernel::cos(latitude * degree) * math::kernel::cos(declination * degree);
  if (up >= flat) return solar_constant * up;
  if (up <= -flat) return 0;
  const double cosine = -up / flat;
  const double sine = std::sqrt(1 - cosine * cosine);
  const double sunset = math::kernel::atan2(sine, cosine);
  return solar_constant / pi * (sunset * up + flat * sine);
}

double declination(double tilt, double sine) {
  const double height = math::kernel::sin(tilt * degree) * sine;
  return math::kernel::atan2(height, std::sqrt(1 - height * height)) / degree;
}

SunDay::SunDay(double latitude, double declination)
    : sin_latitude_(math::kernel::sin(latitude * degree)),
      cos_latitude_(math::kernel::cos(latitude * degree)),
      sin_declination_(math::kernel::sin(declination * degree)),
      cos_declination_(math::kernel::cos(declination * degree)),
      sunset_(half_angle(sin_latitude_ * sin_declination_, cos_latitude_ * cos_declination_)) {}

double SunDay::on_slope(double east, double north) const {
  // cos θ = (A + B cos h + C sin h) / length of the normal.
  const double a = sin_declination_ * (sin_latitude_ - north * cos_latitude_);
  const double b = cos_declination_ * (cos_latitude_ + north * sin_latitude_), c = east * cos_declination_;
  const double swing = std::sqrt(b * b + c * c);
  const double half = half_angle(a, swing);
  const double noon = swing > 0 ? math::kernel::atan2(c, b) : 0.0;
  double light = 0;
  for (const double turn : {-2 * pi, 0.0, 2 * pi}) {
    const double from = std::max(-sunset_, noon - half + turn), to = std::min(sunset_, noon + half + turn);
    if (to <= from) continue;
    light += a * (to - from) + b * (math::kernel::sin(to) - math::kernel::sin(from)) -
             c * (math::kernel::cos(to) - math::kernel::cos(from));
  }
  return std::max(0.0, light * solar_constant / (2 * pi) / std::sqrt(1 + east * east + north * north));
}

double year_contrast(double tilt) {
  const double sine = math::kernel::sin(tilt * degree);
  return -5.0 / 16 * (2 - 3 * sine * sine);
}

}  // namespace craton::air
