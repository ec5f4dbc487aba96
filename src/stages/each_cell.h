#pragma once

#include <craton/surface/coords.h>

#include "base/parallel.h"

namespace craton {

/// Calls f(cell) for all cells, on all threads; no call may need what another writes.
template <class F>
Result<void> each_cell(std::uint64_t count, const Execution& execution, F&& f) {
  return parallel_blocks(count, 1 << 14, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto c = static_cast<Cell>(begin); c < end; ++c) f(c);
  });
}

}  // namespace craton
