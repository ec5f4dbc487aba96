// fill_depressions, route_flow and accumulate, as recipes use them.
#include <cmath>
#include <limits>

#include <craton/stages/flow_shares.h>
#include "stages/all_stages.h"
#include "stages/water/water_test.h"
#include "surface/link_slots.h"

namespace craton {
namespace {

using namespace water_test;

struct Ground {
  Surface surface;

  Ground(const Domain& domain, std::span<const float> heights) : surface(domain) {
    const Result<Layer*> layer = surface.add_layer({.name = "height", .unit = "m"});
    EXPECT_TRUE(layer);
    std::copy(heights.begin(), heights.end(), (*layer)->numbers().begin());
  }
  Result<void> run(const StageEntry& entry, const StageSpec& spec) {
    StageContext context(Seed{3}, "/stages/1");
    return entry.run(surface, spec, context);
  }
  void done(const StageEntry& entry, const StageSpec& spec = {}) {
    const Result<void> result = run(entry, spec);
    ASSERT_TRUE(result) << result.error().to_string();
  }
  std::vector<float> numbers(std::string_view name) {
    const std::span<const float> values = surface.layer(name)->numbers();
    return {values.begin(), values.end()};
  }
};

StageSpec with(std::initializer_list<std::pair<const char*, ParamValue>> params) {
  StageSpec spec;
  for (const auto& [name, value] : params) spec.params.set(name, value);
  return spec;
}

template <class F>
void visit_links(const Domain& domain, Cell cell, const F& f) {
  std::visit([&](const auto& topology) { topology.for_each_link(cell, f); }, domain);
}

/// Every cell that is no end has a neighbour that is strictly lower (or not higher), so that no hollow is left.
void expect_no_hollows(const Domain& domain, std::span<const float> before, std::span<const float> after, bool strictly,
                       const std::string& what) {
  const std::vector<bool> end = ends_of(domain, before, {});
  for (Cell cell = 0; cell < after.size(); ++cell) {
    if (end[cell]) continue;
    bool lower = false;
    visit_links(domain, cell,
                [&](Link link) { lower |= strictly ? after[link.to] < after[cell] : after[link.to] <= after[cell]; });
    ASSERT_TRUE(lower) << what << " cell " << cell;
  }
  EXPECT_EQ(flooded(domain, after, {}), std::vector<float>(after.begin(), after.end())) << what;
}

TEST(FillDepressions, GivesThePriorityFloodAndItsDepth) {
  for (const auto& [name, domain] : small_domains()) {
    const std::vector<float> heights = random_heights(cell_count(domain), 4, 60), level = flooded(domain, heights, {});
    Ground ground(domain, heights);
    ground.done(fill_depressions_stage());
    EXPECT_EQ(ground.numbers("height"), level) << name;
    const std::vector<float> depth = ground.numbers("lake_depth");
    for (std::size_t i = 0; i < depth.size(); ++i) EXPECT_EQ(depth[i], level[i] - heights[i]) << name;
  }
}

TEST(FillDepressions, EpsilonLetsFilledGroundRiseFromItsWayOut) {
  for (const auto& [name, domain] : small_domains()) {
    const std::vector<float> heights = random_heights(cell_count(domain), 6, 20);
    Ground ground(domain, heights);
    ground.done(fill_depressions_stage(), with({{"mode", "epsilon"}, {"epsilon", 1e-9}}));  // less than the last digit
    const std::vector<float> after = ground.numbers("height");
    expect_no_hollows(domain, heights, after, true, name);
    for (std::size_t i = 0; i < after.size(); ++i) EXPECT_GE(after[i], heights[i]) << name;
  }
}

TEST(FillDepressions, BreachesWhatIsShallowAndFillsTheRest) {
  for (const auto& [name, domain] : small_domains()) {
    const std::vector<float> heights = random_heights(cell_count(domain), 7, 100);
    Ground nothing(domain, heights), all(domain, heights), some(domain, heights);
    nothing.done(fill_depressions_stage(), with({{"mode", "breach"}, {"breach_depth", 0.0}}));
    all.done(fill_depressions_stage(), with({{"mode", "breach"}, {"breach_depth", 1e6}, {"breach_length", 1e9}}));
    some.done(fill_depressions_stage(), with({{"mode", "breach"}, {"breach_depth", 15.0}}));
    EXPECT_EQ(nothing.numbers("height"), flooded(domain, heights, {})) << name;
    for (Ground* ground : {&all, &some}) expect_no_hollows(domain, heights, ground->numbers("height"), false, name);
    const std::vector<float> cut = some.numbers("height");
    double raised = 0, raised_by_filling = 0;
    const std::vector<float> level = flooded(domain, heights, {});
    for (std::size_t i = 0; i < cut.size(); ++i) {
      EXPECT_GE(cut[i], heights[i] - 15) << name;
      raised += std::max(cut[i] - heights[i], 0.0F);
      raised_by_filling += level[i] - heights[i];
    }
    EXPECT_LE(raised, raised_by_filling * (name == "bordered" ? 1 : 0.9)) << name;  // there all rims are borders, never cut
  }
}

TEST(FillDepressions, AMaskKeepsHollows) {
  const Domain domain = domain_of("torus", 20, 20);
  const std::vector<float> heights = random_heights(400, 4, 60), level = flooded(domain, heights, {});
  Ground ground(domain, heights);
  const Result<Layer*> mask = ground.surface.add_layer({.name = "mask"});
  ASSERT_TRUE(mask);
  std::fill_n((*mask)->numbers().begin(), 200, 1.0F);
  StageSpec spec;
  spec.layers.push_back({"strength", "mask"});
  ground.done(fill_depressions_stage(), spec);
  const std::vector<float> after = ground.numbers("height");
  for (std::size_t i = 0; i < 400; ++i) EXPECT_EQ(after[i], i < 200 ? level[i] : heights[i]);
}

TEST(RouteFlow, SharesGoDownAndNothingIsLost) {
  for (const char* method : {"steepest", "multiple"})
    for (const auto& named : small_domains())
      for (const std::uint32_t steps : {3u, 1000u}) {
        const std::string& name = named.first;
        const Domain& domain = named.second;
        const std::vector<float> heights = random_heights(cell_count(domain), 9, steps);
        Ground ground(domain, heights);
        ground.done(route_flow_stage(), with({{"method", method}}));
        ground.done(accumulate_stage());
        const std::vector<float> level = flooded(domain, heights, {}), catchment = ground.numbers("catchment");
        const std::vector<bool> end = ends_of(domain, heights, {});
        double whole = 0, mouths = 0;
        std::visit(
            [&](const auto& topology) {
              for (Cell cell = 0; cell < heights.size(); ++cell) {
                const FlowShares shares{ground.surface.layer("flow")->integers()[cell]};
                ASSERT_EQ(shares.ends(), end[cell]) << name;
                for_each_slot(topology, cell, [&](int slot, Link link) {
                  if (shares.weight(slot) == 0) return;
                  EXPECT_LE(level[link.to], level[cell]) << name << method;
                });
                whole += topology.area(cell);
                mouths += end[cell] ? double{catchment[cell]} : 0;
                EXPECT_GE(catchment[cell], static_cast<float>(topology.area(cell))) << name;
              }
            },
            domain);
        EXPECT_NEAR(mouths / whole, 1, 1e-6) << name << method;
      }
}

TEST(RouteFlow, MultipleFlowSpreadsOnAConeAndSteepestDoesNot) {
  const Domain domain = domain_of("plane", 101, 101, "", 10);
  std::vector<float> cone(101 * 101);
  for (int y = 0; y < 101; ++y)
    for (int x = 0; x < 101; ++x)
      cone[static_cast<std::size_t>(y * 101 + x)] =
          1000 - 5 * std::sqrt(static_cast<float>((x - 50) * (x - 50) + (y - 50) * (y - 50)));
  const auto spread = [&](const char* method) {  // of catchments on a ring: all the same on an ideal cone
    Ground ground(domain, cone);
    ground.done(route_flow_stage(), with({{"method", method}}));
    ground.done(accumulate_stage());
    const std::vector<float> catchment = ground.numbers("catchment");
    double sum = 0, squares = 0, count = 0;
    for (int y = 0; y < 101; ++y)
      for (int x = 0; x < 101; ++x) {
        const int distance = (x - 50) * (x - 50) + (y - 50) * (y - 50);
        if (distance < 38 * 38 || distance > 40 * 40) continue;
        const double here = catchment[static_cast<std::size_t>(y * 101 + x)];
        sum += here, squares += here * here, ++count;
      }
    return std::sqrt(squares / count - sum / count * sum / count) / (sum / count);
  };
  EXPECT_LT(spread("multiple"), 0.35);
  EXPECT_GT(spread("steepest"), 2 * spread("multiple"));
}

TEST(Accumulate, DischargeIsRainOnTheCatchment) {
  const Domain domain = domain_of("sphere", 7, 0);
  const std::vector<float> heights = random_heights(cell_count(domain), 2, 500);
  Ground ground(domain, heights);
  ground.done(route_flow_stage());
  ground.done(accumulate_stage());
  ground.done(accumulate_stage(), with({{"what", "discharge"}, {"rain", 0.25}, {"layer", "discharge"}}));
  const std::vector<float> area = ground.numbers("catchment"), discharge = ground.numbers("discharge");
  for (std::size_t i = 0; i < area.size(); ++i) EXPECT_NEAR(discharge[i], area[i] * 0.25F, 1e-6F * area[i]);
  EXPECT_EQ(ground.surface.layer("discharge")->info().unit, "m3/year");
}

TEST(Accumulate, NothingLeavesOverABorder) {
  DomainSpec spec{.kind = "torus"};
  spec.params.set("width", std::int64_t{4});
  spec.params.set("height", std::int64_t{1});
  spec.params.set("wrap", std::string("none"));
  const Result<Domain> domain = make_domain(spec, Seed{}, 0, "");
  ASSERT_TRUE(domain) << domain.error().to_string();
  Ground ground(*domain, std::vector<float>(4, 1.0F));
  const Result<Layer*> flow = ground.surface.add_layer({.name = "flow", .type = LayerType::integer});
  ASSERT_TRUE(flow);
  FlowShares both;  // east, and north over the border
  both.set(4, 5);
  both.set(1, 10);
  for (Cell cell = 0; cell < 3; ++cell) (*flow)->integers()[cell] = both.bits;
  (*flow)->integers()[3] = 0;
  ASSERT_TRUE(ground.run(accumulate_stage(), {}));
  const std::span<const float> area = ground.surface.layer("catchment")->numbers();
  EXPECT_NEAR(area[3], 4 * area[0], 1e-6 * area[3]);
}

TEST(Accumulate, RefusesCircles) {
  const Domain domain = domain_of("torus", 8, 8);
  Ground ground(domain, std::vector<float>(64, 1.0F));
  const Result<Layer*> flow = ground.surface.add_layer({.name = "flow", .type = LayerType::integer});
  ASSERT_TRUE(flow);
  FlowShares east;
  east.set(4, 15);
  std::fill((*flow)->integers().begin(), (*flow)->integers().end(), east.bits);
  const Result<void> result = ground.run(accumulate_stage(), {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().to_string(), "/stages/1/flow: its water runs in circles: make it by route_flow");
}

TEST(WaterStages, TellWhatIsWrongWithTheGround) {
  const Domain domain = domain_of("torus", 8, 8);
  std::vector<float> heights(64, 1.0F);
  heights[5] = std::numeric_limits<float>::quiet_NaN();
  for (const StageEntry* entry : {&fill_depressions_stage(), &route_flow_stage()}) {
    Ground ground(domain, heights);
    const Result<void> result = ground.run(*entry, {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().to_string(), "/stages/1/layer: cell 5 holds no number: water cannot run there");
  }
}

TEST(WaterStages, NeedTheWholeWorldUnlessATileStandsAlone) {
  for (const StageEntry* entry : {&fill_depressions_stage(), &route_flow_stage(), &accumulate_stage()}) {
    EXPECT_EQ(entry->reach({}, 10).kind, Reach::Kind::whole);
    EXPECT_EQ(entry->reach(with({{"on_planes", "tile_alone"}}), 10).kind, Reach::Kind::point);
  }
}

}  // namespace
}  // namespace craton
