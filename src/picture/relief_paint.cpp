#include "picture/relief_paint.h"

#include <algorithm>
#include <cmath>

#include "base/smooth_step.h"
#include "picture/oklab.h"

namespace craton::picture {
namespace {

// Shadows keep this much of a tint, more of its blue: they are lit by the sky. Lights go towards this white, which is a little
// warm: they are lit by the sun.
constexpr float shade_r = 0.14F, shade_g = 0.165F, shade_b = 0.225F;
constexpr float white_r = 1.0F, white_g = 0.975F, white_b = 0.91F;
constexpr float lights = 0.62F;

/// 0 … ±1, steep at 0.
float squashed(float x) { return x / (1 + std::abs(x)); }

float mixed(float a, float b, float share) { return a + (b - a) * share; }

}  // namespace

Encoder::Encoder() : levels_(size) {
  for (int i = 0; i < size; ++i)
    levels_[static_cast<std::size_t>(i)] =
        static_cast<std::uint16_t>(std::lround(255 * 256 * srgb_encoded(static_cast<double>(i) / (size - 1))));
}

ReliefPainter::ReliefPainter(const Ramp& ramp, ToneRange range, const ReliefOptions& relief, const TintOptions& tints,
                             float pixels_per_metre)
    : table_(ramp, range, relief.aerial),
      strength_(static_cast<float>(relief.strength)),
      sea_(static_cast<float>(relief.sea)),
      coast_(table_.coast() ? static_cast<float>(tints.coast) : 0.0F),
      quiet_sea_(static_cast<float>(tints.quiet_sea)),
      pixels_per_metre_(pixels_per_metre) {}

const float* ReliefPainter::tinted_heights(const PaintRow& row, int width, Scratch& scratch) const {
  if (!row.depth) return row.heights;
  scratch.heights.resize(static_cast<std::size_t>(width));
  for (int x = 0; x < width; ++x) {
    // Far below the waves nobody sees single hills.
    const float deep = quiet_sea_ + (1 - quiet_sea_) * smooth_step(-300, -1500, row.depth[x]);
    const float high = row.heights[x], quiet = std::min(mixed(high, row.depth[x], deep), -1e-6F);
    scratch.heights[static_cast<std::size_t>(x)] = high < 0 ? quiet : high;
  }
  return scratch.heights.data();
}

void ReliefPainter::paint(const PaintRow& row, int y, std::span<Rgb8> out, Scratch& scratch) const {
  const auto width = static_cast<int>(out.size());
  scratch.places.resize(out.size());
  table_.places(tinted_heights(row, width, scratch), width, scratch.places.data());
  const TintTable::Tint beach = table_.beach(), shallows = table_.shallows();
  // Where the ground meets the water: a lowered sea makes slopes across the coast gentler by this.
  const float land_distance = 0.5F * (1 + sea_), sea_distance = sea_ > 0 ? land_distance / sea_ : 0.0F;
  for (int x = 0; x < width; ++x) {
    const TintTable::Tint& tint = table_.at(scratch.places[static_cast<std::size_t>(x)]);
    float r = tint.r, g = tint.g, b = tint.b;
    const float high = row.heights[x];
    const float tone = squashed(row.tone[x]);
    float light = row.light[x] - 1 + (tone < 0 ? tone : 0.6F * tone);
    light *= strength_ * tint.contrast;
    if (high < 0 && row.depth) light *= 1 - 0.6F * smooth_step(-300, -1500, row.depth[x]);
    float line = 0;
    if (table_.coast()) {
      // Pixels from the coast, by the slope; ground that is level at 0 is no coast.
      const float rise = std::sqrt(std::max(row.slope[x] * row.slope[x] - 1, 0.0F));
      const float distance =
          (row.ground[x] * pixels_per_metre_ + 1e-4F) / (rise + 1e-7F) * (high < 0 ? sea_distance : land_distance);
      const float away = std::abs(distance);
      if (away < 1.1F) {
        const float other = std::max(0.5F - away, 0.0F);
        const TintTable::Tint& across = high < 0 ? beach : shallows;
        r = mixed(r, across.r, other);
        g = mixed(g, across.g, other);
        b = mixed(b, across.b, other);
        line = coast_ * std::min(1.1F - away, 1.0F);
      }
    }
    if (light < 0) {
      const float dark = std::max(1 + light, 0.0F);
      r *= mixed(shade_r, 1, dark);
      g *= mixed(shade_g, 1, dark);
      b *= mixed(shade_b, 1, dark);
    } else {
      r = mixed(r, white_r, light * lights);
      g = mixed(g, white_g, light * lights);
      b = mixed(b, white_b, light * lights);
    }
    const float dark = 1 - line;
    const std::uint32_t ux = first_x_ + static_cast<std::uint32_t>(x), uy = first_y_ + static_cast<std::uint32_t>(y);
    const std::uint32_t threshold = ux * 3242174889u + uy * 2447445414u;  // as dither_threshold
    Rgb8& pixel = out[static_cast<std::size_t>(x)];
    pixel.r = encode_.level(r * dark, threshold);
    pixel.g = encode_.level(g * dark, threshold + 1431655765u);
    pixel.b = encode_.level(b * dark, threshold + 2863311530u);
  }
  for (int x = 0; x < width; ++x)
    if (!std::isfinite(row.heights[x])) out[static_cast<std::size_t>(x)] = no_number_colour;
}

}  // namespace craton::picture
