// HTTP as clients see it: the page, tags, methods, and what nobody should send.
#include <cmath>
#include <cstring>

#include "server_test_fixture.h"

namespace craton::server {
namespace {

constexpr const char* tile = "/api/v1/terrain/terrain/7/0/3/-2";

TEST_F(ServerTest, ServesItsPageAndNothingBesideIt) {
  start();
  const Reply page = get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
  EXPECT_NE(page.header("content-security-policy").find("default-src 'self'"), std::string::npos);
  EXPECT_EQ(page.header("x-content-type-options"), "nosniff");
  EXPECT_EQ(page.header("cache-control"), "private, no-cache");
  const Reply script = get("/assets/app-1234.js", "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(script.status, 200);
  EXPECT_EQ(script.header("content-encoding"), "gzip");
  EXPECT_EQ(script.header("cache-control"), "public, max-age=31536000, immutable");
  EXPECT_LT(script.body.size(), 200u);
  EXPECT_EQ(get("/assets/app-1234.js").body.size(), 4015u);
  for (const char* target : {"/secret.txt", "/assets/link.txt", "/.hidden", "/assets", "/assets/none.js", "/index.html/x"})
    EXPECT_EQ(get(target).status, 404) << target;
  for (const char* target : {"/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "//etc/passwd", "/%00"})
    EXPECT_EQ(get(target).status, 400) << target;
  put("page/index.html", "<!doctype html><title>another page</title>");
  EXPECT_NE(get("/").body.find("another"), std::string::npos);
}

TEST_F(ServerTest, TagsSpareTheWayTwice) {
  start();
  const Reply first = get(tile);
  ASSERT_EQ(first.status, 200) << first.body;
  EXPECT_EQ(first.body.size(), 129u * 129 * 4);
  EXPECT_EQ(first.header("cache-control"), "public, max-age=31536000, immutable");
  const std::string tag = first.header("etag");
  ASSERT_GT(tag.size(), 2u);
  const Reply again = get(tile, "If-None-Match: \"other\", " + tag + "\r\n");
  EXPECT_EQ(again.status, 304);
  EXPECT_EQ(again.header("etag"), tag);
  EXPECT_EQ(get(tile, "If-None-Match: \"other\"\r\n").body, first.body);
  EXPECT_EQ(get(std::string(tile) + "?format=f32&layers=height").header("etag"), tag);
  EXPECT_NE(get(std::string(tile) + "?format=u16").header("etag"), tag);
  const Reply head = client().ask("HEAD", tile);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.header("content-length"), std::to_string(first.body.size()));
  EXPECT_EQ(head.header("etag"), tag);
}

TEST_F(ServerTest, TilesPackWellAndLookTheSame) {
  start();
  constexpr std::size_t side = 131, count = side * side;
  constexpr float finest = 1.0F / 256;  // a 256th of the step of a metre, of level 0
  const std::string ask = std::string(tile) + "?margin=1&layers=height,rain,biome&format=";
  const std::string plain = get(ask + "f32").body, packed = get(ask + "packed").body;
  ASSERT_EQ(plain.size(), 3 * count * 4);
  ASSERT_EQ(packed.size(), 3 * (count + 1) * 4);
  for (std::size_t layer = 0; layer < 3; ++layer) {
    const std::size_t at = layer * (count + 1) * 4;
    float fineness = 0;
    std::memcpy(&fineness, packed.data() + at, 4);
    if (layer == 0) { EXPECT_EQ(fineness, finest); }
    if (layer == 2) { EXPECT_EQ(fineness, 1.0F); }
    std::vector<std::int64_t> whole(count);
    double off = 0, largest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      std::int64_t folded = 0;
      for (std::size_t byte = 4; byte-- > 0;)
        folded = folded * 256 + static_cast<std::uint8_t>(packed[at + 4 + byte * count + i]);
      whole[i] = folded % 2 == 0 ? folded / 2 : -(folded + 1) / 2;
      if (i % side != 0) whole[i] += whole[i - 1];
      if (i >= side) whole[i] += whole[i - side];
      if (i % side != 0 && i >= side) whole[i] -= whole[i - side - 1];
      float value = 0;
      std::memcpy(&value, plain.data() + (layer * count + i) * 4, 4);
      off = std::max(off, std::abs(static_cast<double>(value) - static_cast<double>(whole[i]) * static_cast<double>(fineness)));
      largest = std::max(largest, std::abs(static_cast<double>(value)));
    }
    EXPECT_LE(off, static_cast<double>(fineness) / 2) << layer;
    EXPECT_GT(largest, 0) << layer;
    if (layer == 1) { EXPECT_LE(static_cast<double>(fineness), largest / 512); }
  }
  const Reply small = get(ask + "packed", "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(small.header("content-encoding"), "gzip");
  EXPECT_LT(small.body.size(), plain.size() / 8);
}

TEST_F(ServerTest, AnswersManyRequestsOnOneConnection) {
  start();
  Client one = client();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(one.get("/api/v1/about").status, 200);
  // Pipelined: answers come in the order of the questions.
  one.send(
      "GET /api/v1/about HTTP/1.1\r\nHost: localhost\r\n\r\nGET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\nHEAD / "
      "HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(one.receive().status, 200);
  EXPECT_EQ(one.receive().status, 404);
  EXPECT_EQ(one.receive(true).status, 200);
  const Reply options = one.ask("OPTIONS", "/api/v1/worlds");
  EXPECT_EQ(options.status, 204);
  EXPECT_EQ(options.header("allow"), "GET, HEAD, POST, OPTIONS");
  EXPECT_EQ(options.header("access-control-allow-origin"), "");
  EXPECT_EQ(one.ask("DELETE", "/api/v1/about").status, 405);
  EXPECT_EQ(one.ask("BREW", "/api/v1/about").status, 501);
  const Reply last = one.get("/api/v1/about", "Connection: close\r\n");
  EXPECT_EQ(last.header("connection"), "close");
  EXPECT_EQ(one.get("/api/v1/about").status, 0);
}

TEST_F(ServerTest, RefusesOthersPagesAndNames) {
  start();
  EXPECT_EQ(client().raw("GET /api/v1/about HTTP/1.1\r\nHost: evil.example\r\n\r\n").status, 421);
  EXPECT_EQ(client().raw("GET /api/v1/about HTTP/1.1\r\n\r\n").status, 400);
  EXPECT_EQ(client().raw("GET /api/v1/about HTTP/1.1\r\nHost: a\r\nHost: localhost\r\n\r\n").status, 400);
  EXPECT_EQ(get("/api/v1/about", "Origin: http://evil.example\r\n").status, 403);
  EXPECT_EQ(get("/api/v1/about", "Sec-Fetch-Site: cross-site\r\n").status, 403);
  EXPECT_EQ(client()
                .raw("POST /api/v1/worlds HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}")
                .status,
            415);
}

TEST_F(ServerTest, OpensToThoseWhoKnowTheToken) {
  ServerOptions with_token = options();
  with_token.token = "abc123";
  start(with_token);
  EXPECT_EQ(get("/").status, 401);
  EXPECT_EQ(get("/api/v1/about", "Authorization: Bearer wrong\r\n").status, 401);
  EXPECT_EQ(get("/api/v1/about", "Authorization: Bearer abc123\r\n").status, 200);
  const Reply welcome = get("/?token=abc123");
  EXPECT_EQ(welcome.status, 303);
  EXPECT_EQ(welcome.header("location"), "/");
  EXPECT_NE(welcome.header("set-cookie").find("HttpOnly; SameSite=Strict"), std::string::npos);
  EXPECT_EQ(get("/", "Cookie: craton_token=abc123\r\n").status, 200);
  EXPECT_EQ(get("/api/v1/about?token=abc123").status, 200);
}

TEST_F(ServerTest, AbuseGetsAnAnswerOrAnEnd) {
  ServerOptions hurried = options();
  hurried.hurry = 20;  // half a second for a head
  start(hurried);
  const std::string host = "Host: localhost\r\n";
  std::string many, longer(20000, 'a');
  for (int i = 0; i < 2000; ++i) many += "X-" + std::to_string(i) + ": value\r\n";
  EXPECT_EQ(client().raw("GET / HTTP/1.1\r\n" + host + many + "\r\n").status, 431);
  EXPECT_EQ(client().raw("GET /" + longer + " HTTP/1.1\r\n" + host + "\r\n").status, 431);
  EXPECT_EQ(client().raw("GET /" + longer.substr(0, 9000) + " HTTP/1.1\r\n" + host + "\r\n").status, 400);
  EXPECT_EQ(client().raw("\r\n\r\n\r\nnonsense\r\n\r\n").status, 400);
  EXPECT_EQ(client().raw(std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 15)).status, 400);
  EXPECT_NE(client().raw("GET / HTTP/9.9\r\n" + host + "\r\n").status, 200);
  const std::string post = "POST /api/v1/worlds HTTP/1.1\r\n" + host + "Content-Type: application/json\r\n";
  EXPECT_EQ(client().raw(post + "Content-Length: 99999999999\r\n\r\n").status, 413);
  EXPECT_EQ(client().raw(post + "Content-Length: 2000000\r\n\r\n").status, 413);
  EXPECT_EQ(client().raw(post + "Content-Length: -1\r\n\r\n").status, 400);
  EXPECT_EQ(client().raw(post + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n").status, 400);
  EXPECT_EQ(client().raw(post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n").status, 400);
  EXPECT_EQ(client().raw(post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n").status, 400);
  std::string chunks = post + "Transfer-Encoding: chunked\r\n\r\n";
  for (int i = 0; i < 20; ++i) chunks += "10000\r\n" + std::string(65536, ' ') + "\r\n";
  EXPECT_EQ(client().raw(chunks + "0\r\n\r\n").status, 413);
  {
    Client cut = client();  // a body that ends too soon
    cut.send(post + "Content-Length: 100\r\n\r\n{\"recipe\"");
    cut.end_sending();
    EXPECT_NE(cut.receive().status, 202);
  }
  {
    Client slow = client();  // a head that never ends
    slow.send("GET / HTTP/1.1\r\nHost: loc");
    EXPECT_EQ(slow.receive().status, 408);
  }
  {
    Client slow = client();  // a body that never ends
    slow.send(post + "Content-Length: 100\r\n\r\n{");
    EXPECT_EQ(slow.receive().status, 408);
  }
  {
    Client patient = client();
    patient.send(post + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    EXPECT_NE(patient.read_until("\r\n\r\n").find("100 Continue"), std::string::npos);
    patient.send("{}");
    EXPECT_EQ(patient.receive().status, 422);
  }
  EXPECT_EQ(get("/api/v1/about").status, 200);
}

TEST_F(ServerTest, ReadersWhoSleepKeepNobodyWaiting) {
  start();
  const std::string whole =
      std::string(tile) + "?layers=height,height,height,height,height,height,height,height&margin=1";  // half a megabyte
  ASSERT_EQ(get(whole).status, 200);
  std::vector<Client> sleepers;
  for (int i = 0; i < 1000; ++i) {
    sleepers.emplace_back(server_->port(), 4096);
    ASSERT_TRUE(sleepers.back().connected());
    sleepers.back().send("GET " + whole + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  for (int i = 0; i < 50; ++i) EXPECT_EQ(get("/api/v1/about").status, 200);
  EXPECT_EQ(get(tile).status, 200);
  EXPECT_GE(server_->connections(), 1000u);
  EXPECT_EQ(sleepers.front().receive().status, 200);  // and who wakes up in time gets it all
}

TEST_F(ServerTest, TurnsAwayWhatIsTooMany) {
  ServerOptions few = options();
  few.most_connections = 3;
  start(few);
  std::vector<Client> inside;
  for (int i = 0; i < 3; ++i) {
    inside.emplace_back(server_->port());
    EXPECT_EQ(inside.back().get("/api/v1/about").status, 200);
  }
  EXPECT_EQ(client().receive().status, 503);
  inside.pop_back();
  while (server_->connections() > 2) ::usleep(1000);
  EXPECT_EQ(client().get("/api/v1/about").status, 200);
}

TEST_F(ServerTest, EndsCleanly) {
  start();
  Client idle = client(), busy = client();
  EXPECT_EQ(idle.get("/api/v1/about").status, 200);
  busy.send("GET /api/v1/terrain/terrain/99/2/1/1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
  while (server_->connections() < 2) ::usleep(1000);
  ::usleep(20000);
  server_->stop(std::chrono::seconds(30));
  EXPECT_EQ(busy.receive().status, 200);  // what was asked is answered
  EXPECT_EQ(idle.receive().status, 0);
  EXPECT_FALSE(client().connected());
}

}  // namespace
}  // namespace craton::server
