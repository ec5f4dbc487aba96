#include "stages/crust/great_faults.h"

#include <algorithm>
#include <cmath>

#include "stages/stage_test.h"

namespace craton::crust {
namespace {

using namespace testing;

Domain sphere_of(std::int64_t resolution, double jitter = 0.8) {
  DomainSpec spec{.kind = "sphere"};
  spec.params.set("resolution", resolution);
  spec.params.set("jitter", jitter);
  return *make_domain(spec, Seed{3}, 0, "/domain");
}

Domain map_of(const std::string& wrap = "both") {
  DomainSpec spec{.kind = "torus"};
  spec.params.set("width", std::int64_t{120});
  spec.params.set("height", std::int64_t{80});
  spec.params.set("step", 1000.0);
  spec.params.set("wrap", wrap);
  return *make_domain(spec, Seed{3}, 0, "/domain");
}

float sum_at(const GreatFaults& faults, float x, float y, float z) {
  FaultPlaces places;
  places.count = 1;
  places.x[0] = x;
  places.y[0] = y;
  places.z[0] = z;
  float sum = 0;
  faults.add(faults.all(), places, {&sum, 1});
  return sum;
}
float sum_at(const GreatFaults& faults, const Vec3d& place) {
  return sum_at(faults, static_cast<float>(place.x), static_cast<float>(place.y), static_cast<float>(place.z));
}

TEST(GreatFaults, AntipodesOfCentralPlanesHaveOppositeHeights) {
  const Domain domain = sphere_of(8);
  for (const double width : {0.0, 300'000.0})
    for (const bool balanced : {false, true}) {
      const GreatFaults faults(domain, {.count = 300, .fall = 0.5, .width = width, .balanced = balanced}, Seed{4});
      EXPECT_EQ(faults.mean(), 0);
      for (const Vec3f& site : std::get<CubeSphere>(domain).sites())
        ASSERT_EQ(sum_at(faults, -site.x, -site.y, -site.z), -sum_at(faults, site.x, site.y, site.z));
    }
  const GreatFaults off(domain, {.count = 300, .off_centre = 0.6}, Seed{4});
  EXPECT_NE(sum_at(off, -0.6F, 0, 0.8F), -sum_at(off, 0.6F, 0, -0.8F));
}

TEST(GreatFaults, OneFaultHasTwoLevels) {
  for (const Domain& domain : {sphere_of(24), map_of()}) {
    const GreatFaults faults(domain, {.count = 1, .off_centre = 0.5}, Seed{9});
    const float step = std::abs(faults.all()[0].step);
    std::size_t high = 0, low = 0;
    std::visit(
        [&](const auto& topology) {
          for (Cell cell = 0; cell < topology.cell_count(); ++cell) {
            const Vec3d centre = topology.centre(cell);
            const float sum =
                sum_at(faults, Vec3d{centre.x / faults.metres(), centre.y / faults.metres(), centre.z / faults.metres()});
            ASSERT_EQ(std::abs(sum), step);
            ++(sum > 0 ? high : low);
          }
        },
        domain);
    EXPECT_GT(high, (high + low) / 10);
    EXPECT_GT(low, (high + low) / 10);
  }
}

TEST(GreatFaults, AStepRisesOverItsWidthAlongTheGround) {
  const Domain domain = sphere_of(8);
  for (const double off_centre : {0.0, 0.9}) {
    const GreatFaults faults(domain, {.count = 1, .off_centre = off_centre, .width = 100'000}, Seed{3});
    const GreatFault& fault = faults.all()[0];
    // Any direction across the normal; an angle from the normal, as measured along the ground.
    const Vec3d normal{fault.x, fault.y, fault.z};
    const double flat = std::hypot(normal.x, normal.y);
    const Vec3d side{-normal.y / flat, normal.x / flat, 0};
    const auto at = [&](double metres) {
      const double angle = std::acos(double{fault.edge}) - metres / faults.metres();
      const double along = std::cos(angle), across = std::sin(angle);
      return double{sum_at(faults,
                           Vec3d{normal.x * along + side.x * across, normal.y * along + side.y * across, normal.z * along})} /
             double{fault.step};
    };
    EXPECT_NEAR(at(0), 0, 1e-3);
    EXPECT_NEAR(at(-25'000), -0.6875, 0.02);  // ½ (3 − ¼) ½
    EXPECT_NEAR(at(25'000), 0.6875, 0.02);
    EXPECT_EQ(at(52'000), 1);
    EXPECT_EQ(at(-52'000), -1);
  }
}

TEST(GreatFaults, StepsFallAndFaultsDoNotDependOnTheirNumber) {
  const Domain domain = sphere_of(8);
  const GreatFaults few(domain, {.count = 20, .fall = 0.5, .off_centre = 0.4, .balanced = true}, Seed{4});
  const GreatFaults many(domain, {.count = 50, .fall = 0.5, .off_centre = 0.4, .balanced = true}, Seed{4});
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(few.all()[i].x, many.all()[i].x);
    EXPECT_EQ(few.all()[i].step, many.all()[i].step);
    EXPECT_NEAR(std::abs(few.all()[i].step), 1 / std::sqrt(static_cast<double>(i) + 1), 1e-6);
    EXPECT_LE(std::abs(few.all()[i].edge), 0.4F);
  }
}

/// The mean of heights, and of heights times directions: which side of the world is higher.
struct Moments {
  double mean = 0, tilt = 0, deviation = 0;
};
Moments moments_of(const Domain& domain, const GreatFaults& faults) {
  return std::visit(
      [&](const auto& topology) {
        double all = 0, sum = 0, squares = 0, x = 0, y = 0, z = 0;
        for (Cell cell = 0; cell < topology.cell_count(); ++cell) {
          const double area = topology.area(cell), length = faults.metres();
          const Vec3d metres = topology.centre(cell), place{metres.x / length, metres.y / length, metres.z / length};
          const double height = double{sum_at(faults, place)};
          all += area;
          sum += area * height;
          squares += area * height * height;
          x += area * height * place.x;
          y += area * height * place.y;
          z += area * height * place.z;
        }
        const double mean = sum / all;
        return Moments{mean, std::sqrt(x * x + y * y + z * z) / all, std::sqrt(squares / all - mean * mean)};
      },
      domain);
}

TEST(GreatFaults, TheirMeanIsKnownAndTheirDeviationFound) {
  for (const Domain& domain : {sphere_of(40), map_of()})
    for (const double width : {0.0, 5000.0}) {
      const GreatFaults faults(domain, {.count = 40, .off_centre = 0.8, .width = width}, Seed{5});
      const Moments moments = moments_of(domain, faults);
      EXPECT_NEAR(moments.mean, faults.mean(), 0.02 * moments.deviation);
      EXPECT_NEAR(*faults.deviation({}), moments.deviation, 0.03 * moments.deviation);
    }
}

TEST(GreatFaults, BalancedOnesRaiseNoSideOfThePlanet) {
  const Domain domain = sphere_of(24);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Moments chance = moments_of(domain, GreatFaults(domain, {.count = 400, .off_centre = 0.5}, Seed{seed}));
    const Moments balanced =
        moments_of(domain, GreatFaults(domain, {.count = 400, .off_centre = 0.5, .balanced = true}, Seed{seed}));
    EXPECT_GT(chance.tilt, 0.1 * chance.deviation) << seed;
    EXPECT_LT(balanced.tilt, 0.1 * balanced.deviation) << seed;
  }
}

TEST(GreatFaults, MapsClose) {
  const Domain domain = map_of();
  const GreatFaults faults(domain, {.count = 60, .off_centre = 0.7, .width = 10'000}, Seed{6});
  for (float t = 0; t < 1; t += 0.0131F) {
    EXPECT_NEAR(sum_at(faults, 0, t, 0), sum_at(faults, 1.5F, t, 0), 1e-3);
    EXPECT_NEAR(sum_at(faults, 1.5F * t, 0, 0), sum_at(faults, 1.5F * t, 1, 0), 1e-3);
  }
  const GreatFaults open(map_of("x"), {.count = 60, .off_centre = 0.7, .width = 10'000}, Seed{6});
  double closed = 0, parted = 0;
  for (float t = 0; t < 1; t += 0.0131F) {
    closed = std::max(closed, std::abs(double{sum_at(open, 0, t, 0)} - double{sum_at(open, 1.5F, t, 0)}));
    parted = std::max(parted, std::abs(double{sum_at(open, 1.5F * t, 0, 0)} - double{sum_at(open, 1.5F * t, 1, 0)}));
  }
  EXPECT_LT(closed, 1e-3);
  EXPECT_GT(parted, 3) << "a border does not close";
}

StageSpec stage(std::initializer_list<std::pair<const char*, double>> values = {}) {
  StageSpec spec{.stage = "great_faults", .id = "faults"};
  spec.params.set("faults", std::int64_t{200});
  for (const auto& [name, value] : values) spec.params.set(name, value);
  return spec;
}

/// Patches and tiles leave out what cannot differ in them: the sums are those over all faults all the same.
TEST(GreatFaultsStage, IsTheSumOverAllFaults) {
  for (const Domain& domain : {sphere_of(45), map_of()}) {
    const bool sphere = std::holds_alternative<CubeSphere>(domain);
    Surface surface(domain);
    const double width = sphere ? 80'000 : 900;
    ASSERT_TRUE(run_stage(surface, stage({{"bend", 0.0}, {"width", width}, {"height", 1000.0}})));
    const GreatFaults faults(domain, {.count = 200, .off_centre = 0.7, .width = width, .balanced = true},
                             Seed{7}.child("faults"));
    const double scale = 1000 / *faults.deviation({});
    const std::vector<float> height = copy_of(surface, "height");
    for (Cell cell = 0; cell < height.size(); cell += 3) {
      const Vec3d centre = std::visit([&](const auto& topology) { return topology.centre(cell); }, domain);
      const double length = faults.metres();
      const Vec3d place = sphere ? std::get<CubeSphere>(domain).direction(cell) : Vec3d{centre.x / length, centre.y / length, 0};
      ASSERT_NEAR(height[cell], (double{sum_at(faults, place)} - faults.mean()) * scale, 0.05) << cell;
    }
  }
}

/// With sites in the middle of their cells every cell of the coarse planet has its place in the middle one of nine finer cells.
TEST(GreatFaultsStage, IsTheSameAtEveryResolution) {
  const auto heights = [](std::int64_t resolution) {
    Surface surface(sphere_of(resolution, 0));
    EXPECT_TRUE(run_stage(surface, stage({{"bend", 150'000.0}, {"width", 100'000.0}, {"height", 1000.0}})));
    return copy_of(surface, "height");
  };
  const std::vector<float> coarse = heights(64), fine = heights(192);
  std::size_t near = 0;
  for (std::size_t face = 0; face < 6; ++face)
    for (std::size_t row = 0; row < 64; ++row)
      for (std::size_t column = 0; column < 64; ++column) {
        const float here = coarse[(face * 64 + row) * 64 + column];
        const float there = fine[(face * 192 + 3 * row + 1) * 192 + 3 * column + 1];
        ASSERT_NEAR(here, there, 0.5);
        near += std::abs(here) < 300;
      }
  EXPECT_LT(near, coarse.size() / 2);
}

TEST(GreatFaultsStage, ATorusHasNoSeam) {
  Surface surface(map_of());
  ASSERT_TRUE(run_stage(surface, stage({{"bend", 6000.0}, {"width", 4000.0}})));
  const Torus torus = std::get<Torus>(surface.domain());
  const std::vector<float> height = copy_of(surface, "height");
  const std::uint32_t width = torus.size().width, rows = torus.size().height;
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

TEST(GreatFaultsStage, MasksLeaveCellsAsTheyAre) {
  for (const Domain& domain : {sphere_of(12), map_of()}) {
    Surface surface(domain);
    const auto before = [](Cell c) { return static_cast<float>(c % 17) + 0.1F; };
    add_layer(surface, "height", before);
    add_layer(surface, "mask", [](Cell c) { return c % 2 == 0 ? 0.0F : 500.0F; });
    StageSpec spec = stage({{"bend", 0.0}});
    spec.layers = {{"height", "mask"}, {"offset", "height"}};
    ASSERT_TRUE(run_stage(surface, spec));
    const std::vector<float> height = copy_of(surface, "height");
    for (Cell c = 0; c < height.size(); ++c) ASSERT_EQ(height[c] == before(c), c % 2 == 0) << c;
  }
}

TEST(GreatFaultsStage, WhatCannotBeIsRefused) {
  Surface plane = small_surface("plane");
  const Result<void> endless = run_stage(plane, stage());
  ASSERT_FALSE(endless);
  EXPECT_EQ(endless.error().code, ErrorCode::unsupported);
  EXPECT_EQ(endless.error().path, "/stages/0");
  Surface map(map_of());
  const Result<void> bent = run_stage(map, stage({{"bend", 30'000.0}}));
  ASSERT_FALSE(bent);
  EXPECT_EQ(bent.error().path, "/stages/0/bend");
}

}  // namespace
}  // namespace craton::crust
