#include <algorithm>
#include <cmath>

#include <craton/base/hash.h>

#include "base/lattice_hash.h"
#include "stages/stage_test.h"

namespace craton::relief {
namespace {

using namespace testing;

/// The definition, one value at a time, from the finest level up: plain recursion without arrays. Lines wrap after `lines` of the
/// coarsest level; 0: never.
class Oracle {
 public:
  Oracle(double roughness, std::int64_t lines_x, std::int64_t lines_y)
      : roughness_(roughness), lines_x_(lines_x), lines_y_(lines_y) {}

  double random(int level, std::int64_t x, std::int64_t y) const {
    const Seed own{mix64(7 + static_cast<std::uint64_t>(level) * 0x9e3779b97f4a7c15U)};
    AxisKeys keys_x(own, 0), keys_y(own, 1);
    const AxisKey a = keys_x(wrapped(x, lines_x_ << level)), b = keys_y(wrapped(y, lines_y_ << level));
    return static_cast<std::int32_t>(lattice_point_hash(a.low + b.low, a.high + b.high)) * 0x1p-31;
  }

  double diamond_square(int level, std::int64_t x, std::int64_t y) const {
    if (level == 0) return random(0, x, y);
    const bool odd_x = x % 2 != 0, odd_y = y % 2 != 0;
    if (!odd_x && !odd_y) return diamond_square(level - 1, x / 2, y / 2);
    const auto at = [&](int right, int down) { return diamond_square(level, x + right, y + down); };
    if (odd_x && odd_y)
      return (at(-1, -1) + at(1, -1) + at(-1, 1) + at(1, 1)) / 4 + std::pow(roughness_, level - 0.5) * random(level, x, y);
    return (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1)) / 4 + std::pow(roughness_, level) * random(level, x, y);
  }

  double square(int level, std::int64_t x, std::int64_t y) const {
    if (level == 0) return random(0, x, y);
    double sum = 0;
    for (const int right : {0, 1})
      for (const int down : {0, 1}) {
        // The parent, and the one on the side to which the point lies.
        const auto parent = [](std::int64_t line, int next) {
          const std::int64_t own = (line - (line % 2 + 2) % 2) / 2;
          return next == 0 ? own : line % 2 != 0 ? own + 1 : own - 1;
        };
        sum += (right ? 0.25 : 0.75) * (down ? 0.25 : 0.75) * square(level - 1, parent(x, right), parent(y, down));
      }
    return sum + std::pow(roughness_, level) * random(level, x, y);
  }

 private:
  static std::uint64_t wrapped(std::int64_t line, std::int64_t lines) {
    return static_cast<std::uint64_t>(lines == 0 ? line : (line % lines + lines) % lines);
  }
  double roughness_;
  std::int64_t lines_x_, lines_y_;
};

StageSpec stage(const std::string& form, double size, double roughness) {
  StageSpec spec{.stage = "midpoint_displacement", .id = "fractal"};
  spec.params.set("form", form);
  spec.params.set("size", size);
  spec.params.set("height", 1.0);
  spec.params.set("roughness", roughness);
  return spec;
}

Surface grid(const std::string& kind, int width, int height, double step, double origin = 0) {
  DomainSpec spec{.kind = kind};
  spec.params.set("width", std::int64_t{width});
  spec.params.set("height", std::int64_t{height});
  spec.params.set("step", step);
  if (kind == "plane") {
    spec.params.set("x", origin);
    spec.params.set("y", -origin);
  }
  return Surface(*make_domain(spec, Seed{}, 0, ""));
}

std::vector<float> relief_of(Surface&& surface, const StageSpec& spec) {
  const Result<void> done = run_stage(surface, spec);
  EXPECT_TRUE(done) << done.error().to_string();
  return copy_of(surface, "height");
}

/// Cells that are a power of two finer than the size fall onto the finest lattice.
TEST(MidpointDisplacement, LatticePointsAreThoseOfTheRecursion) {
  const int levels = 4;
  for (const double origin : {0.0, -1600.0, 160 * 0x1p34}) {
    const std::vector<float> height = relief_of(grid("plane", 150, 20, 10, origin), stage("diamond_square", 160, 0.6));
    const Oracle oracle(0.6, 0, 0);
    const auto first = static_cast<std::int64_t>(origin / 10);
    for (std::int64_t i = 0; i < 3000; i += 7)
      ASSERT_NEAR(height[static_cast<std::size_t>(i)], oracle.diamond_square(levels, first + i % 150, -first + i / 150), 1e-5)
          << origin << " " << i;
  }
  const std::vector<float> closed = relief_of(grid("torus", 96, 48, 10), stage("diamond_square", 150, 0.5));  // 6 × 3 of 160 m
  for (std::int64_t i = 0; i < 96 * 48; i += 5)
    ASSERT_NEAR(closed[static_cast<std::size_t>(i)], Oracle(0.5, 6, 3).diamond_square(levels, i % 96, i / 96), 1e-5) << i;
}

TEST(MidpointDisplacement, SquaresAreThoseOfTheRecursion) {
  const std::vector<float> height = relief_of(grid("torus", 48, 32, 10), stage("square", 80, 0.6));  // 6 × 4 coarsest cells
  const Oracle oracle(0.6, 6, 4);
  const double weight[3] = {0.5, 0.5, 0};  // of a quadratic spline at the beginning of a cell: before, here, after
  for (std::int64_t i = 0; i < 48 * 32; i += 11) {
    double expected = 0;
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 3; ++x) expected += weight[x] * weight[y] * oracle.square(3, i % 48 + x - 1, i / 48 + y - 1);
    ASSERT_NEAR(height[static_cast<std::size_t>(i)], expected, 1e-5) << i;
  }
}

TEST(MidpointDisplacement, AFinerWorldIsTheSame) {
  const auto relief = [](const char* form, int cells, double step) {
    return relief_of(grid("torus", cells, cells, step), stage(form, 320, 0.5));
  };
  const std::vector<float> coarse = relief("diamond_square", 64, 40), fine = relief("diamond_square", 256, 10);
  for (std::size_t y = 0; y < 64; ++y)
    for (std::size_t x = 0; x < 64; ++x) ASSERT_EQ(coarse[y * 64 + x], fine[4 * y * 256 + 4 * x]);
  const std::vector<float> smooth_coarse = relief("square", 64, 40), smooth_fine = relief("square", 256, 10);
  double difference = 0, square = 0;
  for (std::size_t y = 0; y < 64; ++y)
    for (std::size_t x = 0; x < 64; ++x) {
      difference += std::pow(smooth_coarse[y * 64 + x] - smooth_fine[4 * y * 256 + 4 * x], 2);
      square += std::pow(smooth_fine[4 * y * 256 + 4 * x], 2);
    }
  EXPECT_LT(difference, 0.01 * square);
}

/// The variance of differences grows with the distance to the power 2H, roughness = 2^-H.
TEST(MidpointDisplacement, RoughnessSaysHowDifferencesGrow) {
  for (const char* form : {"diamond_square", "square"})
    for (const double roughness : {0.6, 0.7, 0.8}) {
      const std::vector<float> height = relief_of(grid("torus", 512, 512, 1), stage(form, 128, roughness));
      const auto variance = [&](std::size_t lag) {
        double sum = 0;
        for (std::size_t y = 0; y < 512; ++y)
          for (std::size_t x = 0; x < 512; ++x) sum += std::pow(height[y * 512 + (x + lag) % 512] - height[y * 512 + x], 2);
        return sum;
      };
      EXPECT_NEAR(std::log2(variance(16) / variance(4)) / 4, -std::log2(roughness), 0.15) << form << " " << roughness;
    }
}

TEST(MidpointDisplacement, IsContinuousBetweenLatticePoints) {
  for (const char* form : {"diamond_square", "square"}) {
    const std::vector<float> height =
        relief_of(grid("plane", 500, 100, 0.05), stage(form, 0.93, 0));  // one smooth level after all
    float largest = 0;
    for (std::size_t i = 0; i + 1 < height.size(); ++i)
      if (i % 500 != 499) largest = std::max(largest, std::abs(height[i + 1] - height[i]));
    EXPECT_LT(largest, 0.25F) << form;
    EXPECT_GT(largest, 0.02F) << form;
  }
}

TEST(MidpointDisplacement, HeightIsAMaskAndOffsetMayBeTheLayer) {
  for (const std::string kind : {"plane", "torus"}) {
    Surface surface = small_surface(kind);
    add_layer(surface, "height", [](Cell c) { return static_cast<float>(c % 17); });
    add_layer(surface, "mask", [](Cell c) { return c % 2 == 0 ? 0.0F : 100.0F; });
    StageSpec spec{.stage = "midpoint_displacement", .id = "fractal"};
    spec.layers = {{"height", "mask"}, {"offset", "height"}};
    ASSERT_TRUE(run_stage(surface, spec));
    const std::vector<float> height = copy_of(surface, "height");
    std::size_t changed = 0;
    for (Cell c = 0; c < height.size(); ++c) {
      if (c % 2 == 0) { ASSERT_EQ(height[c], static_cast<float>(c % 17)) << kind; }
      changed += height[c] != static_cast<float>(c % 17);
    }
    EXPECT_GT(changed, height.size() / 3) << kind;
  }
}

TEST(MidpointDisplacement, SpheresAreRefusedWithAHint) {
  Surface surface = small_surface("sphere");
  const Result<void> refused = run_stage(surface, StageSpec{.stage = "midpoint_displacement", .id = "fractal"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/0");
  EXPECT_NE(refused.error().message.find("noise"), std::string::npos);
}

}  // namespace
}  // namespace craton::relief
