#include "stages/water/rivers/river_rows.h"

#include <gtest/gtest.h>

#include "stages/water/river_world_test.h"
#include "stages/water/rivers/water_tables.h"

namespace craton {
namespace {

using namespace water_test;

const StageEntry* stages_after_rivers[] = {&carve_rivers_stage(),      &river_courses_stage(), &deltas_stage(),
                                           &path_lakes_stage(),        &waterfalls_stage(),    &springs_stage(),
                                           &underground_rivers_stage()};

RiverWorld with_rivers() {
  const Domain domain = domain_of("torus", 60, 40);
  RiverWorld world(domain, hilly(domain, 4, 0.05F));
  world.find_waters(1500);
  return world;
}

template <class Value>
void spoil(RiverWorld& world, std::string_view table, std::string_view name, const Value& value) {
  ObjectTable changed = *world.surface.objects(table);
  for (ObjectColumn& column : changed.columns)
    if (column.name == name) std::get<std::vector<Value>>(column.values).at(0) = value;
  ASSERT_TRUE(world.surface.set_objects(std::move(changed)));
}

TEST(RiverRows, EveryStageThatReadsThemRefusesTablesThatDoNotFit) {
  for (const StageEntry* stage : stages_after_rivers) {
    const std::string id(stage->info.id);
    {
      RiverWorld world = with_rivers();
      ASSERT_GT(river_rows(world.surface, "")->size(), 2U);
      EXPECT_TRUE(world.run(*stage)) << id;
    }
    const auto refused = [&](auto&& change) {
      RiverWorld world = with_rivers();
      change(world);
      const Result<void> result = world.run(*stage);
      ASSERT_FALSE(result) << id;
      EXPECT_EQ(result.error().path, "/stages/1") << id;
      EXPECT_NE(result.error().message.find("river 0"), std::string::npos) << id << ": " << result.error().message;
    };
    refused([](RiverWorld& world) { spoil(world, "rivers", "cells", ObjectColumn::Cells{0, 2400}); });
    refused([](RiverWorld& world) { spoil(world, "rivers", "cells", ObjectColumn::Cells{}); });
    refused([](RiverWorld& world) { spoil(world, "rivers", "path", ObjectColumn::Path{}); });
    refused([](RiverWorld& world) { spoil(world, "rivers", "joins", std::int64_t{1'000'000}); });
    refused([](RiverWorld& world) { spoil(world, "rivers", "joins", std::int64_t{-2}); });
  }
}

TEST(RiverRows, DeltasRefuseNumbersOfRiversThatAreNot) {
  for (const std::int32_t number : {-1, 100'000}) {
    RiverWorld world = with_rivers();
    world.surface.layer("river")->integers()[17] = number;
    const Result<void> result = world.run(deltas_stage());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().to_string(),
              "/stages/1/river: cell 17 is in river " + std::to_string(number) + ", which is not in the table");
  }
}

TEST(RiverRows, LakesWhoseOutletLiesOutsideAreRefused) {
  RiverWorld world = with_rivers();
  ASSERT_FALSE(world.surface.objects("lakes")->columns.empty());
  spoil(world, "lakes", "outlet", std::int64_t{2400});
  const Result<void> result = world.run(deltas_stage());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().path, "/stages/1/lake");
}

}  // namespace
}  // namespace craton
