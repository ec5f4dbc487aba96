// Everything that recipes can name, together; and the recipes that come with Craton.
#include <craton/worlds/kinds.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.h"
#include "recipe/recipe_parts.h"
#include "recipe/reference_words.h"
#include "repository.h"

namespace craton {
namespace {

TEST(Terms, NoStageTakesTheNamesOfTheForm) {
  const RecipeTerms terms = all_terms();
  for (const StageEntry& entry : terms.stages.entries()) {
    for (const std::string_view taken : recipe::reserved_stage_ids) EXPECT_NE(entry.info.id, taken);
    for (const ParamInfo& param : entry.info.params)
      for (const recipe::KeyInfo& key : recipe::stage_keys) EXPECT_NE(param.name, key.name) << entry.info.id;
  }
  for (const DomainKind& kind : all_domain_kinds())
    for (const ParamInfo& param : kind.params) EXPECT_NE(param.name, "kind");
}

TEST(Terms, WorldsLieOnDomainsThatExist) {
  const auto kinds = all_domain_kinds();
  for (const WorldKind& world : all_world_kinds()) {
    EXPECT_FALSE(world.domains.empty()) << world.id;
    for (const std::string_view id : world.domains)
      EXPECT_TRUE(std::any_of(kinds.begin(), kinds.end(), [&](const DomainKind& kind) { return kind.id == id; })) << id;
  }
}

// What the reference shows can be typed.
TEST(Terms, ExamplesOfAllStagesCanBeRead) {
  const RecipeTerms terms = all_terms();
  for (const StageEntry& entry : terms.stages.entries()) {
    const std::string text = concat({R"({"craton": 1, "world": "map", "stages": [)", recipe::example_stage(entry, 0), "]}"});
    const Result<Recipe> read = recipe_from_json(text, terms);
    EXPECT_TRUE(read) << read.error().to_string() << "\n" << text;
  }
}

TEST(Terms, EveryStageIsInSchemaAndReferences) {
  const RecipeTerms terms = all_terms();
  const std::string schema = recipe_schema(terms), page = recipe_reference_page(terms), summary = stage_summary(terms);
  for (const StageEntry& entry : terms.stages.entries()) {
    EXPECT_NE(schema.find(concat({"\"stage_", entry.info.id, "\""})), std::string::npos) << entry.info.id;
    EXPECT_NE(page.find(concat({"(`", entry.info.id, "`)"})), std::string::npos) << entry.info.id;
    EXPECT_NE(summary.find(entry.info.id), std::string::npos) << entry.info.id;
    EXPECT_TRUE(stage_reference(terms, entry.info.id)) << entry.info.id;
  }
}

TEST(Terms, RecipesOfCratonKeepTheirMeaningWhenWritten) {
  const RecipeTerms terms = all_terms();
  for (const auto& entry : std::filesystem::directory_iterator(repository_folder() + "/recipes")) {
    if (entry.path().extension() != ".json") continue;
    SCOPED_TRACE(entry.path().filename().string());
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const Result<Recipe> read = recipe_from_json(text, terms);
    ASSERT_TRUE(read) << read.error().to_string();
    const Result<Recipe> again = recipe_from_json(recipe_to_json(*read, terms), terms);
    ASSERT_TRUE(again) << again.error().to_string();
    EXPECT_TRUE(*read == *again);
  }
}

}  // namespace
}  // namespace craton
