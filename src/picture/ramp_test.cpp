#include <craton/picture/ramp.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <craton/picture/shade.h>

#include "picture/oklab.h"

namespace craton {
namespace {

TEST(Ramp, StopsAreOrderedAndSpanTheRange) {
  for (const Ramp& ramp : all_ramps()) {
    EXPECT_EQ(ramp.stops.front().at, 0.0) << ramp.id;
    EXPECT_EQ(ramp.stops.back().at, 1.0) << ramp.id;
    for (std::size_t i = 1; i < ramp.stops.size(); ++i) EXPECT_LE(ramp.stops[i - 1].at, ramp.stops[i].at) << ramp.id;
  }
}

/// Sequential ramps go one way in lightness; `balance`, `temperature`, `relief` and `fusek` have a middle.
bool one_sided(const Ramp& ramp) {
  return ramp.id != "balance" && ramp.id != "temperature" && ramp.id != "relief" && ramp.id != "fusek";
}

// What makes a ramp safe for every kind of sight: order is told by lightness alone.
TEST(Ramp, OneSidedRampsGoOneWayInLightness) {
  for (const Ramp& ramp : all_ramps()) {
    if (!one_sided(ramp)) continue;
    const auto lightness = [&](int i) { return picture::oklab_from_linear(ramp_colour(ramp, i / 100.0)).lightness; };
    const double way = ramp.id == "steep" || ramp.id == "water" || ramp.id == "rain" ? -1 : 1;
    for (int i = 1; i <= 100; ++i) EXPECT_GT(way * (lightness(i) - lightness(i - 1)), 0) << ramp.id << " at " << i;
  }
}

/// What colour-blind eyes see of a colour in linear light (Machado, Oliveira & Fernandes 2009, severity 1).
LinearColour seen_without(char cone, LinearColour c) {
  constexpr double red[3][3] = {
      {0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}};
  constexpr double green[3][3] = {
      {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}};
  const auto& m = cone == 'L' ? red : green;
  const auto row = [&](int i) { return std::max(m[i][0] * c.r + m[i][1] * c.g + m[i][2] * c.b, 0.0); };
  return {row(0), row(1), row(2)};
}

double difference(LinearColour a, LinearColour b) {
  const picture::Oklab x = picture::oklab_from_linear(a), y = picture::oklab_from_linear(b);
  return std::hypot(x.lightness - y.lightness, std::hypot(x.a - y.a, x.b - y.b));
}

TEST(Ramp, ColourBlindEyesTellNeighboursApart) {
  for (const Ramp& ramp : all_ramps())
    for (const char cone : {'L', 'M'})
      for (int i = 0; i < 10; ++i) {
        const LinearColour a = ramp_colour(ramp, i / 10.0), b = ramp_colour(ramp, (i + 1) / 10.0);
        EXPECT_GT(difference(seen_without(cone, a), seen_without(cone, b)), 0.018) << ramp.id << " " << cone << " at " << i;
      }
}

TEST(Ramp, TwoSidedRampsHaveSidesOfTheirOwnForEveryEye) {
  const Result<const Ramp*> balance = find_ramp("balance", ""), relief = find_ramp("relief", "");
  ASSERT_TRUE(balance && relief);
  for (const char cone : {'L', 'M'}) {
    for (const double share : {0.1, 0.25, 0.4})
      EXPECT_GT(
          difference(seen_without(cone, ramp_colour(**balance, share)), seen_without(cone, ramp_colour(**balance, 1 - share))),
          0.04);
    // The coast: the highest water and the lowest land.
    EXPECT_GT(difference(seen_without(cone, ramp_colour(**relief, 0.4999)), seen_without(cone, ramp_colour(**relief, 0.5001))),
              0.1);
  }
}

TEST(Ramp, OklabRoundTrip) {
  for (int r = 0; r < 256; r += 51)
    for (int g = 0; g < 256; g += 51)
      for (int b = 0; b < 256; b += 51) {
        const LinearColour c =
            to_linear({static_cast<std::uint8_t>(r), static_cast<std::uint8_t>(g), static_cast<std::uint8_t>(b)});
        const LinearColour back = picture::linear_from_oklab(picture::oklab_from_linear(c));
        EXPECT_NEAR(back.r, c.r, 1e-6);
        EXPECT_NEAR(back.g, c.g, 1e-6);
        EXPECT_NEAR(back.b, c.b, 1e-6);
      }
}

TEST(Ramp, UnknownNameSuggests) {
  const Result<const Ramp*> ramp = find_ramp("duks", "--ramp");
  ASSERT_FALSE(ramp);
  EXPECT_EQ(ramp.error().code, ErrorCode::unknown_name);
  EXPECT_EQ(ramp.error().path, "--ramp");
  EXPECT_NE(ramp.error().message.find("dusk"), std::string::npos);
}

// A field between two levels must come out as a mix of both with the right mean, or bands would show.
TEST(Ramp, DitherKeepsTheMean) {
  double sum = 0;
  for (std::uint32_t y = 0; y < 64; ++y)
    for (std::uint32_t x = 0; x < 64; ++x) sum += picture::dithered_level(100.3f, x, y, 0);
  EXPECT_NEAR(sum / 4096, 100.3, 0.01);
}

TEST(Ramp, EndsAreTheStopsColours) {
  const std::vector<float> values{-5.0f, 5.0f};
  const Result<const Ramp*> grey = find_ramp("grey", "");
  ASSERT_TRUE(grey);
  const Rgb8Image image = coloured({values, 2, 1}, {-1, 1}, **grey);
  EXPECT_LE(image.pixels[0].r, 1);
  EXPECT_GE(image.pixels[1].r, 254);
}

TEST(Shade, LevelGroundKeepsItsTint) {
  const std::vector<float> values(64, 0.5f);
  const Result<const Ramp*> relief = find_ramp("relief", "");
  ASSERT_TRUE(relief);
  const Rgb8Image flat = coloured({values, 8, 8}, {-1, 1}, **relief);
  const Rgb8Image lit = shaded({values, 8, 8}, {-1, 1}, **relief);
  for (std::size_t i = 0; i < flat.pixels.size(); ++i) {
    EXPECT_LE(std::abs(flat.pixels[i].r - lit.pixels[i].r), 1);
    EXPECT_LE(std::abs(flat.pixels[i].b - lit.pixels[i].b), 1);
  }
}

TEST(Shade, LightComesFromTheNorthWest) {
  std::vector<float> values(81);
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 9; ++x)
      values[static_cast<std::size_t>(y * 9 + x)] = 1.0f - 0.1f * static_cast<float>(std::abs(x - 4) + std::abs(y - 4));
  const Result<const Ramp*> grey = find_ramp("grey", "");
  ASSERT_TRUE(grey);
  const Rgb8Image hill = shaded({values, 9, 9}, {0, 1}, **grey);
  EXPECT_GT(hill.at(2, 2).g, hill.at(6, 6).g);
}

}  // namespace
}  // namespace craton
