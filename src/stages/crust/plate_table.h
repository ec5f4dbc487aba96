#pragma once

#include <span>
#include <string>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/surface/surface.h>
#include <craton/surface/voronoi_regions.h>

#include "stages/crust/plate_growth.h"

/// Plates as objects: the table `plates`, whose row i is plate number i + 1 of the layer.
namespace craton {

inline constexpr std::string_view plates_table = "plates";

/// Cells of each plate, in the order of cells.
struct PlateCells {
  std::vector<ObjectColumn::Cells> all, edge;  ///< an edge cell has a neighbour that is not of its plate
};
/// `regions`: neighbours are those who share a border, not the links of the grid.
Result<PlateCells> cells_of_plates(const Domain& domain, std::span<const std::int32_t> plate, std::size_t plates,
                                   const Execution& execution, const RegionNeighbours* regions = nullptr);

/// The mean of the cells' places, in metres; on a sphere moved out onto it. Where that is nowhere, as with a plate that is
/// everywhere, the start.
Vec3d centre_of_plate(const Domain& domain, std::span<const Cell> cells, Cell start);

/// A random direction along the ground at `centre`, and a length from 0.5 to 1.
Vec3d random_motion(const Domain& domain, const Vec3d& centre, Seed seed, std::uint64_t plate);

/// The motion at `centre`, carried along the ground to another place by the shortest way: on a sphere turned with it, so that it
/// stays along the ground and keeps its length.
class CarriedMotion {
 public:
  CarriedMotion(const Domain& domain, const Vec3d& centre, const Vec3d& motion);

  /// On a sphere: at the place in this direction.
  Vec3d at(const Vec3d& direction) const;
  double speed() const { return speed_; }

 private:
  bool on_sphere_;
  Vec3d centre_, motion_;  // on a sphere: the direction
  double speed_;
};

/// All that growth makes: start, rate, area, centre, motion, cells, edge_cells.
Result<ObjectTable> table_of_plates(const Domain& domain, std::span<const std::int32_t> plate, const PlateGrowth& growth,
                                    Seed seed, const Execution& execution, const RegionNeighbours* regions = nullptr);

/// Every cell's number is 0 or that of a row; else an error.
Result<void> check_plate_numbers(std::span<const std::int32_t> plate, std::size_t plates, const std::string& path);

}  // namespace craton
