// Stages touch what they declare and nothing else: the planner orders by it, the cache is keyed by it. Each stage of each case in
// cases/ runs twice, on all that is known and on what it declares alone, where layers that it writes anew hold rubbish before.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include "stage_cases.h"

namespace craton {
namespace {

Recipe recipe_of(const std::string& name, const RecipeTerms& terms) {
  const nlohmann::json given = stage_case(name);
  const auto& kinds = given.at("domains");
  const auto known = [&](const char* kind) { return std::find(kinds.begin(), kinds.end(), kind) != kinds.end(); };
  const std::string kind = known("torus") ? "torus" : known("sphere") ? "sphere" : "plane";
  Result<Recipe> read = recipe_from_json(recipe_of_case(given, kind), terms);
  EXPECT_TRUE(read) << read.error().to_string();
  return *std::move(read);
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool same_values(const Layer& a, const Layer& b) {
  return a.bytes().size() == b.bytes().size() && std::memcmp(a.bytes().data(), b.bytes().data(), a.bytes().size()) == 0;
}

void copy_layer(const Layer& layer, Surface& to) {
  const Result<Layer*> copy = to.add_layer(layer.info());
  ASSERT_TRUE(copy);
  std::memcpy((*copy)->bytes().data(), layer.bytes().data(), layer.bytes().size());
}

/// What the stage declares that it reads; layers that it writes anew hold rubbish.
Surface declared_part(const Surface& all, const PlannedStage& stage) {
  Surface part{Domain(all.domain())};
  for (const auto& layer : all.layers()) {
    if (has(stage.reads, layer->name())) copy_layer(*layer, part);
    if (has(stage.writes, layer->name()) && !has(stage.reads, layer->name())) {
      copy_layer(*layer, part);
      std::memset(part.layer(layer->name())->bytes().data(), 0x41, layer->bytes().size());
    }
  }
  for (const ObjectTable& table : all.objects())
    if (has(stage.tables_read, table.name)) { EXPECT_TRUE(part.set_objects(table)); }
  return part;
}

Surface whole_copy(const Surface& all) {
  Surface copy{Domain(all.domain())};
  for (const auto& layer : all.layers()) copy_layer(*layer, copy);
  for (const ObjectTable& table : all.objects()) EXPECT_TRUE(copy.set_objects(table));
  return copy;
}

void run(const PlannedStage& stage, const Recipe& recipe, Surface& surface) {
  const StageSpec& spec = recipe.stages[stage.index];
  StageContext context(Seed{recipe.seed}.child(spec.id), "/stages/" + std::to_string(stage.index));
  context.execution.threads = 2;
  const Result<void> done = stage.entry->run(surface, spec, context);
  ASSERT_TRUE(done) << spec.id << ": " << done.error().to_string();
}

class DeclaredStages : public ::testing::TestWithParam<std::string> {};

TEST_P(DeclaredStages, TouchNothingElse) {
  const RecipeTerms terms = all_terms();
  const Recipe recipe = recipe_of(GetParam(), terms);
  const Result<Plan> plan = plan_recipe(recipe, terms);
  ASSERT_TRUE(plan) << plan.error().to_string();
  Result<Domain> domain = make_domain(recipe.domain, Seed{recipe.seed}, plan->halo, "/domain");
  ASSERT_TRUE(domain);
  Surface all(*std::move(domain));
  for (const PlannedStage& stage : plan->stages) {
    const std::string id = recipe.stages[stage.index].id;
    Surface part = declared_part(all, stage);
    const Surface before = whole_copy(all);
    run(stage, recipe, all);
    run(stage, recipe, part);
    if (HasFatalFailure()) return;
    for (const auto& layer : all.layers()) {
      if (has(stage.writes, layer->name())) {
        ASSERT_TRUE(part.layer(layer->name()));
        EXPECT_TRUE(same_values(*layer, *part.layer(layer->name())))
            << id << " writes " << layer->name() << " by what it does not declare";
      } else {
        ASSERT_TRUE(before.layer(layer->name())) << id << " adds " << layer->name();
        EXPECT_TRUE(same_values(*layer, *before.layer(layer->name()))) << id << " changes " << layer->name();
      }
    }
    for (const ObjectTable& table : all.objects()) {
      const Surface& other = has(stage.tables_written, table.name) ? part : before;
      ASSERT_TRUE(other.objects(table.name)) << id << " adds objects " << table.name;
      EXPECT_TRUE(table == *other.objects(table.name)) << id << ": objects " << table.name;
    }
  }
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, DeclaredStages, ::testing::ValuesIn(case_names()), test_name);

}  // namespace
}  // namespace craton
