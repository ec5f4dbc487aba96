#include <cmath>
#include <limits>

#include "stages/stage_test.h"

namespace craton {
namespace {

using namespace testing;

StageSpec stage(const std::string& mode) {
  StageSpec spec{.stage = "mix", .id = "mix"};
  spec.params.set("mode", mode);
  spec.params.set("layer", std::string("out"));
  spec.layers = {{"a", "a"}, {"b", "b"}, {"share", "share"}};
  return spec;
}

TEST(MixStage, AtShareZeroItIsTheFirstAtOneTheOperation) {
  const std::pair<const char*, float (*)(float, float)> modes[] = {
      {"mix", [](float, float b) { return b; }},
      {"add", [](float a, float b) { return a + b; }},
      {"subtract", [](float a, float b) { return a - b; }},
      {"multiply", [](float a, float b) { return a * b; }},
      {"min", [](float a, float b) { return std::min(a, b); }},
      {"max", [](float a, float b) { return std::max(a, b); }},
  };
  for (const std::string& kind : domain_kinds())
    for (const auto& [mode, operation] : modes) {
      Surface surface = small_surface(kind);
      const auto a = add_layer(surface, "a", [](Cell c) { return static_cast<float>(c % 7) - 3; });
      const auto b = add_layer(surface, "b", [](Cell c) { return static_cast<float>(c % 11) - 4; });
      const auto share = add_layer(surface, "share", [](Cell c) { return static_cast<float>(c % 2); });
      ASSERT_TRUE(run_stage(surface, stage(mode)));
      const std::span<const float> out = surface.layer("out")->numbers();
      for (Cell c = 0; c < out.size(); ++c) ASSERT_EQ(out[c], share[c] == 0 ? a[c] : operation(a[c], b[c])) << mode;
    }
}

TEST(MixStage, AMaskBeyondItsRangeCountsAsItsBounds) {
  Surface surface = small_surface("torus");
  add_layer(surface, "a", [](Cell) { return 2.0F; });
  add_layer(surface, "b", [](Cell) { return 10.0F; });
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  add_layer(surface, "share", [](Cell c) { return c % 3 == 0 ? -5.0F : c % 3 == 1 ? 9.0F : nan; });
  ASSERT_TRUE(run_stage(surface, stage("mix")));
  const std::span<const float> out = surface.layer("out")->numbers();
  for (Cell c = 0; c < out.size(); ++c) ASSERT_EQ(out[c], c % 3 == 1 ? 10.0F : 2.0F);
  EXPECT_TRUE(std::isnan(surface.layer("share")->numbers()[2])) << "the mask itself stays as it was";
}

TEST(MixStage, ALayerThatIsNotThereIsToldWithASuggestion) {
  Surface surface = small_surface("torus");
  add_layer(surface, "height", [](Cell) { return 1.0F; });
  StageSpec spec = stage("mix");
  spec.layers = {{"a", "hieght"}};
  const Result<void> refused = run_stage(surface, spec);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/0/a");
  EXPECT_NE(refused.error().message.find("height"), std::string::npos);
}

}  // namespace
}  // namespace craton
