// Sky after Bruneton & Neyret 2008 and Hillaire 2020: single scattering integrated along each direction, scattering of higher
// orders taken as equal from all sides. Coefficients are the earth's, per kilometre. The sun does not move within a picture, so
// one table over elevation and azimuth holds the whole sky; phases are left out of it and stay sharp.
#include "picture/view/atmosphere.h"

#include <array>

namespace craton::view {
namespace {

constexpr float planet = 6360, top = 6460;  // radii, km
constexpr float eye_radius = planet + 0.6F;
constexpr Vec air_scatter{5.802e-3F, 13.558e-3F, 33.1e-3F};
constexpr float air_height = 8, haze_height = 1.2F;
constexpr float haze_scatter = 4.2e-3F, haze_extinct = 4.6e-3F;
constexpr Vec ozone_absorb{0.650e-3F, 1.881e-3F, 0.085e-3F};
constexpr Vec sun_power{21.0F, 20.2F, 19.4F};
constexpr float ground_albedo = 0.2F;

struct Medium {
  Vec air;
  float haze;
  Vec extinct;
};

Medium medium_at(float radius) {
  const float h = std::max(0.0F, radius - planet);
  const Vec air = air_scatter * std::exp(-h / air_height);
  const float density = std::exp(-h / haze_height);
  const Vec ozone = ozone_absorb * std::max(0.0F, 1 - std::abs(h - 25) / 15);
  const float extinct = haze_extinct * density;
  return {air, haze_scatter * density, air + ozone + Vec{extinct, extinct, extinct}};
}

/// Along a ray that starts at `radius` with cosine `mu` to the zenith: distance to a sphere, or < 0 where it misses.
float to_sphere(float radius, float mu, float sphere, bool far_side) {
  const float discriminant = sphere * sphere - radius * radius * (1 - mu * mu);
  if (discriminant < 0) return -1;
  const float root = std::sqrt(discriminant);
  return -radius * mu + (far_side ? root : -root);
}

Vec transmittance(float radius, float mu) {
  if (mu < 0 && to_sphere(radius, mu, planet, false) > 0) return {};
  const float distance = to_sphere(radius, mu, top, true);
  constexpr int steps = 32;
  Vec depth;
  for (int i = 0; i < steps; ++i) {
    const float t = distance * (static_cast<float>(i) + 0.5F) / steps;
    depth += medium_at(std::sqrt(radius * radius + t * t + 2 * radius * mu * t)).extinct * (distance / steps);
  }
  return exp_of_minus(depth);
}

/// Transmittance to the sun over height and the sun's cosine.
class ToSun {
 public:
  ToSun() {
    for (int j = 0; j < heights; ++j)
      for (int i = 0; i < cosines; ++i) table_[j][i] = transmittance(radius_of(j), cosine_of(i));
  }
  Vec operator()(float radius, float mu) const {
    const float v = std::sqrt(saturated((radius - planet) / (top - planet))) * (heights - 1);
    const float u = saturated((mu + 0.3F) / 1.3F) * (cosines - 1);
    const int i = std::min(cosines - 2, static_cast<int>(u)), j = std::min(heights - 2, static_cast<int>(v));
    const float fu = u - static_cast<float>(i), fv = v - static_cast<float>(j);
    return mixed(mixed(table_[j][i], table_[j][i + 1], fu), mixed(table_[j + 1][i], table_[j + 1][i + 1], fu), fv);
  }

 private:
  static constexpr int heights = 32, cosines = 128;
  static float radius_of(int j) {
    const float v = static_cast<float>(j) / (heights - 1);
    return planet + v * v * (top - planet);
  }
  static float cosine_of(int i) { return -0.3F + 1.3F * static_cast<float>(i) / (cosines - 1); }
  std::array<std::array<Vec, cosines>, heights> table_;
};

struct March {
  Vec air, haze, many;  ///< light gained by single scattering, without phases, and by higher orders
  Vec gathered;         ///< what isotropic light of strength 1 would add: the share that is scattered once more
  Vec left;             ///< transmittance to the end
};

/// `higher(radius)` gives the light of higher orders.
template <class Higher>
March march(const ToSun& to_sun, float radius, Vec direction, Vec sun, int steps, Higher higher) {
  const float ground = to_sphere(radius, direction.z, planet, false);
  const float distance = ground > 0 && direction.z < 0 ? ground : to_sphere(radius, direction.z, top, true);
  March result;
  result.left = {1, 1, 1};
  for (int i = 0; i < steps; ++i) {
    // Short steps first: most of the air is near.
    const float a = static_cast<float>(i) / static_cast<float>(steps), b = static_cast<float>(i + 1) / static_cast<float>(steps);
    const float t0 = distance * a * a, t1 = distance * b * b, t = 0.5F * (t0 + t1), length_here = t1 - t0;
    const Vec place = Vec{0, 0, radius} + direction * t;
    const float r = length(place);
    const Medium medium = medium_at(r);
    const Vec step_left = exp_of_minus(medium.extinct * length_here);
    const auto share = [](float left, float extinct, float path) { return extinct > 1e-8F ? (1 - left) / extinct : path; };
    const Vec gain =
        result.left * Vec{share(step_left.x, medium.extinct.x, length_here), share(step_left.y, medium.extinct.y, length_here),
                          share(step_left.z, medium.extinct.z, length_here)};
    const Vec lit = to_sun(r, dot(place, sun) / r);
    result.air += gain * medium.air * lit;
    result.haze += gain * lit * medium.haze;
    const Vec scatter = medium.air + Vec{medium.haze, medium.haze, medium.haze};
    result.many += gain * scatter * higher(r);
    result.gathered += gain * scatter;
    result.left = result.left * step_left;
  }
  return result;
}

Vec spread_direction(int i, int count) {
  const float z = 1 - 2 * (static_cast<float>(i) + 0.5F) / static_cast<float>(count), angle = 2.399963F * static_cast<float>(i);
  const float r = std::sqrt(1 - z * z);
  return {r * std::cos(angle), r * std::sin(angle), z};
}

/// Light of the second and all higher orders at some heights (Hillaire 2020, eq. 5–10).
class Higher {
 public:
  Higher(const ToSun& to_sun, Vec sun) {
    constexpr int directions = 48;
    for (int j = 0; j < count; ++j) {
      const float radius = radius_of(j);
      Vec second, again;
      for (int i = 0; i < directions; ++i) {
        const Vec direction = spread_direction(i, directions);
        const March m = march(to_sun, radius, direction, sun, 20, [](float) { return Vec{}; });
        second += (m.air + m.haze) * (1.0F / (4 * pi * directions));
        again += m.gathered * (1.0F / directions);
        if (direction.z < 0 && to_sphere(radius, direction.z, planet, false) > 0)
          second += m.left * to_sun(planet, sun.z) * (ground_albedo / pi * std::max(0.0F, sun.z) / directions);
      }
      table_[static_cast<std::size_t>(j)] = {second.x / (1 - again.x), second.y / (1 - again.y), second.z / (1 - again.z)};
    }
  }
  Vec operator()(float radius) const {
    const float v = std::sqrt(saturated((radius - planet) / (top - planet))) * (count - 1);
    const int j = std::min(count - 2, static_cast<int>(v));
    return mixed(table_[static_cast<std::size_t>(j)], table_[static_cast<std::size_t>(j) + 1], v - static_cast<float>(j));
  }

 private:
  static constexpr int count = 16;
  static float radius_of(int j) {
    const float v = static_cast<float>(j) / (count - 1);
    return planet + 0.05F + v * v * (top - planet - 1);
  }
  std::array<Vec, count> table_;
};

constexpr int elevations = 96, azimuths = 48;  // azimuth from the sun's, half a turn

float air_phase(float cosine) { return 3 / (16 * pi) * (1 + cosine * cosine); }
float haze_phase(float cosine, float g) {  // Cornette & Shanks 1992
  const float k = 3 / (8 * pi) * (1 - g * g) / (2 + g * g), base = 1 + g * g - 2 * g * cosine;
  return k * (1 + cosine * cosine) / (base * std::sqrt(base));
}

}  // namespace

Atmosphere::Atmosphere(Vec sun_direction) : to_sun_(sun_direction) {
  const ToSun to_sun;
  const Vec sun{std::sqrt(1 - to_sun_.z * to_sun_.z), 0, to_sun_.z};
  const Higher higher(to_sun, sun);
  sun_ = sun_power * to_sun(eye_radius, sun.z);
  table_.resize(std::size_t{elevations} * azimuths);
  for (int j = 0; j < elevations; ++j)
    for (int i = 0; i < azimuths; ++i) {
      const float v = static_cast<float>(j) / (elevations - 1), elevation = v * v * pi / 2;
      const float azimuth = pi * static_cast<float>(i) / (azimuths - 1);
      const Vec direction{std::cos(elevation) * std::cos(azimuth), std::cos(elevation) * std::sin(azimuth), std::sin(elevation)};
      const March m = march(to_sun, eye_radius, direction, sun, 40, higher);
      // What comes from all sides is told as if it had the phase of air, whose mean is the same.
      const float level = 1 / air_phase(dot(direction, sun));
      table_[static_cast<std::size_t>(j * azimuths + i)] = {(m.air + m.many * level) * sun_power, m.haze * sun_power};
    }
  constexpr int directions = 256;
  for (int i = 0; i < directions; ++i) {
    const Vec direction = spread_direction(i, 2 * directions);  // the upper half
    sky_irradiance_ += soft_sky(direction) * (direction.z * 2 * pi / directions);
  }
}

Atmosphere::Scattered Atmosphere::scattered(Vec direction) const {
  const float level = std::sqrt(std::max(1e-12F, direction.x * direction.x + direction.y * direction.y));
  const float sun_level = std::sqrt(std::max(1e-12F, to_sun_.x * to_sun_.x + to_sun_.y * to_sun_.y));
  const float cosine = (direction.x * to_sun_.x + direction.y * to_sun_.y) / (level * sun_level);
  const float azimuth = std::acos(std::min(1.0F, std::max(-1.0F, cosine)));
  const float elevation = std::atan2(std::max(0.0F, direction.z), level);
  const float u = azimuth / pi * (azimuths - 1), v = std::sqrt(elevation / (pi / 2)) * (elevations - 1);
  const int i = std::min(azimuths - 2, static_cast<int>(u)), j = std::min(elevations - 2, static_cast<int>(v));
  const float fu = u - static_cast<float>(i), fv = v - static_cast<float>(j);
  const auto at = [&](int a, int e) -> const Scattered& { return table_[static_cast<std::size_t>(e * azimuths + a)]; };
  return {mixed(mixed(at(i, j).air, at(i + 1, j).air, fu), mixed(at(i, j + 1).air, at(i + 1, j + 1).air, fu), fv),
          mixed(mixed(at(i, j).haze, at(i + 1, j).haze, fu), mixed(at(i, j + 1).haze, at(i + 1, j + 1).haze, fu), fv)};
}

Colour Atmosphere::sky(Vec direction) const {
  const Scattered s = scattered(direction);
  const float cosine = dot(direction, to_sun_);
  return s.air * air_phase(cosine) + s.haze * haze_phase(cosine, 0.76F);
}

Colour Atmosphere::soft_sky(Vec direction) const {
  const Scattered s = scattered(direction);
  const float cosine = dot(direction, to_sun_);
  return s.air * air_phase(cosine) + s.haze * haze_phase(cosine, 0.3F);
}

Colour Atmosphere::haze(Vec direction) const {
  const float level = std::sqrt(std::max(1e-12F, direction.x * direction.x + direction.y * direction.y));
  const Vec low = normalised({direction.x / level, direction.y / level, 0.03F});
  return sky(low);
}

}  // namespace craton::view
