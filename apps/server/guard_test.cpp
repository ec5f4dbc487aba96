#include "guard.h"

#include <gtest/gtest.h>

#include "compress.h"

namespace craton::server {
namespace {

Request request(std::string host, std::string origin = "", std::string site = "") {
  Request made{.target = *parse_target("/api/v1/about")};
  made.host = std::move(host);
  made.origin = std::move(origin);
  made.fetch_site = std::move(site);
  return made;
}

int status(const Guard& guard, const Request& request) {
  const std::optional<Response> refusal = guard.refusal(request);
  return refusal ? refusal->status : 200;
}

TEST(ServerGuard, AnswersForThisMachineAlone) {
  const Guard guard({.hosts = {"proxy.example"}});
  for (const char* host : {"localhost", "LocalHost:8484", "127.0.0.1:1", "[::1]:8484", "localhost.", "proxy.example:80"})
    EXPECT_EQ(status(guard, request(host)), 200) << host;
  for (const char* host :
       {"evil.example", "evil.example:8484", "127.0.0.1.evil.example", "localhost.evil.example", "[::1", "10.0.0.1"})
    EXPECT_EQ(status(guard, request(host)), 421) << host;
  EXPECT_EQ(status(guard, request("")), 400);
}

TEST(ServerGuard, GivesNothingToPagesOfOthers) {
  const Guard guard({});
  EXPECT_EQ(status(guard, request("localhost:8484", "http://localhost:8484")), 200);
  EXPECT_EQ(status(guard, request("localhost:8484", "http://evil.example")), 403);
  EXPECT_EQ(status(guard, request("localhost:8484", "http://localhost:9999")), 403);
  EXPECT_EQ(status(guard, request("localhost:8484", "null")), 403);
  EXPECT_EQ(status(guard, request("localhost:8484", "", "cross-site")), 403);
  EXPECT_EQ(status(guard, request("localhost:8484", "", "same-origin")), 200);
  EXPECT_EQ(status(guard, request("localhost:8484", "", "none")), 200);
}

TEST(ServerGuard, WantsItsToken) {
  const Guard guard({.token = "secret"});
  Request asked = request("worlds.example");
  EXPECT_EQ(status(guard, asked), 401);
  asked.authorization = "Bearer secre";
  EXPECT_EQ(status(guard, asked), 401);
  asked.authorization = "Bearer secret";
  EXPECT_EQ(status(guard, asked), 200);
  asked.authorization = "";
  asked.cookie = "other=1; craton_token=secret";
  EXPECT_EQ(status(guard, asked), 200);
  asked.cookie = "craton_token=secrets";
  EXPECT_EQ(status(guard, asked), 401);
  asked.cookie = "craton_token=";
  EXPECT_EQ(status(guard, asked), 401);
  asked.target = *parse_target("/?token=secret");
  EXPECT_EQ(status(guard, asked), 200);
}

TEST(ServerGuard, LetsNobodyGuessForLong) {
  const Guard guard({.token = "secret"});
  Request asked = request("worlds.example");
  asked.client = "10.0.0.1";
  for (int i = 0; i < 10; ++i) {
    asked.authorization = "Bearer guess" + std::to_string(i);
    EXPECT_EQ(status(guard, asked), 401);
  }
  EXPECT_EQ(status(guard, asked), 429);
  asked.authorization = "Bearer secret";
  EXPECT_EQ(status(guard, asked), 429) << "else the answer would tell that the guess was right";
  asked.client = "10.0.0.2";
  EXPECT_EQ(status(guard, asked), 200) << "others are not kept out";
  asked.authorization = "";
  for (int i = 0; i < 30; ++i) EXPECT_EQ(status(guard, asked), 401) << "who gives no token guesses nothing";
}

TEST(ServerCompress, ReadsWhatIsAccepted) {
  for (const char* list : {"gzip", "br, gzip;q=0.5", "*", "deflate, gzip"}) EXPECT_TRUE(accepts_gzip(list)) << list;
  for (const char* list : {"", "br", "gzip;q=0", "gzip; q=0.000", "identity"}) EXPECT_FALSE(accepts_gzip(list)) << list;
  for (const char* list : {"\"a\"", "\"b\", \"a\"", "W/\"a\"", "*"}) EXPECT_TRUE(names_tag(list, "\"a\"")) << list;
  for (const char* list : {"", "a", "\"b\"", "\"aa\""}) EXPECT_FALSE(names_tag(list, "\"a\"")) << list;
  EXPECT_EQ(gzipped("", 6).substr(0, 2), "\x1f\x8b");
  EXPECT_LT(gzipped(std::string(10000, 'x'), 6).size(), 100u);
}

}  // namespace
}  // namespace craton::server
