#include "stages/water/routing/flow_router.h"

#include <numeric>

#include "stages/water/water_test.h"

namespace craton {
namespace {

using namespace water_test;

std::vector<std::uint32_t> height_steps() { return {2, 5, 40, 100'000}; }

/// Calls check(domain, heights, what) on random grounds of every kind of map.
template <class Check>
void on_random_grounds(const Check& check) {
  for (const auto& [name, domain] : small_domains())
    for (const std::uint32_t steps : height_steps())
      for (std::uint64_t seed = 1; seed <= 5; ++seed)
        check(domain, random_heights(cell_count(domain), seed, steps),
              name + " seed " + std::to_string(seed) + " of " + std::to_string(steps));
}

FlowRouter routed(const Domain& domain, std::span<const float> heights, const WaterEnds& ends = {}, unsigned threads = 2) {
  FlowRouter router(domain);
  const Result<void> done = router.route(heights, ends, {.threads = threads});
  EXPECT_TRUE(done) << done.error().to_string();
  return router;
}

TEST(FlowRouter, FillsAsAPriorityFloodDoes) {
  for (const float sea_level : {0.0F, -100.0F})
    on_random_grounds([&](const Domain& domain, const std::vector<float>& heights, const std::string& what) {
      const WaterEnds ends{.sea_level = sea_level};
      const FlowRouter router = routed(domain, heights, ends);
      std::vector<float> filled = heights;
      ASSERT_TRUE(router.fill(filled, {}));
      EXPECT_EQ(filled, flooded(domain, heights, ends)) << what << " sea " << sea_level;
    });
}

TEST(FlowRouter, AllWaterReachesAnEndAndNeverRisesAboveItsLevel) {
  on_random_grounds([&](const Domain& domain, const std::vector<float>& heights, const std::string& what) {
    const FlowRouter router = routed(domain, heights);
    const std::vector<float> filled = flooded(domain, heights, {});
    const std::vector<bool> end = ends_of(domain, heights, {});
    const FlowGraph& graph = router.graph();
    for (Cell cell = 0; cell < heights.size(); ++cell) {
      ASSERT_EQ(graph.ends_at(cell), end[cell]) << what << " cell " << cell;
      Cell at = cell;
      for (std::size_t steps = 0; !graph.ends_at(at); ++steps) {
        ASSERT_LE(steps, heights.size()) << what << ": a circle";
        ASSERT_LE(filled[graph.receiver[at]], filled[at]) << what;
        at = graph.receiver[at];
      }
    }
  });
}

TEST(FlowRouter, ReceiversAreNeighboursAndTheSteepestOfThemOutsideHollows) {
  on_random_grounds([&](const Domain& domain, const std::vector<float>& heights, const std::string& what) {
    const FlowRouter router = routed(domain, heights);
    std::vector<float> lengths(heights.size());
    ASSERT_TRUE(receiver_lengths(domain, router.graph().receiver.span(), lengths, {}));
    const std::vector<bool> end = ends_of(domain, heights, {});
    std::visit(
        [&](const auto& topology) {
          for (Cell cell = 0; cell < heights.size(); ++cell) {
            if (end[cell]) continue;
            double steepest = 0, taken = -1;
            topology.for_each_link(cell, [&](Link link) {
              const double slope = (double{heights[cell]} - heights[link.to]) / link.length;
              steepest = std::max(steepest, slope);
              if (link.to != router.graph().receiver[cell]) return;
              taken = slope;
              EXPECT_EQ(lengths[cell], link.length) << what;
            });
            ASSERT_GT(lengths[cell], 0) << what;
            if (router.level(cell) < heights[cell] && steepest > 0) {
              EXPECT_GE(taken, steepest * (1 - 1e-5)) << what << " cell " << cell;
            }
          }
        },
        domain);
  });
}

TEST(FlowRouter, TheOrderHoldsEveryCellOnceBeforeItsReceiver) {
  on_random_grounds([&](const Domain& domain, const std::vector<float>& heights, const std::string& what) {
    const FlowRouter router = routed(domain, heights);
    std::vector<std::size_t> place(heights.size(), heights.size());
    const FlowGraph& graph = router.graph();
    for (std::size_t i = 0; i < graph.order.size(); ++i) {
      ASSERT_EQ(place[graph.order[i]], heights.size()) << what << ": twice";
      place[graph.order[i]] = i;
    }
    for (Cell cell = 0; cell < heights.size(); ++cell) {
      if (graph.ends_at(cell)) continue;
      ASSERT_LT(place[cell], place[graph.receiver[cell]]) << what;
    }
  });
}

TEST(FlowRouter, CatchmentsAddUpToTheWholeArea) {
  on_random_grounds([&](const Domain& domain, const std::vector<float>& heights, const std::string& what) {
    const FlowRouter router = routed(domain, heights);
    std::vector<double> areas(heights.size());
    double whole = 0, mouths = 0;
    for (Cell cell = 0; cell < areas.size(); ++cell) {
      areas[cell] = std::visit([&](const auto& topology) { return topology.area(cell); }, domain);
      whole += areas[cell];
    }
    ASSERT_TRUE(router.accumulate(areas));
    std::vector<float> catchments(heights.size());
    ASSERT_TRUE(router.catchments(catchments, {}));
    for (Cell cell = 0; cell < areas.size(); ++cell) {
      EXPECT_NEAR(catchments[cell] / areas[cell], 1, 1e-6) << what;
      mouths += router.graph().ends_at(cell) ? areas[cell] : 0;
    }
    EXPECT_NEAR(mouths / whole, 1, 1e-12) << what;
  });
}

TEST(FlowRouter, IsTheSameForAnyNumberOfThreads) {
  const Domain domain = domain_of("torus", 400, 500);
  const std::vector<float> heights = random_heights(cell_count(domain), 3, 1000);
  const FlowRouter one = routed(domain, heights, {}, 1), three = routed(domain, heights, {}, 3);
  EXPECT_TRUE(std::ranges::equal(one.graph().receiver, three.graph().receiver));
  EXPECT_TRUE(std::ranges::equal(one.graph().order, three.graph().order));
}

TEST(FlowRouter, WaterMayEndInDeclaredLakes) {
  const Domain domain = domain_of("torus", 30, 30);
  std::vector<float> heights = random_heights(900, 8, 1000), lakes(900, 0.0F);
  lakes[465] = 1;
  heights[465] = 79;  // high up: a lake is where it is declared
  const WaterEnds ends{.sea_level = -100, .lakes = std::span<const float>(lakes)};
  const FlowRouter router = routed(domain, heights, ends);
  EXPECT_TRUE(router.graph().ends_at(465));
  std::vector<float> filled = heights;
  ASSERT_TRUE(router.fill(filled, {}));
  EXPECT_EQ(filled, flooded(domain, heights, ends));
}

TEST(FlowRouter, DrainsFlatsOverTheFewestCells) {
  const Domain domain = domain_of("plane", 41, 41);
  const std::vector<float> heights(41 * 41, 12.0F);
  const FlowRouter router = routed(domain, heights);
  for (Cell cell = 0; cell < heights.size(); ++cell) {
    const Cell row = cell / 41, column = cell % 41;
    const Cell nearest = std::min({row, column, 40 - row, 40 - column});
    Cell steps = 0;
    for (Cell at = cell; !router.graph().ends_at(at); at = router.graph().receiver[at]) ++steps;
    ASSERT_EQ(steps, nearest);
  }
}

TEST(FlowRouter, StandsBadGround) {
  for (const auto& [name, domain] : small_domains()) {
    std::vector<float> heights(cell_count(domain), 5.0F);
    FlowRouter flat = routed(domain, heights, {.sea_level = 0});
    std::size_t ends = 0;
    for (Cell cell = 0; cell < heights.size(); ++cell) ends += flat.graph().ends_at(cell) ? 1 : 0;
    EXPECT_GE(ends, 1u) << name;
    const FlowRouter sea = routed(domain, heights, {.sea_level = 6});
    for (Cell cell = 0; cell < heights.size(); ++cell) EXPECT_TRUE(sea.graph().ends_at(cell)) << name;

    heights[11] = std::numeric_limits<float>::quiet_NaN();
    const Result<void> done = flat.route(heights, {}, {});
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().message, "cell 11 holds no number: water cannot run there");
    heights[11] = std::numeric_limits<float>::infinity();
    EXPECT_FALSE(flat.route(heights, {}, {}));
  }
  const Domain one = domain_of("plane", 1, 1);
  const std::vector<float> height{3};
  EXPECT_TRUE(routed(one, height).graph().ends_at(0));
}

TEST(FlowRouter, RefusesArraysOfTheWrongSize) {
  const Domain domain = domain_of("torus", 8, 8);
  const std::vector<float> heights = random_heights(64, 1, 40), few(63, 1.0F);
  std::vector<float> areas(64);
  std::vector<double> values(64);
  FlowRouter router(domain);
  EXPECT_TRUE(router.receivers().empty() && router.order().empty());
  EXPECT_EQ(router.level(5), -std::numeric_limits<float>::infinity());
  EXPECT_FALSE(router.catchments(areas, {})) << "nothing was routed yet";
  EXPECT_FALSE(router.accumulate(values));
  EXPECT_EQ(router.route(few, {}, {}).error().message, "63 heights for 64 cells");
  EXPECT_EQ(router.route(heights, {.lakes = Field(few)}, {}).error().message, "63 values of lakes for 64 cells");
  ASSERT_TRUE(router.route(heights, {}, {}));
  areas.resize(65);
  values.resize(63);
  EXPECT_FALSE(router.catchments(areas, {}));
  EXPECT_FALSE(router.fill(areas, {}));
  EXPECT_FALSE(router.accumulate(values));
}

TEST(FlowGraph, SeesCircles) {
  FlowGraph graph;
  graph.receiver = FlatArray<Cell>(4);
  std::iota(graph.receiver.begin(), graph.receiver.end(), 0u);
  graph.receiver[1] = 2;
  EXPECT_TRUE(order_downstream(graph));
  graph.receiver[2] = 1;
  EXPECT_FALSE(order_downstream(graph));
}

}  // namespace
}  // namespace craton
