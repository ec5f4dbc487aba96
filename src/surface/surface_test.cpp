#include <craton/surface/surface.h>

#include <gtest/gtest.h>

#include <vector>

#include <craton/surface/field.h>

namespace craton {
namespace {

Surface torus_surface() { return Surface(*Torus::make({.width = 8, .height = 6})); }

TEST(Surface, LayersByName) {
  Surface surface = torus_surface();
  const Result<Layer*> height = surface.add_layer({.name = "height", .unit = "m", .doc = "Above the sea."});
  ASSERT_TRUE(height);
  EXPECT_EQ((*height)->size(), 48u);
  EXPECT_EQ(surface.layer("height"), *height);
  EXPECT_EQ(surface.layer("depth"), nullptr);
  ASSERT_TRUE(surface.add_layer({.name = "biome", .type = LayerType::category, .categories = {"sea", "land"}}));
  ASSERT_TRUE(surface.add_layer({.name = "age"}));
  EXPECT_EQ(surface.layers()[1]->name(), "biome") << "in the order in which they came";
  EXPECT_TRUE(surface.remove_layer("biome"));
  EXPECT_FALSE(surface.remove_layer("biome"));
  EXPECT_EQ(surface.layers().size(), 2u);
  EXPECT_EQ(surface.layer("height"), *height) << "pointers stay";
}

TEST(Surface, BadLayersAreRefused) {
  Surface surface = torus_surface();
  ASSERT_TRUE(surface.add_layer({.name = "height"}));
  EXPECT_EQ(surface.add_layer({.name = "height"}).error().path, "height");
  EXPECT_EQ(surface.add_layer({.name = "He"}).error().path, "layer");
  EXPECT_FALSE(surface.add_layer({.name = "b", .type = LayerType::category, .categories = std::vector<std::string>(257, "x")}));
  EXPECT_EQ(surface.layers().size(), 1u);
}

TEST(Surface, EnsuredLayersKeepTheirValues) {
  Surface surface = torus_surface();
  Layer* layer = *surface.ensure_layer({.name = "height", .unit = "m", .doc = "Old."});
  layer->numbers()[3] = 5;
  EXPECT_EQ(*surface.ensure_layer({.name = "height"}), layer);
  EXPECT_EQ(layer->info().unit, "m");
  EXPECT_EQ(layer->info().doc, "Old.");
  EXPECT_EQ(*surface.ensure_layer({.name = "height", .unit = "km", .doc = "New."}), layer);
  EXPECT_EQ(layer->info().unit, "km");
  EXPECT_EQ(layer->info().doc, "New.");
  EXPECT_EQ(layer->numbers()[3], 5);
  const Result<Layer*> wrong = surface.ensure_layer({.name = "height", .type = LayerType::integer});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message, "layer \"height\" is one of numbers, allowed one of integers");
}

TEST(Surface, MissingLayersAreNamedWithTheNearest) {
  Surface surface = torus_surface();
  EXPECT_EQ(surface.need_layer("height", LayerType::number, "/stages/0/input").error().message,
            "there is no layer \"height\"; there is none yet");
  ASSERT_TRUE(surface.add_layer({.name = "height"}));
  ASSERT_TRUE(surface.add_layer({.name = "biome", .type = LayerType::category}));
  EXPECT_TRUE(surface.need_layer("height", LayerType::number, ""));
  const Error error = surface.need_layer("heigth", LayerType::number, "/stages/0/input").error();
  EXPECT_EQ(error.code, ErrorCode::unknown_name);
  EXPECT_EQ(error.to_string(),
            "/stages/0/input: there is no layer \"heigth\"; there are height | biome; did you mean \"height\"?");
  EXPECT_EQ(surface.need_layer("biome", LayerType::number, "p").error().code, ErrorCode::invalid_value);
}

TEST(Surface, ObjectsAreReplacedByName) {
  Surface surface = torus_surface();
  EXPECT_EQ(surface.objects("rivers"), nullptr);
  ASSERT_TRUE(surface.set_objects({"rivers", "Rivers.", {{"length", "m", "", std::vector<double>{1, 2}}}}));
  ASSERT_TRUE(surface.set_objects({"lakes", "Lakes.", {}}));
  ASSERT_TRUE(surface.set_objects({"rivers", "Rivers.", {{"length", "m", "", std::vector<double>{1, 2, 3}}}}));
  ASSERT_EQ(surface.objects().size(), 2u);
  EXPECT_EQ(surface.objects("rivers")->rows(), 3u);
  EXPECT_FALSE(surface.set_objects({"Rivers!", "", {}}));
  EXPECT_EQ(surface.objects().size(), 2u);
}

TEST(Surface, DroppingTheHaloKeepsTheInside) {
  for (LayerType type : {LayerType::number, LayerType::integer, LayerType::category}) {
    Surface surface(*PlaneTile::make({.x = 12, .width = 13, .height = 9}, 4));
    Layer& layer = **surface.add_layer({.name = "l", .type = type});
    const auto with_halo = std::get<PlaneTile>(surface.domain());
    const auto set = [&](Cell cell, int value) {
      if (type == LayerType::number) layer.numbers()[cell] = static_cast<float>(value);
      if (type == LayerType::integer) layer.integers()[cell] = value;
      if (type == LayerType::category) layer.categories()[cell] = static_cast<std::uint8_t>(value);
    };
    for (Cell cell = 0; cell < surface.cell_count(); ++cell) set(cell, 255);
    for (std::uint32_t row = 0; row < 9; ++row)
      for (std::uint32_t column = 0; column < 13; ++column) set(with_halo.cell(column, row), static_cast<int>(row * 13 + column));
    surface.drop_halo();
    const auto& tile = std::get<PlaneTile>(surface.domain());
    EXPECT_EQ(tile.halo(), 0u);
    EXPECT_EQ(tile.origin().x, with_halo.origin().x);
    ASSERT_EQ(layer.size(), 117u);
    ASSERT_EQ(layer.bytes().size(), 117 * bytes_per_cell(type));
    for (Cell cell = 0; cell < 117; ++cell) ASSERT_EQ(layer.value(cell), cell);
    surface.drop_halo();
    EXPECT_EQ(layer.size(), 117u) << "nothing left to drop";
  }
}

TEST(Surface, DroppingTheHaloOfOthersDoesNothing) {
  Surface surface = torus_surface();
  ASSERT_TRUE(surface.add_layer({.name = "l"}));
  surface.drop_halo();
  EXPECT_EQ(surface.layer("l")->size(), 48u);
}

TEST(Field, IsANumberOrALayer) {
  const Field number(2.5);
  EXPECT_FALSE(number.varies());
  EXPECT_EQ(number[7], 2.5f);
  EXPECT_EQ(number.constant(), 2.5);
  const std::vector<float> values{1, 2, 3};
  const Field layer{std::span<const float>(values)};
  EXPECT_TRUE(layer.varies());
  EXPECT_EQ(layer[2], 3);
}

}  // namespace
}  // namespace craton
