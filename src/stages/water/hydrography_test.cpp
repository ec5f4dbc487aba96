#include "stages/water/hydrography.h"

#include <gtest/gtest.h>

#include <functional>

#include <craton/surface/outline.h>

#include "stages/water/river_world_test.h"

namespace craton {
namespace {

using namespace water_test;

Result<Hydrography> waters_of(const RiverWorld& world) {
  CRATON_TRY(Hydrography waters,
             Hydrography::load(world.surface.domain(), world.surface.objects(rivers_table), world.surface.objects(lakes_table),
                               world.surface.layer("lake")->integers(), ""));
  if (const ObjectTable* table = world.surface.objects(distributaries_table))
    waters.distributaries = rows_of_table<Distributary>(*table).value();
  if (const ObjectTable* table = world.surface.objects(waterfalls_table))
    waters.waterfalls = rows_of_table<Waterfall>(*table).value();
  if (const ObjectTable* table = world.surface.objects(springs_table)) waters.springs = rows_of_table<Spring>(*table).value();
  if (const ObjectTable* table = world.surface.objects(caves_table)) waters.caves = rows_of_table<Cave>(*table).value();
  return waters;
}

// ---- laws

struct Step {
  std::string name;
  std::function<Result<void>(RiverWorld&)> run;
};

/// What happens to rivers after they are found, in several orders.
std::vector<std::vector<Step>> chains() {
  const Step lakes{"path_lakes", [](RiverWorld& world) { return world.run(path_lakes_stage()); }};
  const Step beds{"carve_rivers", [](RiverWorld& world) { return world.run(carve_rivers_stage(), {{"valley", 30.0}}); }};
  const Step deltas{"deltas", [](RiverWorld& world) {
                      return world.run(
                          deltas_stage(),
                          {{"least_discharge", 5000.0}, {"size", 1e8}, {"waves", 0.1}, {"deepest", 20.0}, {"steepest", 0.5}});
                    }};
  const Step courses{"river_courses", [](RiverWorld& world) {
                       return world.run(river_courses_stage(), {{"steepest", 0.5}, {"floor", 30.0}, {"sinuosity", 2.0}});
                     }};
  const Step caves{"underground_rivers", [](RiverWorld& world) {
                     return world.run(underground_rivers_stage(), {{"hardness", 0.1}, {"least_length", 30.0}, {"roof", 1.0}});
                   }};
  const Step falls{"waterfalls", [](RiverWorld& world) {
                     return world.run(
                         waterfalls_stage(),
                         {{"least_drop", 1.0}, {"least_slope", 0.02}, {"least_discharge", 500.0}, {"together", 50.0}});
                   }};
  const Step springs{"springs", [](RiverWorld& world) {
                       return world.run(springs_stage(), {{"apart", 60.0}, {"least_break", 0.01}, {"least_discharge", 100.0}});
                     }};
  return {{lakes, beds, deltas, courses, caves, falls, springs},
          {springs, caves, deltas, beds, falls, lakes, courses},
          {beds, courses, falls, deltas}};
}

TEST(Hydrography, ItsLawsHoldAfterEachStageOnAllDomains) {
  std::size_t rivers = 0, channels = 0, lakes = 0, falls = 0, springs = 0, caves = 0;
  for (const auto& [name, domain] : river_domains())
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
      for (const std::vector<Step>& chain : chains()) {
        RiverWorld world(domain, hills(shallow_seas, domain, seed, 0.04F));
        world.find_waters(1500, 800);
        std::string what = name + " seed " + std::to_string(seed) + " rivers";
        ASSERT_EQ(waters_of(world)->broken_law(), "") << what;
        for (const Step& step : chain) {
          const Result<void> done = step.run(world);
          ASSERT_TRUE(done) << done.error().to_string();
          what += ", " + step.name;
          ASSERT_EQ(waters_of(world)->broken_law(), "") << what;
        }
        const Hydrography waters = *waters_of(world);
        rivers += waters.rivers.size();
        channels += waters.distributaries.size();
        lakes += waters.lakes.lakes.size();
        falls += waters.waterfalls.size();
        springs += waters.springs.size();
        caves += waters.caves.size();
      }
  EXPECT_GT(rivers, 500U);
  EXPECT_GT(channels, 20U);
  EXPECT_GT(lakes, 50U);
  EXPECT_GT(falls, 50U);
  EXPECT_GT(springs, 100U);
  EXPECT_GT(caves, 20U);
}

RiverWorld with_rivers();

TEST(Hydrography, FindsWhatBreaksALaw) {
  const auto broken = [](auto&& change) {
    RiverWorld world = with_rivers();
    Hydrography waters = *waters_of(world);
    EXPECT_EQ(waters.broken_law(), "");
    change(waters);
    return waters.broken_law();
  };
  EXPECT_EQ(broken([](Hydrography& waters) { waters.rivers[1].path[2].z += 100; }), "river 1 rises");
  EXPECT_EQ(broken([](Hydrography& waters) { waters.rivers[1].cells.erase(waters.rivers[1].cells.begin() + 1); }),
            "river 1 leaps over cells");
  EXPECT_EQ(broken([](Hydrography& waters) { waters.rivers[0].path.clear(); }), "river 0 has no length");
  EXPECT_EQ(broken([](Hydrography& waters) { waters.rivers[2].joins = 2; }), "river 2 comes before the one that it joins");
  const auto joining = [](Hydrography& waters) -> River& {
    return *std::find_if(waters.rivers.begin(), waters.rivers.end(), [](const River& r) { return r.mouth == Mouth::river; });
  };
  EXPECT_NE(broken([&](Hydrography& waters) { joining(waters).path.back().x += 1e-6; }).find("ends beside"), std::string::npos);
  EXPECT_NE(broken([&](Hydrography& waters) { joining(waters).path.back().z -= 1e-9; }).find("ends beside"), std::string::npos);
  EXPECT_NE(broken([](Hydrography& waters) {
              River& first = waters.rivers[0];
              first.mouth = Mouth::lake;
              first.lake = 7;
            }).find("does not end in its lake"),
            std::string::npos);
  EXPECT_EQ(broken([](Hydrography& waters) {
              waters.lakes.lakes[0].outlet = static_cast<Cell>(
                  std::find(waters.lakes.number.begin(), waters.lakes.number.end(), 0U) - waters.lakes.number.begin());
            }),
            "the outlet of lake 0 lies outside of it");
  EXPECT_EQ(broken([](Hydrography& waters) {
              waters.distributaries.push_back({.river = 0, .from = 0, .cells = {0, 1}, .path = {{0, 0, 1}, {1, 0, 0}}});
            }),
            "distributary 0 comes before the one that it leaves");
  EXPECT_EQ(broken([](Hydrography& waters) { waters.waterfalls = {{.river = 0, .drop = 2, .high = 7, .low = 5}}; }), "");
  EXPECT_EQ(broken([](Hydrography& waters) { waters.waterfalls = {{.river = 0, .drop = 2, .high = 5, .low = 7}}; }),
            "waterfall 0 does not fall");
  EXPECT_EQ(broken([](Hydrography& waters) { waters.waterfalls = {{.river = 1 << 20, .drop = 2, .high = 7, .low = 5}}; }),
            "waterfall 0 has no river");
  EXPECT_EQ(broken([](Hydrography& waters) { waters.springs = {{.river = -1}, {.river = 1}, {.river = -1}}; }), "");
  EXPECT_EQ(broken([](Hydrography& waters) {
              waters.springs = {{.river = 1}, {.river = 1}};
            }),
            "spring 1 begins a river that another begins");
  EXPECT_EQ(broken([](Hydrography& waters) { waters.springs = {{.river = -2}}; }), "spring 0 has no river");
  EXPECT_EQ(broken([](Hydrography& waters) {
              waters.caves = {{.river = 0, .path = {{0, 0, 1}, {1, 0, 2}}, .cells = {0, 1}}};
            }),
            "underground river 0 rises");
}

TEST(Hydrography, FindsRiversThatCross) {
  const Domain domain = domain_of("plane", 20, 20);
  const Cell corner = 100, right = corner + 1;
  const Cell width = std::get<PlaneTile>(domain).stored_width();
  const auto river = [](Cell from, Cell to) { return River{.cells = {from, to}, .path = {{0, 0, 1}, {1, 1, 0}}}; };
  Lakes none{{}, FlatArray<std::uint32_t>(cell_count(domain))};
  Hydrography waters(domain, {river(corner, right + width), river(right, corner + width)}, std::move(none));
  EXPECT_EQ(waters.broken_law().substr(0, 16), "two rivers cross");
  waters.rivers[1] = river(right, right + width);
  EXPECT_EQ(waters.broken_law(), "");
}

// ---- tables

TEST(Hydrography, IsTheSameAfterTablesAreWrittenAndRead) {
  const RiverWorld world = with_rivers();
  Hydrography waters = *waters_of(world);
  waters.tell({"told", "m", "By a stage.", std::vector<double>(waters.rivers.size(), 2.5)});
  const ObjectTable rivers = waters.river_table();
  ASSERT_EQ(rivers.columns.size(), world.surface.objects(rivers_table)->columns.size() + 1);
  EXPECT_EQ(waters.lakes.table(), *world.surface.objects(lakes_table));
  const Result<Hydrography> again =
      Hydrography::load(world.surface.domain(), &rivers, world.surface.objects(lakes_table), world.integers("lake"), "");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->river_table(), rivers);
}

const StageEntry* stages_after_rivers[] = {&carve_rivers_stage(),      &river_courses_stage(), &deltas_stage(),
                                           &path_lakes_stage(),        &waterfalls_stage(),    &springs_stage(),
                                           &underground_rivers_stage()};

RiverWorld with_rivers() {
  const Domain domain = domain_of("torus", 60, 40);
  RiverWorld world(domain, hills(shallow_seas, domain, 4, 0.05F));
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

TEST(Hydrography, EveryStageThatReadsThemRefusesTablesThatDoNotFit) {
  for (const StageEntry* stage : stages_after_rivers) {
    const std::string id(stage->info.id);
    {
      RiverWorld world = with_rivers();
      ASSERT_GT(waters_of(world)->rivers.size(), 2U);
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

TEST(Hydrography, DeltasRefuseNumbersOfRiversThatAreNot) {
  for (const std::int32_t number : {-1, 100'000}) {
    RiverWorld world = with_rivers();
    world.surface.layer("river")->integers()[17] = number;
    const Result<void> result = world.run(deltas_stage());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().to_string(),
              "/stages/1/river: cell 17 is in river " + std::to_string(number) + ", which is not in the table");
  }
}

TEST(Hydrography, LakesWhoseOutletLiesOutsideAreRefused) {
  RiverWorld world = with_rivers();
  ASSERT_FALSE(world.surface.objects("lakes")->columns.empty());
  spoil(world, "lakes", "outlet", std::int64_t{2400});
  const Result<void> result = world.run(deltas_stage());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().path, "/stages/1/lake");
}

/// Lakes as they are drawn: digits are their numbers. All have their surface at 7 m.
ObjectTable table_of(const Domain& domain, const std::vector<std::string>& rows, std::size_t count) {
  Lakes lakes;
  lakes.number = FlatArray<std::uint32_t>(cell_count(domain));
  lakes.lakes.assign(count, Lake{.level = 7, .depth = 1, .area = 1, .volume = 1, .catchment = 1, .deepest = 0, .outlet = 0});
  Cell cell = 0;
  for (const std::string& row : rows)
    for (const char c : row) lakes.number[cell++] = c >= '0' && c <= '9' ? static_cast<std::uint32_t>(c - '0') : 0;
  const std::vector<float> heights(lakes.number.size(), 6);
  lakes.describe(domain, heights);
  return lakes.table();
}

const std::vector<ObjectColumn::Path>& paths(const ObjectTable& table, std::string_view column) {
  return std::get<std::vector<ObjectColumn::Path>>(table.column(column)->values);
}

std::size_t ring_count(const ObjectColumn::Path& row) {
  std::size_t points = 0;
  for (const std::span<const Vec3d> ring : rings_of(row)) points += ring.size();
  EXPECT_EQ(points, row.size()) << "a ring that is not closed";
  return rings_of(row).size();
}

TEST(LakeTable, HasShoresAndIslands) {
  const std::vector<std::string> map{"..........", ".11111111.", ".1.11..11.", ".11111111.", "..........", ".......22."};
  const ObjectTable table = table_of(domain_of("torus", 10, 6), map, 2);
  ASSERT_TRUE(table.check("lakes"));
  EXPECT_EQ(ring_count(paths(table, "shore")[0]), 1U);
  EXPECT_EQ(ring_count(paths(table, "islands")[0]), 2U);
  EXPECT_EQ(ring_count(paths(table, "shore")[1]), 1U);
  EXPECT_EQ(ring_count(paths(table, "islands")[1]), 0U);
  for (const Vec3d& at : paths(table, "shore")[0]) EXPECT_EQ(at.z, 7);
}

TEST(LakeTable, CutsALakeAroundTheMapAtItsBorder) {
  const std::vector<std::string> map{".....22", "1111111", "....1..", "1111111", "......."};
  const ObjectTable table = table_of(domain_of("torus", 7, 5), map, 2);
  EXPECT_EQ(ring_count(paths(table, "shore")[0]), 1U);
  EXPECT_EQ(ring_count(paths(table, "shore")[1]), 1U);
  EXPECT_EQ(ring_count(paths(table, "islands")[0]), 0U);
  for (const Vec3d& at : paths(table, "shore")[0]) {
    EXPECT_GE(at.x, -5);
    EXPECT_LE(at.x, 65);
  }
}

TEST(LakeTable, FollowsTheGroundOfAPlanet) {
  const Domain domain = domain_of("sphere", 8, 0);
  const ObjectTable table = table_of(domain, {"1111....", "11111111"}, 1);
  ASSERT_EQ(ring_count(paths(table, "shore")[0]), 1U);
  for (const Vec3d& at : paths(table, "shore")[0]) EXPECT_NEAR(at.x * at.x + at.y * at.y + at.z * at.z, 207 * 207, 1e-6);
}

}  // namespace
}  // namespace craton
