#include "server.h"

#include <algorithm>
#include <random>
#include <utility>

#include <craton/files/folder.h>

#include "application.h"
#include "guard.h"
#include "network.h"
#include "services.h"

namespace craton::server {
namespace {

class WorldServer final : public Server {
 public:
  WorldServer(const ServerOptions& options, FolderLock lock)
      : lock_(std::move(lock)), services_(options), application_(application_options(services_)) {
    add_info_routes(application_.router(), services_);
    add_edit_routes(application_.router(), services_);
    add_plate_routes(application_.router(), services_);
    add_region_routes(application_.router(), services_);
    add_height_routes(application_.router(), services_);
    add_lab_routes(application_.router(), services_);
    add_request_routes(application_.router(), services_);
    add_terrain_routes(application_.router(), services_);
    add_voxel_routes(application_.router(), services_);
    add_noise_routes(application_.router(), services_);
    add_preview_routes(application_.router(), services_);
    add_job_routes(application_.router(), services_);
    add_world_routes(application_.router(), services_);
    add_tile_routes(application_.router(), services_);
    add_export_routes(application_.router(), services_);
  }
  ~WorldServer() override { stop(std::chrono::milliseconds(0)); }

  Result<void> open() {
    const ServerOptions& o = services_.options;
    NetworkOptions options{.address = o.address,
                           .port = o.port,
                           .threads = services_.threads,
                           .most_connections = o.most_connections,
                           .most_of_a_client = o.most_of_a_client,
                           .hurry = o.hurry};
    CRATON_TRY(std::unique_ptr<Network> network, Network::open(options, application_));
    network_ = std::move(network);
    return {};
  }

  std::uint16_t port() const override { return network_->port(); }
  std::uint32_t connections() const override { return network_->connections(); }
  void stop(std::chrono::milliseconds patience) override {
    if (network_) network_->close(patience);
    // Before the network goes: whoever computes holds sessions that wait for it, and their sockets belong to the network.
    services_.jobs.stop();
    application_.stop();
  }

 private:
  static Application::Options application_options(const Services& services) {
    const ServerOptions& o = services.options;
    Application::Options options;
    options.guard.token = o.token;
    for (const std::string& host : o.hosts) options.guard.hosts.push_back(host_name(host));
    options.page = o.page;
    options.remote = services.remote;
    options.threads = services.threads;
    options.most_waiting = o.most_waiting;
    options.cache_bytes = o.tile_bytes;
    options.body_bytes = o.body_bytes;
    options.answer_bytes = o.answer_bytes;
    return options;
  }

  // In this order: what is below uses what is above, and ends before it.
  FolderLock lock_;
  Services services_;
  Application application_;
  std::unique_ptr<Network> network_;
};

}  // namespace

Result<std::unique_ptr<Server>> Server::start(const ServerOptions& options) {
  Result<FolderLock> lock = FolderLock::take(options.folder);
  if (!lock) return Error{lock.error().code, "--folder", lock.error().message};
  CRATON_TRY(OwnFolder::check(options.folder));
  auto server = std::make_unique<WorldServer>(options, *std::move(lock));
  if (Result<void> opened = server->open(); !opened) return opened.error();
  return std::unique_ptr<Server>(std::move(server));
}

std::string random_token() {
  constexpr std::string_view letters = "abcdefghijkmnopqrstuvwxyz23456789";
  std::random_device device;
  std::string token;
  for (int i = 0; i < 32; ++i) token += letters[device() % letters.size()];
  return token;
}

}  // namespace craton::server
