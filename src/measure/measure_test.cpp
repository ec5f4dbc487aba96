#include <craton/measure/measure.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include <craton/base/hash.h>
#include <craton/noise/noise.h>

#include "stages/water/water_test.h"

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

TEST(Measure, TheScoreByTheLowestNeighbourIsTheSpreadOfDrops) {
  // Ridges beside furrows: from a ridge it goes down by 2, from a furrow nowhere; the largest differences are all the same.
  const Surface furrows =
      surface_of(grid("plane", 402, 30, 1), [](const Vec3d& p) { return std::llround(p.x) % 2 == 0 ? 2.0 : 0.0; });
  EXPECT_NEAR(value(furrows, "erosion_score"), 0, 1e-6);
  EXPECT_NEAR(value(furrows, "erosion_score_lowest"), 1, 0.01);
  const Surface two =
      surface_of(grid("plane", 402, 30, 1), [](const Vec3d& p) { return p.x <= 200 ? p.x : 200 + 3 * (p.x - 200); });
  EXPECT_NEAR(value(two, "erosion_score_lowest"), 0.5, 0.01);
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

TEST(Measure, PitsAgreeWithAFloodOnAnyDomain) {
  for (const auto& [name, domain] : water_test::small_domains())
    for (const std::uint32_t steps : {5u, 1000u}) {
      Surface map(domain);
      const std::span<float> heights = (*map.add_layer({.name = "height"}))->numbers();
      const std::vector<float> random = water_test::random_heights(heights.size(), 7, steps);
      std::copy(random.begin(), random.end(), heights.begin());
      const std::vector<float> flooded = water_test::flooded(domain, heights, {.sea_level = 0});
      double land = 0, raised = 0;
      for (Cell cell = 0; cell < heights.size(); ++cell) {
        const double area = std::visit([&](const auto& topology) { return topology.area(cell); }, domain);
        land += heights[cell] >= 0 ? area : 0;
        raised += heights[cell] >= 0 && flooded[cell] > heights[cell] ? area : 0;
      }
      EXPECT_NEAR(value(map, "pit_share", {.sea_level = 0}), raised / land, 1e-9) << name << " " << steps;
    }
}

TEST(Measure, ARiverInATroughHasItsDensity) {
  // One river runs down the middle of 201 × 400 cells of 100 m to the border; 500 cells drain to it after three rows.
  const Surface trough =
      surface_of(grid("plane", 201, 400, 100), [](const Vec3d& p) { return std::abs(p.x - 10000) + 0.01 * p.y; });
  EXPECT_NEAR(value(trough, "drainage_density"), 39.6 / (20.1 * 40), 0.001);
  EXPECT_EQ(value(trough, "river_count"), 1);
  EXPECT_NEAR(value(trough, "longest_river"), 39600, 110);
  EXPECT_FALSE(measured(trough, "bifurcation_ratio").value);
  EXPECT_EQ(measured(trough, "bifurcation_ratio").note, "fewer than three orders of rivers have four rivers");
  // Its catchment grows with its length, and its slope stays.
  EXPECT_NEAR(value(trough, "hack_exponent"), 0.75, 0.15);
  EXPECT_NEAR(value(trough, "concavity"), 0, 0.01);
}

TEST(Measure, LakesHaveTheExponentOfTheirSizes) {
  // Ditches, one in every third row, of 10 / u^(1 / (τ − 1)) cells for u evenly in 0 … 1.
  for (const double exponent : {2.0, 2.5}) {
    const int count = 150;
    const auto cells = [&](int i) { return std::floor(10 * std::pow((i + 0.5) / count, -1 / (exponent - 1))); };
    const Surface land = surface_of(grid("plane", 1600, 3 * count + 2, 10), [&](const Vec3d& p) {
      const auto row = std::llround(p.y / 10), column = std::llround(p.x / 10);
      const bool ditch =
          row % 3 == 2 && column > 0 && static_cast<double>(column) <= std::min(1500.0, cells(static_cast<int>(row / 3)));
      return ditch ? 5 : 10 + 0.001 * p.x;
    });
    EXPECT_NEAR(value(land, "lake_exponent"), exponent, 0.1);
  }
  const Measured few = measured(surface_of(grid("plane", 60, 60, 10), rough), "lake_exponent");
  EXPECT_FALSE(few.value);
  EXPECT_EQ(few.note, "fewer than 30 hollows have 10 cells");
}

NoiseSpec fractal(double frequency, double persistence) {
  NoiseSpec perlin{.kind = "perlin"};
  perlin.params.set("frequency", frequency);
  NoiseSpec fbm{.kind = "fbm", .inputs = {{"source", perlin}}};
  fbm.params.set("octaves", std::int64_t{8});
  fbm.params.set("persistence", persistence);
  return fbm;
}

/// 512 × 512 cells of 30 m.
Surface fractal_plane(double persistence, Seed seed) {
  Surface map(*make_domain(grid("plane", 512, 512, 30), Seed{}, 0, ""));
  Layer* height = *map.add_layer({.name = "height"});
  const Grid2 places{.step = {30 * units_per_metre, 30 * units_per_metre}, .width = 512, .height = 512};
  EXPECT_TRUE(Noise::make(fractal(1.0 / 8000, persistence), seed)->grid(places, height->numbers()));
  for (float& h : height->numbers()) h *= 1000;
  return map;
}

TEST(Measure, PlainFractalsAreNoRiverLand) {
  // Their rivers are known to have h = 0.44 and θ = 0.18, less than those of real land, and ratios like it.
  std::map<std::string_view, double> mean;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const Surface map = fractal_plane(0.5, Seed{seed});
    const Result<std::vector<Measured>> all = measure_relief(map, "height");
    ASSERT_TRUE(all);
    for (const Measured& each : *all) mean[each.info->key] += each.value.value_or(NAN) / 4;
  }
  EXPECT_NEAR(mean["hack_exponent"], 0.44, 0.03);
  EXPECT_NEAR(mean["concavity"], 0.14, 0.06);
  EXPECT_NEAR(mean["bifurcation_ratio"], 3.9, 0.5);
  EXPECT_NEAR(mean["length_ratio"], 1.7, 0.3);
  EXPECT_NEAR(mean["area_ratio"], 3.7, 0.5);
}

TEST(Measure, RoughCoastsHaveAHigherDimension) {
  const double smooth = value(fractal_plane(0.4, Seed{1}), "coast_dimension", {.sea_level = 0});
  const double torn = value(fractal_plane(0.6, Seed{1}), "coast_dimension", {.sea_level = 0});
  EXPECT_GT(smooth, 1);
  EXPECT_GT(torn, smooth + 0.1);
  EXPECT_LT(torn, 1.5);
}

TEST(Measure, ACraterKeepsItsWaterOnAnyDomain) {
  // Round land with a ridge half-way out: what lies inside drains to the middle.
  const auto crater = [](double distance) { return 100 - 200 * std::abs(distance - 0.5); };
  const auto flat = [&](const Vec3d& p) { return crater(std::hypot(p.x - 10000, p.y - 10000) / 9000); };
  for (const char* kind : {"plane", "torus"})
    EXPECT_NEAR(value(surface_of(grid(kind, 200, 200, 100), flat), "endorheic_share", {.sea_level = 0}), 0.25, 0.01) << kind;
  const Surface planet = surface_of(sphere(64, 10000), [&](const Vec3d& p) { return crater(std::acos(p.z / 10000)); });
  EXPECT_NEAR(value(planet, "endorheic_share", {.sea_level = 0}), (1 - std::cos(0.5)) / (1 - std::cos(1.0)), 0.015);
  const Measured closed = measured(surface_of(grid("torus", 50, 50, 1), rough), "endorheic_share");
  EXPECT_FALSE(closed.value);
  EXPECT_EQ(closed.note, "there is neither sea nor border that water could reach");
}

TEST(Measure, TheSpectralSlopeOfFractalsIsTwiceTheirRoughnessPlusOne) {
  // Each octave has persistence^2 of the power at half the wavelength, spread over twice the frequencies: β = 1 + 2
  // log2(1/persistence).
  for (const double persistence : {0.5, 0.7071}) {
    Surface map(*make_domain(grid("plane", 512, 512, 1), Seed{}, 0, ""));
    Layer* height = *map.add_layer({.name = "height"});
    ASSERT_TRUE(
        Noise::make(fractal(1.0 / 256, persistence), Seed{3})->grid(Grid2{.width = 512, .height = 512}, height->numbers()));
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
  EXPECT_EQ(measured(flat, "hack_exponent").note, "there are no rivers: no catchment has 500 cells and 0.5 km²");
  EXPECT_EQ(measured(flat, "coast_dimension").note, "there is no sea");
  for (const MeasureInfo& info : all_measures())
    for (const double sea_level : {-10.0, 5.0, 10.0}) {
      const Measured each = measured(flat, info.key, {.sea_level = sea_level});
      EXPECT_NE(each.value.has_value(), !each.note.empty()) << info.key << " " << sea_level;
    }
}

TEST(Measure, RefusesWhatHoldsNoNumbers) {
  Surface bad = surface_of(grid("plane", 20, 20, 1), [](const Vec3d& p) { return p.x == 3 && p.y == 2 ? NAN : 1; });
  const Result<std::vector<Measured>> refused = measure_relief(bad, "height");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "cell 43 holds no number: relief is measured where all do");
  EXPECT_FALSE(measure_relief(bad, "depth"));
}

TEST(Measure, AnyNumberOfThreadsGivesTheSameFigures) {
  for (const DomainSpec& domain : {grid("plane", 300, 280, 100), grid("torus", 300, 280, 100), sphere(100, 10000)}) {
    const Surface map = surface_of(domain, [](const Vec3d& p) { return rough(p) + p.x; });
    const Result<std::vector<Measured>> one = measure_relief(map, "height", {.sea_level = 200}, {.threads = 1});
    const Result<std::vector<Measured>> three = measure_relief(map, "height", {.sea_level = 200}, {.threads = 3});
    ASSERT_TRUE(one && three);
    int values = 0;
    for (std::size_t i = 0; i < one->size(); ++i) {
      EXPECT_EQ((*one)[i].value, (*three)[i].value) << domain.kind << " " << (*one)[i].info->key;
      values += (*one)[i].value.has_value();
    }
    EXPECT_GE(values, 10) << domain.kind;
  }
}

}  // namespace
}  // namespace craton
