// libFuzzer: whatever bytes a client sends, in whatever pieces, the server answers with whole responses of HTTP/1.1 and ends;
// what a plain reader of this file takes for a line of whole requests is answered one by one, each body as it was sent.
//   session_fuzz [libFuzzer options] CORPUS SEEDS          seeds are the files in session_seeds/
// A byte 0x1E ends a piece: what stands before it arrives before the rest. A '!' in front asks a server that wants a token;
// behind
// '^' an hour passes before the client hangs up, behind '~' the server ends.
#include <sys/socket.h>
#include <unistd.h>

#include <utility>  // Boost 1.74's awaitable.hpp forgets it

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/server/application.h"
#include "apps/server/session.h"
#include "json_fuzz.h"

namespace {

using namespace craton;
using namespace craton::server;
using namespace std::chrono_literals;
using fuzz::expect;
namespace net = boost::asio;

class ThreeEvents final : public EventFeed {
 public:
  std::string take() override { return told_++ < 3 ? "event: progress\ndata: {}\n\n" : ""; }
  bool ended() const override { return told_ >= 3; }
  void set_listener(std::function<void()>) override {}

 private:
  int told_ = 0;
};

Response echo(const Call& call) { return bytes_response(call.request->body, "application/octet-stream"); }

std::unique_ptr<Application> application(std::string token) {
  Application::Options options;
  options.guard.token = std::move(token);
  options.threads = 1;
  options.most_waiting = 2;
  options.body_bytes = 64 << 10;
  options.answer_bytes = 96 << 10;
  auto made = std::make_unique<Application>(std::move(options));
  made->router().add({.method = Method::post,
                      .pattern = "/api/echo",
                      .summary = "",
                      .most_body = 4096,
                      .raw_body = true,
                      .handler = [](const Call& call) -> Outcome { return echo(call); }});
  made->router().add({.pattern = "/api/word", .summary = "", .handler = [](const Call&) -> Outcome {
                        return bytes_response("word", "text/plain");
                      }});
  made->router().add({.pattern = "/api/large", .summary = "", .handler = [](const Call&) -> Outcome {
                        return bytes_response(std::string(40'000, 'x'), "text/plain");
                      }});
  made->router().add({.pattern = "/api/file", .summary = "", .handler = [](const Call&) -> Outcome {
                        Response response;
                        response.file = "/proc/self/comm";  // its size is told as 0
                        response.type = "text/plain";
                        return response;
                      }});
  made->router().add({.pattern = "/api/slow/{x}",
                      .summary = "",
                      .params = {{.name = "x", .kind = ParamKind::integer, .min = 0, .max = 9}},
                      .handler = [](const Call&) -> Outcome {
                        Work work;
                        work.compress = true;
                        work.run = [](const CancelToken&) { return bytes_response(std::string(2000, 'w'), "text/plain"); };
                        return work;
                      }});
  made->router().add({.pattern = "/api/events", .summary = "", .handler = [](const Call&) -> Outcome {
                        Response response;
                        response.type = "text/event-stream";
                        response.events = std::make_shared<ThreeEvents>();
                        return response;
                      }});
  return made;
}

/// The plain reader. Only what every reader understands in one way: requests for the echo, the word and the empty file, written
/// as here.
struct Plain {
  bool has_body = false;
  std::string body;
};

std::optional<std::uint64_t> number(std::string_view text, int base) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  const bool whole = error == std::errc() && end == text.data() + text.size() && !text.empty() && text.size() < 8;
  return whole ? std::optional(value) : std::nullopt;
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

std::optional<std::string_view> take_line(std::string_view& text) {
  const std::size_t end = text.find("\r\n");
  if (end == std::string_view::npos) return {};
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end + 2);
  return line;
}

/// The requests up to the first that is not plain.
std::vector<Plain> plain_requests(std::string_view text) {
  std::vector<Plain> requests;
  for (;;) {
    Plain request;
    if (take(text, "GET /api/word HTTP/1.1\r\nHost: localhost\r\n\r\n") ||
        take(text, "GET /api/file HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
      requests.push_back(request);
      continue;
    }
    request.has_body = true;
    if (!take(text, "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")) return requests;
    const std::optional<std::string_view> field = take_line(text);
    if (!field || !take(text, "\r\n")) return requests;
    if (std::string_view rest = *field; take(rest, "Content-Length: ")) {
      const std::optional<std::uint64_t> length = number(rest, 10);
      if (!length || *length > 4096 || text.size() < *length) return requests;
      request.has_body = *length > 0;
      request.body = text.substr(0, *length);
      text.remove_prefix(*length);
    } else if (*field == "Transfer-Encoding: chunked") {
      for (;;) {
        const std::optional<std::string_view> line = take_line(text);
        const std::optional<std::uint64_t> size = line ? number(*line, 16) : std::nullopt;
        if (!size || text.size() < *size + 2 || text.substr(*size, 2) != "\r\n") return requests;
        request.body += text.substr(0, *size);
        text.remove_prefix(*size + 2);
        if (*size == 0) break;
      }
      if (request.body.size() > 4096) return requests;
    } else {
      return requests;
    }
    requests.push_back(std::move(request));
  }
}

struct Answer {
  int status = 0;
  std::string body;
  bool closes = false;
};

/// What came back, which must be whole responses and nothing else.
std::vector<Answer> answers_of(std::string_view text) {
  std::vector<Answer> answers;
  while (!text.empty()) {
    if (take(text, "HTTP/1.1 100 Continue\r\n\r\n")) continue;
    expect(answers.empty() || !answers.back().closes);
    Answer answer;
    const std::size_t end = text.find("\r\n\r\n");
    expect(end != std::string_view::npos);
    std::string_view head = text.substr(0, end + 2);
    text.remove_prefix(end + 4);
    const std::optional<std::string_view> status = take_line(head);
    expect(status && status->size() > 13 && status->starts_with("HTTP/1.1 "));
    answer.status = std::atoi(status->data() + 9);
    expect(answer.status >= 200 && answer.status < 600 && answer.status != 500 && status_text(answer.status) != "Unknown");
    std::optional<std::uint64_t> length;
    bool chunked = false;
    while (const std::optional<std::string_view> line = take_line(head)) {
      expect(line->find(": ") != std::string_view::npos);
      for (const char c : *line) expect(static_cast<unsigned char>(c) >= 0x20);
      std::string_view rest = *line;
      if (take(rest, "Content-Length: ")) length = number(rest, 10), expect(length.has_value());
      chunked = chunked || *line == "Transfer-Encoding: chunked";
      answer.closes = answer.closes || *line == "Connection: close";
    }
    expect(head.empty() && !(length && chunked));
    if (chunked) {
      const std::size_t last = text.find("0\r\n\r\n");
      expect(last != std::string_view::npos);
      answer.body = text.substr(0, last);
      text.remove_prefix(last + 5);
    } else if (length) {
      expect(text.size() >= *length);
      answer.body = text.substr(0, *length);
      text.remove_prefix(*length);
    } else {
      expect(answer.status == 204 || answer.status == 304);
    }
    answers.push_back(std::move(answer));
  }
  return answers;
}

/// Sends the pieces, and gives all that comes back.
std::string talk(Application& application, const std::vector<std::string_view>& pieces, char end) {
  int ends[2];
  expect(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == 0);
  net::io_context context{1};
  net::ip::tcp::socket socket(context);
  socket.assign(net::ip::tcp::v4(), ends[0]);
  const auto session = std::make_shared<Session>(std::move(socket), "somebody", application, SessionLimits{});
  bool over = false;
  net::co_spawn(context, session->run(), [&](const std::exception_ptr& error) {
    expect(!error);
    over = true;
  });
  std::string back;
  const auto go_on = [&] {
    context.restart();
    context.poll();
    char bytes[16384];
    for (ssize_t count; (count = ::recv(ends[1], bytes, sizeof bytes, 0)) > 0;)
      back.append(bytes, static_cast<std::size_t>(count));
  };
  go_on();
  for (std::string_view piece : pieces)
    while (!piece.empty() && !over) {
      const ssize_t sent = ::send(ends[1], piece.data(), piece.size(), MSG_NOSIGNAL);
      if (sent > 0) piece.remove_prefix(static_cast<std::size_t>(sent));
      go_on();
      if (sent < 0 && errno != EAGAIN) break;  // it reads no more
    }
  // What is computed is told by another thread; then the client hangs up.
  const auto patience = std::chrono::steady_clock::now() + 20s;
  for (std::size_t before = ~std::size_t{0}; before != back.size() && !over;) {
    before = back.size();
    context.restart();
    context.run_for(2ms);
    go_on();
  }
  if (end == '^') session->sweep(std::chrono::steady_clock::now() + 1h);
  if (end == '~') session->end();
  go_on();
  ::shutdown(ends[1], SHUT_WR);
  while (!over) {
    expect(std::chrono::steady_clock::now() < patience);
    context.restart();
    context.run_one_for(1ms);
    go_on();
  }
  go_on();
  ::close(ends[1]);
  return back;
}

const std::vector<std::string>& words() {
  static const std::vector<std::string> all{"GET ",
                                            "POST ",
                                            "HEAD ",
                                            "OPTIONS ",
                                            "DELETE ",
                                            "PATCH ",
                                            "/api/echo",
                                            "/api/word",
                                            "/api/large",
                                            "/api/file",
                                            "/api/slow/1",
                                            "/api/events",
                                            "*",
                                            "http://localhost/api/word",
                                            " HTTP/1.1\r\n",
                                            " HTTP/1.0\r\n",
                                            " HTTP/2.0\r\n",
                                            "Host: localhost\r\n",
                                            "Host: evil.example\r\n",
                                            "Origin: http://localhost\r\n",
                                            "Origin: null\r\n",
                                            "Sec-Fetch-Site: cross-site\r\n",
                                            "Content-Type: application/json\r\n",
                                            "Content-Type: application/octet-stream\r\n",
                                            "Content-Length: 5\r\n\r\nabcde",
                                            "Content-Length: 0\r\n",
                                            "Content-Length: 5\r\n",
                                            "Content-Length: 99999999999999999999\r\n",
                                            "Content-Length: +5\r\n",
                                            "Transfer-Encoding: chunked\r\n",
                                            "Transfer-Encoding: xchunked\r\n",
                                            "Transfer-Encoding:chunked, identity\r\n",
                                            "Transfer-Encoding : chunked\r\n",
                                            "5\r\nabcde\r\n",
                                            "0\r\n\r\n",
                                            "0;ext=1\r\nTrailer: x\r\n\r\n",
                                            "ffffffffffffffff\r\n",
                                            "Expect: 100-continue\r\n",
                                            "Connection: close\r\n",
                                            "Connection: keep-alive\r\n",
                                            "Accept-Encoding: gzip\r\n",
                                            "If-None-Match: *\r\n",
                                            "Authorization: Bearer secret\r\n",
                                            "Cookie: craton_token=secret\r\n",
                                            "?token=secret",
                                            " folded: line\r\n",
                                            "\r\n",
                                            "\n",
                                            "\x1e",
                                            "GET /api/word HTTP/1.1\r\nHost: localhost\r\n\r\n",
                                            "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"};
  return all;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  return fuzz::mutate(words(), data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::unique_ptr<Application> open = application(""), guarded = application("secret");
  std::string_view text(reinterpret_cast<const char*>(data), size);
  Application& asked = take(text, "!") ? *guarded : *open;
  const char end_of_talk = take(text, "^") ? '^' : take(text, "~") ? '~' : '.';
  std::vector<std::string_view> pieces;
  std::string whole;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\x1e', begin), text.size());
    pieces.push_back(text.substr(begin, end - begin));
    whole += pieces.back();
    begin = end + 1;
  }
  const std::string back = talk(asked, pieces, end_of_talk);
  expect(back.empty() || back.starts_with("HTTP/1.1 "));
  if (whole.find("HEAD ") != std::string::npos) return 0;  // the lengths of its answers are not theirs
  const std::vector<Answer> answers = answers_of(back);
  if (&asked != open.get()) return 0;
  const std::vector<Plain> plain = plain_requests(whole);
  expect(answers.size() >= plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    expect(answers[i].status == 200 && !answers[i].closes);
    expect(answers[i].body == (plain[i].has_body ? plain[i].body : answers[i].body));
  }
  return 0;
}
