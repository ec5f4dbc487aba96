// Colours of ground as one sees it from near by. Shares are mixed as squares of sRGB levels, which is nearly linear light and
// needs no powers.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

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

/// What grows by temperature and rain: biomes flow into each other over some degrees. Straight between the places of a table,
/// since shares in the diagram take their time.
class Growth {
 public:
  Growth() : lights_(std::size_t{columns} * rows) {
    constexpr float width = 4;  // °C
    for (std::uint32_t row = 0; row < rows; ++row)
      for (std::uint32_t column = 0; column < columns; ++column) {
        const std::array<float, diagram_biome_count> shares =
            whittaker_shares(coldest + static_cast<float>(column) / per_degree, static_cast<float>(row) / per_cm, width);
        Light& light = lights_[std::size_t{row} * columns + column];
        for (std::size_t i = 0; i < shares.size(); ++i) light.add(shares[i], growth[i]);
      }
  }

  Light at(float temperature, float rain) const {
    // NaN is the coldest, driest corner.
    const float x = held((temperature - coldest) * per_degree, columns - 1.001F), y = held(rain * per_cm, rows - 1.001F);
    const auto column = static_cast<std::uint32_t>(x), row = static_cast<std::uint32_t>(y);
    const float right = x - static_cast<float>(column), below = y - static_cast<float>(row);
    const Light* light = lights_.data() + std::size_t{row} * columns + column;
    const auto mixed = [&](float Light::*part) {
      const float above = light[0].*part + (light[1].*part - light[0].*part) * right;
      const float under = light[columns].*part + (light[columns + 1].*part - light[columns].*part) * right;
      return above + (under - above) * below;
    };
    return {mixed(&Light::r), mixed(&Light::g), mixed(&Light::b)};
  }

 private:
  static constexpr std::uint32_t columns = 161, rows = 201;
  static constexpr float coldest = -10, per_degree = 4, per_cm = 0.5F;  // nothing changes beyond

  static float held(float value, float most) { return value > 0 ? (value < most ? value : most) : 0.0F; }

  std::vector<Light> lights_;
};

const Growth& growth_table() {
  static const Growth table;
  return table;
}

/// Rock and sand where no layers tell.
std::array<float, 2> guessed_shares(float height, const std::array<float, 2>& slope) {
  const float steep = smooth_step(0.45F, 1.1F, std::sqrt(slope[0] * slope[0] + slope[1] * slope[1]));
  return {steep, (1 - steep) * (1 - smooth_step(0.0F, 3.0F, height))};
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

namespace {

constexpr std::size_t block_size = 64;

/// Light of a block, channel by channel.
struct Lights {
  std::array<float, block_size> channels[3], left;

  void begin(std::size_t count, const float* share) {
    for (std::size_t i = 0; i < count; ++i) left[i] = 1 - share[i];
    set(count, share, rock);
  }
  void add(std::size_t count, const float* share, const Light& light) {
    const float parts[] = {light.r, light.g, light.b};
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t i = 0; i < count; ++i) channels[c][i] += share[i] * parts[c];
    for (std::size_t i = 0; i < count; ++i) left[i] -= share[i];
  }
  void write(std::size_t count, std::array<std::uint8_t, 4>* out) {
    for (auto& channel : channels)
      for (std::size_t i = 0; i < count; ++i) channel[i] = std::sqrt(channel[i] > 0 ? channel[i] : 0.0F) + 0.5F;
    const auto level = [](float root) {
      return static_cast<std::uint8_t>(static_cast<std::int32_t>(root < 255 ? root : 255.0F));
    };
    for (std::size_t i = 0; i < count; ++i) out[i] = {level(channels[0][i]), level(channels[1][i]), level(channels[2][i]), 255};
  }

 private:
  void set(std::size_t count, const float* share, const Light& light) {
    const float parts[] = {light.r, light.g, light.b};
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t i = 0; i < count; ++i) channels[c][i] = share[i] * parts[c];
  }
};

}  // namespace

void GroundColour::block(Cell first, std::size_t count, std::array<std::uint8_t, 4>* out) const {
  constexpr std::array<Light, 5> grounds{rock, sand, snow, gravel, mud};
  std::array<std::array<float, block_size>, 2> guessed;
  std::array<const float*, 5> shares{};
  if (has_shares_) {
    for (std::size_t k = 0; k < shares.size(); ++k) shares[k] = shares_[k].data() + first;
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      const auto cell = static_cast<Cell>(first + i);
      const std::array<float, 2> rock_and_sand = guessed_shares(samples_.height(cell), samples_.slope(cell));
      for (std::size_t k = 0; k < 2; ++k) guessed[k][i] = rock_and_sand[k];
    }
    for (std::size_t k = 0; k < 2; ++k) shares[k] = guessed[k].data();
  }
  Lights lights;
  lights.begin(count, shares[0]);
  for (std::size_t k = 1; k < shares.size() && shares[k]; ++k) lights.add(count, shares[k], grounds[k]);
  const bool climate = !temperature_.empty() && !rain_.empty();
  const Growth& table = growth_table();
  for (std::size_t i = 0; i < count; ++i) {
    if (!(lights.left[i] > 0)) continue;
    const Light light = climate ? table.at(temperature_[first + i], rain_[first + i]) : meadow;
    lights.channels[0][i] += lights.left[i] * light.r;
    lights.channels[1][i] += lights.left[i] * light.g;
    lights.channels[2][i] += lights.left[i] * light.b;
  }
  lights.write(count, out);
}

void GroundColour::row(Cell first, std::size_t count, std::array<std::uint8_t, 4>* out) const {
  for (std::size_t done = 0; done < count; done += block_size)
    block(static_cast<Cell>(first + done), std::min(block_size, count - done), out + done);
}

std::array<std::uint8_t, 4> GroundColour::at(Cell cell) const {
  std::array<std::uint8_t, 4> colour{};
  block(cell, 1, &colour);
  return colour;
}

Result<std::vector<std::array<std::uint8_t, 4>>> ground_colours(const Surface& surface, const std::string& height) {
  const FloatingPointMode ieee;
  CRATON_TRY(const PlaneSamples samples, plane_samples(surface, height, "surface"));
  const GroundColour ground(surface, samples);
  std::vector<std::array<std::uint8_t, 4>> colours(surface.cell_count());
  ground.row(0, colours.size(), colours.data());
  return colours;
}

}  // namespace craton
