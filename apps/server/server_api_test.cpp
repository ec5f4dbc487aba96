// The API: what it says is right, what it refuses has a reason.
#include <fmt/format.h>

#include <cstring>
#include <map>
#include <utility>

#include <craton/files/text_file.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/terrain.h>

#include "server_test_fixture.h"

namespace craton::server {
namespace {

TEST_F(ServerTest, TellsWhatThereIs) {
  start();
  const nlohmann::json about = json(get("/api/v1/about"));
  EXPECT_EQ(about["threads"], 2);
  const nlohmann::json stages = json(get("/api/v1/stages"));
  EXPECT_EQ(stages["stages"].size(), all_terms().stages.entries().size());
  EXPECT_GT(json(get("/api/v1/noises"))["noises"].size(), 10u);
  EXPECT_TRUE(json(get("/api/v1/schema")).is_object());
  const nlohmann::json presets = json(get("/api/v1/presets"))["presets"];
  std::map<std::string, int> kinds;
  for (const auto& preset : presets) ++kinds[preset["kind"]];
  for (const char* kind : {"map", "planet", "terrain", "voxels", "noise"}) EXPECT_GT(kinds[kind], 0) << kind;
  std::map<std::string, std::string> titles;
  for (const auto& preset : presets) titles[preset["id"]] = preset["title"];
  // Kinds of planets that have no recipe of their own are there, too; people see no name of a work or of a file.
  for (const char* id : {"dry", "ice", "ocean", "young"}) EXPECT_TRUE(titles.contains(id)) << id;
  EXPECT_EQ(titles["dry"], "Dry planet");
  for (const auto& [id, title] : titles)
    for (const char* name : {"Erstu", "Fusek", "Strazdins", "Hello"}) EXPECT_EQ(title.find(name), std::string::npos) << title;
  const nlohmann::json paths = json(get("/api/v1/openapi.json"))["paths"];
  EXPECT_TRUE(paths.contains("/api/v1/worlds/{id}/layers/{layer}/tile/{z}/{x}/{y}"));
}

TEST_F(ServerTest, APlanTellsWhatFeedsWhat) {
  start();
  const std::string recipe =
      R"({"craton": 1, "world": "map", "domain": {"kind": "torus", "width": 64, "height": 64, "step": 10}, "stages": [
    {"stage": "noise", "id": "hills", "noise": {"kind": "perlin", "frequency": 0.01}},
    {"stage": "noise", "id": "unused", "enabled": false, "layer": "rest", "noise": {"kind": "perlin"}},
    {"stage": "mix", "id": "copy", "a": {"layer": "height"}, "share": 0, "layer": "second"}]})";
  const nlohmann::json stages = json(client().ask("POST", "/api/v1/plan", "{\"recipe\": " + recipe + "}"))["stages"];
  ASSERT_EQ(stages.size(), 2u);
  EXPECT_EQ(stages[0]["id"], "hills");
  EXPECT_EQ(stages[0]["writes"], nlohmann::json({"height"}));
  EXPECT_EQ(stages[1]["index"], 2);
  EXPECT_EQ(stages[1]["reads"], nlohmann::json({"height"}));
  EXPECT_EQ(stages[1]["writes"], nlohmann::json({"second"}));
  const Reply bad = client().ask("POST", "/api/v1/plan", R"({"recipe": {"craton": 1, "world": "map", "stages": [
    {"stage": "mix", "a": {"layer": "nothing"}, "layer": "second"}]}})");
  EXPECT_EQ(bad.status, 422);
  EXPECT_EQ(json(bad)["error"]["path"].get<std::string>().rfind("/stages/0", 0), 0u) << bad.body;
}

TEST_F(ServerTest, APreviewIsTheWorldInSmall) {
  start();
  // Stages that nothing of what is seen depends on are left out, and those that did not change are taken from the last preview:
  // the numbers are those of the whole world, bit for bit.
  for (const char* land : {"0.36", "0.5", "0.36"}) {
    const std::string order = fmt::format(R"("recipe": {{"craton": 1, "world": "map", "seed": 3,
      "domain": {{"kind": "torus", "width": 128, "height": 64, "step": 1000}},
      "stages": [{{"stage": "noise", "id": "hills", "scale": 100, "noise": {{"kind": "wrapped_turbulence", "width": 64000, "cells": 4}}}},
        {{"stage": "sea_level", "share": {0}}},
        {{"stage": "noise", "id": "aside", "layer": "aside", "noise": {{"kind": "perlin", "frequency": 0.001}}}}]}})",
                                          land);
    const Reply small =
        client().ask("POST", "/api/v1/preview", "{" + order + R"(, "size": 128, "layer": "height", "format": "f32"})");
    ASSERT_EQ(small.status, 200) << small.body;
    const Reply made = client().ask("POST", "/api/v1/worlds", "{" + order + R"(, "size": 128})");
    const std::string world = finished(json(made)["job"]["id"]).value("world", "");
    EXPECT_EQ(get("/api/v1/worlds/" + world + "/layers/height.f32").body, small.body) << land;
    const Reply aside =
        client().ask("POST", "/api/v1/preview", "{" + order + R"(, "size": 128, "layer": "aside", "format": "f32"})");
    EXPECT_EQ(get("/api/v1/worlds/" + world + "/layers/aside.f32").body, aside.body);
  }
}

TEST_F(ServerTest, TilesAreThoseOfTheLibrary) {
  start();
  const Reply reply = get("/api/v1/terrain/terrain/12/1/-5/3?layers=height,biome");
  ASSERT_EQ(reply.status, 200) << reply.body;
  ASSERT_EQ(reply.body.size(), 129u * 129 * 4 * 2);
  const nlohmann::json about = nlohmann::json::parse(reply.header("x-craton-tile"));
  EXPECT_EQ(about["width"], 129);
  EXPECT_EQ(about["layers"][1]["name"], "biome");
  const RecipeTerms terms = all_terms();
  Result<Recipe> recipe = recipe_from_json(*read_text_file(repository_folder() + "/recipes/terrain.json", 1 << 20), terms);
  ASSERT_TRUE(recipe);
  recipe->seed = 12;
  const Result<Terrain> terrain = Terrain::make(*recipe, terms, {.tile_cells = 128});
  const Result<TerrainTile> tile = terrain->tile({1, -5, 3});
  ASSERT_TRUE(tile);
  const PlaneTile& place = tile->place();
  const std::span<const float> heights = tile->surface.layer("height")->numbers();
  for (std::uint32_t row = 0; row < 129; ++row)
    ASSERT_EQ(std::memcmp(&heights[place.cell(0, row)], reply.body.data() + std::size_t{row} * 129 * 4, 129 * 4), 0) << row;
  // Neighbours share their border.
  const Reply east = get("/api/v1/terrain/terrain/12/1/-4/3");
  EXPECT_EQ(std::memcmp(reply.body.data() + 128 * 4, east.body.data(), 4), 0);
}

TEST_F(ServerTest, RecipesGetAnAddress) {
  start();
  const std::string recipe = R"({"craton": 1, "world": "terrain", "domain": {"kind": "plane", "step": 2}, "seed": 3,
    "stages": [{"stage": "noise", "id": "hills", "scale": 100, "noise": {"kind": "perlin", "frequency": 0.01}}]})";
  const Reply made = client().ask("POST", "/api/v1/recipes", "{\"recipe\": " + recipe + "}");
  ASSERT_EQ(made.status, 200) << made.body;
  const std::string hash = json(made)["hash"];
  EXPECT_EQ(json(client().ask("POST", "/api/v1/recipes", nlohmann::json{{"recipe", "// text\n" + recipe}}.dump()))["hash"], hash);
  const nlohmann::json info = json(get("/api/v1/terrain/" + hash + "/3"));
  EXPECT_EQ(info["step"], 2);
  EXPECT_EQ(info["layers"][0]["name"], "height");
  EXPECT_EQ(get("/api/v1/terrain/" + hash + "/3/0/0/0").status, 200);
  EXPECT_EQ(json(get("/api/v1/terrain/0123456789abcdef/3"))["error"]["code"], "unknown_recipe");
  const Reply bad = client().ask(
      "POST", "/api/v1/recipes",
      R"({"recipe": {"craton": 1, "world": "map", "stages": [{"stage": "noise", "scale": "high", "noise": {"kind": "perlin"}}]}})");
  EXPECT_EQ(bad.status, 422);
  EXPECT_EQ(json(bad)["error"]["path"], "/stages/0/scale");
}

TEST_F(ServerTest, ChunksAreMeshes) {
  start();
  const nlohmann::json info = json(get("/api/v1/voxels/voxels-seven-biomes/7"));
  EXPECT_EQ(info["side"], 16);
  EXPECT_GT(info["grounds"].size(), 3u);
  for (const char* mesher : {"greedy", "faces", "nets"}) {
    const Reply reply = get(std::string("/api/v1/voxels/voxels-seven-biomes/7/2/-3?mesher=") + mesher);
    ASSERT_EQ(reply.status, 200) << reply.body;
    ASSERT_GT(reply.body.size(), 28u);
    EXPECT_EQ(reply.body.substr(0, 4), "CVX1");
    std::uint32_t counts[4];
    std::memcpy(counts, reply.body.data() + 4, sizeof counts);
    EXPECT_EQ(reply.body.size(), 28u + counts[0] * 16 + counts[1] * 4 + counts[3] * 12);
    EXPECT_LE(counts[2], counts[1]);
    for (std::uint32_t i = 0; i < counts[1]; ++i) {
      std::uint32_t index = 0;
      std::memcpy(&index, reply.body.data() + 28 + std::size_t{counts[0]} * 16 + std::size_t{i} * 4, 4);
      ASSERT_LT(index, counts[0]);
    }
  }
}

TEST_F(ServerTest, NoisesAreDrawnAndMeasured) {
  start();
  const std::string spec = R"({"spec": {"kind": "perlin", "frequency": 0.05}, "seed": 3)";
  const Reply picture = client().ask("POST", "/api/v1/noise/picture", spec + R"(, "width": 64, "height": 48})");
  ASSERT_EQ(picture.status, 200) << picture.body;
  EXPECT_EQ(picture.body.substr(1, 3), "PNG");
  const nlohmann::json measured = json(client().ask("POST", "/api/v1/noise/measure", spec + R"(, "size": 128})"));
  EXPECT_NEAR(measured["mean"], 0, 0.2);
  EXPECT_EQ(measured["histogram"]["counts"].size(), 64u);
  // Perlin noise has its power at its frequency, not at ten times it.
  const auto& f = measured["spectrum"]["frequency"];
  const auto& p = measured["spectrum"]["power"];
  double low = 0, high = 0;
  for (std::size_t i = 0; i < f.size(); ++i) (f[i] < 0.1 ? low : high) += p[i].get<double>();
  EXPECT_GT(low, 10 * high);
  EXPECT_EQ(get("/api/v1/tiling.svg?cells=4&width=100&height=80").header("content-type"), "image/svg+xml");
  const Reply bad = client().ask("POST", "/api/v1/noise/picture", R"({"spec": {"kind": "perlin", "frequency": -1}})");
  EXPECT_EQ(bad.status, 422);
  EXPECT_EQ(json(bad)["error"]["path"], "/spec/frequency");
}

TEST_F(ServerTest, WorldsAreMadeShownAndDeleted) {
  start();
  const std::string id = make_world("My World!");
  ASSERT_EQ(id, "my-world");
  const nlohmann::json info = json(get("/api/v1/worlds/" + id));
  EXPECT_EQ(info["name"], "My World!");
  EXPECT_EQ(info["seed"], 7);
  EXPECT_EQ(info["domain"]["width"], 64);
  const std::string base = "/api/v1/worlds/" + id;
  const std::string layer = info["layers"][0]["name"];
  const int columns = info["levels"][0]["columns"];
  const Reply numbers = get(base + "/layers/" + layer + "/tile/0/0/0?format=f32");
  ASSERT_EQ(numbers.status, 200) << numbers.body;
  EXPECT_EQ(numbers.body.size(), 256u * 256 * 4);
  EXPECT_EQ(get(base + "/layers/" + layer + "/tile/0/" + std::to_string(columns) + "/0?format=f32").body,
            numbers.body);  // it wraps
  const Reply picture = get(base + "/pictures/relief/0/0/0.png");
  EXPECT_EQ(picture.body.substr(1, 3), "PNG");
  EXPECT_EQ(get(base + "/pictures/relief/0/0/0.png", "If-None-Match: " + picture.header("etag") + "\r\n").status, 304);
  EXPECT_EQ(get(base + "/layers/" + layer + ".f32").body.size(), 64u * 64 * 4);
  EXPECT_EQ(get(base + "/layers/" + layer + ".f32?size=32x16").body.size(), 32u * 16 * 4);
  EXPECT_EQ(get(base + "/layers/" + layer + ".exr").body.substr(0, 4), "\x76\x2f\x31\x01");
  const nlohmann::json facts = json(get(base + "/at?x=100&y=200"));
  EXPECT_TRUE(facts["layers"].contains(layer));
  for (const char* target : {"/pictures/none.png", "/layers/none.f32", "/layers/height/tile/9/0/0", "/layers/none/tile/0/0/0"})
    EXPECT_EQ(get(base + target).status, 404) << target;
  const Reply start_export = client().ask("POST", base + "/exports", R"({"kind": "bundle"})");
  ASSERT_EQ(start_export.status, 202);
  const nlohmann::json job = finished(json(start_export)["job"]["id"]);
  EXPECT_EQ(get(job["file"]).body.substr(0, 4), "PK\x03\x04");
  EXPECT_EQ(json(get("/api/v1/worlds"))["worlds"].size(), 1u);
  start();  // another server finds it again
  EXPECT_EQ(json(get("/api/v1/worlds"))["worlds"][0]["id"], id);
  EXPECT_EQ(client().ask("DELETE", base).status, 200);
  EXPECT_EQ(get(base).status, 404);
  EXPECT_EQ(client().ask("DELETE", base).status, 404);
}

TEST_F(ServerTest, WorldsOfPlatesAreTakenAwayUnderTheirNames) {
  start();
  const Reply made = client().ask("POST", "/api/v1/worlds", R"({"preset": "map", "size": 64, "seed": 5})");
  ASSERT_EQ(made.status, 202) << made.body;
  const std::string id = finished(json(made)["job"]["id"])["world"];
  const std::pair<const char*, const char*> orders[] = {
      {R"({"kind": "bundle"})", "map-5.zip"},
      {R"({"kind": "objects"})", "map-5-objects.geojson"},
      {R"({"kind": "picture", "style": "relief"})", "map-5-relief.png"},
      {R"({"kind": "heights", "format": "r16"})", "map-5-height.r16"},
      {R"({"kind": "world"})", "map-5.craton"},
  };
  for (const auto& [order, name] : orders) {
    const Reply asked = client().ask("POST", "/api/v1/worlds/" + id + "/exports", order);
    ASSERT_EQ(asked.status, 202) << asked.body;
    const nlohmann::json job = finished(json(asked)["job"]["id"]);
    ASSERT_EQ(job["state"], "done") << order << job;
    const Reply file = get(job["file"].get<std::string>());
    EXPECT_EQ(file.status, 200) << order;
    EXPECT_NE(file.header("content-disposition").find(fmt::format("\"{}\"", name)), std::string::npos)
        << file.header("content-disposition");
  }
}

TEST_F(ServerTest, JobsCanBeStopped) {
  start();
  const Reply made = client().ask("POST", "/api/v1/worlds", R"({"preset": "map", "size": 1024, "seed": 1})");
  ASSERT_EQ(made.status, 202) << made.body;
  const std::string job = json(made)["job"]["id"];
  EXPECT_EQ(client().ask("DELETE", "/api/v1/jobs/" + job).status, 202);
  EXPECT_EQ(finished(job)["state"], "cancelled");
  EXPECT_TRUE(json(get("/api/v1/worlds"))["worlds"].empty());
}

TEST_F(ServerTest, PreviewsAreSmallWorlds) {
  start();
  const Reply floats = client().ask("POST", "/api/v1/preview", R"({"preset": "hello-torus", "size": 32, "format": "f32"})");
  ASSERT_EQ(floats.status, 200) << floats.body;
  EXPECT_EQ(floats.body.size(), 32u * 32 * 4);
  const Reply picture = client().ask("POST", "/api/v1/preview", R"({"preset": "hello-sphere", "size": 64, "seed": "word"})");
  EXPECT_EQ(picture.body.substr(1, 3), "PNG");
  EXPECT_EQ(get("/api/v1/presets/noise-dunes/thumbnail.png").body.substr(1, 3), "PNG");
}

TEST_F(ServerTest, BadValuesAreNamed) {
  start();
  struct Case {
    const char *target, *body, *path;
    int status;
  };
  const Case cases[] = {
      {"/api/v1/worlds", "[1, 2]", "body", 400},
      {"/api/v1/worlds", "{\"recipe\": ", "body", 400},
      {"/api/v1/worlds", R"({"preset": "hello-torus", "size": 1e300})", "/size", 422},
      {"/api/v1/worlds", R"({"preset": "hello-torus", "size": 99999999999999999999999})", "/size", 422},
      {"/api/v1/worlds", R"({"preset": "hello-torus", "size": "large"})", "/size", 422},
      {"/api/v1/worlds", R"({"preset": "hello-torus", "seed": -1})", "/seed", 422},
      {"/api/v1/worlds", R"({"preset": "hello-torus", "seed": 1.5})", "/seed", 422},
      {"/api/v1/worlds", R"({"preset": "hello-torus", "seeed": 1})", "/seeed", 422},
      {"/api/v1/worlds", R"({"preset": "nothing"})", "/preset", 422},
      {"/api/v1/worlds", R"({"recipe": 7})", "/recipe", 422},
      {"/api/v1/worlds", R"({"recipe": {"craton": 1, "world": "map", "domain": {"width": 1000000000}, "stages": []}})",
       "/domain/width", 422},
      {"/api/v1/preview", R"({"preset": "hello-torus", "size": 257})", "/size", 422},
      {"/api/v1/noise/picture", R"({"spec": {"kind": "perlin"}, "width": 100000})", "/width", 422},
      {"/api/v1/noise/picture", R"({"spec": {"kind": "perlin"}, "x": 1e30})", "/x", 422},
      {"/api/v1/noise/measure", R"({"spec": {"kind": "perlin"}, "size": 100})", "/size", 422},
  };
  for (const Case& each : cases) {
    const Reply reply = client().ask("POST", each.target, each.body);
    EXPECT_EQ(reply.status, each.status) << each.body << reply.body;
    EXPECT_EQ(json(reply)["error"]["path"], each.path) << each.body << reply.body;
  }
  const std::string deep = "{\"recipe\": " + std::string(100000, '[') + std::string(100000, ']') + "}";
  EXPECT_EQ(client().ask("POST", "/api/v1/recipes", deep).status, 400);
  for (const char* target :
       {"/api/v1/terrain/terrain/7/0/9007199254740992/0", "/api/v1/terrain/terrain/7/0/99999999999999999999/0",
        "/api/v1/terrain/terrain/7/99/0/0", "/api/v1/terrain/terrain/7/0/0/0?layers=none",
        "/api/v1/terrain/terrain/7/0/0/0?layers=", "/api/v1/terrain/voxels-caves/7/0/0/0", "/api/v1/voxels/terrain/7/0/0",
        "/api/v1/voxels/voxels-caves/7/9007199254740992/0", "/api/v1/worlds/..%2f..%2fetc", "/api/v1/worlds/%2e%2e",
        "/api/v1/worlds/none/at?x=1&y=2", "/api/v1/jobs/none"}) {
    const int status = get(target).status;
    EXPECT_TRUE(status >= 400 && status < 500) << target << ' ' << status;
  }
}

}  // namespace
}  // namespace craton::server
