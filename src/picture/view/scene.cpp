#include "picture/view/scene.h"

#include "picture/view/sampling.h"

namespace craton::view {
namespace {

constexpr float sun_radius = 0.008F;  // radians: a little more than the real one, for softer shadows

Vec towards_sun(const Scene& scene, Pair u) {
  const float r = sun_radius * std::sqrt(u.a), angle = 2 * pi * u.b;
  return normalised(around(scene.air.to_sun(), {r * std::cos(angle), r * std::sin(angle), 1}));
}

/// A point from which a ray does not meet the triangle it starts on.
Vec lifted(Vec place, Vec normal, float distance) {
  const float away = 2e-4F * distance + 1e-3F;
  return place + normal * away + Vec{0, 0, away};
}

Colour sunlight(const Scene& scene, Vec place, Vec normal, float distance, Pair u) {
  const Vec to_sun = towards_sun(scene, u);
  const float facing = dot(normal, to_sun);
  if (facing <= 0 || scene.land.blocked(lifted(place, normal, distance), to_sun)) return {};
  return scene.air.sun() * facing;
}

/// Light that comes from other ground.
Colour bounced(const Scene& scene) {
  return scene.land.mean() * (scene.air.sun() * (0.7F * scene.air.to_sun().z) + scene.air.sky_irradiance() * 0.5F) * (1 / pi);
}

Colour sky_light(const Scene& scene, Vec place, Vec normal, float distance, Pair u) {
  const Vec direction = around(normal, cosine_direction(u));
  if (direction.z < 0 || scene.land.blocked(lifted(place, normal, distance), direction)) return bounced(scene) * pi;
  const Colour sky = scene.air.soft_sky(direction) * pi;
  if (scene.style != ViewStyle::block) return sky;
  // A room is lit by its walls too.
  const float grey = luminance(sky) + 1.2F * luminance(scene.air.sky_irradiance());
  return mixed(sky, {grey, grey, grey}, 0.8F);
}

Colour hazed(const Scene& scene, Colour light, Vec origin, Vec direction, float distance) {
  const Vec left = scene.haze.left(origin.z, origin.z + direction.z * distance, distance);
  return light * left + scene.air.haze(direction) * (Vec{1, 1, 1} - left);
}

Colour sky_with_sun(const Scene& scene, Vec direction) {
  Colour sky = scene.clouds.over(scene.air.sky(direction), direction);
  const float cosine = dot(direction, scene.air.to_sun());
  const float disc = smooth_step(std::cos(0.0056F), std::cos(0.0046F), cosine);
  if (disc > 0) sky += scene.air.sun() * (disc * 400);
  return sky;
}

/// Ground as water mirrors it: without what is too fine to tell there.
Colour mirrored(const Scene& scene, Vec origin, Vec direction, float travelled, const SampleNumbers& numbers) {
  const float distance = scene.land.hit(origin, direction);
  if (distance == no_hit) return scene.clouds.over(scene.air.sky(direction), direction);
  const Land::Met met = scene.land.met(origin, direction, distance, 2 * scene.camera.pixel_angle * (travelled + distance));
  if (dot(met.normal, direction) > 0) return bounced(scene) * 0.4F;  // from within the shore
  const Colour sun = sunlight(scene, origin + direction * distance, met.normal, travelled + distance, numbers.sun);
  const Colour light = met.albedo * (sun + scene.air.sky_irradiance() * (0.5F + 0.5F * met.normal.z)) * (1 / pi);
  return hazed(scene, light, origin, direction, distance);
}

struct Waves {
  float dx = 0, dy = 0;
  float unresolved = 0;  ///< variance of slopes too short for a pixel
};

Waves waves_at(const Scene& scene, double x, double y, float footprint) {
  Waves waves;
  double wavelength = double{scene.wave_length};
  constexpr float each = 0.014F;  // slope of one octave
  for (unsigned k = 0; k < 7; ++k, wavelength *= 0.55) {
    const float share = smooth_step(1.0F, 4.0F, static_cast<float>(wavelength) / footprint);
    waves.unresolved += (1 - share) * each * each;
    if (share <= 0) continue;
    const Turned p = turned(x / wavelength, y / (1.6 * wavelength), k);
    const Slope n = turned_back(gradient_noise(p.x, p.y, 0x77aa01u + k), k);
    waves.dx += share * each * n.dx;
    waves.dy += share * each * n.dy;
  }
  waves.unresolved += 2e-4F;
  return waves;
}

/// The sun on waves (Cox & Munk 1954): how many facets mirror it, by the Gaussian of their slopes.
Colour glitter(const Scene& scene, Vec to_eye, const Waves& waves) {
  const Vec half = normalised(to_eye + scene.air.to_sun());
  if (half.z <= 0.05F || to_eye.z <= 0) return {};
  const float sx = -half.x / half.z - waves.dx, sy = -half.y / half.z - waves.dy;
  const float density = std::exp(-(sx * sx + sy * sy) / (2 * waves.unresolved)) / (2 * pi * waves.unresolved);
  const float cosine = dot(half, to_eye), fresnel = 0.02F + 0.98F * std::pow(1 - saturated(cosine), 5.0F);
  const float hz2 = half.z * half.z;
  return scene.air.sun() * (fresnel * density / (4 * hz2 * hz2 * std::max(0.02F, to_eye.z)));
}

}  // namespace

Seen water_seen(const Scene& scene, Vec direction, float distance, const SampleNumbers& numbers, const Land::Bed* river) {
  const Vec place = scene.camera.eye + direction * distance;
  const double x = scene.stand.x + double{place.x}, y = scene.stand.y + double{place.y};
  // Seen at a low angle a pixel covers a long strip of water.
  const float footprint = scene.camera.pixel_angle * distance / std::sqrt(std::max(0.02F, -direction.z));
  const Waves waves = waves_at(scene, x, y, footprint);
  const float spread = std::sqrt(waves.unresolved * -2 * std::log(std::max(1e-6F, 1 - numbers.wave.a)));
  const Vec normal = normalised(
      {-waves.dx + spread * std::cos(2 * pi * numbers.wave.b), -waves.dy + spread * std::sin(2 * pi * numbers.wave.b), 1});
  const float facing = std::max(0.02F, -dot(direction, normal));
  const float fresnel = 0.02F + 0.98F * std::pow(1 - facing, 5.0F);
  Vec mirror = reflected(direction, normal);
  mirror.z = std::abs(mirror.z) + 1e-4F;
  // Rivers lie between banks, which samples know but roughly.
  const Vec start = place + Vec{0, 0, river ? 2e-3F * distance + 1 : 1e-4F * distance + 1e-3F};
  const Colour above = mirrored(scene, start, normalised(mirror), distance, numbers);

  // The bottom shows through shallow water; deep water has the colour that it scatters.
  const Land::Bed bed = river ? *river : scene.land.bed(place, scene.camera.pixel_angle * distance);
  const float depth = std::max(0.0F, -bed.height) / scene.water_depth;
  const bool plain = scene.land.plain();
  const Colour absorbed = plain ? Colour{2.2F, 1.7F, 1.5F} : Colour{3.4F, 1.3F, 1.15F};
  const Vec left = exp_of_minus(absorbed * (depth * 1.4F));
  const bool shaded = scene.land.blocked(start, towards_sun(scene, numbers.sun));
  const Colour light = scene.air.sun() * (shaded ? 0 : scene.air.to_sun().z) + scene.air.sky_irradiance();
  const Colour deep = (plain ? Colour{0.06F, 0.075F, 0.085F} : Colour{0.006F, 0.022F, 0.034F}) * light * (1 / pi);
  const Colour below = bed.albedo * light * left * (0.55F / pi) + deep * (Vec{1, 1, 1} - left);

  Seen seen;
  const Vec left_by_haze = scene.haze.left(scene.camera.eye.z, river ? place.z : 0, distance);
  seen.light = (below * (1 - fresnel) + glitter(scene, -direction, waves) * (shaded ? 0.0F : 1.0F)) * left_by_haze +
               scene.air.haze(direction) * (Vec{1, 1, 1} - left_by_haze);
  // What is mirrored is grainy as the light of the sky is, and is told in the same measure, so that both may be smoothed.
  seen.weight = left_by_haze * (fresnel / pi);
  seen.sky_light = above * pi;
  seen.has_sky_light = true;
  seen.normal = {0, 0, 1};
  seen.distance = distance;
  return seen;
}

Seen lit(const Scene& scene, Vec direction, float distance, Vec normal, Colour albedo, const SampleNumbers& numbers) {
  const Vec place = scene.camera.eye + direction * distance;
  const Colour colour = albedo * (1 / pi);
  const Vec left = scene.haze.left(scene.camera.eye.z, place.z, distance);
  Seen seen;
  seen.light = colour * sunlight(scene, place, normal, distance, numbers.sun) * left;
  if (left.z < 1) seen.light += scene.air.haze(direction) * (Vec{1, 1, 1} - left);
  seen.weight = colour * left;
  if (numbers.look_at_sky) seen.sky_light = sky_light(scene, place, normal, distance, numbers.sky);
  seen.has_sky_light = numbers.look_at_sky;
  seen.normal = normal;
  seen.distance = distance;
  return seen;
}

Seen ground_seen(const Scene& scene, Vec direction, float distance, const SampleNumbers& numbers) {
  const Land::Met met = scene.land.met(scene.camera.eye, direction, distance, scene.camera.pixel_angle * distance);
  // Rays take turns where water covers a part of what they met.
  if (met.water > 0.3F + 0.4F * numbers.wave.a) {
    const Land::Bed bed{-0.8F * scene.water_depth, met.albedo};
    return water_seen(scene, direction, distance, numbers, &bed);
  }
  return lit(scene, direction, distance, met.normal, met.albedo, numbers);
}

Seen seen_along(const Scene& scene, Vec direction, const SampleNumbers& numbers) {
  if (scene.style == ViewStyle::block) return block_seen(scene, direction, numbers);
  const Vec eye = scene.camera.eye;
  const float distance = scene.land.hit(eye, direction);
  if (scene.land.has_water() && direction.z < 0 && eye.z > 0) {
    const float to_water = -eye.z / direction.z;
    if (to_water < distance && (distance == no_hit || scene.land.wet(eye + direction * to_water)))
      return water_seen(scene, direction, to_water, numbers);
  }
  if (distance != no_hit) return ground_seen(scene, direction, distance, numbers);
  Seen seen;
  seen.light = sky_with_sun(scene, direction);
  return seen;
}

}  // namespace craton::view
