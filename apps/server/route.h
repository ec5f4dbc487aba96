#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>

#include "message.h"
#include "pool.h"

/// The table of routes: what is served, with which parameters. Requests are read by it and the description of the API is made of
/// it, so that they cannot drift apart.
namespace craton::server {

enum class ParamKind : std::uint8_t { integer, number, text, choice, flag };

/// A part of the path ({name} in the pattern) or of the query.
struct RouteParam {
  std::string_view name;
  ParamKind kind = ParamKind::text;
  std::string_view doc{};
  std::string_view standard{};  ///< where the query does not say; parts of the path are always there
  double min = 0, max = 0;      ///< of numbers; of texts the longest, in bytes (0: 256)
  std::vector<std::string_view> choices{};
  bool required = false;  ///< of the query
  bool aside = false;     ///< answers depend on it through their stamp alone: it is no part of the key
};

/// Work that is left to do for an answer. It runs elsewhere, once for all who ask the same at the same time.
struct Work {
  std::function<Response(const CancelToken&)> run;
  std::string stamp{};        ///< what the answer depends on beside the address (a file's time); part of its tag
  Keep keep = Keep::forever;  ///< `never`: neither kept nor shared
  bool compress = false;      ///< whether the body is worth compressing
  Load load = Load::light;
  std::string body_key{};  ///< of requests with a body: a text that says the same
};
using Outcome = std::variant<Response, Work>;

struct Route;

/// A request that fits a route, its parameters read.
class Call {
 public:
  const Request* request = nullptr;
  const Route* route = nullptr;

  std::int64_t integer(std::string_view name) const;
  double number(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  bool flag(std::string_view name) const;
  bool given(std::string_view name) const;  ///< whether the request itself says it
  /// Method, pattern and all values, standard ones too: equal for requests that mean the same.
  std::string key() const;

 private:
  friend class Router;
  struct Value {
    std::string text;
    double number = 0;
    std::int64_t integer = 0;
    bool given = false;
  };
  const Value& value(std::string_view name) const;
  std::vector<Value> values_;
};

using Handler = std::function<Outcome(const Call&)>;

struct Route {
  Method method = Method::get;
  std::string pattern;  ///< "/api/v1/worlds/{id}/layers/{layer}.{format}"
  std::string_view summary;
  std::vector<RouteParam> params{};
  std::string_view body{};          ///< what is sent, in words; "": nothing
  std::string_view schema{};        ///< of it, as JSON Schema; "": any object
  std::string_view gives = "JSON";  ///< what comes back, in words
  std::vector<std::string_view> types{"application/json"};
  std::uint64_t most_body = std::uint64_t{1} << 20;
  bool raw_body = false;  ///< bytes (application/octet-stream) may be sent as well
  Handler handler{};
};

/// What a request leads to: a route with a call, or an answer that says why not.
using Match = std::variant<Call, Response>;

class Router {
 public:
  void add(Route route);
  const std::vector<Route>& routes() const { return routes_; }
  /// HEAD is answered by GET. 404 where no route has the path, 405 (with Allow) where one has it for other methods, 400 with the
  /// parameter's name where a value is wrong.
  Match match(const Request& request) const;
  /// "GET, HEAD, OPTIONS": what may be done there; "" where there is nothing.
  std::string allowed(const Target& target) const;

 private:
  /// literal {first} middle {second} tail; names are empty where there is no parameter.
  struct Segment {
    std::string literal, first, middle, second, tail;
  };
  struct Found {
    std::string_view name, value;
  };
  static std::vector<Segment> segments_of(std::string_view pattern);
  static bool fits(const std::vector<Segment>& segments, const Target& target, std::vector<Found>* found);
  static Result<Call> read(const Route& route, const Request& request, const std::vector<Found>& found);
  static Result<Call::Value> read_value(const RouteParam& param, std::string_view text);

  std::vector<Route> routes_;
  std::vector<std::vector<Segment>> segments_;
};

/// OpenAPI 3.0 of a table of routes, as JSON.
std::string openapi_text(std::span<const Route> routes, std::string_view version);

}  // namespace craton::server
