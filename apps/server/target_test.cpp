#include "target.h"

#include <gtest/gtest.h>

namespace craton::server {
namespace {

using Path = std::vector<std::string>;

TEST(ServerTarget, TakesAddressesApart) {
  const Result<Target> target = parse_target("/api/v1/terrain/caf%C3%A9%20x/-3?layers=height,biome&name=a+b%2B&flag&&empty=");
  ASSERT_TRUE(target) << target.error().to_string();
  EXPECT_EQ(target->path, (Path{"api", "v1", "terrain", "caf\xC3\xA9 x", "-3"}));
  ASSERT_EQ(target->query.size(), 4u);
  EXPECT_EQ(*target->find("layers"), "height,biome");
  EXPECT_EQ(*target->find("name"), "a b+");
  EXPECT_EQ(*target->find("flag"), "");
  EXPECT_EQ(*target->find("empty"), "");
  EXPECT_EQ(target->find("other"), nullptr);
  EXPECT_EQ(parse_target("/")->path, Path{});
  EXPECT_EQ(parse_target("/a/")->path, Path{"a"});
  EXPECT_EQ(parse_target("http://localhost:8484/a?b=c")->path, Path{"a"});
  EXPECT_EQ(parse_target("http://localhost")->path, Path{});
  EXPECT_EQ(parse_target("/a#fragment")->path, Path{"a"});
}

TEST(ServerTarget, LetsNothingOutOfAFolder) {
  for (const char* text :
       {"/../etc/passwd", "/a/../../b", "/..", "/.", "/a/./b", "/%2e%2e/etc", "/%2E%2e", "/a%2f..%2fb", "/a%5c..%5cb", "/..%00",
        "/a\\..\\b", "//etc/passwd", "/a//b", "/%00", "/a%0d%0aSet-Cookie:x", "/%c0%ae%c0%ae/x", "/%ff"})
    EXPECT_FALSE(parse_target(text)) << text;
}

TEST(ServerTarget, RefusesWhatIsNoTarget) {
  for (const char* text :
       {"", "a", "*", "/%", "/%4", "/%zz", "/a?%", "/a?b=%2", "/a?b=1&b=2", "/a?b=%00", "/a?b=%ff", "https://x/"})
    EXPECT_FALSE(parse_target(text)) << text;
  EXPECT_FALSE(parse_target("/" + std::string(most_target_bytes, 'a')));
  std::string deep, wide = "/?";
  for (std::size_t i = 0; i <= most_segments; ++i) deep += "/a";
  for (std::size_t i = 0; i <= most_pairs; ++i) wide += "p" + std::to_string(i) + "=1&";
  EXPECT_FALSE(parse_target(deep));
  EXPECT_FALSE(parse_target(wide));
}

TEST(ServerTarget, KnowsUtf8) {
  for (const char* text : {"", "abc", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x8C\x8D", "\xED\x9F\xBF", "\xF4\x8F\xBF\xBF"})
    EXPECT_TRUE(is_utf8(text));
  for (const char* text :
       {"\x80", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xE2\x82"})
    EXPECT_FALSE(is_utf8(text));
}

}  // namespace
}  // namespace craton::server
