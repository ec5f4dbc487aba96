#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

#include "repository.h"
#include "server.h"
#include "test_client.h"

namespace craton::server {

/// A server on a free port of this machine, with a page of its own and Craton's recipes.
class ServerTest : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/craton_server_XXXXXX";
    folder_ = ::mkdtemp(name);
    std::filesystem::create_directories(folder_ + "/page/assets");
    put("page/index.html", "<!doctype html><title>page</title>");
    put("page/assets/app-1234.js", "console.log(1);" + std::string(4000, ' '));
    put("secret.txt", "secret");
    put("page/.hidden", "hidden");
    std::filesystem::create_symlink("../../secret.txt", folder_ + "/page/assets/link.txt");
  }
  void TearDown() override {
    server_.reset();
    std::error_code error;
    std::filesystem::remove_all(folder_, error);
  }

  void put(const std::string& name, const std::string& text) const { std::ofstream(folder_ + "/" + name) << text; }

  ServerOptions options() const {
    ServerOptions options;
    options.port = 0;
    options.folder = folder_ + "/worlds";
    options.page = folder_ + "/page";
    options.recipes = repository_folder() + "/recipes";
    options.threads = 2;
    return options;
  }
  void start(const ServerOptions& options) {
    server_.reset();
    Result<std::unique_ptr<Server>> server = Server::start(options);
    ASSERT_TRUE(server) << server.error().to_string();
    server_ = *std::move(server);
  }
  void start() { start(options()); }
  Client client() const { return Client(server_->port()); }
  Reply get(const std::string& target, const std::string& headers = "") const { return client().get(target, headers); }
  static nlohmann::json json(const Reply& reply) { return nlohmann::json::parse(reply.body, nullptr, false); }

  /// Follows a job to its end.
  nlohmann::json finished(const std::string& job) const {
    const Reply events = get("/api/v1/jobs/" + job + "/events");
    EXPECT_EQ(events.header("content-type"), "text/event-stream");
    EXPECT_NE(events.body.find("event: "), std::string::npos);
    return json(get("/api/v1/jobs/" + job));
  }
  /// A world that takes a moment.
  std::string make_world(const std::string& name) const {
    const Reply made =
        client().ask("POST", "/api/v1/worlds", R"({"preset": "hello-torus", "size": 64, "seed": 7, "name": ")" + name + "\"}");
    EXPECT_EQ(made.status, 202) << made.body;
    const nlohmann::json job = finished(json(made)["job"]["id"]);
    EXPECT_EQ(job["state"], "done") << job;
    return job.value("world", "");
  }

  std::string folder_;
  std::unique_ptr<Server> server_;
};

}  // namespace craton::server
