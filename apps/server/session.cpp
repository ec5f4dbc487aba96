#include "session.h"

#include <sys/socket.h>

#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>
#include <utility>
#include <vector>

namespace craton::server {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using Parser = http::request_parser<http::string_body>;

constexpr std::uint64_t most_body_bytes = std::uint64_t{64} << 20;
constexpr std::chrono::seconds heartbeat{15};
constexpr std::size_t small_answer = 32 << 10;  // bytes; those take no room of the budget

auto into(error_code& error) { return net::redirect_error(net::use_awaitable, error); }

Method method_of(http::verb verb) {
  switch (verb) {
    case http::verb::get: return Method::get;
    case http::verb::head: return Method::head;
    case http::verb::post: return Method::post;
    case http::verb::delete_: return Method::del;
    case http::verb::options: return Method::options;
    default: return Method::other;
  }
}

std::string text_of(beast::string_view text) { return {text.data(), text.size()}; }

/// Heads that two readers could understand in two ways: where a body ends, or who asks.
std::optional<Response> ambiguous(const Parser& parser) {
  const auto& head = parser.get();
  constexpr std::array single = {http::field::host,          http::field::origin, http::field::authorization,
                                 http::field::content_type,  http::field::cookie, http::field::transfer_encoding,
                                 http::field::content_length};
  for (const http::field field : single)
    if (head.count(field) > 1)
      return error_response(400, "bad_request", text_of(http::to_string(field)), "stands more than once");
  if (head.count("Sec-Fetch-Site") > 1) return error_response(400, "bad_request", "Sec-Fetch-Site", "stands more than once");
  if (head.count(http::field::transfer_encoding) == 0) return {};
  if (head.version() < 11 || !beast::iequals(head[http::field::transfer_encoding], "chunked"))
    return error_response(501, "unknown_coding", "Transfer-Encoding", "allowed is chunked, in HTTP/1.1");
  if (head.count(http::field::content_length) > 0)
    return error_response(400, "bad_request", "Content-Length", "stands beside Transfer-Encoding");
  return {};
}

/// What handlers want to know of a head.
Result<Request> request_of(const Parser& parser) {
  const auto& head = parser.get();
  const beast::string_view target_text = head.target();
  CRATON_TRY(Target target, target_text == "*" && head.method() == http::verb::options
                                ? Result<Target>(Target{})
                                : parse_target({target_text.data(), target_text.size()}));
  Request request;
  request.method = method_of(head.method());
  request.target = std::move(target);
  request.host = text_of(head[http::field::host]);
  request.origin = text_of(head[http::field::origin]);
  request.fetch_site = text_of(head["Sec-Fetch-Site"]);
  request.authorization = text_of(head[http::field::authorization]);
  request.cookie = text_of(head[http::field::cookie]);
  request.if_none_match = text_of(head[http::field::if_none_match]);
  request.accept_encoding = text_of(head[http::field::accept_encoding]);
  request.content_type = text_of(head[http::field::content_type]);
  request.has_body = parser.chunked() || (parser.content_length() && *parser.content_length() > 0);
  return request;
}

Response busy_response(std::string_view message) {
  Response busy = error_response(503, "busy", "", message);
  busy.headers.emplace_back("Retry-After", "1");
  return busy;
}

/// Why a head or a body could not be read; nothing where nobody is left to tell.
std::optional<Response> read_failure(const error_code& error, bool too_slow) {
  if (too_slow) return error_response(408, "too_slow", "", "the request did not arrive in time");
  if (error == http::error::end_of_stream || error == net::error::connection_reset || error == net::error::operation_aborted)
    return {};
  if (error == http::error::header_limit) return error_response(431, "head_too_large", "", "the head is larger than 16 KiB");
  if (error == http::error::buffer_overflow) return error_response(431, "head_too_large", "", "the head is larger than 16 KiB");
  if (error == http::error::body_limit) return error_response(413, "body_too_large", "", "the body is too large");
  if (error == http::error::bad_version) return error_response(505, "wrong_version", "", "HTTP/1.1 or HTTP/1.0");
  return error_response(400, "bad_request", "", "this is not HTTP: " + error.message());
}

}  // namespace

/// An answer that is on its way.
struct Session::Waiting {
  Desk::Answer answer;
  bool gone = false, over = false;
};

Session::Session(net::ip::tcp::socket&& socket, std::string client, Application& application, const SessionLimits& limits)
    : socket_(std::move(socket)),
      buffer_(std::size_t{limits.head_bytes} + (64 << 10)),
      timer_(socket_.get_executor()),
      client_(std::move(client)),
      application_(application),
      limits_(limits) {}

void Session::allow(std::chrono::milliseconds time) {
  too_slow_ = false;
  deadline_ = std::chrono::steady_clock::now() + time;
}

/// A reader who sleeps is cut off, and so is one who is so slow that an answer would be held for ever.
void Session::allow_piece(std::size_t bytes) {
  answer_sent_ += bytes;
  allow(limits_.write);
  const std::chrono::milliseconds whole = limits_.write + std::chrono::milliseconds(answer_sent_ * 1000 / limits_.least_rate);
  deadline_ = std::min(deadline_, answer_begun_ + whole);
}

void Session::sweep(std::chrono::steady_clock::time_point now) {
  if (now < deadline_) return;
  deadline_ = std::chrono::steady_clock::time_point::max();
  too_slow_ = true;
  error_code ignored;
  socket_.cancel(ignored);  // the socket stays open, so that the client can be told
}

void Session::end() {
  ending_ = true;
  error_code ignored;
  if (idle_) socket_.close(ignored);
  timer_.cancel();
}

net::awaitable<void> Session::run() {
  const auto self = shared_from_this();
  error_code ignored;
  socket_.set_option(net::ip::tcp::no_delay(true), ignored);
  // Readers who sleep hold no more than this of the system's memory each.
  socket_.set_option(net::socket_base::send_buffer_size(128 << 10), ignored);
  while (!ending_) {
    const bool asked = co_await wait_for_request();
    if (!asked) break;
    const bool goes_on = co_await serve_one();
    if (!goes_on) break;
  }
  socket_.shutdown(net::ip::tcp::socket::shutdown_both, ignored);
  socket_.close(ignored);
}

net::awaitable<bool> Session::wait_for_request() {
  if (buffer_.size() > 0) co_return true;
  idle_ = true;
  error_code error;
  allow(limits_.idle);
  const std::size_t bytes = co_await socket_.async_read_some(buffer_.prepare(4096), into(error));
  idle_ = false;
  if (error) co_return false;
  buffer_.commit(bytes);
  co_return true;
}

net::awaitable<bool> Session::serve_one() {
  error_code error;
  Parser parser;
  parser.header_limit(limits_.head_bytes);
  parser.body_limit(most_body_bytes);
  allow(limits_.head);
  co_await http::async_read_header(socket_, buffer_, parser, into(error));
  if (error) {
    std::optional<Response> failure = read_failure(error, too_slow_);
    if (failure) co_await refuse(*std::move(failure));
    co_return false;
  }
  if (std::optional<Response> refusal = ambiguous(parser)) {
    co_await refuse(*std::move(refusal));
    co_return false;
  }
  Result<Request> read = request_of(parser);
  if (!read) {
    Response refusal = error_response(400, "bad_request", read.error().path, read.error().message);
    co_await refuse(std::move(refusal));
    co_return false;
  }
  Request request = *std::move(read);
  request.client = client_;
  Application::Admission admission = application_.admit(request);
  if (!admission.refusal && parser.content_length() && *parser.content_length() > admission.most_body && request.has_body)
    admission.refusal =
        error_response(413, "body_too_large", "", "allowed are " + std::to_string(admission.most_body) + " bytes");
  if (admission.refusal && request.has_body) {
    co_await refuse(*std::move(admission.refusal));  // what follows is the body, which nobody reads
    co_return false;
  }
  if (request.has_body) {
    parser.body_limit(admission.most_body);
    if (beast::iequals(parser.get()[http::field::expect], "100-continue")) {
      constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
      allow(limits_.write);
      co_await net::async_write(socket_, net::buffer(go_on.data(), go_on.size()), into(error));
      if (error) co_return false;
    }
    // Large uploads get as long as a slow line needs for them.
    allow(limits_.body * (admission.most_body > (1U << 20) ? 10 : 1));
  }
  // What has come takes room, not what was announced: whoever sends slowly takes it from nobody.
  Share room(application_.bodies(), client_);
  while (!error && !parser.is_done()) {
    co_await http::async_read_some(socket_, buffer_, parser, into(error));
    if (room.grow_to(parser.get().body().size())) continue;
    Response busy = busy_response("too many bodies are being read; try again soon");
    co_await refuse(std::move(busy));
    co_return false;
  }
  if (error) {
    std::optional<Response> failure = read_failure(error, too_slow_);
    if (failure) co_await refuse(*std::move(failure));
    co_return false;
  }
  request.body = std::move(parser.get().body());
  const bool keep_alive = parser.keep_alive() && !ending_;
  const bool head_only = request.method == Method::head;
  if (admission.refusal) {
    const bool sent = co_await write(*admission.refusal, head_only, keep_alive);
    co_return sent&& keep_alive;
  }
  deadline_ = std::chrono::steady_clock::time_point::max();
  const Desk::Answer answer = co_await answer_to(request);
  if (!answer) co_return false;  // the client is gone
  const bool sent = co_await write(*answer, head_only, keep_alive && !ending_);
  co_return sent&& keep_alive && !answer->events;
}

net::awaitable<Desk::Answer> Session::answer_to(const Request& request) {
  const auto waiting = std::make_shared<Waiting>();
  const auto self = shared_from_this();
  const auto executor = socket_.get_executor();
  Desk::Ticket ticket;
  Desk::Done done = [self, waiting, executor](Desk::Answer answer) {
    net::post(executor, [self, waiting, answer = std::move(answer)]() mutable {
      waiting->answer = std::move(answer);
      self->timer_.cancel();
    });
  };
  Desk::Answer at_once = application_.answer(request, std::move(done), ticket);
  if (at_once) co_return at_once;
  watch_client(waiting, false);
  while (!waiting->answer && !waiting->gone) {
    error_code ignored;
    timer_.expires_at(std::chrono::steady_clock::time_point::max());
    co_await timer_.async_wait(into(ignored));
  }
  waiting->over = true;
  error_code ignored;
  socket_.cancel(ignored);  // the watch
  if (!waiting->answer) application_.desk().leave(ticket);
  co_return waiting->answer;
}

/// Sees that the client hangs up while its answer is computed. A client that sends more meanwhile is there: what it sends is left
/// for later, or thrown away where no request may follow.
void Session::watch_client(const std::shared_ptr<Waiting>& waiting, bool last) {
  socket_.async_wait(net::ip::tcp::socket::wait_read, [self = shared_from_this(), waiting, last](const error_code& error) {
    if (error || waiting->over) return;
    std::array<char, 4096> bytes{};
    const auto seen =
        ::recv(self->socket_.native_handle(), bytes.data(), last ? bytes.size() : 1, (last ? 0 : MSG_PEEK) | MSG_DONTWAIT);
    if (seen > 0 || (seen < 0 && (errno == EAGAIN || errno == EINTR))) {
      if (last) self->watch_client(waiting, last);
      return;
    }
    waiting->gone = true;
    self->timer_.cancel();
  });
}

net::awaitable<bool> Session::write(const Response& response, bool head_only, bool keep_alive) {
  answer_begun_ = std::chrono::steady_clock::now();
  answer_sent_ = 0;
  if (response.events && !head_only) {
    const bool sent = co_await write_events(response);
    co_return sent;
  }
  if (!response.file.empty()) {
    std::error_code error;
    const std::uint64_t bytes = std::filesystem::file_size(response.file, error);
    if (error) {
      const Response missing = error_response(404, "not_found", "", "the file is not there any more");
      const bool sent = co_await write(missing, head_only, keep_alive);
      co_return sent;
    }
    const std::string head = head_text(response, static_cast<std::int64_t>(bytes), keep_alive);
    // Not within the co_await: g++ 12 destroys what such a choice makes twice.
    const std::string path = head_only ? std::string() : response.file;
    const bool sent = co_await write_file(head, path, bytes);
    co_return sent;
  }
  const std::string_view body = response.body ? std::string_view(*response.body) : std::string_view();
  Sending sending(application_.answers(), client_);
  if (body.size() > small_answer && !head_only && !sending.take(response.body)) {
    const Response busy = busy_response("too many large answers are being sent; try again soon");
    const bool sent = co_await write(busy, head_only, keep_alive);
    co_return sent;
  }
  const std::string head = head_text(response, static_cast<std::int64_t>(body.size()), keep_alive);
  const bool sent = co_await write_bytes(head, head_only ? std::string_view() : body);
  co_return sent;
}

/// Piece by piece, so that a reader who is slow but awake is not cut off, and one who sleeps is.
net::awaitable<bool> Session::write_bytes(std::string_view head, std::string_view body) {
  error_code error;
  do {
    const std::string_view piece = body.substr(0, limits_.piece_bytes);
    const std::array<net::const_buffer, 2> buffers = {net::buffer(head.data(), head.size()),
                                                      net::buffer(piece.data(), piece.size())};
    allow_piece(head.size() + piece.size());
    co_await net::async_write(socket_, buffers, into(error));
    if (error) co_return false;
    head = {};
    body.remove_prefix(piece.size());
  } while (!body.empty());
  co_return true;
}

net::awaitable<bool> Session::write_file(const std::string& head, const std::string& path, std::uint64_t bytes) {
  if (path.empty() || bytes == 0) {
    const bool sent = co_await write_bytes(head, {});
    co_return sent;
  }
  std::ifstream in(path, std::ios::binary);
  std::vector<char> piece(limits_.piece_bytes);
  std::string_view first = head;
  while (bytes > 0 && in) {
    in.read(piece.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(piece.size(), bytes)));
    const auto count = static_cast<std::size_t>(in.gcount());
    if (count == 0) co_return false;
    const bool sent = co_await write_bytes(first, {piece.data(), count});
    if (!sent) co_return false;
    first = {};
    bytes -= count;
  }
  co_return bytes == 0;
}

net::awaitable<bool> Session::write_events(const Response& response) {
  const auto self = shared_from_this();
  const auto executor = socket_.get_executor();
  const std::shared_ptr<EventFeed> feed = response.events;
  const std::string head = head_text(response, -1, false);
  bool sent = co_await write_bytes(head, {});
  feed->set_listener([self, executor] { net::post(executor, [self] { self->timer_.cancel(); }); });
  const auto waiting = std::make_shared<Waiting>();
  watch_client(waiting, true);
  while (sent && !ending_ && !waiting->gone) {
    answer_begun_ = std::chrono::steady_clock::now();  // it has no end: the next events are another answer
    answer_sent_ = 0;
    const bool last = feed->ended();
    std::string text = feed->take();
    if (text.empty() && last) break;
    if (text.empty()) {
      error_code error;
      deadline_ = std::chrono::steady_clock::time_point::max();
      timer_.expires_after(heartbeat);
      co_await timer_.async_wait(into(error));
      if (!error) text = ": still here\n\n";  // the time passed, and nobody cancelled the wait
    }
    if (text.empty()) continue;
    char size[32];
    const int digits = std::snprintf(size, sizeof size, "%zx\r\n", text.size());
    text += "\r\n";
    sent = co_await write_bytes({size, static_cast<std::size_t>(digits)}, text);
  }
  feed->set_listener(nullptr);
  waiting->over = true;
  error_code ignored;
  socket_.cancel(ignored);  // the watch
  if (sent && !waiting->gone) co_await write_bytes("0\r\n\r\n", {});
  co_return false;
}

net::awaitable<void> Session::refuse(Response response) {
  const bool sent = co_await write(response, false, false);
  if (sent) co_await linger();
}

/// Closing while the client still sends would make its system throw our answer away (RFC 9112, 9.6): what comes is read a while.
net::awaitable<void> Session::linger() {
  error_code error;
  socket_.shutdown(net::ip::tcp::socket::shutdown_send, error);
  allow(std::chrono::seconds(2));
  std::array<char, 4096> waste{};
  for (std::size_t read = 0; !error && read < (4U << 20);)
    read += co_await socket_.async_read_some(net::buffer(waste), into(error));
}

}  // namespace craton::server
