// The same ground whoever asks, nowhere a jump, and a world like the Earth by its numbers.
#include "stages/crust/large_land.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <craton/base/hash.h>

#include "stages/stage_test.h"

namespace craton {
namespace {

bool full() { return std::getenv("CRATON_FULL") != nullptr; }

LargeLand land_of(std::uint64_t seed, const LargeLandParams& params = {}) {
  Result<LargeLand> land = LargeLand::make(params, Seed{seed});
  EXPECT_TRUE(land) << land.error().to_string();
  return *std::move(land);
}

struct Window {
  Grid2 grid;
  std::vector<float> height, rugged, rain, temperature;

  Window(const LargeLand& land, const Grid2& samples, unsigned threads = 1) : grid(samples) {
    const std::size_t count = grid.sample_count();
    for (std::vector<float>* layer : {&height, &rugged, &rain, &temperature}) layer->resize(count);
    EXPECT_TRUE(land.grid(grid, {height, rugged, rain, temperature, {}}, {.threads = threads}));
  }
};

constexpr std::int64_t kilometre = 1000 * units_per_metre;

/// Near, 2^40 m away, and at the limit of land.
const std::vector<Point2>& places() {
  constexpr std::int64_t far = std::int64_t{1} << 50, limit = std::int64_t{1} << 62;
  static const std::vector<Point2> list{{-700 * kilometre - 77, 31 * kilometre + 5},
                                        {far + 12345, -far - 999},
                                        {limit - 64 * kilometre, -limit},
                                        {-limit, limit - 64 * kilometre}};
  return list;
}

TEST(LargeLand, WindowsPointsAndThreadsAgreeBitForBit) {
  const LargeLand land = land_of(7);
  for (const Point2 corner : places())
    for (const std::int64_t step : {std::int64_t{1024}, 333 * kilometre / 1000, 5 * kilometre + 1, 40 * kilometre}) {
      const Window whole(land, {corner, {step, step}, 90, 77}, 3);
      const std::uint32_t left = 29, top = 18, width = 40, height = 37;
      const Window part(land, {{corner.x + left * step, corner.y + top * step}, {step, step}, width, height});
      std::vector<Point2> points;
      for (std::uint32_t i = 0; i < width * height; ++i)
        points.push_back({part.grid.origin.x + i % width * step, part.grid.origin.y + i / width * step});
      std::vector<Point2> turned(points.rbegin(), points.rend());
      std::vector<LargeGround> ground(points.size());
      land.at(turned, ground);
      for (std::uint32_t i = 0; i < width * height; ++i) {
        const std::size_t from = std::size_t{i / width + top} * whole.grid.width + i % width + left;
        ASSERT_EQ(part.height[i], whole.height[from]) << corner.x << " " << step << " " << i;
        ASSERT_EQ(part.rain[i], whole.rain[from]);
        ASSERT_EQ(part.temperature[i], whole.temperature[from]);
        ASSERT_EQ(part.rugged[i], whole.rugged[from]);
        const LargeGround& point = ground[points.size() - 1 - i];
        ASSERT_EQ(part.height[i], static_cast<float>(point.height)) << corner.x << " " << step << " " << i;
        ASSERT_EQ(part.rain[i], static_cast<float>(point.rain));
        ASSERT_EQ(part.temperature[i], static_cast<float>(point.temperature));
      }
      EXPECT_EQ(land.at(points[5]).height, ground[points.size() - 6].height);
    }
}

TEST(LargeLand, SparsePlacesAreNearlyTheSame) {
  const LargeLand land = land_of(2);
  std::vector<Point2> places;
  for (int i = 0; i < 900; ++i) places.push_back({i % 30 * 77 * kilometre + i * 999, i / 30 * 81 * kilometre - i * 12345});
  std::vector<LargeGround> ground(places.size()), sparse(places.size()), some(100);
  land.at(places, ground);
  land.sparse(places, sparse);
  land.sparse(std::span(places).subspan(333, 100), some);
  double height = 0, rain = 0, temperature = 0;
  const double share = 1 / static_cast<double>(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    height += share * std::abs(sparse[i].height - ground[i].height);
    rain += share * std::abs(std::log(sparse[i].rain / ground[i].rain));
    temperature += share * std::abs(sparse[i].temperature - ground[i].temperature);
    EXPECT_LT(std::abs(sparse[i].height - ground[i].height), 500);
  }
  EXPECT_LT(height, 30);
  EXPECT_LT(rain, 0.15);
  EXPECT_LT(temperature, 0.3);
  for (std::size_t i = 0; i < some.size(); ++i) {
    EXPECT_EQ(some[i].height, sparse[333 + i].height);
    EXPECT_EQ(some[i].rain, sparse[333 + i].rain);
    EXPECT_EQ(some[i].season, sparse[333 + i].season);
  }
}

/// Walks straight on and looks closer wherever neighbours differ much: a cliff without a width would be found at a metre. Crests
/// and spurs, which are steep, are left out.
TEST(LargeLand, HasNoJumps) {
  constexpr std::int64_t step = kilometre, count = 2500;
  for (std::uint64_t seed = 0; seed < (full() ? 60U : 8U); ++seed) {
    const LargeLand land = land_of(seed, {.mountains = 2, .detail = 0});
    const auto place = [&](std::int64_t along) {
      const Point2 start = places()[seed % 2];
      return seed % 3 == 0 ? Point2{start.x + along, start.y + along / 3} : Point2{start.x - along / 5, start.y + along};
    };
    std::vector<Point2> line;
    for (std::int64_t i = 0; i < count; ++i) line.push_back(place(i * step));
    std::vector<LargeGround> ground(line.size());
    land.at(line, ground);
    for (std::int64_t i = 0; i + 1 < count; ++i) {
      const auto& a = ground[static_cast<std::size_t>(i)];
      const auto& b = ground[static_cast<std::size_t>(i + 1)];
      EXPECT_LT(std::abs(a.rugged - b.rugged), 0.1);
      EXPECT_LT(std::abs(a.rain - b.rain), 120);
      EXPECT_LT(std::abs(a.temperature - b.temperature), 2);
      if (std::abs(a.height - b.height) < 60) continue;
      std::int64_t low = i * step, high = low + step;
      double at_low = a.height, at_high = b.height;
      while (high - low > units_per_metre) {
        const std::int64_t middle = (low + high) / 2;
        const double here = land.at(place(middle)).height;
        if (std::abs(here - at_low) > std::abs(here - at_high)) {
          high = middle;
          at_high = here;
        } else {
          low = middle;
          at_low = here;
        }
      }
      EXPECT_LT(std::abs(at_high - at_low), 0.5) << "seed " << seed << " at " << low;
    }
  }
}

struct Numbers {
  double land = 0, mean_land = 0, mean_sea = 0, above_1000 = 0, below_200 = 0, slope_of_continents = 0, autocorrelation = 0;
};

/// Of 3100 km of land; the autocorrelation is that at 200 km.
Numbers numbers_of(const LargeLand& land, Point2 corner) {
  constexpr std::uint32_t side = 190, lag = 12;
  const std::int64_t step = std::int64_t{1} << 24;
  const Window window(land, {corner, {step, step}, side, side}, 0);
  Numbers n;
  double sum = 0, squares = 0, products = 0;
  std::size_t pairs = 0;
  for (const float value : window.height) {
    const double h = static_cast<double>(value);
    sum += h;
    squares += h * h;
    (h > 0 ? n.mean_land : n.mean_sea) += h;
    n.land += h > 0;
    n.above_1000 += h > 1000;
    n.below_200 += h > 0 && h < 200;
    n.slope_of_continents += h < -1000 && h > -3500;
  }
  const double count = side * side, mean = sum / count, variance = squares / count - mean * mean;
  for (std::uint32_t row = 0; row < side; ++row)
    for (std::uint32_t column = 0; column + lag < side; ++column, ++pairs)
      products += (static_cast<double>(window.height[row * side + column]) - mean) *
                  (static_cast<double>(window.height[row * side + column + lag]) - mean);
  n.autocorrelation = products / static_cast<double>(pairs) / variance;
  n.mean_sea /= count - n.land;
  n.mean_land /= n.land;
  n.above_1000 /= n.land;
  n.below_200 /= n.land;
  n.slope_of_continents /= count - n.land;
  n.land /= count;
  return n;
}

TEST(LargeLand, HasTheNumbersOfTheEarth) {
  Numbers mean;
  const std::uint64_t seeds = full() ? 40 : 10;
  const double share = 1 / static_cast<double>(seeds);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Numbers n = numbers_of(land_of(seed), places()[seed % 2]);
    EXPECT_GT(n.autocorrelation, 0.3) << seed;
    EXPECT_GT(n.land, 0.08) << seed;
    EXPECT_LT(n.land, 0.85) << seed;
    mean.land += share * n.land;
    mean.mean_land += share * n.mean_land;
    mean.mean_sea += share * n.mean_sea;
    mean.above_1000 += share * n.above_1000;
    mean.below_200 += share * n.below_200;
    mean.slope_of_continents += share * n.slope_of_continents;
    mean.autocorrelation += share * n.autocorrelation;
  }
  RecordProperty("land", std::to_string(mean.land));
  // Earth: 0.29, 850 m, −3730 m, 0.21, 0.27.
  EXPECT_GT(mean.land, 0.3);
  EXPECT_LT(mean.land, 0.5);
  EXPECT_GT(mean.mean_land, 500);
  EXPECT_LT(mean.mean_land, 1000);
  EXPECT_GT(mean.mean_sea, -4200);
  EXPECT_LT(mean.mean_sea, -2800);
  EXPECT_GT(mean.above_1000, 0.1);
  EXPECT_LT(mean.above_1000, 0.35);
  EXPECT_GT(mean.below_200, 0.12);
  EXPECT_LT(mean.below_200, 0.4);
  EXPECT_LT(mean.slope_of_continents, 0.35);  // two modes: little lies between shelf and deep sea
}

TEST(LargeLand, ParametersDoWhatTheySay) {
  const auto share = [](double land) {
    double sum = 0;
    for (std::uint64_t seed = 0; seed < 3; ++seed) sum += numbers_of(land_of(seed, {.land = land}), {}).land / 3;
    return sum;
  };
  const double little = share(0.15), usual = share(0.4), much = share(0.8);
  EXPECT_LT(little, usual - 0.08);
  EXPECT_GT(much, usual + 0.15);
  // Wetter, warmer, lower: place by place.
  const Grid2 grid{{-800 * kilometre, -500 * kilometre}, {9 * kilometre, 9 * kilometre}, 90, 90};
  const Window usual_land(land_of(3), grid), wet(land_of(3, {.wetness = 2}), grid), warm(land_of(3, {.warmth = 5}), grid),
      low(land_of(3, {.mountains = 0.2}), grid);
  double highest = 0, highest_low = 0;
  for (std::size_t i = 0; i < usual_land.height.size(); ++i) {
    EXPECT_GE(wet.rain[i], usual_land.rain[i]);
    EXPECT_NEAR(warm.temperature[i], usual_land.temperature[i] + 5, 1e-3);
    highest = std::max(highest, static_cast<double>(usual_land.height[i]));
    highest_low = std::max(highest_low, static_cast<double>(low.height[i]));
  }
  EXPECT_LT(highest_low, 0.75 * highest);
}

/// As if one walked round a planet: warm, cold, warm, cold, and after four times the distance all over again.
TEST(LargeLand, ClimateHasBelts) {
  const LargeLand land = land_of(11, {.pole_distance = 3e6, .latitude = 0});
  const auto warmth = [&](double degrees) {
    double sum = 0;
    for (int i = 0; i < 9; ++i) {
      const LargeGround ground = land.at({(i - 4) * 1100 * kilometre, -static_cast<std::int64_t>(degrees / 90 * 3e6 * 1024)});
      sum += (ground.temperature + 0.006 * std::max(ground.height, 0.0)) / 9;
    }
    return sum;
  };
  EXPECT_GT(warmth(0), 23);
  EXPECT_LT(warmth(90), -12);
  EXPECT_GT(warmth(180), 23);
  EXPECT_LT(warmth(270), -12);
  EXPECT_GT(warmth(360 * 1000), 23);
  EXPECT_NEAR(warmth(45), warmth(-45), 9);
}

/// Ranges take the rain: the ground on their two sides differs more than without them.
TEST(LargeLand, RangesKeepOffRain) {
  double with = 0, without = 0;
  std::size_t ranges = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Grid2 grid{{}, {20 * kilometre, 20 * kilometre}, 150, 110};
    const Window high(land_of(seed), grid), flat(land_of(seed, {.mountains = 0}), grid);
    for (std::size_t row = 0; row < grid.height; ++row)
      for (std::size_t column = 14; column + 14 < grid.width; ++column) {
        const std::size_t i = row * grid.width + column, west = i - 14, east = i + 14;
        const bool dry = high.height[west] > 0 && high.height[east] > 0 && flat.height[west] > 0 && flat.height[east] > 0;
        if (high.height[i] - flat.height[i] < 1800 || !dry || high.height[west] > 1000 || high.height[east] > 1000) continue;
        const auto contrast = [&](const Window& w) {
          return std::abs(std::log(static_cast<double>(w.rain[west]) / static_cast<double>(w.rain[east])));
        };
        with += contrast(high);
        without += contrast(flat);
        ++ranges;
      }
  }
  ASSERT_GT(ranges, 50U);
  EXPECT_GT(with, 1.2 * without);
}

TEST(LargeLand, IsAStageOnPlanesAlone) {
  for (const std::string& kind : testing::domain_kinds()) {
    Surface surface = testing::small_surface(kind);
    const Result<void> done = testing::run_stage(surface, {.stage = "large_land", .id = "land"});
    ASSERT_EQ(static_cast<bool>(done), kind == "plane");
    if (!done) {
      EXPECT_EQ(done.error().path, "/stages/0");
      continue;
    }
    const auto& tile = std::get<PlaneTile>(surface.domain());
    Result<LargeLand> land = LargeLand::make({}, Seed{7});
    const LargeGround ground = land->at(tile.position(100));
    EXPECT_EQ(surface.layer("height")->numbers()[100], static_cast<float>(ground.height));
    EXPECT_EQ(surface.layer("rain")->numbers()[100], static_cast<float>(ground.rain) * 0.1F);
  }
}

}  // namespace
}  // namespace craton
