#pragma once

#include <cstdint>
#include <string_view>

#include <craton/base/result.h>

namespace craton::requests {

/// An error where `bytes` are more than the limit, or than the machine has where that is 0. `advice`: "ask for fewer samples".
Result<void> check_memory(std::uint64_t bytes, std::uint64_t limit, std::string_view path, std::string_view advice);

}  // namespace craton::requests
