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

}  // namespace
}  // namespace craton::server
