#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <craton/base/result.h>

#include "target.h"

/// Requests and responses as handlers see them: no word of sockets.
namespace craton::server {

enum class Method : std::uint8_t { get, head, post, del, options, other };
std::string_view method_name(Method method);

/// What is read of a request; header fields that nobody asks for are left out.
struct Request {
  Method method = Method::get;
  Target target{};
  std::string host{}, origin{}, fetch_site{}, authorization{}, cookie{}, if_none_match{}, accept_encoding{}, content_type{};
  std::string client{};  ///< who asks, as far as an address tells
  std::string body{};
  bool has_body = false;  ///< known from the head already
};

using Bytes = std::shared_ptr<const std::string>;
using Headers = std::vector<std::pair<std::string, std::string>>;

/// Server-sent events (WHATWG HTML, 9.2) as text that is ready to be written. Any thread may add, one session takes.
class EventFeed {
 public:
  virtual ~EventFeed() = default;
  /// What came since it was last asked; "" where nothing did.
  virtual std::string take() = 0;
  virtual bool ended() const = 0;
  /// Called from any thread when there is something to take, or the end is near.
  virtual void set_listener(std::function<void()> listener) = 0;
};

/// How long an answer holds.
enum class Keep : std::uint8_t {
  never,       ///< no-store: it tells of now
  revalidate,  ///< good while its tag is the same
  forever,     ///< a function of its address
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  Bytes body{};
  Headers headers{};
  Keep keep = Keep::never;
  std::string etag{};                   ///< with its quotes; "": none
  std::string encoding{};               ///< "gzip", or "" as it is
  std::string file{};                   ///< the body is this file, sent piece by piece
  std::shared_ptr<EventFeed> events{};  ///< the body never ends by itself
  bool passing = false;                 ///< what it tells of changed while it was made: neither kept nor tagged

  std::size_t bytes() const { return (body ? body->size() : 0) + 512; }
};

std::string_view status_text(int status);

/// {"error": {"code", "path", "message"}}
Response error_response(int status, std::string_view code, std::string_view path, std::string_view message);
/// 400, 404, 422, … by what went wrong.
Response error_response(const Error& error);
Response json_response(std::string text, int status = 200);
Response bytes_response(std::string bytes, std::string type);

}  // namespace craton::server
