#include "worlds/terrain_test.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <thread>
#include <vector>

#include <craton/base/hash.h>

namespace craton {
namespace {

using namespace testing;

constexpr std::int64_t far_away = std::int64_t{1} << 40;  // metres

/// Tiles near the origin, at random places, and around ±2^40 m.
std::vector<TileId> places(std::uint32_t level, std::int64_t tile_metres, std::size_t count) {
  std::vector<TileId> ids{{level, 0, 0}, {level, -1, -1}};
  for (std::size_t i = ids.size(); i < count; ++i) {
    const auto random = [&](std::uint64_t salt) { return static_cast<std::int64_t>(mix64(i * 2 + salt) % 2000) - 1000; };
    const std::int64_t base = i % 3 == 0 ? 0 : (i % 3 == 1 ? far_away : -far_away) / tile_metres;
    ids.push_back({level, base + random(0), (i % 2 == 0 ? base : -base) + random(1)});
  }
  return ids;
}

/// How many samples of `b` differ from those that lie at the same places in `a`.
std::size_t differences(const Surface& a, const Surface& b) {
  const auto &first = std::get<PlaneTile>(a.domain()), &second = std::get<PlaneTile>(b.domain());
  std::size_t different = 0, common = 0;
  for (Cell c = 0; c < second.cell_count(); ++c) {
    const std::optional<Cell> same = first.nearest(second.position(c));
    if (!same) continue;
    const Point2 p = first.position(*same), q = second.position(c);
    if (p.x != q.x || p.y != q.y) continue;
    ++common;
    for (const auto& layer : a.layers()) different += layer->value(*same) != b.layer(layer->name())->value(c) ? 1 : 0;
  }
  EXPECT_GT(common, 0u);
  return different;
}

TEST(Terrain, NeighboursShareTheirBordersNearAndFar) {
  for (const Recipe& recipe : {point_recipe(), near_recipe(), far_recipe()}) {
    const Terrain terrain = terrain_of(recipe);
    for (const std::uint32_t level : {0u, 2u})
      for (const TileId& id : places(level, std::int64_t{32} << level, recipe.stages.back().stage == "thermal" ? 4 : 9)) {
        const TerrainTile here = tile_of(terrain, id);
        EXPECT_EQ(differences(here.surface, tile_of(terrain, {id.level, id.x + 1, id.y}).surface), 0u);
        EXPECT_EQ(differences(here.surface, tile_of(terrain, {id.level, id.x, id.y + 1}).surface), 0u);
        EXPECT_EQ(differences(here.surface, tile_of(terrain, {id.level, id.x + 1, id.y - 1}).surface), 0u);
      }
  }
}

TEST(Terrain, ATileHoldsItsBordersAndMargin) {
  const Terrain terrain = terrain_of(near_recipe(), {.tile_cells = 64, .margin = 3, .levels = 3});
  const TerrainTile tile = tile_of(terrain, {2, -5, 3});
  EXPECT_EQ(tile.place().size(), (GridSize{65, 65}));
  EXPECT_EQ(tile.place().halo(), 3u);
  EXPECT_EQ(tile.place().step(), 4 * 1024);
  EXPECT_EQ(tile.place().origin().x, -5 * 64 * 4 * 1024);
  EXPECT_EQ(tile.place().origin().y, 3 * 64 * 4 * 1024);
  EXPECT_EQ(tile.bytes(), 71u * 71u * 4);
  EXPECT_EQ(tile.bytes(), terrain.tile_bytes());
}

/// What `craton make` gives for the same window.
Surface made(Recipe recipe, std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height, double step) {
  recipe.domain.params.set("x", static_cast<double>(x));
  recipe.domain.params.set("y", static_cast<double>(y));
  recipe.domain.params.set("width", width);
  recipe.domain.params.set("height", height);
  recipe.domain.params.set("step", step);
  Result<World> world = make_world(recipe, all_terms(), {});
  EXPECT_TRUE(world) << world.error().to_string();
  return std::move(world->surface);
}

TEST(Terrain, AreasAreWhatTheRecipeMakes) {
  for (const Recipe& recipe : {point_recipe(), near_recipe(), far_recipe()})
    for (const std::int64_t base : {std::int64_t{-300}, far_away}) {
      const Terrain terrain = terrain_of(recipe);
      const Result<Surface> fine = terrain.area({.level = 0, .x = base, .y = 70, .width = 83, .height = 41});
      ASSERT_TRUE(fine) << fine.error().to_string();
      EXPECT_EQ(hash_of(*fine), hash_of(made(recipe, base, 70, 83, 41, 1)));
      const Result<Surface> coarse = terrain.area({.level = 2, .x = base, .y = 70, .width = 83, .height = 41});
      ASSERT_TRUE(coarse) << coarse.error().to_string();
      EXPECT_EQ(hash_of(*coarse), hash_of(made(recipe, 4 * base, 280, 83, 41, 4)));
    }
}

TEST(Terrain, DropletsRunInBlocksAndNobodyNotices) {
  const Terrain terrain = terrain_of(far_recipe());
  EXPECT_EQ(terrain.blocks().cells, 256u);
  EXPECT_EQ(terrain_of(near_recipe()).blocks().cells, 0u);
  (void)tile_of(terrain, {0, 7, 7});
  EXPECT_EQ(terrain.blocks().made, 1u);  // a tile at the corner of a block needs no other
  (void)tile_of(terrain, {0, 0, 0});
  EXPECT_EQ(terrain.blocks().made, 1u);
  EXPECT_EQ(terrain.blocks().found, 1u);
  // A window over the corner of four blocks, as if there were none.
  const Result<Surface> corner = terrain.area({.level = 0, .x = 200, .y = 230, .width = 120, .height = 60});
  ASSERT_TRUE(corner);
  EXPECT_EQ(terrain.blocks().made, 4u);
  EXPECT_EQ(hash_of(*corner), hash_of(made(far_recipe(), 200, 230, 120, 60, 1)));
}

TEST(Terrain, BlocksStayWithinTheirBytesWithoutAnEffect) {
  const Terrain roomy = terrain_of(far_recipe());
  const std::uint64_t one = (tile_of(roomy, {0, 0, 0}), roomy.blocks().bytes);
  TerrainOptions options = roomy.options();
  options.block_bytes = 2 * one;
  const Terrain narrow = terrain_of(far_recipe(), options);
  for (const std::int64_t x : {0, 8, 16, 24, 0, 16}) {
    EXPECT_EQ(hash_of(tile_of(narrow, {0, x, 0}).surface), hash_of(tile_of(roomy, {0, x, 0}).surface));
    EXPECT_LE(narrow.blocks().bytes, 2 * one);
  }
  EXPECT_EQ(narrow.blocks().count, 2u);
  EXPECT_EQ(narrow.blocks().made, 6u);
  EXPECT_EQ(roomy.blocks().made, 4u);
}

/// Tiles in an order that a number shuffles, from some threads at once.
std::map<TileId, std::uint64_t> hashes(const Terrain& terrain, std::vector<TileId> ids, unsigned threads, std::uint64_t shuffle) {
  std::sort(ids.begin(), ids.end(), [&](const TileId& a, const TileId& b) {
    const auto key = [&](const TileId& id) {
      return mix64(shuffle ^ mix64(static_cast<std::uint64_t>(id.x) * 77 + static_cast<std::uint64_t>(id.y) * 3 + id.level));
    };
    return key(a) < key(b);
  });
  std::vector<std::uint64_t> results(ids.size());
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> workers;
  for (unsigned i = 0; i < threads; ++i)
    workers.emplace_back([&] {
      for (std::size_t k = next++; k < ids.size(); k = next++) {
        const Result<TerrainTile> tile = terrain.tile(ids[k], {.threads = 1});
        results[k] = tile ? hash_of(tile->surface) : 0;
      }
    });
  for (std::thread& worker : workers) worker.join();
  std::map<TileId, std::uint64_t> by_id;
  for (std::size_t k = 0; k < ids.size(); ++k) by_id[ids[k]] = results[k];
  return by_id;
}

TEST(Terrain, TheOrderAndNumberOfRequestsPlayNoPart) {
  for (const Recipe& recipe : {near_recipe(), far_recipe()}) {
    const bool slow = recipe.stages.back().stage == "thermal";
    std::vector<TileId> ids;
    for (std::int64_t y = slow ? 0 : -3; y < 2; ++y)
      for (std::int64_t x = slow ? 7 : 5; x < 9; ++x) {
        ids.push_back({0, x, y});
        ids.push_back({slow ? 0u : 2u, x + far_away / 32, y});
      }
    const auto alone = hashes(terrain_of(recipe), ids, 1, 1);
    EXPECT_EQ(hashes(terrain_of(recipe), ids, 1, 2), alone);
    EXPECT_EQ(hashes(terrain_of(recipe), ids, 8, 3), alone);
    for (const auto& [id, hash] : alone) EXPECT_NE(hash, 0u);
  }
}

/// Threads share large areas by bands.
TEST(Terrain, TheNumberOfThreadsPlaysNoPart) {
  for (const Recipe& recipe : {point_recipe(), near_recipe(), far_recipe()})
    for (const std::int64_t x : {std::int64_t{-20}, far_away}) {
      const Terrain terrain = terrain_of(recipe);
      const TerrainArea area{.x = x, .y = -31, .width = 70, .height = 601, .margin = 2};
      const Result<Surface> alone = terrain.area(area, {.threads = 1});
      ASSERT_TRUE(alone);
      for (const unsigned threads : {0u, 2u, 5u}) EXPECT_EQ(hash_of(*terrain.area(area, {.threads = threads})), hash_of(*alone));
    }
}

/// The root of the mean square of what a coarse level differs by from the samples of a finer one, over the relief.
double rms_of_levels(const Terrain& terrain, std::uint32_t fine, std::uint32_t coarse, std::uint32_t side) {
  const std::uint32_t up = coarse - fine;
  const Result<Surface> low = terrain.area({.level = coarse, .x = -125, .y = 225, .width = side, .height = side});
  const Result<Surface> high = terrain.area({.level = fine,
                                             .x = -125 * (std::int64_t{1} << up),
                                             .y = std::int64_t{225} << up,
                                             .width = side << up,
                                             .height = side << up});
  EXPECT_TRUE(low && high);
  const std::span<const float> few = low->layer("height")->numbers(), many = high->layer("height")->numbers();
  double sum = 0;
  for (std::uint32_t y = 0; y < side; ++y)
    for (std::uint32_t x = 0; x < side; ++x) {
      const double away = double{few[y * side + x]} - double{many[(std::size_t{y} << up) * (side << up) + (x << up)]};
      sum += away * away;
    }
  const LayerRange range = high->layer("height")->range();
  return std::sqrt(sum / side / side) / (range.max - range.min);
}

TEST(Terrain, CoarseLevelsOfPointsAreSamplesOfFineOnes) {
  const Terrain terrain = terrain_of(point_recipe());
  EXPECT_EQ(rms_of_levels(terrain, 0, 1, 60), 0);
  EXPECT_EQ(rms_of_levels(terrain, 0, 3, 20), 0);
}

TEST(Terrain, CoarseLevelsOfStencilsDifferLittle) {
  for (const Recipe& recipe : {near_recipe(), far_recipe()}) {
    const Terrain terrain = terrain_of(recipe);
    for (const std::uint32_t level : {1u, 2u}) {
      const double rms = rms_of_levels(terrain, 0, level, 200 >> level);
      EXPECT_GT(rms, 0);
      EXPECT_LT(rms, 0.02) << recipe.stages.back().stage << " level " << level;
    }
  }
}

/// recipes/terrain.json, which is made for this.
TEST(Terrain, TheRecipeOfCratonFitsItsNeighboursAndLevels) {
  const Terrain terrain = terrain_of(recipe_file("terrain"), {.tile_cells = 64, .levels = 8});
  EXPECT_GE(terrain.blocks().cells, 256u);
  const std::int64_t x = far_away / 64 + 3;
  const TerrainTile here = tile_of(terrain, {0, x, -x});
  EXPECT_EQ(differences(here.surface, tile_of(terrain, {0, x + 1, -x}).surface), 0u);
  EXPECT_EQ(here.surface.layers().size(), 10u);
  for (const std::uint32_t level : {1u, 3u, 7u}) EXPECT_LT(rms_of_levels(terrain, level - 1, level, 120), 0.02) << level;
}

TEST(Terrain, KeepsOnlyTheLayersThatTheRecipeKeeps) {
  Recipe recipe = far_recipe();
  recipe.keep = {"height"};
  const Terrain terrain = terrain_of(recipe);
  const TerrainTile tile = tile_of(terrain, {0, 3, 1});
  ASSERT_EQ(tile.surface.layers().size(), 1u);
  EXPECT_EQ(tile.bytes(), terrain.tile_bytes());
  EXPECT_EQ(tile.surface.layers()[0]->hash(), tile_of(terrain_of(far_recipe()), {0, 3, 1}).surface.layer("height")->hash());
}

TEST(Terrain, StopsWhenItIsTold) {
  const Terrain terrain = terrain_of(far_recipe());
  CancelToken cancel;
  cancel.cancel();
  const Result<TerrainTile> stopped = terrain.tile({0, 0, 0}, {.threads = 1, .cancel = &cancel});
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
  EXPECT_EQ(terrain.blocks().count, 0u);
  EXPECT_TRUE(terrain.tile({0, 0, 0}));  // and nothing is left half done
}

std::string error_of(const Recipe& recipe, const TerrainOptions& options = {}) {
  const Result<Terrain> terrain = Terrain::make(recipe, all_terms(), options);
  return terrain ? "" : terrain.error().to_string();
}

TEST(Terrain, RefusesWhatCannotBeEndless) {
  Recipe map = recipe_of(R"({"craton": 1, "world": "map", "stages": [)" + hills + "]}");
  EXPECT_EQ(error_of(map), "/domain/kind: found \"torus\", but only a plane is endless");
  const std::string rivers = R"(, {"stage": "fill_depressions")";
  EXPECT_NE(error_of(stages_on_plane(hills + rivers + "}")).find("/stages/1: "), std::string::npos);
  EXPECT_EQ(error_of(stages_on_plane(hills + rivers + R"(, "on_planes": "tile_alone"})")),
            "/stages/1/on_planes: tile_alone makes tiles that do not fit their neighbours; endless terrain has none such");
  EXPECT_EQ(error_of(near_recipe(), {.tile_cells = 100}), "tile_cells: found 100, allowed a power of two, 16 … 4096");
  EXPECT_EQ(error_of(near_recipe(), {.margin = 65}), "margin: found 65, allowed 0 … 64");
  EXPECT_EQ(error_of(near_recipe(), {.levels = 0}), "levels: found 0, allowed 1 … 24");
}

TEST(Terrain, RefusesPlacesBeyondTheEnd) {
  const Terrain terrain = terrain_of(near_recipe());
  EXPECT_EQ(terrain.tile({4, 0, 0}).error().to_string(), "level: found 4, allowed 0 … 3");
  const std::int64_t last = (std::int64_t{1} << 52) / 32;
  EXPECT_TRUE(terrain.tile({0, last, -last}));
  for (const std::int64_t beyond : {last + 1, std::int64_t{1} << 62, -last - 1})
    EXPECT_FALSE(terrain.tile({0, beyond, 0})) << beyond;
  // Beyond 2^43 m a double does not tell all units of 1/1024 m apart.
  const Terrain odd = terrain_of(stages_on_plane(hills, "0.7001953125"));
  EXPECT_TRUE(odd.area({.level = 0, .x = (std::int64_t{1} << 40) + 1}));
  EXPECT_FALSE(odd.area({.level = 0, .x = (std::int64_t{1} << 46) + 1}));
}

}  // namespace
}  // namespace craton
