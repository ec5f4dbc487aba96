// What the server must never do: harm files that are not its own, be led astray by a head, be filled up by one client.
#include <array>
#include <chrono>
#include <map>
#include <thread>
#include <vector>

#include "server_test_fixture.h"

namespace craton::server {
namespace {

namespace fs = std::filesystem;

class TrustTest : public ServerTest {
 protected:
  /// Every file and link below the folder of worlds but the server's own, with what it holds.
  std::map<std::string, std::string> foreign() const {
    std::map<std::string, std::string> files;
    const fs::path worlds = folder_ + "/worlds";
    for (auto entry = fs::recursive_directory_iterator(worlds); entry != fs::recursive_directory_iterator(); ++entry) {
      const std::string name = fs::relative(entry->path(), worlds).string();
      if (name == ".craton-server") entry.disable_recursion_pending();
      if (name.starts_with(".craton-")) continue;
      if (entry->is_directory() && !entry->is_symlink()) continue;
      std::ifstream in(entry->path(), std::ios::binary);
      files[name] = entry->is_symlink() ? "-> " + fs::read_symlink(entry->path()).string()
                                        : std::string(std::istreambuf_iterator<char>(in), {});
    }
    return files;
  }
  int raw_status(const std::string& text) const { return client().raw(text).status; }
};

TEST_F(TrustTest, PeoplesFilesStay) {
  for (const char* name : {"heights", ".exports", "recipes", ".craton-server/heights", ".craton-server/recipes",
                           ".craton-server/passing", "deep/heights"})
    fs::create_directories(folder_ + "/worlds/" + name);
  for (const char* name :
       {"heights/alps.png", "heights/notes.txt", ".exports/mine.zip", ".part-of-me", ".report-2024.txt", "recipes/mine.json",
        "recipes/0123456789abcdef.json", ".lock", "deep/heights/a.tif", "a.craton", ".a.txt.part-mine", "passing-7.txt"})
    put(std::string("worlds/") + name, std::string("mine: ") + name);
  put("victim.txt", "victim");
  fs::create_symlink("../victim.txt", folder_ + "/worlds/link.craton");
  // In its own folder it removes what it named and nothing else.
  put("worlds/.craton-server/passing/passing-3.zip", "left over");
  put("worlds/.craton-server/passing/notes.txt", "mine");
  put("worlds/.craton-server/heights/alps.png", "mine");
  const std::map<std::string, std::string> before = foreign();
  start();
  EXPECT_EQ(foreign(), before);
  EXPECT_FALSE(fs::exists(folder_ + "/worlds/.craton-server/passing/passing-3.zip"));
  EXPECT_TRUE(fs::exists(folder_ + "/worlds/.craton-server/passing/notes.txt"));
  EXPECT_TRUE(fs::exists(folder_ + "/worlds/.craton-server/heights/alps.png"));

  ASSERT_EQ(make_world("ring"), "ring");
  const Reply asked = client().ask("POST", "/api/v1/worlds/ring/exports", R"({"kind": "heights", "format": "exr"})");
  ASSERT_EQ(asked.status, 202) << asked.body;
  const nlohmann::json job = finished(json(asked)["job"]["id"]);
  ASSERT_EQ(job["state"], "done") << job;
  const Reply file = get(job["file"].get<std::string>());
  EXPECT_EQ(file.status, 200);
  EXPECT_NE(file.header("content-disposition").find("ring-"), std::string::npos) << file.header("content-disposition");
  EXPECT_EQ(client().ask("DELETE", "/api/v1/worlds/ring").status, 200);
  server_.reset();
  EXPECT_EQ(foreign(), before);
  std::ifstream victim(folder_ + "/victim.txt");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(victim), {}), "victim");
}

TEST_F(TrustTest, ALinkInPlaceOfItsOwnFolderIsRefused) {
  fs::create_directories(folder_ + "/mine/passing");
  put("mine/passing/passing-1.zip", "mine");
  fs::create_directories(folder_ + "/worlds");
  fs::create_symlink("../mine", folder_ + "/worlds/.craton-server");
  const Result<std::unique_ptr<Server>> server = Server::start(options());
  ASSERT_FALSE(server);
  EXPECT_NE(server.error().message.find("link"), std::string::npos);
  EXPECT_TRUE(fs::exists(folder_ + "/mine/passing/passing-1.zip"));
}

TEST_F(TrustTest, BodiesEndWhereEverybodySeesThemEnd) {
  start();
  const std::string post = "POST /api/v1/recipes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  const std::string hidden = "GET /api/v1/about HTTP/1.1\r\nHost: localhost\r\n\r\n";
  for (const char* coding : {"xchunked", "identity", "chunked, identity", "gzip, chunked", "chunked, chunked", " chunkedx", ""}) {
    Client smuggler = client();
    EXPECT_EQ(smuggler.raw(post + "Transfer-Encoding: " + coding + "\r\n\r\n" + hidden).status, 501) << coding;
    EXPECT_EQ(smuggler.receive().status, 0) << coding << ": what follows is no second request";
  }
  Client both = client();
  const int status = both.raw(post + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + hidden).status;
  EXPECT_EQ(status, 400);
  EXPECT_EQ(both.receive().status, 0);
  EXPECT_EQ(raw_status(post + "Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}"), 400);
  EXPECT_EQ(raw_status(post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n"), 400);
  EXPECT_EQ(raw_status("POST /api/v1/recipes HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                       "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
            501);
  EXPECT_EQ(raw_status(post + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"), 422);  // read, and no recipe
  const std::string about = "GET /api/v1/about HTTP/1.1\r\nHost: localhost\r\n";
  EXPECT_EQ(raw_status(about + "Origin: http://localhost\r\nOrigin: http://evil.example\r\n\r\n"), 400);
  EXPECT_EQ(raw_status(about + "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site\r\n\r\n"), 400);
  EXPECT_EQ(raw_status(about + "\r\n"), 200);
}

TEST_F(TrustTest, ClosedStreamsOfEventsGoAtOnce) {
  start();
  const Reply made = client().ask("POST", "/api/v1/worlds", R"({"preset": "map", "size": 1024, "name": "long"})");
  ASSERT_EQ(made.status, 202) << made.body;
  const std::string job = json(made)["job"]["id"];
  // It cannot rest before it has begun.
  int paused = 409;
  for (int i = 0; i < 1000 && paused == 409; ++i, ::usleep(1000))
    paused = client().ask("POST", "/api/v1/jobs/" + job + "/pause").status;
  ASSERT_EQ(paused, 202);
  while (server_->connections() > 0) ::usleep(1000);
  {
    std::vector<Client> watchers;
    for (int i = 0; i < 20; ++i) {
      watchers.push_back(client());
      watchers.back().send("GET /api/v1/jobs/" + job + "/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
      EXPECT_NE(watchers.back().read_until("event: progress"), "");
      if (i % 2) watchers.back().send("what nobody reads");
    }
    EXPECT_GE(server_->connections(), 20u);
  }
  const auto begin = std::chrono::steady_clock::now();
  while (server_->connections() > 0 && std::chrono::steady_clock::now() - begin < std::chrono::seconds(10)) ::usleep(1000);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  (void)client().ask("DELETE", "/api/v1/jobs/" + job);
}

TEST_F(TrustTest, OneClientDoesNotTakeAllConnections) {
  ServerOptions narrow = options();
  narrow.most_of_a_client = 3;
  start(narrow);
  std::vector<Client> held;
  for (int i = 0; i < 3; ++i) {
    held.push_back(client());
    ASSERT_EQ(held.back().get("/api/v1/about").status, 200);
  }
  // It hears why, though it has sent what nobody reads.
  for (int i = 0; i < 20; ++i) EXPECT_EQ(get("/api/v1/about").status, 503);
  held.clear();
  while (server_->connections() > 0) ::usleep(1000);
  EXPECT_EQ(get("/api/v1/about").status, 200);
}

TEST_F(TrustTest, LargeAnswersShareABudget) {
  ServerOptions narrow = options();
  narrow.answer_bytes = 3 << 20;
  start(narrow);
  // Tiles of 1.06 MB: two readers of one and one reader of another fit, no third tile does.
  const auto tile = [](int x) {
    return "GET /api/v1/terrain/hello-tile/7/0/" + std::to_string(x) + "/0?layers=height" +
           std::string(
               ",height,height,height,height,height,height,height,height,height,height,height,height,height,height,height") +
           " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  };
  std::vector<Client> sleepers;
  const int first = client().raw(tile(0)).status;
  ASSERT_EQ(first, 200);
  for (const int x : {0, 0, 0, 1}) {
    sleepers.emplace_back(server_->port(), 4096);
    sleepers.back().send(tile(x));
    ::usleep(200'000);
  }
  const Reply refused = client().raw(tile(2));
  EXPECT_TRUE(refused.status == 503 || refused.body.size() < (1 << 20)) << refused.status << " " << refused.body.size();
  sleepers.clear();
  while (server_->connections() > 0) ::usleep(1000);
  EXPECT_EQ(client().raw(tile(2)).status, 200);
}

TEST_F(TrustTest, OneClientDoesNotFillUpTheRoomForBodies) {
  ServerOptions narrow = options();
  narrow.body_bytes = 4 << 20;
  start(narrow);
  const auto upload = [](std::size_t length) {
    return "POST /api/v1/heightmaps?format=r32 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n"
           "Content-Length: " +
           std::to_string(length) + "\r\n\r\n";
  };
  // Three megabytes are its part; what it only announces takes nothing.
  std::vector<Client> slow;
  for (int i = 0; i < 6; ++i) {
    slow.push_back(client());
    slow.back().send(upload(20 << 20) + std::string(480 << 10, 'x'));
  }
  ::usleep(200'000);
  EXPECT_EQ(client().raw(upload(900 << 10) + std::string(900 << 10, 'x')).status, 503);
  EXPECT_EQ(Client(server_->port(), 0, "127.0.0.2").raw(upload(900 << 10) + std::string(900 << 10, 'x')).status, 201);
  for (const Client& each : slow) EXPECT_FALSE(each.answered());
  slow.clear();
  while (server_->connections() > 0) ::usleep(1000);
  EXPECT_EQ(client().raw(upload(900 << 10) + std::string(900 << 10, 'x')).status, 201);
}

TEST_F(TrustTest, OneClientDoesNotFillUpTheQueues) {
  ServerOptions narrow = options();
  narrow.threads = 1;
  narrow.most_waiting = 8;
  narrow.most_jobs = 3;
  start(narrow);
  const auto tile = [](int x) {
    return "GET /api/v1/terrain/terrain/7/2/" + std::to_string(x) + "/0 HTTP/1.1\r\nHost: localhost\r\n\r\n";
  };
  const std::string poster = "GET /api/v1/tiling.svg?width=4096&height=4096&cells=200&kites=1&numbers=1&seed=";
  Client busy(server_->port());
  busy.send(poster + "1 HTTP/1.1\r\nHost: localhost\r\n\r\n");  // keeps the thread
  ::usleep(50'000);
  // Asking and hanging up makes no room either.
  for (int i = 0; i < 5; ++i) (void)client().send(tile(i));
  ::usleep(50'000);
  EXPECT_EQ(client().raw(tile(100)).status, 503);
  Client other(server_->port(), 0, "127.0.0.2");
  other.send(tile(101));
  ::usleep(50'000);
  EXPECT_FALSE(other.answered()) << "it waits its turn";
  busy.hang_up();
  EXPECT_EQ(other.receive().status, 200);

  // Worlds: four unfinished ones at most, three of one client.
  const auto make = [](int i) {
    const std::string body = R"({"preset": "map", "size": 1024, "name": "w)" + std::to_string(i) + "\"}";
    return "POST /api/v1/worlds HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body;
  };
  std::vector<std::string> jobs;
  for (int i = 0; i < 3; ++i) {
    const Reply made = client().raw(make(i));
    ASSERT_EQ(made.status, 202) << made.body;
    jobs.push_back(json(made)["job"]["id"]);
  }
  EXPECT_EQ(client().raw(make(3)).status, 503);
  const Reply made = Client(server_->port(), 0, "127.0.0.2").raw(make(4));
  EXPECT_EQ(made.status, 202) << made.body;
  jobs.push_back(json(made)["job"]["id"]);
  for (const std::string& job : jobs) EXPECT_EQ(client().ask("DELETE", "/api/v1/jobs/" + job).status, 202);
  for (const std::string& job : jobs) EXPECT_EQ(finished(job)["state"], "cancelled");
  // The names of worlds that were never begun are free again.
  EXPECT_EQ(make_world("w2"), "w2");
}

TEST_F(TrustTest, PostersKeepNobodyWaiting) {
  start();
  ASSERT_EQ(make_world("ring"), "ring");
  std::vector<Client> posters;
  for (int i = 0; i < 3; ++i) {  // for two threads
    posters.push_back(client());
    posters.back().send("GET /api/v1/worlds/ring/pictures/height.png?size=" + std::to_string(2048 - i) +
                        " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }
  ::usleep(50'000);
  EXPECT_EQ(get("/api/v1/terrain/hello-tile/7/0/0/0").status, 200);
  for (const Client& each : posters) EXPECT_FALSE(each.answered()) << "or the tile waited for it";
  EXPECT_EQ(posters.front().receive().status, 200);
}

TEST_F(TrustTest, TilingsThatNobodyWaitsForEnd) {
  ServerOptions single = options();
  single.threads = 1;
  start(single);
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const std::string large = "/api/v1/tiling.svg?width=4096&height=4096&cells=200&kites=1&numbers=1&seed=";
  const auto begin = now();
  EXPECT_EQ(client().ask("HEAD", large + "1").status, 200);  // made, not sent
  const auto whole = now() - begin;
  bool soon = false;
  for (int attempt = 0; attempt < 5 && !soon; ++attempt) {  // another program may need the processor at times
    {
      Client leaving = client();
      leaving.send("GET " + large + "2 HTTP/1.1\r\nHost: localhost\r\n\r\n");
      std::this_thread::sleep_for(whole / 8);
    }
    const auto left = now();
    EXPECT_EQ(get("/api/v1/terrain/hello-tile/7/0/0/0").status, 200);
    soon = now() - left < whole / 2;
  }
  EXPECT_TRUE(soon) << "the thread goes on with what nobody waits for";
}

TEST_F(TrustTest, NobodyGuessesTokensForLong) {
  ServerOptions guarded = options();
  guarded.token = "secret";
  start(guarded);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(get("/api/v1/about", "Authorization: Bearer guess" + std::to_string(i) + "\r\n").status, 401);
  const Reply refused = get("/api/v1/about", "Authorization: Bearer secret\r\n");
  EXPECT_EQ(refused.status, 429) << "an answer would tell that this guess was right";
  EXPECT_EQ(refused.header("retry-after"), "10");
  EXPECT_EQ(get("/?token=secret").status, 429);
  EXPECT_EQ(Client(server_->port(), 0, "127.0.0.2").get("/api/v1/about", "Authorization: Bearer secret\r\n").status, 200);
}

TEST_F(TrustTest, NoReaderHoldsALargeAnswerForEver) {
  ServerOptions hurried = options();
  hurried.hurry = 60;  // two megabytes a second at least
  start(hurried);
  const std::string large = "/api/v1/tiling.svg?width=1000&height=1000&cells=120&kites=1&numbers=1";
  const std::size_t whole = get(large).body.size();
  ASSERT_GT(whole, std::size_t{8} << 20);
  Client slow(server_->port(), 4096);
  slow.send("GET " + large + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  std::size_t read = 0;  // awake, but in no hurry
  for (std::string some; some = slow.some(8192), !some.empty(); ::usleep(11'000)) read += some.size();
  EXPECT_LT(read, whole);
  EXPECT_EQ(get("/api/v1/about").status, 200);
}

}  // namespace
}  // namespace craton::server
