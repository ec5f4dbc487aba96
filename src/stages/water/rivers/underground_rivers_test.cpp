#include "stages/water/river_world_test.h"

namespace craton {
namespace {

using namespace water_test;

/// Of maps that are 41 cells wide.
Cell row_of(Cell cell) { return cell / 41; }

TEST(UndergroundRivers, RunDownBelowSoftRockAndComeOutAgain) {
  std::size_t caves = 0, sunk = 0;
  for (const auto& each : river_domains())
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const std::vector<float> before = hills(shallow_seas, each.second, seed, 0.05F);
      RiverWorld world(each.second, before);
      world.find_waters(800);
      const Result<Layer*> rock = world.surface.add_layer({.name = "rock"});
      for (Cell c = 0; c < before.size(); ++c) (*rock)->numbers()[c] = c / 300 % 2 == 0 ? 0.1F : 0.9F;
      ASSERT_TRUE(world.run(underground_rivers_stage(),
                            {{"least_length", 30.0},
                             {"longest", 200.0},
                             {"roof", 1.0},
                             {"sinkhole_radius", 25.0},
                             {"sinkhole_depth", 3.0},
                             {"sinkhole_distance", 50.0},
                             {"most_discharge", 20'000.0}},
                            {{"hardness", "rock"}}));
      const std::vector<float> after = world.numbers("height"), depth = world.numbers("sinkhole");
      const std::vector<std::int32_t> lake = world.integers("lake"), river = world.integers("river");
      for (Cell c = 0; c < before.size(); ++c) {
        EXPECT_FLOAT_EQ(after[c], before[c] - depth[c]) << each.first;
        EXPECT_EQ(after[c] < 0, before[c] < 0) << each.first;
        if (lake[c] != 0) { EXPECT_EQ(after[c], before[c]) << each.first; }
        sunk += depth[c] > 0;
      }
      const auto& cells = world.column<ObjectColumn::Cells>("underground_rivers", "cells");
      const auto& dry = world.column<ObjectColumn::Cells>("rivers", "dry");
      for (std::size_t i = 0; i < cells.size(); ++i) {
        ++caves;
        const auto row = static_cast<std::size_t>(world.column<std::int64_t>("underground_rivers", "river")[i]);
        for (std::size_t k = 0; k < cells[i].size(); ++k) {
          EXPECT_EQ((*rock)->numbers()[cells[i][k]], 0.1F) << each.first;
          EXPECT_EQ(river[cells[i][k]], static_cast<std::int32_t>(row + 1)) << each.first;
          EXPECT_LE(world.numbers("discharge")[cells[i][k]], 20'000) << each.first;
          const bool inside = k > 0 && k + 1 < cells[i].size();
          EXPECT_EQ(std::count(dry[row].begin(), dry[row].end(), cells[i][k]), inside ? 1 : 0) << each.first;
        }
        const auto& path = world.column<ObjectColumn::Path>("underground_rivers", "path")[i];
        expect_never_rises(each.second, path, each.first);
        EXPECT_GT(world.column<double>("underground_rivers", "length")[i], 29.9) << each.first;
        if (each.first == "planet") continue;
        EXPECT_EQ(path.front(), world.column<Vec3d>("underground_rivers", "sink")[i]) << each.first;
        EXPECT_EQ(path.back().z, world.column<Vec3d>("underground_rivers", "spring")[i].z) << each.first;
        EXPECT_LE(path.front().z, before[cells[i].front()]) << each.first;
      }
    }
  EXPECT_GT(caves, 30U);
  EXPECT_GT(sunk, 100U);
}

TEST(UndergroundRivers, KeepTheirRoofWhereTheRiverFallsEnough) {
  const Domain domain = domain_of("torus", 41, 100, "none");
  std::vector<float> heights(41 * 100);
  for (Cell c = 0; c < heights.size(); ++c)
    heights[c] = 1 + 1.0F * static_cast<float>(100 - row_of(c)) + 2 * std::abs(static_cast<float>(c % 41) - 20);
  RiverWorld world(domain, heights);
  world.find_waters(20'000);
  ASSERT_TRUE(world.run(underground_rivers_stage(), {{"least_length", 100.0}, {"longest", 400.0}, {"roof", 6.0}}));
  const auto& caves = world.column<ObjectColumn::Cells>("underground_rivers", "cells");
  ASSERT_GE(caves.size(), 1U);
  for (std::size_t i = 0; i < caves.size(); ++i)
    for (const Vec3d& at : world.column<ObjectColumn::Path>("underground_rivers", "path")[i]) {
      const double ground = 1 + (100 - at.y / 10) + 2 * std::abs(at.x / 10 - 20);
      const Vec3d end = world.column<Vec3d>("underground_rivers", "spring")[i],
                  begin = world.column<Vec3d>("underground_rivers", "sink")[i];
      if (at.y >= begin.y + 20 && at.y < end.y - 70) { EXPECT_LE(at.z, ground - 5.9); }
    }
}

TEST(UndergroundRivers, HardRockAndMasksKeepThemAboveGround) {
  const Domain domain = domain_of("torus", 64, 64);
  for (const char* param : {"hardness", "strength"}) {
    RiverWorld world(domain, hills(shallow_seas, domain, 1, 0.05F));
    world.find_waters(800);
    ASSERT_TRUE(world.run(underground_rivers_stage(), {{param, param[0] == 'h' ? 1.0 : 0.0}, {"least_length", 30.0}}));
    EXPECT_EQ(world.surface.objects("underground_rivers")->rows(), 0U);
    EXPECT_EQ(world.numbers("height"), hills(shallow_seas, domain, 1, 0.05F));
  }
}

TEST(UndergroundRivers, NeedRivers) {
  RiverWorld world(domain_of("torus", 8, 8), std::vector<float>(64, 1.0F));
  ASSERT_TRUE(world.run(lakes_stage()));
  ASSERT_TRUE(world.surface.add_layer({.name = "discharge"}));
  ASSERT_TRUE(world.surface.add_layer({.name = "river", .type = LayerType::integer}));
  EXPECT_EQ(world.run(underground_rivers_stage()).error().to_string(),
            "/stages/1: there are no rivers yet: put a stage \"rivers\" before this one");
}

}  // namespace
}  // namespace craton
