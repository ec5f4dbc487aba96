#pragma once

#include <utility>  // Boost 1.74's awaitable.hpp forgets it

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "application.h"

// The only headers that know of Boost are this one and network.cpp's.
namespace craton::server {

/// How long and how much a connection may take.
struct SessionLimits {
  std::chrono::milliseconds idle{30'000};   ///< between requests
  std::chrono::milliseconds head{10'000};   ///< for a whole head
  std::chrono::milliseconds body{30'000};   ///< for a whole body of usual size
  std::chrono::milliseconds write{30'000};  ///< for each piece of a response
  std::uint32_t head_bytes = 16 << 10;
  std::size_t piece_bytes = 256 << 10;
  std::uint64_t least_rate = 32 << 10;  ///< bytes a second that a reader takes, over the whole answer
};

/// One connection, served by one thread from its beginning to its end.
class Session : public std::enable_shared_from_this<Session> {
 public:
  /// `client` tells apart who asks.
  Session(boost::asio::ip::tcp::socket&& socket, std::string client, Application& application, const SessionLimits& limits);

  boost::asio::awaitable<void> run();
  /// No further requests. Those that wait for one, and streams of events, end at once. Called by the session's own thread.
  void end();
  /// Cancels what takes too long. The session's own thread calls it every now and then.
  void sweep(std::chrono::steady_clock::time_point now);

 private:
  template <class T>
  using Awaitable = boost::asio::awaitable<T>;
  struct Waiting;

  Awaitable<bool> wait_for_request();
  Awaitable<bool> serve_one();
  Awaitable<Desk::Answer> answer_to(const Request& request);
  void watch_client(const std::shared_ptr<Waiting>& waiting, bool last);
  Awaitable<bool> write(const Response& response, bool head_only, bool keep_alive);
  Awaitable<bool> write_bytes(std::string_view head, std::string_view body);
  Awaitable<bool> write_file(const std::string& head, const std::string& path, std::uint64_t bytes);
  Awaitable<bool> write_events(const Response& response);
  Awaitable<void> refuse(Response response);
  Awaitable<void> linger();

  void allow(std::chrono::milliseconds time);
  void allow_piece(std::size_t bytes);

  boost::asio::ip::tcp::socket socket_;
  boost::beast::flat_buffer buffer_;
  boost::asio::steady_timer timer_;
  std::string client_;
  Application& application_;
  SessionLimits limits_;
  std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::time_point::max();
  std::chrono::steady_clock::time_point answer_begun_{};
  std::uint64_t answer_sent_ = 0;
  bool ending_ = false, idle_ = true, too_slow_ = false;
};

}  // namespace craton::server
