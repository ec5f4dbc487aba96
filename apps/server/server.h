#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <craton/base/result.h>

/// `craton serve` as a library: worlds over HTTP (docs/server.md).
namespace craton::server {

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8484;         ///< 0: any that is free
  std::string token{};               ///< "": none is asked for; only good where nobody else can reach the address
  std::vector<std::string> hosts{};  ///< names that the server answers for, beside localhost
  std::string folder = "worlds";     ///< where worlds are kept; made where there is none
  std::string page{};                ///< folder of the studio's page; "": none
  std::string recipes{};             ///< folder of the recipes that come with Craton; "": none
  unsigned threads = 0;              ///< that compute; 0: as many as the machine has
  std::uint64_t tile_bytes = std::uint64_t{256} << 20;    ///< of answers that are kept
  std::uint64_t world_bytes = std::uint64_t{1} << 30;     ///< of worlds that are kept in memory
  std::uint64_t making_bytes = std::uint64_t{4} << 30;    ///< that the layers of a world may need while it is made
  std::size_t most_waiting = 512;                         ///< answers that wait to be computed
  std::size_t most_jobs = 32;                             ///< worlds that wait to be made
  std::uint64_t body_bytes = std::uint64_t{256} << 20;    ///< of bodies that are being read and answered
  std::uint64_t answer_bytes = std::uint64_t{512} << 20;  ///< of answers that are being sent, but for small ones
  std::uint32_t most_connections = 2048;
  std::uint32_t most_of_a_client = 1536;  ///< connections from one address
  unsigned hurry = 1;                     ///< time-outs are divided by this: for tests
};

/// A server at work. Destroying it ends it.
class Server {
 public:
  /// Errors name the option.
  static Result<std::unique_ptr<Server>> start(const ServerOptions& options);
  virtual ~Server() = default;

  virtual std::uint16_t port() const = 0;
  virtual std::uint32_t connections() const = 0;
  /// Answers that are under way are finished for up to `patience`; worlds that are being made are given up.
  virtual void stop(std::chrono::milliseconds patience) = 0;
};

/// Random letters for a token.
std::string random_token();

}  // namespace craton::server
