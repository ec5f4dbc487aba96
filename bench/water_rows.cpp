// Rivers: steepest descent, hollows filled and drained, catchments, on ground that is there already.
#include <fmt/format.h>

#include <memory>
#include <queue>
#include <string>
#include <tuple>
#include <vector>

#include <craton/recipe/make.h>
#include <craton/stages/flow_router.h>
#include <craton/worlds/kinds.h>

#include "bench/harness.h"

namespace craton::bench {
namespace {

constexpr std::uint64_t seed = 7;

struct WaterRow {
  const char* name;
  const char* domain;
  const char* noise;  ///< stages, as a recipe writes them
};

// Six octaves on a slow swell: 15 % of the ground lies in hollows.
constexpr const char* rough =
    R"({"stage": "noise", "id": "hills", "scale": 600,
      "noise": {"kind": "fbm", "octaves": 6, "source": {"kind": "perlin", "frequency": 0.001}}},
    {"stage": "noise", "id": "swell", "scale": 24000, "offset": {"layer": "height"}, "noise": {"kind": "perlin", "frequency": 0.0000125}})";
constexpr const char* smooth =
    R"({"stage": "noise", "id": "hills", "scale": 600,
      "noise": {"kind": "fbm", "octaves": 3, "persistence": 0.4, "source": {"kind": "perlin", "frequency": 0.0002}}},
    {"stage": "noise", "id": "swell", "scale": 12000, "offset": {"layer": "height"}, "noise": {"kind": "perlin", "frequency": 0.0000125}})";
constexpr const char* planet =
    R"({"stage": "noise", "id": "hills", "scale": 6000,
      "noise": {"kind": "fbm", "octaves": 10, "source": {"kind": "perlin", "frequency": 0.0000002}}})";
constexpr const char* bordered = R"("kind": "torus", "width": 4096, "height": 4096, "step": 10, "wrap": "none")";
constexpr const char* small = R"("kind": "torus", "width": 1024, "height": 1024, "step": 10, "wrap": "none")";
constexpr const char* closed = R"("kind": "torus", "width": 4096, "height": 4096, "step": 10)";
constexpr const char* sphere = R"("kind": "sphere", "resolution": 1672)";

constexpr WaterRow rows[] = {
    {"fill+route+accumulate/4096", bordered, rough},         {"fill+route+accumulate/1024", small, rough},
    {"fill+route+accumulate-smooth/4096", bordered, smooth}, {"fill+route+accumulate-closed/4096", closed, rough},
    {"fill+route+accumulate-sphere/1672", sphere, planet},
};

/// Water, kept from one run to the next as programs would.
struct Ground {
  World world;
  FlowRouter router;
  std::vector<float> relief, areas;

  explicit Ground(World made) : world(std::move(made)), router(world.surface.domain()), areas(world.surface.cell_count()) {
    const std::span<const float> height = world.surface.layer("height")->numbers();
    relief.assign(height.begin(), height.end());
  }
  std::span<float> height() { return world.surface.layer("height")->numbers(); }
};

constexpr float no_sea = -1e6F;

void fill_route_accumulate(Ground& ground, unsigned threads) {
  const Execution execution{.threads = threads};
  (void)ground.router.route(ground.height(), {.sea_level = no_sea}, execution).ok();
  (void)ground.router.fill(ground.height(), execution).ok();
  (void)ground.router.catchments(ground.areas, execution).ok();
  keep(ground.areas.data());
}

/// The classic: a flood with a heap from the ends, receivers and order as it goes, then catchments.
void priority_flood(Ground& ground) {
  using Rim = std::pair<float, Cell>;
  const std::span<float> height = ground.height();
  std::vector<Cell> receiver(height.size(), no_cell), order;
  order.reserve(height.size());
  std::priority_queue<Rim, std::vector<Rim>, std::greater<>> rims;
  std::visit(
      [&](const auto& topology) {
        for (Cell cell = 0; cell < height.size(); ++cell)
          if (ground.router.receivers()[cell] == cell) {
            receiver[cell] = cell;
            rims.push({height[cell], cell});
          }
        while (!rims.empty()) {
          const Rim rim = rims.top();
          rims.pop();
          order.push_back(rim.second);
          topology.for_each_link(rim.second, [&](Link link) {
            if (receiver[link.to] != no_cell) return;
            receiver[link.to] = rim.second;
            height[link.to] = std::max(height[link.to], rim.first);
            rims.push({height[link.to], link.to});
          });
        }
      },
      ground.world.surface.domain());
  std::fill(ground.areas.begin(), ground.areas.end(), 1.0F);
  for (std::size_t i = order.size(); i-- > 0;)
    if (receiver[order[i]] != order[i]) ground.areas[receiver[order[i]]] += ground.areas[order[i]];
  keep(ground.areas.data());
}

Result<std::shared_ptr<Ground>> ground_of(const WaterRow& row) {
  const RecipeTerms terms = all_terms();
  const bool on_sphere = row.domain == sphere;
  CRATON_TRY(const Recipe recipe,
             recipe_from_json(fmt::format(R"({{"craton": 1, "world": "{}", "seed": {}, "domain": {{{}}}, "stages": [{}]}})",
                                          on_sphere ? "planet" : "map", seed, row.domain, row.noise),
                              terms));
  CRATON_TRY(World world, make_world(recipe, terms, {}));
  auto ground = std::make_shared<Ground>(std::move(world));
  CRATON_TRY(ground->router.route(ground->height(), {.sea_level = no_sea}, {}));  // the yardstick floods from its ends
  return ground;
}

std::function<void()> restoring(const std::shared_ptr<Ground>& ground) {
  return [ground] { std::copy(ground->relief.begin(), ground->relief.end(), ground->height().begin()); };
}

Result<Work> prepare_routing(const WaterRow& row, unsigned threads) {
  CRATON_TRY(const std::shared_ptr<Ground> made, ground_of(row));
  const std::shared_ptr<Ground>& ground = made;
  const std::uint64_t items = ground->relief.size();
  Work work{{items, [ground, threads] { fill_route_accumulate(*ground, threads); }, restoring(ground), {}}, {}};
  if (threads == 1)
    work.yardsticks.push_back({"priority-flood", {items, [ground] { priority_flood(*ground); }, restoring(ground), {}}});
  return work;
}

/// Steps of stream power with m = ½, n = 1 and no hillslopes, from rough ground on; the stage's memory is made anew in each run.
Result<Work> prepare_stream_power(const WaterRow& row, int steps, unsigned threads) {
  CRATON_TRY(const std::shared_ptr<Ground> made, ground_of(row));
  const std::shared_ptr<Ground>& ground = made;
  constexpr double years = 100'000;
  StageSpec spec{.stage = "stream_power", .id = "rivers"};
  for (const auto& [name, value] :
       {std::pair{"diffusivity", 0.0}, {"duration", years * steps}, {"time_step", years}, {"sea_level", -1e6}})
    spec.params.set(name, value);
  spec.params.set("levels", std::int64_t{1});
  CRATON_TRY(const auto entry, all_terms().stages.find(spec.stage, 1, "/stage"));
  const std::uint64_t items = ground->relief.size() * static_cast<std::uint64_t>(steps);
  const auto run = [ground, spec, run = entry->run, threads] {
    StageContext context(Seed{seed}, "/stages/1");
    context.execution.threads = threads;
    (void)run(ground->world.surface, spec, context).ok();
    keep(ground->height().data());
  };
  return Work{{items, run, restoring(ground), {}}, {}};
}

/// Stages that find waters as objects, with all that they do: routing, layers and tables with shores and paths.
Result<Work> prepare_waters(const WaterRow& row, bool lakes, bool rivers, unsigned threads) {
  CRATON_TRY(const std::shared_ptr<Ground> made, ground_of(row));
  const std::shared_ptr<Ground>& ground = made;
  const auto stage = [ground, threads](const char* name) -> Result<std::function<void()>> {
    CRATON_TRY(const auto entry, all_terms().stages.find(name, 1, "/stage"));
    StageSpec spec{.stage = name, .id = name};
    spec.params.set("sea_level", double{no_sea});
    return std::function<void()>([ground, spec, run = entry->run, threads] {
      StageContext context(Seed{seed}, "/stages/1");
      context.execution.threads = threads;
      (void)run(ground->world.surface, spec, context).ok();
      keep(ground->height().data());
    });
  };
  const Result<std::function<void()>> find_lakes = stage("lakes"), find_rivers = stage("rivers");
  if (!find_lakes) return find_lakes.error();
  if (!find_rivers) return find_rivers.error();
  (*find_lakes)();
  const auto run = [lakes, rivers, first = *find_lakes, second = *find_rivers] {
    if (lakes) first();
    if (rivers) second();
  };
  return Work{{ground->relief.size(), run, {}, {}}, {}};
}

}  // namespace

std::vector<Row> water_rows(unsigned threads) {
  std::vector<Row> all;
  for (const WaterRow& row : rows)
    all.push_back({fmt::format("water/{}/{}t", row.name, threads), [row, threads] { return prepare_routing(row, threads); }});
  constexpr WaterRow ground{"stream_power_step/4096", bordered, rough};
  for (const int steps : {1, 8})
    all.push_back({fmt::format("water/{}/{}t", steps == 1 ? "stream_power_first_step/4096" : ground.name, threads),
                   [ground, steps, threads] { return prepare_stream_power(ground, steps, threads); }});
  constexpr WaterRow hills{"waters/4096", bordered, rough};
  for (const auto& [name, lakes, rivers] :
       {std::tuple{"lakes", true, false}, std::tuple{"rivers", false, true}, std::tuple{"rivers+lakes", true, true}})
    all.push_back({fmt::format("water/{}/4096/{}t", name, threads), [hills, with_lakes = lakes, with_rivers = rivers, threads] {
                     return prepare_waters(hills, with_lakes, with_rivers, threads);
                   }});
  return all;
}

}  // namespace craton::bench
