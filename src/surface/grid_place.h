#pragma once

#include <algorithm>
#include <cstdint>

namespace craton {

/// Where a position lies among samples at origin + index · step: at or after sample `index`, by `beyond` units (0 ≤ beyond <
/// step).
struct GridPlace {
  std::int64_t index = 0;
  std::int64_t beyond = 0;

  /// The nearer of the two samples around; the lower one where both are equally near.
  std::int64_t nearest(std::int64_t step) const { return beyond > step - beyond ? index + 1 : index; }
};

/// Exact over the whole axis, however far both are from each other; indices end at ±2^62.
inline GridPlace grid_place(std::int64_t position, std::int64_t origin, std::int64_t step) {
  constexpr std::uint64_t farthest = std::uint64_t{1} << 62;
  const auto unsigned_step = static_cast<std::uint64_t>(step);
  const auto from = static_cast<std::uint64_t>(origin), to = static_cast<std::uint64_t>(position);
  if (position >= origin) {
    const std::uint64_t distance = to - from;
    return {static_cast<std::int64_t>(std::min(distance / unsigned_step, farthest)),
            static_cast<std::int64_t>(distance % unsigned_step)};
  }
  const std::uint64_t distance = from - to;
  const std::uint64_t steps = distance / unsigned_step, rest = distance % unsigned_step;
  const std::uint64_t back = std::min(rest == 0 ? steps : steps + 1, farthest);
  return {-static_cast<std::int64_t>(back), static_cast<std::int64_t>(rest == 0 ? 0 : unsigned_step - rest)};
}

}  // namespace craton
