#include <craton/recipe/voxel_recipe.h>
#include <craton/recipe/voxel_table.h>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include "repository.h"

namespace craton {
namespace {

std::string file_of(std::string_view name) {
  std::ifstream in(repository_folder() + "/recipes/voxels/tables/" + std::string(name) + ".json", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
std::string default_file() { return file_of("seven-biomes"); }

std::string with(std::string_view what, std::string_view by) {
  std::string text = default_file();
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

std::string error_of(const std::string& text) {
  const Result<VoxelTable> table = voxel_table_from_json(text);
  return table ? "none" : table.error().to_string();
}

TEST(VoxelTable, TheNamedOnesAreTheFiles) {
  const auto text_of = [](const VoxelTable& table) { return voxel_recipe_to_json({.table = table}); };
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(repository_folder() + "/recipes/voxels/tables"))
    files += entry.path().extension() == ".json";
  EXPECT_EQ(voxel_table_names().size(), files);
  for (const std::string_view name : voxel_table_names()) {
    const Result<VoxelTable> file = voxel_table_from_json(file_of(name));
    ASSERT_TRUE(file) << file.error().to_string();
    EXPECT_EQ(text_of(*file), text_of(*voxel_table_named(name))) << name;
    EXPECT_GE(file->biomes.size(), 7U);
  }
  EXPECT_EQ(text_of(default_voxel_table()), text_of(*voxel_table_named("seven-biomes")));
  EXPECT_EQ(voxel_table_named("land"), nullptr);
}

TEST(VoxelTable, GapsAndOverlapsAreErrorsThatSayWhere) {
  EXPECT_NE(error_of(with("\"rain\": [0, 0.3]", "\"rain\": [0, 0.2]")).find("no entry covers rain 0.2 … 0.3"), std::string::npos);
  const std::string overlap = error_of(with("\"rain\": [0, 0.3]", "\"rain\": [0, 0.4]"));
  EXPECT_NE(overlap.find("overlaps"), std::string::npos) << overlap;
  EXPECT_NE(overlap.find("/biomes/"), std::string::npos) << overlap;
}

TEST(VoxelTable, MistakesAreErrorsWithTheirPath) {
  EXPECT_EQ(error_of(with("\"surface\": \"sand\"", "\"surface\": \"sond\"")).rfind("/biomes/0/surface: ", 0), 0U);
  EXPECT_EQ(error_of(with("\"amplification\": 0.3", "\"amplification\": -1")).rfind("/biomes/0/amplification: ", 0), 0U);
  EXPECT_EQ(error_of(with("\"amplification\": 0.3", "\"amplifikation\": 0.3")).rfind("/biomes/0/amplifikation: ", 0), 0U);
  EXPECT_EQ(error_of(with("#3b3a3e", "#3b3a3g")).rfind("/grounds/bedrock/colour: ", 0), 0U);
  EXPECT_EQ(error_of(with("\"water\": \"water\"", "\"water\": \"sand\"")).rfind("/sea/water: ", 0), 0U);
  EXPECT_EQ(error_of(with("\"cactus\": 3", "\"cactus\": 0")).rfind("/biomes/0/species/cactus: ", 0), 0U);
  EXPECT_EQ(error_of(with("\"name\": \"tundra\"", "\"name\": \"sea\"")).rfind("/biomes/6/name: ", 0), 0U);
  EXPECT_NE(error_of("[]"), "none");
  EXPECT_NE(error_of("{}"), "none");
}

}  // namespace
}  // namespace craton
