// Rivers and lakes of many worlds, recounted by plain code that shares nothing with the stages: rivers run down along links, end
// where they may, never cross, join on the line of what they join, pass lakes from inlet to outlet, have Strahler's orders and
// carry all water.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

#include "stages/water/rivers/river_network.h"
#include "stages/water/water_test.h"
#include "worlds/path_crossings.h"
#include "worlds/river_laws.h"

namespace craton {
namespace {

using worlds_test::end_where_they_may;
using worlds_test::join_on_the_line;
using worlds_test::never_cross_as_lines;
using worlds_test::never_cross_as_links;
using worlds_test::PathCrossings;
using worlds_test::RiverWorld;
using worlds_test::run_down_along_links;

struct DomainCase {
  std::string name, kind, wrap;
};
const DomainCase domain_cases[] = {{"plane", "plane", ""},     {"torus", "torus", "both"},    {"around x", "torus", "x"},
                                   {"around y", "torus", "y"}, {"bordered", "torus", "none"}, {"sphere", "sphere", ""}};

struct Rules {
  double dryness, least_area, least_depth, least_discharge, least_length;
  bool sea, terraced;
};
/// Wet and dry country, with a sea and without, hills and benches with level flats.
Rules rules_of(std::uint64_t seed, std::uint32_t side) {
  constexpr double dryness[] = {0, 2, 5, 12};
  return {.dryness = dryness[seed % 4],
          .least_area = seed % 3 == 0 ? 0.0 : 60'000.0,
          .least_depth = seed % 3 == 1 ? 0.0 : 1.0,
          .least_discharge = side < 100      ? 5e4
                             : seed % 5 == 0 ? 2e5
                                             : 1e6,
          .least_length = seed % 7 == 0 || side < 100 ? 0.0 : 1000.0,
          .sea = seed % 6 != 5,
          .terraced = seed % 4 == 3 || seed % 8 == 4};
}

/// What follows the stage `rivers`.
enum class Then { nothing, deltas_and_courses };

std::string recipe_of(const DomainCase& domain, std::uint32_t side, std::uint64_t seed, Then then) {
  const Rules rules = rules_of(seed, side);
  const std::string planes = domain.kind == "plane" ? R"(, "on_planes": "tile_alone")" : "";
  std::string text = R"({"craton": 1, "seed": )" + std::to_string(seed) + R"(, "world": ")" +
                     (domain.kind == "plane"   ? "terrain"
                      : domain.kind == "torus" ? "map"
                                               : "planet") +
                     R"(", "domain": {"kind": ")" + domain.kind + "\"";
  if (domain.kind == "sphere") {
    const double cells = 6 * std::floor(side / 2.449) * std::floor(side / 2.449);
    text += R"(, "resolution": )" + std::to_string(static_cast<int>(side / 2.449)) + R"(, "radius": )" +
            std::to_string(100 * std::sqrt(cells / 12.566));
  } else {
    text += R"(, "width": )" + std::to_string(side) + R"(, "height": )" + std::to_string(side - 3) + R"(, "step": 100)";
  }
  if (!domain.wrap.empty()) text += R"(, "wrap": ")" + domain.wrap + "\"";
  text += R"(}, "stages": [
    {"stage": "noise", "id": "hills", "scale": 500, "offset": 40,
      "noise": {"kind": "fbm", "octaves": 7, "source": {"kind": "perlin", "frequency": )" +
          std::string(side < 100 ? "0.0003" : "0.0001") + "}}},";
  if (rules.terraced) text += R"({"stage": "terrace", "step": 25, "sharpness": 0.9, "slope": 0},)";
  text += R"({"stage": "sea_level", "by": "level", "level": )" + std::string(rules.sea ? "0" : "-5000") + "}";
  text += R"(, {"stage": "lakes", "dryness": )" + std::to_string(rules.dryness) + R"(, "least_area": )" +
          std::to_string(rules.least_area) + R"(, "least_depth": )" + std::to_string(rules.least_depth) + planes + "}";
  text += R"(, {"stage": "rivers", "rain": 1, "least_discharge": )" + std::to_string(rules.least_discharge) +
          R"(, "least_length": )" + std::to_string(rules.least_length) + planes + "}";
  if (then == Then::deltas_and_courses && seed % 2 == 1) text += R"(, {"stage": "path_lakes")" + planes + "}";
  if (then == Then::deltas_and_courses)
    text += R"(, {"stage": "deltas", "least_discharge": 3000000, "size": 20000000, "deepest": 60, "steepest": 0.2)" + planes +
            R"(}, {"stage": "river_courses", "steepest": 0.2, "floor": 40, "sinuosity": 2, "wavelength": 60)" + planes + "}";
  return text + "]}";
}

/// A world of waters, and the rules it was made by.
struct Waters : RiverWorld {
  std::string name;
  Rules rules;
};

Waters waters_of(const DomainCase& domain, std::uint32_t side, std::uint64_t seed, Then then = Then::nothing) {
  const RecipeTerms terms = all_terms();
  const Result<Recipe> recipe = recipe_from_json(recipe_of(domain, side, seed, then), terms);
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  Result<World> world = make_world(*recipe, terms, {});
  EXPECT_TRUE(world) << world.error().to_string();
  return {{*std::move(world)}, domain.name + " " + std::to_string(side) + " seed " + std::to_string(seed), rules_of(seed, side)};
}

/// A lake that overflows has one outlet, from which one river goes on where one comes in. Kinds are what flows in and out.
void pass_lakes(const Waters& w) {
  const std::size_t count = w.outlets.size();
  std::vector<std::set<std::size_t>> into(count), out(count);
  for (std::size_t i = 0; i < w.cells.size(); ++i)
    for (std::size_t k = 0; k + 1 < w.cells[i].size(); ++k) {
      const std::int32_t here = w.lake[w.cells[i][k]], next = w.lake[w.cells[i][k + 1]];
      if (here == next) continue;
      if (next != 0) { ASSERT_TRUE(into[static_cast<std::size_t>(next - 1)].insert(i).second) << "enters a lake twice"; }
      if (here == 0) continue;
      const auto lake = static_cast<std::size_t>(here - 1);
      ASSERT_TRUE(out[lake].insert(i).second) << "leaves a lake twice";
      ASSERT_EQ(w.outlets[lake], w.cells[i][k]) << "leaves lake " << lake << " beside its outlet";
    }
  const auto& kinds = w.column<std::string>("lakes", "kind");
  const auto& water = w.column<std::string>("lakes", "water");
  for (std::size_t lake = 0; lake < count; ++lake) {
    const bool overflows = w.outlets[lake] >= 0;
    ASSERT_EQ(kinds[lake],
              overflows ? (into[lake].empty() ? "source" : "flow-through") : (into[lake].empty() ? "closed" : "terminal"));
    ASSERT_EQ(water[lake], overflows ? "fresh" : "salt");
    ASSERT_LE(out[lake].size(), 1U);
    if (!overflows) { ASSERT_TRUE(out[lake].empty()); }
    if (overflows && !into[lake].empty()) { ASSERT_EQ(out[lake].size(), 1U) << "lake " << lake << " swallows a river"; }
    for (const std::size_t river : into[lake]) {
      if (!overflows) {
        ASSERT_TRUE(w.joins[river] == -1 && w.mouths[river] == "lake");
      } else if (w.mouths[river] == "lake" && w.ends_in[river] == static_cast<std::int64_t>(lake)) {
        ASSERT_EQ(w.joins[river], static_cast<std::int64_t>(*out[lake].begin()));
      } else {
        ASSERT_EQ(*out[lake].begin(), river);
      }
    }
    if (overflows && into[lake].size() > 0) { ASSERT_TRUE(into[lake].count(*out[lake].begin())) << "none of the rivers goes on"; }
  }
}

/// Lakes are what a flood leaves under water, and closed ones stand lower in their hollow.
void lakes_fill_hollows(const Waters& w) {
  const std::vector<float> level = water_test::flooded(w.domain, w.height, {});
  const auto &levels = w.column<double>("lakes", "level"), &areas = w.column<double>("lakes", "area");
  std::vector<std::int32_t> hollow(level.size(), -1);
  std::vector<bool> met(levels.size(), false);
  for (Cell start = 0; start < level.size(); ++start) {
    if (!(level[start] > w.height[start]) || hollow[start] >= 0) continue;
    std::vector<Cell> cells{start};
    hollow[start] = 1;
    double area = 0, depth = 0;
    std::set<std::int32_t> inside;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      area += w.area(cells[i]);
      depth = std::max(depth, double{level[cells[i]] - w.height[cells[i]]});
      inside.insert(w.lake[cells[i]]);
      for (const Link& link : w.links(cells[i]))
        if (hollow[link.to] < 0 && level[link.to] > w.height[link.to]) {
          hollow[link.to] = 1;
          cells.push_back(link.to);
        }
    }
    const bool small = area * (1 + 1e-12) < w.rules.least_area || depth < w.rules.least_depth;
    if (small) {
      ASSERT_TRUE(inside == std::set<std::int32_t>{0});
    } else {
      const std::int32_t number = *inside.rbegin();
      ASSERT_TRUE(number > 0 && (inside.size() == 1 || (inside.size() == 2 && inside.count(0))));
      const auto row = static_cast<std::size_t>(number - 1);
      ASSERT_FALSE(met[row]) << "a lake in two hollows";
      met[row] = true;
      if (!w.closed(number - 1)) {
        ASSERT_EQ(inside.size(), 1U);
        ASSERT_EQ(levels[row], double{level[start]});
        ASSERT_NEAR(areas[row], area, 1e-6 * area);
      } else {
        ASSERT_LE(levels[row], double{level[start]});
        for (const Cell cell : cells)
          if (w.lake[cell] != 0) { ASSERT_LE(double{w.height[cell]}, levels[row]); }
      }
    }
  }
  for (Cell cell = 0; cell < level.size(); ++cell)
    if (w.lake[cell] != 0) { ASSERT_GE(hollow[cell], 0) << "a lake on a slope"; }
  ASSERT_EQ(std::count(met.begin(), met.end(), false), 0);
}

/// Orders by going up from each mouth (Strahler 1957). Lakes are one place.
void have_orders(const Waters& w) {
  const auto place = [&](Cell cell) {
    return w.lake[cell] != 0 && !w.closed(w.lake[cell] - 1)
               ? static_cast<Cell>(w.outlets[static_cast<std::size_t>(w.lake[cell] - 1)])
               : cell;
  };
  std::map<Cell, std::set<Cell>> upstream;
  for (const ObjectColumn::Cells& cells : w.cells)
    for (std::size_t k = 0; k + 1 < cells.size(); ++k)
      if (place(cells[k]) != place(cells[k + 1])) upstream[place(cells[k + 1])].insert(place(cells[k]));
  std::map<Cell, std::int64_t> known;
  const std::function<std::int64_t(Cell)> order = [&](Cell cell) -> std::int64_t {
    // Down a long reach without a confluence, so that the stack stays low.
    std::vector<Cell> reach{cell};
    while (true) {
      const auto from = upstream.find(reach.back());
      if (from == upstream.end() || from->second.size() != 1) break;
      reach.push_back(*from->second.begin());
    }
    if (const auto found = known.find(reach.back()); found != known.end()) return found->second;
    std::int64_t highest = 1;
    int times = 0;
    if (const auto from = upstream.find(reach.back()); from != upstream.end()) {
      highest = 0;
      for (const Cell above : from->second) {
        const std::int64_t its = order(above);
        times = its > highest ? 1 : times + (its == highest ? 1 : 0);
        highest = std::max(highest, its);
      }
    }
    return known[reach.back()] = highest + (times > 1 ? 1 : 0);
  };
  for (std::size_t i = 0; i < w.cells.size(); ++i)
    ASSERT_EQ(w.orders[i], order(place(w.cells[i][w.cells[i].size() - 2]))) << "river " << i;
}

/// All rain arrives somewhere; every cell carries what falls upstream of it; each stream that is long enough is a river.
void carry_all_water(const Waters& w) {
  double rain = 0, arrived = 0;
  bool any_end = false;
  for (Cell cell = 0; cell < w.height.size(); ++cell) {
    rain += w.height[cell] < 0 ? 0 : w.area(cell);
    any_end |= w.ends(cell);
    arrived += w.ends(cell) ? double{w.discharge[cell]} : 0;
  }
  if (any_end) { ASSERT_NEAR(arrived, rain, 1e-6 * rain); }

  const Result<Lakes> lakes = Lakes::load(w.world.surface.objects(lakes_table), w.lake, "");
  ASSERT_TRUE(lakes);
  const Result<RiverNetwork> network = find_rivers(
      w.domain, w.height, *lakes, {.least_discharge = w.rules.least_discharge, .least_length = w.rules.least_length}, {});
  ASSERT_TRUE(network);
  const std::size_t count = w.height.size();
  std::vector<int> waiting(count, 0);
  for (Cell cell = 0; cell < count; ++cell) {
    const Cell to = network->receiver[cell];
    if (to == cell) {
      ASSERT_TRUE(w.ends(cell) || !any_end);
      continue;
    }
    ASSERT_GT(w.linked(cell, to), 0);
    ++waiting[to];
  }
  std::vector<double> water(count);
  std::vector<float> reach(count, 0);
  std::vector<Cell> ready;
  for (Cell cell = 0; cell < count; ++cell) {
    water[cell] = w.height[cell] < 0 ? 0 : w.area(cell);
    if (waiting[cell] == 0) ready.push_back(cell);
  }
  for (std::size_t i = 0; i < ready.size(); ++i) {
    const Cell cell = ready[i], to = network->receiver[cell];
    if (to == cell) continue;
    water[to] += water[cell];
    if (network->discharge[cell] >= w.rules.least_discharge) reach[to] = std::max(reach[to], reach[cell] + w.linked(cell, to));
    if (--waiting[to] == 0) ready.push_back(to);
  }
  ASSERT_EQ(ready.size(), count) << "water runs in circles";
  const auto& discharges = w.column<double>("rivers", "discharge");
  for (std::size_t i = 0; i < w.cells.size(); ++i) {
    const Cell last = w.cells[i][w.cells[i].size() - 2];
    ASSERT_NEAR(discharges[i], water[last], 1e-9 * water[last]);
    ASSERT_GE(double{reach[last] + w.linked(last, w.cells[i].back())}, w.rules.least_length);
    for (std::size_t k = 0; k + 1 < w.cells[i].size(); ++k) ASSERT_EQ(network->receiver[w.cells[i][k]], w.cells[i][k + 1]);
  }
  for (Cell cell = 0; cell < count; ++cell) {
    ASSERT_NEAR(double{w.discharge[cell]}, water[cell], 1e-6 * water[cell]);
    const Cell to = network->receiver[cell];
    if (to == cell || network->discharge[cell] < w.rules.least_discharge || w.river[cell] != 0 || w.lake[cell] != 0) continue;
    if (w.river[to] == 0 && w.lake[to] == 0 && !w.ends(to)) continue;  // further down
    ASSERT_LT(double{reach[cell] + w.linked(cell, to)}, w.rules.least_length) << "a stream that is no river";
  }
}

struct Tally {
  std::size_t rivers = 0, lakes = 0, closed = 0, flow_through = 0, order = 0;
};

void check(const Waters& w, Tally& tally) {
  SCOPED_TRACE(w.name);
  for (const auto& law :
       {run_down_along_links, end_where_they_may, never_cross_as_links, never_cross_as_lines, join_on_the_line}) {
    law(w);
    if (testing::Test::HasFatalFailure()) return;
  }
  for (const auto& law : {pass_lakes, lakes_fill_hollows, have_orders, carry_all_water}) {
    law(w);
    if (testing::Test::HasFatalFailure()) return;
  }
  tally.rivers += w.cells.size();
  tally.lakes += w.outlets.size();
  tally.closed += static_cast<std::size_t>(std::count(w.outlets.begin(), w.outlets.end(), -1));
  for (const std::string& kind : w.column<std::string>("lakes", "kind")) tally.flow_through += kind == "flow-through" ? 1 : 0;
  for (const std::int64_t order : w.orders) tally.order = std::max(tally.order, static_cast<std::size_t>(order));
}

class RiversSweep : public testing::TestWithParam<DomainCase> {};

TEST_P(RiversSweep, KeepsItsLaws) {
  const bool full = std::getenv("CRATON_FULL") != nullptr;
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) check(waters_of(GetParam(), 256, seed), tally);
  if (full)
    for (std::uint64_t seed = 1; seed <= 10; ++seed) check(waters_of(GetParam(), 1024, 100 + seed), tally);
  EXPECT_GT(tally.rivers, 1000U);
  EXPECT_GT(tally.lakes, 1000U);
  EXPECT_GT(tally.closed, 100U);
  EXPECT_GT(tally.flow_through, 100U);
  EXPECT_GE(tally.order, 4U);
}

/// Deltas move mouths, and meanders lines; what they draw keeps the laws.
TEST_P(RiversSweep, KeepsItsLawsWithDeltasAndMeanders) {
  const std::uint64_t seeds = std::getenv("CRATON_FULL") != nullptr ? 100 : 15;
  std::size_t channels = 0, oxbows = 0;
  double winding = 0, rivers = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Waters w = waters_of(GetParam(), 256, seed, Then::deltas_and_courses);
    SCOPED_TRACE(w.name);
    for (const auto& law : {run_down_along_links, end_where_they_may, never_cross_as_lines, join_on_the_line}) {
      law(w);
      if (testing::Test::HasFatalFailure()) return;
    }
    channels += w.column<ObjectColumn::Path>("distributaries", "path").size();
    oxbows += w.column<ObjectColumn::Path>("oxbows", "path").size();
    for (const double each : w.column<double>("rivers", "sinuosity")) winding += each, rivers += 1;
  }
  EXPECT_GT(channels, 10U);
  EXPECT_GT(oxbows, 10U);
  EXPECT_GT(winding / rivers, 1.05);
}

INSTANTIATE_TEST_SUITE_P(Domains, RiversSweep, testing::ValuesIn(domain_cases), [](const auto& each) {
  std::string name = each.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

/// The quick search finds what all pairs find, also where lines do cross.
TEST(PathCrossings, AreFoundBySquaresAsByAllPairs) {
  std::size_t met = 0;
  for (const DomainCase& domain : domain_cases)
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Waters w = waters_of(domain, 48, seed);
      EXPECT_TRUE(PathCrossings(w.domain, w.paths).by_all_pairs().empty()) << w.name;
      std::vector<ObjectColumn::Path> moved = w.paths;
      for (std::size_t i = 0; i < moved.size(); i += 3)
        for (Vec3d& at : moved[i]) at = {at.x + 230, at.y - 170, at.z + (domain.kind == "sphere" ? 90 : 0)};
      const PathCrossings crossings(w.domain, moved);
      const std::size_t all = crossings.by_all_pairs().size();
      EXPECT_EQ(crossings.by_squares().size(), all) << w.name;
      met += all;
    }
  EXPECT_GT(met, 200U);
}

}  // namespace
}  // namespace craton
