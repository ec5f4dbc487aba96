// JSON of people whom nobody knows: what is too deep or too wide is refused before it costs anything.
#include "json_body.h"

#include <gtest/gtest.h>

#include <string>

namespace craton::server {
namespace {

std::string times(std::size_t count, std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

TEST(ServerJson, DepthIsBoundedWhateverStandsBeforeIt) {
  const std::string deep = times(200, "[") + times(200, "]");
  EXPECT_FALSE(parse_json(deep));
  EXPECT_TRUE(parse_json(times(90, "[") + times(90, "]")));
  EXPECT_FALSE(parse_json("{\"a\": \"x\\\"\", \"b\": " + deep + "}"));
  // Quotes within comments open no text, and slashes within texts no comment.
  EXPECT_FALSE(parse_json("//\"\n" + deep, true));
  EXPECT_FALSE(parse_json("/* \" */" + deep, true));
  EXPECT_FALSE(parse_json("{\"a\": \"//\", \"b\": " + deep + "}", true));
  EXPECT_FALSE(parse_json("{\"a\": \"/*\", \"b\": " + deep + "}", true));
  EXPECT_TRUE(parse_json("// [[[ \"\n{\"a\": 1} /* {{ */", true));
  EXPECT_TRUE(parse_json("\"" + deep + "\""));
  EXPECT_FALSE(parse_json("// {}"));  // comments where none are allowed
}

TEST(ServerJson, ObjectsHaveFewMembersAndListsMany) {
  const auto object = [](int count) {
    std::string text = "{\"k\": 0";
    for (int i = 1; i < count; ++i) text += ", \"" + std::to_string(i) + "\": 0";
    return text + "}";
  };
  EXPECT_TRUE(parse_json(object(1000)));
  const Result<Json> wide = parse_json("[" + object(1100) + "]");
  ASSERT_FALSE(wide);
  EXPECT_NE(wide.error().message.find("members"), std::string::npos) << wide.error().message;
  EXPECT_TRUE(parse_json("{\"list\": [0" + times(100000, ",0") + "]}"));
}

TEST(ServerJson, MembersThatNobodyAskedForAreNamed) {
  Result<JsonBody> body = JsonBody::read(R"({"size": 3, "sise": 4})");
  ASSERT_TRUE(body);
  EXPECT_EQ(*body->integer("size", 0, 0, 10), 3);
  const Result<void> end = body->end();
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().path, "/sise");
  EXPECT_FALSE(body->integer("size", 0, 4, 10));
  EXPECT_FALSE(JsonBody::read("[]"));
  EXPECT_TRUE(JsonBody::read(""));
}

}  // namespace
}  // namespace craton::server
