#include <craton/lab/sweep.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include <craton/measure/measure.h>
#include <craton/worlds/kinds.h>

namespace craton {
namespace {

Recipe hills() {
  Result<Recipe> recipe = recipe_from_json(R"({"craton": 1, "world": "terrain", "seed": 7,
    "domain": {"kind": "plane", "width": 96, "height": 96, "step": 10}, "stages": [
    {"stage": "noise", "id": "hills", "scale": 200, "offset": 300,
     "noise": {"kind": "fbm", "octaves": 4, "source": {"kind": "perlin", "frequency": 0.004}}},
    {"stage": "inverse_thermal", "id": "wear", "talus": 0.8, "reference_step": 10}]})",
                                           all_terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  return *std::move(recipe);
}

SweepRequest request() {
  return {.recipe = hills(),
          .axes = {{"wear.iterations", {"0", "2", "8"}}, {"hills.noise.octaves", {"2", "4"}}},
          .seeds = {3, 4, 5},
          .repeats = 2,
          .measures = {"erosion_score", "mean_slope"}};
}

// Each run is the world that one makes by hand.
TEST(Sweep, MakesAllCombinations) {
  const Result<SweepTable> table = run_sweep(request(), all_terms());
  ASSERT_TRUE(table) << table.error().to_string();
  ASSERT_EQ(table->runs.size(), 3U * 2 * 3 * 2);
  EXPECT_EQ(table->stages, (std::vector<std::string>{"hills", "wear"}));
  std::set<std::string> seen;
  for (const SweepRun& run : table->runs) {
    seen.insert(std::to_string(run.point[0]) + "/" + std::to_string(run.point[1]) + "/" + std::to_string(run.seed) + "/" +
                std::to_string(run.repeat));
    EXPECT_EQ(run.milliseconds.size(), 2U);
    EXPECT_NEAR(run.milliseconds_in_all, run.milliseconds[0] + run.milliseconds[1], 1e-9);
  }
  EXPECT_EQ(seen.size(), table->runs.size());
  const SweepRun& last = table->runs.back();
  Recipe recipe = hills();
  recipe.seed = 5;
  ASSERT_TRUE(set_in_recipe(recipe, "wear.iterations=8", all_terms()));
  const Result<World> world = make_world(recipe, all_terms());
  ASSERT_TRUE(world);
  const Result<std::vector<Measured>> facts = measure_relief(world->surface, "height");
  ASSERT_TRUE(facts);
  for (const Measured& fact : *facts) EXPECT_TRUE(fact.info->key != "erosion_score" || fact.value == last.measured[0]);
}

// The mean and the deviation of three seeds, worked out by hand; repeats are the same worlds and count once.
TEST(Sweep, TellsMeansAndDeviations) {
  const Result<SweepTable> table = run_sweep(request(), all_terms());
  ASSERT_TRUE(table);
  const std::vector<SweepPoint> points = sweep_points(*table, 0);
  ASSERT_EQ(points.size(), 6U);
  for (const SweepPoint& point : points) {
    std::vector<double> values;
    for (const SweepRun& run : table->runs)
      if (run.point == point.point && run.repeat == 0) values.push_back(*run.measured[0]);
    ASSERT_EQ(values.size(), 3U);
    const double mean = (values[0] + values[1] + values[2]) / 3;
    EXPECT_NEAR(point.mean, mean, 1e-12);
    EXPECT_NEAR(point.deviation * point.deviation * 2,
                std::pow(values[0] - mean, 2) + std::pow(values[1] - mean, 2) + std::pow(values[2] - mean, 2), 1e-12);
  }
  EXPECT_EQ(sweep_times(*table, table->stages.size()).front().count, 6U);
  // More iterations, flatter flats: the tendency that the source reports.
  EXPECT_GT(points[4].mean, points[0].mean);
}

TEST(Sweep, WritesTablesAndFigures) {
  const Result<SweepTable> table = run_sweep(request(), all_terms());
  ASSERT_TRUE(table);
  const std::string csv = sweep_csv(*table);
  EXPECT_EQ(csv.find("wear.iterations,hills.noise.octaves,seed,repeat,erosion_score,mean_slope,ms hills,ms wear,ms\n0,2,3,0,"),
            0U)
      << csv;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 37);
  const nlohmann::json json = nlohmann::json::parse(sweep_json(*table));
  EXPECT_EQ(json["runs"].size(), 36U);
  EXPECT_EQ(json["means"]["erosion_score"].size(), 6U);
  EXPECT_EQ(json["means"]["erosion_score"][5]["values"], (std::vector<std::string>{"8", "4"}));
  const std::vector<LabFigure> figures = sweep_figures(*table);
  ASSERT_EQ(figures.size(), 3U);
  for (const LabFigure& figure : figures) {
    EXPECT_NE(figure.svg.find("class=\"err\""), std::string::npos) << figure.name;
    EXPECT_EQ(figure.svg.find("nan"), std::string::npos) << figure.name;
  }
}

TEST(Sweep, RefusesWhatCannotBe) {
  const auto error = [](auto change) {
    SweepRequest wrong = request();
    change(wrong);
    const Result<SweepTable> table = run_sweep(wrong, all_terms());
    return table ? std::string("made") : table.error().to_string();
  };
  EXPECT_NE(error([](SweepRequest& r) { r.axes[0].values.push_back("-1"); }).find("wear.iterations"), std::string::npos);
  EXPECT_NE(error([](SweepRequest& r) { r.measures = {"erosion_scor"}; }).find("did you mean \"erosion_score\""),
            std::string::npos);
  EXPECT_NE(error([](SweepRequest& r) { r.most_runs = 35; }).find("more than 35 worlds"), std::string::npos);
  EXPECT_NE(error([](SweepRequest& r) { r.repeats = 0; }).find("repeat"), std::string::npos);
}

}  // namespace
}  // namespace craton
