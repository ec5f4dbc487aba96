#include <cmath>

#include <craton/base/hash.h>

#include "stages/stage_test.h"

namespace craton {
namespace {

using namespace testing;

StageSpec stage(double radius) {
  StageSpec spec{.stage = "smooth", .id = "smooth"};
  spec.params.set("radius", radius);
  return spec;
}

float rough(Cell cell) { return static_cast<float>(mix64(cell + 99) % 1000) - 500; }

TEST(Smooth, AConstantStaysAsItIs) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    const double metres = spacing(surface.domain());
    add_layer(surface, "height", [](Cell) { return 7.5F; });
    ASSERT_TRUE(run_stage(surface, stage(2 * metres)));
    for (const float value : copy_of(surface, "height")) ASSERT_EQ(value, 7.5F) << kind;
  }
}

TEST(Smooth, EveryPassStaysWithinItsNeighboursAndLessensDifferences) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    const auto height = add_layer(surface, "height", rough);
    const auto roughness = [&](std::span<const float> values) {
      double sum = 0;
      for (const float value : values) sum += double(value) * value;
      return sum;
    };
    const double before = roughness(height);
    ASSERT_TRUE(run_stage(surface, stage(1.5 * spacing(surface.domain()))));
    const LayerRange range = surface.layer("height")->range();
    EXPECT_GE(range.min, -500) << kind;
    EXPECT_LE(range.max, 500) << kind;
    EXPECT_LT(roughness(surface.layer("height")->numbers()), 0.2 * before) << kind;
  }
}

/// The standard deviation of what a peak of one cell becomes.
double spread_of_a_peak(double step, double radius) {
  DomainSpec spec{.kind = "torus"};
  spec.params.set("width", std::int64_t{101});
  spec.params.set("height", std::int64_t{101});
  spec.params.set("step", step);
  Surface surface(*make_domain(spec, Seed{}, 0, ""));
  const Torus torus = std::get<Torus>(surface.domain());
  add_layer(surface, "height", [&](Cell c) { return c == torus.cell(50, 50) ? 1000.0F : 0.0F; });
  EXPECT_TRUE(run_stage(surface, stage(radius)));
  double sum = 0, variance = 0;
  const std::span<const float> height = surface.layer("height")->numbers();
  for (std::uint32_t y = 0; y < 101; ++y)
    for (std::uint32_t x = 0; x < 101; ++x) {
      sum += height[torus.cell(x, y)];
      variance += double(height[torus.cell(x, y)]) * (double(x) - 50) * (double(x) - 50) * step * step;
    }
  EXPECT_NEAR(sum, 1000, 1e-3) << "what one cell loses, others gain";
  return std::sqrt(variance / sum);
}

TEST(Smooth, TheRadiusIsInMetresAtEveryResolution) {
  EXPECT_NEAR(spread_of_a_peak(10, 60), 60, 0.1);
  EXPECT_NEAR(spread_of_a_peak(20, 60), 60, 0.1);
  EXPECT_NEAR(spread_of_a_peak(40, 60), 60, 0.1);
  EXPECT_NEAR(spread_of_a_peak(10, 7), 7, 0.1);
}

TEST(Smooth, OnTheTorusItDoesNotMatterWhereTheMapBegins) {
  Surface here = small_surface("torus"), there = small_surface("torus");
  const Torus torus = std::get<Torus>(here.domain());
  const std::uint32_t width = torus.size().width, rows = torus.size().height;
  const auto moved = [&](Cell c) { return torus.cell((c % width + 31) % width, (c / width + 17) % rows); };
  add_layer(here, "height", rough);
  add_layer(there, "height", [&](Cell c) { return rough(moved(c)); });
  ASSERT_TRUE(run_stage(here, stage(45)));
  ASSERT_TRUE(run_stage(there, stage(45)));
  const std::span<const float> a = here.layer("height")->numbers(), b = there.layer("height")->numbers();
  for (Cell c = 0; c < a.size(); ++c) ASSERT_EQ(b[c], a[moved(c)]);
}

TEST(Smooth, MasksSayWhereAndHowFar) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    add_layer(surface, "height", rough);
    add_layer(surface, "mask", [](Cell c) { return c % 2 == 0 ? 0.0F : 1.0F; });
    StageSpec spec = stage(2 * spacing(surface.domain()));
    spec.layers = {{"strength", "mask"}};
    ASSERT_TRUE(run_stage(surface, spec));
    const std::vector<float> strength = copy_of(surface, "height");
    for (Cell c = 0; c < strength.size(); c += 2) ASSERT_EQ(strength[c], rough(c)) << kind;

    Surface other = small_surface(kind);
    add_layer(other, "height", rough);
    const double metres = spacing(other.domain());
    add_layer(other, "far", [&](Cell c) { return c % 2 == 0 ? 0.0F : static_cast<float>(50 * metres); });
    StageSpec by_radius = stage(0);
    by_radius.params = {};
    by_radius.params.set("limit", metres);
    by_radius.layers = {{"radius", "far"}};
    ASSERT_TRUE(run_stage(other, by_radius));
    const std::vector<float> radius = copy_of(other, "height");
    for (Cell c = 0; c < radius.size(); c += 2) ASSERT_EQ(radius[c], rough(c)) << kind;
    EXPECT_NE(radius[1], rough(1)) << kind;
  }
}

TEST(Smooth, ALayerThatSteersItsOwnSmoothingIsReadAsItWas) {
  for (const std::string& kind : domain_kinds()) {
    const auto share = [](Cell c) { return static_cast<float>(mix64(c) % 1000) * 0.001F; };
    Surface own = small_surface(kind), copied = small_surface(kind);
    StageSpec spec = stage(2 * spacing(own.domain()));
    add_layer(own, "height", share);
    add_layer(copied, "height", share);
    add_layer(copied, "before", share);
    spec.layers = {{"strength", "height"}};
    ASSERT_TRUE(run_stage(own, spec));
    spec.layers = {{"strength", "before"}};
    ASSERT_TRUE(run_stage(copied, spec));
    EXPECT_EQ(copy_of(own, "height"), copy_of(copied, "height")) << kind;
  }
}

TEST(Smooth, TheSameBitsForAnyNumberOfThreads) {
  for (const std::string& kind : domain_kinds()) {
    std::vector<float> first;
    for (const unsigned threads : {1u, 3u}) {
      Surface surface = small_surface(kind);
      add_layer(surface, "height", rough);
      ASSERT_TRUE(run_stage(surface, stage(2 * spacing(surface.domain())), threads));
      if (threads == 1) first = copy_of(surface, "height");
      EXPECT_EQ(copy_of(surface, "height"), first) << kind;
    }
  }
}

TEST(Smooth, NeighboursTakesTheMeanOfACellAndThoseAroundIt) {
  for (const std::string& kind : domain_kinds()) {
    Surface surface = small_surface(kind);
    add_layer(surface, "height", rough);
    StageSpec spec{.stage = "smooth", .id = "smooth"};
    spec.params.set("method", std::string("neighbours"));
    ASSERT_TRUE(run_stage(surface, spec));
    const std::vector<float> height = copy_of(surface, "height");
    for (Cell c = 0; c < height.size(); ++c) {
      double sum = rough(c), count = 1;
      std::visit(
          [&](const auto& topology) {
            topology.for_each_link(c, [&](Link link) {
              sum += double{rough(link.to)};
              ++count;
            });
          },
          surface.domain());
      ASSERT_NEAR(double{height[c]}, sum / count, 1e-3) << kind << " " << c;
    }
    expect_masked_cells_stay(kind, spec, 0.3);
  }
}

TEST(Smooth, ARadiusOfTooManyCellsIsRefused) {
  Surface surface = small_surface("torus");
  add_layer(surface, "height", rough);
  const Result<void> refused = run_stage(surface, stage(5000));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/0/radius");
}

}  // namespace
}  // namespace craton
