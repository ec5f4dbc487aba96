#include <craton/worlds/terrain_stream.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "worlds/stream_wants.h"
#include "worlds/terrain_test.h"

namespace craton {
namespace {

using namespace testing;
using terrain::overlap;
using terrain::TileTree;
using terrain::Want;

constexpr std::chrono::seconds long_enough{60};
constexpr std::int64_t metre = units_per_metre;

Terrain small_terrain() { return terrain_of(near_recipe(), {.tile_cells = 16, .levels = 5}); }

StreamCamera camera_at(std::int64_t x, std::int64_t y, double distance = 300) {
  return {.place = {x * metre, y * metre}, .distance = distance};
}

// ---- what cameras want

TEST(TileTree, CoversAllThatIsSeenOnceWithNeighboursOneLevelApart) {
  const Terrain terrain = small_terrain();
  for (const double detail : {1.0, 1.5, 3.0})
    for (const std::int64_t x : {std::int64_t{0}, std::int64_t{77}, -(std::int64_t{1} << 40) + 3}) {
      const TileTree tree(terrain, detail);
      const StreamCamera camera = camera_at(x, 2 * x + 9);
      std::map<TileId, bool> leaves;
      for (const Want& want : tree.wants(camera)) ASSERT_TRUE(leaves.emplace(want.id, true).second);
      const auto leaf_at = [&](std::int64_t east, std::int64_t south) {
        std::vector<TileId> found;
        for (std::uint32_t level = 0; level < 5; ++level) {
          const TileId id{level, east >> (14 + level), south >> (14 + level)};  // 16 m are 2^14 units
          if (leaves.contains(id)) found.push_back(id);
        }
        return found;
      };
      for (std::int64_t dy = -299; dy < 300; dy += 8)
        for (std::int64_t dx = -299; dx < 300; dx += 8) {
          const std::int64_t east = camera.place.x + dx * metre, south = camera.place.y + dy * metre;
          const std::vector<TileId> here = leaf_at(east, south);
          ASSERT_EQ(here.size(), 1u) << dx << "," << dy;
          const std::int64_t side = tree.side(here[0].level), west = here[0].x * side, north = here[0].y * side;
          for (const Point2 next : {Point2{west - 1, south}, {west + side, south}, {east, north - 1}, {east, north + side}}) {
            const std::vector<TileId> beside = leaf_at(next.x, next.y);
            if (beside.empty()) continue;
            EXPECT_LE(std::max(here[0].level, beside[0].level) - std::min(here[0].level, beside[0].level), 1u);
          }
        }
      EXPECT_EQ(leaf_at(camera.place.x, camera.place.y)[0].level, 0u);
    }
}

TEST(TileTree, HighCamerasWantCoarserTiles) {
  const TileTree tree(small_terrain(), 1.5);
  StreamCamera camera = camera_at(5, 5);
  camera.altitude = 70;
  std::uint32_t finest = 9;
  for (const Want& want : tree.wants(camera)) finest = std::min(finest, want.id.level);
  EXPECT_EQ(finest, 1u);  // a tile of level 1 is 32 m wide and would be halved below 48 m
}

TEST(TileTree, WhatIsNearAndInViewIsMoreUrgent) {
  const TileTree tree(small_terrain(), 1.5);
  StreamCamera camera = camera_at(8, 8);
  camera.look_x = 1;
  std::map<TileId, double> urgency;
  for (const Want& want : tree.wants(camera)) urgency[want.id] = want.urgency;
  ASSERT_TRUE(urgency.contains({0, 3, 0}) && urgency.contains({0, -3, 0}));
  EXPECT_LT((urgency[{0, 0, 0}]), (urgency[{0, 3, 0}]));
  EXPECT_LT((urgency[{0, 3, 0}]), (urgency[{0, -3, 0}]));
}

TEST(TileTree, TilesOverlapOrDoNot) {
  EXPECT_TRUE(overlap({0, 5, -1}, {2, 1, -1}));
  EXPECT_TRUE(overlap({2, 1, -1}, {0, 5, -1}));
  EXPECT_FALSE(overlap({0, 3, -1}, {2, 1, -1}));
  EXPECT_TRUE(overlap({1, 3, 3}, {1, 3, 3}));
  EXPECT_FALSE(overlap({1, 3, 3}, {1, 2, 3}));
}

// ---- streams

TEST(TerrainStream, MakesAllThatCamerasSeeAsTilesAre) {
  const Terrain terrain = small_terrain();
  for (const unsigned threads : {1u, 8u}) {
    TerrainStream stream(terrain, {.threads = threads});
    stream.set_camera(3, camera_at(100, -50));
    stream.set_camera(9, camera_at(std::int64_t{1} << 40, 12, 100));
    ASSERT_TRUE(stream.wait(long_enough));
    std::set<TileId> ready;
    for (const StreamEvent& event : stream.poll()) {
      ASSERT_EQ(event.kind, StreamEvent::Kind::ready);
      ASSERT_TRUE(event.tile);
      ASSERT_TRUE(ready.insert(event.id).second);
    }
    std::size_t shown = 0;
    for (const std::uint32_t camera : {3u, 9u})
      for (const StreamTile& each : stream.tiles(camera)) {
        ++shown;
        ASSERT_TRUE(each.tile);
        EXPECT_TRUE(ready.contains(each.id));
        if (shown % 7 == 0) { EXPECT_EQ(hash_of(each.tile->surface), hash_of(tile_of(terrain, each.id).surface)); }
      }
    EXPECT_EQ(shown, ready.size());
    EXPECT_TRUE(stream.tiles(4).empty());
    EXPECT_TRUE(stream.poll().empty());
    const StreamState state = stream.state();
    EXPECT_EQ(state.ready, state.wanted);
    EXPECT_EQ(state.bytes, state.kept * terrain.tile_bytes());
  }
}

TEST(TerrainStream, WorkersShareBlocks) {
  const Terrain terrain = terrain_of(far_recipe(), {.tile_cells = 64, .levels = 3});
  TerrainStream stream(terrain, {.threads = 8});
  stream.set_camera(0, camera_at(128, 128, 90));
  ASSERT_TRUE(stream.wait(long_enough));
  // All that it sees at the finest level lies in one block, which nobody made twice.
  EXPECT_EQ(terrain.blocks().made, 1u);
  for (const StreamTile& each : stream.tiles(0)) {
    ASSERT_TRUE(each.tile);
    EXPECT_EQ(hash_of(each.tile->surface), hash_of(tile_of(terrain, each.id).surface));
  }
}

TEST(TerrainStream, NearTilesComeFirst) {
  std::vector<TileId> order;
  const Terrain terrain = small_terrain();
  StreamCamera camera = camera_at(40, 40);
  camera.look_y = -1;
  {
    TerrainStream stream(terrain, {.threads = 1, .on_event = [&](const StreamEvent& event) { order.push_back(event.id); }});
    stream.set_camera(0, camera);
    ASSERT_TRUE(stream.wait(long_enough));
    EXPECT_TRUE(stream.poll().empty());
  }
  std::vector<Want> wants = TileTree(terrain, 1.5).wants(camera);
  std::sort(wants.begin(), wants.end(), [](const Want& a, const Want& b) { return a.urgency < b.urgency; });
  ASSERT_EQ(order.size(), wants.size());
  EXPECT_EQ(order.front(), wants.front().id);
  std::map<TileId, double> urgency;
  for (const Want& want : wants) urgency[want.id] = want.urgency;
  for (std::size_t i = 1; i < order.size(); ++i) EXPECT_LE(urgency[order[i - 1]], urgency[order[i]]);
}

TEST(TerrainStream, LeavesNoHolesWhileItFlies) {
  TerrainStream stream(small_terrain(), {.threads = 2});
  std::set<TileId> shown;
  for (int i = 0; i < 60; ++i) {
    const StreamCamera camera = camera_at(i * 13, i * 7);
    stream.set_camera(0, camera);
    if (i == 0) { ASSERT_TRUE(stream.wait(long_enough)); }
    if (i % 5 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    for (const StreamEvent& event : stream.poll()) {
      if (event.kind == StreamEvent::Kind::ready) {
        EXPECT_TRUE(shown.insert(event.id).second);
      } else {
        EXPECT_EQ(shown.erase(event.id), 1u);
      }
    }
    // All within sight of the place where it was when everything was there is covered still, as far as it is in sight.
    const TileId below{0, camera.place.x >> 14, camera.place.y >> 14};
    const bool covered = std::any_of(shown.begin(), shown.end(), [&](const TileId& id) { return overlap(id, below); });
    EXPECT_TRUE(covered || i * 13 > 250) << i;
  }
  ASSERT_TRUE(stream.wait(long_enough));
  for (const StreamEvent& event : stream.poll()) {
    if (event.kind == StreamEvent::Kind::ready)
      shown.insert(event.id);
    else
      shown.erase(event.id);
  }
  std::set<TileId> wanted;
  for (const StreamTile& each : stream.tiles(0)) wanted.insert(each.id);
  EXPECT_EQ(shown, wanted);
}

TEST(TerrainStream, MemoryStaysConstantOverALongFlight) {
  const Terrain terrain = terrain_of(point_recipe(), {.tile_cells = 16, .levels = 4});
  const std::uint64_t budget = 500 * terrain.tile_bytes();
  TerrainStream stream(terrain, {.threads = 2, .tile_bytes = budget});
  std::uint64_t most = 0;
  for (std::int64_t i = 0; i < 80; ++i) {
    stream.set_camera(0, camera_at(i * 40, -i * 30, 120));
    stream.set_camera(1, camera_at(-i * 55, i * 10, 120));
    ASSERT_TRUE(stream.wait(long_enough));
    (void)stream.poll();
    const StreamState state = stream.state();
    ASSERT_EQ(state.left_out, 0u);
    ASSERT_EQ(state.ready, state.wanted);
    ASSERT_EQ(state.bytes, state.kept * terrain.tile_bytes());
    most = std::max(most, state.bytes);
  }
  EXPECT_LE(most, budget);
  EXPECT_GT(stream.state().made, 2u * 500u);  // many times what is kept
}

TEST(TerrainStream, WhatIsKeptIsNotMadeAgain) {
  TerrainStream stream(small_terrain(), {.threads = 1});
  stream.set_camera(0, camera_at(0, 0, 60));
  ASSERT_TRUE(stream.wait(long_enough));
  const std::uint64_t made = stream.state().made;
  stream.set_camera(0, camera_at(1000, 0, 60));
  ASSERT_TRUE(stream.wait(long_enough));
  const std::uint64_t both = stream.state().made;
  stream.set_camera(0, camera_at(0, 0, 60));
  ASSERT_TRUE(stream.wait(long_enough));
  EXPECT_EQ(stream.state().made, both);
  EXPECT_EQ(stream.state().found, made);
}

TEST(TerrainStream, TheFarthestAreLeftOutWhereBytesAreFew) {
  const Terrain terrain = small_terrain();
  TerrainStream stream(terrain, {.threads = 1, .tile_bytes = 20 * terrain.tile_bytes()});
  stream.set_camera(0, camera_at(8, 8));
  ASSERT_TRUE(stream.wait(long_enough));
  const StreamState state = stream.state();
  EXPECT_EQ(state.wanted, 15u);
  EXPECT_EQ(state.left_out, stream.tiles(0).size() - 15);
  EXPECT_LE(state.bytes, 20 * terrain.tile_bytes());
  for (const StreamTile& each : stream.tiles(0))
    if (each.id == TileId{0, 0, 0}) { EXPECT_TRUE(each.tile); }
}

TEST(TerrainStream, TilesOfACameraThatLeavesAreGone) {
  TerrainStream stream(small_terrain(), {.threads = 2});
  stream.set_camera(0, camera_at(0, 0, 60));
  ASSERT_TRUE(stream.wait(long_enough));
  const std::size_t ready = stream.poll().size();
  EXPECT_GT(ready, 0u);
  stream.remove_camera(0);
  ASSERT_TRUE(stream.wait(long_enough));
  const std::vector<StreamEvent> events = stream.poll();
  EXPECT_EQ(events.size(), ready);
  for (const StreamEvent& event : events) EXPECT_EQ(event.kind, StreamEvent::Kind::gone);
}

// ---- stages that obey the test

std::atomic<bool> held{false};
std::atomic<int> holding{0};

/// Waits while `held`, or until it is cancelled.
Result<void> wait_here(Surface&, const StageSpec&, StageContext& context) {
  ++holding;
  while (held.load() && !context.execution.cancel->cancelled()) std::this_thread::yield();
  --holding;
  if (context.execution.cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
  return {};
}
Result<void> fail_here(Surface&, const StageSpec&, StageContext& context) {
  return Error{ErrorCode::unsupported, context.path, "not today"};
}

Terrain terrain_with(const char* id, StageRun run) {
  RecipeTerms terms = all_terms();
  EXPECT_TRUE(terms.stages.add({.info = {.id = id, .title = "Test", .doc = "Test.", .reach_doc = "point"}, .run = run}));
  Recipe recipe = point_recipe();
  recipe.stages.push_back({.stage = id, .id = id});
  Result<Terrain> terrain = Terrain::make(recipe, terms, {.tile_cells = 16, .levels = 3});
  EXPECT_TRUE(terrain) << terrain.error().to_string();
  return *std::move(terrain);
}

TEST(TerrainStream, NeverMakesItsCallerWaitAndStopsWhatNobodyWants) {
  held = true;
  TerrainStream stream(terrain_with("wait_here", wait_here), {.threads = 2});
  stream.set_camera(0, camera_at(0, 0, 40));
  while (holding.load() < 2) std::this_thread::yield();
  // Both workers hang, and still everybody is answered.
  EXPECT_TRUE(stream.poll().empty());
  EXPECT_GT(stream.tiles(0).size(), 0u);
  EXPECT_EQ(stream.state().ready, 0u);
  EXPECT_FALSE(stream.wait(std::chrono::milliseconds(1)));
  // Far away now: what they made is cancelled, though no worker was free to see to it.
  stream.set_camera(0, camera_at(5000, 0, 40));
  while (stream.state().stopped < 2) std::this_thread::yield();
  held = false;
  ASSERT_TRUE(stream.wait(long_enough));
  const StreamState state = stream.state();
  EXPECT_EQ(state.ready, state.wanted);
  EXPECT_EQ(state.made, state.wanted);
}

TEST(TerrainStream, EndsWhileItsWorkersAreBusy) {
  held = true;
  {
    TerrainStream stream(terrain_with("wait_here", wait_here), {.threads = 2});
    stream.set_camera(0, camera_at(0, 0, 40));
    while (holding.load() < 2) std::this_thread::yield();
  }
  EXPECT_EQ(holding.load(), 0);
  held = false;
}

TEST(TerrainStream, TellsWhatCannotBeMade) {
  TerrainStream stream(terrain_with("fail_here", fail_here), {.threads = 2});
  stream.set_camera(0, camera_at(0, 0, 40));
  ASSERT_TRUE(stream.wait(long_enough));
  const std::vector<StreamEvent> events = stream.poll();
  EXPECT_EQ(events.size(), stream.tiles(0).size());
  for (const StreamEvent& event : events) {
    EXPECT_EQ(event.kind, StreamEvent::Kind::failed);
    EXPECT_EQ(event.error.to_string(), "/stages/3: not today");
  }
  EXPECT_TRUE(stream.poll().empty());
}

}  // namespace
}  // namespace craton
