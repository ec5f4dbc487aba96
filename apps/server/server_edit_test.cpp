// What people change by hand in endless worlds.
#include <cstring>
#include <thread>

#include <craton/files/endless_world.h>

#include "server_test_fixture.h"

namespace craton::server {
namespace {

class EditTest : public ServerTest {
 protected:
  nlohmann::json post(const std::string& target, const std::string& body, int status = 200) const {
    const Reply reply = client().ask("POST", target, body);
    EXPECT_EQ(reply.status, status) << target << ' ' << body << reply.body;
    return json(reply);
  }
  static float value(const Reply& tile, int column, int row) {
    float number = 0;
    if (tile.body.size() == 129u * 129 * 4) std::memcpy(&number, tile.body.data() + std::size_t(row * 129 + column) * 4, 4);
    return number;
  }
  static std::string with(const std::string& target, const nlohmann::json& told) {
    return target + (target.find('?') == std::string::npos ? "?" : "&") + "edits=" + told["revision"].dump();
  }

  const std::string land_ = "/api/v1/terrain/terrain/7", tile_ = land_ + "/0/0/0";
  const std::string caves_ = "/api/v1/voxels/voxels-caves/7", chunk_ = caves_ + "/0/0";
};

TEST_F(EditTest, ABrushMovesTheLandAndItsTags) {
  start();
  const Reply before = get(tile_);
  EXPECT_EQ(json(get(land_ + "/edits"))["revision"], 0);
  const nlohmann::json told = post(land_ + "/edits", R"({"tool": "raise", "x": 40, "y": 30, "radius": 20, "by": 5})");
  EXPECT_EQ(told["count"], 1);
  EXPECT_EQ(told["changed"].size(), 1u);
  EXPECT_NEAR(told["changed"][0]["x0"].get<double>(), 20, 1.1);
  const Reply after = get(with(tile_, told));
  EXPECT_NEAR(value(after, 40, 30) - value(before, 40, 30), 5, 1e-3);
  EXPECT_EQ(value(after, 100, 100), value(before, 100, 100));
  EXPECT_NE(after.header("etag"), before.header("etag"));
  EXPECT_NE(after.header("cache-control").find("immutable"), std::string::npos);
  // The function stays what it was.
  EXPECT_EQ(get(tile_).body, before.body);
  EXPECT_EQ(get(tile_).header("etag"), before.header("etag"));
  // A tile that no edit touches is that of the function, tag and all.
  EXPECT_EQ(get(with(land_ + "/0/5/5", told)).header("etag"), get(land_ + "/0/5/5").header("etag"));
  // Another revision than that in force: what is in force, but not for good.
  const Reply stale = get(tile_ + "?edits=12345");
  EXPECT_EQ(stale.body, after.body);
  EXPECT_EQ(stale.header("cache-control").find("immutable"), std::string::npos);
}

TEST_F(EditTest, UndoBringsBackRevisionsAndTags) {
  start();
  const nlohmann::json one = post(land_ + "/edits", R"({"tool": "raise", "x": 40, "y": 30, "radius": 20, "by": 5})");
  const Reply first = get(with(tile_, one));
  const nlohmann::json two = post(
      land_ + "/edits",
      R"({"strokes": [{"tool": "flatten", "x": 40, "y": 30, "radius": 9, "to": 7, "falloff": 0}, {"tool": "lower", "x": 90, "y": 90}]})");
  EXPECT_EQ(two["changed"].size(), 2u);
  EXPECT_EQ(value(get(with(tile_, two)), 40, 30), 7);
  const nlohmann::json back = post(land_ + "/undo", "{}");
  EXPECT_EQ(back["revision"], one["revision"]);
  EXPECT_EQ(back["done"], 1);
  EXPECT_EQ(back["changed"].size(), 2u);
  const Reply again = get(with(tile_, back));
  EXPECT_EQ(again.body, first.body);
  EXPECT_EQ(again.header("etag"), first.header("etag"));
  EXPECT_EQ(post(land_ + "/redo", "{}")["revision"], two["revision"]);
  const nlohmann::json all = post(land_ + "/undo", R"({"steps": 10})");
  EXPECT_EQ(all["done"], 2);
  EXPECT_EQ(all["revision"], 0);
  EXPECT_EQ(get(with(tile_, two)).body, get(tile_).body);
  const nlohmann::json list = json(get(land_ + "/edits"));
  EXPECT_EQ(list["undone"], 2);
  EXPECT_EQ(list["edits"][1]["undone"], true);
  // A new edit forgets what was undone.
  EXPECT_EQ(post(land_ + "/edits", R"({"tool": "smooth", "x": 10, "y": 10, "radius": 30})")["undone"], 0);
}

TEST_F(EditTest, EveryToolWorks) {
  start();
  for (const char* body : {R"({"tool": "raise", "x": 0, "y": 0})", R"({"tool": "lower", "x": -5e8, "y": 7.5, "radius": 2})",
                           R"({"tool": "flatten", "x": 0, "y": 0})", R"({"tool": "smooth", "x": 0, "y": 0, "smoothness": 10})",
                           R"({"tool": "stamp", "x": 0, "y": 0, "stamp": {"columns": 2, "rows": 2, "values": [0, 1, 0.5, 1]}})",
                           R"({"tool": "paint", "x": 0, "y": 0, "biome": "subtropical desert"})"}) {
    const Reply reply = client().ask("POST", land_ + "/edits", body);
    EXPECT_EQ(reply.status, 200) << body << reply.body;
  }
}

TEST_F(EditTest, VoxelsAreSetAndTaken) {
  start();
  const Reply before = get(chunk_);
  const nlohmann::json info = json(get(caves_));
  const std::string ground = info["grounds"].back()["name"];
  const std::string body = R"({"voxels": [{"x": 1, "y": 8, "z": 60, "ground": ")" + ground + R"("}, {"x": 5, "y": 5, "z": 3}]})";
  const nlohmann::json told = post(caves_ + "/edits", body);
  EXPECT_EQ(told["changed"].size(), 2u) << told;  // its own chunk, and that in the west whose apron reaches there
  const Reply after = get(with(chunk_, told));
  EXPECT_NE(after.body, before.body);
  EXPECT_NE(after.header("etag"), before.header("etag"));
  EXPECT_EQ(get(chunk_).body, before.body);
  EXPECT_EQ(get(with(caves_ + "/9/9", told)).header("etag"), get(caves_ + "/9/9").header("etag"));
  const nlohmann::json back = post(caves_ + "/undo", "{}");
  EXPECT_EQ(back["revision"], 0);
  EXPECT_EQ(get(with(chunk_, told)).body, before.body);
  const nlohmann::json again = post(caves_ + "/redo", "{}");
  EXPECT_EQ(again["revision"], told["revision"]);
  EXPECT_EQ(get(with(chunk_, again)).body, after.body);
}

TEST_F(EditTest, OrdersMakeTheSameGroundElsewhere) {
  start();
  EXPECT_EQ(json(get(land_ + "/edits?orders=1"))["steps"], nlohmann::json::array());
  post(land_ + "/edits", R"({"strokes": [{"tool": "raise", "x": 40.0625, "y": 30, "radius": 20.7, "by": 5.125},
    {"tool": "lower", "x": 70, "y": 31, "radius": 11, "strength": 0.3}]})");
  post(land_ + "/edits", R"({"tool": "smooth", "x": 45, "y": 35, "radius": 30})");
  post(land_ + "/edits", R"({"tool": "flatten", "x": 60, "y": 60, "radius": 9})");
  post(land_ + "/edits", R"({"tool": "paint", "x": 0, "y": 0, "biome": "subtropical desert"})");
  post(land_ + "/edits", R"({"tool": "raise", "x": 9, "y": 9})");
  const nlohmann::json told = post(land_ + "/undo", "{}");
  const Reply ground = get(with(tile_, told)), desert = get(with(tile_ + "?layers=biome", told));
  const nlohmann::json steps = json(get(land_ + "/edits?orders=1"))["steps"];
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(steps[0].size(), 2u);
  const nlohmann::json dug = post(caves_ + "/edits", R"({"voxels": [{"x": 1, "y": 8, "z": 60}, {"x": -5, "y": 5, "z": 3}]})");
  const Reply hole = get(with(chunk_, dug));
  const nlohmann::json voxels = json(get(caves_ + "/edits?orders=1"))["voxels"];
  ASSERT_EQ(voxels.size(), 2u);

  // Another server, with an empty folder.
  ServerOptions elsewhere = options();
  elsewhere.folder = folder_ + "/elsewhere";
  start(elsewhere);
  EXPECT_EQ(json(get(land_ + "/edits"))["revision"], 0);
  nlohmann::json last;
  for (const nlohmann::json& step : steps) last = post(land_ + "/edits", nlohmann::json{{"strokes", step}}.dump());
  EXPECT_EQ(last["revision"], told["revision"]);
  EXPECT_EQ(get(with(tile_, last)).body, ground.body);
  EXPECT_EQ(get(with(tile_ + "?layers=biome", last)).body, desert.body);
  const nlohmann::json again = post(caves_ + "/edits", nlohmann::json{{"voxels", voxels}}.dump());
  EXPECT_EQ(get(with(chunk_, again)).body, hole.body);
}

TEST_F(EditTest, EditedWorldsAreListedKeptAndDeleted) {
  start();
  const nlohmann::json told = post(land_ + "/edits", R"({"tool": "raise", "x": 40, "y": 30, "radius": 20})");
  const Reply tile = get(with(tile_, told));
  const nlohmann::json listed = json(get("/api/v1/worlds"))["worlds"];
  ASSERT_EQ(listed.size(), 1u);
  EXPECT_EQ(listed[0]["endless"], true);
  EXPECT_EQ(listed[0]["kind"], "terrain");
  EXPECT_EQ(listed[0]["edits"], 1);
  const std::string id = listed[0]["id"], hash = listed[0]["hash"];
  start();  // another server knows it, and its recipe by its hash
  EXPECT_EQ(json(get(land_ + "/edits"))["revision"], told["revision"]);
  start();
  const Reply same = get(with("/api/v1/terrain/" + hash + "/7/0/0/0", told));
  EXPECT_EQ(same.body, tile.body);
  EXPECT_EQ(json(get("/api/v1/worlds/" + id))["revision"], told["revision"]);
  const int layers = get("/api/v1/worlds/" + id + "/layers/height.f32").status;
  EXPECT_TRUE(layers >= 400 && layers < 500) << layers;
  EXPECT_EQ(client().ask("DELETE", "/api/v1/worlds/" + id).status, 200);
  EXPECT_EQ(json(get(land_ + "/edits"))["count"], 0);
  EXPECT_EQ(get(with(tile_, told)).body, get(tile_).body);
  // The file is a world like those of `craton edit`.
  post(land_ + "/edits", R"({"tool": "raise", "x": 1, "y": 2})");
  const Result<EndlessWorldInfo> info = read_endless_world(folder_ + "/worlds/" + id + ".craton");
  ASSERT_TRUE(info) << info.error().to_string();
  EXPECT_EQ(info->edits, 1u);
}

TEST_F(EditTest, ManyMayEditAtOnce) {
  start();
  std::vector<std::thread> people;
  for (int i = 0; i < 4; ++i)
    people.emplace_back([this, i] {
      Client one(server_->port());
      for (int k = 0; k < 8; ++k) {
        const std::string z = std::to_string(10 + i * 8 + k);
        EXPECT_EQ(one.ask("POST", caves_ + "/edits", R"({"voxels": [{"x": 3, "y": 3, "z": )" + z + "}]}").status, 200);
        EXPECT_EQ(one.get(chunk_ + "?edits=1").status, 200);
      }
    });
  for (std::thread& each : people) each.join();
  const nlohmann::json list = json(get(caves_ + "/edits"));
  EXPECT_EQ(list["count"], 32);
  // What is kept is what is in force.
  const Reply kept = get(with(chunk_, list));
  start();
  EXPECT_EQ(get(with(chunk_, list)).body, kept.body);
}

TEST_F(EditTest, BadEditsAreNamedAndChangeNothing) {
  start();
  struct Case {
    std::string target;
    const char *body, *path;
    int status;
  };
  const std::string land = land_ + "/edits", caves = caves_ + "/edits";
  const Case cases[] = {
      {land, "{\"tool\": ", "body", 400},
      {land, "[]", "body", 400},
      {land, "{}", "/tool", 422},
      {land, R"({"tool": "dig", "x": 0, "y": 0})", "/tool", 422},
      {land, R"({"tool": "raise", "y": 0})", "/x", 422},
      {land, R"({"tool": "raise", "x": 1e300, "y": 0})", "/x", 422},
      {land, R"({"tool": "raise", "x": "0", "y": 0})", "/x", 422},
      {land, R"({"tool": "raise", "x": 0, "y": 0, "radius": -1})", "/radius", 422},
      {land, R"({"tool": "raise", "x": 0, "y": 0, "radius": 1e99})", "/radius", 422},
      {land, R"({"tool": "raise", "x": 0, "y": 0, "raduis": 1})", "/raduis", 422},
      {land, R"({"tool": "raise", "x": 0, "y": 0, "to": 1})", "/to", 422},
      {land, R"({"tool": "paint", "x": 0, "y": 0})", "/biome", 422},
      {land, R"({"tool": "paint", "x": 0, "y": 0, "biome": "cheese"})", "/biome", 422},
      {land, R"({"tool": "stamp", "x": 0, "y": 0, "stamp": {"columns": 2, "rows": 2, "values": [1]}})", "/stamp/values", 422},
      {land, R"({"tool": "stamp", "x": 0, "y": 0, "stamp": {"columns": 1, "rows": 1, "values": [2]}})", "/stamp/values/0", 422},
      {land, R"({"tool": "stamp", "x": 0, "y": 0, "stamp": {"columns": 1e9, "rows": 1e9, "values": []}})", "/stamp/columns", 422},
      {land, R"({"strokes": []})", "/strokes", 422},
      {land, R"({"strokes": [{"tool": "raise", "x": 0, "y": 0}, {"tool": "raise", "x": 0}]})", "/strokes/1/y", 422},
      {land, R"({"strokes": [{"tool": "raise", "x": 0, "y": 0}], "tool": "raise"})", "/tool", 422},
      {land_ + "/undo", R"({"steps": 0})", "/steps", 422},
      {land_ + "/redo", R"({"count": 1})", "/count", 422},
      {caves, R"({"voxels": [{"x": 0, "y": 0}]})", "/voxels/0/z", 422},
      {caves, R"({"voxels": [{"x": 0, "y": 0, "z": 64}]})", "/voxels/0/z", 422},
      {caves, R"({"voxels": [{"x": 0.5, "y": 0, "z": 1}]})", "/voxels/0/x", 422},
      {caves, R"({"voxels": [{"x": 9007199254740993, "y": 0, "z": 1}]})", "/voxels/0/x", 422},
      {caves, R"({"voxels": [{"x": 0, "y": 0, "z": 1, "ground": "cheese"}]})", "/voxels/0/ground", 422},
      {caves, R"({"voxels": [{"x": 0, "y": 0, "z": 1, "ground": 3}]})", "/voxels/0/ground", 422},
      {caves, R"({"voxels": {}})", "/voxels", 422},
      {caves, R"({"voxels": [7]})", "/voxels/0", 422},
  };
  for (const Case& each : cases) {
    const Reply reply = client().ask("POST", each.target, each.body);
    EXPECT_EQ(reply.status, each.status) << each.body << reply.body;
    EXPECT_EQ(json(reply)["error"]["path"], each.path) << each.body << reply.body;
  }
  std::string many = R"({"voxels": [{"x": 0, "y": 0, "z": 1})";
  for (int i = 0; i < 4096; ++i) many += R"(,{"x": 0, "y": 0, "z": 1})";
  EXPECT_EQ(client().ask("POST", caves, many + "]}").status, 422);
  EXPECT_EQ(client().ask("POST", "/api/v1/terrain/voxels-caves/7/edits", "{}").status, 422);
  EXPECT_EQ(client().ask("POST", "/api/v1/voxels/terrain/7/edits", "{}").status, 422);
  EXPECT_EQ(client().ask("POST", "/api/v1/terrain/none/7/edits", "{}").status, 404);
  EXPECT_EQ(client().ask("POST", land, "{}", "Origin: http://evil.example\r\n").status, 403);
  EXPECT_EQ(get(tile_ + "?edits=-1").status, 400);
  EXPECT_EQ(get(tile_ + "?edits=99999999999999999999").status, 400);
  EXPECT_EQ(json(get(land))["count"], 0);
  EXPECT_EQ(json(get(caves))["count"], 0);
}

TEST_F(EditTest, ScatteredThingsStandOnTheLand) {
  start();
  const Reply things = get(tile_ + "?scatter=1");
  ASSERT_EQ(things.status, 200) << things.body;
  ASSERT_EQ(things.body.substr(0, 4), "CSC1");
  std::uint32_t count = 0;
  std::memcpy(&count, things.body.data() + 4, 4);
  ASSERT_EQ(things.body.size(), 12u + count * 16);
  EXPECT_GT(count, 0u);
  const Reply tile = get(tile_);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint16_t x = 0, y = 0;
    float height = 0;
    std::memcpy(&x, things.body.data() + 12 + i * 16, 2);
    std::memcpy(&y, things.body.data() + 14 + i * 16, 2);
    std::memcpy(&height, things.body.data() + 16 + i * 16, 4);
    const int column = static_cast<int>(x / 65535.0 * 128), row = static_cast<int>(y / 65535.0 * 128);
    ASSERT_NEAR(height, value(tile, column, row), 5) << i;
  }
  const Reply rocks = get(tile_ + "?scatter=1&kinds=rock");
  EXPECT_LT(rocks.body.size(), things.body.size());
  EXPECT_EQ(get(tile_ + "?scatter=1&kinds=cheese").status, 422);
  EXPECT_EQ(json(get(land_ + "/6/0/0?scatter=1"))["error"]["code"], "too_many");
  const nlohmann::json names = json(get(land_))["scatter"];
  EXPECT_NE(std::find(names.begin(), names.end(), "rock"), names.end());
}

TEST_F(EditTest, ShapesAreScenes) {
  start();
  for (const std::string& target : {tile_ + "?format=glb", chunk_ + "?format=glb"}) {
    const Reply reply = get(target);
    ASSERT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.header("content-type"), "model/gltf-binary");
    ASSERT_EQ(reply.body.substr(0, 4), "glTF");
    std::uint32_t size = 0;
    std::memcpy(&size, reply.body.data() + 8, 4);
    EXPECT_EQ(size, reply.body.size());
  }
  const nlohmann::json species = json(get(caves_ + "/plants"))["species"];
  ASSERT_GT(species.size(), 0u);
  EXPECT_GT(species[0]["looks"], 0);
  const Reply plant = get(caves_ + "/plants/0");
  ASSERT_EQ(plant.status, 200) << plant.body;
  EXPECT_EQ(plant.body.substr(0, 4), "CVX1");
  EXPECT_EQ(get(caves_ + "/plants/9999").status, 404);
  EXPECT_EQ(get(caves_ + "/plants/0?look=9999").status, 404);
}

}  // namespace
}  // namespace craton::server
