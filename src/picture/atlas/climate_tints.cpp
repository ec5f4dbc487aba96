#include "picture/atlas/climate_tints.h"

#include <algorithm>
#include <cmath>

#include "base/smooth_step.h"
#include "picture/oklab.h"

namespace craton::atlas {
namespace {

Rgb8 rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16), static_cast<std::uint8_t>(hex >> 8), static_cast<std::uint8_t>(hex)};
}

struct Stop {
  double at;
  std::uint32_t colour;
};
using Stops = std::vector<Stop>;

struct Colours {
  std::array<Stops, ClimateTints::climates> land;
  Stops sea;  // from the shore to the deep
};

Colours colours_of(ClimateTints::Palette palette) {
  if (palette == ClimateTints::Palette::parchment) {
    // Washes of a thin brush on paper.
    return {{Stops{{0, 0xd9d3a4}, {0.4, 0xdfd3a6}, {0.75, 0xdcc79f}, {1, 0xe4d6b8}},
             Stops{{0, 0xd6d0a9}, {0.4, 0xdbd0aa}, {0.75, 0xdac6a2}, {1, 0xe5d9bf}},
             Stops{{0, 0xecd9a4}, {0.4, 0xe9cf98}, {0.75, 0xdfc293}, {1, 0xe6d6b6}},
             Stops{{0, 0xe3dcc2}, {0.4, 0xe3d9bd}, {0.75, 0xe0d3b6}, {1, 0xeae1cb}},
             Stops{{0, 0xe3dcc4}, {0.4, 0xe2dac0}, {1, 0xe2d8bc}}},
            Stops{{0, 0xd8cfae}, {0.3, 0xd3ccae}, {1, 0xccc6ab}}};
  }
  return {{Stops{{0, 0x9cbf8f},
                 {0.14, 0xabc997},
                 {0.3, 0xc3d4a2},
                 {0.45, 0xdcdcb0},
                 {0.6, 0xdfcfa6},
                 {0.76, 0xcdb392},
                 {0.9, 0xd2c4b6},
                 {1, 0xf2efeb}},
           Stops{{0, 0xa3bd9d},
                 {0.14, 0xb0c6a5},
                 {0.3, 0xc2cfae},
                 {0.45, 0xd4d6b8},
                 {0.6, 0xd6ccb0},
                 {0.76, 0xc6b5a0},
                 {0.9, 0xd1c8c0},
                 {1, 0xf3f2f0}},
           Stops{{0, 0xe6dcb4},
                 {0.14, 0xebddb0},
                 {0.3, 0xeed8a8},
                 {0.45, 0xe7c99a},
                 {0.6, 0xd9b58b},
                 {0.76, 0xc7a181},
                 {0.9, 0xcfbba9},
                 {1, 0xf1ece6}},
           Stops{{0, 0xc9d0bf},
                 {0.14, 0xd0d5c5},
                 {0.3, 0xd8dacb},
                 {0.45, 0xdcdace},
                 {0.6, 0xd6d0c6},
                 {0.76, 0xcac3bb},
                 {0.9, 0xd9d6d2},
                 {1, 0xf5f5f5}},
           Stops{{0, 0xe9f0f3}, {0.3, 0xeff4f6}, {0.6, 0xf2f5f7}, {1, 0xfafbfb}}},
          Stops{{0, 0xd3e6ea}, {0.16, 0xc3dde6}, {0.34, 0xb0d0df}, {0.55, 0x9cc1d6}, {0.78, 0x8bb3cc}, {1, 0x7ea7c2}}};
}

/// Between stops straight through OKLab.
Tint along(const Stops& stops, double at) {
  std::size_t i = 1;
  while (i + 1 < stops.size() && stops[i].at < at) ++i;
  const Stop &a = stops[i - 1], &b = stops[i];
  const double share = std::clamp((at - a.at) / (b.at - a.at), 0.0, 1.0);
  const picture::Oklab from = picture::oklab_from_linear(to_linear(rgb(a.colour))),
                       to = picture::oklab_from_linear(to_linear(rgb(b.colour)));
  return tint_of(picture::linear_from_oklab({from.lightness + (to.lightness - from.lightness) * share,
                                             from.a + (to.a - from.a) * share, from.b + (to.b - from.b) * share}));
}

/// Faint steps, as atlases print them: part of the way along the ramp, the rest in jumps.
double stepped(double share) {
  constexpr double steps = 7, jump = 0.6;
  const double step = (std::min(std::floor(share * steps), steps - 1) + 0.5) / steps;
  return share + (step - share) * jump;
}

}  // namespace

Tint tint_of(LinearColour colour) {
  return {static_cast<float>(colour.r), static_cast<float>(colour.g), static_cast<float>(colour.b)};
}
Tint tint_of(Rgb8 colour) { return tint_of(to_linear(colour)); }

ClimateShares climate_shares(float temperature, float warmest, float rain) {
  ClimateShares shares;
  shares.ice = 1 - smooth_step(-1.5F, 1.5F, warmest);
  shares.polar = (1 - smooth_step(5, 11.5F, warmest)) * (1 - shares.ice);
  float rest = 1 - shares.ice - shares.polar;
  // Köppen's border of dry climates, in cm of rain a year: below half of it deserts, to twice of it grass.
  const float border = std::max(2 * temperature + 14, 8.0F);
  shares.dry = (1 - smooth_step(0.35F, 1.7F, rain / border)) * rest;
  rest -= shares.dry;
  shares.boreal = (1 - smooth_step(-2, 7, temperature)) * rest;
  shares.humid = rest - shares.boreal;
  return shares;
}

ClimateTints::ClimateTints(Palette palette, float highest, float deepest)
    : sea_(size), highest_(std::max(highest, 1e-3F)), deepest_(std::max(deepest, 1e-3F)) {
  const Colours colours = colours_of(palette);
  for (std::size_t climate = 0; climate < climates; ++climate) {
    tables_[climate].resize(size);
    for (std::size_t i = 0; i < size; ++i)
      tables_[climate][i] = along(colours.land[climate], static_cast<double>(i) / (size - 1));
  }
  for (std::size_t i = 0; i < size; ++i) sea_[i] = along(colours.sea, stepped(static_cast<double>(i) / (size - 1)));
}

float ClimateTints::share(float height) const { return std::pow(std::clamp(height / highest_, 0.0F, 1.0F), 0.62F); }

std::size_t ClimateTints::place(float height) const {
  const float at = share(height);
  return at > 0 ? static_cast<std::size_t>(at * (size - 1)) : 0;
}

Tint ClimateTints::land(float height, const ClimateShares& s) const {
  const std::size_t at = place(height);
  return s.humid * tables_[humid][at] + s.boreal * tables_[boreal][at] + s.dry * tables_[dry][at] + s.polar * tables_[polar][at] +
         s.ice * tables_[ice][at];
}

Tint ClimateTints::sea(float depth) const {
  const float at = std::pow(std::clamp(depth / deepest_, 0.0F, 1.0F), 0.75F);
  return sea_[at > 0 ? static_cast<std::size_t>(at * (size - 1)) : 0];
}

}  // namespace craton::atlas
