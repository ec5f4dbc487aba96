#include "stages/life/ground.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "stages/stage_test.h"

namespace craton {
namespace {

using testing::add_layer;
using testing::run_stage;
using testing::small_surface;

GroundPlace meadow() { return {.height = 200, .slope = 0.02F, .mean = 10, .warmest = 20, .rain = 80}; }
float sum(const GroundShares& s) { return s.soil + s.rock + s.sand + s.snow + s.gravel + s.mud; }

TEST(Ground, WhatLiesWhere) {
  GroundPlace p = meadow();
  EXPECT_GT(ground_of(p, 1).soil, 0.95F);
  p.slope = 1.2F;
  EXPECT_GT(ground_of(p, 1).rock, 0.95F);
  p = meadow();
  p.warmest = -5;
  EXPECT_GT(ground_of(p, 1).snow, 0.95F);
  p.slope = 2;
  EXPECT_LT(ground_of(p, 1).snow, 0.05F) << "it slides off walls";
  EXPECT_GT(ground_of(p, 1).rock, 0.9F);
  p = meadow();
  p.rain = 3, p.mean = 24, p.warmest = 33;
  EXPECT_GT(ground_of(p, 1).sand, 0.5F);
  EXPECT_LT(ground_of(p, 1).soil, 0.2F);
  p = meadow();
  p.moisture = 1, p.slope = 0, p.rain = 120;
  EXPECT_GT(ground_of(p, 1).mud, 0.9F);
  p = meadow();
  p.height = 1, p.slope = 0.01F;
  EXPECT_GT(ground_of(p, 1).sand, 0.9F) << "a beach";
  p.height = -20;
  EXPECT_GT(ground_of(p, 1).sand, 0.9F);
  p.height = -3000;
  EXPECT_GT(ground_of(p, 1).mud, 0.9F);
  p = meadow();
  p.warmest = 6, p.mean = -4, p.slope = 0.35F;
  EXPECT_GT(ground_of(p, 1).gravel, 0.2F) << "scree of the cold";
  p = meadow();
  p.slope = 0.6F;
  EXPECT_GT(ground_of(p, 3).rock, ground_of(p, 1).rock);
}

TEST(Ground, SumsToOneAndChangesSmoothly) {
  for (const float height : {-500.0F, -50.0F, 3.0F, 800.0F})
    for (const float slope : {0.0F, 0.1F, 0.4F, 0.8F, 2.0F})
      for (const float rain : {0.0F, 20.0F, 60.0F, 300.0F}) {
        GroundShares before{};
        for (int i = 0; i <= 600; ++i) {
          const float warmest = -20 + 0.1F * static_cast<float>(i);
          const GroundShares s = ground_of(
              {.height = height, .slope = slope, .mean = warmest - 8, .warmest = warmest, .rain = rain, .moisture = 0.6F}, 1);
          ASSERT_NEAR(sum(s), 1, 1e-5);
          ASSERT_GE(std::min({s.soil, s.rock, s.sand, s.snow, s.gravel, s.mud}), 0);
          if (i > 0) {
            ASSERT_LT(std::abs(s.snow - before.snow) + std::abs(s.rock - before.rock) + std::abs(s.soil - before.soil), 0.12F);
          }
          before = s;
        }
      }
}

TEST(Ground, OnEveryDomain) {
  for (const std::string& kind : testing::domain_kinds()) {
    Surface surface = small_surface(kind);
    add_layer(surface, "height", [](Cell c) { return static_cast<float>((c * 7919) % 900) - 200; });
    add_layer(surface, "temperature", [](Cell c) { return static_cast<float>(c % 40) - 10; });
    add_layer(surface, "temperature_warmest", [](Cell c) { return static_cast<float>(c % 40); });
    add_layer(surface, "rain", [](Cell c) { return static_cast<float>(c % 200); });
    ASSERT_TRUE(run_stage(surface, {.stage = "ground", .id = "ground"}));
    for (Cell c = 0; c < surface.cell_count(); ++c) {
      float all = 0;
      for (const char* name : {"soil", "rock", "sand", "snow", "gravel", "mud"}) all += surface.layer(name)->numbers()[c];
      ASSERT_NEAR(all, 1, 1e-5) << kind;
    }
  }
}

}  // namespace
}  // namespace craton
