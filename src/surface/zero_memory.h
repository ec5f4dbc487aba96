#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace craton {

struct FreeZeroMemory {
  void operator()(std::byte* data) const;
};
using ZeroMemory = std::unique_ptr<std::byte, FreeZeroMemory>;

/// Zeroed bytes on a 64-byte boundary; the system hands out the pages of large ones when they are first touched, in huge pages
/// where it can. Null where there is not enough memory.
ZeroMemory zero_memory(std::uint64_t bytes);

}  // namespace craton
