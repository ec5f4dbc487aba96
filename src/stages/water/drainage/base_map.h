#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <craton/surface/surface.h>

#include "stages/water/drainage/drainage.h"
#include "stages/water/hydrography.h"

namespace craton::drainage {

/// What a drainage takes of a finished map: its ground, climate and waters, a value a cell. Cells lie as on its torus.
struct BaseMap {
  /// Water of a cell: none, the sea, or lake number i + first_lake.
  static constexpr std::uint32_t land = 0, sea = 1, first_lake = 2;
  struct Standing {
    double level = 0;       ///< metres
    Cell outlet = no_cell;  ///< over which water leaves
  };

  std::uint32_t width = 0, height = 0;
  bool wraps_x = true, wraps_y = true;
  std::int64_t step = 0;                 ///< units
  std::vector<float> ground;             ///< metres; lakes have their surface
  std::vector<float> depth;              ///< of lakes, metres
  std::vector<float> rugged;             ///< 0 … 1, as the ladder of sides takes it
  std::vector<float> rain, temperature;  ///< mm a year, °C
  std::vector<float> discharge;          ///< m³/s of its rivers; 0 where none is told
  std::vector<float> beds;               ///< of rivers, which never rise; elsewhere the ground
  std::vector<std::uint32_t> water;
  std::vector<Standing> lakes;
  std::vector<std::vector<Cell>> courses;  ///< cells of rivers, from their sources on

  static Result<BaseMap> make(const Surface& surface, const std::string& path);

  std::size_t size() const { return ground.size(); }
  double metres() const { return static_cast<double>(step) / units_per_metre; }
  bool is_land(Cell cell) const { return water[cell] == land; }
  double level_of(Cell cell) const { return water[cell] < first_lake ? 0 : lakes[water[cell] - first_lake].level; }
  /// The cell at a column and row, which may be a turn away; none beyond a border.
  Cell cell(std::int64_t column, std::int64_t row) const;
  Cell beside(Cell cell, int way) const {
    return this->cell(std::int64_t{cell % width} + way_x[way], std::int64_t{cell / width} + way_y[way]);
  }
  /// The way from a cell to one beside it; `no_way` where it is not beside it.
  std::int8_t way_to(Cell from, Cell to) const;
};

/// Which way water flows from each cell, at which level, and how much of it: first as the map's rivers do, for the rest the
/// lowest way to standing water. Each stream lies above what it runs into. `lowering` is how much lower streams lie than the
/// ground where it is as rugged as can be, in metres. Places are not set.
std::vector<Node> base_streams(const BaseMap& map, double lowering);

/// Smooth values between cells: quadratic B-splines of their own values.
class BaseSpline {
 public:
  /// `place` must lie on the map; beyond a border the cells at it go on.
  BaseSpline(const BaseMap& map, Point2 place);

  double operator()(const std::vector<float>& values) const {
    double sum = 0;
    for (int i = 0; i < 9; ++i) sum += weight[i] * static_cast<double>(values[cell[i]]);
    return sum;
  }

  Cell cell[9];
  double weight[9];
};

}  // namespace craton::drainage
