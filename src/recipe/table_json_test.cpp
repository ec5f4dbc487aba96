#include <craton/recipe/table_json.h>

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include "repository.h"

namespace craton {
namespace {

std::string shipped(const std::string& name) {
  std::ifstream file(repository_folder() + "/recipes/biomes/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string error_of(std::string_view text) {
  const Result<BiomeTable> table = biome_table_from_json(text);
  return table ? "" : table.error().to_string();
}
std::string plant_error_of(std::string_view text) {
  const Result<PlantTable> table = plant_table_from_json(text);
  return table ? "" : table.error().to_string();
}

TEST(BiomeTableJson, ShippedTables) {
  const Result<BiomeTable> sepp = biome_table_from_json(shipped("sepp.json"));
  ASSERT_TRUE(sepp) << sepp.error().to_string();
  EXPECT_EQ(sepp->entries.size(), 7U);
  EXPECT_EQ(sepp->x.quantity, "rain");
  EXPECT_EQ(sepp->entries[0].name, "hot desert");
  EXPECT_EQ(sepp->entries[0].y_low, 0.7);
  const Result<BiomeTable> drainage = biome_table_from_json(shipped("drainage.json"));
  ASSERT_TRUE(drainage) << drainage.error().to_string();
  EXPECT_EQ(drainage->y.quantity, "drainage");
  const Result<PlantTable> plants = plant_table_from_json(shipped("plants.json"));
  ASSERT_TRUE(plants) << plants.error().to_string();
  EXPECT_GE(plants->entries.size(), 9U);
}

TEST(BiomeTableJson, Errors) {
  const std::string axes = R"({"axes": {"rain": [0, 1], "temperature": [0, 1]}, "biomes": )";
  const std::string whole = R"({"name": "a", "rain": [0, 1], "temperature": [0, 1]})";
  EXPECT_EQ(error_of(axes + "[" + whole + "]}"), "");
  const std::pair<std::string, std::string> cases[] = {
      {"", ""},
      {"[]", "a table"},
      {"{}", "/axes: missing"},
      {R"({"axes": {"rain": [0, 1]}})", "/axes: found"},
      {R"({"axes": {"rain": [0, 1], "good": [0, 1]}})", "/axes/good"},
      {R"({"axes": {"rain": [0], "temperature": [0, 1]}})", "/axes/rain"},
      {R"({"axes": {"rain": [0, "x"], "temperature": [0, 1]}})", "/axes/rain"},
      {R"({"axes": {"rain": [0, 1e9], "temperature": [0, 1]}})", "/axes/rain"},
      {R"({"axes": {"rain": [0, 1], "temperature": [0, 1]}})", "/biomes: missing"},
      {axes + "{}}", "/biomes: found"},
      {axes + "[]}", "no entries"},
      {axes + "[3]}", "/biomes/0: found"},
      {axes + R"([{"rain": [0, 1], "temperature": [0, 1]}]})", "/biomes/0/name: missing"},
      {axes + R"([{"name": "", "rain": [0, 1], "temperature": [0, 1]}]})", "/biomes/0/name"},
      {axes + R"([{"name": "a\u0007", "rain": [0, 1], "temperature": [0, 1]}]})", "/biomes/0/name"},
      {axes + R"([{"name": "a", "rain": [0, 1]}]})", "/biomes/0/temperature: missing"},
      {axes + R"([{"name": "a", "rain": [0, 1], "temperature": [0, 1], "drainage": [0, 1]}]})", "/biomes/0/drainage"},
      {axes + "[" + whole + ", " + whole + "]}", "/biomes/1: \"a\" overlaps \"a\""},
      {axes + R"([{"name": "a", "rain": [0, 0.5], "temperature": [0, 1]}]})", "no entry covers rain 0.5 … 1"},
      {R"({"axis": {}})", "did you mean \"axes\""},
  };
  for (const auto& [text, expected] : cases) {
    const std::string error = error_of(text);
    EXPECT_NE(error, "") << text;
    EXPECT_NE(error.find(expected), std::string::npos) << text << "\n" << error;
  }
  std::string many = axes + "[" + whole;
  for (int i = 0; i < 100; ++i) many += "," + whole;
  EXPECT_NE(error_of(many + "]}").find("more than 100"), std::string::npos);
  EXPECT_NE(error_of(std::string(70000, ' ')), "");
}

TEST(PlantTableJson, Errors) {
  EXPECT_EQ(plant_error_of(R"({"biomes": {"taiga": {"density": 0.5, "species": {"spruce": 1}}}})"), "");
  EXPECT_EQ(plant_error_of(R"({"biomes": {"ice": {"density": 0, "species": {}}}})"), "");
  const std::pair<std::string, std::string> cases[] = {
      {"3", "a table of plants"},
      {R"({"biomes": {}})", "/biomes"},
      {R"({"biomes": []})", "/biomes"},
      {R"({"biomes": {"taiga": 3}})", "/biomes/taiga"},
      {R"({"biomes": {"taiga": {"species": {"spruce": 1}}}})", "/biomes/taiga/density: missing"},
      {R"({"biomes": {"taiga": {"density": 2, "species": {"spruce": 1}}}})", "/biomes/taiga/density"},
      {R"({"biomes": {"taiga": {"density": 0.5}}})", "/biomes/taiga/species: missing"},
      {R"({"biomes": {"taiga": {"density": 0.5, "species": {}}}})", "needs species"},
      {R"({"biomes": {"taiga": {"density": 0.5, "species": {"spruce": 0}}}})", "/biomes/taiga/species/spruce"},
      {R"({"biomes": {"taiga": {"density": 0.5, "species": {"spruce": "much"}}}})", "/biomes/taiga/species/spruce"},
      {R"({"biomes": {"taiga": {"densitty": 0.5, "species": {}}}})", "did you mean \"density\""},
  };
  for (const auto& [text, expected] : cases) {
    const std::string error = plant_error_of(text);
    EXPECT_NE(error, "") << text;
    EXPECT_NE(error.find(expected), std::string::npos) << text << "\n" << error;
  }
}

TEST(NameTableJson, ShippedTable) {
  const Result<NameTable> table = name_table_from_json(shipped("../names/far-coast.json"));
  ASSERT_TRUE(table) << table.error().to_string();
  EXPECT_EQ(table->cultures.size(), 2U);
}

TEST(NameTableJson, TablesAndErrors) {
  const auto error_of_names = [](std::string_view text) {
    const Result<NameTable> table = name_table_from_json(text);
    return table ? "" : table.error().to_string();
  };
  const Result<NameTable> table = name_table_from_json(
      R"({"name": "t", "words": {"Fox": ["forest", "cold"]}, "cultures": {"c": {"starts": ["A"], "ends": ["b"]}},
          "patterns": {"lone peak": ["Mount {name}"]}, "blocked": ["x"]})");
  ASSERT_TRUE(table) << table.error().to_string();
  EXPECT_EQ(table->words[0].word, "Fox");
  EXPECT_EQ(table->cultures[0].ends[0], "b");
  EXPECT_EQ(table->patterns[0].kind, "lone peak");
  EXPECT_EQ(table->blocked[0], "x");
  const std::pair<std::string, std::string> cases[] = {
      {"3", "a table of names"},
      {"{}", "the table is empty"},
      {R"({"word": {}})", "did you mean \"words\""},
      {R"({"words": []})", "/words: found"},
      {R"({"words": {"Fox": []}})", "/words/Fox: fits nothing"},
      {R"({"words": {"Fox": ["forrest"]}})", "/words/Fox/0: found \"forrest\""},
      {R"({"words": {"": ["any"]}})", "/words/"},
      {R"({"cultures": {"c": {"starts": ["A"]}}})", "/cultures/c/ends: missing"},
      {R"({"cultures": {"c": {"starts": [], "ends": ["b"]}}})", "/cultures/c/starts: the list is empty"},
      {R"({"cultures": {"c": {"starts": [1], "ends": ["b"]}}})", "/cultures/c/starts/0"},
      {R"({"patterns": {"rivver": ["{name}"]}})", "/patterns/rivver"},
      {R"({"patterns": {"river": ["River"]}})", "/patterns/river/0: a pattern holds"},
      {R"({"blocked": "x"})", "/blocked: found"},
  };
  for (const auto& [text, expected] : cases) {
    const std::string error = error_of_names(text);
    EXPECT_NE(error.find(expected), std::string::npos) << text << "\n" << error;
  }
}

}  // namespace
}  // namespace craton
