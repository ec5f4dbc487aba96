// Requests over HTTP: the routes are those that the library declares, and the answers its own.
#include <cstring>

#include <craton/requests/request.h>

#include "server_test_fixture.h"

namespace craton::server {
namespace {

TEST_F(ServerTest, RequestsHaveTheRoutesOfTheirDeclarations) {
  start();
  const nlohmann::json paths = json(get("/api/v1/openapi.json"))["paths"];
  const nlohmann::json told = json(get("/api/v1/requests"))["requests"];
  std::size_t served = 0;
  for (const RequestInfo& request : all_requests()) {
    const std::string path = "/api/v1/requests/" + std::string(request.id);
    if (request.id == "open" || request.id == "edit" || request.id == "bake") {  // files of the server are not for strangers
      EXPECT_FALSE(paths.contains(path));
      continue;
    }
    ASSERT_TRUE(paths.contains(path)) << path;
    const nlohmann::json schema = paths[path]["post"]["requestBody"]["content"]["application/json"]["schema"];
    EXPECT_EQ(schema["additionalProperties"], false);
    for (const ParamInfo& param : request.params) {
      const bool file = param.name == "folder" || param.name == "file" || param.name == "ground";
      ASSERT_EQ(schema["properties"].contains(param.name), !file) << request.id << " " << param.name;
      if (file) continue;
      const nlohmann::json& property = schema["properties"][std::string(param.name)];
      EXPECT_EQ(property["description"].get<std::string>().find(param.doc), 0U) << request.id << " " << param.name;
      if (param.type == ParamType::number) { EXPECT_EQ(property["maximum"], param.max) << request.id << " " << param.name; }
    }
    EXPECT_EQ(told[served++]["id"], request.id);
  }
  EXPECT_EQ(told.size(), served);
}

TEST_F(ServerTest, RequestsAreAnsweredAsByTheLibrary) {
  start();
  struct Case {
    const char *request, *body, *array;
  };
  // A tile at 2^40 m, a chunk of voxels, a noise, and small worlds.
  for (const Case& each :
       {Case{"terrain", R"({"at": [1099511627776, -512], "size": [65, 65], "step": 1, "seed": 7})", "height"},
        Case{"voxels", R"({"at": [100, -5], "radius": 0, "seed": 11})", "ground"},
        Case{"noise", R"({"noise": "clouds", "size": [33, 17], "at": [1099511627776, -5]})", "value"},
        Case{"map", R"({"size": [64, 32], "seed": 7})", "biome"}, Case{"planet", R"({"resolution": 16, "seed": 7})", "height"}}) {
    const Result<Answer> answer = ask(each.request, std::string_view(each.body));
    ASSERT_TRUE(answer) << answer.error().to_string();
    const std::span<const std::byte> expected = answer->array(each.array)->layer->bytes();
    const Reply reply =
        client().ask("POST", std::string("/api/v1/requests/") + each.request + "?part=array&name=" + each.array, each.body);
    ASSERT_EQ(reply.status, 200) << each.request << ": " << reply.body;
    ASSERT_EQ(reply.body.size(), expected.size()) << each.request;
    EXPECT_EQ(std::memcmp(reply.body.data(), expected.data(), expected.size()), 0) << each.request;
    EXPECT_EQ(nlohmann::json::parse(reply.header("x-craton-tile"))["name"], each.array);
  }
}

TEST_F(ServerTest, RequestsTellOfTheirAnswers) {
  start();
  const std::string map = R"({"size": [64, 32], "seed": 7})";
  const auto asked = [&](const std::string& query, const std::string& body) {
    return client().ask("POST", "/api/v1/requests/map" + query, body);
  };
  EXPECT_EQ(json(asked("", map))["seed"], "7");
  EXPECT_EQ(asked("?part=picture", map).body.substr(1, 3), "PNG");
  EXPECT_EQ(json(asked("?part=geojson", map))["type"], "FeatureCollection");
  EXPECT_EQ(json(asked("?part=table&name=rivers", map))["name"], "rivers");
  EXPECT_EQ(asked("?part=array&name=hight", map).status, 422);
  EXPECT_EQ(asked("?part=all", map).status, 400);
  for (const char* body :
       {"", "{", "[]", R"({"sede": 1})", R"({"size": [0, 1]})", R"({"folder": "/etc"})", R"({"recipe": "mpa"})"}) {
    const Reply refused = asked("", body);
    EXPECT_GE(refused.status, 400) << body;
    EXPECT_LT(refused.status, 500) << body;
  }
  EXPECT_EQ(json(asked("", R"({"knobs": {"lnad": 1}})"))["error"]["path"], "knobs/lnad");
  EXPECT_EQ(client().ask("POST", "/api/v1/requests/open", R"({"file": "/etc/passwd"})").status, 404);
  EXPECT_EQ(client().ask("POST", "/api/v1/requests/edit", R"({"file": "/tmp/w.craton"})").status, 404);
  // Nor where they are asked for within others.
  for (const char* of : {R"("/etc/passwd")", R"({"open": {"file": "/etc/passwd"}})", R"({"map": {"folder": "/etc"}})"}) {
    const Reply refused = client().ask("POST", "/api/v1/requests/measure", std::string(R"({"of": )") + of + "}");
    EXPECT_EQ(refused.status, 422) << of;
    EXPECT_NE(refused.body.find("files of this machine"), std::string::npos) << refused.body;
  }
}

TEST_F(ServerTest, RequestsAboutOthersGiveTheirFiles) {
  start();
  const auto file = [&](const char* request, const char* body) {
    return client().ask("POST", std::string("/api/v1/requests/") + request + "?part=file", body);
  };
  const std::string svg =
      file("page", R"({"of": {"map": {"size": [64, 32], "seed": 7}}, "format": "svg", "title": "Ostria"})").body;
  EXPECT_EQ(svg.substr(0, 5), "<?xml") << svg.substr(0, 200);
  EXPECT_EQ(file("mesh", R"({"of": {"terrain": {"recipe": "terrain", "size": [32, 32]}}, "format": "glb"})").body.substr(0, 4),
            "glTF");
  const nlohmann::json measures = json(client().ask("POST", "/api/v1/requests/measure?part=table&name=measures",
                                                    R"({"of": {"map": {"size": [64, 32], "seed": 7}}})"));
  EXPECT_EQ(measures["columns"][0]["name"], "measure");
}

}  // namespace
}  // namespace craton::server
