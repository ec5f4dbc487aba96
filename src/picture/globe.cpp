// A planet from space. Light is reckoned in linear light: Lambert's ground, a thin layer of clouds with its shadow, haze whose
// thickness grows towards the limb as 1 / cos, a sea with a broad and a narrow glint (Blinn 1977), and a filmic curve at the end
// (Narkowicz 2015).
#include <craton/picture/globe.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include <craton/picture/planet_textures.h>

#include "base/parallel.h"
#include "base/smooth_step.h"
#include "picture/equirectangular.h"
#include "picture/globe_camera.h"
#include "picture/relief_paint.h"
#include "picture/sphere_sampler.h"
#include "surface/vectors.h"

namespace craton {
namespace {

using picture::EquirectangularPlace;
using picture::GlobeCamera;
using picture::Linear;

constexpr int samples = 2;                       // along each side of a pixel
constexpr std::uint32_t most_cloud_rows = 1024;  // clouds are soft

/// What light the air gives, by day and where the sun is low, how thick it is, and how many clouds it carries.
struct Air {
  Linear sky{0.19F, 0.42F, 1.0F}, dusk{0.95F, 0.42F, 0.2F};
  float thick = 1, clouds = 1;
};
/// Thin and full of dust, as on Mars, where dusks are blue.
constexpr Air dusty{{0.6F, 0.42F, 0.32F}, {0.3F, 0.38F, 0.5F}, 0.55F, 0.4F};

float smooth(double from, double to, double value) { return static_cast<float>(smooth_step(from, to, value)); }

class SpaceView {
 public:
  SpaceView(const GlobeSkin& skin, const GlobeOptions& options)
      : skin_(skin),
        options_(options),
        camera_(options.size, options.centre, options.distance, options.share),
        colours_(skin.colour),
        air_(skin.palette == NaturalPalette::rust ? dusty : Air{}) {
    const double degree = std::numbers::pi / 180, east = options.sun_east * degree, north = options.sun_north * degree;
    sun_ = camera_.out() * (std::cos(east) * std::cos(north)) + camera_.right() * (std::sin(east) * std::cos(north)) +
           camera_.up() * std::sin(north);
  }

  Linear at(double x, double y) const {
    const GlobeCamera::Ray ray = camera_.ray(x, y);
    const std::optional<double> hit = GlobeCamera::hit(ray);
    return hit ? ground(ray.from + ray.along * *hit, ray.along) : space(ray);
  }

 private:
  float day(double sine) const { return smooth(-0.12, 0.22, sine); }

  Linear air_colour(double sine) const {
    const float red = smooth(-0.18, 0.0, sine) * (1 - smooth(0.02, 0.3, sine)), lit = day(sine);
    Linear light;
    for (std::size_t i = 0; i < 3; ++i) light[i] = lit * (air_.sky[i] * (1 - 0.6F * red) + air_.dusk[i] * 0.6F * red);
    return light;
  }

  Linear space(const GlobeCamera::Ray& ray) const {
    Linear light{};
    if (!options_.air || !skin_.air) return light;
    const double along = -dot(ray.from, ray.along);
    const Vec3d nearest = ray.from + ray.along * along;
    const double high = length(nearest) - 1;
    const Linear air = air_colour(dot(nearest, sun_) / (1 + high));
    const auto thick = static_cast<float>(0.75 * std::exp(-high / 0.012) + 0.1 * std::exp(-high / 0.04)) * air_.thick;
    for (std::size_t i = 0; i < 3; ++i) light[i] = thick * air[i];
    return light;
  }

  float clouds(const Vec3d& at) const {
    if (skin_.clouds.empty()) return 0;
    return air_.clouds * picture::value_at(skin_.clouds, EquirectangularPlace(at, 2 * skin_.cloud_rows, skin_.cloud_rows));
  }

  Vec3d normal(const Vec3d& up, const EquirectangularPlace& place) const {
    std::array<double, 2> slope{};
    const std::array<float, 4> shares{(1 - place.right) * (1 - place.below), place.right * (1 - place.below),
                                      (1 - place.right) * place.below, place.right * place.below};
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t k = 0; k < 2; ++k) slope[k] += double{shares[i] * skin_.slopes[place.sample[i]][k]};
    const picture::Tangents along = picture::tangents_at(up);
    const Vec3d bent = up - along.east * (options_.relief * slope[0]) - along.north * (options_.relief * slope[1]);
    return bent * (1 / length(bent));
  }

  Linear ground(const Vec3d& up, const Vec3d& along) const {
    const EquirectangularPlace place(up, skin_.colour.width, skin_.colour.height);
    Linear albedo = colours_.at(place);
    for (float& part : albedo) part *= skin_.brightness;
    const bool water = picture::value_at(skin_.height, place) < 0;
    const double sine = dot(up, sun_), facing = -dot(up, along);
    const Vec3d side = sun_ - up * sine;  // along the ground, towards the sun
    const float lit = static_cast<float>(std::max(water ? sine : dot(normal(up, place), sun_), 0.0)) * day(sine);
    const float shadow = 1 - 0.6F * clouds(up + side * 0.010);
    const float cover = clouds(up);
    Linear light;
    for (std::size_t i = 0; i < 3; ++i) light[i] = albedo[i] * (1.9F * lit * shadow + 0.05F * day(sine) + 0.0015F);
    if (water && options_.glint) add_glint(light, up, along, albedo, shadow * (1 - cover));
    // Clouds: bright on the side of the sun, and never black.
    const float slope = cover - clouds(up + side * 0.008);
    const float bright =
        std::max(static_cast<float>(std::max(sine, 0.0)) * (1.25F + 0.8F * slope), 0.0F) * day(sine) + 0.03F * day(sine);
    const float share = 0.95F * cover;
    for (float& part : light) part += (1.05F * bright - part) * share;
    if (!options_.air || !skin_.air) return light;
    const Linear air = air_colour(sine);
    const auto thick = static_cast<float>(1 - std::exp(-0.065 * double{air_.thick} / std::max(facing, 0.06)));
    for (std::size_t i = 0; i < 3; ++i) light[i] = light[i] * (1 - 0.8F * thick) + 0.55F * thick * air[i];
    return light;
  }

  /// How open the sea is around a place, 0 … 1: in bays and straits there is no swell that glitters.
  float open_sea(const Vec3d& up) const {
    const picture::Tangents along = picture::tangents_at(up);
    float sea = 0;
    constexpr int ways = 8;
    constexpr std::array<double, 3> away{0.012, 0.028, 0.05};  // of the radius: 80, 180 and 320 km on the Earth
    for (int way = 0; way < ways; ++way) {
      const double angle = 2 * std::numbers::pi * way / ways;
      const Vec3d aside = along.east * std::cos(angle) + along.north * std::sin(angle);
      for (const double far : away) {
        const Vec3d there = up + aside * far;
        const EquirectangularPlace place(there * (1 / length(there)), skin_.colour.width, skin_.colour.height);
        sea += 1 - smooth(-30, 0, double{picture::value_at(skin_.height, place)});
      }
    }
    return smooth(0.62, 0.98, double{sea} / (ways * away.size()));
  }

  /// Ice, which is bright, has none.
  void add_glint(Linear& light, const Vec3d& up, const Vec3d& along, const Linear& albedo, float open) const {
    Vec3d half = sun_ - along;
    half = half * (1 / length(half));
    const double shine = std::max(dot(up, half), 0.0), sine = dot(up, sun_);
    if (sine <= 0) return;
    const double facing = std::max(-dot(up, along), 0.0), edge = 0.03 + 0.97 * std::pow(1 - facing, 5);
    const double spread = 1.1 * std::pow(shine, 260) + 0.35 * std::pow(shine, 48);
    if (spread < 1e-3) return;
    const float dark = 1 - smooth(0.12, 0.4, double{albedo[1]});
    const auto more = static_cast<float>(spread * (0.35 + edge) * day(sine)) * open * dark * open_sea(up);
    light[0] += 1.0F * more;
    light[1] += 0.93F * more;
    light[2] += 0.8F * more;
  }

  const GlobeSkin& skin_;
  GlobeOptions options_;
  GlobeCamera camera_;
  picture::EquirectangularColours colours_;
  Air air_;
  Vec3d sun_;
};

}  // namespace

bool has_air(const Surface& planet) {
  const Layer* height = planet.layer("height");
  return planet.layer("rain") || (height && height->type() == LayerType::number && height->range().min < 0);
}

float skin_brightness(const Surface& planet) { return natural_layers_of(planet).complete() ? 1.0F : 0.45F; }

Result<GlobeSkin> globe_skin(const Surface& surface, const GlobeSkinOptions& options, const Execution& execution) {
  const TextureShape shape{TextureLayout::equirectangular, options.rows};
  PlanetSheetOptions wants{.layers = {}, .cells = false, .slopes = true, .bends = options.seed};
  for (const std::string_view layer : planet_colour_layers()) wants.layers.emplace_back(layer);
  CRATON_TRY(const PlanetSheet sheet, planet_sheet(surface, shape, wants, execution));
  CRATON_TRY(NaturalPictures colours, planet_colours(surface, sheet, options.palette, execution));
  std::vector<float> clouds;
  const std::uint32_t cloud_rows = std::min(options.rows, most_cloud_rows);
  const FloatView rain = sheet.values("rain");
  const bool clouds_too = options.clouds && !rain.values.empty();  // they gather where it rains
  if (clouds_too) {
    CRATON_TRY(std::vector<float> sky, cloud_texture({rain, sheet.values("height")}, options.seed,
                                                     {TextureLayout::equirectangular, cloud_rows}, execution));
    clouds = std::move(sky);
  }
  const std::span<const float> height = sheet.values("height").values;
  return GlobeSkin{.colour = std::move(colours.plain),
                   .height = {height.begin(), height.end()},
                   .slopes = sheet.slopes,
                   .clouds = std::move(clouds),
                   .cloud_rows = clouds_too ? cloud_rows : 0,
                   .air = has_air(surface),
                   .brightness = skin_brightness(surface),
                   .palette = options.palette};
}

Result<Rgb8Image> globe_picture(const GlobeSkin& skin, const GlobeOptions& options, const Execution& execution) {
  CRATON_TRY(picture::check_globe_view(options.size, options.centre, options.distance, options.share));
  if (skin.colour.pixels.empty() || skin.height.size() != skin.colour.pixels.size() ||
      skin.slopes.size() != skin.colour.pixels.size())
    return Error{ErrorCode::invalid_value, "skin", "colours, heights and slopes of a globe have one size"};
  const SpaceView view(skin, options);
  const picture::Encoder encode;
  return picture::picture_of_light(
      options.size, samples, execution, [&](double x, double y) { return view.at(x, y); },
      [&](float light, std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
        const float v = 0.82F * light, film = v * (2.51F * v + 0.03F) / (v * (2.43F * v + 0.59F) + 0.14F);
        return encode.level(film, x * 3242174889U + y * 2447445414U + channel * 1431655765U);
      });
}

}  // namespace craton
