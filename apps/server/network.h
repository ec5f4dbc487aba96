#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include <craton/base/result.h>

#include "application.h"

namespace craton::server {

struct NetworkOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8484;  ///< 0: any that is free
  unsigned threads = 2;
  std::uint32_t most_connections = 2048;
  std::uint32_t most_of_a_client = 1536;  ///< connections from one address
  /// Time-outs are divided by this: tests are impatient.
  unsigned hurry = 1;
};

/// Listens and serves, each connection by one of a few threads. Nothing is computed on them, so none of them is ever kept
/// waiting.
class Network {
 public:
  /// An error where the address or the port is not to be had.
  static Result<std::unique_ptr<Network>> open(const NetworkOptions& options, Application& application);
  virtual ~Network() = default;

  virtual std::uint16_t port() const = 0;
  virtual std::uint32_t connections() const = 0;
  /// No new connections; answers that are under way get up to `patience`, then all ends.
  virtual void close(std::chrono::milliseconds patience) = 0;
};

}  // namespace craton::server
