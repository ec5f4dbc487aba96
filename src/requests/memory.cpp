#include "requests/memory.h"

#include <limits>
#include <string>

#if defined(__unix__)
#include <unistd.h>
#endif

#include "base/text.h"

namespace craton::requests {
namespace {

constexpr std::uint64_t mebibyte = 1 << 20;

/// All memory that there is; where nobody knows, enough.
std::uint64_t memory_of_machine() {
#if defined(__unix__)
  const long pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGESIZE);
  if (pages > 0 && page > 0) return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
#endif
  return std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

Result<void> check_memory(std::uint64_t bytes, std::uint64_t limit, std::string_view path, std::string_view advice) {
  const std::uint64_t allowed = limit != 0 ? limit : memory_of_machine();
  if (bytes <= allowed) return {};
  return Error{
      ErrorCode::unsupported, std::string(path),
      concat({"needs ", std::to_string(bytes / mebibyte + 1), " MiB of memory, but ", limit != 0 ? "only " : "the machine has ",
              std::to_string(allowed / mebibyte), " MiB", limit != 0 ? " are allowed; " : "; ", advice})};
}

}  // namespace craton::requests
