#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <craton/base/floor_div.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/surface.h>

#include "picture/view/texture.h"

namespace craton::view {

/// The heights of a plane or torus as one smooth surface: cubic B-splines through the cells, whose slope and curvature have no
/// steps, so that no lattice shows. Finer than a cell goes on what the cells suggest: rough where it is steep.
/// Places are metres from the first sample: x to the east, y to the north.
class Ground {
 public:
  /// Heights are multiplied by `exaggeration`; more than 4096 cells on a side are taken together.
  static Result<Ground> make(const Surface& surface, std::string_view layer, double exaggeration, const Execution& execution);

  std::uint32_t columns() const { return columns_; }
  std::uint32_t rows() const { return rows_; }
  double step() const { return step_; }
  double width() const { return wrap_x_ ? columns_ * step_ : (columns_ - 1) * step_; }
  double depth() const { return wrap_y_ ? rows_ * step_ : (rows_ - 1) * step_; }
  bool wraps_x() const { return wrap_x_; }
  bool wraps_y() const { return wrap_y_; }
  float lowest() const { return lowest_; }
  float highest() const { return highest_; }
  bool has_water() const { return has_water_; }
  double exaggeration() const { return exaggeration_; }
  /// Where the first sample lies, for what is drawn between samples: windows onto the same plane have the same details.
  double anchor_x() const { return anchor_x_; }
  double anchor_y() const { return anchor_y_; }
  /// Height below which a share of all cells lies.
  float quantile(double share) const;
  /// Slope below which a share of the dry cells lies.
  float slope_quantile(double share) const;

  float cell(std::int64_t column, std::int64_t row) const { return heights_[index(column, row)]; }

  /// The smooth surface of the cells.
  Slope smooth(double x, double y) const;
  /// With what is finer than cells, down to wavelengths of `finest` metres.
  Slope fine(double x, double y, double finest) const;
  /// Added to the smooth surface.
  Slope roughness(double x, double y, const Slope& base, double finest) const;

  /// Whether water stands over the place, of which the ground lies at `height`.
  bool under_water(double x, double y, float height) const;

 private:
  std::size_t index(std::int64_t column, std::int64_t row) const {
    return static_cast<std::size_t>(on_axis(row, rows_, wrap_y_)) * columns_ +
           static_cast<std::size_t>(on_axis(column, columns_, wrap_x_));
  }
  static std::int64_t on_axis(std::int64_t i, std::uint32_t count, bool wraps) {
    const auto n = static_cast<std::int64_t>(count);
    if (!wraps) return std::min(std::max<std::int64_t>(i, 0), n - 1);
    return wrapped(i, n);
  }
  Result<void> sharpen(const Execution& execution);
  void read_sea(const Surface& surface);

  std::uint32_t columns_ = 0, rows_ = 0;
  double step_ = 1, exaggeration_ = 1, anchor_x_ = 0, anchor_y_ = 0;
  bool wrap_x_ = false, wrap_y_ = false, has_water_ = false;
  float lowest_ = 0, highest_ = 0;
  std::vector<float> heights_, knots_;
  std::vector<std::uint8_t> sea_;  // empty: all below 0
};

}  // namespace craton::view
