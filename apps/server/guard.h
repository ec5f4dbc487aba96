#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "message.h"

namespace craton::server {

/// Who may ask. Without a token only pages of this machine may: the Host must be one of the machine's own names, which keeps out
/// pages that point a name of theirs at 127.0.0.1 (DNS rebinding), and requests that a browser sends for another site's page are
/// refused. With a token whoever knows it may;
/// whoever guesses has ten tries in ten seconds. Safe from many threads.
class Guard {
 public:
  struct Options {
    std::string token{};               ///< "": none is needed
    std::vector<std::string> hosts{};  ///< names of this server beside localhost and addresses of this machine
  };
  explicit Guard(Options options) : options_(std::move(options)) {}

  /// Nothing where the request may pass.
  std::optional<Response> refusal(const Request& request) const;
  bool needs_token() const { return !options_.token.empty(); }
  /// What makes a browser remember a token that came in the address.
  std::string cookie() const;

 private:
  bool host_is_ours(std::string_view host) const;
  bool knows_token(const Request& request) const;
  bool tries_too_often(const std::string& client) const;
  void count_wrong_try(const std::string& client) const;

  Options options_;
  struct Tries {
    std::chrono::steady_clock::time_point since{};
    unsigned wrong = 0;
  };
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, Tries> tries_;  // by client
};

/// The host of "name:port" or "[address]:port", in lower case.
std::string host_name(std::string_view host_and_port);

}  // namespace craton::server
