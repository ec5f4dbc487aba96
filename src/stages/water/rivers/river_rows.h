#pragma once

#include <string>
#include <vector>

#include <craton/surface/surface.h>

#include "base/function_ref.h"
#include "stages/water/lakes/lake_finder.h"

/// The table of rivers as stages that refine it read and change it.
namespace craton {

struct RiverRows {
  std::vector<ObjectColumn::Cells> cells;
  std::vector<ObjectColumn::Path> paths;
  std::vector<double> lengths, discharges;
  std::vector<std::string> mouths;
  std::vector<std::int64_t> joins;  ///< −1: none

  std::size_t size() const { return cells.size(); }
};

/// The error where there is no such table, or it does not fit the surface, has `path`.
Result<RiverRows> river_rows(const Surface& surface, const std::string& path);

/// Puts cells, paths and lengths back into the table.
Result<void> set_river_rows(Surface& surface, const RiverRows& rows);

/// How high a place of a path lies: on spheres from their radius on.
double height_of(const Domain& domain, const Vec3d& place);

/// Heights of rivers' beds in their cells, which never rise downstream: the ground, in lakes their surface, or the bed
/// upstream where that is lower. Other cells have their ground.
FlatArray<float> beds_of(const Domain& domain, std::span<const float> heights, const Lakes& lakes, const RiverRows& rows);

/// The cells at which rivers end, in order: what runs through them has corners there.
std::vector<Cell> mouth_cells(const RiverRows& rows);
/// After lines have changed: what ends on them ends at their points again, bit for bit. `river_at` is the row of the river that
/// runs through a cell, −1 for none.
void join_ends(const Domain& domain, RiverRows& rows, FunctionRef<std::int64_t(Cell)> river_at,
               FunctionRef<bool(std::size_t)> changed);

/// Metres along cells.
double length_of(const Domain& domain, std::span<const Cell> cells);
float length_between(const Domain& domain, Cell from, Cell to);

/// An error with `path` where the layer has numbers of rivers that there are not.
Result<void> check_river_numbers(const RiverRows& rows, const Layer& numbers, const std::string& path);

}  // namespace craton
