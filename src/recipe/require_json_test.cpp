// "require" of recipes: read, written, set from outside; and every way in which it can be wrong.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include <craton/recipe/recipe.h>

#include "recipe/terms_test.h"

namespace craton {
namespace {

using recipe::test::ground;
using recipe::test::recipe_of;
using recipe::test::terms;

std::string requiring(std::string_view require) { return recipe_of(ground, concat({R"("require": )", require})); }

Recipe read(std::string_view require) {
  const Result<Recipe> recipe = recipe_from_json(requiring(require), terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  return recipe ? *recipe : Recipe{};
}

constexpr std::string_view everything = R"({
  "attempts": 50, "land_share": [0.3, 0.5], "continents": [1, 2], "islands": {"count": [null, 9], "least_area": 1e6},
  "high_ranges": 3, "rivers": {"count": [3, null], "least_length": 5000}, "lakes": "5:10", "highest_point": ":4000",
  "shortest_river": {"length": 5000, "after": "test_ground"},
  "biomes": {"tundra": 0.01, "sand desert": {"share": [0.02, 0.2], "layer": "climate"}},
  "sub_biomes": ["dunes", "oasis"], "landmarks": {"volcano": [1, 4]}})";

const Requirement& find(const Recipe& recipe, std::string_view kind, std::string_view name = "") {
  for (const Requirement& each : recipe.require)
    if (each.kind == kind && each.name == name) return each;
  ADD_FAILURE() << kind << "." << name;
  static const Requirement none;
  return none;
}

TEST(RequireJson, ReadsRangesNumbersTextsListsAndParameters) {
  const Recipe recipe = read(everything);
  EXPECT_EQ(recipe.attempts, 50u);
  EXPECT_EQ(recipe.require.size(), 13u);
  EXPECT_EQ(find(recipe, "land_share").high, 0.5);
  EXPECT_EQ(find(recipe, "high_ranges").low, 3);
  EXPECT_TRUE(std::isinf(find(recipe, "high_ranges").high));
  EXPECT_TRUE(std::isinf(find(recipe, "islands").low));
  EXPECT_EQ(find(recipe, "lakes").low, 5);
  EXPECT_EQ(find(recipe, "lakes").high, 10);
  EXPECT_EQ(find(recipe, "highest_point").high, 4000);
  EXPECT_EQ(std::get<double>(*find(recipe, "rivers").params.find("least_length")), 5000);
  EXPECT_EQ(find(recipe, "shortest_river").after, "test_ground");
  EXPECT_EQ(find(recipe, "biomes", "sand desert").high, 0.2);
  EXPECT_EQ(required_layers(find(recipe, "biomes", "sand desert")).front().name, "climate");
  EXPECT_EQ(find(recipe, "sub_biomes", "dunes").low, some_share);
  EXPECT_EQ(read(R"({"rivers": {"least_length": 5000}})").require.front().low, 1);
  EXPECT_EQ(read("{}").attempts, usual_attempts);
}

TEST(RequireJson, TextsAndRecipesAreEqualWhenReadAgain) {
  for (const std::string_view each : {everything, std::string_view("{}"), std::string_view(R"({"attempts": 3})"),
                                      std::string_view(R"({"biomes": ["a b", "c/d~e"]})")}) {
    const Recipe recipe = read(each);
    const std::string text = recipe_to_json(recipe, terms());
    const Result<Recipe> again = recipe_from_json(text, terms());
    ASSERT_TRUE(again) << again.error().to_string() << text;
    EXPECT_TRUE(*again == recipe) << text;
    EXPECT_EQ(recipe_to_json(*again, terms()), text);
  }
  EXPECT_FALSE(read(R"({"lakes": 3})") == read(R"({"lakes": 4})"));
  EXPECT_FALSE(read(R"({"lakes": 3})") == read(R"({"lakes": 3, "attempts": 7})"));
  EXPECT_FALSE(read(R"({"lakes": 3})") == read(R"({"lakes": {"count": 3, "least_area": 1}})"));
  EXPECT_FALSE(read(R"({"lakes": 3})") == read(R"({"lakes": {"count": 3, "after": "x"}})"));
}

TEST(RequireJson, WhatIsWrongIsNamedWithItsPath) {
  struct Bad {
    std::string_view require, path, part;
  };
  for (const Bad& bad : std::vector<Bad>{
           {"3", "/require", "an object"},
           {R"({"unicorns": 1})", "/require/unicorns", "no such key"},
           {R"({"laks": 1})", "/require/laks", "did you mean \"lakes\"?"},
           {R"({"attempts": 0})", "/require/attempts", "1 … 10000"},
           {R"({"attempts": 2.5})", "/require/attempts", "1 … 10000"},
           {R"({"lakes": "many"})", "/require/lakes", "[low, high]"},
           {R"({"lakes": "1:b"})", "/require/lakes", "[low, high]"},
           {R"({"lakes": ":"})", "/require/lakes", "at least one end"},
           {R"({"lakes": true})", "/require/lakes", "a whole number"},
           {R"({"lakes": [1]})", "/require/lakes", "[low, high]"},
           {R"({"lakes": [1, 2, 3]})", "/require/lakes", "[low, high]"},
           {R"({"lakes": [null, null]})", "/require/lakes", "at least one end"},
           {R"({"lakes": [5, 2]})", "/require/lakes", "the lower end comes first"},
           {R"({"lakes": [1.5, 2]})", "/require/lakes/0", "a whole number"},
           {R"({"lakes": [1, -2]})", "/require/lakes/1", "within 0 … "},
           {R"({"land_share": 1.5})", "/require/land_share", "within 0 … 1"},
           {R"({"land_share": {}})", "/require/land_share/share", "missing"},
           {R"({"land_share": {"count": 1}})", "/require/land_share/count", "allowed share | after | layer"},
           {R"({"lakes": {"count": [1, "x"]}})", "/require/lakes/count/1", "a whole number"},
           {R"({"lakes": {"least_area": -1}})", "/require/lakes/least_area", "0 … "},
           {R"({"lakes": {"least_aera": 1}})", "/require/lakes/least_aera", "did you mean \"least_area\"?"},
           {R"({"lakes": {"count": 1, "after": 3}})", "/require/lakes/after", "a name"},
           {R"({"biomes": 3})", "/require/biomes", "list of those"},
           {R"({"biomes": {}})", "/require/biomes", "list of those"},
           {R"({"biomes": []})", "/require/biomes", "requires nothing"},
           {R"({"biomes": ["a", 3]})", "/require/biomes/1", "name of a biome"},
           {R"({"biomes": ["a", "a"]})", "/require/biomes/1", "twice"},
           {R"({"biomes": {"": 0.1}})", "/require/biomes/", "name of a biome"},
           {R"({"biomes": {"a": 3}})", "/require/biomes/a", "within 0 … 1"},
           {R"({"biomes": {"a": {"share": 0.1, "layer": "X y"}}})", "/require/biomes/a/layer", "lower-case"},
       }) {
    SCOPED_TRACE(std::string(bad.require));
    const Result<Recipe> recipe = recipe_from_json(requiring(bad.require), terms());
    if (recipe) {
      ADD_FAILURE() << "accepted";
      continue;
    }
    EXPECT_EQ(recipe.error().path, bad.path) << recipe.error().to_string();
    EXPECT_NE(recipe.error().message.find(bad.part), std::string::npos) << recipe.error().to_string();
  }
  std::string many = R"({"biomes": {)";
  for (int i = 0; i < 101; ++i) many += concat({i ? ", " : "", "\"b", std::to_string(i), "\": 0.1"});
  EXPECT_FALSE(recipe_from_json(requiring(many + "}}"), terms()));
}

TEST(RequireJson, IsSetFromOutside) {
  Recipe recipe = read("{}");
  for (const std::string_view each :
       {"require.land_share=0.3:0.5", "require.lakes=5:10", "require.high_ranges=3", "require.rivers.least_length=5000",
        "require.rivers=4:", "require.biomes.tundra=0.01", "require.biomes.sand desert=[0.02, 0.2]", "require.attempts=7",
        "require.lakes.least_area=100", "require.islands={\"count\": 2}"}) {
    const Result<void> set = set_in_recipe(recipe, each, terms());
    ASSERT_TRUE(set) << each << ": " << set.error().to_string();
  }
  EXPECT_TRUE(recipe == read(R"({"attempts": 7, "land_share": [0.3, 0.5], "lakes": {"count": [5, 10], "least_area": 100},
    "high_ranges": 3, "rivers": {"count": 4, "least_length": 5000}, "islands": 2,
    "biomes": {"tundra": 0.01, "sand desert": [0.02, 0.2]}})"))
      << recipe_to_json(recipe, terms());
  struct Bad {
    std::string_view assignment, path, part;
  };
  const std::string before = recipe_to_json(recipe, terms());
  for (const Bad& bad : std::vector<Bad>{{"require.laks=3", "require.laks", "did you mean \"lakes\"?"},
                                         {"require.lakes=x", "require.lakes", "[low, high]"},
                                         {"require.lakes=9:2", "require.lakes", "the lower end comes first"},
                                         {"require.lakes.size=2", "require.lakes.size", "no such key"},
                                         {"require.biomes=3", "require.biomes", "list of those"},
                                         {"require.attempts=0", "require.attempts", "1 … 10000"},
                                         {"require=3", "require", "nothing here"}}) {
    const Result<void> set = set_in_recipe(recipe, bad.assignment, terms());
    ASSERT_FALSE(set) << bad.assignment;
    EXPECT_EQ(set.error().path, bad.path) << set.error().to_string();
    EXPECT_NE(set.error().message.find(bad.part), std::string::npos) << set.error().to_string();
    EXPECT_EQ(recipe_to_json(recipe, terms()), before);
  }
}

TEST(RequireJson, SchemaAndReferenceTellEveryKind) {
  const auto schema = nlohmann::json::parse(recipe_schema(terms()));
  const auto& properties = schema.at("$defs").at("require").at("properties");
  const std::string page = recipe_reference_page(terms());
  for (const RequirementKind& kind : all_requirement_kinds()) {
    const auto& told = properties.at(std::string(kind.id));
    EXPECT_EQ(told.at("description"), kind.doc);
    EXPECT_NE(page.find(concat({"| `", kind.id, "` |"})), std::string::npos) << kind.id;
    EXPECT_NE(page.find(kind.doc), std::string::npos) << kind.id;
    for (const ParamInfo& param : kind.params) {
      EXPECT_NE(told.dump().find(concat({"\"", param.name, "\""})), std::string::npos) << kind.id << param.name;
      EXPECT_NE(page.find(param.doc), std::string::npos) << kind.id << param.name;
    }
  }
  EXPECT_EQ(properties.size(), all_requirement_kinds().size() + 1);  // attempts
}

}  // namespace
}  // namespace craton
