#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "stages/stage_test.h"

namespace craton {
namespace {

using testing::add_layer;
using testing::run_stage;
using testing::small_surface;

constexpr const char* all[] = {"ore", "coal", "salt", "clay", "oil"};

StageSpec resources(const std::string& kind) {
  StageSpec spec{.stage = "resources", .id = "resources"};
  spec.params.set("spot", kind == "sphere" ? 15'000.0 : 80.0);
  for (const char* name : {"hardness", "volcano", "age", "rain"}) spec.params.set(name, std::string(name));
  return spec;
}

Surface land(const std::string& kind, float height, float hardness, float volcano, float age, float rain) {
  Surface surface = small_surface(kind);
  for (const auto& [name, value] :
       {std::pair{"height", height}, {"hardness", hardness}, {"volcano", volcano}, {"age", age}, {"rain", rain}})
    add_layer(surface, name, [v = value](Cell) { return v; });
  return surface;
}

double mean(const Surface& surface, const char* name) {
  double sum = 0;
  for (const float value : surface.layer(name)->numbers()) {
    EXPECT_GE(value, 0);
    EXPECT_LE(value, 1);
    sum += value;
  }
  return sum / surface.cell_count();
}

TEST(Resources, FollowGeology) {
  for (const std::string& kind : testing::domain_kinds()) {
    Surface dry_basin = land(kind, 50, 0.2F, 0, 200, 5), wet_basin = land(kind, 50, 0.2F, 0, 200, 120),
            volcano = land(kind, 1500, 0.9F, 1, 20, 100), shelf = land(kind, -80, 0.2F, 0, 100, 50),
            abyss = land(kind, -4000, 0.2F, 0, 100, 50);
    for (Surface* surface : {&dry_basin, &wet_basin, &volcano, &shelf, &abyss}) ASSERT_TRUE(run_stage(*surface, resources(kind)));
    EXPECT_GT(mean(volcano, "ore"), 3 * mean(wet_basin, "ore")) << kind;
    EXPECT_GT(mean(volcano, "ore"), 0.02) << kind;
    EXPECT_GT(mean(dry_basin, "salt"), 0.02) << kind;
    EXPECT_EQ(mean(wet_basin, "salt"), 0) << kind;
    EXPECT_GT(mean(wet_basin, "clay"), 0.02) << kind;
    EXPECT_EQ(mean(dry_basin, "clay"), 0) << kind;
    EXPECT_GT(mean(wet_basin, "coal"), 0.02) << kind;
    EXPECT_EQ(mean(volcano, "coal"), 0) << kind;
    EXPECT_GT(mean(shelf, "oil"), 0.01) << kind;
    EXPECT_EQ(mean(abyss, "oil"), 0) << kind;
    for (const char* name : all) EXPECT_LT(mean(wet_basin, name), 0.6) << kind << ": scattered, not everywhere";
  }
}

TEST(Resources, WithoutLayersOfGeology) {
  Surface surface = small_surface("plane");
  add_layer(surface, "height", [](Cell) { return 20.0F; });
  StageSpec spec{.stage = "resources", .id = "resources"};
  spec.params.set("spot", 80.0);
  ASSERT_TRUE(run_stage(surface, spec));
  EXPECT_GT(mean(surface, "coal"), 0);
  add_layer(surface, "mask", [](Cell c) { return c % 2 == 0 ? 0.0F : 1.0F; });
  spec.layers = {{"richness", "mask"}};
  ASSERT_TRUE(run_stage(surface, spec));
  for (Cell c = 0; c < surface.cell_count(); c += 2) ASSERT_EQ(surface.layer("coal")->numbers()[c], 0);
}

}  // namespace
}  // namespace craton
