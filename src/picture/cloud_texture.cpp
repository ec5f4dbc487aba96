// Clouds of a moment: a fractal noise on the sphere, drawn out along the winds and wound up into storms of the middle latitudes,
// thicker where it rains much (after what pictures of whole discs from geostationary satellites show).
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <tuple>

#include <craton/base/hash.h>
#include <craton/noise/noise.h>
#include <craton/picture/planet_textures.h>

#include "base/parallel.h"
#include "base/smooth_step.h"
#include "picture/equirectangular.h"
#include "picture/texel_rows.h"
#include "surface/vectors.h"

namespace craton {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double ball = 1000;  // metres: the radius of the ball on which the noises lie

/// Around an axis of length 1 (Rodrigues 1840).
Vec3d turned(const Vec3d& at, const Vec3d& axis, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return at * c + cross(axis, at) * s + axis * (dot(axis, at) * (1 - c));
}

struct Storm {
  Vec3d centre;
  double size = 0.1, turn = 0;  // radians; of the middle
  double reach = 1;             // cosine of where it ends
};

float value_of(const FloatView& raster, const Vec3d& at) {
  return picture::value_at(raster.values, picture::EquirectangularPlace(at, raster.width, raster.height));
}

/// Whether a storm can live there: it takes its strength from the sea, and rain falls out of it.
bool feeds_storms(const CloudClimate& climate, const Vec3d& centre) {
  if (!climate.height.values.empty() && value_of(climate.height, centre) >= 0) return false;
  return climate.rain.values.empty() || value_of(climate.rain, centre) > 35;
}

std::vector<Storm> storms_of(std::uint64_t seed, const CloudClimate& climate) {
  constexpr int most = 60;
  std::vector<Storm> storms;
  std::uint64_t state = seed;
  const auto draw = [&] { return static_cast<double>((state = mix64(state + 0x9e3779b97f4a7c15U)) >> 11) * 0x1p-53; };
  for (int i = 0; i < most && storms.size() < 22; ++i) {
    const double side = i % 2 == 0 ? 1 : -1;
    const double latitude = side * (36 + 28 * draw()) * pi / 180;
    const double longitude = 2 * pi * draw();
    const double size = 0.055 + 0.075 * draw();
    const double strength = 1.3 + 1.6 * draw();
    const Vec3d centre{std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude), std::sin(latitude)};
    if (feeds_storms(climate, centre)) storms.push_back({centre, size, side * strength, std::cos(3 * size)});
  }
  return storms;
}

Result<Noise> noise_of(double wave, int octaves, double persistence, Seed seed) {
  NoiseSpec perlin{.kind = "perlin"};
  perlin.params.set("frequency", 1 / wave);
  NoiseSpec sum{.kind = "fbm", .inputs = {{"source", perlin}}};
  sum.params.set("octaves", std::int64_t{octaves});
  sum.params.set("persistence", persistence);
  return Noise::make(sum, seed);
}

Point3 point_of(const Vec3d& at, double stretch) {
  const auto units = [](double part) { return static_cast<std::int64_t>(std::floor(part * ball * units_per_metre)); };
  return {units(at.x), units(at.y), units(at.z * stretch)};
}

class Sky {
 public:
  static Result<Sky> make(std::uint64_t seed, const CloudClimate& climate) {
    Sky sky;
    sky.storms_ = storms_of(mix64(seed ^ 0x57), climate);
    sky.known_ = !climate.rain.values.empty();
    const Seed root{seed};
    for (const auto& [name, wave, octaves, persistence] : {std::tuple{"x", 260.0, 4, 0.55},
                                                           {"y", 260.0, 4, 0.55},
                                                           {"z", 260.0, 4, 0.55},
                                                           {"fields", 520.0, 4, 0.5},
                                                           {"clouds", 170.0, 8, 0.6}}) {
      CRATON_TRY(Noise noise, noise_of(wave, octaves, persistence, root.child("clouds").child(name)));
      sky.noises_.push_back(std::move(noise));
    }
    return sky;
  }

  /// `rain` in cm a year. Noises are asked for many places at once.
  void covers(std::span<const Vec3d> directions, std::span<const float> rain, std::span<float> out) const {
    const std::size_t count = directions.size();
    std::vector<Vec3d> at(directions.begin(), directions.end());
    std::vector<float> near(count, 0.0F);  // to the arms of a storm
    for (std::size_t i = 0; i < count; ++i) wind_up(directions[i], at[i], near[i]);
    std::vector<Point3> points(count);
    std::array<std::vector<float>, 5> noise;
    for (std::vector<float>& values : noise) values.resize(count);
    const auto ask = [&](std::size_t which, double stretch) {
      for (std::size_t i = 0; i < count; ++i) points[i] = point_of(at[i], stretch);
      (void)noises_[which].points(points, noise[which], {.threads = 1});
    };
    for (const std::size_t axis : {0U, 1U, 2U}) ask(axis, 1);
    constexpr double pull = 0.075;
    for (std::size_t i = 0; i < count; ++i)
      at[i] = normalised(at[i] + Vec3d{double{noise[0][i]}, double{noise[1][i]}, 0.6 * double{noise[2][i]}} * pull);
    ask(3, 1.8);
    ask(4, 1.35);
    for (std::size_t i = 0; i < count; ++i) out[i] = cover(directions[i], rain[i], noise[3][i], noise[4][i], near[i]);
  }

 private:
  void wind_up(const Vec3d& direction, Vec3d& at, float& near) const {
    for (const Storm& storm : storms_) {
      const double cosine = dot(direction, storm.centre);
      if (cosine < storm.reach) continue;
      const double away = std::acos(std::min(cosine, 1.0)) / storm.size, fade = std::exp(-away * away);
      at = turned(at, storm.centre, storm.turn * fade);
      near = std::max(near, static_cast<float>(fade));
    }
  }
  float cover(const Vec3d& direction, float rain, float field, float fine, float near) const {
    const float far = static_cast<float>(std::abs(std::asin(std::clamp(direction.z, -1.0, 1.0))) * 180 / pi);
    const float tracks = 0.16F * std::exp(-(far - 56) * (far - 56) / 300);
    const float clear = 0.12F * std::exp(-(far - 24) * (far - 24) / 90);
    // Where the climate is known, it says where skies are clear; belts by latitude are what is left otherwise.
    const float belts = known_ ? 0.35F * (tracks - clear) : tracks - clear;
    const float wet = known_ ? 0.46F * smooth_step(4, 130, rain) + 0.16F * smooth_step(130, 330, rain) - 0.2F
                             : 0.2F * smooth_step(20, 260, rain);
    const float value = 0.27F + 1.25F * fine + 0.8F * field + wet + belts + 0.12F * near;
    const float veil = 0.25F * smooth_step(0.3F, 0.75F, value), thick = smooth_step(0.5F, 0.98F, value);
    return std::clamp(veil + 0.8F * thick, 0.0F, 1.0F);
  }
  Sky() = default;
  bool known_ = false;  // how much rain falls where
  std::vector<Storm> storms_;
  std::vector<Noise> noises_;
};

}  // namespace

Result<std::vector<float>> cloud_texture(const CloudClimate& climate, std::uint64_t seed, const TextureShape& shape,
                                         const Execution& execution) {
  CRATON_TRY(const Sky sky, Sky::make(seed, climate));
  std::vector<float> texels(std::size_t{shape.width()} * shape.height());
  const picture::TexelRows rows(shape);
  CRATON_TRY(parallel_blocks(shape.height(), 8, execution, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<Vec3d> directions(shape.width());
    std::vector<float> falls(shape.width(), 100.0F);
    for (auto y = static_cast<std::uint32_t>(begin); y < end; ++y) {
      rows.row(y, directions);
      if (!climate.rain.values.empty())
        for (std::uint32_t x = 0; x < shape.width(); ++x) falls[x] = value_of(climate.rain, directions[x]);
      sky.covers(directions, falls, std::span(texels).subspan(std::size_t{y} * shape.width(), shape.width()));
    }
  }));
  return texels;
}

}  // namespace craton
