#include "route.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace craton::server {
namespace {

Outcome nothing(const Call&) { return json_response("{}"); }

Router sample() {
  Router router;
  router.add({.pattern = "/api/tiles/{layer}/{z}.{format}",
              .summary = "A tile.",
              .params = {{.name = "layer", .kind = ParamKind::text, .max = 8},
                         {.name = "z", .kind = ParamKind::integer, .min = -4, .max = 4},
                         {.name = "format", .kind = ParamKind::choice, .choices = {"png", "f32"}},
                         {.name = "scale", .kind = ParamKind::number, .standard = "1.5", .min = 0, .max = 10},
                         {.name = "bare", .kind = ParamKind::flag, .standard = "0"}},
              .handler = nothing});
  router.add({.method = Method::post, .pattern = "/api/tiles", .summary = "Makes one.", .body = "{…}", .handler = nothing});
  router.add({.pattern = "/api/tiles", .summary = "All.", .handler = nothing});
  return router;
}

Match ask(const Router& router, Method method, const char* target) {
  static Request request;  // calls point to it
  request = {.method = method, .target = *parse_target(target)};
  return router.match(request);
}

int status(const Match& match) { return std::holds_alternative<Call>(match) ? 200 : std::get<Response>(match).status; }

TEST(ServerRouter, ReadsParametersAsDeclared) {
  const Router router = sample();
  const Match match = ask(router, Method::get, "/api/tiles/height/-3.png?scale=2.50&bare");
  ASSERT_EQ(status(match), 200);
  const Call& call = std::get<Call>(match);
  EXPECT_EQ(call.text("layer"), "height");
  EXPECT_EQ(call.integer("z"), -3);
  EXPECT_EQ(call.text("format"), "png");
  EXPECT_EQ(call.number("scale"), 2.5);
  EXPECT_TRUE(call.flag("bare") && call.given("bare"));
  const Match plain = ask(router, Method::head, "/api/tiles/a.b/0.f32");
  ASSERT_EQ(status(plain), 200);
  EXPECT_EQ(std::get<Call>(plain).text("layer"), "a.b");
  EXPECT_EQ(std::get<Call>(plain).number("scale"), 1.5);
  EXPECT_FALSE(std::get<Call>(plain).given("scale"));
}

TEST(ServerRouter, EqualMeaningsHaveEqualKeys) {
  const Router router = sample();
  const auto key = [&](const char* target) { return std::get<Call>(ask(router, Method::get, target)).key(); };
  EXPECT_EQ(key("/api/tiles/a/1.png"), key("/api/tiles/a/1.png?bare=0&scale=1.50"));
  EXPECT_EQ(key("/api/tiles/a/1.png?scale=2&bare=1"), key("/api/tiles/%61/01.png?bare&scale=2.0"));
  EXPECT_NE(key("/api/tiles/a/1.png"), key("/api/tiles/a/1.f32"));
  EXPECT_NE(key("/api/tiles/a/1.png"), key("/api/tiles/b/1.png"));
}

TEST(ServerRouter, RefusesWithReasons) {
  const Router router = sample();
  for (const char* target :
       {"/api/tiles/a/5.png", "/api/tiles/a/x.png", "/api/tiles/a/99999999999999999999.png", "/api/tiles/a/1.5.png",
        "/api/tiles/a/1.gif", "/api/tiles/morethan8/1.png", "/api/tiles/a/1.png?scale=11", "/api/tiles/a/1.png?scale=nan",
        "/api/tiles/a/1.png?scale=1e999", "/api/tiles/a/1.png?bare=maybe", "/api/tiles/a/1.png?typo=1", "/api/tiles/a/1.png?z=2"})
    EXPECT_EQ(status(ask(router, Method::get, target)), 400) << target;
  for (const char* target : {"/api", "/api/tiles/a", "/api/tiles/a/png", "/api/tiles/a/.png", "/api/tiles/a/1.", "/other"})
    EXPECT_EQ(status(ask(router, Method::get, target)), 404) << target;
  const Match wrong = ask(router, Method::del, "/api/tiles");
  ASSERT_EQ(status(wrong), 405);
  EXPECT_EQ(std::get<Response>(wrong).headers.front(),
            (std::pair<std::string, std::string>("Allow", "GET, HEAD, POST, OPTIONS")));
  EXPECT_EQ(status(ask(router, Method::options, "/api/tiles")), 204);
}

TEST(ServerRouter, DescribesItself) {
  const Router router = sample();
  const auto json = nlohmann::json::parse(openapi_text(router.routes(), "1.2.3"));
  EXPECT_EQ(json["openapi"], "3.0.3");
  EXPECT_EQ(json["info"]["version"], "1.2.3");
  ASSERT_EQ(json["paths"].size(), 2u);
  EXPECT_TRUE(json["paths"]["/api/tiles"].contains("post") && json["paths"]["/api/tiles"].contains("get"));
  const auto& parameters = json["paths"]["/api/tiles/{layer}/{z}.{format}"]["get"]["parameters"];
  ASSERT_EQ(parameters.size(), 5u);
  EXPECT_EQ(parameters[1]["in"], "path");
  EXPECT_EQ(parameters[1]["schema"]["minimum"], -4);
  EXPECT_EQ(parameters[3]["in"], "query");
  EXPECT_EQ(parameters[3]["required"], false);
}

}  // namespace
}  // namespace craton::server
