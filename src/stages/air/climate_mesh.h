#pragma once

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>
#include "base/function_ref.h"
#include "stages/air/latitudes.h"
#include "surface/vectors.h"

/// What air moves on: a coarse domain of the same kind as the world's, whose size does not depend on the world's resolution. So
/// the climate is the same at every resolution, and costs little.
namespace craton::air {

/// Lengths on the mesh are megametres (1000 km) of a planet of the Earth's size.
inline constexpr double earth_radius = 6.371;

/// How a row (or column) of fine cells lies over one of coarse cells.
class AxisOverlap {
 public:
  AxisOverlap() = default;
  AxisOverlap(std::uint32_t fine, std::uint32_t coarse);

  /// Where the middle of a fine cell lies: in which coarse cell, and how far into it (0 … 1).
  std::uint32_t cell(std::uint32_t fine) const { return cell_[fine]; }
  float share(std::uint32_t fine) const { return share_[fine]; }
  std::span<const std::uint32_t> cells() const { return cell_; }
  std::span<const float> shares() const { return share_; }

  /// Fine cells from `first(coarse)` to before `last(coarse)` lie over a coarse one, whole but for the first and last.
  std::uint32_t first(std::uint32_t coarse) const { return first_[coarse]; }
  std::uint32_t last(std::uint32_t coarse) const { return last_[coarse]; }
  float first_weight(std::uint32_t coarse) const { return first_weight_[coarse]; }
  float last_weight(std::uint32_t coarse) const { return last_weight_[coarse]; }
  float weights() const { return weights_; }  ///< of all of them

 private:
  std::vector<std::uint32_t> cell_, first_, last_;
  std::vector<float> share_, first_weight_, last_weight_;
  float weights_ = 1;
};

class ClimateMesh {
 public:
  enum Side : std::uint32_t { right, down, left, up };
  static constexpr std::int32_t beyond = -1;  ///< across the border of a map that does not close

  /// `size` cells along an edge of the cube; a map or plane gets about as many cells as a sphere. Never finer than the world.
  static Result<ClimateMesh> make(const Domain& domain, int size, const Latitudes& latitudes);

  /// A mesh over this one, `times` as coarse, whose fine cells are the cells of this one.
  ClimateMesh coarser(float times) const;

  /// Climates lie so many degrees farther north than latitudes put them: belts that wander. The means of the shift on this mesh.
  void shift_climates(std::span<const float> degrees);

  bool is_sphere() const { return sphere_; }
  std::uint32_t panels() const { return panels_; }  ///< faces of the cube, or 1
  std::uint32_t width() const { return width_; }    ///< of a panel
  std::uint32_t height() const { return height_; }
  std::uint32_t fine_width() const { return fine_width_; }
  std::uint32_t fine_height() const { return fine_height_; }
  bool wraps_x() const { return wrap_x_; }
  bool wraps_y() const { return wrap_y_; }
  const AxisOverlap& columns() const { return columns_; }
  const AxisOverlap& rows() const { return rows_; }
  std::size_t count() const { return latitude_.size(); }
  float spacing() const { return spacing_; }  ///< megametres

  std::span<const float> latitude() const { return latitude_; }  ///< degrees, of the climate
  std::span<const float> area() const { return area_; }          ///< of each cell, square megametres
  std::span<const Vec3f> east() const { return east_; }          ///< of length 1, along the ground
  std::span<const Vec3f> north() const { return north_; }
  /// The cell across a side, or `beyond`.
  std::int32_t across(std::size_t cell, std::uint32_t side) const { return across_[4 * cell + side]; }
  /// Points out of the cell and is as long as the side. Seen from the other cell it is the opposite, bit for bit.
  const Vec3f& normal(std::size_t cell, std::uint32_t side) const { return normal_[4 * cell + side]; }
  /// To the middle of the cell across a side.
  float way(std::size_t cell, std::uint32_t side) const { return way_[4 * cell + side]; }

  /// The cell at (column, row) of a panel, each at most one outside; −1 beyond two edges of a cube's face.
  std::int32_t at(std::uint32_t panel, std::int32_t column, std::int32_t row) const;

  /// Values of a fine row are asked for by `row(first cell, count, out)`; their means over the cells of the mesh go to `means`.
  using FineRow = FunctionRef<void(Cell first, std::uint32_t count, float* out)>;
  Result<void> means_of(FineRow row, std::span<float> means, const Execution& execution) const;
  Result<void> means_of(std::span<const float> layer, std::span<float> means, const Execution& execution) const;

  /// The same in the caller's thread.
  void means_in_order(std::span<const float> values, std::span<float> means) const;

  /// Values on a coarser mesh of this one, read smoothly (MeshField) at this one's cells.
  std::vector<float> read(const ClimateMesh& coarse, std::span<const float> values) const;
  /// Values spread over about `radius` megametres: means over cells of that size, read smoothly.
  std::vector<float> spread(std::span<const float> values, float radius) const;
  /// How values rise, per megametre, along the ground.
  void gradient(std::span<const float> values, std::span<Vec3f> rise) const;

 private:
  void means_of_rows(FineRow row, std::span<float> means, std::uint64_t begin, std::uint64_t end) const;
  void fill_sphere();
  void place_cells(std::span<Vec3d> centres);
  void join_face(std::uint32_t face, std::span<const Vec3d> centres);
  /// One side, one normal: the later cell takes that of the earlier one.
  void mirror_side(std::size_t cell, std::uint32_t side, std::size_t other);
  void fill_map();
  void finish();
  void join(std::size_t cell, std::uint32_t side, std::int32_t other, Vec3f normal, float way);

  bool sphere_ = false, wrap_x_ = false, wrap_y_ = false;
  std::uint32_t panels_ = 1, width_ = 0, height_ = 0, fine_width_ = 0, fine_height_ = 0;
  float spacing_ = 0;
  double theta_ = 0, step_ = 0;              // of the cube's warp; of the world, in metres
  double fine_columns_ = 1, fine_rows_ = 1;  // columns and rows of the world in one of fine cells
  Latitudes latitudes_;
  AxisOverlap columns_, rows_;
  std::vector<float> latitude_, area_, way_;
  std::vector<float> shift_;  // of climates to the north; none where they lie as latitudes say
  std::vector<Vec3f> east_, north_, normal_;
  std::vector<std::int32_t> across_;
};

}  // namespace craton::air
