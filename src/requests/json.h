#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include <craton/base/result.h>

namespace craton::requests {

using Json = nlohmann::ordered_json;

/// Text that a stranger wrote: up to 4 MiB, 60 objects and lists within each other, no key twice in an object. `path` is put into
/// errors.
Result<Json> parsed(std::string_view text, std::string_view path);

/// "found …, allowed …".
Error refused(std::string_view path, const Json& found, std::string_view allowed);

}  // namespace craton::requests
