#include <gtest/gtest.h>

#include <craton/noise/noise.h>

namespace craton {
namespace {

constexpr std::uint64_t width = 1500 * 1024 + 7, height = 911 * 1024;  // no power of two, no whole number of metres
constexpr NoiseRepeat repeat{width, height};

NoiseSpec plain(std::string kind, double frequency) {
  NoiseSpec spec{.kind = std::move(kind)};
  spec.params.set("frequency", frequency);
  return spec;
}

void expect_repeats(const NoiseSpec& spec, bool one_cell = false) {
  const Result<Noise> noise = Noise::make(spec, Seed{7}, repeat);
  ASSERT_TRUE(noise) << spec.kind << ": " << noise.error().to_string();
  bool varies = false;
  for (std::int64_t i = 0; i < 200; ++i) {
    const Point2 here{i * 7919 - 500'000, i * 104'729 - 9'000'000};
    const float value = noise->at(here);
    EXPECT_EQ(value, noise->at(Point2{here.x + std::int64_t(width), here.y})) << spec.kind;
    EXPECT_EQ(value, noise->at(Point2{here.x, here.y - 3 * std::int64_t(height)})) << spec.kind;
    varies |= value != noise->at(Point2{here.x + std::int64_t(height), here.y});
  }
  EXPECT_TRUE(varies || one_cell) << spec.kind;
}

TEST(NoiseRepeat, EveryLatticeNoiseRepeatsAfterTheLengthOfItsDomain) {
  for (const NoiseKind& kind : all_noise_kinds()) {
    if (!kind.plain || kind.id == "simplex" || kind.id == "hat" || kind.id == "white") continue;
    expect_repeats(plain(std::string(kind.id), 0.0313));
    expect_repeats(plain(std::string(kind.id), 0.0001), true);  // less than one cell becomes one, whose corners are all the same
  }
  expect_repeats({.kind = "fbm", .inputs = {{"source", plain("perlin", 0.013)}}});
  NoiseSpec stretched{.kind = "ridged", .inputs = {{"source", plain("value", 0.004)}}};
  stretched.params.set("lacunarity", 1.87);
  expect_repeats(stretched);
  NoiseSpec warp{.kind = "warp", .inputs = {{"source", plain("perlin", 0.01)}, {"by", plain("gradient", 0.02)}}};
  expect_repeats(warp);
  expect_repeats(plain("wave", 0.013));
}

TEST(NoiseRepeat, NoLengthMeansTheSameNoiseAsBefore) {
  const NoiseSpec spec{.kind = "fbm", .inputs = {{"source", plain("perlin", 0.013)}}};
  const Result<Noise> free = Noise::make(spec, Seed{7}), none = Noise::make(spec, Seed{7}, NoiseRepeat{});
  for (std::int64_t i = 0; i < 50; ++i) EXPECT_EQ(free->at(Point2{i * 999, i}), none->at(Point2{i * 999, i}));
}

TEST(NoiseRepeat, WhatCannotRepeatIsRefused) {
  const Result<Noise> simplex =
      Noise::make({.kind = "fbm", .inputs = {{"source", plain("simplex", 0.01)}}}, Seed{1}, NoiseRepeat{width, 0});
  ASSERT_FALSE(simplex);
  EXPECT_EQ(simplex.error().path, "source/kind");

  NoiseSpec other = plain("perlin", 0.01);
  other.params.set("period", std::vector<double>{7, 0});  // 700 m do not fit into 1500
  const Result<Noise> misfit = Noise::make(other, Seed{1}, NoiseRepeat{1500 * 1024, 0});
  ASSERT_FALSE(misfit);
  EXPECT_EQ(misfit.error().path, "period");
  other.params.set("period", std::vector<double>{5, 0});
  EXPECT_TRUE(Noise::make(other, Seed{1}, NoiseRepeat{1500 * 1024, 0}));
}

}  // namespace
}  // namespace craton
