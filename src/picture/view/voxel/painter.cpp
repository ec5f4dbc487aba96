#include "picture/view/voxel/painter.h"

#include "picture/view/sampling.h"
#include "picture/view/texture.h"

namespace craton::view {
namespace {

constexpr float sun_radius = 0.012F;              // radians: more than the real one, for soft shadows
constexpr Colour earth{0.17F, 0.16F, 0.10F};      // what light bounces off, on the whole
constexpr Colour absorbed{0.34F, 0.085F, 0.06F};  // by a voxel of water
constexpr Colour paper{0.77F, 0.80F, 0.84F};      // of the table that blocks stand on

float unit_of(std::int32_t x, std::int32_t y, std::int32_t z) {
  const auto u = [](std::int32_t v) { return static_cast<std::uint32_t>(v); };
  return unit_float(scrambled(u(x) + scrambled(u(y) + scrambled(u(z) + 0x9e3779b9u))));
}

Vec lifted(Vec place, Vec normal) { return place + normal * 2e-3F; }

}  // namespace

VoxelPainter::VoxelPainter(const VoxelWorld& world, const VoxelScene& scene, const Atmosphere& air, const Clouds& clouds,
                           bool block, bool smooth)
    : scene_(scene), air_(air), clouds_(clouds), block_(block), smooth_(smooth), far_(scene.width() / 2) {
  const VoxelTable& table = world.table();
  for (const VoxelTable::Ground& ground : table.grounds) colours_.push_back(linear_from(ground.colour));
  soil_under_.assign(table.grounds.size(), 0);
  for (const VoxelTable::Biome& biome : table.biomes) {
    if (biome.soil != biome.surface && biome.base >= 0) soil_under_[biome.surface] = biome.soil;
    if (biome.cap != 0) soil_under_[biome.cap] = biome.soil;
  }
}

VoxelPainter::Haze VoxelPainter::haze_at(Vec direction, float distance) const {
  if (block_) return {{1, 1, 1}, {}};
  // Thin air at first; where the voxels end, all is as the sky behind them.
  const float end = distance / far_, wall = std::exp(-2.4F * end * end * end * end);
  const Vec left = exp_of_minus(Vec{0.75F, 1.0F, 1.4F} * (0.30F * end));
  return {left * wall, air_.haze(direction) * (Vec{1, 1, 1} - left) * wall + air_.sky(direction) * (1 - wall)};
}

Colour VoxelPainter::sunlight(Vec place, Vec normal, Pair u) const {
  const float r = sun_radius * std::sqrt(u.a), angle = 2 * pi * u.b;
  const Vec to_sun = normalised(around(air_.to_sun(), {r * std::cos(angle), r * std::sin(angle), 1}));
  const float facing = dot(normal, to_sun);
  if (facing <= 0 || scene_.blocked(lifted(place, normal), to_sun)) return {};
  return air_.sun() * facing;
}

Colour VoxelPainter::sky_light(Vec place, Vec normal, Pair u) const {
  const Vec direction = around(normal, cosine_direction(u));
  const Colour bounced = earth * (air_.sun() * (0.55F * air_.to_sun().z) + air_.sky_irradiance() * 0.45F);
  if (direction.z < 0) return block_ ? bounced * 1.6F : bounced;
  if (scene_.blocked(lifted(place, normal), direction, 48)) return bounced * 0.9F;
  const Colour sky = air_.soft_sky(direction) * pi;
  if (!block_) return sky;
  const float grey = luminance(sky) + 1.5F * luminance(air_.sky_irradiance());  // a room is lit by its walls too
  return mixed(sky, {grey, grey, grey}, 0.75F);
}

Colour VoxelPainter::plain_light(Vec normal) const {
  return air_.sun() * std::max(0.0F, dot(normal, air_.to_sun())) + air_.sky_irradiance() * (0.5F + 0.5F * normal.z);
}

Colour VoxelPainter::voxel_albedo(GroundId ground, Vec place, Vec normal, float footprint) const {
  const Vec inside = place - normal * 0.01F;
  const std::int32_t x = floor_int(inside.x), y = floor_int(inside.y), z = floor_int(inside.z);
  constexpr float texels = 8;
  const std::int32_t tx = floor_int(inside.x * texels), ty = floor_int(inside.y * texels), tz = floor_int(inside.z * texels);
  Colour colour = colours_[ground];
  // Turf hangs over the soil that it grows on.
  if (std::abs(normal.z) < 0.5F && soil_under_[ground] != 0) {
    const float lip = 0.20F + 0.25F * unit_of(tx, ty, z);
    if (static_cast<float>(z + 1) - inside.z > lip) colour = colours_[soil_under_[ground]];
  }
  const float fine = smooth_step(1 / texels, 0.3F / texels, footprint);
  const float broad = texture(double{place.x}, double{place.y}, 21, double{footprint}, 3, 0x5e11u);
  const float tone = 1 + 0.10F * (unit_of(x, y, z) - 0.5F) + 0.16F * fine * (unit_of(tx, ty, tz) - 0.5F) + 0.09F * broad;
  return colour * tone;
}

Colour VoxelPainter::albedo_of(const VoxelHit& hit, Vec place, float footprint) const {
  if (hit.ground == 0) return hit.colour;
  if (!smooth_) return voxel_albedo(hit.ground, place, hit.normal, footprint);
  // On steep ground the plane of the textures leans, so that they do not become stripes.
  const double x = double{place.x} + 0.6 * double{place.z}, y = double{place.y} + 0.8 * double{place.z};
  const float broad = texture(x, y, 21, double{footprint}, 3, 0x5e11u), fine = texture(x, y, 1.6, double{footprint}, 3, 0x71c3u);
  return hit.colour * (1 + 0.09F * broad + 0.10F * fine);
}

VoxelPainter::Face VoxelPainter::face_at(const Ray& ray, const VoxelHit& hit) const {
  const Vec place = ray.origin + ray.direction * hit.distance;
  // Between vertices a smooth normal is not that of the triangle: its neighbours must not shade it.
  const float lift = smooth_ && hit.ground != 0 ? 0.06F : 0.0F;
  return {place + hit.normal * lift, hit.normal, albedo_of(hit, place, ray.width + ray.spread * hit.distance)};
}

Seen VoxelPainter::lit(const Ray& ray, float distance, const Face& face, const SampleNumbers& numbers) const {
  const Haze haze = haze_at(ray.direction, distance);
  const Colour colour = face.albedo * (1 / pi);
  Seen seen;
  seen.light = colour * sunlight(face.place, face.normal, numbers.sun) * haze.left + haze.added;
  seen.weight = colour * haze.left;
  seen.sky_light = sky_light(face.place, face.normal, numbers.sky);
  seen.has_sky_light = true;
  seen.normal = face.normal;
  seen.distance = told(ray, distance);
  return seen;
}

Vec VoxelPainter::waves(Vec place, float footprint, Pair u) const {
  float dx = 0, dy = 0, unresolved = 4e-5F;
  double wavelength = 5;
  for (unsigned k = 0; k < 5; ++k, wavelength *= 0.55) {
    constexpr float each = 0.011F;
    const float share = smooth_step(1.0F, 4.0F, static_cast<float>(wavelength) / footprint);
    unresolved += (1 - share) * each * each;
    if (share <= 0) continue;
    const Turned p = turned(double{place.x} / wavelength, double{place.y} / (1.6 * wavelength), k);
    const Slope n = turned_back(gradient_noise(p.x, p.y, 0x77aa01u + k), k);
    dx += share * each * n.dx;
    dy += share * each * n.dy;
  }
  const float spread = std::sqrt(unresolved * -2 * std::log(std::max(1e-6F, 1 - u.a)));
  return normalised({-dx + spread * std::cos(2 * pi * u.b), -dy + spread * std::sin(2 * pi * u.b), 1});
}

Colour VoxelPainter::mirrored(Vec place, Vec direction) const {
  const Ray ray{place, direction, 0.2F, 0.002F, 0};
  const VoxelHit hit = scene_.solid(place, direction);
  if (hit.distance == no_hit) return block_ ? air_.sky_irradiance() * (1 / pi) : clouds_.over(air_.sky(direction), direction);
  const Face face = face_at(ray, hit);
  const bool shaded = scene_.blocked(lifted(face.place, face.normal), air_.to_sun());
  const Colour light = shaded ? air_.sky_irradiance() * (0.5F + 0.5F * face.normal.z) : plain_light(face.normal);
  const Haze haze = haze_at(direction, hit.distance);
  return face.albedo * light * (0.85F / pi) * haze.left + haze.added;
}

Seen VoxelPainter::water(const Ray& ray, float distance, Vec normal, GroundId liquid, float bed,
                         const SampleNumbers& numbers) const {
  const Vec place = ray.origin + ray.direction * distance;
  const bool above = normal.z > 0.5F;
  if (above)
    normal = waves(place, (ray.width + ray.spread * distance) / std::sqrt(std::max(0.02F, -ray.direction.z)), numbers.wave);
  const float facing = std::max(0.02F, -dot(ray.direction, normal));
  const float fresnel = 0.02F + 0.98F * std::pow(1 - facing, 5.0F);

  const bool shaded = scene_.blocked(lifted(place, {0, 0, 1}), air_.to_sun());
  const Colour light = air_.sun() * (shaded ? 0.0F : air_.to_sun().z) + air_.sky_irradiance();
  // Every colour of water scatters as much as it lets through: deep water keeps the colour of its ground.
  const Colour own = colours_[liquid], deep = own * (block_ ? 0.42F : 0.26F) * light * (1 / pi);
  Colour below = deep;
  if (bed != no_hit) {
    const Vec at = ray.origin + ray.direction * bed;
    const float way = bed - distance + std::max(0.0F, scene_.sea() - at.z);
    const Vec left = exp_of_minus(absorbed * way);
    const VoxelHit hit = scene_.solid(ray.origin, ray.direction, distance);
    const Colour ground = albedo_of(hit, at, 0.2F);
    below = ground * light * left * (0.7F / pi) + deep * (Vec{1, 1, 1} - left);
  }
  Seen seen;
  const Haze haze = haze_at(ray.direction, distance);
  seen.light = below * (1 - fresnel) * haze.left + haze.added;
  Vec mirror = reflected(ray.direction, normal);
  if (above) mirror.z = std::abs(mirror.z) + 1e-4F;
  seen.weight = haze.left * (fresnel / pi);
  seen.sky_light = mirrored(lifted(place, above ? Vec{0, 0, 1} : normal), normalised(mirror)) * pi;
  seen.has_sky_light = true;
  seen.normal = above ? Vec{0, 0, 1} : normal;
  seen.distance = told(ray, distance);
  return seen;
}

Seen VoxelPainter::table(const Ray& ray, const SampleNumbers& numbers) const {
  const float distance = -ray.origin.z / ray.direction.z;
  return lit(ray, distance, {ray.origin + ray.direction * distance, {0, 0, 1}, paper}, numbers);
}

Seen VoxelPainter::seen(const Ray& ray, const SampleNumbers& numbers) const {
  const VoxelHit solid = scene_.solid(ray.origin, ray.direction);
  const VoxelHit water_hit = scene_.water(ray.origin, ray.direction, solid.distance);
  if (water_hit.distance < solid.distance)
    return water(ray, water_hit.distance, water_hit.normal, water_hit.ground, solid.distance, numbers);
  if (solid.distance != no_hit) return lit(ray, solid.distance, face_at(ray, solid), numbers);
  if (block_ && ray.direction.z < 0) return table(ray, numbers);
  Seen seen;
  seen.light = clouds_.over(air_.sky(ray.direction), ray.direction);
  if (!block_ && ray.direction.z >= 0) {
    const float disc = smooth_step(std::cos(0.0056F), std::cos(0.0046F), dot(ray.direction, air_.to_sun()));
    if (disc > 0) seen.light += air_.sun() * (disc * 400);
  }
  return seen;
}

}  // namespace craton::view
