#pragma once

#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/surface/domain.h>

#include "base/parallel.h"
#include "surface/periods.h"

/// A coarse copy of a world on which its geography is found: as many cells as a map on paper needs, whatever the world's own
/// resolution, so that a finer world has the same seas, ranges and names. Arrays alone; no topology.
namespace craton {

class PlaceMesh {
 public:
  /// Has about so many cells, and no more than the domain.
  static Result<PlaceMesh> make(const Domain& domain, std::uint32_t cells);

  std::uint32_t size() const { return static_cast<std::uint32_t>(centres_.size()); }
  double area(std::uint32_t cell) const { return areas_[cell]; }
  double whole_area() const { return whole_area_; }
  /// Metres between neighbours, about.
  double spacing() const { return spacing_; }
  /// At sea level.
  const Vec3d& centre(std::uint32_t cell) const { return centres_[cell]; }
  std::span<const Link> links(std::uint32_t cell) const {
    return std::span(links_).subspan(first_link_[cell], first_link_[cell + 1] - first_link_[cell]);
  }

  /// The cell of the domain in the middle of one of the mesh, and the other way.
  Cell middle(std::uint32_t cell) const { return middles_[cell]; }
  std::uint32_t cell_of(Cell fine) const {
    const std::uint32_t row = fine / width_, column = fine % width_;
    return row_start_[row] + column_of_[column];
  }

  /// Calls f(fine cell, cell of the mesh), row by row; cells of the mesh that are not in the same row on different threads. What
  /// is summed up for a cell of the mesh is therefore the same with any number of threads.
  template <class F>
  Result<void> each_fine(const Execution& execution, F&& f) const {
    return parallel_blocks(first_row_.size() - 1, 1, execution, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint32_t row = first_row_[begin]; row < first_row_[end]; ++row) {
        const Cell first = row * width_;
        for (std::uint32_t column = 0; column < width_; ++column) f(first + column, row_start_[row] + column_of_[column]);
      }
    });
  }

  /// The same place, whole periods nearer to another, on maps that close onto themselves.
  Vec3d beside(const Vec3d& place, const Vec3d& other) const { return periods_.beside(place, other); }
  /// The same place on the map itself.
  Vec3d home(const Vec3d& place) const;
  /// Metres between two places, the short way round; on spheres the straight line.
  double distance(const Vec3d& a, const Vec3d& b) const;
  /// Brings a place to the ground at sea level, which matters on spheres.
  Vec3d on_ground(const Vec3d& place) const;
  bool sphere() const { return radius_ > 0; }

 private:
  void add_grid(std::uint32_t width, std::uint32_t height, std::uint32_t mesh_width, std::uint32_t mesh_height,
                std::uint32_t sheets);
  void add_flat_links(std::uint32_t mesh_width, std::uint32_t mesh_height, bool wrap_x, bool wrap_y);

  std::vector<Vec3d> centres_;
  std::vector<double> areas_;
  std::vector<std::uint32_t> first_link_;
  std::vector<Link> links_;
  std::vector<Cell> middles_;
  std::uint32_t width_ = 0;  // of a row of fine cells
  // For each fine column and row (the rows of all faces one after the other) where it lies in the mesh; for each row of the mesh
  // its first fine row.
  std::vector<std::uint32_t> column_of_, row_start_, first_row_;
  Periods periods_;
  double whole_area_ = 0, spacing_ = 1, radius_ = 0, origin_x_ = 0, origin_y_ = 0;
};

}  // namespace craton
