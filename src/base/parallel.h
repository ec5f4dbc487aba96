#pragma once

#include <cstdint>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include "base/function_ref.h"

namespace craton {

/// Calls `body(begin, end)` for the blocks [0, block_size), [block_size, 2 · block_size), … of [0, count). The borders depend
/// on `block_size` alone, never on the number of threads, and each call runs in the IEEE floating-point mode.
///
/// threads = 1 runs in the caller's thread, in order; 0 uses the surrounding task arena, by default the whole machine; more
/// threads than the machine has are no more than it has. Raising the cancel token stops before the next block and gives
/// ErrorCode::cancelled, unless all blocks were done by then.
CRATON_API Result<void> parallel_blocks(std::uint64_t count, std::uint64_t block_size, const Execution& execution,
                                        FunctionRef<void(std::uint64_t begin, std::uint64_t end)> body);

/// The sum of `partial(begin, end)` over the same blocks, added from the first block to the last: the same bits for any
/// number of threads (another block size is another order of additions, hence other bits).
CRATON_API Result<double> parallel_sum(std::uint64_t count, std::uint64_t block_size, const Execution& execution,
                                       FunctionRef<double(std::uint64_t begin, std::uint64_t end)> partial);

}  // namespace craton
