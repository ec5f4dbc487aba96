// Jobs that rest and end early, files that people bring, recipes that are remembered, readers that sleep.
#include <cstring>
#include <fstream>
#include <tuple>

#include "server_test_fixture.h"

namespace craton::server {
namespace {

class WorkTest : public ServerTest {
 protected:
  std::string started(const std::string& body) const {
    const Reply made = client().ask("POST", "/api/v1/worlds", body);
    EXPECT_EQ(made.status, 202) << body << made.body;
    return made.status == 202 ? json(made)["job"]["id"].get<std::string>() : "";
  }
  nlohmann::json job(const std::string& id) const { return json(get("/api/v1/jobs/" + id)); }
  Reply order(const std::string& id, const std::string& what) const {
    return client().ask("POST", "/api/v1/jobs/" + id + "/" + what, "{}");
  }

  // A map that is shaped for as long as anybody cares to look.
  const std::string shaped_ = R"({"history": true, "recipe": {"craton": 1, "name": "shaped", "world": "map",
    "domain": {"kind": "torus", "width": 64, "height": 64, "step": 1000}, "stages": [
      {"stage": "noise", "id": "hills", "scale": 1000, "noise": {"kind": "wrapped_turbulence", "width": 64000, "cells": 4}},
      {"stage": "noise", "id": "target", "layer": "target", "scale": 1000, "noise": {"kind": "wrapped_turbulence", "width": 64000, "cells": 3}},
      {"stage": "shaping", "id": "shape", "iterations": 20000}]}})";
};

/// Plates that grow one at a time: nobody knows beforehand in how many rounds.
constexpr const char* growing = R"({"history": true, "recipe": {"craton": 1, "name": "growing", "world": "planet",
  "domain": {"kind": "sphere", "resolution": 64}, "stages": [
    {"stage": "grown_plates", "id": "plates", "plates": 40, "random_driven": true},
    {"stage": "plate_heights", "id": "heights"}]}})";

TEST_F(WorkTest, HistoryOfGrowthHasAsManyPicturesAsPromised) {
  start();
  const std::string id = started(growing);
  ASSERT_EQ(finished(id)["state"], "done");
  Client reader(server_->port());
  reader.send("GET /api/v1/jobs/" + id + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const std::string told = reader.read_until("event: done");
  std::size_t pictures = 0;
  for (std::size_t at = told.find("event: iteration"); at != std::string::npos; at = told.find("event: iteration", at + 1))
    ++pictures;
  EXPECT_GT(pictures, 20U);
  EXPECT_LE(pictures, 48U);
}

TEST_F(WorkTest, GrowthEndsWhereSomebodyFinishesIt) {
  start();
  const std::string id = started(growing);
  Client follower(server_->port());
  follower.send("GET /api/v1/jobs/" + id + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  ASSERT_FALSE(follower.read_until("event: iteration").empty());
  ASSERT_EQ(order(id, "pause").status, 202);
  ASSERT_EQ(order(id, "resume").status, 202);
  ASSERT_EQ(order(id, "finish").status, 202);
  const nlohmann::json over = finished(id);
  ASSERT_EQ(over["state"], "done") << over;
  const nlohmann::json world = json(get("/api/v1/worlds/" + over["world"].get<std::string>()));
  EXPECT_GT(world["recipe"]["stages"][0].value("rounds", 0), 0) << world["recipe"];
  // Cells that no plate has reached.
  double least = 1;
  for (const nlohmann::json& layer : world["layers"])
    if (layer["name"] == "plate") least = layer["min"];
  EXPECT_EQ(least, 0);
}

TEST_F(WorkTest, RiversIceWindAndSmoothingEndWhereSomebodyFinishesThem) {
  start();
  for (const auto& [stage, param, most] : std::vector<std::tuple<std::string, std::string, int>>{
           {R"("stage": "stream_power", "duration": 2e7, "time_step": 10000, "levels": 1)", "rounds", 2000},
           {R"("stage": "glacial_erosion", "steps": 1000)", "rounds", 1000},
           {R"("stage": "smooth", "radius": 45000)", "rounds", 4096},
           {R"("stage": "wind_erosion", "iterations": 4000, "wavelength": 10000)", "iterations", 4000}}) {
    const std::string id = started(R"({"history": true, "recipe": {"craton": 1, "name": "finished", "world": "map",
      "domain": {"kind": "torus", "width": 128, "height": 128, "step": 1000}, "stages": [
        {"stage": "noise", "id": "hills", "scale": 1500, "offset": 900, "noise": {"kind": "wrapped_turbulence", "width": 128000, "cells": 4}},
        {"id": "work", )" + stage + "}]}}");
    Client follower(server_->port());
    follower.send("GET /api/v1/jobs/" + id + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    ASSERT_FALSE(follower.read_until("event: iteration").empty()) << stage;
    ASSERT_EQ(order(id, "finish").status, 202) << stage;
    const nlohmann::json over = finished(id);
    ASSERT_EQ(over["state"], "done") << over;
    const nlohmann::json world = json(get("/api/v1/worlds/" + over["world"].get<std::string>()));
    EXPECT_GT(world["recipe"]["stages"][1].value(param, 0), 0) << world["recipe"];
    EXPECT_LT(world["recipe"]["stages"][1].value(param, 0), most) << world["recipe"];
  }
}

TEST_F(WorkTest, APlaceIsOnThePlateOfItsCell) {
  start();
  const nlohmann::json over = finished(started(
      R"({"recipe": {"craton": 1, "name": "plates", "world": "planet", "domain": {"kind": "sphere", "resolution": 24},
          "stages": [{"stage": "grown_plates", "id": "plates", "plates": 30, "rate_range": 2}]}})"));
  ASSERT_EQ(over["state"], "done") << over;
  const std::string base = "/api/v1/worlds/" + over["world"].get<std::string>() + "/at?";
  for (int lat = -80; lat <= 80; lat += 20)
    for (int lon = -175; lon < 180; lon += 35) {
      const nlohmann::json at = json(get(base + "lat=" + std::to_string(lat) + "&lon=" + std::to_string(lon)));
      const int number = at["layers"]["plate"]["value"];
      EXPECT_EQ(at["plates"], "no. " + std::to_string(number) + ", here") << at;
    }
}

TEST_F(WorkTest, JobsRestGoOnAndFinish) {
  start();
  const std::string id = started(shaped_);
  // Follows it until the first iteration is told.
  Client follower(server_->port());
  follower.send("GET /api/v1/jobs/" + id + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const std::string told = follower.read_until("event: iteration");
  ASSERT_FALSE(told.empty());
  const std::string event = follower.read_until("\n\n");
  const std::size_t brace = event.find('{');
  ASSERT_NE(brace, std::string::npos);
  const nlohmann::json iteration = nlohmann::json::parse(event.substr(brace), nullptr, false);
  EXPECT_EQ(iteration["iterations"], 20000);
  EXPECT_EQ(get(iteration["picture"]).body.substr(1, 3), "PNG");
  EXPECT_EQ(order(id, "resume").status, 409);
  ASSERT_EQ(order(id, "pause").status, 202);
  EXPECT_EQ(job(id)["state"], "paused");
  // Who rests leaves room for others, and as many as there are threads but one may.
  EXPECT_EQ(make_world("beside"), "beside");
  EXPECT_EQ(order(id, "resume").status, 202);
  EXPECT_EQ(job(id)["state"], "running");
  EXPECT_EQ(order(id, "finish").status, 202);
  const nlohmann::json over = finished(id);
  ASSERT_EQ(over["state"], "done") << over;
  const nlohmann::json world = json(get("/api/v1/worlds/" + over["world"].get<std::string>()));
  const int iterations = world["recipe"]["stages"][2]["iterations"];
  EXPECT_GT(iterations, 0);
  EXPECT_LT(iterations, 20000);
  EXPECT_EQ(order(id, "pause").status, 409);
  EXPECT_EQ(order(id, "finish").status, 409);
  EXPECT_EQ(order("none", "pause").status, 404);
  EXPECT_EQ(client().ask("GET", "/api/v1/jobs/" + id + "/pause").status, 405);
}

TEST_F(WorkTest, APausedJobGoesOnStepByStep) {
  start();
  const std::string id = started(shaped_);
  while (job(id)["state"] == "queued") continue;
  EXPECT_EQ(order(id, "step").status, 409);
  ASSERT_EQ(order(id, "pause").status, 202);
  double before = job(id)["progress"];
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(order(id, "step").status, 202);
    while (job(id)["state"] == "running") continue;
    ASSERT_EQ(job(id)["state"], "paused");
    EXPECT_GE(job(id)["progress"].get<double>(), before);
    before = job(id)["progress"];
  }
  EXPECT_LT(before, 1);
  EXPECT_EQ(order(id, "finish").status, 202);
  EXPECT_EQ(finished(id)["state"], "done");
  EXPECT_EQ(order(id, "step").status, 409);
  EXPECT_EQ(order("none", "step").status, 404);
}

TEST_F(WorkTest, WorldsAreTakenWhereTheyAreWhole) {
  start();
  ASSERT_EQ(make_world("mine"), "mine");
  std::ifstream stream(folder_ + "/worlds/mine.craton", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  const auto send = [this](const std::string& query, const std::string& body) {
    return client().raw("POST /api/v1/worlds/upload" + query + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " +
                        "application/octet-stream\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  };
  const Reply sent = send("?name=Sent%20here", bytes);
  ASSERT_EQ(sent.status, 201) << sent.body;
  EXPECT_EQ(json(sent)["world"], "sent-here");
  const std::string heights = "/layers/height.f32";
  EXPECT_EQ(get("/api/v1/worlds/sent-here" + heights).body, get("/api/v1/worlds/mine" + heights).body);
  EXPECT_EQ(json(send("", bytes)).value("world", ""), "mine-2");  // as its recipe is called
  EXPECT_EQ(json(get("/api/v1/worlds"))["worlds"].size(), 3u);
  // Nothing is kept of what is damaged, cut off, or something else.
  std::string damaged = bytes;
  for (std::size_t i = damaged.size() / 3; i < damaged.size(); i += 97) damaged[i] = static_cast<char>(damaged[i] ^ 0x55);
  EXPECT_EQ(send("", damaged).status, 400);
  EXPECT_EQ(send("", bytes.substr(0, bytes.size() / 2)).status, 400);
  EXPECT_EQ(send("", "no world").status, 400);
  EXPECT_EQ(send("", "").status, 400);
  EXPECT_EQ(json(get("/api/v1/worlds"))["worlds"].size(), 3u);
  EXPECT_EQ(send("", "no world").body.find(folder_), std::string::npos);
}

TEST_F(WorkTest, HeightsOfAPlanetComeBackBitForBit) {
  start();
  const std::string id = started(R"({"preset": "hello-sphere", "size": 64, "name": "ball"})");
  ASSERT_EQ(finished(id)["state"], "done");
  const std::string heights = get("/api/v1/worlds/ball/layers/height.f32?projection=faces").body;
  ASSERT_EQ(heights.size(), 16u * 96 * 4);
  const Reply sent = client().raw(
      "POST /api/v1/heightmaps?format=r32 HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
      "application/octet-stream\r\nContent-Length: " +
      std::to_string(heights.size()) + "\r\n\r\n" + heights);
  ASSERT_EQ(sent.status, 201) << sent.body;
  const std::string recipe =
      R"({"name": "again", "recipe": {"craton": 1, "world": "planet", "seed": 5, "domain": {"kind": "sphere",
    "resolution": 16}, "stages": [{"stage": "import_height", "file": ")" +
      json(sent)["file"].get<std::string>() + R"("}]}})";
  ASSERT_EQ(finished(started(recipe))["state"], "done");
  EXPECT_EQ(get("/api/v1/worlds/again/layers/height.f32?projection=faces").body, heights);
}

TEST_F(WorkTest, APausedJobCanBeStopped) {
  start();
  const std::string id = started(shaped_);
  while (job(id)["state"] == "queued") continue;
  ASSERT_EQ(order(id, "pause").status, 202);
  EXPECT_EQ(client().ask("DELETE", "/api/v1/jobs/" + id).status, 202);
  EXPECT_EQ(finished(id)["state"], "cancelled");
}

TEST_F(WorkTest, RecipesAreRememberedByTheNextServer) {
  start();
  const std::string recipe = R"({"craton": 1, "world": "terrain", "domain": {"kind": "plane", "step": 2}, "seed": 3,
    "stages": [{"stage": "noise", "id": "hills", "scale": 100, "noise": {"kind": "perlin", "frequency": 0.01}}]})";
  const std::string hash = json(client().ask("POST", "/api/v1/recipes", "{\"recipe\": " + recipe + "}"))["hash"];
  const Reply tile = get("/api/v1/terrain/" + hash + "/3/0/0/0");
  ASSERT_EQ(tile.status, 200);
  start();
  const Reply again = get("/api/v1/terrain/" + hash + "/3/0/0/0");
  EXPECT_EQ(again.status, 200);
  EXPECT_EQ(again.header("etag"), tile.header("etag"));
  // What somebody wrote there by hand is not believed.
  put("worlds/recipes/0123456789abcdef.json", recipe);
  put("worlds/recipes/fedcba9876543210.json", "{");
  start();
  EXPECT_EQ(get("/api/v1/terrain/0123456789abcdef/3").status, 404);
  EXPECT_EQ(get("/api/v1/terrain/fedcba9876543210/3").status, 404);
}

TEST_F(WorkTest, HeightMapsAreTakenWithinBounds) {
  start();
  const auto send = [this](const std::string& query, const std::string& bytes) {
    return Client(server_->port())
        .raw("POST /api/v1/heightmaps" + query + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n" +
             "Content-Length: " + std::to_string(bytes.size()) + "\r\n\r\n" + bytes);
  };
  std::string floats;
  for (int i = 0; i < 64 * 32; ++i) {
    const float height = static_cast<float>(i % 64) * 10 - 300;
    floats.append(reinterpret_cast<const char*>(&height), 4);
  }
  const Reply sent = send("?format=r32&width=64&height=32", floats);
  ASSERT_EQ(sent.status, 201) << sent.body;
  EXPECT_EQ(json(sent)["width"], 64);
  EXPECT_EQ(json(sent)["min"], -300);
  EXPECT_EQ(json(sent)["metres"], true);
  const std::string file = json(sent)["file"];
  EXPECT_EQ(json(get("/api/v1/heightmaps"))["heightmaps"].size(), 1u);
  // It is the ground of a world.
  const std::string recipe = R"({"recipe": {"craton": 1, "world": "planet", "domain": {"kind": "sphere", "resolution": 16},
    "stages": [{"stage": "import_height", "file": ")" +
                             file + R"("}]}, "format": "f32", "size": 64})";
  const Reply ground = client().ask("POST", "/api/v1/preview", recipe);
  ASSERT_EQ(ground.status, 200) << ground.body;
  float height = 1e9F;
  std::memcpy(&height, ground.body.data(), 4);
  EXPECT_GE(height, -300);
  EXPECT_LE(height, 330);
  // Nothing else is taken, and nothing is kept of it.
  EXPECT_EQ(send("?format=png", floats).status, 422);
  EXPECT_EQ(send("?format=png", "\x89PNG\r\n\x1a\n truncated").status, 422);
  EXPECT_EQ(send("?format=exr", "").status, 400);
  EXPECT_EQ(send("?format=r32&width=63&height=32", floats).status, 422);
  EXPECT_EQ(send("?format=tiff", floats).status, 400);
  EXPECT_EQ(send("?format=r32&width=999999999", floats).status, 400);
  EXPECT_EQ(client()
                .raw("POST /api/v1/heightmaps HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n"
                     "Content-Length: 67108865\r\n\r\n")
                .status,
            413);
  EXPECT_EQ(client().ask("POST", "/api/v1/worlds", R"({"heightmap": "../../etc/passwd"})").status, 422);
  EXPECT_EQ(client().ask("POST", "/api/v1/worlds", R"({"heightmap": "upload-0000000000000000.png", "preset": "map"})").status,
            422);
  EXPECT_EQ(json(get("/api/v1/heightmaps"))["heightmaps"].size(), 1u);
  EXPECT_EQ(client().ask("DELETE", "/api/v1/heightmaps/..%2f..%2fsecret.txt").status, 400);
  EXPECT_EQ(client().ask("DELETE", "/api/v1/heightmaps/" + file).status, 200);
  EXPECT_EQ(client().ask("DELETE", "/api/v1/heightmaps/" + file).status, 404);
}

TEST_F(WorkTest, FacesOfPlanetsAreTheirCells) {
  start();
  const std::string id = started(R"({"preset": "hello-sphere", "size": 64, "name": "ball"})");
  ASSERT_EQ(finished(id)["state"], "done");
  const nlohmann::json info = json(get("/api/v1/worlds/ball"));
  EXPECT_EQ(info["faces"]["side"], 16);
  EXPECT_EQ(info["faces"]["levels"][0]["side"], 16);
  const std::string base = "/api/v1/worlds/ball/layers/height/tile/0/0/0?format=f32";
  const Reply all = get("/api/v1/worlds/ball/layers/height.f32?projection=faces");
  ASSERT_EQ(all.body.size(), 16u * 96 * 4);
  for (int face = 0; face < 6; ++face)
    EXPECT_EQ(get(base + "&face=" + std::to_string(face)).body, all.body.substr(std::size_t(face) * 16 * 16 * 4, 16 * 16 * 4));
  EXPECT_EQ(get(base + "&face=6").status, 400);
  EXPECT_EQ(get("/api/v1/worlds/ball/layers/height/tile/1/0/0?face=0").status, 404);
  EXPECT_EQ(get("/api/v1/worlds/ball/pictures/relief/0/0/0.png?face=3").body.substr(1, 3), "PNG");
  EXPECT_TRUE(json(get("/api/v1/worlds/ball/plates"))["plates"].is_array());
  // A region needs a planet with a climate; this one says what it lacks.
  EXPECT_EQ(client().ask("POST", "/api/v1/worlds", R"({"zoom": {"world": "none", "lat": 0, "lon": 0}})").status, 422);
  EXPECT_EQ(client().ask("POST", "/api/v1/worlds", R"({"zoom": {"world": "ball", "lat": 91, "lon": 0}})").status, 422);
  EXPECT_EQ(finished(started(R"({"zoom": {"world": "ball", "lat": 0, "lon": 0}})"))["state"], "failed");
}

TEST_F(WorkTest, SleepingReadersKeepNobodyWaiting) {
  const int sleepers = std::getenv("CRATON_FULL") ? 1000 : 200;
  start();
  std::string much = "/api/v1/terrain/hello-tile/7/0/0/0?layers=height";
  for (int i = 0; i < 15; ++i) much += ",height";  // a megabyte: more than all buffers on the way
  ASSERT_EQ(get(much).body.size(), 16u * 129 * 129 * 4);
  const auto resident = [] {
    std::ifstream in("/proc/self/statm");
    std::uint64_t pages = 0, kept = 0;
    in >> pages >> kept;
    return kept * 4096;
  };
  const std::uint64_t before = resident();
  std::vector<Client> asleep;
  for (int i = 0; i < sleepers; ++i) {
    asleep.emplace_back(server_->port(), 4096);
    ASSERT_TRUE(asleep.back().connected());
    asleep.back().send("GET " + much + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  Client awake(server_->port());
  for (int i = 0; i < 50; ++i) ASSERT_EQ(awake.get("/api/v1/terrain/hello-tile/7/0/0/0").status, 200) << i;
  ASSERT_EQ(awake.get("/api/v1/terrain/hello-tile/7/0/1/" + std::to_string(sleepers)).status, 200);  // also what must be made
  EXPECT_GE(server_->connections(), static_cast<std::uint32_t>(sleepers));
  // They share what they do not read: each costs its connection, not its answer.
  EXPECT_LT(resident() - std::min(before, resident()), std::uint64_t(sleepers) * (256 << 10));
  // And whoever wakes up gets all of it.
  EXPECT_EQ(asleep.back().receive().body.size(), 16u * 129 * 129 * 4);
}

TEST_F(WorkTest, BadReportsAreNamed) {
  start();
  if (json(get("/api/v1/openapi.json"))["paths"].contains("/api/v1/noise/report")) {
    const std::string target = "/api/v1/noise/report";
    EXPECT_EQ(client().ask("POST", target, "{").status, 400);
    EXPECT_EQ(json(client().ask("POST", target, "{}"))["error"]["path"], "/kinds");
    EXPECT_EQ(json(client().ask("POST", target, R"({"kinds": ["cheese"]})"))["error"]["path"], "/kinds/0");
    EXPECT_EQ(json(client().ask("POST", target,
                                R"({"noises": [{"name": "a", "spec": {"kind": "perlin", "frequency": -1}}]})"))["error"]["path"],
              "/noises/0/spec/frequency");
    EXPECT_EQ(client()
                  .ask("POST", target, R"({"kinds": ["perlin", "perlin", "perlin", "perlin", "perlin", "perlin", "perlin"]})")
                  .status,
              422);
    const Reply made = client().ask("POST", target, R"({"kinds": ["perlin"], "seed": 3})");
    ASSERT_EQ(made.status, 202) << made.body;
    const std::string id = json(made)["job"]["id"];
    if (!std::getenv("CRATON_FULL")) {
      EXPECT_EQ(client().ask("DELETE", "/api/v1/jobs/" + id).status, 202);
      return;
    }
    const nlohmann::json over = finished(id);
    ASSERT_EQ(over["state"], "done") << over;
    const Reply page = get(over["file"]);
    EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
    EXPECT_NE(page.header("content-security-policy").find("default-src 'none'"), std::string::npos);
  }
}

}  // namespace
}  // namespace craton::server
