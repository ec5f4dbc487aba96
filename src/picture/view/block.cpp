// The world as a relief in a museum: a block cut out of the ground, its beds to be seen on the sides, on a plain table.
#include "picture/view/scene.h"

namespace craton::view {
namespace {

/// Beds of rock under a thin soil.
Colour beds(const Scene& scene, double along, float z, float under) {
  static const Colour colours[5] = {colour_of(0x8c7b66), colour_of(0x9f8f78), colour_of(0x75695a), colour_of(0xb0a38d),
                                    colour_of(0x857767)};
  const double thickness = (double{scene.ground->highest()} - double{scene.base}) / 26;
  const double warp = 1.4 * double{texture(along, 0.37 * along, 30 * thickness, 1e-3, 3, 0xb10cu)};
  const double place = double{z} / thickness + warp;
  const std::int64_t bed = floor_int(place);
  const auto within = static_cast<float>(place - static_cast<double>(bed));
  const auto pick = [&](std::int64_t i) { return colours[scrambled(static_cast<std::uint32_t>(i) * 0x9e3779b9u) % 5]; };
  // Beds lie on each other with thin soft borders, and each is striped within.
  const float stripe = gradient_noise(place * 5, along / (40 * thickness), 0x57a1u).value;
  Colour colour = mixed(pick(bed - 1), pick(bed), smooth_step(0, 0.08F, within)) * (1 + 0.13F * stripe);
  const auto soil = static_cast<float>(0.45 * thickness);
  colour = mixed(colour_of(0x4c4335), colour, smooth_step(0.6F * soil, soil, under));
  return scene.land.plain() ? scene.land.mean() * (1 + 0.05F * stripe) : colour;
}

struct Box {
  float west, east, south, north;
};
Box box_of(const Scene& scene) {
  return {static_cast<float>(-scene.stand.x), static_cast<float>(scene.ground->width() - scene.stand.x),
          static_cast<float>(-scene.ground->depth() - scene.stand.y), static_cast<float>(-scene.stand.y)};
}

/// Where a ray enters the box through a side, if it does.
bool enters(const Box& box, Vec eye, Vec direction, float& distance, Vec& normal) {
  const float x = direction.x > 0 ? box.west : box.east, y = direction.y > 0 ? box.south : box.north;
  const float tx = std::abs(direction.x) > 1e-9F ? (x - eye.x) / direction.x : -no_hit;
  const float ty = std::abs(direction.y) > 1e-9F ? (y - eye.y) / direction.y : -no_hit;
  distance = std::max(tx, ty);
  normal = tx > ty ? Vec{direction.x > 0 ? -1.0F : 1.0F, 0, 0} : Vec{0, direction.y > 0 ? -1.0F : 1.0F, 0};
  const Vec place = eye + direction * distance;
  const float slack = 1e-4F * (box.east - box.west);
  return distance > 0 && place.x >= box.west - slack && place.x <= box.east + slack && place.y >= box.south - slack &&
         place.y <= box.north + slack;
}

/// The cut through the sea.
Seen water_side(const Scene& scene, Vec direction, float distance, Vec normal, float z, const SampleNumbers& numbers) {
  const float depth = -z / scene.water_depth;
  const Colour shallow = scene.land.plain() ? colour_of(0x9a9f9f) : colour_of(0x3f7580);
  const Colour deep = scene.land.plain() ? colour_of(0x5f6a70) : colour_of(0x123a4d);
  const Colour colour = mixed(shallow, deep, saturated(1 - std::exp(-0.7F * depth)));
  Seen seen = lit(scene, direction, distance, normal, colour, numbers);
  const float fresnel = 0.02F + 0.98F * std::pow(1 - saturated(-dot(direction, normal)), 5.0F);
  seen.light += scene.air.soft_sky(reflected(direction, normal)) * fresnel;
  return seen;
}

}  // namespace

Seen block_seen(const Scene& scene, Vec direction, const SampleNumbers& numbers) {
  const Vec eye = scene.camera.eye;
  const Box box = box_of(scene);
  const float distance = scene.land.hit(eye, direction);
  const float to_table = direction.z < 0 ? (scene.base - eye.z) / direction.z : no_hit;
  float entry = 0;
  Vec side;
  const bool through_side = enters(box, eye, direction, entry, side);
  const Vec entered = eye + direction * entry;
  const auto ground_at = [&](Vec p) {
    return scene.ground->smooth(scene.stand.x + double{p.x}, scene.stand.y + double{p.y}).value;
  };
  if (through_side && entered.z > scene.base && scene.ground->has_water() && entered.z < 0 && ground_at(entered) < entered.z)
    return water_side(scene, direction, entry, side, entered.z, numbers);
  if (scene.ground->has_water() && direction.z < 0 && eye.z > 0) {
    const float to_water = -eye.z / direction.z;
    const Vec place = eye + direction * to_water;
    const bool inside = place.x > box.west && place.x < box.east && place.y > box.south && place.y < box.north;
    if (inside && to_water < distance &&
        scene.ground->under_water(scene.stand.x + double{place.x}, scene.stand.y + double{place.y}, -1))
      return water_seen(scene, direction, to_water, numbers);
  }
  if (distance < to_table) {
    const Vec place = eye + direction * distance;
    const float slack = 2e-4F * (box.east - box.west);
    const bool on_side = through_side && std::abs(distance - entry) * std::abs(dot(direction, side)) < slack;
    const float under = ground_at(place) - place.z;
    if (!on_side || under < slack) return ground_seen(scene, direction, distance, numbers);
    const double along = double{side.x != 0 ? place.y : place.x};
    return lit(scene, direction, distance, side, beds(scene, along, place.z, under), numbers);
  }
  if (to_table == no_hit) {
    Seen seen;
    seen.light = scene.air.soft_sky(direction);
    return seen;
  }
  return lit(scene, direction, to_table, {0, 0, 1}, scene.land.plain() ? colour_of(0xb3b6ba) : colour_of(0xd6d2ca), numbers);
}

}  // namespace craton::view
