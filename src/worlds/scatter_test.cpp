#include <craton/worlds/scatter.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <thread>
#include <tuple>

#include <craton/stages/endless_rivers.h>

#include "worlds/blue_points.h"
#include "worlds/terrain_test.h"

namespace craton {
namespace {

using namespace testing;
using namespace terrain;

constexpr std::int64_t metre = units_per_metre;

ScatterBox box(std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1) {
  return {{x0 * metre, y0 * metre}, {x1 * metre, y1 * metre}};
}

std::vector<BluePoint> blue(std::int64_t spacing, const ScatterBox& where) {
  std::vector<BluePoint> points;
  blue_points(Seed{5}, spacing, where, points);
  std::sort(points.begin(), points.end());
  return points;
}

double least_distance(const std::vector<Point2>& points) {
  double least = 1e18;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double x = static_cast<double>(points[i].x - points[j].x), y = static_cast<double>(points[i].y - points[j].y);
      least = std::min(least, std::sqrt(x * x + y * y) / metre);
    }
  return least;
}

TEST(BluePoints, KeepTheirDistanceAndLeaveNoHoles) {
  const std::int64_t spacing = 5 * metre;
  for (const std::int64_t base : {std::int64_t{0}, std::int64_t{1} << 40, -(std::int64_t{1} << 40)}) {
    std::vector<Point2> points;
    for (const BluePoint& each : blue(spacing, box(base - 50, base - 50, base + 50, base + 50))) points.push_back(each.at);
    EXPECT_GE(least_distance(points), 5);
    // Dart throwing until nothing fits gives 0.7 / spacing²; one round of hard cores would give 0.32.
    const double density = static_cast<double>(points.size()) / 1e4 * 25;
    EXPECT_GT(density, 0.5);
    EXPECT_LT(density, 0.8);
  }
}

TEST(BluePoints, AreTheSameFromAnyBox) {
  const std::int64_t spacing = 3 * metre;
  const std::vector<BluePoint> whole = blue(spacing, box(-40, -700, 40, 100));  // more than one chunk
  std::vector<BluePoint> parts;
  for (int y = -700; y < 100; y += 40)
    for (int x = -40; x < 40; x += 20) blue_points(Seed{5}, spacing, box(x, y, x + 20, y + 40), parts);
  std::sort(parts.begin(), parts.end());
  ASSERT_EQ(parts.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_TRUE(parts[i].at.x == whole[i].at.x && parts[i].at.y == whole[i].at.y);
}

/// Few low frequencies: a direction is as good as any other.
TEST(BluePoints, AreEvenlySpreadInAllDirections) {
  const std::vector<BluePoint> points = blue(4 * metre, box(0, 0, 200, 200));
  const auto power = [&](double cycles_x, double cycles_y) {  // a metre
    double re = 0, im = 0;
    for (const BluePoint& each : points) {
      const double phase =
          2 * 3.14159265358979 * (cycles_x * static_cast<double>(each.at.x) + cycles_y * static_cast<double>(each.at.y)) / metre;
      re += std::cos(phase);
      im += std::sin(phase);
    }
    return (re * re + im * im) / static_cast<double>(points.size());
  };
  double low = 0, across = 0, aslant = 0;
  for (int k = 6; k < 18; ++k) {
    low += power(k / 200.0, (24 - k) / 200.0) / 12;
    across += power((k + 60) / 200.0, 0) / 12;
    aslant += power((k + 60) / 283.0, (k + 60) / 283.0) / 12;
  }
  EXPECT_LT(low, 0.45);  // white noise has 1
  EXPECT_GT(across / aslant, 0.3);
  EXPECT_LT(across / aslant, 3);
}

/// Land with biomes, flat enough for everything.
Recipe lands() {
  return stages_on_plane(R"({"stage": "noise", "id": "hills", "scale": 6, "offset": 20,
      "noise": {"kind": "perlin", "frequency": 0.01}},
    {"stage": "noise", "id": "warmth", "layer": "temperature", "unit": "°C", "scale": 22, "offset": 10,
      "noise": {"kind": "perlin", "frequency": 0.004}},
    {"stage": "noise", "id": "rain", "layer": "rain", "unit": "cm", "scale": 150, "offset": 120,
      "noise": {"kind": "perlin", "frequency": 0.004}},
    {"stage": "biomes", "scheme": "whittaker", "temperature_warmest": "", "temperature_coldest": "", "rain_summer": "", "rain_winter": ""})",
                         "2");
}

Scatter scatter_on(const Terrain& terrain, std::vector<ScatterKind> kinds = usual_scatter()) {
  Result<Scatter> scatter = Scatter::make(terrain, std::move(kinds));
  EXPECT_TRUE(scatter) << scatter.error().to_string();
  return *std::move(scatter);
}

std::vector<ScatterPoint> things(const Scatter& scatter, const ScatterBox& where) {
  Result<std::vector<ScatterPoint>> points = scatter.in(where, {.threads = 1});
  EXPECT_TRUE(points) << points.error().to_string();
  return *std::move(points);
}

bool before(const ScatterPoint& a, const ScatterPoint& b) {
  if (a.kind != b.kind) return a.kind < b.kind;
  return a.at.y != b.at.y ? a.at.y < b.at.y : a.at.x < b.at.x;
}

TEST(Scatter, TilesInAnyOrderAndFromManyThreadsAreTheWhole) {
  for (const std::int64_t base : {std::int64_t{0}, std::int64_t{1} << 40}) {
    const Terrain terrain = terrain_of(lands());
    const Scatter scatter = scatter_on(terrain);
    const std::int64_t tile = base / 64;
    std::vector<TileId> ids;
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 3; ++x) ids.push_back({0, tile + (x * 2) % 3, (y * 2) % 3 - 1});
    std::vector<std::vector<ScatterPoint>> parts(ids.size());
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 8; ++t)
      threads.emplace_back([&, t] {
        for (std::size_t i = t; i < ids.size(); i += 8) parts[i] = *scatter.in(ids[i], {.threads = 1});
      });
    for (std::thread& thread : threads) thread.join();
    std::vector<ScatterPoint> all;
    for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
    std::sort(all.begin(), all.end(), before);
    const std::vector<ScatterPoint> whole = things(scatter, box(base, -64, base + 192, 128));
    EXPECT_GT(whole.size(), 300u);
    EXPECT_TRUE(std::is_sorted(whole.begin(), whole.end(), before));
    EXPECT_EQ(all, whole);
  }
}

TEST(Scatter, DistancesHoldAcrossTheBordersOfTiles) {
  const Terrain terrain = terrain_of(lands());
  const Scatter scatter = scatter_on(terrain);
  std::vector<ScatterPoint> all;
  for (int y = -2; y < 2; ++y)
    for (int x = -2; x < 2; ++x) {
      const Result<std::vector<ScatterPoint>> tile = scatter.in(TileId{0, x, y}, {.threads = 1});
      ASSERT_TRUE(tile);
      all.insert(all.end(), tile->begin(), tile->end());
    }
  std::vector<std::vector<Point2>> by_kind(scatter.kinds().size());
  for (const ScatterPoint& each : all) by_kind[each.kind].push_back(each.at);
  for (std::size_t kind = 0; kind + 1 < by_kind.size(); ++kind)  // grass: the same, and too many to compare
    if (by_kind[kind].size() > 1) { EXPECT_GE(least_distance(by_kind[kind]), scatter.kinds()[kind].spacing); }
  // Between kinds too.
  for (const ScatterPoint& one : all) {
    const double apart = scatter.kinds()[one.kind].apart;
    if (apart == 0) continue;
    for (const ScatterPoint& other : all) {
      if (other.kind >= one.kind) continue;
      const double x = metres_from_units(one.at.x - other.at.x), y = metres_from_units(one.at.y - other.at.y);
      EXPECT_GE(x * x + y * y, apart * apart * 0.9999);
    }
  }
}

TEST(Scatter, DensityFollowsBiomeSlopeAndSea) {
  const Terrain terrain = terrain_of(lands());
  const std::vector<ScatterKind> kinds{
      {.name = "tree", .spacing = 4, .biomes = {{"temperate deciduous forest", 0.8}, {"temperate grassland", 0.2}}}};
  const Scatter scatter = scatter_on(terrain, kinds);
  const ScatterBox where = box(-1000, -1000, 1000, 1000);
  std::map<std::string, double> area, trees;
  const Result<Surface> land = terrain.area({.x = -500, .y = -500, .width = 1000, .height = 1000});
  const Layer& biomes = *land->layer("biome");
  for (const std::uint8_t each : biomes.categories()) area[biomes.info().categories[each]] += 4;
  for (const ScatterPoint& each : things(scatter, where)) {
    const auto column = static_cast<std::size_t>((each.at.x / metre + 1000) / 2),
               row = static_cast<std::size_t>((each.at.y / metre + 1000) / 2);
    trees[biomes.info().categories[biomes.categories()[row * 1000 + column]]] += 1;
  }
  ASSERT_GT(area["temperate deciduous forest"], 1e5);
  ASSERT_GT(area["temperate grassland"], 1e5);
  const double woods = trees["temperate deciduous forest"] / area["temperate deciduous forest"];
  const double meadows = trees["temperate grassland"] / area["temperate grassland"];
  EXPECT_NEAR(woods / meadows, 4, 0.5);
  for (const auto& [name, count] : trees)
    if (name != "temperate deciduous forest" && name != "temperate grassland") {
      EXPECT_LT(count / std::max(area[name], 1e4), 0.02 * woods) << name;
    }

  // Nothing in the sea, nothing on walls.
  const Terrain steep = terrain_of(stages_on_plane(R"({"stage": "noise", "id": "h", "scale": 60,
    "noise": {"kind": "perlin", "frequency": 0.01}}, {"stage": "noise", "id": "r", "layer": "rock", "unit": "", "scale": 0, "offset": 1,
    "noise": {"kind": "perlin", "frequency": 0.01}})"));
  const std::vector<ScatterKind> rocks{{.name = "rock", .spacing = 2, .steepest = 0.8, .ground = {{"rock", 1}}}};
  const std::vector<ScatterPoint> found = things(scatter_on(steep, rocks), box(0, 0, 300, 300));
  EXPECT_GT(found.size(), 100u);
  for (const ScatterPoint& each : found) EXPECT_GE(each.height, 0.5F);
}

double metres_to_line(Point2 at, Point2 a, Point2 b) {
  const auto dx = static_cast<double>(b.x - a.x), dy = static_cast<double>(b.y - a.y);
  const auto px = static_cast<double>(at.x - a.x), py = static_cast<double>(at.y - a.y);
  const double along = dx * dx + dy * dy > 0 ? std::clamp((px * dx + py * dy) / (dx * dx + dy * dy), 0.0, 1.0) : 0;
  return std::hypot(px - along * dx, py - along * dy) / metre;
}

// The lines of rivers know where water is, and the layers play no part in them.
TEST(Scatter, NothingStandsInWater) {
  for (const auto& [seed, x, y] : {std::tuple{99, 7000, 8500}, {7, 5000, -2000}}) {
    Recipe recipe = recipe_file("river-land");
    recipe.seed = static_cast<std::uint64_t>(seed);
    const ScatterBox where = box(x, y, x + 500, y + 500);
    const Result<std::vector<EndlessRiver>> rivers =
        endless_rivers_in(recipe.stages[0], Seed{recipe.seed}, where.first, where.last, 2);
    ASSERT_TRUE(rivers);
    const Result<Scatter> scatter = Scatter::make(terrain_of(recipe));
    ASSERT_TRUE(scatter);
    const Result<std::vector<ScatterPoint>> points = scatter->in(where);
    ASSERT_TRUE(points);
    EXPECT_GT(points->size(), 1000U);
    struct Wet {
      Point2 from, to;
      double width;
    };
    std::vector<Wet> waters;
    for (const EndlessRiver& river : *rivers)
      for (std::size_t i = 1; i < river.points.size(); ++i) {
        const EndlessRiverPoint &a = river.points[i - 1], &b = river.points[i];
        const double width = std::min(a.width, b.width);
        const auto near = [&](std::int64_t place, std::int64_t low, std::int64_t high) {
          return place > low - 100 * metre && place < high + 100 * metre;
        };
        if (width >= 1.2 && near(a.place.x, where.first.x, where.last.x) && near(a.place.y, where.first.y, where.last.y))
          waters.push_back({a.place, b.place, width});
      }
    EXPECT_GT(waters.size(), 20U);
    std::size_t in_rivers = 0, in_the_sea = 0;
    for (const ScatterPoint& point : *points) {
      in_the_sea += point.height < 0;
      in_rivers += std::any_of(waters.begin(), waters.end(), [&](const Wet& water) {
        return metres_to_line(point.at, water.from, water.to) < 0.5 * water.width;
      });
    }
    EXPECT_EQ(in_rivers, 0U) << points->size();
    EXPECT_EQ(in_the_sea, 0U) << points->size();
  }
}

TEST(Scatter, ThingsDifferInSizeAndTurn) {
  const Scatter scatter = scatter_on(terrain_of(lands()));
  std::set<float> turns;
  for (const ScatterPoint& each : things(scatter, box(0, 0, 128, 128))) {
    const ScatterKind& kind = scatter.kinds()[each.kind];
    EXPECT_GE(each.size, static_cast<float>(kind.smallest));
    EXPECT_LE(each.size, static_cast<float>(kind.largest));
    EXPECT_TRUE(each.turn >= 0 && each.turn < 360);
    turns.insert(each.turn);
  }
  EXPECT_GT(turns.size(), 100u);
}

TEST(Scatter, EditsMatter) {
  const Terrain terrain = terrain_of(lands());
  const auto store = edits_in_memory();
  BrushStroke paint{.tool = BrushTool::paint, .at = {100 * metre, 100 * metre}, .biome = "deep sea"};
  paint.params.radius = 30;
  paint.params.falloff = 0;
  const auto edits = add_edit(*store, terrain, paint);
  ASSERT_TRUE(edits) << edits.error().to_string();
  const auto near = [&](const Terrain& where) { return things(scatter_on(where), box(85, 85, 115, 115)).size(); };
  EXPECT_GT(near(terrain), 10u);
  EXPECT_EQ(near(terrain.with_edits(*edits)), 0u);
}

TEST(Scatter, TellsHowMuchItLooksAtAndRefusesTooMuch) {
  const Scatter scatter = scatter_on(terrain_of(lands()));
  const double small = scatter.candidates(box(0, 0, 500, 500)), large = scatter.candidates(box(0, 0, 5000, 5000));
  EXPECT_GT(small, static_cast<double>(scatter.in(box(0, 0, 500, 500))->size()));
  EXPECT_GT(large, 50 * small);
  EXPECT_LT(large, 100 * small);  // margins count too
  EXPECT_EQ(scatter.candidates(box(500, 0, 0, 500)), 0);
  const Result<std::vector<ScatterPoint>> country = scatter.in(box(0, 0, 15000, 15000));
  ASSERT_FALSE(country);
  EXPECT_EQ(country.error().path, "box");
}

// Things stand wherever there is land: up to 2^52 m, less what is looked at around them.
TEST(Scatter, GoesAsFarAsTheLand) {
  const Scatter scatter = scatter_on(terrain_of(lands()));
  constexpr std::int64_t end = std::int64_t{1} << 52;
  for (const std::int64_t far : {end / 2 + 1000, end - 2000, -end + 1000}) {
    const ScatterBox whole = box(far, far, far + 600, far + 600);
    const Result<std::vector<ScatterPoint>> points = scatter.in(whole);
    ASSERT_TRUE(points) << far << ": " << points.error().to_string();
    EXPECT_GT(points->size(), 100U) << far;
    std::size_t halves = 0;
    for (const std::int64_t x : {far, far + 300}) halves += scatter.in(box(x, far, x + 300, far + 600))->size();
    EXPECT_EQ(halves, points->size()) << far;
  }
  for (const ScatterBox& beyond : {box(end, 0, end + 1, 100), box(0, -end - 100, 100, -end - 50)}) {
    const Result<std::vector<ScatterPoint>> points = scatter.in(beyond);
    ASSERT_FALSE(points);
    EXPECT_NE(points.error().message.find("2^52 m"), std::string::npos) << points.error().to_string();
  }
  EXPECT_EQ(scatter.in(box(-end, -end, end, end)).error().path, "box");
}

TEST(Scatter, BadKindsAndBoxesAreErrors) {
  const Terrain terrain = terrain_of(lands());
  EXPECT_EQ(Scatter::make(terrain, {{.name = "a", .spacing = 0}}).error().path, "kinds/0/spacing");
  EXPECT_EQ(Scatter::make(terrain, {{.name = "a"}, {.name = ""}}).error().path, "kinds/1/name");
  EXPECT_EQ(scatter_on(terrain).in(box(0, 0, 1'000'000, 1)).error().path, "box");
  EXPECT_FALSE(scatter_on(terrain).in(TileId{0, std::int64_t{1} << 60, 0}));
}

}  // namespace
}  // namespace craton
