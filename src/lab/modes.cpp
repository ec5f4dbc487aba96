// Peaks by persistence (Edelsbrunner, Letscher & Zomorodian 2002): water falls over the histogram; a peak's island is born at its
// height and ends where it grows together with that of a higher peak.
#include "lab/modes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace craton::lab {

Modes modes_of(std::span<const std::uint64_t> counts) {
  const std::size_t n = counts.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> peak_of(n, none);  // of the bins above water: the highest bin of their island
  const auto highest = static_cast<double>(n ? counts[order[0]] : 0);

  Modes modes;
  double second_peak = 0;
  for (const std::size_t bin : order) {
    const std::size_t left = bin > 0 ? peak_of[bin - 1] : none, right = bin + 1 < n ? peak_of[bin + 1] : none;
    if (left == none && right == none) {
      peak_of[bin] = bin;
      continue;
    }
    if (left == none || right == none || left == right) {
      peak_of[bin] = left == none ? right : left;
      continue;
    }
    // Two islands meet in this bin; that of the lower peak ends.
    const bool left_is_higher = counts[left] > counts[right] || (counts[left] == counts[right] && left < right);
    const std::size_t stays = left_is_higher ? left : right, ends = left_is_higher ? right : left;
    const auto peak = static_cast<double>(counts[ends]), valley = static_cast<double>(counts[bin]);
    if (peak - valley > std::max(5 * std::sqrt(peak), 0.01 * highest)) {
      ++modes.count;
      if (peak > second_peak) {
        second_peak = peak;
        modes.dip = (peak - valley) / peak;
      }
    }
    std::replace(peak_of.begin(), peak_of.end(), ends, stays);
    peak_of[bin] = stays;
  }
  if (highest > 0) ++modes.count;
  return modes;
}

}  // namespace craton::lab
