#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/params.h>
#include <craton/surface/coords.h>
#include <craton/surface/domain.h>
#include <craton/surface/objects.h>

#include "surface/object_rows.h"

/// What is found along rivers, each with the row of its river: parts of `Hydrography`, whose laws hold for them too.
namespace craton {

inline constexpr const char *waterfalls_table = "waterfalls", *springs_table = "springs", *caves_table = "underground_rivers";

/// Where the long profile of a river breaks; a cascade is one.
struct Waterfall {
  std::int64_t river = -1;
  Vec3d at{};                          ///< its lip, where it is steepest
  double drop = 0, high = 0, low = 0;  ///< m: of the water, above it, below it
  double length = 0;                   ///< m, along the river
  double discharge = 0;                ///< m³/year
};

enum class SpringKind : std::uint8_t { source, slope, karst };

/// Where water comes out of the ground.
struct Spring {
  std::int64_t river = -1;  ///< that begins there; −1: none
  SpringKind kind = SpringKind::slope;
  Vec3d at{};
  double discharge = 0;  ///< m³/year
};

/// A reach of a river below ground.
struct Cave {
  std::int64_t river = -1;
  Vec3d sink{}, spring{};
  double discharge = 0, length = 0;
  ObjectColumn::Path path{};  ///< of the water; never rising
  std::vector<Cell> cells{};  ///< above it, from sink to spring
};

template <>
inline std::span<const std::string_view> choice_names<SpringKind>() {
  static constexpr std::string_view names[] = {"source", "slope", "karst"};
  return names;
}
template <>
std::span<const RowColumn<Waterfall>> columns_of<Waterfall>();
template <>
std::span<const RowColumn<Spring>> columns_of<Spring>();
template <>
std::span<const RowColumn<Cave>> columns_of<Cave>();

/// The first law of them that does not hold among so many rivers, in words; "" where all do: each has a river, no two springs the
/// same one; water falls, and does not rise below ground.
std::string broken_law_along(std::span<const Waterfall> waterfalls, std::span<const Spring> springs, std::span<const Cave> caves,
                             std::size_t rivers, const Domain& domain);

}  // namespace craton
