#include "route.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>

namespace craton::server {
namespace {

template <class T>
std::optional<T> parsed(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

Error wrong(const RouteParam& param, std::string_view found, std::string allowed) {
  return {ErrorCode::invalid_value, std::string(param.name), fmt::format("found \"{}\", allowed {}", found, allowed)};
}

}  // namespace

const Call::Value& Call::value(std::string_view name) const {
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (route->params[i].name == name) return values_[i];
  assert(false && "a handler asks for a parameter that its route does not declare");
  static const Value none;
  return none;
}

std::int64_t Call::integer(std::string_view name) const { return value(name).integer; }
double Call::number(std::string_view name) const { return value(name).number; }
const std::string& Call::text(std::string_view name) const { return value(name).text; }
bool Call::flag(std::string_view name) const { return value(name).integer != 0; }
bool Call::given(std::string_view name) const { return value(name).given; }

std::string Call::key() const {
  std::string key = fmt::format("{} {}", method_name(route->method), route->pattern);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (route->params[i].aside) continue;
    key += '\n';  // no value holds one
    key += values_[i].text;
  }
  return key;
}

std::vector<Router::Segment> Router::segments_of(std::string_view pattern) {
  std::vector<Segment> segments;
  while (!pattern.empty()) {
    pattern.remove_prefix(1);
    const std::size_t end = std::min(pattern.find('/'), pattern.size());
    std::string_view text = pattern.substr(0, end);
    pattern.remove_prefix(end);
    Segment segment;
    std::string* const names[] = {&segment.first, &segment.second};
    std::string* const literals[] = {&segment.literal, &segment.middle, &segment.tail};
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t brace = std::min(text.find('{'), text.size());
      *literals[i] = text.substr(0, brace);
      text.remove_prefix(brace);
      if (text.empty() || i == 2) break;
      const std::size_t close = text.find('}');
      assert(close != std::string_view::npos);
      *names[i] = text.substr(1, close - 1);
      text.remove_prefix(close + 1);
    }
    segments.push_back(std::move(segment));
  }
  return segments;
}

bool Router::fits(const std::vector<Segment>& segments, const Target& target, std::vector<Found>* found) {
  if (segments.size() != target.path.size()) return false;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const Segment& segment = segments[i];
    std::string_view text = target.path[i];
    if (segment.first.empty()) {
      if (text != segment.literal) return false;
      continue;
    }
    if (!text.starts_with(segment.literal)) return false;
    text.remove_prefix(segment.literal.size());
    if (segment.second.empty()) {
      // What follows a single parameter stands in `middle`: {y}.png
      if (!text.ends_with(segment.middle) || text.size() == segment.middle.size()) return false;
      if (found) found->push_back({segment.first, text.substr(0, text.size() - segment.middle.size())});
      continue;
    }
    if (!text.ends_with(segment.tail)) return false;
    text.remove_suffix(segment.tail.size());
    const std::size_t split = text.rfind(segment.middle);
    if (split == std::string_view::npos || split == 0 || split + segment.middle.size() == text.size()) return false;
    if (found) {
      found->push_back({segment.first, text.substr(0, split)});
      found->push_back({segment.second, text.substr(split + segment.middle.size())});
    }
  }
  return true;
}

Result<Call::Value> Router::read_value(const RouteParam& param, std::string_view text) {
  Call::Value value{.text = std::string(text)};
  switch (param.kind) {
    case ParamKind::integer: {
      const std::optional<std::int64_t> number = parsed<std::int64_t>(text);
      if (!number || static_cast<double>(*number) < param.min || static_cast<double>(*number) > param.max)
        return wrong(param, text, fmt::format("whole numbers {:.0f} … {:.0f}", param.min, param.max));
      value.integer = *number;
      value.text = std::to_string(*number);
      break;
    }
    case ParamKind::number: {
      const std::optional<double> number = parsed<double>(text);
      if (!number || !std::isfinite(*number) || *number < param.min || *number > param.max)
        return wrong(param, text, fmt::format("numbers {} … {}", param.min, param.max));
      value.number = *number;
      value.text = fmt::format("{}", *number);
      break;
    }
    case ParamKind::text: {
      const double longest = param.max > 0 ? param.max : 256;
      if (static_cast<double>(text.size()) > longest)
        return wrong(param, text.substr(0, 32), fmt::format("texts of up to {:.0f} bytes", longest));
      break;
    }
    case ParamKind::choice:
      if (std::find(param.choices.begin(), param.choices.end(), text) == param.choices.end())
        return wrong(param, text.substr(0, 64), fmt::format("{}", fmt::join(param.choices, " | ")));
      break;
    case ParamKind::flag:
      if (text != "0" && text != "1" && !text.empty() && text != "true" && text != "false")
        return wrong(param, text.substr(0, 64), "0 | 1");
      value.integer = text == "1" || text == "true" || text.empty();
      value.text = value.integer ? "1" : "0";
      break;
  }
  return value;
}

Result<Call> Router::read(const Route& route, const Request& request, const std::vector<Found>& found) {
  Call call;
  call.request = &request;
  call.route = &route;
  call.values_.reserve(route.params.size());
  for (const auto& pair : request.target.query) {
    const std::string& name = pair.first;
    const bool in_path = std::any_of(found.begin(), found.end(), [&](const Found& each) { return each.name == name; });
    const bool declared =
        std::any_of(route.params.begin(), route.params.end(), [&](const RouteParam& each) { return each.name == name; });
    if (in_path || !declared) return Error{ErrorCode::unknown_name, name.substr(0, 64), "there is no such parameter here"};
  }
  for (const RouteParam& param : route.params) {
    const auto part = std::find_if(found.begin(), found.end(), [&](const Found& each) { return each.name == param.name; });
    const std::string* asked = part == found.end() ? request.target.find(param.name) : nullptr;
    if (part == found.end() && !asked) {
      if (param.required) return Error{ErrorCode::invalid_value, std::string(param.name), "is missing"};
      Call::Value value{.text = std::string(param.standard)};
      if (!param.standard.empty()) {
        Result<Call::Value> read = read_value(param, param.standard);
        assert(read.ok());
        value = *std::move(read);
      }
      call.values_.push_back(std::move(value));
      continue;
    }
    CRATON_TRY(Call::Value value, read_value(param, asked ? std::string_view(*asked) : part->value));
    value.given = true;
    call.values_.push_back(std::move(value));
  }
  return call;
}

void Router::add(Route route) {
  segments_.push_back(segments_of(route.pattern));
  routes_.push_back(std::move(route));
}

std::string Router::allowed(const Target& target) const {
  bool get = false, post = false, del = false;
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    if (!fits(segments_[i], target, nullptr)) continue;
    get = get || routes_[i].method == Method::get;
    post = post || routes_[i].method == Method::post;
    del = del || routes_[i].method == Method::del;
  }
  if (!get && !post && !del) return "";
  return fmt::format("{}{}{}OPTIONS", get ? "GET, HEAD, " : "", post ? "POST, " : "", del ? "DELETE, " : "");
}

Match Router::match(const Request& request) const {
  const Method method = request.method == Method::head ? Method::get : request.method;
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    std::vector<Found> found;
    if (routes_[i].method != method || !fits(segments_[i], request.target, &found)) continue;
    Result<Call> call = read(routes_[i], request, found);
    if (!call) return error_response(400, "bad_parameter", call.error().path, call.error().message);
    return *std::move(call);
  }
  const std::string allow = allowed(request.target);
  if (allow.empty()) return error_response(404, "not_found", "", "there is nothing at this address");
  if (method == Method::options) {
    Response response;
    response.status = 204;
    response.headers.emplace_back("Allow", allow);
    return response;
  }
  Response response = error_response(405, "method_not_allowed", "", "allowed here: " + allow);
  response.headers.emplace_back("Allow", allow);
  return response;
}

}  // namespace craton::server
