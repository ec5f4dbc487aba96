#include "stages/erosion/thermal.h"

#include <algorithm>

#include "stages/erosion/erosion_test.h"

namespace craton {
namespace {

using namespace testing;

StageSpec stage(const std::string& neighbourhood, double talus, std::int64_t iterations = 1, double strength = 0.5) {
  return gravity_stage("thermal", neighbourhood, talus, iterations, strength);
}

/// One pass, written as the formula stands: what every cell gives, from its own point of view.
std::vector<float> oracle(const Surface& surface, const std::vector<float>& height, Neighbourhood n, float talus,
                          float strength) {
  std::vector<float> rate(height.size()), given(height.size()), after(height.size());
  for (Cell c = 0; c < height.size(); ++c) {
    float most = 0, total = 0;
    for_each_near(surface, n, c, [&](Link link) {
      const float drop = height[c] - height[link.to];
      if (drop > talus * link.length) total += drop;
      most = std::max(most, drop - talus * link.length);
    });
    rate[c] = most > 0 ? std::min(strength * (most / total), thermal_bound(n)) : 0;
    given[c] = rate[c] * total;
  }
  for (Cell c = 0; c < height.size(); ++c) {
    float got = 0;
    for_each_near(surface, n, c, [&](Link link) {
      const float drop = height[link.to] - height[c];
      if (drop > talus * link.length) got += drop * rate[link.to];
    });
    after[c] = height[c] + (got - given[c]);
  }
  return after;
}

const GravityCase thermal{"thermal", oracle, 0.7F, 0.3F};

TEST(Thermal, KernelsDoWhatTheFormulaSays) {
  expect_kernels_follow(thermal, [](Cell c) { return 0.1F * rough(c); });
}

TEST(Thermal, MapsWiderThanAStripHaveNoSeams) {
  expect_no_seams(thermal, [](Cell c) { return 0.1F * rough(c); });
}

TEST(Thermal, LargeMapsAreWrittenPastTheCachesWithTheSameBits) {
  DomainSpec spec{.kind = "torus"};
  spec.params.set("width", std::int64_t{4016});
  spec.params.set("height", std::int64_t{1000});
  spec.params.set("step", 20.0);
  expect_one_pass(
      thermal, Surface(*make_domain(spec, Seed{}, 0, "")), "von_neumann", [](Cell c) { return 0.1F * rough(c); }, 2);
}

TEST(Thermal, ALayerThatItChangesMayAlsoBeItsMask) {
  Surface own = torus_surface(32, 20), copied = torus_surface(32, 20);
  for (Surface* surface : {&own, &copied}) add_layer(*surface, "height", [](Cell c) { return 0.001F * rough(c); });
  add_layer(copied, "mask", [](Cell c) { return 0.001F * rough(c); });
  StageSpec spec = stage("moore", 0, 5);
  spec.layers = {{"strength", "height"}};
  ASSERT_TRUE(run_stage(own, spec));
  spec.layers = {{"strength", "mask"}};
  ASSERT_TRUE(run_stage(copied, spec));
  EXPECT_EQ(copy_of(own, "height"), copy_of(copied, "height"));
}

TEST(Thermal, APeakGivesTheExcessToItsNeighboursByTheirDrops) {
  Surface surface = torus_surface(5, 20);
  add_layer(surface, "height", [](Cell c) { return c == 12 ? 100.0F : c == 11 ? 40.0F : 0.0F; });
  ASSERT_TRUE(run_stage(surface, stage("von_neumann", 1, 1, 0.1)));
  const std::vector<float> height = copy_of(surface, "height");
  // Drops 60 and three of 100, the rest at 20: 0.1 · 80 m shared as 60 : 100 : 100 : 100. The lower peak slides to three sides.
  EXPECT_NEAR(height[12], 100 - 8.0, 1e-4);
  EXPECT_NEAR(height[11], 40 + 8.0 * 60 / 360 - 0.1 * 20, 1e-4);
  EXPECT_NEAR(height[7], 8.0 * 100 / 360, 1e-4);
  EXPECT_EQ(height[6], height[16]) << "beside the lower peak";
  EXPECT_EQ(height[0], 0);
}

TEST(Thermal, GroundAtRestStaysAsItIs) {
  for (const std::string& kind : domain_kinds())
    for (const std::string& name : neighbourhood_names()) {
      Surface surface = small_surface(kind);
      const auto low = static_cast<float>(0.1 * spacing(surface.domain()));
      add_layer(surface, "height", [&](Cell c) { return low * rough(c) / 1000; });
      const std::vector<float> before = copy_of(surface, "height");
      ASSERT_TRUE(run_stage(surface, stage(name, kind == "sphere" ? 100 : 0.11, 3)));
      EXPECT_EQ(copy_of(surface, "height"), before) << kind << " " << name;
    }
}

TEST(Thermal, NothingIsLostNowhere) {
  expect_nothing_is_lost([](const std::string& neighbourhood) { return stage(neighbourhood, 0.01); });
}

TEST(Thermal, NoPassMakesNewExtremesOrSwings) {
  for (const std::string& kind : domain_kinds())
    for (const std::string& name : neighbourhood_names()) {
      Surface surface = small_surface(kind);
      add_layer(surface, "height", rough);
      for (int pass = 0; pass < 4; ++pass)
        // A cell keeps at least half of itself: it goes no more than half the way to any neighbour.
        check_against_neighbours(surface, stage(name, 0, 1, 1), [&](float before, float after, float low, float high) {
          const float rounding = 1e-3F;
          ASSERT_GE(after, (low + before) / 2 - rounding) << kind << " " << name;
          ASSERT_LE(after, (high + before) / 2 + rounding) << kind << " " << name;
        });
    }
}

TEST(Thermal, SlopesComeToRestAtTheTalus) {
  Surface surface = torus_surface(48, 20);
  add_layer(surface, "height", [](Cell c) { return c == 48 * 24 + 24 ? 5000.0F : 0.0F; });
  ASSERT_TRUE(run_stage(surface, stage("moore", 0.5, 3000)));
  const std::vector<float> height = copy_of(surface, "height");
  float steepest = 0;
  for (Cell c = 0; c < height.size(); ++c)
    for_each_near(surface, Neighbourhood::moore, c,
                  [&](Link link) { steepest = std::max(steepest, (height[c] - height[link.to]) / link.length); });
  EXPECT_GT(steepest, 0.45F);
  EXPECT_LT(steepest, 0.51F);
}

TEST(Thermal, MasksSayWhere) {
  for (const std::string& kind : domain_kinds())
    for (const std::string& name : neighbourhood_names()) {
      Surface surface = small_surface(kind);
      add_layer(surface, "height", rough);
      add_layer(surface, "mask", [](Cell c) { return c % 3 == 0 ? 0.0F : 1.0F; });
      add_layer(surface, "rock", [](Cell c) { return c % 5 == 0 ? 100.0F : 0.0F; });
      StageSpec spec = stage(name, 0, 3);
      spec.layers = {{"strength", "mask"}, {"talus", "rock"}};
      ASSERT_TRUE(run_stage(surface, spec));
      const std::vector<float> height = copy_of(surface, "height");
      for (Cell c = 0; c < height.size(); c += 3) ASSERT_EQ(height[c], rough(c)) << kind << " " << name;
      EXPECT_NE(height[1], rough(1)) << kind << " " << name;
    }
}

TEST(Thermal, AConstantLayerGivesTheBitsOfTheNumber) { expect_layers_like_numbers("thermal", 0.05F); }

TEST(Thermal, AnotherResolutionIsTheSameWorldSharper) {
  for (const std::string& name : neighbourhood_names()) {
    Surface fine = torus_surface(128, 20), coarse = torus_surface(64, 40);
    StageSpec spec = stage(name, 0.2, 200);
    spec.params.set("reference_step", 20.0);
    for (Surface* surface : {&fine, &coarse}) add_hills(*surface, 640, 2, 400);
    Surface untouched = torus_surface(64, 40);
    add_hills(untouched, 640, 2, 400);
    for (Surface* surface : {&fine, &coarse}) ASSERT_TRUE(run_stage(*surface, spec));
    EXPECT_GT(difference_of_levels(fine, untouched), 0.08) << "else there is nothing to see";
    EXPECT_LT(difference_of_levels(fine, coarse), 0.004) << name;
  }
}

TEST(Thermal, TooManyPassesAreRefused) {
  Surface surface = torus_surface(8, 20);
  add_layer(surface, "height", rough);
  StageSpec spec = stage("moore", 0.5, 50);
  spec.params.set("reference_step", 200.0);
  const Result<void> refused = run_stage(surface, spec);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/0/iterations");
  const StageList stages;
  const Result<void> checked = (*stages.find("thermal", 1, ""))->check(spec, domain_spec("torus"), "/stages/3");
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().path, "/stages/3/iterations");
}

TEST(Neighbourhood, LinksOfASphereAreMutualAndSidesAreFour) {
  const Surface surface = small_surface("sphere");
  for (const Neighbourhood n : {Neighbourhood::moore, Neighbourhood::von_neumann, Neighbourhood::rotated_von_neumann}) {
    std::size_t corners = 0;
    for (Cell c = 0; c < surface.cell_count(); ++c) {
      std::uint32_t links = 0;
      for_each_near(surface, n, c, [&](Link link) {
        ++links;
        bool back = false;
        for_each_near(surface, n, link.to, [&](Link there) { back = back || (there.to == c && there.length == link.length); });
        ASSERT_TRUE(back);
      });
      if (links < most_links(n)) ++corners;
      if (n == Neighbourhood::von_neumann) { ASSERT_EQ(links, 4u); }
    }
    EXPECT_EQ(corners, n == Neighbourhood::von_neumann ? 0u : 24u);
  }
}

}  // namespace
}  // namespace craton
