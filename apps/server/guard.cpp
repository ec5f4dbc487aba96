#include "guard.h"

#include <algorithm>
#include <cctype>

namespace craton::server {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::string_view cookie_name = "craton_token";
constexpr unsigned most_tries = 10;
constexpr std::chrono::seconds try_time{10};
constexpr std::size_t most_clients = 4096;

/// Takes as long for a near miss as for a far one.
bool equal_in_constant_time(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(i < b.size() ? b[i] : 0));
  return difference == 0;
}

std::string_view cookie_value(std::string_view cookies) {
  while (!cookies.empty()) {
    const std::size_t end = cookies.find(';');
    std::string_view pair = cookies.substr(0, end);
    cookies.remove_prefix(end == std::string_view::npos ? cookies.size() : end + 1);
    while (pair.starts_with(' ')) pair.remove_prefix(1);
    if (pair.starts_with(cookie_name) && pair.substr(cookie_name.size()).starts_with('='))
      return pair.substr(cookie_name.size() + 1);
  }
  return {};
}

}  // namespace

std::string host_name(std::string_view host_and_port) {
  std::string_view host = host_and_port;
  if (host.starts_with('[')) {
    const std::size_t close = host.find(']');
    host = close == std::string_view::npos ? std::string_view() : host.substr(0, close + 1);
  } else {
    host = host.substr(0, host.find(':'));
  }
  std::string name(host);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (name.ends_with('.')) name.pop_back();
  return name;
}

bool Guard::host_is_ours(std::string_view host_and_port) const {
  const std::string host = host_name(host_and_port);
  if (host == "localhost" || host == "127.0.0.1" || host == "[::1]") return true;
  return std::find(options_.hosts.begin(), options_.hosts.end(), host) != options_.hosts.end();
}

bool Guard::knows_token(const Request& request) const {
  constexpr std::string_view bearer = "Bearer ";
  if (request.authorization.starts_with(bearer) &&
      equal_in_constant_time(std::string_view(request.authorization).substr(bearer.size()), options_.token))
    return true;
  if (const std::string* token = request.target.find("token"); token && equal_in_constant_time(*token, options_.token))
    return true;
  return equal_in_constant_time(cookie_value(request.cookie), options_.token);
}

bool Guard::tries_too_often(const std::string& client) const {
  const std::lock_guard lock(mutex_);
  const auto found = tries_.find(client);
  if (found == tries_.end()) return false;
  if (Clock::now() - found->second.since < try_time) return found->second.wrong >= most_tries;
  tries_.erase(found);
  return false;
}

void Guard::count_wrong_try(const std::string& client) const {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  if (tries_.size() >= most_clients) std::erase_if(tries_, [&](const auto& each) { return now - each.second.since >= try_time; });
  if (tries_.size() >= most_clients) tries_.clear();
  Tries& tries = tries_.try_emplace(client, Tries{now}).first->second;
  ++tries.wrong;
}

std::string Guard::cookie() const {
  return std::string(cookie_name) + "=" + options_.token + "; Path=/; HttpOnly; SameSite=Strict";
}

std::optional<Response> Guard::refusal(const Request& request) const {
  if (request.host.empty()) return error_response(400, "no_host", "Host", "the request does not say whom it is for");
  if (!needs_token() && !host_is_ours(request.host))
    return error_response(421, "wrong_host", "Host",
                          "this server answers for localhost alone; `craton serve --allow-host NAME` adds a name");
  // A browser tells whose page sends a request. Others' pages get nothing, not even what could be seen as a picture.
  if (!request.origin.empty()) {
    const std::size_t scheme = request.origin.find("://");
    const std::string_view authority =
        scheme == std::string::npos ? std::string_view() : std::string_view(request.origin).substr(scheme + 3);
    if (authority != request.host) return error_response(403, "foreign_origin", "Origin", "pages of other sites may not ask");
  } else if (request.fetch_site == "cross-site" || request.fetch_site == "same-site") {
    // Links from elsewhere lead to the page itself, and only there.
    if (!request.target.path.empty())
      return error_response(403, "foreign_origin", "Sec-Fetch-Site", "pages of other sites may not ask");
  }
  if (!needs_token()) return {};
  const bool tries = !request.authorization.empty() || !cookie_value(request.cookie).empty() || request.target.find("token");
  if (tries && tries_too_often(request.client)) {
    Response response =
        error_response(429, "too_many_tries", "Authorization", "too many wrong tokens came from here; wait a little");
    response.headers.emplace_back("Retry-After", "10");
    return response;
  }
  if (!knows_token(request)) {
    if (tries) count_wrong_try(request.client);
    Response response =
        error_response(401, "no_token", "Authorization",
                       "this server wants its token: open the address that it printed, or send Authorization: Bearer …");
    response.headers.emplace_back("WWW-Authenticate", "Bearer realm=\"craton\"");
    return response;
  }
  return {};
}

}  // namespace craton::server
