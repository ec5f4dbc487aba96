#include <craton/recipe/scatter_kinds.h>

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include <craton/worlds/scatter.h>
#include "repository.h"

namespace craton {
namespace {

std::string error_of(const std::string& text) {
  const Result<std::vector<ScatterKind>> kinds = scatter_kinds_from_json(text);
  return kinds ? "" : kinds.error().to_string();
}

TEST(ScatterKindsJson, TheShippedTableIsTheUsualOne) {
  std::ifstream file(repository_folder() + "/recipes/things/usual.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const Result<std::vector<ScatterKind>> kinds = scatter_kinds_from_json(text);
  ASSERT_TRUE(kinds) << kinds.error().to_string();
  EXPECT_EQ(*kinds, usual_scatter());
}

TEST(ScatterKindsJson, WhatIsLeftOutHasItsDefault) {
  const Result<std::vector<ScatterKind>> kinds = scatter_kinds_from_json(R"({"kinds": [{"name": "apple", "looks": "broadleaf",
    "spacing": 8, "biomes": {"taiga": 1}, "ground": {"rock": -1, "soil": 0.5}}]})");
  ASSERT_TRUE(kinds) << kinds.error().to_string();
  const ScatterKind expected{
      .name = "apple", .spacing = 8, .biomes = {{"taiga", 1}}, .ground = {{"rock", -1}, {"soil", 0.5}}, .looks = "broadleaf"};
  EXPECT_EQ(kinds->front(), expected);
}

TEST(ScatterKindsJson, Errors) {
  const auto kind = [](const std::string& more) { return R"({"kinds": [{"name": "a")" + more + "}]}"; };
  EXPECT_EQ(error_of(kind("")), "");
  const std::pair<std::string, std::string> cases[] = {
      {"", ""},
      {"[]", "a table of things"},
      {"{}", "/kinds: missing"},
      {R"({"kinds": {}})", "/kinds: found"},
      {R"({"kinds": []})", "/kinds: found"},
      {R"({"kinds": [3]})", "/kinds/0: found 3"},
      {R"({"kinds": [{}]})", "/kinds/0/name: missing"},
      {R"({"kinds": [{"name": ""}]})", "/kinds/0/name"},
      {R"({"kinds": [{"name": "a\u0007"}]})", "/kinds/0/name"},
      {R"({"kinds": [{"name": "a"}, {"name": "a"}]})", "/kinds/1/name: there is another"},
      {R"({"kind": []})", "did you mean \"kinds\""},
      {kind(R"(, "spaceing": 3)"), "did you mean \"spacing\""},
      {kind(R"(, "spacing": 0)"), "/kinds/0/spacing"},
      {kind(R"(, "spacing": "far")"), "/kinds/0/spacing: found \"far\""},
      {kind(R"(, "smallest": 3)"), "/kinds/0/largest: below"},
      {kind(R"(, "lowest": 9, "highest": 8)"), "/kinds/0/highest: below"},
      {kind(R"(, "patches": 0.5)"), "/kinds/0/patches: allowed 0, or 1"},
      {kind(R"(, "looks": "conifers")"), "did you mean \"conifer\""},
      {kind(R"(, "looks": 7)"), "/kinds/0/looks"},
      {kind(R"(, "biomes": [])"), "/kinds/0/biomes: found"},
      {kind(R"(, "biomes": {"taiga": 2})"), "/kinds/0/biomes/taiga: found 2"},
      {kind(R"(, "biomes": {"taiga": -0.1})"), "/kinds/0/biomes/taiga"},
      {kind(R"(, "ground": {"rock": "much"})"), "/kinds/0/ground/rock"},
  };
  for (const auto& [text, expected] : cases) {
    const std::string error = error_of(text);
    EXPECT_NE(error, "") << text;
    EXPECT_NE(error.find(expected), std::string::npos) << text << "\n" << error;
  }
  std::string many = R"({"kinds": [{"name": "0"})";
  for (int i = 1; i <= 64; ++i) many += R"(, {"name": ")" + std::to_string(i) + "\"}";
  EXPECT_NE(error_of(many + "]}").find("more than 64"), std::string::npos);
}

}  // namespace
}  // namespace craton
