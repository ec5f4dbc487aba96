#include <algorithm>
#include <cmath>

#include "stages/relief/fault_shape.h"
#include "stages/stage_test.h"

namespace craton::relief {
namespace {

using namespace testing;

constexpr FaultShape shape{1000, 300, 80, 600, 0.7F};

TEST(FaultShape, TheThrowIsMostInTheMiddleAndNothingAtTheTips) {
  EXPECT_NEAR(fault_height(shape, 0, 40) - fault_height(shape, 0, -40), 300 * std::pow(1 - 40.0 / 600, 2), 1e-2);
  EXPECT_NEAR(fault_height(shape, 0, 40), 0.7 * 300 * std::pow(1 - 40.0 / 600, 2), 1e-2);
  EXPECT_GT(fault_height(shape, 0, 50), fault_height(shape, 500, 50));
  EXPECT_EQ(fault_height(shape, 1000, 50), 0);
  EXPECT_EQ(fault_height(shape, -1200, 50), 0);
  EXPECT_EQ(fault_height(shape, 10, 600), 0);
  EXPECT_EQ(fault_height(shape, 10, -600), 0);
  for (float v = 40; v < 600; ++v) {
    ASSERT_GT(fault_height(shape, 0, v), 0);
    ASSERT_LE(fault_height(shape, 0, v + 1), fault_height(shape, 0, v)) << "the block is tilted away from the scarp";
    ASSERT_LT(fault_height(shape, 0, -v), 0);
  }
}

TEST(FaultShape, IsContinuous) {
  for (float u = -1100; u < 1100; u += 7)
    for (float v = -700; v < 700; ++v) {
      ASSERT_NEAR(fault_height(shape, u, v), fault_height(shape, u, v + 1), 300 * 1.6 / 80 + 1);
      ASSERT_NEAR(fault_height(shape, u, v), fault_height(shape, u + 1, v), 300 * 1.6 / 1000);
    }
}

/// In the sizes of the small domains of these tests.
StageSpec stage(const std::string& kind) {
  const double metre = kind == "sphere" ? 100 : 1;
  StageSpec spec{.stage = "fault_lines", .id = "faults"};
  for (const auto& [name, value] :
       {std::pair{"spacing", 150.0}, {"length", 500.0}, {"throw", 60.0}, {"scarp", 40.0}, {"back_slope", 200.0}, {"bend", 30.0}})
    spec.params.set(name, value * metre);
  return spec;
}

std::vector<float> relief_of(const std::string& kind, const StageSpec& spec) {
  Surface surface = small_surface(kind);
  add_layer(surface, "height", [](Cell) { return 0.0F; });
  const Result<void> done = run_stage(surface, spec);
  EXPECT_TRUE(done) << done.error().to_string();
  return copy_of(surface, "height");
}

TEST(FaultLines, BlocksRiseAndBasinsSink) {
  for (const std::string& kind : domain_kinds()) {
    const std::vector<float> height = relief_of(kind, stage(kind));
    const float low = *std::min_element(height.begin(), height.end()), high = *std::max_element(height.begin(), height.end());
    EXPECT_LT(low, 0) << kind;
    EXPECT_GT(high, 0) << kind;
    EXPECT_GT(high - low, 30 * (kind == "sphere" ? 100 : 1)) << kind;
    StageSpec only_up = stage(kind);
    only_up.params.set("rising", 1.0);
    const std::vector<float> raised = relief_of(kind, only_up);
    EXPECT_GE(*std::min_element(raised.begin(), raised.end()), 0) << kind;
  }
}

TEST(FaultLines, RunInTheirDirection) {
  Surface surface = small_surface("torus");
  const Torus torus = std::get<Torus>(surface.domain());
  const auto steps = [&](double direction) {
    StageSpec spec = stage("torus");
    spec.params.set("direction", direction);
    spec.params.set("spread", 0.0);
    spec.params.set("bend", 0.0);
    const std::vector<float> height = relief_of("torus", spec);
    double east = 0, south = 0;
    for (std::uint32_t y = 0; y + 1 < torus.size().height; ++y)
      for (std::uint32_t x = 0; x + 1 < torus.size().width; ++x) {
        east += std::abs(double(height[torus.cell(x + 1, y)]) - height[torus.cell(x, y)]);
        south += std::abs(double(height[torus.cell(x, y + 1)]) - height[torus.cell(x, y)]);
      }
    return east / south;
  };
  EXPECT_GT(steps(0), 2);
  EXPECT_LT(steps(90), 0.5);
}

TEST(FaultLines, FacingSaysWhichSideRises) {
  Surface surface = small_surface("torus");
  const Torus torus = std::get<Torus>(surface.domain());
  const auto steepest = [&](double facing) {
    StageSpec spec = stage("torus");
    for (const auto& [name, value] :
         {std::pair{"facing", facing}, {"direction", 0.0}, {"spread", 0.0}, {"bend", 0.0}, {"spacing", 500.0}})
      spec.params.set(name, value);
    const std::vector<float> height = relief_of("torus", spec);
    float up = 0, down = 0;  // towards the east
    for (std::uint32_t y = 0; y < torus.size().height; ++y)
      for (std::uint32_t x = 0; x + 1 < torus.size().width; ++x) {
        up = std::max(up, height[torus.cell(x + 1, y)] - height[torus.cell(x, y)]);
        down = std::max(down, height[torus.cell(x, y)] - height[torus.cell(x + 1, y)]);
      }
    return up / down;
  };
  EXPECT_GT(steepest(1), 2) << "scarps of faults to the north climb to the east";
  EXPECT_LT(steepest(0), 0.5);
}

TEST(FaultLines, ATorusHasNoSeam) {
  Surface surface = small_surface("torus");
  const Torus torus = std::get<Torus>(surface.domain());
  const std::vector<float> height = relief_of("torus", stage("torus"));
  const auto [width, rows] = torus.size();
  float inside = 0, across = 0;
  for (std::uint32_t y = 0; y < rows; ++y) {
    for (std::uint32_t x = 1; x < width; ++x)
      inside = std::max(inside, std::abs(height[torus.cell(x, y)] - height[torus.cell(x - 1, y)]));
    across = std::max(across, std::abs(height[torus.cell(0, y)] - height[torus.cell(width - 1, y)]));
  }
  for (std::uint32_t x = 0; x < width; ++x)
    across = std::max(across, std::abs(height[torus.cell(x, 0)] - height[torus.cell(x, rows - 1)]));
  EXPECT_LE(across, inside);
}

TEST(FaultLines, MasksLeaveCellsAsTheyAre) {
  for (const std::string& kind : domain_kinds()) expect_masked_cells_stay(kind, stage(kind), 0.33);
}

TEST(FaultLines, TooManyForEveryPlaceAreRefused) {
  Surface surface = small_surface("torus");
  add_layer(surface, "height", [](Cell) { return 0.0F; });
  StageSpec spec = stage("torus");
  spec.params.set("spacing", 1.0);
  const Result<void> refused = run_stage(surface, spec);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/0/spacing");
}

/// Cells far wider than the faults are apart: patches shrink, and the values are those of the fine map.
TEST(FaultLines, CoarseCellsAreSamplesOfFineOnes) {
  const auto relief = [](int cells, double step) {
    DomainSpec domain{.kind = "torus"};
    domain.params.set("width", std::int64_t{cells});
    domain.params.set("height", std::int64_t{cells});
    domain.params.set("step", step);
    Surface surface(*make_domain(domain, Seed{}, 0, ""));
    add_layer(surface, "height", [](Cell) { return 0.0F; });
    EXPECT_TRUE(run_stage(surface, stage("torus")));
    return copy_of(surface, "height");
  };
  const std::vector<float> coarse = relief(4, 1600), fine = relief(160, 40);
  for (std::size_t y = 0; y < 4; ++y)
    for (std::size_t x = 0; x < 4; ++x) EXPECT_EQ(coarse[y * 4 + x], fine[40 * y * 160 + 40 * x]);
}

}  // namespace
}  // namespace craton::relief
