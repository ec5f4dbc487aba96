#include "stages/water/river_world_test.h"

namespace craton {
namespace {

using namespace water_test;

RiverWorld with_deltas(const Domain& domain, std::uint64_t seed, double waves, std::vector<LayerInput> layers = {},
                       RiverWorld* before = nullptr) {
  const std::vector<float> ground = hills(shallow_seas, domain, seed, 0.03F);
  RiverWorld world(domain, ground);
  world.find_waters(3000, 2000);
  if (!layers.empty()) {
    const Result<Layer*> mask = world.surface.add_layer({.name = "mask"});
    for (Cell c = 0; c < ground.size(); ++c) (*mask)->numbers()[c] = c / 7 % 3 == 0 ? 0.0F : 1.0F;
  }
  if (before) before->find_waters(3000, 2000);
  const Result<void> done = world.run(deltas_stage(),
                                      {{"least_discharge", 5000.0},
                                       {"size", 1e8},
                                       {"waves", waves},
                                       {"deepest", 20.0},
                                       {"steepest", 0.5},
                                       {"branches", std::int64_t{5}}},
                                      std::move(layers));
  EXPECT_TRUE(done) << done.error().to_string();
  return world;
}

template <class Check>
void on_many_worlds(const Check& check) {
  for (const auto& each : river_domains())
    for (std::uint64_t seed = 1; seed <= 4; ++seed)
      for (const double waves : {0.0, 0.4})
        check(each.second, seed, waves, each.first + " seed " + std::to_string(seed) + " waves " + std::to_string(waves));
}

TEST(Deltas, ChannelsRunDownToOpenWaterAndNeverCross) {
  std::size_t channels = 0, in_lakes = 0;
  on_many_worlds([&](const Domain& domain, std::uint64_t seed, double waves, const std::string& what) {
    const RiverWorld world = with_deltas(domain, seed, waves);
    const std::vector<float> height = world.numbers("height");
    const std::vector<std::int32_t> lake = world.integers("lake"), river = world.integers("river");
    const auto& cells = world.column<ObjectColumn::Cells>("distributaries", "cells");
    const auto& paths = world.column<ObjectColumn::Path>("distributaries", "path");
    const auto& rivers = world.column<ObjectColumn::Cells>("rivers", "cells");
    CellLinks links;
    for (const ObjectColumn::Cells& one : rivers) add_links(one, links);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      ++channels;
      add_links(cells[i], links);
      const auto own = world.column<std::int64_t>("distributaries", "river")[i];
      for (std::size_t k = 0; k + 1 < cells[i].size(); ++k) {
        ASSERT_TRUE(are_linked(domain, cells[i][k], cells[i][k + 1])) << what;
        EXPECT_EQ(river[cells[i][k]], own + 1) << what;
        EXPECT_GE(height[cells[i][k]], 0) << what;
        if (k + 2 < cells[i].size()) {
          EXPECT_LE(height[cells[i][k + 1]], height[cells[i][k]]) << what << " ground of a channel";
        }
      }
      const Cell mouth = cells[i].back();
      EXPECT_TRUE(height[mouth] < 0 || lake[mouth] != 0) << what;
      EXPECT_EQ(river[mouth], 0) << what;
      in_lakes += lake[mouth] != 0;
      expect_never_rises(domain, paths[i], what);
    }
    EXPECT_EQ(crossings(domain, links), 0U) << what;
  });
  EXPECT_GT(channels, 60U);
  EXPECT_GT(in_lakes, 0U);
}

TEST(Deltas, RiversStillReachTheirWater) {
  on_many_worlds([&](const Domain& domain, std::uint64_t seed, double waves, const std::string& what) {
    const RiverWorld world = with_deltas(domain, seed, waves);
    const std::vector<float> height = world.numbers("height");
    const std::vector<std::int32_t> lake = world.integers("lake"), number = world.integers("river");
    const auto& rivers = world.column<ObjectColumn::Cells>("rivers", "cells");
    const auto& paths = world.column<ObjectColumn::Path>("rivers", "path");
    const auto& mouths = world.column<std::string>("rivers", "mouth");
    const auto& lakes = world.column<std::int64_t>("rivers", "lake");
    for (std::size_t i = 0; i < rivers.size(); ++i) {
      std::set<Cell> once(rivers[i].begin(), rivers[i].end());
      EXPECT_EQ(once.size(), rivers[i].size()) << what;
      for (std::size_t k = 0; k + 1 < rivers[i].size(); ++k) {
        EXPECT_TRUE(are_linked(domain, rivers[i][k], rivers[i][k + 1])) << what;
        EXPECT_EQ(number[rivers[i][k]], static_cast<std::int32_t>(i + 1)) << what;
      }
      if (mouths[i] == "sea") { EXPECT_LT(height[rivers[i].back()], 0) << what; }
      if (mouths[i] == "lake") { EXPECT_EQ(lake[rivers[i].back()], lakes[i] + 1) << what; }
      expect_never_rises(domain, paths[i], what + " river " + std::to_string(i));
    }
  });
}

/// Pieces of water, where cells share a side or a corner.
std::size_t pieces(const Domain& domain, const std::vector<bool>& water) {
  std::vector<bool> seen(water.size());
  std::size_t count = 0;
  for (Cell start = 0; start < water.size(); ++start) {
    if (!water[start] || seen[start]) continue;
    ++count;
    std::vector<Cell> open{start};
    seen[start] = true;
    while (!open.empty()) {
      const Cell cell = open.back();
      open.pop_back();
      std::visit(
          [&](const auto& topology) {
            topology.for_each_link(cell, [&](Link link) {
              if (!water[link.to] || seen[link.to]) return;
              seen[link.to] = true;
              open.push_back(link.to);
            });
          },
          domain);
    }
  }
  return count;
}

TEST(Deltas, CutNoWaterOffAndKeepLakesInOrder) {
  double land = 0;
  on_many_worlds([&](const Domain& domain, std::uint64_t seed, double waves, const std::string& what) {
    RiverWorld old(domain, hills(shallow_seas, domain, seed, 0.03F));
    const RiverWorld world = with_deltas(domain, seed, waves, {}, &old);
    const std::vector<float> before = old.numbers("height"), after = world.numbers("height");
    const std::vector<std::int32_t> lake = world.integers("lake"), old_lake = old.integers("lake");
    const std::vector<float> depth = world.numbers("lake_depth");
    const auto& levels = world.column<double>("lakes", "level");
    std::vector<double> areas(levels.size());
    std::vector<bool> old_sea(before.size()), sea(before.size());
    for (Cell c = 0; c < before.size(); ++c) {
      old_sea[c] = before[c] < 0;
      sea[c] = after[c] < 0;
      EXPECT_LE(sea[c], old_sea[c]) << what;
      land += old_sea[c] && !sea[c];
      if (lake[c] != 0) {
        EXPECT_EQ(lake[c], old_lake[c]) << what;
        const auto row = static_cast<std::size_t>(lake[c] - 1);
        EXPECT_EQ(depth[c], static_cast<float>(levels[row]) - after[c]) << what;
        EXPECT_GE(depth[c], 0) << what;
        areas[row] += std::visit([&](const auto& topology) { return topology.area(c); }, domain);
      } else {
        EXPECT_EQ(depth[c], 0) << what;
      }
    }
    EXPECT_LE(pieces(domain, sea), pieces(domain, old_sea)) << what;
    for (std::size_t i = 0; i < areas.size(); ++i) {
      EXPECT_NEAR(world.column<double>("lakes", "area")[i], areas[i], 1e-6 * areas[i]) << what;
      EXPECT_GT(areas[i], 0) << what;
      std::vector<bool> own(before.size());
      for (Cell c = 0; c < before.size(); ++c) own[c] = lake[c] == static_cast<std::int32_t>(i + 1);
      EXPECT_EQ(pieces(domain, own), 1U) << what;
    }
  });
  EXPECT_GT(land, 300);
}

TEST(Deltas, LeaveMaskedCellsAsTheyAre) {
  for (const auto& each : river_domains()) {
    const RiverWorld world = with_deltas(each.second, 2, 0.1, {{"strength", "mask"}});
    const std::vector<float> before = hills(shallow_seas, each.second, 2, 0.03F), after = world.numbers("height");
    for (Cell c = 0; c < before.size(); ++c)
      if (c / 7 % 3 == 0) { ASSERT_EQ(after[c], before[c]) << each.first; }
  }
}

/// A valley in the north, a broad shelf of 5 m before it.
RiverWorld river_to_shelf(double waves, double size) {
  const Domain domain = domain_of("torus", 121, 120, "none");
  std::vector<float> heights(121 * 120);
  for (Cell c = 0; c < heights.size(); ++c) {
    const Cell row = c / 121;
    const float x = std::abs(static_cast<float>(c % 121) - 60), y = static_cast<float>(row);
    heights[c] = y < 50 ? 0.1F + 0.02F * (50 - y) + 0.08F * x : -5;
  }
  RiverWorld world(domain, heights);
  world.find_waters(100'000, 300);
  EXPECT_TRUE(world.run(deltas_stage(), {{"least_discharge", 100'000.0}, {"size", size}, {"waves", waves}}));
  return world;
}

double new_land(const RiverWorld& world) {
  double area = 0;
  const std::vector<float> height = world.numbers("height");
  for (Cell c = 50 * 121; c < height.size(); ++c) area += height[c] >= 0 ? 100 : 0;
  return area;
}

TEST(Deltas, AreAsLargeAsTheRiverAndWavesAllow) {
  const RiverWorld calm = river_to_shelf(0, 1e7), half = river_to_shelf(0, 5e6), rough = river_to_shelf(0.5, 1e7);
  double most = 0;
  for (const double discharge : calm.column<double>("rivers", "discharge")) most = std::max(most, discharge);
  const double wanted = 1e7 * most / 31'556'952;
  EXPECT_NEAR(new_land(calm), wanted, 101 + 1e-6 * wanted);
  EXPECT_NEAR(new_land(half), wanted / 2, 101 + 1e-6 * wanted);
  EXPECT_NEAR(new_land(rough), wanted / 2, 101 + 1e-6 * wanted);
  EXPECT_EQ(new_land(river_to_shelf(1, 1e7)), 0);
  // Fingers reach farther out than a round front of the same area.
  const auto farthest = [](const RiverWorld& world) {
    const std::vector<float> height = world.numbers("height");
    Cell last = 0;
    for (Cell c = 0; c < height.size(); ++c)
      if (height[c] >= 0) last = c / 121;
    return last;
  };
  EXPECT_GT(farthest(half), farthest(rough));
  EXPECT_GT(calm.column<std::int64_t>("distributaries", "river").size(), 2U);
  // What the channels and the river itself bring adds up to the river.
  double shares = 0;
  const auto& discharges = calm.column<double>("distributaries", "discharge");
  for (const double one : discharges) shares += one / most;
  EXPECT_LT(shares, 0.9);
  EXPECT_GT(shares, 0.4);
}

TEST(Deltas, NeedRivers) {
  RiverWorld world(domain_of("torus", 8, 8), std::vector<float>(64, 1.0F));
  ASSERT_TRUE(world.run(lakes_stage()));
  ASSERT_TRUE(world.surface.add_layer({.name = "discharge"}));
  ASSERT_TRUE(world.surface.add_layer({.name = "river", .type = LayerType::integer}));
  EXPECT_EQ(world.run(deltas_stage()).error().to_string(),
            "/stages/1: there are no rivers yet: put a stage \"rivers\" before this one");
}

}  // namespace
}  // namespace craton
