// kill −9 at any moment: what was told to be done is still there.
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include "server_test_fixture.h"

extern char** environ;

namespace craton::server {
namespace {

/// `craton serve` as a process of its own.
class Process {
 public:
  Process(const std::string& program, const std::string& folder) {
    int ends[2];
    if (::pipe(ends) != 0) return;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    std::string words[] = {program, "serve", "--port", "0", "--folder", folder};
    char* arguments[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(),
                         words[4].data(), words[5].data(), nullptr};
    if (::posix_spawn(&id_, program.c_str(), &actions, nullptr, arguments, environ) != 0) id_ = -1;
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    std::string said;
    char letter = 0;
    while (said.find('\n') == std::string::npos && ::read(ends[0], &letter, 1) == 1) said += letter;
    const std::size_t colon = said.rfind("1:");
    if (colon != std::string::npos) port_ = static_cast<std::uint16_t>(std::stoi(said.substr(colon + 2)));
    out_ = ends[0];
  }
  ~Process() {
    if (id_ > 0) end(SIGKILL);
    ::close(out_);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  int end(int signal) {
    ::kill(id_, signal);
    int status = 0;
    ::waitpid(id_, &status, 0);
    id_ = -1;
    return status;
  }
  std::uint16_t port() const { return port_; }

 private:
  pid_t id_ = -1;
  int out_ = -1;
  std::uint16_t port_ = 0;
};

TEST_F(ServerTest, AKillLosesNoWorld) {
  const char* program = std::getenv("CRATON");
  if (!program) GTEST_SKIP() << "CRATON names the command";
  const std::string folder = folder_ + "/worlds";
  std::string kept;
  {
    Process server(program, folder);
    ASSERT_NE(server.port(), 0);
    const Reply made =
        Client(server.port()).ask("POST", "/api/v1/worlds", R"({"preset": "hello-torus", "size": 64, "name": "kept"})");
    ASSERT_EQ(made.status, 202) << made.body;
    const std::string job = json(made)["job"]["id"];
    (void)Client(server.port()).get("/api/v1/jobs/" + job + "/events");
    kept = json(Client(server.port()).get("/api/v1/jobs/" + job))["world"];
    // One more is being made when the end comes.
    (void)Client(server.port()).ask("POST", "/api/v1/worlds", R"({"preset": "hello-torus", "size": 1024, "name": "half"})");
    server.end(SIGKILL);
  }
  Process again(program, folder);
  ASSERT_NE(again.port(), 0);
  const nlohmann::json worlds = json(Client(again.port()).get("/api/v1/worlds"))["worlds"];
  ASSERT_GE(worlds.size(), 1u);
  bool found = false;
  for (const auto& world : worlds) {
    found = found || world["id"] == kept;
    EXPECT_EQ(Client(again.port()).get("/api/v1/worlds/" + world["id"].get<std::string>() + "/layers/height.f32").status, 200);
  }
  EXPECT_TRUE(found);
  const int status = again.end(SIGTERM);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "SIGTERM ends it cleanly";
}

TEST_F(ServerTest, AKillLosesNoAcknowledgedEdit) {
  const char* program = std::getenv("CRATON");
  if (!program) GTEST_SKIP() << "CRATON names the command";
  const std::string folder = folder_ + "/worlds";
  const std::string land = "/api/v1/terrain/hello-tile/7/", caves = "/api/v1/voxels/voxels-caves/7/";
  constexpr int count = 5;
  nlohmann::json land_told, caves_told;
  {
    Process server(program, folder);
    ASSERT_NE(server.port(), 0);
    for (int i = 0; i < count; ++i) {
      const std::string number = std::to_string(i);
      land_told = json(Client(server.port()).ask("POST", land + "edits", R"({"tool": "raise", "x": 5, "y": )" + number + "}"));
      caves_told =
          json(Client(server.port()).ask("POST", caves + "edits", R"({"voxels": [{"x": 1, "y": 2, "z": )" + number + "}]}"));
    }
    caves_told = json(Client(server.port()).ask("POST", caves + "undo", "{}"));
    // One more of each is on its way when the end comes.
    const std::string body = R"({"tool": "lower", "x": 0, "y": 0})";
    const std::string head = " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ";
    const Client late(server.port());
    late.send("POST " + land + "edits" + head + std::to_string(body.size()) + "\r\n\r\n" + body);
    server.end(SIGKILL);
  }
  ASSERT_EQ(land_told.value("count", 0), count) << land_told;
  ASSERT_EQ(caves_told.value("count", 0), count - 1) << caves_told;
  Process again(program, folder);
  ASSERT_NE(again.port(), 0);
  const nlohmann::json land_now = json(Client(again.port()).get(land + "edits"));
  EXPECT_TRUE(land_now["count"] == count || land_now["count"] == count + 1) << land_now;  // what nobody was told may be there
  if (land_now["count"] == count) { EXPECT_EQ(land_now["revision"], land_told["revision"]); }
  const nlohmann::json caves_now = json(Client(again.port()).get(caves + "edits"));
  EXPECT_EQ(caves_now["revision"], caves_told["revision"]);
  EXPECT_EQ(caves_now["undone"], 1);
}

}  // namespace
}  // namespace craton::server
