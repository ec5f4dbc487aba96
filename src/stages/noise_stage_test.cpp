#include "stages/stage_test.h"

namespace craton {
namespace {

using namespace testing;

NoiseSpec hills(double frequency) {
  NoiseSpec perlin{.kind = "perlin"};
  perlin.params.set("frequency", frequency);
  NoiseSpec fbm{.kind = "fbm", .inputs = {{"source", perlin}}};
  fbm.params.set("octaves", std::int64_t{3});
  return fbm;
}

StageSpec stage(NoiseSpec noise) {
  StageSpec spec{.stage = "noise", .id = "hills"};
  spec.noises.emplace_back("noise", std::move(noise));
  spec.params.set("scale", 300.0);
  spec.params.set("offset", 20.0);
  return spec;
}

TEST(NoiseStage, EveryCellHasTheValueOfItsOwnPlace) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind, 3);
    ASSERT_TRUE(run_stage(surface, stage(hills(0.003))));
    NoiseRepeat repeat{};
    if (const auto* torus = std::get_if<Torus>(&surface.domain())) repeat = {torus->period()[0], torus->period()[1]};
    const Noise noise = *Noise::make(hills(0.003), Seed{7}, repeat);
    const std::span<const float> height = surface.layer("height")->numbers();
    for (Cell c = 0; c < height.size(); ++c) {
      const float value = std::visit([&](const auto& topology) { return noise.at(topology.position(c)); }, surface.domain());
      ASSERT_EQ(height[c], 20.0F + 300.0F * value) << kind << " " << c;
    }
    EXPECT_EQ(surface.layer("height")->info().unit, "m");
  }
}

TEST(NoiseStage, ScaleAndOffsetMayBeLayersAlsoTheLayerItself) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    StageSpec first = stage(hills(0.003));
    ASSERT_TRUE(run_stage(surface, first));
    const std::vector<float> once = copy_of(surface, "height");
    add_layer(surface, "mask", [](Cell c) { return static_cast<float>(c % 5); });
    StageSpec again = stage(hills(0.003));
    again.params = {};
    again.layers = {{"scale", "mask"}, {"offset", "height"}};
    ASSERT_TRUE(run_stage(surface, again));
    const std::vector<float> twice = copy_of(surface, "height");
    for (Cell c = 0; c < once.size(); ++c) {
      if (c % 5 == 0) { ASSERT_EQ(twice[c], once[c]) << kind; }
    }
    EXPECT_NE(twice, once);
  }
}

TEST(NoiseStage, ATorusHasNoSeam) {
  Surface surface = small_surface("torus");
  ASSERT_TRUE(run_stage(surface, stage(hills(0.004))));
  const auto& torus = std::get<Torus>(surface.domain());
  const std::span<const float> height = surface.layer("height")->numbers();
  const auto [width, rows] = torus.size();
  float inside = 0, across = 0;
  for (std::uint32_t y = 0; y < rows; ++y) {
    for (std::uint32_t x = 1; x < width; ++x)
      inside = std::max(inside, std::abs(height[torus.cell(x, y)] - height[torus.cell(x - 1, y)]));
    across = std::max(across, std::abs(height[torus.cell(0, y)] - height[torus.cell(width - 1, y)]));
  }
  EXPECT_LE(across, inside);
}

TEST(NoiseStage, SimplexIsRefusedOnATorusWithItsPath) {
  Surface surface = small_surface("torus");
  const Result<void> refused = run_stage(surface, stage({.kind = "simplex"}));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/0/noise/kind");
  Surface sphere = small_surface("sphere");
  EXPECT_TRUE(run_stage(sphere, stage({.kind = "simplex"})));
}

}  // namespace
}  // namespace craton
