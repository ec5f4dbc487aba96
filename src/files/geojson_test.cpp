#include <craton/files/geojson.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "files/test_folder.h"
#include "files/test_world.h"

namespace craton::files {
namespace {

using nlohmann::json;

json parsed(const World& world, const GeoJsonOptions& options = {}) {
  const Result<std::string> text = geojson_text(world, options);
  EXPECT_TRUE(text) << text.error().to_string();
  json found = text ? json::parse(*text, nullptr, false) : json();
  EXPECT_FALSE(found.is_discarded()) << "this is no JSON";
  return found;
}

/// A world of land with a round sea at its middle, a lake with an island, a river and a spring.
World watery_world() {
  World world = bare_world(test_recipe("map", small_torus, 18446744073709551615U));
  Layer& height = *world.surface.layer("height");
  for (std::size_t i = 0; i < height.size(); ++i) {
    const double x = static_cast<double>(i % 40) - 20, y = static_cast<double>(i / 40) - 15;
    height.numbers()[i] = static_cast<float>(x * x + y * y - 36);
  }
  const ObjectColumn::Path shore{{0, 0, 7}, {0, 900, 7}, {900, 900, 7}, {900, 0, 7}, {0, 0, 7}};
  const ObjectColumn::Path island{{300, 300, 7}, {600, 300, 7}, {600, 600, 7}, {300, 300, 7}};
  EXPECT_TRUE(world.surface.set_objects({"lakes",
                                         "",
                                         {{"area", "m2", "", std::vector<double>{810000, 0.1}},
                                          {"shore", "m", "", std::vector<ObjectColumn::Path>{shore, {}}},
                                          {"islands", "m", "", std::vector<ObjectColumn::Path>{island, {}}}}}));
  EXPECT_TRUE(world.surface.set_objects(
      {"rivers",
       "",
       {{"length", "m", "", std::vector<double>{std::nan("")}},
        {"joins", "", "", std::vector<std::int64_t>{-1}},
        {"label", "", "", std::vector<std::string>{"\"Ålv\"\n\xff"}},
        {"source", "m", "", std::vector<Vec3d>{{1, 2, 3}}},
        {"path", "m", "", std::vector<ObjectColumn::Path>{{{1, 2, 3}, {1.00049, 20.5, 2}, {4000.125, -7, 0.1}}}},
        {"cells", "", "", std::vector<ObjectColumn::Cells>{{1, 2}}}}}));
  EXPECT_TRUE(world.surface.set_objects(
      {"springs",
       "",
       {{"flow", "m/year", "", std::vector<Vec3d>{{0.5, -1, 0}}}, {"at", "m", "", std::vector<Vec3d>{{5, 6, 7}}}}}));
  EXPECT_TRUE(world.surface.set_objects({"kinds", "", {{"name", "", "", std::vector<std::string>{"no place"}}}}));
  return world;
}

std::vector<json> features_of(const json& all, const std::string& table) {
  std::vector<json> found;
  for (const json& feature : all["features"])
    if (feature["properties"]["table"] == table) found.push_back(feature);
  return found;
}

TEST(GeoJson, WhatHasAShoreIsAnAreaEvenWhereItHasALineToo) {
  World world = watery_world();
  const ObjectColumn::Path shore{{0, 0, 7}, {0, 90, 7}, {90, 90, 7}, {0, 0, 7}}, line{{0, 0, 7}, {90, 90, 7}};
  EXPECT_TRUE(world.surface.set_objects(
      {"oxbows",
       "",
       {{"path", "m", "", std::vector<ObjectColumn::Path>{line}}, {"shore", "m", "", std::vector<ObjectColumn::Path>{shore}}}}));
  const std::vector<json> oxbows = features_of(parsed(world, {.objects = {"oxbows"}}), "oxbows");
  ASSERT_EQ(oxbows.size(), 1U);
  EXPECT_EQ(oxbows[0]["geometry"]["type"], "Polygon");
}

TEST(GeoJson, HasAllObjectsWithTheirAttributes) {
  const json all = parsed(watery_world());
  EXPECT_EQ(all["type"], "FeatureCollection");
  EXPECT_EQ(all["craton"]["seed"], "18446744073709551615");
  EXPECT_EQ(all["craton"]["period"], json({4000, 3000}));
  EXPECT_EQ(all["units"]["lakes"]["area"], "m2");
  EXPECT_TRUE(all.contains("crs"));
  const std::vector<json> rivers = features_of(all, "rivers"), lakes = features_of(all, "lakes");
  ASSERT_EQ(rivers.size(), 1U);
  EXPECT_EQ(rivers[0]["id"], "rivers/0");
  EXPECT_EQ(rivers[0]["properties"], json::parse(R"({"table": "rivers", "row": 0, "length": null, "joins": -1,
                                                     "label": "\"Ålv\"\n\ufffd", "source": [1, -2, 3]})"));
  EXPECT_EQ(rivers[0]["geometry"],
            json::parse(R"({"type": "LineString", "coordinates": [[1, -2, 3], [1, -20.5, 2], [4000.125, 7, 0.1]]})"));
  ASSERT_EQ(lakes.size(), 2U);
  EXPECT_EQ(lakes[0]["properties"]["area"], 810000);
  EXPECT_EQ(lakes[0]["geometry"],
            json::parse(R"({"type": "Polygon", "coordinates": [[[0, 0, 7], [0, -900, 7], [900, -900, 7], [900, 0, 7], [0, 0, 7]],
                            [[300, -300, 7], [600, -300, 7], [600, -600, 7], [300, -300, 7]]]})"));
  EXPECT_TRUE(lakes[1]["geometry"].is_null());
  ASSERT_EQ(features_of(all, "springs").size(), 1U);
  EXPECT_EQ(features_of(all, "springs")[0]["properties"]["flow"], json({0.5, -1, 0}));  // a vector and no place
  EXPECT_EQ(features_of(all, "springs")[0]["geometry"], json::parse(R"({"type": "Point", "coordinates": [5, -6, 7]})"));
  EXPECT_TRUE(features_of(all, "kinds").empty());
}

TEST(GeoJson, NamedPlacesAreLinesOrPoints) {
  World world = watery_world();
  ASSERT_TRUE(world.surface.set_objects(
      {"places",
       "",
       {{"name", "", "", std::vector<std::string>{"Long Sea", "Lone Peak"}},
        {"place", "m", "", std::vector<Vec3d>{{500, 500, 0}, {700, 700, 12}}},
        {"line", "m", "", std::vector<ObjectColumn::Path>{{{0, 500, 0}, {500, 500, 0}, {900, 600, 0}}, {}}},
        {"table", "", "", std::vector<std::string>{"regions", "landmarks"}},
        {"row", "", "", std::vector<std::int64_t>{4, 9}}}}));
  const std::vector<json> places = features_of(parsed(world), "places");
  ASSERT_EQ(places.size(), 2U);
  EXPECT_EQ(places[0]["geometry"]["type"], "LineString");
  EXPECT_EQ(places[0]["geometry"]["coordinates"].size(), 3U);
  EXPECT_EQ(places[0]["properties"]["place"][0], 500);
  EXPECT_EQ(places[1]["geometry"]["type"], "Point");
  EXPECT_EQ(places[1]["properties"]["row"], 1) << "its own";
  EXPECT_EQ(places[1]["properties"]["source_row"], 9);
  EXPECT_EQ(places[1]["properties"]["source_table"], "landmarks");
}

TEST(GeoJson, WhatIsNamedHasItsName) {
  World world = watery_world();
  const ObjectTable* lakes = world.surface.objects("lakes");
  ASSERT_TRUE(lakes && lakes->rows() > 0);
  const auto row = static_cast<std::int64_t>(lakes->rows()) - 1;
  ASSERT_TRUE(world.surface.set_objects({"places",
                                         "",
                                         {{"name", "", "", std::vector<std::string>{"Grey Otter Lake"}},
                                          {"place", "m", "", std::vector<Vec3d>{{500, 500, 0}}},
                                          {"table", "", "", std::vector<std::string>{"lakes"}},
                                          {"row", "", "", std::vector<std::int64_t>{row}}}}));
  const std::vector<json> features = features_of(parsed(world), "lakes");
  for (const json& lake : features)
    EXPECT_EQ(lake["properties"].contains("name"), lake["properties"]["row"] == row) << lake["properties"];
  EXPECT_EQ(features.back()["properties"]["name"], "Grey Otter Lake");
}

/// The area of a feature's polygons, by the shoelace formula; holes run the other way.
double area_drawn(const json& geometry) {
  double sum = 0;
  const auto add = [&](const json& polygon) {
    for (const json& ring : polygon)
      for (std::size_t i = 0; i + 1 < ring.size(); ++i)
        sum += 0.5 * (ring[i][0].get<double>() * ring[i + 1][1].get<double>() -
                      ring[i + 1][0].get<double>() * ring[i][1].get<double>());
  };
  if (geometry["type"] == "Polygon") add(geometry["coordinates"]);
  if (geometry["type"] == "MultiPolygon")
    for (const json& polygon : geometry["coordinates"]) add(polygon);
  return sum;
}

TEST(GeoJson, RegionsAreAreas) {
  World world = watery_world();
  Layer& region = **world.surface.add_layer({.name = "region", .type = LayerType::integer});
  const std::span<const float> heights = world.surface.layer("height")->numbers();
  for (std::size_t i = 0; i < heights.size(); ++i) region.integers()[i] = heights[i] >= 0 ? 1 : 2;
  ASSERT_TRUE(world.surface.set_objects({"regions",
                                         "",
                                         {{"kind", "", "", std::vector<std::string>{"continent", "sea", "range"}},
                                          {"place", "m", "", std::vector<Vec3d>{{0, 0, 0}, {2000, 1500, 0}, {5, 5, 0}}},
                                          {"line", "m", "", std::vector<ObjectColumn::Path>(3)}}}));
  const std::vector<json> found = features_of(parsed(world, {.objects = {"regions"}}), "regions");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[2]["geometry"]["type"], "Point") << "ranges overlap lands: no cell belongs to them";
  EXPECT_NEAR(area_drawn(found[1]["geometry"]), 3.14159 * 600 * 600, 60000);
  EXPECT_NEAR(area_drawn(found[0]["geometry"]), 4000.0 * 3000 - 3.14159 * 600 * 600, 60000);
}

TEST(GeoJson, ClassesAreAreasThatHangTogether) {
  World world = watery_world();
  Layer& biome =
      **world.surface.add_layer({.name = "biome", .type = LayerType::category, .categories = {"sea", "tundra", "taiga"}});
  const std::span<const float> heights = world.surface.layer("height")->numbers();
  for (std::size_t i = 0; i < heights.size(); ++i) biome.categories()[i] = heights[i] < 0 ? 0 : i % 40 < 20 ? 1 : 2;
  // A piece of taiga within the tundra.
  for (const std::size_t i : {2, 3, 42, 43}) biome.categories()[i + 200] = 2;
  const std::vector<json> found = features_of(parsed(world, {.objects = {"biome"}}), "biome");
  std::map<std::string, std::vector<double>> areas;
  double drawn = 0;
  for (const json& each : found) {
    const double area = area_drawn(each["geometry"]);
    drawn += area;
    EXPECT_NEAR(area, each["properties"]["area"].get<double>(), 0.06 * each["properties"]["area"].get<double>() + 6000)
        << each["properties"];
    areas[each["properties"]["biome"]].push_back(each["properties"]["area"]);
  }
  EXPECT_EQ(areas["sea"].size(), 1U);
  EXPECT_EQ(areas["tundra"].size(), 1U);
  EXPECT_EQ(areas["taiga"].size(), 2U);
  EXPECT_NEAR(drawn, 4000.0 * 3000, 0.02 * 4000 * 3000);
  const Result<std::string> wrong = geojson_text(world, {.objects = {"biomes"}});
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("did you mean \"biome\"?"), std::string::npos) << wrong.error().message;
}

TEST(GeoJson, DrawsTheCoast) {
  const std::vector<json> coast = features_of(parsed(watery_world(), {.objects = {"coast"}}), "coast");
  ASSERT_EQ(coast.size(), 1U);
  EXPECT_EQ(coast[0]["properties"]["inside"], "sea");
  EXPECT_NEAR(coast[0]["properties"]["length"].get<double>(), 2 * 3.14159 * 600, 200);
  const json& line = coast[0]["geometry"]["coordinates"];
  EXPECT_EQ(line.front(), line.back());
  for (const json& at : line) EXPECT_NEAR(std::hypot(at[0].get<double>() - 2000, at[1].get<double>() + 1500), 600, 75);
}

TEST(GeoJson, OfPlanetsIsInDegrees) {
  World world = bare_world(test_recipe("planet", small_sphere));
  Layer& height = *world.surface.layer("height");
  const auto& sphere = std::get<CubeSphere>(world.surface.domain());
  for (Cell cell = 0; cell < height.size(); ++cell)
    height.numbers()[cell] = static_cast<float>(sphere.lat_lon(cell).latitude - 30);
  const json all = parsed(world);
  EXPECT_FALSE(all.contains("crs"));
  EXPECT_EQ(all["craton"]["radius"], 1000000);
  const std::vector<json> coast = features_of(all, "coast");
  ASSERT_GE(coast.size(), 1U);
  for (const json& line : coast) {
    ASSERT_EQ(line["geometry"]["type"], "MultiLineString");
    for (const json& part : line["geometry"]["coordinates"])
      for (const json& at : part) {
        EXPECT_NEAR(at[1].get<double>(), 30, 10);
        EXPECT_NEAR(at[2].get<double>(), 0, 1e-3);
      }
  }
}

TEST(GeoJson, RefusesWhatThereIsNot) {
  const World world = watery_world();
  const Result<std::string> found = geojson_text(world, {.objects = {"river"}});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().path, "objects");
  EXPECT_NE(found.error().message.find("did you mean \"rivers\""), std::string::npos);
  EXPECT_FALSE(geojson_text(world, {.objects = {"kinds"}}));
  EXPECT_FALSE(geojson_text(world, {.objects = {"coast"}, .heights = "depth"}));
  EXPECT_TRUE(features_of(parsed(world, {.heights = "depth"}), "coast").empty());
}

TEST(GeoJson, IsWrittenWholeOrNotAtAll) {
  const TestFolder folder;
  const World world = watery_world();
  const std::string path = folder.path("w.geojson");
  ASSERT_TRUE(write_geojson(path, world));
  EXPECT_EQ(content_of(path), *geojson_text(world));
  ASSERT_FALSE(write_geojson(path, world, {.objects = {"none"}}));
  EXPECT_EQ(content_of(path), *geojson_text(world));
  EXPECT_EQ(folder.entries(), 1U);
}

}  // namespace
}  // namespace craton::files
