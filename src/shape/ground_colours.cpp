// Colours of ground as one sees it from near by. Shares are mixed as squares of sRGB levels, which is nearly linear light and
// needs no powers.
#include <algorithm>
#include <array>
#include <cmath>

#include <craton/shape/terrain_mesh.h>
#include <craton/stages/whittaker.h>

#include "base/fp_mode.h"
#include "base/smooth_step.h"
#include "shape/ground_colour.h"

namespace craton {
namespace {

struct Light {
  float r = 0, g = 0, b = 0;

  void add(float share, const Light& other) {
    r += share * other.r;
    g += share * other.g;
    b += share * other.b;
  }
};

constexpr Light light_of(std::uint32_t rgb) {
  const auto square = [](std::uint32_t level) { return static_cast<float>(level * level); };
  return {square(rgb >> 16 & 255U), square(rgb >> 8 & 255U), square(rgb & 255U)};
}

std::array<std::uint8_t, 4> colour_of(const Light& light) {
  const auto level = [](float square) {
    return static_cast<std::uint8_t>(std::min(std::sqrt(std::max(square, 0.0F)) + 0.5F, 255.0F));
  };
  return {level(light.r), level(light.g), level(light.b), 255};
}

constexpr Light rock = light_of(0x7b746b), sand = light_of(0xcdb98a), snow = light_of(0xf2f5f8), gravel = light_of(0x8d867a),
                mud = light_of(0x5f5442), meadow = light_of(0x6c7d3f);

constexpr std::array<Light, diagram_biome_count> growth{
    light_of(0x7c7a5c),  // tundra
    light_of(0x46583a),  // taiga
    light_of(0x8a8b4f),  // temperate grassland
    light_of(0x577036),  // temperate deciduous forest
    light_of(0x3d5c33),  // temperate rain forest
    light_of(0xc4a878),  // subtropical desert
    light_of(0x9a8b4d),  // savanna
    light_of(0x627638),  // tropical seasonal forest
    light_of(0x3c5e2c),  // tropical rain forest
};

Light growth_at(std::span<const float> temperature, std::span<const float> rain, Cell cell) {
  if (temperature.empty() || rain.empty()) return meadow;
  constexpr float width = 4;  // °C over which biomes flow into each other
  const std::array<float, diagram_biome_count> shares = whittaker_shares(temperature[cell], rain[cell], width);
  Light light;
  for (std::size_t i = 0; i < shares.size(); ++i) light.add(shares[i], growth[i]);
  return light;
}

/// Rock, sand, snow, gravel and mud where no layers tell.
std::array<float, 5> guessed_shares(float height, const std::array<float, 2>& slope) {
  const float steep = smooth_step(0.45F, 1.1F, std::sqrt(slope[0] * slope[0] + slope[1] * slope[1]));
  return {steep, (1 - steep) * (1 - smooth_step(0.0F, 3.0F, height)), 0, 0, 0};
}

}  // namespace

GroundColour::GroundColour(const Surface& surface, const PlaneSamples& samples) : samples_(samples) {
  const auto find = [&](std::string_view name) -> std::span<const float> {
    const Layer* layer = surface.layer(name);
    return layer && layer->type() == LayerType::number ? layer->numbers() : std::span<const float>{};
  };
  temperature_ = find("temperature");
  rain_ = find("rain");
  constexpr std::string_view names[] = {"rock", "sand", "snow", "gravel", "mud"};
  has_shares_ = !find("soil").empty();
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    shares_[i] = find(names[i]);
    has_shares_ = has_shares_ && !shares_[i].empty();
  }
}

std::array<std::uint8_t, 4> GroundColour::at(Cell cell) const {
  constexpr std::array<Light, 5> grounds{rock, sand, snow, gravel, mud};
  std::array<float, 5> shares{};
  if (has_shares_)
    for (std::size_t i = 0; i < shares.size(); ++i) shares[i] = shares_[i][cell];
  else
    shares = guessed_shares(samples_.height(cell), samples_.slope(cell));
  Light light;
  float left = 1;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    light.add(shares[i], grounds[i]);
    left -= shares[i];
  }
  if (left > 0) light.add(left, growth_at(temperature_, rain_, cell));
  return colour_of(light);
}

Result<std::vector<std::array<std::uint8_t, 4>>> ground_colours(const Surface& surface, const std::string& height) {
  const FloatingPointMode ieee;
  CRATON_TRY(const PlaneSamples samples, plane_samples(surface, height, "surface"));
  const GroundColour ground(surface, samples);
  std::vector<std::array<std::uint8_t, 4>> colours(surface.cell_count());
  for (Cell cell = 0; cell < colours.size(); ++cell) colours[cell] = ground.at(cell);
  return colours;
}

}  // namespace craton
