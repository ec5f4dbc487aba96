#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <craton/surface/coords.h>

/// What the router does with long runs of regular cells (surface/sweep.h), in vectors.
namespace craton {

/// Ground around a run of cells.
struct SteepestRun {
  const float* heights;  ///< of cell 0
  std::array<std::int32_t, 8> offsets;
  float sea_level;
  Cell* receivers;  ///< of cell 0
};

/// The steepest way down from cells first … last − 1: the first of the largest (here − there) · inverse length above 0, and the
/// cell itself where there is none or where it is sea.
void steepest_even(const SteepestRun& run, const std::array<float, 8>& inverse_lengths, Cell first, Cell last);
/// On a sphere: of the largest (here − there) / √|site − site|².
void steepest_on_sphere(const SteepestRun& run, std::span<const Vec3f> sites, Cell first, Cell last);

/// Lists the cells first … last − 1 whose label is not that of all four neighbours after them (offsets 4 … 7); `to` has room for
/// a vector more than all of them. The number of cells.
std::size_t cells_at_borders(const std::uint32_t* labels, const std::array<std::int32_t, 8>& offsets, Cell first, Cell last,
                             Cell* to);
inline constexpr std::size_t border_list_margin = 64;

/// heights[i] becomes levels[labels[i]] where that is higher.
void raise_to_levels(const std::uint32_t* labels, const float* levels, float* heights, std::size_t count);

}  // namespace craton
