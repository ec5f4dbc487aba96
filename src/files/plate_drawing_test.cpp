// Plates there and back: what `craton show --objects plates` writes, pictures and layers, drawn by the stage `imported_plates`.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include <craton/base/math.h>
#include <craton/files/folder.h>
#include <craton/files/geojson.h>
#include <craton/files/png.h>
#include <craton/files/text_file.h>
#include <craton/recipe/make.h>
#include <craton/recipe/table_json.h>
#include <craton/worlds/kinds.h>

#include "files/test_folder.h"

namespace craton::files {
namespace {

constexpr const char* grown =
    R"({"stage": "grown_plates", "id": "plates", "plates": 30}, {"stage": "plate_heights", "id": "heights"})";

std::string recipe_text(const std::string& stages, const std::string& domain = R"("sphere", "resolution": 24, "jitter": 1)") {
  const std::string world = domain.starts_with("\"sphere") ? "planet" : "map";
  return R"({"craton": 1, "name": "drawn", "seed": 3, "world": ")" + world + R"(", "domain": {"kind": )" + domain +
         R"(}, "stages": [)" + stages + "]}";
}

Result<World> made(const std::string& text, const std::string& folder = "") {
  const RecipeTerms terms = all_terms();
  Result<Recipe> recipe = recipe_from_json(text, terms);
  if (!recipe) return recipe.error();
  const std::unique_ptr<AssetSource> assets = assets_in_folder(folder);
  MakeOptions options;
  options.assets = assets.get();
  return make_world(*recipe, terms, options);
}

void write(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

template <class Value>
const std::vector<Value>& of_plates(const World& world, std::string_view column) {
  return *world.surface.objects("plates")->values<Value>(column);
}

TEST(PlateDrawing, GeoJsonOfPlatesGivesTheSamePlatesAgain) {
  const Result<World> world = made(recipe_text(grown));
  ASSERT_TRUE(world) << world.error().to_string();
  const TestFolder folder;
  ASSERT_TRUE(write_geojson(folder.path("plates.geojson"), *world, {.objects = {"plates"}}));
  const Result<World> again = made(recipe_text(R"({"stage": "imported_plates", "id": "plates", "file": "plates.geojson"},
                                                  {"stage": "plate_heights", "id": "heights"})"),
                                   folder.path(""));
  ASSERT_TRUE(again) << again.error().to_string();
  const auto before = world->surface.layer("plate")->integers(), after = again->surface.layer("plate")->integers();
  EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin(), after.end()));
  const auto heights = world->surface.layer("height")->numbers(), given = again->surface.layer("height")->numbers();
  for (std::size_t c = 0; c < heights.size(); ++c) ASSERT_NEAR(heights[c], given[c], 1e-3);
  for (std::size_t p = 0; p < 30; ++p) {
    const Vec3d &a = of_plates<Vec3d>(*world, "motion")[p], &b = of_plates<Vec3d>(*again, "motion")[p];
    EXPECT_NEAR(a.x, b.x, 1e-9);
    EXPECT_NEAR(a.y, b.y, 1e-9);
    EXPECT_NEAR(a.z, b.z, 1e-9);
  }
}

TEST(PlateDrawing, GeoJsonOfMapsComesBackToo) {
  const std::string map = R"("torus", "width": 48, "height": 30, "step": 20000)";
  const Result<World> world = made(recipe_text(grown, map));
  ASSERT_TRUE(world) << world.error().to_string();
  const TestFolder folder;
  ASSERT_TRUE(write_geojson(folder.path("plates.geojson"), *world, {.objects = {"plates"}}));
  const Result<World> again =
      made(recipe_text(R"({"stage": "imported_plates", "id": "plates", "file": "plates.geojson"})", map), folder.path(""));
  ASSERT_TRUE(again) << again.error().to_string();
  const auto before = world->surface.layer("plate")->integers(), after = again->surface.layer("plate")->integers();
  EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin(), after.end()));
}

TEST(PlateDrawing, RegionsWithTheNumberOfTheirPlateAreReadToo) {
  const Result<World> world = made(recipe_text(grown));
  ASSERT_TRUE(world);
  const TestFolder folder;
  ASSERT_TRUE(write_geojson(folder.path("cells.geojson"), *world, {.objects = {"cells"}}));
  const Result<World> again =
      made(recipe_text(R"({"stage": "imported_plates", "id": "plates", "file": "cells.geojson"})"), folder.path(""));
  ASSERT_TRUE(again) << again.error().to_string();
  const auto before = world->surface.layer("plate")->integers(), after = again->surface.layer("plate")->integers();
  // Numbers go by who comes first among the regions.
  std::vector<std::int32_t> number(31, 0);
  for (std::size_t c = 0; c < before.size(); ++c) {
    std::int32_t& known = number[static_cast<std::size_t>(before[c])];
    if (known == 0) known = after[c];
    EXPECT_EQ(known, after[c]) << c;
  }
}

TEST(PlateDrawing, PicturesHaveAPlateAColourAndGapsAreFilled) {
  const TestFolder folder;
  // West red, east blue, a transparent band between them around longitude 0.
  Rgba8Image picture(72, 36);
  for (std::uint32_t y = 0; y < 36; ++y)
    for (std::uint32_t x = 0; x < 72; ++x)
      picture.at(x, y) = x < 30 ? Rgba8{255, 0, 0, 255} : x < 42 ? Rgba8{9, 9, 9, 0} : Rgba8{0, 0, 255, 255};
  ASSERT_TRUE(write_png(folder.path("plates.png"), picture));
  write(folder.path("arrows.json"), R"({"arrows": [{"at": [90, 0], "east": -1, "north": 0}, {"at": [-90, 45], "north": 0.5}]})");
  const Result<World> world =
      made(recipe_text(R"({"stage": "imported_plates", "id": "plates", "file": "plates.png", "arrows": "arrows.json"})"),
           folder.path(""));
  ASSERT_TRUE(world) << world.error().to_string();
  const auto& sphere = std::get<CubeSphere>(world->surface.domain());
  const auto plate = world->surface.layer("plate")->integers();
  for (Cell c = 0; c < plate.size(); ++c) {
    const double east = sphere.lat_lon(c).longitude;
    ASSERT_TRUE(plate[c] == 1 || plate[c] == 2);  // blue is the darker by red, then green, then blue
    if (east < -30) { EXPECT_EQ(plate[c], 2) << east; }
    if (east >= 30) { EXPECT_EQ(plate[c], 1) << east; }
  }
  // The blue one moves west at the equator: towards +x at longitude 90, wherever its middle is.
  const Vec3d blue = of_plates<Vec3d>(*world, "motion")[0], red = of_plates<Vec3d>(*world, "motion")[1];
  EXPECT_NEAR(std::sqrt(blue.x * blue.x + blue.y * blue.y + blue.z * blue.z), 1, 1e-9);
  EXPECT_GT(blue.x, 0.99);
  EXPECT_NEAR(std::sqrt(red.x * red.x + red.y * red.y + red.z * red.z), 0.5, 1e-9);
}

TEST(PlateDrawing, LayersOfWholeNumbersAreTaken) {
  const Result<World> world = made(recipe_text(R"({"stage": "grown_plates", "id": "older", "plate": "older", "plates": 7},
      {"stage": "mix", "id": "copy", "a": 5, "share": 0, "layer": "painted"},
      {"stage": "imported_plates", "id": "plates", "layer": "painted"})"));
  ASSERT_TRUE(world) << world.error().to_string();
  const auto plate = world->surface.layer("plate")->integers();
  EXPECT_TRUE(std::all_of(plate.begin(), plate.end(), [](std::int32_t number) { return number == 1; }));
}

TEST(PlateDrawing, WrongDrawingsAreRefusedWithTheirPlace) {
  const auto error_of = [](const std::string& text) { return plate_drawing_from_json(text).error().to_string(); };
  EXPECT_NE(error_of("[]").find("GeoJSON"), std::string::npos);
  EXPECT_NE(error_of("{}").find("features"), std::string::npos);
  EXPECT_NE(error_of(R"({"features": [{"geometry": {"type": "Polygon", "coordinates": [[[0, 0], [1, "x"], [2, 2], [0, 0]]]}}]})")
                .find("/features/0/geometry/coordinates/0/1/1"),
            std::string::npos);
  EXPECT_NE(error_of(R"({"arrows": [{"at": [0, 0], "east": 1e9}]})").find("/arrows/0/east"), std::string::npos);
  EXPECT_NE(error_of(R"({"arrows": [{"east": 1}]})").find("/arrows/0/at"), std::string::npos);
  EXPECT_NE(error_of(R"({"arrows": [{"at": [0, 0], "eats": 1}]})").find("eats"), std::string::npos);

  const TestFolder folder;
  write(folder.path("tiny.geojson"), R"({"features": [{"geometry": {"type": "Polygon",
      "coordinates": [[[0, 0], [1e-5, 0], [1e-5, 1e-5], [0, 0]]]}}]})");
  const auto refused = [&](const std::string& params) {
    return made(recipe_text(R"({"stage": "imported_plates", "id": "plates")" + params + "}"), folder.path(""))
        .error()
        .to_string();
  };
  EXPECT_NE(refused(R"(, "file": "tiny.geojson")").find("plate 1"), std::string::npos);
  EXPECT_NE(refused(R"(, "file": "none.geojson")").find("/stages/0/file"), std::string::npos);
  EXPECT_NE(refused("").find("missing"), std::string::npos);
  Rgb8Image many(64, 32);
  for (std::uint32_t i = 0; i < 64 * 32; ++i)
    many.pixels[i] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i >> 8), 0};
  ASSERT_TRUE(write_png(folder.path("many.png"), many));
  EXPECT_NE(refused(R"(, "file": "many.png")").find("500 colours"), std::string::npos);
  ASSERT_TRUE(write_png(folder.path("square.png"), Rgb8Image(32, 32)));
  EXPECT_NE(refused(R"(, "file": "square.png")").find("twice as wide"), std::string::npos);
}

}  // namespace
}  // namespace craton::files
