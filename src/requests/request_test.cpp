#include <craton/requests/request.h>

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include <craton/base/hash.h>
#include <craton/noise/noise.h>
#include <craton/recipe/noise_json.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/terrain.h>
#include <craton/worlds/voxels.h>

namespace craton {
namespace {

using Json = nlohmann::json;

constexpr const char* island =
    R"({"craton": 1, "world": "map", "domain": {"kind": "torus", "width": 64, "height": 32, "step": 100}, "seed": 5,
        "knobs": {"relief": {"value": 0.5, "sets": {"hills.scale": [100, 300]}}},
        "stages": [{"stage": "noise", "id": "hills", "noise": {"kind": "perlin", "frequency": 0.001}},
                   {"stage": "sea_level", "share": 0.6}]})";

Error refused(std::string_view request, const std::string& json) {
  const Result<Answer> answer = ask(request, json);
  EXPECT_FALSE(answer) << request << " " << json;
  return answer ? Error{} : answer.error();
}

Result<Answer> small_map(const Json& more = Json::object()) {
  Json params = {{"recipe", Json::parse(island)}};
  params.update(more);
  return ask("world", params.dump());
}

TEST(Requests, AreDeclaredWhole) {
  std::set<std::string_view> ids;
  for (const RequestInfo& request : all_requests()) {
    EXPECT_TRUE(ids.insert(request.id).second) << request.id;
    EXPECT_FALSE(request.doc.empty());
    EXPECT_FALSE(request.gives.empty());
    std::set<std::string_view> names;
    for (const ParamInfo& param : request.params) {
      EXPECT_TRUE(names.insert(param.name).second) << request.id << " " << param.name;
      EXPECT_TRUE(param.doc.ends_with(".")) << request.id << " " << param.name << ": " << param.doc;
      EXPECT_TRUE(param.check(param.default_value, param.name)) << request.id << " " << param.name << ": its default is refused";
    }
  }
}

TEST(Requests, DeclarationsAsJsonTellAllOfThem) {
  const Json json = Json::parse(requests_json());
  ASSERT_EQ(json["requests"].size(), all_requests().size());
  for (std::size_t i = 0; i < all_requests().size(); ++i) {
    EXPECT_EQ(json["requests"][i]["id"], all_requests()[i].id);
    EXPECT_EQ(json["requests"][i]["params"].size(), all_requests()[i].params.size());
  }
  EXPECT_EQ(json["picture"].size(), picture_params().size());
}

TEST(Requests, ShippedRecipesAreReadAndKnown) {
  std::set<std::pair<std::string_view, std::string_view>> known;
  for (const ShippedRecipe& each : shipped_recipes()) {
    EXPECT_TRUE(known.insert({each.kind, each.name}).second);
    if (each.kind == "noise")
      EXPECT_TRUE(noise_spec_from_json(each.text)) << each.name;
    else if (each.kind == "voxels")
      EXPECT_TRUE(voxel_recipe_from_json(each.text, params_of<VoxelParams>())) << each.name;
    else
      EXPECT_TRUE(recipe_from_json(each.text, all_terms())) << each.name;
  }
  for (const char* name : {"map", "earth", "terrain", "river-land"}) EXPECT_TRUE(known.contains({"world", name})) << name;
}

TEST(Requests, AWorldIsThatOfItsRecipe) {
  const Result<Answer> answer = small_map({{"seed", 9}, {"knobs", {{"relief", 1.0}}}});
  ASSERT_TRUE(answer) << answer.error().to_string();
  Result<Recipe> recipe = recipe_from_json(island, all_terms());
  recipe->seed = 9;
  ASSERT_TRUE(set_in_recipe(*recipe, "knobs.relief=1", all_terms()));
  const Result<World> world = make_world(*recipe, all_terms());
  ASSERT_TRUE(world);
  const AnswerArray* height = answer->array("height");
  ASSERT_NE(height, nullptr);
  EXPECT_EQ(height->layer->hash(), world->surface.layer("height")->hash());
  ASSERT_EQ(height->axes.size(), 2U);
  EXPECT_EQ(height->axes[0].name, "y");
  EXPECT_EQ(height->axes[0].size, 32U);
  EXPECT_EQ(height->axes[1].size, 64U);
  EXPECT_EQ(height->axes[1].step, 100 * units_per_metre);
  EXPECT_EQ(answer->seed(), 9U);
}

TEST(Requests, SeedsAreNumbersOrTexts) {
  const auto hash_of = [](const Json& seed) { return small_map({{"seed", seed}})->array("height")->layer->hash(); };
  EXPECT_EQ(hash_of(16), hash_of("0x10"));
  EXPECT_EQ(hash_of(std::uint64_t{18446744073709551615ULL}), hash_of("0xffffffffffffffff"));
  EXPECT_NE(hash_of("north"), hash_of("south"));
}

TEST(Requests, OnlyLayersThatAreNamedAreKept) {
  const Result<Answer> answer = small_map({{"layers", {"height"}}});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->arrays().size(), 1U);
  EXPECT_EQ(small_map({{"layers", "heigth"}}).error().path, "layers");
}

TEST(Requests, TerrainWindowsAreThoseOfTiles) {
  // A tile beginning 2^40 m to the east: its origin is a whole number of tiles.
  const Result<Answer> answer =
      ask("terrain", R"({"at": [1099511627776, -512], "size": [257, 257], "step": 1, "seed": 7, "layers": "height"})");
  ASSERT_TRUE(answer) << answer.error().to_string();
  std::string_view text;
  for (const ShippedRecipe& each : shipped_recipes())
    if (each.kind == "world" && each.name == "land") text = each.text;
  Result<Recipe> recipe = recipe_from_json(text, all_terms());
  ASSERT_TRUE(recipe);
  recipe->seed = 7;
  recipe->domain.params.set("step", 1.0);
  const Result<Terrain> terrain = Terrain::make(*recipe, all_terms(), {.margin = 0});
  ASSERT_TRUE(terrain);
  Result<TerrainTile> tile = terrain->tile({.level = 0, .x = (std::int64_t{1} << 40) / 256, .y = -2});
  ASSERT_TRUE(tile);
  EXPECT_EQ(answer->arrays().size(), 1U);
  EXPECT_EQ(answer->array("height")->layer->hash(), tile->surface.layer("height")->hash());
  EXPECT_EQ(answer->array("height")->axes[1].origin, (std::int64_t{1} << 40) * units_per_metre);
  EXPECT_FALSE(answer->write("never.craton"));
}

TEST(Requests, VoxelsAreThoseOfChunks) {
  const Result<Answer> answer =
      ask("voxels", R"({"recipe": "seven-biomes", "seed": 11, "at": [100, -5], "radius": 1, "set": {"caves": 0.5}})");
  ASSERT_TRUE(answer) << answer.error().to_string();
  VoxelParams params;
  params.caves = 0.5;
  const Result<VoxelWorld> world = VoxelWorld::make(params, Seed{11});
  const std::span<const std::uint8_t> voxels = answer->array("ground")->layer->categories();
  const auto side = static_cast<std::size_t>(params.chunk_side), width = 3 * side;
  std::size_t plants = 0;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column) {
      const Result<VoxelChunk> chunk = world->chunk({5 + static_cast<std::int64_t>(column), -2 + static_cast<std::int64_t>(row)});
      plants += chunk->plants().size();
      for (std::size_t z = 0; z < 64; ++z)
        for (std::size_t y = 0; y < side; ++y)
          for (std::size_t x = 0; x < side; ++x)
            ASSERT_EQ(voxels[(z * width + row * side + y) * width + column * side + x],
                      chunk->at(static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)));
    }
  EXPECT_EQ(answer->tables()[0].rows(), plants);
  EXPECT_EQ(answer->array("ground")->layer->info().categories[0], "air");
  EXPECT_EQ(answer->array("ground")->axes[2].origin, 5 * 16 * units_per_metre);
}

TEST(Requests, SlopesAreThoseOfHeightsAndTheSameInNeighbours) {
  const Result<Answer> west =
      ask("terrain", R"({"recipe": "terrain", "at": [1099511627776, 40], "size": [33, 20], "step": 8, "slope": true})");
  const Result<Answer> east =
      ask("terrain", R"({"recipe": "terrain", "at": [1099511628032, 40], "size": [33, 20], "step": 8, "slope": true})");
  ASSERT_TRUE(west && east) << west.error().to_string();
  const auto at = [](const Answer& answer, const char* layer, std::size_t x, std::size_t y) {
    return double{answer.array(layer)->layer->numbers()[y * 33 + x]};
  };
  double steepest = 0;
  for (std::size_t y = 1; y < 19; ++y) {
    EXPECT_EQ(at(*west, "slope", 32, y), at(*east, "slope", 0, y));
    for (std::size_t x = 1; x < 32; ++x) {
      const double dx = (at(*west, "height", x + 1, y) - at(*west, "height", x - 1, y)) / 16;
      const double dy = (at(*west, "height", x, y + 1) - at(*west, "height", x, y - 1)) / 16;
      EXPECT_NEAR(at(*west, "slope", x, y), std::atan(std::hypot(dx, dy)) * 180 / 3.14159265358979, 2e-3);
      steepest = std::max(steepest, at(*west, "slope", x, y));
    }
  }
  EXPECT_GT(steepest, 0.1);
  EXPECT_FALSE(ask("terrain", R"({"size": [8, 8]})")->array("slope"));
}

TEST(Requests, ThingsOfNeighboursAreThoseOfBoth) {
  using Rows = std::set<std::tuple<std::string, double, double>>;
  const auto things = [](const char* json) {
    Rows rows;
    const Result<Answer> answer = ask("terrain", json);
    EXPECT_TRUE(answer) << answer.error().to_string();
    if (!answer || answer->tables().back().name != "things") return rows;
    const ObjectTable& table = answer->tables().back();
    const auto& names = *table.values<std::string>("kind");
    const auto& places = *table.values<Vec3d>("place");
    for (std::size_t i = 0; i < names.size(); ++i) rows.insert({names[i], places[i].x, places[i].y});
    EXPECT_NE(answer->geojson("things")->find("\"kind\":\"" + names.at(0)), std::string::npos);
    return rows;
  };
  const Rows west = things(R"({"recipe": "river-land", "at": [7000, 8000], "size": [32, 48], "step": 4, "things": "usual"})");
  const Rows east = things(R"({"recipe": "river-land", "at": [7128, 8000], "size": [32, 48], "step": 4, "things": "usual"})");
  const Rows both = things(R"({"recipe": "river-land", "at": [7000, 8000], "size": [64, 48], "step": 4, "things": "usual"})");
  EXPECT_GT(west.size(), 20U);
  for (const auto& [kind, x, y] : west) EXPECT_TRUE(x >= 7000 && x < 7128 && y >= 8000 && y < 8192) << kind;
  Rows sum = west;
  sum.insert(east.begin(), east.end());
  EXPECT_EQ(sum, both);
  EXPECT_EQ(sum.size(), west.size() + east.size());
  EXPECT_EQ(refused("terrain", R"({"size": [8, 8], "things": "usaul"})").path.substr(0, 6), "things");
  const Result<Answer> bare = ask("terrain", R"({"size": [32, 48], "step": 4})"),
                       with = ask("terrain", R"({"size": [32, 48], "step": 4, "things": "usual"})");
  EXPECT_GE(with->bytes(),
            bare->bytes() + with->tables().back().rows() * (sizeof(Vec3d) + sizeof(std::string) + 2 * sizeof(double)));
  // A few samples may be a whole country: it is refused before anything is made.
  EXPECT_EQ(refused("terrain", R"({"size": [256, 256], "step": 4096, "things": "usual"})").path, "size");
}

TEST(Requests, RiversRunDown) {
  const Result<Answer> answer =
      ask("terrain", R"({"recipe": "river-land", "at": [0, 0], "size": [512, 512], "step": 32, "rivers": true})");
  ASSERT_TRUE(answer) << answer.error().to_string();
  ASSERT_GE(answer->tables().size(), 2U);
  const ObjectTable& rivers = answer->tables()[answer->tables().size() - 2];
  EXPECT_EQ(rivers.name, "rivers");
  ASSERT_GT(rivers.rows(), 3U);
  for (const ObjectColumn::Path& path : *rivers.values<ObjectColumn::Path>("path")) {
    ASSERT_GT(path.size(), 1U);
    EXPECT_GE(path.front().z, path.back().z);
    EXPECT_TRUE(std::any_of(path.begin(), path.end(),
                            [](const Vec3d& p) { return p.x >= 0 && p.x <= 512 * 32 && p.y >= 0 && p.y <= 512 * 32; }));
  }
  EXPECT_NE(answer->geojson("rivers")->find("LineString"), std::string::npos);
  EXPECT_EQ(refused("terrain", R"({"recipe": "terrain", "size": [8, 8], "rivers": true})").path, "rivers");
}

TEST(Requests, TerrainIsSeenFirstWhereItIsWorthSeeing) {
  const Result<Answer> answer = ask("terrain", R"({"size": [256, 256], "seed": 3, "rivers": true})");
  ASSERT_TRUE(answer) << answer.error().to_string();
  EXPECT_EQ(answer->array("height")->axes[0].step, 8 * units_per_metre);
  const LayerRange heights = answer->array("height")->layer->range();
  EXPECT_GT(heights.max - heights.min, 100);
  const std::span<const ObjectTable> tables = answer->tables();
  EXPECT_TRUE(std::any_of(tables.begin(), tables.end(), [](const ObjectTable& table) { return table.name == "coasts"; }));
  // The same middle, seen nearer; and recipes of before begin at their origin.
  const auto middle = [](const Answer& of, std::size_t axis) {
    const AnswerAxis& each = of.array("height")->axes[axis];
    return each.origin + static_cast<std::int64_t>(each.size / 2) * each.step;
  };
  const Result<Answer> near = ask("terrain", R"({"size": [64, 64], "seed": 3, "step": 1})");
  EXPECT_EQ(middle(*near, 0), middle(*answer, 0));
  EXPECT_EQ(middle(*near, 1), middle(*answer, 1));
  EXPECT_EQ(ask("terrain", R"({"recipe": "terrain", "size": [8, 8]})")->array("height")->axes[0].origin, 0);
}

TEST(Requests, NoisesAreThoseOfGrids) {
  const Result<Answer> answer = ask("noise", R"({"noise": {"kind": "perlin", "frequency": 0.1}, "seed": 3, "dimensions": 3,
                                                 "at": [1099511627776, 2, -3], "size": [9, 8, 7], "step": 0.5})");
  ASSERT_TRUE(answer) << answer.error().to_string();
  const Result<Noise> noise = Noise::make(*noise_spec_from_json(R"({"kind": "perlin", "frequency": 0.1})"), Seed{3});
  const std::span<const float> values = answer->array("value")->layer->numbers();
  ASSERT_EQ(values.size(), 9U * 8 * 7);
  const std::int64_t far = std::int64_t{1} << 50;
  EXPECT_EQ(values[(3 * 8 + 2) * 9 + 1], noise->at(Point3{far + 512, 2048 + 2 * 512, -3072 + 3 * 512}));
  EXPECT_EQ(answer->array("value")->axes[0].name, "z");
}

TEST(Requests, CellsAreFoundByPlaces) {
  const Result<Answer> map = small_map();
  std::vector<double> x(64 * 32), y(64 * 32);
  ASSERT_TRUE(map->places(x, y));
  for (std::size_t cell = 0; cell < x.size(); cell += 37) {
    EXPECT_EQ(map->cell_at(x[cell], y[cell])->value(), cell);
    EXPECT_EQ(map->cell_at(x[cell] + 6400, y[cell] - 3200)->value(), cell);  // the map goes on beyond its borders
  }
  EXPECT_FALSE(map->cell_at(std::nan(""), 0));
  std::vector<double> few(3);
  EXPECT_FALSE(map->places(few, few));

  const Result<Answer> planet = ask("world", R"({"recipe": "hello-sphere", "set": {"domain.resolution": 8}})");
  ASSERT_TRUE(planet) << planet.error().to_string();
  ASSERT_EQ(planet->arrays()[0].axes.size(), 3U);
  std::vector<double> north(6 * 64), east(6 * 64);
  ASSERT_TRUE(planet->places(north, east));
  for (std::size_t cell = 0; cell < north.size(); ++cell) EXPECT_EQ(planet->cell_at(north[cell], east[cell])->value(), cell);
  EXPECT_EQ(planet->cell_at(91, 0).error().path, "latitude");
}

TEST(Requests, BadInputNamesItsPlace) {
  EXPECT_EQ(refused("mapp", "{}").code, ErrorCode::unknown_name);
  EXPECT_NE(refused("mapp", "{}").message.find("\"map\""), std::string::npos);
  EXPECT_EQ(refused("map", "{\"sede\": 1}").path, "sede");
  EXPECT_EQ(refused("map", "{\"size\": [64]}").path, "size");
  EXPECT_EQ(refused("map", "{\"size\": [64, 1e9]}").path, "size");
  EXPECT_EQ(refused("map", "{\"repeat\": \"z\"}").path, "repeat");
  EXPECT_EQ(refused("map", "{\"seed\": true}").path, "seed");
  EXPECT_EQ(refused("map", "{\"recipe\": \"mpa\"}").path, "recipe");
  EXPECT_EQ(refused("map", "{\"recipe\": {\"craton\": 1, \"world\": \"map\", \"stages\": [{\"stage\": \"nois\"}]}}").path,
            "recipe/stages/0/stage");
  EXPECT_EQ(refused("map", "{\"knobs\": {\"lnad\": 1}}").path, "knobs/lnad");
  EXPECT_EQ(refused("map", "{\"set\": 5}").path, "set");
  EXPECT_EQ(refused("planet", "{\"preset\": \"erath\"}").path, "preset");
  EXPECT_EQ(refused("planet", "{\"recipe\": \"map\"}").path, "recipe");
  EXPECT_EQ(refused("terrain", "{\"recipe\": \"map\"}").path.substr(0, 6), "recipe");
  EXPECT_EQ(refused("terrain", "{\"at\": [1e30, 0]}").path, "at");
  EXPECT_EQ(refused("terrain", "{\"layers\": \"hight\", \"size\": [8, 8]}").path, "layers");
  EXPECT_EQ(refused("voxels", "{\"radius\": 49}").path, "radius");
  EXPECT_EQ(refused("noise", "{}").path, "noise");
  EXPECT_EQ(refused("noise", "{\"noise\": {\"kind\": \"perlin\", \"frequncy\": 1}}").path, "noise/frequncy");
  EXPECT_EQ(refused("open", "{\"file\": \"not-there.craton\"}").code, ErrorCode::io);
  for (const char* text : {"", "[]", "{", "7", "{\"seed\": 1, \"seed\": 2}", "{\"seed\": NaN}", "{\"size\": 1e999}"})
    refused("map", text);
  refused("map", "{\"recipe\": " + std::string(100'000, '[') + std::string(100'000, ']') + "}");
}

TEST(Requests, WhatIsTooLargeIsRefusedBeforeItStarts) {
  EXPECT_EQ(ask("noise", R"({"noise": "clouds", "size": [4096, 4096]})", {.memory_limit = 1 << 20}).error().path, "size");
  EXPECT_EQ(ask("map", "{}", {.memory_limit = 1 << 20}).error().code, ErrorCode::unsupported);
  EXPECT_EQ(ask("terrain", "{\"size\": [65536, 65536]}", {.memory_limit = 1 << 30}).error().path, "size");
  EXPECT_EQ(ask("voxels", "{\"radius\": 48}", {.memory_limit = 1 << 20}).error().path, "radius");
}

TEST(Requests, CancelledOnesEnd) {
  CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(ask("map", "{}", {.execution = {.cancel = &cancel}}).error().code, ErrorCode::cancelled);
}

TEST(Requests, PicturesAndTextsTellOfAnswers) {
  const Result<Answer> map = small_map();
  const Result<std::string> png = picture_of(*map, "{\"longest\": 48}");
  ASSERT_TRUE(png) << png.error().to_string();
  EXPECT_EQ(png->substr(1, 3), "PNG");
  EXPECT_EQ(static_cast<unsigned char>((*png)[19]), 48);  // the width in its head
  EXPECT_EQ(picture_of(*map, "{\"style\": \"relif\"}").error().path, "style");
  EXPECT_EQ(picture_of(*map, "{\"layer\": \"hight\"}").error().path, "layer");
  const Json told = Json::parse(map->description());
  EXPECT_EQ(told["seed"], "5");
  EXPECT_EQ(told["domain"]["wraps_x"], true);
  EXPECT_EQ(told["arrays"][0]["axes"][1]["size"], 64);
  EXPECT_TRUE(recipe_from_json(told["recipe"].dump(), all_terms()));
  EXPECT_FALSE(map->table_text("rivers"));
  const Result<Answer> noise = ask("noise", R"({"noise": "clouds", "size": [32, 16]})");
  EXPECT_TRUE(picture_of(*noise));
  EXPECT_FALSE(noise->cell_at(0, 0));
}

}  // namespace
}  // namespace craton
