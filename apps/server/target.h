#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <craton/base/result.h>

namespace craton::server {

/// A request-target (RFC 9112, 3.2) taken apart: segments of the path and pairs of the query, decoded.
struct Target {
  std::vector<std::string> path{};
  std::vector<std::pair<std::string, std::string>> query{};

  /// The value of a name in the query; null where it is not there.
  const std::string* find(std::string_view name) const;

  friend bool operator==(const Target&, const Target&) = default;
};

inline constexpr std::size_t most_target_bytes = 8192, most_segments = 32, most_pairs = 64;

/// Origin form ("/a/b?c=d"), or absolute form with http. Nothing that could lead out of a folder comes through: segments are
/// never
/// "." or "..", and hold neither slashes, backslashes nor control characters, however they were encoded. Text is UTF-8. Names
/// stand once in the query.
Result<Target> parse_target(std::string_view text);

/// %41 → A; nothing where a per cent sign is not followed by two digits. In queries "+" is a space.
std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_space);

bool is_utf8(std::string_view text);

}  // namespace craton::server
