// Every address of the server, asked for what nobody should ask. The addresses are those of its own description, so that a new
// route is tried too.
#include <vector>

#include "server_test_fixture.h"

namespace craton::server {
namespace {

struct Asked {
  std::string method, path;
  nlohmann::json operation;
};

class AbuseTest : public ServerTest {
 protected:
  std::vector<Asked> all_routes() const {
    std::vector<Asked> routes;
    const nlohmann::json described = json(get("/api/v1/openapi.json"));
    for (const auto& [path, methods] : described["paths"].items())
      for (const auto& [method, operation] : methods.items()) {
        std::string upper = method;
        for (char& c : upper) c = static_cast<char>(std::toupper(c));
        routes.push_back({upper, path, operation});
      }
    return routes;
  }

  /// The address with its places filled in by `value`, or by something that is there where it is empty.
  static std::string filled(const Asked& route, const std::string& value) {
    std::string path = route.path;
    for (std::size_t open; (open = path.find('{')) != std::string::npos;) {
      const std::string name = path.substr(open + 1, path.find('}') - open - 1);
      path.replace(open, name.size() + 2, value.empty() ? usual(route.path, name) : value);
    }
    return path;
  }
  static std::string usual(const std::string& path, const std::string& name) {
    if (name == "recipe") return path.find("voxels") != std::string::npos ? "voxels-caves" : "hello-tile";
    if (name == "id") return "ring";
    if (name == "layer" || name == "style") return "height";
    if (name == "format") return "f32";
    if (name == "set") return "places";
    if (name == "file") return "upload-0000000000000000.png";
    return "1";
  }

  void expect_refused(const Reply& reply, const std::string& what) const {
    EXPECT_TRUE(reply.status >= 400 && reply.status < 500)
        << what << " gives " << reply.status << ": " << reply.body.substr(0, 200);
    EXPECT_FALSE(json(reply)["error"].value("message", "").empty()) << what << ": " << reply.body.substr(0, 200);
  }
};

TEST_F(AbuseTest, NoPlaceInAnAddressTakesWhatItShouldNot) {
  start();
  ASSERT_EQ(make_world("ring"), "ring");
  const std::string hostile[] = {
      "99999999999999999999999", "-9223372036854775809", "1e400", "nan", "..%2f..%2fsecret.txt", "%00", "%c0%af",
      std::string(3000, 'a'),    "'%22%3Cscript%3E"};
  std::size_t tried = 0;
  for (const Asked& route : all_routes()) {
    if (route.path.find('{') == std::string::npos) continue;
    for (const std::string& value : hostile) {
      const std::string target = filled(route, value);
      expect_refused(client().ask(route.method, target), route.method + " " + target.substr(0, 200));
      ++tried;
    }
    EXPECT_NE(client().ask(route.method, filled(route, "..")).status, 200) << route.path;
  }
  EXPECT_GT(tried, 200u);
  EXPECT_EQ(json(get("/api/v1/worlds/ring"))["id"], "ring");  // nothing was deleted by a wrong name
}

TEST_F(AbuseTest, NoQueryTakesWhatItShouldNot) {
  start();
  ASSERT_EQ(make_world("ring"), "ring");
  std::size_t tried = 0;
  for (const Asked& route : all_routes()) {
    const std::string target = filled(route, "");
    expect_refused(client().ask(route.method, target + "?no_such_thing=1"),
                   route.method + " " + target + " with a name of nothing");
    for (const nlohmann::json& param : route.operation["parameters"]) {
      if (param["in"] != "query" || (param["schema"]["type"] == "string" && !param["schema"].contains("enum"))) continue;
      const std::string name = param["name"];
      for (const char* value : {"99999999999999999999999", "-1e308", "1e400", "nan", "inf", "0x10", "%00", "[1]", "true;drop"}) {
        const std::string whole = target + "?" + name + "=" + value;
        expect_refused(client().ask(route.method, whole), route.method + " " + whole);
        ++tried;
      }
      expect_refused(client().ask(route.method, target + "?" + name + "=1&" + name + "=1"), target + " with " + name + " twice");
    }
  }
  EXPECT_GT(tried, 100u);
}

TEST_F(AbuseTest, NoBodyTakesWhatItShouldNot) {
  start();
  ASSERT_EQ(make_world("ring"), "ring");
  std::string deep = "{\"recipe\": ", many = "{";
  for (int i = 0; i < 5000; ++i) deep += "[";
  for (int i = 0; i < 20000; ++i) many += "\"k" + std::to_string(i) + "\": 0, ";
  const std::string hostile[] = {"null",
                                 "7",
                                 "\"text\"",
                                 "[]",
                                 "{",
                                 "{\"a\": 1e999}",
                                 "{\"a\"}",
                                 "{\"no_such_thing\": 1}",
                                 std::string("{\"\0\": 1}", 8),
                                 "{\"recipe\": \"\\ud800\"}",
                                 "\xff\xfe{}",
                                 deep,
                                 many + "\"end\": 0}"};
  // A recipe may be a text with comments: within one a quote opens nothing.
  std::string commented = R"({"recipe": "//\"\n{\"a\":)";
  for (int i = 0; i < 100000; ++i) commented += "[";
  for (int i = 0; i < 100000; ++i) commented += "]";
  expect_refused(client().ask("POST", "/api/v1/recipes", commented + "}\"}"), "a deep recipe after a comment");
  // What members of bodies are called, with values that none of them takes.
  std::vector<std::string> wrong;
  for (const char* name : {"recipe", "preset", "spec", "tool", "strokes", "voxels", "steps", "zoom", "heightmap", "kinds",
                           "noises", "kind", "seed", "size"})
    for (const char* value : {"{\"a\": [null]}", "[[]]", "-1", "1e300", "true", "\"../../secret.txt\""})
      wrong.push_back("{\"" + std::string(name) + "\": " + value + "}");
  for (const char* zoom : {R"({"world": "ring", "lat": 1e300, "lon": 0})", R"({"world": "ring", "lat": 0, "lon": "0"})",
                           R"({"world": 7, "lat": 0, "lon": 0})", R"({"world": "../ring", "lat": 0, "lon": 0})",
                           R"({"world": "ring", "lat": 0, "lon": 0, "span_km": 1e99})", R"({"world": "ring"})", "7", "[]"})
    wrong.push_back("{\"zoom\": " + std::string(zoom) + "}");
  wrong.push_back(R"({"zoom": {"world": "ring", "lat": 0, "lon": 0}, "size": 4294967297})");
  std::size_t tried = 0;
  for (const Asked& route : all_routes()) {
    if (route.method != "POST" || !route.operation.contains("requestBody")) continue;
    const std::string target = filled(route, "");
    for (const std::string& body : hostile)
      expect_refused(client().ask("POST", target, body), target + " " + body.substr(0, 60)), ++tried;
    for (const std::string& body : wrong) {
      // A recipe may be a text and a step may be one: what is asked is only that nothing of it is an error of the server.
      const Reply reply = client().ask("POST", target, body);
      EXPECT_TRUE(reply.status >= 200 && reply.status < 500)
          << target << " " << body << " gives " << reply.status << reply.body.substr(0, 200);
    }
    EXPECT_EQ(
        client()
            .raw("POST " + target + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}")
            .status,
        415)
        << target;
    EXPECT_EQ(client()
                  .raw("POST " + target +
                       " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n")
                  .status,
              413)
        << target;
  }
  EXPECT_GT(tried, 80u);
  EXPECT_EQ(get("/api/v1/about").status, 200);
}

TEST_F(AbuseTest, BodiesThatEndTooSoonOrNeverGetAnAnswerOrAnEnd) {
  ServerOptions hurried = options();
  hurried.hurry = 60;  // half a second for a body, five for a height map
  start(hurried);
  struct Open {
    std::string target;
    Client client;
  };
  std::vector<Open> slow;
  for (const Asked& route : all_routes()) {
    if (route.method != "POST") continue;
    const std::string target = filled(route, "");
    const std::string head =
        "POST " + target + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"";
    Client cut = client();
    cut.send(head);
    cut.end_sending();
    const int status = cut.receive().status;
    EXPECT_TRUE(status == 0 || (status >= 400 && status < 500)) << target << " gives " << status;
    slow.push_back({target, client()});
    slow.back().client.send(head);
  }
  ASSERT_GT(slow.size(), 10u);
  for (Open& each : slow) {
    const int status = each.client.receive().status;
    EXPECT_TRUE(status == 408 || status == 404 || status == 413) << each.target << " gives " << status;
  }
  EXPECT_EQ(get("/api/v1/about").status, 200);
}

TEST_F(AbuseTest, EndsWhileMuchWaits) {
  ServerOptions narrow = options();
  narrow.threads = 1;
  start(narrow);
  std::vector<Client> asking;
  for (int i = 0; i < 60; ++i) {
    asking.push_back(client());
    // Two wait for each tile.
    asking.back().send("GET /api/v1/terrain/terrain/5/2/" + std::to_string(i / 2) + "/9 HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  for (int i = 0; i < 4; ++i) {
    asking.push_back(client());
    asking.back().send(
        "POST /api/v1/preview HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
        "17\r\n\r\n{\"preset\": \"map\"}");
  }
  while (server_->connections() < asking.size()) ::usleep(1000);
  ::usleep(30000);
  server_->stop(std::chrono::milliseconds(0));
  server_.reset();  // sessions whose answers were never begun go before the network that they belong to
  std::size_t unanswered = 0;
  for (Client& each : asking) unanswered += each.receive().status == 0;
  EXPECT_GT(unanswered, 20u);
}

}  // namespace
}  // namespace craton::server
