#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <craton/surface/domain.h>

namespace craton::files {

/// Cells of one class that are neighbours, over links of any direction.
struct ClassAreas {
  std::vector<std::uint32_t> number;   ///< of each cell's area, from 1, in the order of their first cells
  std::vector<std::uint8_t> class_of;  ///< of each area
  std::vector<double> areas;           ///< m²
};
ClassAreas class_areas(const Domain& domain, std::span<const std::uint8_t> classes);

}  // namespace craton::files
