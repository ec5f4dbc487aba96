#include "picture/view/clouds.h"

#include "picture/view/texture.h"

namespace craton::view {

Clouds::Clouds(const Atmosphere& air, const Stand& stand, const std::optional<ViewPlace>& over) : air_(air) {
  const double x = over ? over->x : stand.x, y = over ? over->y : stand.y;
  const std::uint32_t h =
      scrambled(static_cast<std::uint32_t>(floor_int(x)) ^ scrambled(static_cast<std::uint32_t>(floor_int(y))));
  place_ = 90 * unit_float(h);
  wind_ = radians(stand.azimuth + 35 + 60 * double{unit_float(scrambled(h))});
}

Colour Clouds::over(Colour behind, Vec direction) const {
  if (amount_ <= 0 || direction.z <= 0.01F) return behind;
  // A layer that bends down with the earth: far clouds crowd above the horizon, but not without end.
  const float away = 1 / (direction.z + 0.06F);
  const float c = std::cos(wind_), s = std::sin(wind_);
  const float along = (direction.x * s + direction.y * c) * away, side = (direction.x * c - direction.y * s) * away;
  const double footprint = 0.0035 * double{away};
  const float bend = texture(double{along}, double{side}, 3.5, footprint, 3, 0xc10d1u);
  const double u = double{along} * 0.42 + 0.5 * double{bend} + double{place_}, v = double{side} + 0.7 * double{bend};
  const float field = texture(u + 7.3, v + 2.1, 2.6, footprint, 3, 0xc10d2u);
  const float wisps = texture(u * 0.6, v, 0.9, footprint, 6, 0xc10d3u, 0.62F);
  float density = smooth_step(0.0F, 0.95F, field + 0.7F * wisps + 0.25F * (amount_ - 1));
  density *= density * amount_ * smooth_step(0.01F, 0.12F, direction.z);
  const float opacity = 1 - std::exp(-1.3F * density);
  const float towards_sun = saturated(dot(direction, air_.to_sun()));
  const float glow = 0.105F + 0.22F * towards_sun * towards_sun * towards_sun * towards_sun * towards_sun * towards_sun;
  const Colour lit = air_.sun() * glow + air_.sky_irradiance() * (1.1F / pi);
  return mixed(behind, lit, opacity);
}

}  // namespace craton::view
