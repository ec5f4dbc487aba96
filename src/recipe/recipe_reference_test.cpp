#include <gtest/gtest.h>

#include <craton/recipe/recipe.h>

#include "recipe/recipe_parts.h"
#include "recipe/reference_words.h"
#include "recipe/terms_test.h"

namespace craton {
namespace {

using recipe::test::terms;

TEST(RecipeReference, SummaryHasALineForEachStage) {
  const std::string summary = stage_summary(terms());
  EXPECT_NE(summary.find("test_ground  "), std::string::npos) << summary;
  EXPECT_NE(summary.find("Fills a layer.\n"), std::string::npos) << summary;
}

TEST(RecipeReference, TellsAllOfAStage) {
  const Result<std::string> text = stage_reference(terms(), "test_filter");
  ASSERT_TRUE(text) << text.error().to_string();
  for (const std::string_view part :
       {"Test filter (test_filter)", "Changes a layer.", "Reach: As far as it likes.", "version 1", "rock",
        "layer of type category that it reads", "layer that it changes; must be given", "number or layer: 0 … 1; default 0.5",
        "whole number: 1 … 64; default 4", "round | square; default \"round\"", R"({"stage": "test_filter", "from": "height"})"})
    EXPECT_NE(text->find(part), std::string::npos) << part << "\n" << *text;
  const Result<std::string> ground = stage_reference(terms(), "test_ground");
  ASSERT_TRUE(ground);
  EXPECT_NE(ground->find("Nobody 1999"), std::string::npos);
}

TEST(RecipeReference, LinesFitATerminal) {
  static constexpr std::string_view doc =
      "A very long sentence about nothing at all that goes on and on, past the end of any line, until somebody breaks it where "
      "words end – even words with signs like ü, … and −, which are one column wide. And another one.";
  static const ParamInfo params[] = {layer_param<&recipe::test::GroundParams::to>("to", doc)};
  RecipeTerms mine = terms();
  StageEntry entry = recipe::test::ground_stage();
  entry.info.id = "test_wordy";
  entry.info.doc = doc;
  entry.info.params = params;
  ASSERT_TRUE(mine.stages.add(entry));
  const Result<std::string> text = stage_reference(mine, "test_wordy");
  ASSERT_TRUE(text) << text.error().to_string();
  std::size_t begin = 0, lines = 0;
  for (std::size_t end; (end = text->find('\n', begin)) != text->npos; begin = end + 1, ++lines) EXPECT_LE(end - begin, 110U);
  EXPECT_GT(lines, 10U);
}

TEST(RecipeReference, SuggestsANearStage) {
  const Result<std::string> text = stage_reference(terms(), "test_gruond");
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().message.find("did you mean \"test_ground\"?"), std::string::npos) << text.error().to_string();
}

TEST(RecipeReference, PageHasEverything) {
  const std::string page = recipe_reference_page(terms());
  for (const StageEntry& entry : terms().stages.entries()) {
    EXPECT_NE(page.find(concat({"(`", entry.info.id, "`)"})), std::string::npos) << entry.info.id;
    for (const ParamInfo& param : entry.info.params)
      EXPECT_NE(page.find(concat({"| `", param.name, "` |"})), std::string::npos) << param.name;
  }
  for (const DomainKind& kind : all_domain_kinds()) EXPECT_NE(page.find(concat({"(`", kind.id, "`)"})), std::string::npos);
  for (const recipe::KeyInfo& key : recipe::recipe_keys)
    EXPECT_NE(page.find(concat({"| `", key.name, "` |"})), std::string::npos);
  EXPECT_NE(page.find("| `strength` | number or layer | `0.5` | 0 … 1 | How much. |"), std::string::npos) << page;
  EXPECT_NE(page.find("round \\| square"), std::string::npos);
  EXPECT_NE(page.find("*Nobody 1999*"), std::string::npos);
}

TEST(RecipeReference, ExamplesCanBeRead) {
  for (const StageEntry& entry : terms().stages.entries()) {
    const std::string text = recipe::test::recipe_of(recipe::example_stage(entry, 0));
    const Result<Recipe> read = recipe_from_json(text, terms());
    EXPECT_TRUE(read) << read.error().to_string() << "\n" << text;
  }
}

}  // namespace
}  // namespace craton
