// libFuzzer: whatever a text holds, the readers of tables give a table or a clear error. A table of biomes that was accepted has
// an answer for every pair, even for those that are no numbers; shares of plants are above 0.
//   table_json_fuzz [libFuzzer options] CORPUS SEEDS          seeds are the tables in recipes/biomes, recipes/names,
//   recipes/things and recipes/voxels
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <craton/recipe/scatter_kinds.h>
#include <craton/recipe/table_json.h>
#include <craton/recipe/voxel_recipe.h>
#include <craton/worlds/voxels.h>

#include "json_fuzz.h"
#include "stages/life/table_grid.h"

namespace {

using fuzz::expect;

void expect_clear(const craton::Error& error) {
  fuzz::expect_clear(error);
  expect(error.to_string().find('\n') == std::string::npos);
}

void read_biomes(std::string_view text) {
  const craton::Result<craton::BiomeTable> table = craton::biome_table_from_json(text);
  if (!table) return expect_clear(table.error());
  const craton::Result<craton::TableGrid> grid = craton::TableGrid::make(*table, "");
  expect(grid.ok());
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(), far = std::numeric_limits<float>::infinity();
  for (const float x : {-far, -1.0F, 0.0F, 0.5F, 99.0F, far, nan})
    for (const float y : {-far, -1.0F, 0.0F, 0.5F, 99.0F, far, nan}) expect(grid->at(x, y) < grid->names().size());
}

void read_plants(std::string_view text) {
  const craton::Result<craton::PlantTable> table = craton::plant_table_from_json(text);
  if (!table) return expect_clear(table.error());
  for (const craton::PlantTable::Entry& entry : table->entries) {
    expect(entry.density >= 0 && entry.density <= 1);
    for (const craton::PlantTable::Species& species : entry.species) expect(species.share > 0 && !species.name.empty());
  }
}

const std::vector<std::string>& words() {
  static const std::vector<std::string> all{"\"name\":",
                                            "\"axes\":{",
                                            "\"biomes\":[",
                                            "\"biomes\":{",
                                            "\"rain\":",
                                            "\"temperature\":",
                                            "\"drainage\":",
                                            "[0,1]",
                                            "[0,0.5]",
                                            "[0.5,1]",
                                            "[-1e6,1e6]",
                                            "\"density\":",
                                            "\"species\":{",
                                            "\"oak\":1",
                                            "\"grounds\":{",
                                            "\"colour\":\"#6da544\"",
                                            "\"strata\":[",
                                            "\"surface\":",
                                            "\"voxels\":{",
                                            "\"caves\":0.5",
                                            "\"taiga\":{",
                                            "\"kinds\":[",
                                            "\"spacing\":",
                                            "\"looks\":\"palm\"",
                                            "\"ground\":{",
                                            "1e999",
                                            "{}",
                                            "[]",
                                            "//",
                                            "/*"};
  return all;
}

void read_names(std::string_view text) {
  const craton::Result<craton::NameTable> table = craton::name_table_from_json(text);
  if (!table) return expect_clear(table.error());
  for (const craton::NameTable::Culture& culture : table->cultures) expect(!culture.starts.empty() && !culture.ends.empty());
  for (const craton::NameTable::Word& word : table->words) expect(!word.word.empty() && !word.fits.empty());
}

/// Things that were accepted are such as worlds take.
void read_things(std::string_view text) {
  const craton::Result<std::vector<craton::ScatterKind>> kinds = craton::scatter_kinds_from_json(text);
  if (!kinds) return expect_clear(kinds.error());
  expect(!kinds->empty() && craton::check_scatter_kinds(*kinds, "").ok());
  for (const craton::ScatterKind& kind : *kinds) expect(kind.spacing > 0 && kind.largest >= kind.smallest);
}

/// A recipe of a voxel world that was accepted is the same after writing; its table is one that worlds accept.
void read_voxels(std::string_view text) {
  const auto declared = craton::params_of<craton::VoxelParams>();
  if (const craton::Result<craton::VoxelTable> table = craton::voxel_table_from_json(text)) {
    expect(craton::check_voxel_table(*table, "").ok());
    const std::string written = craton::voxel_recipe_to_json({.table = *table});
    const craton::Result<craton::VoxelRecipe> again = craton::voxel_recipe_from_json(written, declared);
    expect(again.ok() && craton::voxel_recipe_to_json(*again) == written);
  } else {
    expect_clear(table.error());
  }
  craton::Result<craton::VoxelRecipe> recipe = craton::voxel_recipe_from_json(text, declared);
  if (!recipe) return expect_clear(recipe.error());
  // Assignments as on a command line change it, or leave it as it was.
  const std::string value(text.substr(text.size() / 2, 6));
  for (const std::string& assignment : {"seed=" + value, std::string(declared.front().name) + "=" + value, value + "=1", value,
                                        std::string(declared.front().name) + "=1e999"}) {
    craton::VoxelRecipe changed = *recipe;
    const craton::Result<void> set = craton::set_in_voxel_recipe(changed, assignment, declared);
    if (!set) {
      expect(!set.error().message.empty());
      expect(craton::voxel_recipe_to_json(changed) == craton::voxel_recipe_to_json(*recipe));
    }
  }
  const craton::Result<craton::VoxelWorld> world = craton::VoxelWorld::make(*recipe);
  if (!world) expect_clear(world.error());
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  return fuzz::mutate(words(), data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_biomes(text);
  read_plants(text);
  read_names(text);
  read_things(text);
  read_voxels(text);
  return 0;
}
