#include "application.h"

#include <fmt/format.h>

#include <ctime>
#include <utility>

#include <craton/base/hash.h>

#include "compress.h"

namespace craton::server {
namespace {

constexpr std::size_t least_compressed = 1024;  // below, the saving is not worth a header field

// Raised whenever the bytes of some answer change although its address does not.
constexpr std::string_view answers_version = "2";

std::string tag_of(std::string_view key) {
  const std::string text = fmt::format("{}\n{} {}", key, CRATON_VERSION, answers_version);
  return fmt::format("\"{:016x}\"", mix64_bytes(std::as_bytes(std::span(text))));
}

bool is_json(std::string_view type) { return type.substr(0, type.find(';')) == "application/json"; }

void compress(Response& response) {
  if (!response.body || response.body->size() < least_compressed) return;
  std::string smaller = gzipped(*response.body, response.body->size() > (1 << 20) ? 1 : 6);
  if (smaller.size() >= response.body->size()) return;
  response.body = std::make_shared<const std::string>(std::move(smaller));
  response.encoding = "gzip";
}

/// "Mon, 16 Nov 2026 11:00:00 GMT", made once a second.
const std::string& date_text() {
  thread_local std::time_t last = 0;
  thread_local std::string text;
  const std::time_t now = std::time(nullptr);
  if (now != last) {
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    char buffer[64];
    text.assign(buffer, std::strftime(buffer, sizeof buffer, "%a, %d %b %Y %H:%M:%S GMT", &parts));
    last = now;
  }
  return text;
}

std::string_view cache_control(Keep keep) {
  switch (keep) {
    case Keep::never: return "no-store";
    case Keep::revalidate: return "private, no-cache";
    case Keep::forever: return "public, max-age=31536000, immutable";
  }
  return "";
}

constexpr std::string_view page_rules =
    "Content-Security-Policy: default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'\r\n";
// What is no page may do nothing, should somebody open it as one.
constexpr std::string_view other_rules = "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; sandbox\r\n";

}  // namespace

Application::Application(Options options)
    : options_(std::move(options)),
      waiting_(options_.most_waiting),
      bodies_(options_.body_bytes),
      answers_(options_.answer_bytes),
      guard_(options_.guard),
      page_(options_.page),
      desk_(pool_, options_.cache_bytes),
      pool_(options_.threads, options_.most_waiting) {}

void Application::stop() {
  desk_.cancel_all();
  pool_.stop();
  pool_.join();
  desk_.forget_all();
}

Application::Admission Application::admit(Request& request) const {
  Admission admission;
  admission.refusal = guard_.refusal(request);
  if (admission.refusal) return admission;
  if (guard_.needs_token() && request.target.find("token")) {
    std::erase_if(request.target.query, [](const auto& pair) { return pair.first == "token"; });
    if (request.method == Method::get && request.target.path.empty()) {
      Response response;
      response.status = 303;
      response.headers.emplace_back("Location", "/");
      response.headers.emplace_back("Set-Cookie", guard_.cookie());
      admission.refusal = std::move(response);
      return admission;
    }
  }
  if (request.method == Method::other) {
    admission.refusal = error_response(501, "unknown_method", "", "allowed are GET, HEAD, POST, DELETE and OPTIONS");
    return admission;
  }
  if (!request.has_body) return admission;
  Match match = router_.match(request);
  if (Response* refused = std::get_if<Response>(&match)) {
    admission.refusal = std::move(*refused);
    return admission;
  }
  const Route& route = *std::get<Call>(match).route;
  admission.most_body = route.most_body;
  // Types other than these can be sent by any site's page without asking first.
  if (!is_json(request.content_type) && !(route.raw_body && request.content_type == "application/octet-stream"))
    admission.refusal = error_response(415, "wrong_type", "Content-Type",
                                       fmt::format("found \"{}\", allowed application/json{}", request.content_type.substr(0, 64),
                                                   route.raw_body ? " | application/octet-stream" : ""));
  return admission;
}

Outcome Application::outcome_of(const Request& request, std::string& key, bool& tagged) const {
  const bool read_only = request.method == Method::get || request.method == Method::head;
  const bool api = !request.target.path.empty() && request.target.path.front() == "api";
  if (!api && read_only) {
    key = "page";
    tagged = true;
    return page_.answer(request.target);
  }
  if (!api && request.method == Method::options) {
    Response response;
    response.status = 204;
    response.headers.emplace_back("Allow", "GET, HEAD, OPTIONS");
    return response;
  }
  Match match = router_.match(request);
  if (Response* refused = std::get_if<Response>(&match)) return std::move(*refused);
  const Call& call = std::get<Call>(match);
  Outcome outcome = call.route->handler(call);
  key = call.key();
  tagged = read_only;
  return outcome;
}

Desk::Answer Application::begin(const Request& request, Work work, std::string key, bool tagged, Desk::Done done,
                                Desk::Ticket& ticket) {
  const bool compressed = work.compress && accepts_gzip(request.accept_encoding);
  const bool kept = work.keep != Keep::never;
  key += fmt::format("\n{}\n{}\n{}", work.body_key, work.stamp, compressed ? "gzip" : "");
  const std::string tag = kept && tagged ? tag_of(key) : "";
  if (kept) {
    if (tagged && names_tag(request.if_none_match, tag)) {
      Response same;
      same.status = 304;
      same.etag = tag;
      same.keep = work.keep;
      if (work.compress) same.headers.emplace_back("Vary", "Accept-Encoding");
      return std::make_shared<const Response>(std::move(same));
    }
    if (Desk::Answer answer = desk_.kept(key)) {
      desk_.count_kept();
      return answer;
    }
  }
  const auto busy = [] {
    Response response = error_response(503, "busy", "", "too much is being computed; try again soon");
    response.headers.emplace_back("Retry-After", "1");
    return std::make_shared<const Response>(std::move(response));
  };
  // Whoever hangs up has a place in the queue until the queue knows: else it could be filled by asking and leaving.
  auto place = std::make_shared<Share>(waiting_, request.client);
  if (!place->grow_to(1)) return busy();
  auto run = [compressed, compress_it = work.compress, tag, keep = work.keep, make = std::move(work.run),
              place = std::move(place)](const CancelToken& cancel) {
    Response response = make(cancel);
    if (response.status == 200 && !response.passing) {
      response.keep = keep;
      response.etag = tag;
      if (compress_it) response.headers.emplace_back("Vary", "Accept-Encoding");
    }
    if (compressed) compress(response);
    return response;
  };
  ticket = desk_.ask(kept ? key : "", std::move(run), std::move(done), work.load);
  return ticket.flight ? nullptr : busy();
}

Desk::Answer Application::answer(const Request& request, Desk::Done done, Desk::Ticket& ticket) {
  std::string key;
  bool tagged = false;
  Outcome outcome = outcome_of(request, key, tagged);
  if (Response* response = std::get_if<Response>(&outcome)) {
    if (response->status == 200 && response->body && is_json(response->type) && accepts_gzip(request.accept_encoding)) {
      compress(*response);
      response->headers.emplace_back("Vary", "Accept-Encoding");
    }
    return std::make_shared<const Response>(std::move(*response));
  }
  return begin(request, std::move(std::get<Work>(outcome)), std::move(key), tagged, std::move(done), ticket);
}

std::string head_text(const Response& response, std::int64_t length, bool keep_alive) {
  const bool bare = response.status == 204 || response.status == 304;
  std::string text = fmt::format("HTTP/1.1 {} {}\r\nDate: {}\r\n", response.status, status_text(response.status), date_text());
  if (!bare) {
    if (response.body || !response.file.empty() || response.events) text += fmt::format("Content-Type: {}\r\n", response.type);
    if (length >= 0)
      text += fmt::format("Content-Length: {}\r\n", length);
    else
      text += "Transfer-Encoding: chunked\r\n";
  }
  text += fmt::format("Cache-Control: {}\r\n", cache_control(response.keep));
  if (!response.etag.empty()) text += fmt::format("ETag: {}\r\n", response.etag);
  if (!response.encoding.empty()) text += fmt::format("Content-Encoding: {}\r\n", response.encoding);
  for (const auto& [name, value] : response.headers) text += fmt::format("{}: {}\r\n", name, value);
  text +=
      "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n";
  if (!bare && response.body) text += response.type.starts_with("text/html") ? page_rules : other_rules;
  text += keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
  return text;
}

}  // namespace craton::server
