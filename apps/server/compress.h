#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace craton::server {

/// RFC 1952. `level` 1 … 9.
std::string gzipped(std::string_view text, int level);

/// RFC 1951, without anything around it.
std::string deflated(std::string_view text, int level);

/// Whether Accept-Encoding takes gzip (RFC 9110, 12.5.3): named or by *, and not with q=0.
bool accepts_gzip(std::string_view accept_encoding);

/// Whether If-None-Match names this tag (RFC 9110, 13.1.2).
bool names_tag(std::string_view if_none_match, std::string_view etag);

}  // namespace craton::server
