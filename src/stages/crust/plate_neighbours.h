#pragma once

#include <array>
#include <optional>

#include <craton/base/params.h>
#include <craton/surface/domain.h>
#include <craton/surface/voronoi_regions.h>

#include "base/text.h"
#include "surface/link_slots.h"

namespace craton {

/// Whom plates touch: the up to eight cells around a cell on the grid, or the regions that share a border with it.
enum class PlateLinks { grid, regions };

template <>
inline std::span<const std::string_view> choice_names<PlateLinks>() {
  static constexpr std::string_view names[] = {"grid", "regions"};
  return names;
}

inline Result<void> check_plate_links(PlateLinks links, std::string_view kind, const std::string& path) {
  if (links == PlateLinks::grid || kind == "sphere") return {};
  return Error{ErrorCode::invalid_value, path + "/neighbours",
               concat({"found \"regions\", but only spheres have regions of other shapes than squares; allowed here: \"grid\""})};
}

/// The true neighbours where they are asked for; none of them where the grid is meant.
inline Result<std::optional<RegionNeighbours>> regions_for(PlateLinks links, const Domain& domain, const Execution& execution) {
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  if (links == PlateLinks::grid || !sphere) return std::optional<RegionNeighbours>{};
  CRATON_TRY(RegionNeighbours regions,
             region_neighbours(*sphere, {.threads = execution.threads, .progress = nullptr, .cancel = execution.cancel}));
  return std::optional(std::move(regions));
}

/// The cells around a cell, without the lengths of the ways to them, which cost more than all else where nobody needs them.
template <Topology T>
class PlateNeighbours {
 public:
  /// `regions`: walk on these instead of the grid; they must outlive this.
  explicit PlateNeighbours(const T& topology, const RegionNeighbours* regions = nullptr)
      : topology_(topology), regions_(regions), offsets_(topology.regular_offsets()) {}

  /// Calls f(cell) in the order of the links, or counterclockwise.
  template <class F>
  void operator()(Cell cell, F&& f) const {
    if (regions_) {
      for (std::uint32_t i = regions_->first[cell]; i < regions_->first[cell + 1]; ++i) f(regions_->cells[i]);
    } else if (topology_.run_from(cell).regular) {
      for (const std::int32_t offset : offsets_) f(cell + static_cast<Cell>(offset));
    } else {
      of_border(topology_, cell, f);
    }
  }

  /// Of a cell that no run of regular ones holds.
  template <class F>
  void at_border(Cell cell, F&& f) const {
    of_border(topology_, cell, f);
  }

 private:
  template <class F>
  static void of_border(const CubeSphere& sphere, Cell cell, F& f) {
    const std::uint32_t side = sphere.resolution(), line = cell / side, face = line / side;
    const std::int64_t column = cell - line * side, row = line - face * side;
    for (const auto& step : slot_steps)
      if (const std::optional<Cell> to = sphere.folded(face, column + step.right, row + step.down)) f(*to);
  }
  template <class Grid, class F>
  static void of_border(const Grid& grid, Cell cell, F& f) {
    grid.for_each_link(cell, [&](Link link) { f(link.to); });
  }

  const T& topology_;
  const RegionNeighbours* regions_;
  std::array<std::int32_t, 8> offsets_;
};

}  // namespace craton
