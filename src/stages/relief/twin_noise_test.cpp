#include <cmath>

#include "stages/stage_test.h"

namespace craton {
namespace {

using namespace testing;

NoiseSpec turbulence(const std::string& interpolation) {
  NoiseSpec spec{.kind = "wrapped_turbulence"};
  spec.params.set("width", 1500.0);  // that of the map
  spec.params.set("cells", std::int64_t{3});
  spec.params.set("interpolation", interpolation);
  return spec;
}

Surface square_map() {
  DomainSpec spec{.kind = "torus"};
  spec.params.set("width", std::int64_t{75});
  spec.params.set("height", std::int64_t{75});
  spec.params.set("step", 20.0);
  return Surface(*make_domain(spec, Seed{5}, 0, "/domain"));
}

StageSpec twins(const std::string& first, const std::string& second) {
  StageSpec spec{.stage = "twin_noise", .id = "twins"};
  spec.noises = {{"noise", turbulence(first)}, {"twin", turbulence(second)}};
  return spec;
}

double correlation(const std::vector<float>& a, const std::vector<float>& b) {
  double ab = 0, aa = 0, bb = 0, ma = 0, mb = 0;
  for (std::size_t i = 0; i < a.size(); ++i) ma += a[i], mb += b[i];
  ma /= static_cast<double>(a.size());
  mb /= static_cast<double>(b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - ma) * (b[i] - mb);
    aa += (a[i] - ma) * (a[i] - ma);
    bb += (b[i] - mb) * (b[i] - mb);
  }
  return ab / std::sqrt(aa * bb);
}

TEST(TwinNoise, EqualNoisesAreTheSameAndInterpolationsAreAlike) {
  Surface same = square_map(), alike = square_map();
  ASSERT_TRUE(run_stage(same, twins("linear", "linear")));
  EXPECT_EQ(copy_of(same, "height"), copy_of(same, "target"));
  ASSERT_TRUE(run_stage(alike, twins("linear", "cubic")));
  EXPECT_EQ(copy_of(same, "height"), copy_of(alike, "height"));
  EXPECT_NE(copy_of(alike, "height"), copy_of(alike, "target"));
  EXPECT_GT(correlation(copy_of(alike, "height"), copy_of(alike, "target")), 0.9);
}

TEST(TwinNoise, OffsetsAreLayersAsTheyWere) {
  Surface plain = square_map(), moved = square_map();
  ASSERT_TRUE(run_stage(plain, twins("linear", "cubic")));
  add_layer(moved, "height", [](Cell c) { return static_cast<float>(c); });
  StageSpec spec = twins("linear", "cubic");
  spec.layers = {{"offset", "height"}, {"twin_offset", "height"}};
  ASSERT_TRUE(run_stage(moved, spec));
  const std::vector<float> first = copy_of(moved, "height"), second = copy_of(moved, "target");
  const std::vector<float> bare = copy_of(plain, "height"), bare_twin = copy_of(plain, "target");
  for (std::size_t c = 0; c < first.size(); ++c) {
    ASSERT_NEAR(first[c], bare[c] + static_cast<float>(c), 0.01);
    ASSERT_NEAR(second[c], bare_twin[c] + static_cast<float>(c), 0.01);
  }
}

TEST(TwinNoise, RefusesOneLayerForBothAndMissingNoises) {
  Surface surface = square_map();
  StageSpec spec = twins("linear", "cubic");
  spec.params.set("twin_layer", std::string("height"));
  const Result<void> both = run_stage(surface, spec);
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().path, "/stages/0/twin_layer");
  StageSpec missing = twins("linear", "cubic");
  missing.noises.pop_back();
  const Result<void> one = run_stage(surface, missing);
  ASSERT_FALSE(one);
  EXPECT_EQ(one.error().path, "/stages/0/twin");
}

}  // namespace
}  // namespace craton
