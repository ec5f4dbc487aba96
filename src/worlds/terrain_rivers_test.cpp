// recipes/river-land.json: rivers on endless terrain.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <thread>

#include <craton/base/hash.h>
#include <craton/stages/endless_rivers.h>

#include "worlds/terrain_test.h"

namespace craton {
namespace {

using namespace testing;

constexpr std::int64_t far_away = std::int64_t{1} << 40;  // metres

bool full() { return std::getenv("CRATON_FULL") != nullptr; }

Recipe rivers_alone() {
  Recipe recipe = recipe_file("river-land");
  recipe.stages.resize(1);
  recipe.keep.clear();
  return recipe;
}

std::int64_t random_tile(std::size_t i, std::uint64_t salt, std::int64_t tile_metres) {
  const std::int64_t base = i % 3 == 0 ? 0 : (i % 3 == 1 ? far_away : -far_away) / tile_metres;
  return base + static_cast<std::int64_t>(mix64(2 * i + salt) % 20'000) - 10'000;
}

float value(const Surface& surface, const Layer& layer, Point2 place) {
  const std::optional<Cell> cell = std::get<PlaneTile>(surface.domain()).nearest(place);
  EXPECT_TRUE(cell);
  return cell ? layer.numbers()[*cell] : 0;
}

/// Samples of `tile` that differ from those of `other` at the same places.
std::size_t differences(const Surface& tile, const Surface& other) {
  const auto &first = std::get<PlaneTile>(tile.domain()), &second = std::get<PlaneTile>(other.domain());
  std::size_t different = 0, common = 0;
  for (Cell c = 0; c < first.cell_count(); ++c) {
    const Point2 place = first.position(c);
    const std::optional<Cell> same = second.nearest(place);
    if (!same || second.position(*same).x != place.x || second.position(*same).y != place.y) continue;
    ++common;
    for (const auto& layer : tile.layers()) different += layer->value(c) != other.layer(layer->name())->value(*same) ? 1 : 0;
  }
  EXPECT_GT(common, 0u);
  return different;
}

TEST(TerrainRivers, TilesOfAnySizeFitBitForBit) {
  const Recipe recipe = rivers_alone();
  for (const std::uint32_t cells : {32u, 128u}) {
    const Terrain terrain = terrain_of(recipe, {.tile_cells = cells, .levels = 7});
    const Terrain whole = terrain_of(recipe, {.tile_cells = 4 * cells, .levels = 7});
    for (std::size_t i = 0; i < (full() ? 30 : 6); ++i) {
      const std::uint32_t level = i % 2 == 0 ? 0 : 5;
      const std::int64_t side = std::int64_t{4} * cells << level;
      const TileId large{level, random_tile(i, 0, side), random_tile(i, 1, side)};
      const TerrainTile around = tile_of(whole, large, 2);
      for (const std::int64_t part : {5, 0, 15, 3})  // in no order
        EXPECT_EQ(differences(tile_of(terrain, {level, 4 * large.x + part % 4, 4 * large.y + part / 4}).surface, around.surface),
                  0u);
    }
  }
}

TEST(TerrainRivers, ShuffledTilesFromManyThreadsAreTheSame) {
  const Terrain terrain = terrain_of(rivers_alone(), {.tile_cells = 64, .levels = 5});
  constexpr std::size_t tiles = 12;
  const auto id = [](std::size_t i) { return TileId{i % 2 == 0 ? 0u : 4u, random_tile(i, 2, 64), random_tile(i, 3, 64)}; };
  std::vector<std::uint64_t> alone(tiles), together(tiles);
  for (std::size_t i = 0; i < tiles; ++i) alone[i] = hash_of(tile_of(terrain, id(i)).surface);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t i = t; i < tiles; i += 4)
        together[tiles - 1 - i] = hash_of(tile_of(terrain, id(tiles - 1 - i), 2).surface);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(alone, together);
}

TEST(TerrainRivers, CoarseLevelsAreSamplesOfFineOnes) {
  const Terrain terrain = terrain_of(rivers_alone(), {.tile_cells = 128, .levels = 7});
  for (const TileId id : {TileId{0, 3, -2}, TileId{0, far_away / 128 + 5, 9}})
    for (const std::uint32_t level : {1u, 3u, 6u}) {
      const TerrainTile coarse = tile_of(terrain, {level, id.x >> level, id.y >> level});
      EXPECT_EQ(differences(tile_of(terrain, id).surface, coarse.surface), 0u) << level;
    }
}

/// The whole recipe, with broken ground: no water stands above its banks, and none below its bed.
TEST(TerrainRivers, WaterLiesInItsBanks) {
  const Terrain terrain = terrain_of(recipe_file("river-land"), {.tile_cells = 512, .levels = 1});
  std::size_t banks = 0, waters = 0;
  for (std::size_t i = 0; i < (full() ? 200 : 10); ++i) {
    const TerrainTile tile = tile_of(terrain, {0, random_tile(i, 4, 512), random_tile(i, 5, 512)});
    const auto numbers = [&](const char* name) { return tile.surface.layer(name)->numbers(); };
    const std::span<const float> height = numbers("height"), away = numbers("river_distance"), level = numbers("river_level"),
                                 river = numbers("river");
    const std::size_t width = tile.place().stored_width();
    for (std::size_t c = width; c + width < height.size(); ++c) {
      if (!(river[c] > 0 && away[c] <= 0 && level[c] > 0.5F)) continue;
      ++waters;
      EXPECT_LE(height[c], level[c] + 0.05F);
      for (const std::size_t beside : {c - 1, c + 1, c - width, c + width}) {
        if (c % width == 0 || c % width + 1 == width || away[beside] <= 0) continue;
        ++banks;
        // Brooks of steep slopes fall from sample to sample. The dry bed above a spring lies 0.3 m deep.
        EXPECT_GE(height[beside], std::min(level[c], level[beside]) - 0.3F);
      }
    }
  }
  EXPECT_GT(banks, 1000u);
  EXPECT_GT(waters, 1000u);
}

/// Along the rivers of the whole recipe the bed falls: nowhere does a dam stand in the way.
TEST(TerrainRivers, BedsFallDownstream) {
  for (const double step : {1.0, 4.0}) {
    Recipe recipe = recipe_file("river-land");
    recipe.domain.params.set("step", step);
    const Terrain terrain = terrain_of(recipe, {.tile_cells = 512, .levels = 1});
    const auto side = static_cast<std::int64_t>(512 * step);
    std::size_t seen = 0;
    for (std::size_t i = 0; i < (full() ? 100 : 6); ++i) {
      const TerrainTile tile = tile_of(terrain, {0, random_tile(i, 6, side), random_tile(i, 7, side)});
      const PlaneTile& place = tile.place();
      const Layer& height = *tile.surface.layer("height");
      const Point2 low = place.position(0), high = place.position(place.cell_count() - 1);
      const Result<std::vector<EndlessRiver>> rivers = endless_rivers_in(recipe.stages[0], Seed{recipe.seed}, low, high, 25);
      ASSERT_TRUE(rivers) << rivers.error().to_string();
      for (const EndlessRiver& river : *rivers) {
        double lowest = 1e9;
        for (const EndlessRiverPoint& point : river.points) {
          const bool inside =
              point.place.x >= low.x && point.place.x <= high.x && point.place.y >= low.y && point.place.y <= high.y;
          if (!inside || point.width < 3 * step || point.level < 0.2) continue;
          const auto here = static_cast<double>(value(tile.surface, height, point.place));
          EXPECT_LT(here, point.level);
          EXPECT_LT(here, lowest + 0.3);
          lowest = std::min(lowest, here);
          ++seen;
        }
      }
    }
    EXPECT_GT(seen, 20u) << step;
  }
}

}  // namespace
}  // namespace craton
