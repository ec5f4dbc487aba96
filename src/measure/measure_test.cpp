#include <craton/measure/measure.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include <craton/base/hash.h>
#include <craton/noise/noise.h>

namespace craton {
namespace {

DomainSpec grid(const std::string& kind, int width, int height, double step) {
  DomainSpec spec{.kind = kind};
  spec.params.set("width", std::int64_t{width});
  spec.params.set("height", std::int64_t{height});
  spec.params.set("step", step);
  return spec;
}

DomainSpec sphere(int resolution, double radius) {
  DomainSpec spec{.kind = "sphere"};
  spec.params.set("resolution", std::int64_t{resolution});
  spec.params.set("radius", radius);
  return spec;
}

Surface surface_of(const DomainSpec& spec, const std::function<double(const Vec3d&)>& height) {
  Surface surface(*make_domain(spec, Seed{5}, 0, "/domain"));
  Layer* layer = *surface.add_layer({.name = "height", .unit = "m"});
  std::visit(
      [&](const auto& topology) {
        for (Cell c = 0; c < topology.cell_count(); ++c) layer->numbers()[c] = static_cast<float>(height(topology.centre(c)));
      },
      surface.domain());
  return surface;
}

Measured measured(const Surface& surface, std::string_view key, const MeasureOptions& options = {}, unsigned threads = 0) {
  const Result<std::vector<Measured>> all = measure_relief(surface, "height", options, {.threads = threads});
  EXPECT_TRUE(all) << all.error().to_string();
  for (const Measured& each : *all)
    if (each.info->key == key) return each;
  ADD_FAILURE() << "no measure " << key;
  return {};
}

double value(const Surface& surface, std::string_view key, const MeasureOptions& options = {}) {
  const Measured found = measured(surface, key, options);
  EXPECT_TRUE(found.value) << key << ": " << found.note;
  return found.value.value_or(NAN);
}

double rough(const Vec3d& place) {
  const auto key = static_cast<std::uint64_t>(std::llround(place.x * 7 + place.y * 1009 + place.z * 100003));
  return static_cast<double>(mix64(key) % 1000);
}

TEST(Measure, AnInclinedPlaneHasItsSlopeWhateverTheDirection) {
  for (const double angle : {0.0, 0.4, 1.1, 2.5}) {
    const Surface plane = surface_of(grid("plane", 40, 30, 25),
                                     [&](const Vec3d& p) { return 0.3 * (p.x * std::cos(angle) + p.y * std::sin(angle)); });
    EXPECT_NEAR(value(plane, "mean_slope"), 0.3, 1e-6) << angle;
  }
}

TEST(Measure, OnASphereSlopesAreThoseOfTheSmoothField) {
  // Height a·z on a unit direction: the slope is a·cos(latitude)/radius, whose mean over the sphere is a·π/4/radius.
  const Surface planet = surface_of(sphere(48, 1000), [](const Vec3d& p) { return 0.5 * p.z; });
  EXPECT_NEAR(value(planet, "mean_slope"), 0.5 * std::numbers::pi / 4, 2e-3);
}

TEST(Measure, TheErosionScoreIsTheSpreadOfTheLargestDifferences) {
  // Half the map inclined by 1 a cell, half by 3, with diagonals: differences 1 and 3, standard deviation 1, mean 2.
  const Surface two =
      surface_of(grid("plane", 402, 30, 1), [](const Vec3d& p) { return p.x <= 200 ? p.x : 200 + 3 * (p.x - 200); });
  EXPECT_NEAR(value(two, "erosion_score"), 0.5, 0.01);
  const Surface even = surface_of(grid("plane", 40, 30, 1), [](const Vec3d& p) { return 2 * p.x; });
  EXPECT_NEAR(value(even, "erosion_score"), 0, 1e-6);
}

TEST(Measure, HypsometryKnowsConesAndSeas) {
  // The mean height of a cone is a third of its top; its foot here is the sea's level.
  const Surface cone =
      surface_of(grid("plane", 401, 401, 1), [](const Vec3d& p) { return 199.9 - std::hypot(p.x - 200, p.y - 200); });
  EXPECT_NEAR(value(cone, "hypsometric_integral", {.sea_level = 0}), 1.0 / 3, 2e-3);
  EXPECT_NEAR(value(cone, "land_share", {.sea_level = 0}), std::numbers::pi * 199.9 * 199.9 / (401.0 * 401), 1e-3);
  EXPECT_EQ(value(cone, "land_share"), 1);
}

/// By raising all land until nothing changes (Planchon & Darboux 2001): slow, and without a queue.
double pits_by_relaxation(const Surface& surface) {
  const auto& torus = std::get<Torus>(surface.domain());
  const std::span<const float> heights = surface.layer("height")->numbers();
  std::vector<float> level(heights.size(), INFINITY);
  const auto lowest = static_cast<Cell>(std::min_element(heights.begin(), heights.end()) - heights.begin());
  level[lowest] = heights[lowest];
  for (bool changed = true; changed;) {
    changed = false;
    for (Cell c = 0; c < level.size(); ++c)
      torus.for_each_link(c, [&](Link link) {
        const float lower = std::max(heights[c], level[link.to]);
        if (lower < level[c]) {
          level[c] = lower;
          changed = true;
        }
      });
  }
  int raised = 0;
  for (Cell c = 0; c < level.size(); ++c) raised += level[c] > heights[c];
  return raised / static_cast<double>(level.size());
}

TEST(Measure, PitsAreWhatFillingWouldRaise) {
  // A bowl of 5 × 5 cells in a plain that falls to the east: 25 cells lie below their rim.
  const Surface bowl = surface_of(grid("plane", 60, 40, 1), [](const Vec3d& p) {
    return 100 - 0.01 * p.x - (std::abs(p.x - 30) <= 2 && std::abs(p.y - 20) <= 2 ? 10 : 0);
  });
  EXPECT_NEAR(value(bowl, "pit_share"), 25.0 / (60 * 40), 1e-9);
  const Surface drained = surface_of(grid("plane", 60, 40, 1), [](const Vec3d& p) { return 100 - 0.01 * p.x; });
  EXPECT_EQ(value(drained, "pit_share"), 0);
  // On a closed map water leaves at the lowest cell where there is no sea. A second hollow is then a pit, unless it is sea too.
  const auto closed = [](const Vec3d& p) {
    const double first = std::hypot(p.x - 5, p.y - 5), second = std::hypot(p.x - 14, p.y - 14);
    return second == 0 ? -1.0 : first == 0 ? -2.0 : 100 - second + 0.001 * first;
  };
  const Surface two = surface_of(grid("torus", 20, 20, 1), closed);
  EXPECT_GT(value(two, "pit_share"), 0);
  EXPECT_NEAR(value(two, "pit_share"), pits_by_relaxation(two), 1e-9);
}

TEST(Measure, PitsAgreeWithRelaxation) {
  const Surface map = surface_of(grid("torus", 60, 50, 1), rough);
  EXPECT_NEAR(value(map, "pit_share"), pits_by_relaxation(map), 1e-9);
  EXPECT_GT(value(map, "pit_share"), 0.1);
}

TEST(Measure, TheSpectralSlopeOfFractalsIsTwiceTheirRoughnessPlusOne) {
  // Each octave has persistence^2 of the power at half the wavelength, spread over twice the frequencies: β = 1 + 2
  // log2(1/persistence).
  for (const double persistence : {0.5, 0.7071}) {
    NoiseSpec perlin{.kind = "perlin"};
    perlin.params.set("frequency", 1.0 / 256);
    NoiseSpec fbm{.kind = "fbm", .inputs = {{"source", perlin}}};
    fbm.params.set("octaves", std::int64_t{8});
    fbm.params.set("persistence", persistence);
    Surface map(*make_domain(grid("plane", 512, 512, 1), Seed{}, 0, ""));
    Layer* height = *map.add_layer({.name = "height"});
    ASSERT_TRUE(Noise::make(fbm, Seed{3})->grid(Grid2{.width = 512, .height = 512}, height->numbers()));
    EXPECT_NEAR(value(map, "spectral_slope"), 1 + 2 * std::log2(1 / persistence), 0.35) << persistence;
  }
}

TEST(Measure, WhiteNoiseHasNoSpectralSlopeOnAnyDomain) {
  EXPECT_NEAR(value(surface_of(grid("plane", 300, 200, 1), rough), "spectral_slope"), 0, 0.15);
  EXPECT_NEAR(value(surface_of(grid("torus", 256, 256, 1), rough), "spectral_slope"), 0, 0.15);
  EXPECT_NEAR(value(surface_of(sphere(64, 1000), rough), "spectral_slope"), 0, 0.3);
}

TEST(Measure, SaysWhyThereIsNoValue) {
  const Surface flat = surface_of(grid("plane", 20, 20, 1), [](const Vec3d&) { return 5; });
  EXPECT_FALSE(measured(flat, "hypsometric_integral").value);
  EXPECT_FALSE(measured(flat, "spectral_slope").value);
  EXPECT_EQ(measured(flat, "spectral_slope").note, "profiles are shorter than 128 cells, or flat");
  const Measured drowned = measured(flat, "mean_slope", {.sea_level = 10});
  EXPECT_FALSE(drowned.value);
  EXPECT_EQ(drowned.note, "there is no land");
  EXPECT_EQ(measured(flat, "land_share", {.sea_level = 10}).value, 0);
}

TEST(Measure, RefusesWhatHoldsNoNumbers) {
  Surface bad = surface_of(grid("plane", 20, 20, 1), [](const Vec3d& p) { return p.x == 3 && p.y == 2 ? NAN : 1; });
  const Result<std::vector<Measured>> refused = measure_relief(bad, "height");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "cell 43 holds no number; relief is measured where all do");
  EXPECT_FALSE(measure_relief(bad, "depth"));
}

TEST(Measure, AnyNumberOfThreadsGivesTheSameFigures) {
  for (const DomainSpec& domain : {grid("plane", 300, 280, 3), grid("torus", 300, 280, 3), sphere(100, 1000)}) {
    const Surface map = surface_of(domain, rough);
    for (const MeasureInfo& info : all_measures())
      EXPECT_EQ(measured(map, info.key, {.sea_level = 200}, 1).value, measured(map, info.key, {.sea_level = 200}, 3).value)
          << domain.kind << " " << info.key;
  }
}

}  // namespace
}  // namespace craton
