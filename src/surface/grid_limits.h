#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include <craton/base/result.h>
#include <craton/surface/topology.h>
#include "base/text.h"

/// What tiles and tori share.
namespace craton {

inline constexpr double min_step = 1.0 / 1024, max_step = 1e6;  ///< metres
inline constexpr std::int64_t max_side = 65536;                 ///< samples

/// Cells are counted in 32 bits, and the last number means "no cell".
inline Result<void> check_cell_count(std::uint64_t width, std::uint64_t height, std::uint64_t halo) {
  // Both sides stay below 2^34, so that their product fits into 64 bits only when each is checked first.
  const std::uint64_t columns = width + 2 * halo, rows = height + 2 * halo;
  if (columns < no_cell && rows < no_cell && columns * rows < no_cell) return {};
  return Error{ErrorCode::invalid_value, "width",
               concat({"found ", std::to_string(columns), " × ", std::to_string(rows), " samples",
                       halo == 0 ? "" : " with the margin", ", allowed fewer than 2^32 - 1 in all"})};
}

inline detail::GridLinks grid_links(std::uint32_t width, std::uint32_t height, double spacing) {
  return {.width = width,
          .height = height,
          .straight = static_cast<float>(spacing),
          .diagonal = static_cast<float>(spacing * std::sqrt(2.0))};
}

}  // namespace craton
