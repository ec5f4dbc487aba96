#pragma once

#include <craton/noise/noise.h>

#include "base/function_ref.h"

namespace craton {

/// Told of samples as soon as they stand, while they are still in the cache: `run` is out[first …], part of a row. Called from
/// worker threads, once for each sample.
using FinishRun = FunctionRef<void(std::uint64_t first, std::span<float> run)>;

/// Noise::grid for callers that do something with every value: no second way through the memory.
Result<void> grid_in_runs(const Noise& noise, const Grid2& grid, std::span<float> out, const Execution& execution,
                          FinishRun finish);

}  // namespace craton
