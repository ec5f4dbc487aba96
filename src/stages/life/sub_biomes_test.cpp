#include "stages/life/sub_biomes.h"

#include <gtest/gtest.h>

#include <set>

#include "stages/stage_test.h"

namespace craton {
namespace {

using testing::add_layer;
using testing::run_stage;
using testing::small_surface;

/// Rolling, dry ground of the temperate zone: a steppe.
SubBiomePlace place() { return {.height = 200, .slope = 0.02F, .mean = 8, .warmest = 20, .coldest = -4, .rain = 25}; }
SubBiome of(const SubBiomePlace& place) { return sub_biome_of(place, {}); }

TEST(SubBiomes, Rules) {
  SubBiomePlace p = place();
  EXPECT_EQ(of(p), SubBiome::steppe);
  p.rain = 42;
  EXPECT_EQ(of(p), SubBiome::prairie);
  p.rain = 80;
  EXPECT_EQ(of(p), SubBiome::none) << "a forest";

  p = place();
  p.mean = 22, p.rain = 3;
  EXPECT_EQ(of(p), SubBiome::none) << "desert of gravel";
  p.sandy = true;
  EXPECT_EQ(of(p), SubBiome::dunes);
  p.slope = 0.3F;
  EXPECT_EQ(of(p), SubBiome::none) << "too steep for dunes";
  p.slope = 0.001F, p.moisture = 0.8F;
  EXPECT_EQ(of(p), SubBiome::oasis);
  p.lake = true;
  EXPECT_EQ(of(p), SubBiome::none) << "open water";
}

TEST(SubBiomes, WetGround) {
  SubBiomePlace p = place();
  p.slope = 0.001F, p.moisture = 0.7F, p.rain = 60;
  EXPECT_EQ(of(p), SubBiome::fresh_marsh);
  p.rain = 120;
  EXPECT_EQ(of(p), SubBiome::fresh_swamp);
  p.mean = 0, p.warmest = 14;
  EXPECT_EQ(of(p), SubBiome::wetland);
  p.moisture = 0.4F;
  EXPECT_NE(of(p), SubBiome::wetland);
  p.moisture = 0.7F, p.slope = 0.02F;
  EXPECT_NE(of(p), SubBiome::wetland) << "it drains";
}

TEST(SubBiomes, Coasts) {
  SubBiomePlace p = place();
  p.slope = 0.001F, p.height = 3, p.at_coast = true, p.rain = 60;
  EXPECT_EQ(of(p), SubBiome::salt_marsh);
  p.rain = 130, p.mean = 17;
  EXPECT_EQ(of(p), SubBiome::salt_swamp);
  p.mean = 26, p.warmest = 28, p.coldest = 24;
  EXPECT_EQ(of(p), SubBiome::mangrove);
  p.river = true;
  EXPECT_EQ(of(p), SubBiome::estuary);
  p.at_coast = false;
  EXPECT_EQ(of(p), SubBiome::none);
  p = place();
  p.height = -20, p.at_coast = true, p.mean = 26, p.coldest = 24;
  EXPECT_EQ(of(p), SubBiome::coral_reef);
  p.coldest = 15;
  EXPECT_EQ(of(p), SubBiome::none);
  p.coldest = 24, p.height = -200;
  EXPECT_EQ(of(p), SubBiome::none) << "too deep";
}

TEST(SubBiomes, HeightsAndIce) {
  SubBiomePlace p = place();
  p.height = 2500, p.mean = -2, p.warmest = 7, p.slope = 0.5F, p.rain = 90;
  EXPECT_EQ(of(p), SubBiome::alpine_tundra);
  p.height = 100;
  EXPECT_EQ(of(p), SubBiome::none) << "tundra of the far north";
  p.warmest = -1;
  EXPECT_EQ(of(p), SubBiome::glacier);
}

TEST(SubBiomes, OnEveryDomain) {
  for (const std::string& kind : testing::domain_kinds()) {
    Surface surface = small_surface(kind);
    // A low tropical plain with a sea on one side.
    const Cell count = surface.cell_count();
    add_layer(surface, "height", [=](Cell c) { return c < count / 2 ? -10.0F : 5.0F; });
    for (const auto& [name, value] :
         {std::pair{"temperature", 26.0F}, {"temperature_warmest", 28.0F}, {"temperature_coldest", 24.0F}, {"rain", 200.0F}})
      add_layer(surface, name, [v = value](Cell) { return v; });
    StageSpec spec{.stage = "sub_biomes", .id = "sub_biomes"};
    const double cell = spacing(surface.domain());
    spec.params.set("shore", 2 * cell);
    spec.params.set("flat", 10.0);
    ASSERT_TRUE(run_stage(surface, spec));
    const Layer& layer = *surface.layer("sub_biome");
    EXPECT_EQ(layer.info().categories.size(), 15U);
    std::size_t reefs = 0, mangroves = 0, none = 0;
    for (Cell c = 0; c < count; ++c) {
      const auto found = static_cast<SubBiome>(layer.categories()[c]);
      reefs += found == SubBiome::coral_reef, mangroves += found == SubBiome::mangrove, none += found == SubBiome::none;
      ASSERT_TRUE(found != SubBiome::coral_reef || c < count / 2);
      ASSERT_TRUE(found != SubBiome::mangrove || c >= count / 2);
    }
    EXPECT_GT(reefs, 0U) << kind;
    EXPECT_GT(mangroves, 0U) << kind;
    EXPECT_GT(none, count / 4) << kind << ": coasts are narrow";
  }
}

TEST(SubBiomes, TooWideCoastsOnSpheres) {
  Surface surface = small_surface("sphere");
  for (const char* name : {"height", "temperature", "temperature_warmest", "temperature_coldest", "rain"})
    add_layer(surface, name, [](Cell) { return 1.0F; });
  StageSpec spec{.stage = "sub_biomes", .id = "sub_biomes"};
  spec.params.set("shore", 1e6);
  const Result<void> made = run_stage(surface, spec);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().path, "/stages/0/shore");
}

}  // namespace
}  // namespace craton
