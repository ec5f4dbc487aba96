#include "network.h"

#include <sys/resource.h>

#include <utility>

#include <array>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <memory>
#include <thread>
#include <unordered_set>
#include <vector>

#include "budget.h"
#include "session.h"

namespace craton::server {
namespace {

namespace net = boost::asio;
using boost::system::error_code;
using net::ip::tcp;
using namespace std::chrono_literals;

constexpr std::string_view full_text =
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

constexpr std::uint32_t most_refusals = 256;  // at a time; others are closed without a word

auto into(error_code& error) { return net::redirect_error(net::use_awaitable, error); }

/// Every connection is an open file, and systems allow 1024 unless they are asked.
void allow_files(std::uint32_t connections) {
  rlimit limit{};
  const rlim_t wanted = rlim_t{connections} * 2 + 256;
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted ? wanted : limit.rlim_max;
  (void)::setrlimit(RLIMIT_NOFILE, &limit);
}

/// A thread with all its connections.
struct Lane {
  net::io_context context{1};
  net::executor_work_guard<net::io_context::executor_type> guard{context.get_executor()};
  std::unordered_set<std::shared_ptr<Session>> sessions;  // touched by the lane's own thread alone
  std::thread thread;
};

constexpr std::chrono::milliseconds sweep_time{200};

class Listener final : public Network {
 public:
  Listener(const NetworkOptions& options, Application& application)
      : options_(options), application_(application), clients_(options.most_connections, options.most_of_a_client) {
    limits_.idle /= options.hurry;
    limits_.head /= options.hurry;
    limits_.body /= options.hurry;
    limits_.write /= options.hurry;
    limits_.least_rate *= options.hurry;
    for (unsigned i = 0; i < std::max(options.threads, 1U); ++i) lanes_.push_back(std::make_unique<Lane>());
    acceptor_ = std::make_unique<tcp::acceptor>(lanes_.front()->context);
  }
  ~Listener() override { close(0ms); }

  Result<void> listen() {
    const auto failed = [this](const error_code& error) {
      return Error{ErrorCode::io, "--port", options_.address + ":" + std::to_string(options_.port) + ": " + error.message()};
    };
    error_code error;
    const net::ip::address address =
        net::ip::make_address(options_.address == "localhost" ? "127.0.0.1" : options_.address, error);
    if (error)
      return Error{ErrorCode::invalid_value, "--host",
                   "\"" + options_.address + "\" is no address of this machine, such as 0.0.0.0"};
    const tcp::endpoint endpoint(address, options_.port);
    acceptor_->open(endpoint.protocol(), error);
    if (error) return failed(error);
    acceptor_->set_option(tcp::acceptor::reuse_address(true), error);
    acceptor_->bind(endpoint, error);
    if (error) return failed(error);
    acceptor_->listen(1024, error);
    if (error) return failed(error);
    port_ = acceptor_->local_endpoint(error).port();
    net::co_spawn(lanes_.front()->context, accept(), net::detached);
    for (const auto& lane : lanes_) net::co_spawn(lane->context, sweep(*lane), net::detached);
    for (const auto& lane : lanes_) lane->thread = std::thread([&context = lane->context] { run(context); });
    return {};
  }

  std::uint16_t port() const override { return port_; }
  std::uint32_t connections() const override { return connections_.load(); }

  void close(std::chrono::milliseconds patience) override {
    if (closed_.exchange(true)) return;
    net::post(lanes_.front()->context, [this] {
      error_code ignored;
      acceptor_->close(ignored);
    });
    for (const auto& lane : lanes_)
      net::post(lane->context, [&lane = *lane] {
        for (const auto& session : lane.sessions) session->end();
      });
    const auto last = std::chrono::steady_clock::now() + patience;
    while (connections_.load() > 0 && std::chrono::steady_clock::now() < last) std::this_thread::sleep_for(10ms);
    for (const auto& lane : lanes_) lane->context.stop();
    for (const auto& lane : lanes_)
      if (lane->thread.joinable()) lane->thread.join();
  }

 private:
  /// What one handler throws ends nothing but that handler.
  static void run(net::io_context& context) {
    while (!context.stopped()) {
      try {
        context.run();
        return;
      } catch (const std::exception&) {}
    }
  }

  net::awaitable<void> accept() {
    std::size_t next = 0;
    while (!closed_.load()) {
      Lane& lane = *lanes_[next++ % lanes_.size()];
      error_code error;
      tcp::socket socket = co_await acceptor_->async_accept(lane.context, into(error));
      if (error == net::error::operation_aborted || error == net::error::bad_descriptor) co_return;
      if (error) {
        // Too many open files, most likely: wait until some are closed.
        net::steady_timer timer(acceptor_->get_executor());
        timer.expires_after(100ms);
        co_await timer.async_wait(into(error));
        continue;
      }
      std::string client = client_of(socket);
      if (!clients_.take(client, 1)) {
        if (refusals_.load() < most_refusals) {
          refusals_.fetch_add(1);
          net::co_spawn(lane.context, refuse(std::move(socket)), net::detached);
        }
        continue;
      }
      connections_.fetch_add(1);
      net::co_spawn(lane.context, serve(lane, std::move(socket), std::move(client)), net::detached);
    }
  }

  /// Looks after all connections of a lane together: cheaper than a timer for each.
  net::awaitable<void> sweep(Lane& lane) {
    net::steady_timer timer(lane.context);
    while (!closed_.load()) {
      error_code error;
      timer.expires_after(sweep_time / options_.hurry);
      co_await timer.async_wait(into(error));
      const auto now = std::chrono::steady_clock::now();
      for (const auto& session : lane.sessions) session->sweep(now);
    }
  }

  /// Who asks: an address, of IPv6 the half that one customer of a provider has.
  static std::string client_of(const tcp::socket& socket) {
    error_code error;
    const net::ip::address address = socket.remote_endpoint(error).address();
    if (address.is_v4()) return address.to_string();
    const auto bytes = address.to_v6().to_bytes();
    return {bytes.begin(), bytes.begin() + 8};
  }

  /// Closing with something unread would make the client's system throw the answer away: what comes is read for a moment.
  net::awaitable<void> refuse(tcp::socket given) {
    tcp::socket socket = std::move(given);
    error_code error;
    net::steady_timer end(socket.get_executor());
    end.expires_after(1s);
    end.async_wait([&socket](const error_code& cancelled) {
      error_code ignored;
      if (!cancelled) socket.cancel(ignored);
    });
    socket.non_blocking(true, error);
    (void)socket.send(net::buffer(full_text.data(), full_text.size()), 0, error);
    socket.shutdown(tcp::socket::shutdown_send, error);
    std::array<char, 4096> waste{};
    for (std::size_t read = 0; !error && read < (1U << 20);)
      read += co_await socket.async_read_some(net::buffer(waste), into(error));
    end.cancel();
    // The timer's handler knows the socket: it has run before this ends.
    co_await net::post(socket.get_executor(), net::use_awaitable);
    refusals_.fetch_sub(1);
  }

  net::awaitable<void> serve(Lane& lane, tcp::socket socket, std::string client) {
    const auto session = std::make_shared<Session>(std::move(socket), client, application_, limits_);
    lane.sessions.insert(session);
    if (closed_.load()) session->end();
    try {
      co_await session->run();
    } catch (const std::exception&) {
      // Nothing of one connection may end the others; it is closed with its session.
    }
    lane.sessions.erase(session);
    clients_.give(client, 1);
    connections_.fetch_sub(1);
  }

  NetworkOptions options_;
  Application& application_;
  SessionLimits limits_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::unique_ptr<tcp::acceptor> acceptor_;
  std::atomic<std::uint32_t> connections_{0};
  std::atomic<std::uint32_t> refusals_{0};
  Budget clients_;  // connections of each
  std::atomic<bool> closed_{false};
  std::uint16_t port_ = 0;
};

}  // namespace

Result<std::unique_ptr<Network>> Network::open(const NetworkOptions& options, Application& application) {
  allow_files(options.most_connections);
  auto listener = std::make_unique<Listener>(options, application);
  if (Result<void> listening = listener->listen(); !listening) return listening.error();
  return std::unique_ptr<Network>(std::move(listener));
}

}  // namespace craton::server
