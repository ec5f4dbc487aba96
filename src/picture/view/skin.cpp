#include "picture/view/skin.h"

#include <craton/base/floor_div.h>
#include <craton/picture/ramp.h>

namespace craton::view {
namespace {

Colour colour_of(Rgb8 c) {
  const LinearColour linear = to_linear(c);
  return {static_cast<float>(linear.r), static_cast<float>(linear.g), static_cast<float>(linear.b)};
}

struct Palette {
  Colour wood = view::colour_of(0x323f29), wood_light = view::colour_of(0x4b5439);
  Colour meadow = view::colour_of(0x6a6a48), dry_meadow = view::colour_of(0x827a58);
  Colour heath = view::colour_of(0x6f6a58);
  Colour rock = view::colour_of(0x77716a), warm_rock = view::colour_of(0x8a7c69), dark_rock = view::colour_of(0x56524e);
  Colour scree = view::colour_of(0x8f897d);
  Colour sand = view::colour_of(0xa3977b), wet_sand = view::colour_of(0x6f6650);
  Colour snow = view::colour_of(0xe8edf2);
};
const Palette& palette() {
  static const Palette p;
  return p;
}

}  // namespace

Colour colour_of(std::uint32_t hex) {
  return colour_of(
      Rgb8{static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8), static_cast<std::uint8_t>(hex)});
}

Skin::Skin(const Ground& ground, const ViewOptions& options) : ground_(ground), style_(options.colour), drape_(options.colours) {
  const float floor = ground.has_water() ? 0 : ground.lowest();
  const float high = ground.highest() - floor, most = std::max(1.0F, ground.quantile(0.98) - floor);
  const auto scale = static_cast<float>(ground.exaggeration());
  // Where mountains are high enough the lines are those of the Alps; lower ones have them lower, since they are there to be seen.
  tree_line_ = floor + std::min(0.55F * most, 1900 * scale);
  snow_line_ = floor + std::min(std::max(0.78F * most, 0.55F * high), 3000 * scale);
  if (high < 900 * scale) snow_line_ = floor + 10 * high;  // hills have none
  if (options.snow_line) snow_line_ = static_cast<float>(*options.snow_line) * scale;
  band_ = std::max(0.06F * high, 1e-3F);
  beach_ = std::min(0.006F * high, 6 * scale);
  rock_from_ = std::min(std::max(ground.slope_quantile(0.72), 0.6F), 1.05F);
  rock_to_ = rock_from_ + 0.3F;
  tree_ = std::max(14.0, 0.3 * ground.step());
  patch_ = 14 * ground.step();
  mean_ = style_ == ViewColour::clay ? view::colour_of(0xc9c0b2) : mixed(palette().meadow, palette().rock, 0.4F);
}

Colour Skin::tint(float height) const {
  static const Ramp* relief = *find_ramp("relief", "");
  const float share = height < 0 ? 0.5F - 0.5F * std::min(1.0F, height / std::min(-1.0F, ground_.lowest()))
                                 : 0.5F + 0.5F * std::min(1.0F, height / std::max(1.0F, ground_.highest()));
  const LinearColour c = ramp_colour(*relief, double{share});
  return {static_cast<float>(c.r), static_cast<float>(c.g), static_cast<float>(c.b)};
}

Colour Skin::draped(double x, double y) const {
  const double u = (x / ground_.step() + 0.5) / ground_.columns(), v = (-y / ground_.step() + 0.5) / ground_.rows();
  const double across = (u - std::floor(u)) * drape_->width - 0.5, down = (v - std::floor(v)) * drape_->height - 0.5;
  const std::int64_t i = floor_int(across), j = floor_int(down);
  const auto at = [&](std::int64_t column, std::int64_t row) {
    return colour_of(drape_->at(wrapped(column, drape_->width), wrapped(row, drape_->height)));
  };
  const auto fu = static_cast<float>(across - static_cast<double>(i)), fv = static_cast<float>(down - static_cast<double>(j));
  return mixed(mixed(at(i, j), at(i + 1, j), fu), mixed(at(i, j + 1), at(i + 1, j + 1), fu), fv);
}

float Skin::ledges(float height, double x, double y, const Slope& smooth, float footprint) const {
  const float steepness = std::sqrt(smooth.dx * smooth.dx + smooth.dy * smooth.dy);
  const float rocky = smooth_step(0.7F * rock_from_, rock_to_, steepness);
  if (rocky <= 0 || style_ != ViewColour::natural) return 1;
  const double step = ground_.step();
  const double warp =
      0.8 * double{texture(x + ground_.anchor_x(), y + ground_.anchor_y(), 9 * step, double{footprint}, 2, 0x1edfeu)};
  float sum = 0, amplitude = 0.34F;
  double bed = 2.2 * step;
  for (unsigned k = 0; k < 4; ++k, bed *= 0.43, amplitude *= 0.85F) {
    const float share = smooth_step(1.0F, 3.0F, static_cast<float>(bed) / footprint);
    if (share <= 0) break;
    // Nearly the same along a bed, but no two places alike.
    sum += share * amplitude *
           gradient_noise(double{height} / bed + warp * 2.2 * step / bed, (x + 0.7 * y) / (14 * bed), 0x5eda0u + k).value;
  }
  return std::max(0.2F, 1 + 1.6F * rocky * sum);
}

Colour Skin::natural(const Place& place) const {
  const Palette& c = palette();
  const double step = ground_.step();
  const double x = place.x + ground_.anchor_x(), y = place.y + ground_.anchor_y();
  const auto noise = [&](double wavelength, unsigned octaves, std::uint32_t seed, float gain = 0.55F) {
    return texture(x, y, wavelength, double{place.footprint}, octaves, seed, gain);
  };
  const float broad = noise(patch_, 4, 0x1001), small = noise(step * 1.7, 5, 0x2002, 0.75F),
              grain = noise(step * 0.11, 7, 0x3003, 0.82F);
  const float smooth_slope = std::sqrt(place.smooth.dx * place.smooth.dx + place.smooth.dy * place.smooth.dy);
  const float fine_slope = std::sqrt(std::max(0.0F, 1 - place.normal.z * place.normal.z)) / std::max(0.05F, place.normal.z);
  const float slope = 0.55F * smooth_slope + 0.45F * std::min(fine_slope, 3.0F);
  const float h = place.height, northern = place.normal.y;
  const float above_trees = (h - tree_line_) / band_;

  // Meadows, dry on southern slopes, heath above the tree line.
  const float dryness = saturated(0.45F + 0.7F * broad - 0.45F * northern + 0.3F * small);
  Colour colour = mixed(mixed(c.meadow, c.dry_meadow, dryness), c.heath, smooth_step(-1.0F, 2.2F, above_trees + 0.5F * small));
  // Woods up to the tree line, thinner towards it and where rock comes through, with clearings.
  const float below = smooth_step(0.7F, -0.9F, above_trees + 1.1F * broad + 0.6F * small);
  const float woods = below * smooth_step(-0.2F, 0.2F, broad + 0.45F * small + 0.3F * (slope - 0.3F) + 0.12F * northern) *
                      smooth_step(rock_from_ + 0.15F, rock_from_ - 0.2F, slope - 0.15F * small);
  const float crowns = noise(tree_, 2, 0x4004, 0.8F);
  colour = mixed(colour, mixed(c.wood, c.wood_light, saturated(0.35F + 0.6F * small + 0.9F * crowns)), woods);

  // Rock where it is steep, rubble around it, more of both high up.
  const float high = smooth_step(-0.5F, 3.5F, above_trees + 0.5F * broad);
  const float beds = gradient_noise(double{h} / (1.1 * step) + 2 * double{broad}, 0.02 * x / step, 0xbed5u).value;
  Colour rock = mixed(c.rock, c.warm_rock, saturated(0.45F + 0.6F * broad + 0.5F * beds));
  rock = mixed(rock, c.dark_rock, saturated(0.3F + 0.55F * small + 0.35F * beds));
  const float bare =
      smooth_step(rock_from_, rock_to_, slope + 0.14F * small + 0.05F * grain + 0.3F * high * (0.6F + 0.5F * broad));
  const float rubble = smooth_step(0.5F * rock_from_, 0.8F * rock_from_, slope + 0.2F * small) * high;
  colour = mixed(colour, c.scree, 0.8F * rubble);
  colour = mixed(colour, rock, bare);

  if (ground_.has_water()) {
    const float beach = smooth_step(1.0F, 0.4F, h / beach_ + 0.35F * small) * smooth_step(0.4F, 0.2F, smooth_slope);
    colour = mixed(colour, mixed(c.wet_sand, c.sand, smooth_step(0.0F, 0.5F, h / beach_)), 0.85F * beach);
    if (h < 0) colour = mixed(colour * 0.5F, c.wet_sand, smooth_step(0.3F, -1.0F, h / beach_ + smooth_slope));
  }
  colour = colour * std::max(0.35F, 1 + 0.16F * small + 0.17F * grain);
  const float snow_height = (h - snow_line_) / band_ + 0.9F * broad + 0.6F * small + 0.9F * northern;
  const float snow = smooth_step(-0.5F, 0.5F, snow_height) *
                     smooth_step(rock_to_ + 0.45F, rock_to_ + 0.05F, slope + 0.12F * small - 0.07F * snow_height);
  return mixed(colour, c.snow * (1 + 0.03F * small + 0.02F * grain), snow);
}

Colour Skin::colour(const Place& place) const {
  if (drape_) return draped(place.x, place.y);
  switch (style_) {
    case ViewColour::clay: return view::colour_of(0xc9c0b2);
    case ViewColour::tints: return tint(place.height);
    case ViewColour::natural: break;
  }
  return natural(place);
}

}  // namespace craton::view
