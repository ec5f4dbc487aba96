#include <craton/picture/ramp.h>

#include <gtest/gtest.h>

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

// What makes a ramp safe for every kind of sight: order is told by lightness alone.
TEST(Ramp, OneSidedRampsRiseInLightness) {
  for (const Ramp& ramp : all_ramps()) {
    if (ramp.id == "balance" || ramp.id == "relief") continue;
    double before = -1;
    for (int i = 0; i <= 100; ++i) {
      const double lightness = picture::oklab_from_linear(ramp_colour(ramp, i / 100.0)).lightness;
      EXPECT_GT(lightness, before) << ramp.id << " at " << i;
      before = lightness;
    }
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
