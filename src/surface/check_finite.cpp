#include "surface/check_finite.h"

#include <cmath>
#include <vector>

#include "base/parallel.h"
#include "base/text.h"

namespace craton {

Result<void> check_finite(std::span<const float> values, std::string path, std::string_view why, const Execution& execution) {
  constexpr std::uint64_t block_cells = 1 << 16, none = ~std::uint64_t{0};
  std::vector<std::uint64_t> first_bad((values.size() + block_cells - 1) / block_cells, none);
  const Execution quiet{.threads = execution.threads, .cancel = execution.cancel};
  CRATON_TRY(parallel_blocks(values.size(), block_cells, quiet, [&](std::uint64_t begin, std::uint64_t end) {
    bool all = true;
    for (std::uint64_t i = begin; i < end; ++i) all &= values[i] - values[i] == 0;
    if (all) return;
    for (std::uint64_t i = begin; i < end && first_bad[begin / block_cells] == none; ++i)
      if (!std::isfinite(values[i])) first_bad[begin / block_cells] = i;
  }));
  for (const std::uint64_t bad : first_bad)
    if (bad != none)
      return Error{ErrorCode::invalid_value, std::move(path), concat({"cell ", std::to_string(bad), " holds no number: ", why})};
  return {};
}

}  // namespace craton
