#include "picture/view/skin.h"

#include <craton/picture/ramp.h>

namespace craton::view {
namespace {

Colour colour_of(Rgb8 c) {
  const LinearColour linear = to_linear(c);
  return {static_cast<float>(linear.r), static_cast<float>(linear.g), static_cast<float>(linear.b)};
}

struct Palette {
  Colour wood = view::colour_of(0x2f3f23), wood_light = view::colour_of(0x43502c);
  Colour meadow = view::colour_of(0x6b6f3f), dry_meadow = view::colour_of(0x867f52);
  Colour heath = view::colour_of(0x6f6a58);
  Colour rock = view::colour_of(0x77716a), warm_rock = view::colour_of(0x8a7c69), dark_rock = view::colour_of(0x56524e);
  Colour scree = view::colour_of(0x8f897d);
  Colour sand = view::colour_of(0xb5a27c), wet_sand = view::colour_of(0x6f6650);
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
  snow_line_ = floor + std::min(std::max(0.9F * most, 0.62F * high), 3000 * scale);
  if (high < 900 * scale) snow_line_ = floor + 10 * high;  // hills have none
  if (options.snow_line) snow_line_ = static_cast<float>(*options.snow_line) * scale;
  band_ = std::max(0.06F * high, 1e-3F);
  beach_ = std::min(0.012F * high, 12 * scale);
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
    const auto on = [](std::int64_t k, std::int64_t n) { return static_cast<std::uint32_t>((k % n + n) % n); };
    return colour_of(drape_->at(on(column, drape_->width), on(row, drape_->height)));
  };
  const auto fu = static_cast<float>(across - static_cast<double>(i)), fv = static_cast<float>(down - static_cast<double>(j));
  return mixed(mixed(at(i, j), at(i + 1, j), fu), mixed(at(i, j + 1), at(i + 1, j + 1), fu), fv);
}

Colour Skin::natural(const Place& place) const {
  const Palette& c = palette();
  const double step = ground_.step();
  const auto noise = [&](double wavelength, unsigned octaves, std::uint32_t seed, float gain = 0.55F) {
    return texture(place.x, place.y, wavelength, double{place.footprint}, octaves, seed, gain);
  };
  const float broad = noise(patch_, 5, 0x1001), small = noise(step * 1.3, 5, 0x2002, 0.75F),
              grain = noise(step * 0.12, 4, 0x3003, 0.8F);
  const float smooth_slope = std::sqrt(place.smooth.dx * place.smooth.dx + place.smooth.dy * place.smooth.dy);
  const float fine_slope = std::sqrt(std::max(0.0F, 1 - place.normal.z * place.normal.z)) / std::max(0.05F, place.normal.z);
  const float slope = 0.6F * smooth_slope + 0.4F * fine_slope;
  const float h = place.height, northern = place.normal.y;

  // Woods up to the tree line, thinner towards it and on steep ground, with clearings.
  const float below = smooth_step(0.8F, -0.8F, (h - tree_line_) / band_ + 0.9F * broad + 0.4F * small);
  const float woods = below * smooth_step(-0.15F, 0.25F, broad + 0.25F * small + 0.35F * (slope - 0.25F) + 0.15F * northern) *
                      smooth_step(1.0F, 0.6F, slope);
  const float dryness = saturated(0.5F + 0.8F * broad - 0.4F * northern + 0.2F * small);
  Colour colour = mixed(mixed(c.meadow, c.dry_meadow, dryness), c.heath, smooth_step(-0.5F, 2.5F, (h - tree_line_) / band_));
  colour = mixed(colour, mixed(c.wood, c.wood_light, saturated(0.4F + 0.8F * small)), woods);

  // Rock where it is steep, rubble around it.
  const float strata = std::sin((h + 0.3F * band_ * broad) / band_ * 9 + 2 * small);
  Colour rock = mixed(c.rock, c.warm_rock, saturated(0.4F + 0.7F * broad + 0.15F * strata));
  rock = mixed(rock, c.dark_rock, saturated(0.25F + 0.5F * small + 0.2F * strata));
  const float high = smooth_step(0, 3.0F, (h - tree_line_) / band_);
  const float bare = smooth_step(0.52F, 0.8F, slope + 0.18F * small + 0.08F * grain + 0.25F * high * (0.5F + broad));
  const float rubble = smooth_step(0.38F, 0.55F, slope + 0.15F * small + 0.22F * high);
  colour = mixed(colour, mixed(colour, c.scree, 0.75F), rubble * high);
  colour = mixed(colour, rock, bare);

  if (ground_.has_water()) {
    const float beach = smooth_step(1.0F, 0.5F, h / beach_ + 0.3F * small) * smooth_step(0.45F, 0.25F, slope);
    colour = mixed(colour, mixed(c.wet_sand, c.sand, smooth_step(0.0F, 0.35F, h / beach_)), beach);
    if (h < 0) colour = mixed(c.sand, c.wet_sand, saturated(0.5F + small));
  }
  const float snow_height = (h - snow_line_) / band_ + 1.0F * broad + 0.5F * small + 0.8F * northern;
  const float snow =
      smooth_step(-0.6F, 0.6F, snow_height) * smooth_step(1.25F, 0.75F, slope + 0.15F * small - 0.06F * snow_height);
  const float varied = 1 + 0.10F * small + 0.14F * grain;
  colour = colour * varied;
  return mixed(colour, c.snow * (1 + 0.02F * grain), snow);
}

Colour Skin::colour(const Place& place) const {
  if (drape_) return draped(place.x, place.y);
  switch (style_) {
    case ViewColour::clay: return view::colour_of(0xc9c0b2);
    case ViewColour::tints: return tint(place.height / static_cast<float>(1));
    case ViewColour::natural: break;
  }
  return natural(place);
}

}  // namespace craton::view
