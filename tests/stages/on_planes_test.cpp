// Stages that need to know where all water comes from: refused on an endless plane, unless a tile is to stand alone. Then they do
// what they do on a map with borders.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include <craton/recipe/make.h>
#include <craton/worlds/kinds.h>

namespace craton {
namespace {

Result<World> made(const std::string& world, const std::string& domain, const std::string& more) {
  const RecipeTerms terms = all_terms();
  const std::string noise =
      R"({"stage": "noise", "scale": 300, "noise": {"kind": "fbm", "source": {"kind": "perlin", "frequency": 0.004}}})";
  const Result<Recipe> recipe =
      recipe_from_json(R"({"craton": 1, "world": ")" + world + R"(", "seed": 3, "domain": {)" + domain +
                           R"(, "width": 80, "height": 60, "step": 10}, "stages": [)" + noise + ", {" + more + "}]}",
                       terms);
  if (!recipe) return recipe.error();
  return make_world(*recipe, terms, {});
}

class OnPlanes : public ::testing::TestWithParam<std::string> {};

TEST_P(OnPlanes, IsRefusedOrTakesTheTileForAMapWithBorders) {
  const std::string stage = R"("stage": ")" + GetParam() + R"(")", alone = stage + R"(, "on_planes": "tile_alone")";
  const Result<World> refused = made("terrain", R"("kind": "plane")", stage);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().path, "/stages/1");
  EXPECT_NE(refused.error().message.find("on_planes = tile_alone"), std::string::npos) << refused.error().message;

  const Result<World> tile = made("terrain", R"("kind": "plane")", alone);
  const Result<World> map = made("map", R"("kind": "torus", "wrap": "none")", stage);
  ASSERT_TRUE(tile) << tile.error().to_string();
  ASSERT_TRUE(map) << map.error().to_string();
  ASSERT_EQ(tile->surface.layers().size(), map->surface.layers().size());
  for (const auto& layer : map->surface.layers())
    EXPECT_TRUE(std::ranges::equal(layer->bytes(), tile->surface.layer(layer->name())->bytes())) << layer->name();
}

/// Stages before need a margin; what rivers are found on is the tile, so that their cells are cells of the world.
TEST(ObjectsOnPlanes, NameCellsOfTheTile) {
  const std::string alone = R"("on_planes": "tile_alone")";
  const Result<World> tile = made("terrain", R"("kind": "plane")",
                                  R"("stage": "smooth", "radius": 12}, {"stage": "lakes", "least_area": 1000, )" + alone +
                                      R"(}, {"stage": "rivers", "least_discharge": 500, "least_length": 20, )" + alone +
                                      R"(}, {"stage": "moisture", "distance": 40)");
  ASSERT_TRUE(tile) << tile.error().to_string();
  ASSERT_EQ(tile->surface.cell_count(), 80U * 60U);
  const ObjectTable* rivers = tile->surface.objects("rivers");
  const auto& cells = std::get<std::vector<ObjectColumn::Cells>>(rivers->column("cells")->values);
  const std::span<const std::int32_t> river = tile->surface.layer("river")->integers();
  ASSERT_GT(cells.size(), 2U);
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t k = 0; k + 1 < cells[i].size(); ++k) {
      ASSERT_LT(cells[i][k], tile->surface.cell_count());
      EXPECT_EQ(river[cells[i][k]], static_cast<std::int32_t>(i + 1));
    }
}

INSTANTIATE_TEST_SUITE_P(Water, OnPlanes, ::testing::Values("fill_depressions", "route_flow", "stream_power", "glacial_erosion"));
INSTANTIATE_TEST_SUITE_P(Places, OnPlanes, ::testing::Values("geography", "landmarks", "names"));

}  // namespace
}  // namespace craton
