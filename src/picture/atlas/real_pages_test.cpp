// Pages of worlds that were really made: no two names overlap, none leaves the map, and there are as many as a reader expects.
#include <craton/picture/atlas.h>

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/map.h>

#include "picture/atlas/box_corners_test.h"
#include "repository.h"

namespace craton {
namespace {

World world_of(const std::string& name, std::uint64_t seed, GridSize size) {
  std::ifstream stream(repository_folder() + "/recipes/" + name + ".json");
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Result<Recipe> recipe = recipe_from_json(text, all_terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  recipe->seed = seed;
  EXPECT_TRUE(resize_map(*recipe, size));
  Result<World> world = make_world(*recipe, all_terms(), {});
  EXPECT_TRUE(world) << world.error().to_string();
  return *std::move(world);
}

/// Lines of upright text in a label: a box each, and one for its sign.
std::size_t overlaps_on(const AtlasPage& page) {
  std::size_t overlaps = 0;
  const std::vector<AtlasLabel>& labels = page.labels();
  for (std::size_t i = 0; i < labels.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      for (const auto& box : labels[i].boxes)
        for (const auto& other : labels[k].boxes)
          if (!atlas::parted(box, other)) {
            ADD_FAILURE() << labels[i].name << " over " << labels[k].name;
            ++overlaps;
          }
  return overlaps;
}

std::size_t outside(const AtlasPage& page) {
  const std::array<std::uint32_t, 4> map = page.map();
  std::size_t count = 0;
  for (const AtlasLabel& label : page.labels())
    for (const auto& box : label.boxes)
      for (const AtlasLabel::Corner& corner : box)
        if (corner.x < map[0] || corner.x > map[0] + map[2] || corner.y < map[1] || corner.y > map[1] + map[3]) ++count;
  return count;
}

TEST(Pages, OfRealWorldsHaveNamesThatDoNotOverlap) {
  const std::uint64_t seeds = std::getenv("CRATON_FULL") ? 30 : 3;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    for (const char* recipe : {"map", "erstu"}) {
      if (seed > 1 && seeds < 10 && std::string(recipe) == "erstu") continue;
      const World world = world_of(recipe, seed, std::string(recipe) == "map" ? GridSize{256, 128} : GridSize{128, 128});
      for (const AtlasStyle style : {AtlasStyle::atlas, AtlasStyle::parchment}) {
        SCOPED_TRACE(std::string(recipe) + " " + std::to_string(seed));
        const Result<AtlasPage> page = atlas_page(world.surface, {.style = style, .size = {1200, 640}, .title = "World"});
        ASSERT_TRUE(page) << page.error().to_string();
        EXPECT_GT(page->labels().size(), 25U);
        EXPECT_EQ(overlaps_on(*page), 0U);
        EXPECT_EQ(outside(*page), 0U);
      }
    }
}

}  // namespace
}  // namespace craton
