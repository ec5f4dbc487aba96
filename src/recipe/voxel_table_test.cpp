#include <craton/recipe/voxel_table.h>

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include "repository.h"

namespace craton {
namespace {

std::string default_file() {
  std::ifstream in(repository_folder() + "/recipes/voxels/tables/seven-biomes.json", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

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

TEST(VoxelTable, TheDefaultIsTheFile) {
  const Result<VoxelTable> file = voxel_table_from_json(default_file());
  ASSERT_TRUE(file) << file.error().to_string();
  const VoxelTable& built_in = default_voxel_table();
  ASSERT_EQ(file->biomes.size(), 7U);
  ASSERT_EQ(built_in.biomes.size(), 7U);
  ASSERT_EQ(file->grounds.size(), built_in.grounds.size());
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(file->biomes[i].name, built_in.biomes[i].name);
    EXPECT_EQ(file->biomes[i].amplification, built_in.biomes[i].amplification);
    EXPECT_EQ(file->biomes[i].blending, built_in.biomes[i].blending);
    EXPECT_EQ(file->biomes[i].plant_frequency, built_in.biomes[i].plant_frequency);
    EXPECT_EQ(file->biomes[i].species.size(), built_in.biomes[i].species.size());
  }
  for (std::size_t i = 0; i < file->grounds.size(); ++i) {
    EXPECT_EQ(file->grounds[i].name, built_in.grounds[i].name);
    EXPECT_EQ(file->grounds[i].colour, built_in.grounds[i].colour);
  }
  EXPECT_EQ(file->strata.size(), built_in.strata.size());
  EXPECT_EQ(file->ores.size(), built_in.ores.size());
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
