#include "stages/water/rivers/river_network.h"

#include <cmath>
#include <set>

#include "stages/all_stages.h"
#include "stages/water/lakes/lake_finder.h"
#include "stages/water/water_test.h"

namespace craton {
namespace {

using namespace water_test;

struct Made {
  Domain domain;
  std::vector<float> heights;
  Lakes lakes;
  RiverNetwork network;
};

Made made(const Domain& domain, std::vector<float> heights, const LakeRules& lake_rules, const RiverRules& rules) {
  FlowRouter router(domain);
  EXPECT_TRUE(router.route(heights, {.sea_level = rules.sea_level}, {}));
  Lakes lakes = find_lakes(domain, heights, router, lake_rules);
  Result<RiverNetwork> network = find_rivers(domain, heights, lakes, rules, {});
  EXPECT_TRUE(network) << network.error().to_string();
  return {domain, std::move(heights), std::move(lakes), *std::move(network)};
}

bool linked(const Domain& domain, Cell a, Cell b) {
  bool found = false;
  std::visit([&](const auto& topology) { topology.for_each_link(a, [&](Link link) { found |= link.to == b; }); }, domain);
  return found;
}

/// Calls check(made, what) on many grounds of all kinds.
template <class Check>
void on_many_grounds(const Check& check) {
  std::vector<std::pair<std::string, Domain>> domains = small_domains();
  domains.push_back({"wide plane", domain_of("plane", 70, 60)});
  domains.push_back({"wide torus", domain_of("torus", 64, 64)});
  domains.push_back({"planet", domain_of("sphere", 20, 0)});
  for (const auto& each : domains)
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
      for (const float roughness : {0.0F, 0.1F, 1.0F})
        for (const double dryness : {0.0, 4.0})
          check(made(each.second, hills(steep_hills, each.second, seed, roughness),
                     {.least_area = 300, .least_depth = 0.5, .dryness = dryness}, {.least_discharge = 800, .least_length = 40}),
                each.first + " seed " + std::to_string(seed) + " rough " + std::to_string(roughness) + " dry " +
                    std::to_string(dryness));
}

TEST(Rivers, RunDownAlongLinksToAnEnd) {
  std::size_t rivers = 0;
  on_many_grounds([&](const Made& world, const std::string& what) {
    for (std::size_t i = 0; i < world.network.rivers.size(); ++i) {
      const River& river = world.network.rivers[i];
      ++rivers;
      ASSERT_GE(river.cells.size(), 2u) << what;
      for (std::size_t k = 0; k + 1 < river.cells.size(); ++k) {
        ASSERT_TRUE(linked(world.domain, river.cells[k], river.cells[k + 1])) << what;
        ASSERT_LE(world.network.bed[river.cells[k + 1]], world.network.bed[river.cells[k]]) << what;
        ASSERT_EQ(world.network.number[river.cells[k]], i + 1) << what << ": a cell of two rivers";
      }
      const Cell mouth = river.cells.back();
      switch (river.mouth) {
        case Mouth::sea: EXPECT_LT(world.heights[mouth], 0) << what; break;
        case Mouth::border:
          EXPECT_TRUE(std::visit([&](const auto& t) { return at_border(t, mouth); }, world.domain)) << what;
          break;
        case Mouth::lake:
          ASSERT_GE(river.lake, 0) << what;
          EXPECT_EQ(world.lakes.number[mouth], river.lake + 1) << what;
          EXPECT_NE(world.lakes.number[river.cells[river.cells.size() - 2]], river.lake + 1)
              << what << ": it ends where it enters";
          break;
        case Mouth::river:
          ASSERT_GE(river.joins, 0) << what;
          EXPECT_LT(river.joins, static_cast<std::int64_t>(i)) << what;
          EXPECT_EQ(world.network.number[mouth], river.joins + 1) << what;
          break;
        case Mouth::sink:
          EXPECT_TRUE(std::min_element(world.heights.begin(), world.heights.end()) - world.heights.begin() == mouth) << what;
          break;
      }
    }
  });
  EXPECT_GT(rivers, 1000u);
}

TEST(Rivers, NeverCross) {
  on_many_grounds([&](const Made& world, const std::string& what) {
    std::set<std::pair<Cell, Cell>> links;
    for (const River& river : world.network.rivers)
      for (std::size_t k = 0; k + 1 < river.cells.size(); ++k) links.insert(std::minmax(river.cells[k], river.cells[k + 1]));
    // Two links cross where each end of one is a neighbour of both ends of the other, and they have none in common: the
    // diagonals of four cells around a corner.
    for (const auto& [a, b] : links) {
      std::vector<Cell> both;
      const Cell one = a, other = b;
      std::visit(
          [&](const auto& t) {
            t.for_each_link(one, [&](Link link) {
              if (link.to != other && linked(world.domain, link.to, other)) both.push_back(link.to);
            });
          },
          world.domain);
      if (both.size() != 2) continue;  // a side of two squares has four
      EXPECT_FALSE(links.count(std::minmax(both[0], both[1]))) << what;
    }
  });
}

TEST(Rivers, HaveTheOrdersOfStrahler) {
  on_many_grounds([&](const Made& world, const std::string& what) {
    const std::vector<River>& rivers = world.network.rivers;
    for (std::size_t i = 0; i < rivers.size(); ++i) {
      int most = 0;
      for (const River& other : rivers)
        if (other.joins == static_cast<std::int64_t>(i)) most = std::max(most, other.order);
      EXPECT_GE(rivers[i].order, most) << what;
      EXPECT_LE(rivers[i].order, std::max(most, 1) + (most > 0 ? 1 : 0)) << what;
    }
  });
}

TEST(Rivers, AreLongEnoughAndCarryAllWater) {
  on_many_grounds([&](const Made& world, const std::string& what) {
    double rain = 0, arrived = 0;
    for (Cell cell = 0; cell < world.heights.size(); ++cell) {
      const double area = std::visit([&](const auto& topology) { return topology.area(cell); }, world.domain);
      rain += world.heights[cell] < 0 ? 0 : area;
    }
    for (const River& river : world.network.rivers) {
      EXPECT_GE(river.discharge, 800) << what;
      EXPECT_LE(river.discharge, rain * (1 + 1e-9)) << what;
      arrived += river.joins < 0 ? river.discharge : 0;
    }
    EXPECT_LE(arrived, rain * (1 + 1e-9)) << what;
  });
}

// A valley that slopes to the sea in the south, with a bowl dug into its floor.
std::vector<float> valley_with_bowl(std::uint32_t width, std::uint32_t height, float depth) {
  std::vector<float> heights(std::size_t{width} * height);
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) {
      const float across = std::abs(static_cast<float>(x) - static_cast<float>(width) / 2);
      float ground = 0.5F * static_cast<float>(height - y) - 4 + across;
      const float from_bowl = std::hypot(across, static_cast<float>(y) - static_cast<float>(height) / 2);
      if (from_bowl < 6) ground -= depth * (1 - from_bowl / 6);
      heights[std::size_t{y} * width + x] = ground;
    }
  return heights;
}

TEST(Lakes, FillABowlUpToItsRim) {
  const Domain domain = domain_of("torus", 31, 60, "none");
  const Made world =
      made(domain, valley_with_bowl(31, 60, 9), {.least_area = 100, .least_depth = 0.5}, {.least_discharge = 2000});
  ASSERT_EQ(world.lakes.lakes.size(), 1u);
  const Lake& lake = world.lakes.lakes[0];
  EXPECT_FALSE(lake.closed());
  const std::vector<float> filled = flooded(domain, world.heights, {});
  double area = 0, volume = 0;
  for (Cell cell = 0; cell < filled.size(); ++cell) {
    EXPECT_EQ(world.lakes.number[cell] != 0, filled[cell] > world.heights[cell]) << cell;
    area += filled[cell] > world.heights[cell] ? 100 : 0;
    volume += 100.0 * (filled[cell] - world.heights[cell]);
  }
  EXPECT_DOUBLE_EQ(lake.area, area);
  EXPECT_NEAR(lake.volume, volume, 1e-6 * volume);
  EXPECT_EQ(world.lakes.number[lake.outlet], 1u);
  // A river comes in and one goes out: the same, which passes the lake.
  bool passes = false;
  for (const River& river : world.network.rivers)
    for (std::size_t k = 0; k + 1 < river.cells.size(); ++k) passes |= world.lakes.number[river.cells[k]] == 1;
  EXPECT_TRUE(passes);
}

TEST(Lakes, ClosedOnesStandAsHighAsTheirCatchmentKeepsThem) {
  const Domain domain = domain_of("torus", 31, 60, "none");
  const std::vector<float> ground = valley_with_bowl(31, 60, 9);
  const LakeRules wet{.least_area = 100, .least_depth = 0.5}, dry{.least_area = 100, .least_depth = 0.5, .dryness = 30};
  const Made full = made(domain, ground, wet, {.least_discharge = 2000}),
             low = made(domain, ground, dry, {.least_discharge = 2000});
  ASSERT_EQ(low.lakes.lakes.size(), 1u);
  const Lake &lake = low.lakes.lakes[0], &before = full.lakes.lakes[0];
  EXPECT_TRUE(lake.closed());
  EXPECT_LT(lake.level, before.level);
  EXPECT_LE(lake.area, lake.catchment / 30 + 100);
  EXPECT_GE(lake.area, lake.catchment / 30 - 200);
  for (const River& river : low.network.rivers)
    if (river.lake == 0) { EXPECT_EQ(river.mouth, Mouth::lake); }
}

/// A surface with heights, after stages.
class Waters {
 public:
  Waters(const Domain& domain, std::span<const float> heights) : surface(domain) {
    const Result<Layer*> layer = surface.add_layer({.name = "height", .unit = "m"});
    EXPECT_TRUE(layer);
    std::copy(heights.begin(), heights.end(), (*layer)->numbers().begin());
  }
  Result<void> run(const StageEntry& entry, std::initializer_list<std::pair<const char*, ParamValue>> params = {}) {
    StageSpec spec;
    for (const auto& [name, value] : params) spec.params.set(name, value);
    StageContext context(Seed{3}, "/stages/1");
    return entry.run(surface, spec, context);
  }
  std::span<const float> height() const { return surface.layer("height")->numbers(); }
  template <class Values>
  const std::vector<Values>& column(std::string_view table, std::string_view name) const {
    return std::get<std::vector<Values>>(surface.objects(table)->column(name)->values);
  }

  Surface surface;
};

TEST(RiversStage, PathsRunDownAndLakesKnowWhatFlows) {
  for (const auto& each : small_domains()) {
    Waters waters(each.second, hills(steep_hills, each.second, 4, 0.5F));
    ASSERT_TRUE(waters.run(lakes_stage(), {{"least_area", 300.0}, {"least_depth", 0.5}, {"dryness", 3.0}}));
    ASSERT_TRUE(waters.run(rivers_stage(), {{"least_discharge", 500.0}, {"least_length", 30.0}}));
    const auto& paths = waters.column<ObjectColumn::Path>("rivers", "path");
    for (const ObjectColumn::Path& path : paths)
      for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        const auto height = [&](const Vec3d& at) {
          return std::holds_alternative<CubeSphere>(each.second) ? std::sqrt(at.x * at.x + at.y * at.y + at.z * at.z) : at.z;
        };
        // Between two points of a sphere the line sinks a little below the arc.
        EXPECT_LE(height(path[i + 1]), height(path[i]) + (each.first == "sphere" ? 4 : 0)) << each.first;
      }
    const auto& kinds = waters.column<std::string>("lakes", "kind");
    const auto& outlets = waters.column<std::int64_t>("lakes", "outlet");
    for (std::size_t i = 0; i < kinds.size(); ++i)
      EXPECT_EQ(outlets[i] >= 0, kinds[i] == "source" || kinds[i] == "flow-through") << each.first << kinds[i];
  }
}

TEST(CarveRivers, LeavesNoRiverThatRises) {
  for (const auto& each : small_domains()) {
    const std::vector<float> before = hills(steep_hills, each.second, 5, 0.6F);
    Waters waters(each.second, before);
    ASSERT_TRUE(waters.run(lakes_stage(), {{"least_area", 300.0}, {"least_depth", 2.0}, {"dryness", 0.0}}));
    ASSERT_TRUE(waters.run(rivers_stage(), {{"least_discharge", 500.0}, {"least_length", 30.0}}));
    ASSERT_TRUE(waters.run(carve_rivers_stage(), {{"valley", 35.0}}));
    const std::span<const float> after = waters.height();
    const std::span<const std::int32_t> lake = waters.surface.layer("lake")->integers();
    const std::span<const std::int32_t> beds = waters.surface.layer("river")->integers();
    for (const ObjectColumn::Cells& river : waters.column<ObjectColumn::Cells>("rivers", "cells"))
      for (std::size_t k = 0; k + 1 < river.size(); ++k) {
        if (lake[river[k]] != 0 || lake[river[k + 1]] != 0 || after[river[k + 1]] < 0) continue;
        const bool at_end = std::visit([&](const auto& t) { return at_border(t, river[k + 1]); }, each.second);
        EXPECT_LE(after[river[k + 1]], after[river[k]]) << each.first << (at_end ? " at the border" : "");
        std::visit(
            [&](const auto& topology) {
              topology.for_each_link(river[k], [&](Link link) {  // 14.2 of 35 m: 0.36 of the rise is left
                if (lake[link.to] != 0 || before[link.to] < 0 || beds[link.to] != 0 || link.length > 14.2F) return;
                const float rise = before[link.to] - after[river[k]];
                EXPECT_LE(after[link.to] - after[river[k]], std::max(rise * 0.37F, rise < 0 ? rise : 0.0F) + 0.001F)
                    << each.first;
              });
            },
            each.second);
      }
    for (Cell cell = 0; cell < before.size(); ++cell) {
      EXPECT_LE(after[cell], before[cell]) << each.first;
      EXPECT_EQ(after[cell] < 0, before[cell] < 0) << each.first << ": the coast stays";
      if (lake[cell] != 0 || before[cell] < 0) { EXPECT_EQ(after[cell], before[cell]) << each.first; }
    }
  }
}

TEST(CarveRivers, NeedsRivers) {
  Waters waters(domain_of("torus", 8, 8), std::vector<float>(64, 1.0F));
  ASSERT_TRUE(waters.run(lakes_stage()));
  ASSERT_TRUE(waters.surface.add_layer({.name = "discharge"}));
  EXPECT_EQ(waters.run(carve_rivers_stage()).error().to_string(),
            "/stages/1: there are no rivers yet: put a stage \"rivers\" before this one");
}

TEST(Moisture, IsFullAtWaterAndFadesInland) {
  const Domain domain = domain_of("plane", 101, 40);
  std::vector<float> heights(101 * 40, 5.0F);
  for (Cell cell = 0; cell < heights.size(); ++cell)
    if (cell % 101 < 30) heights[cell] = -5;  // sea in the west
  Waters waters(domain, heights);
  ASSERT_TRUE(waters.run(lakes_stage()));
  ASSERT_TRUE(waters.run(rivers_stage(), {{"least_discharge", 1e12}}));
  ASSERT_TRUE(waters.run(moisture_stage(), {{"distance", 80.0}}));
  const std::span<const float> moisture = waters.surface.layer("moisture")->numbers();
  const auto at = [&](Cell column) { return moisture[20 * 101 + column]; };
  EXPECT_EQ(at(10), 1.0F);
  EXPECT_GT(at(30), 0.85F);
  for (Cell column = 30; column < 60; ++column) EXPECT_LE(at(column + 1), at(column));
  EXPECT_LT(at(60), 0.05F);
  EXPECT_EQ(at(100), 0.0F);
}

}  // namespace
}  // namespace craton
