#pragma once

#include <optional>
#include <span>

#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/base/result.h>
#include <craton/surface/topology.h>

namespace craton {

/// A window onto an endless plane: the samples at origin + (column, row) · step, and around them a margin of `halo` samples that
/// stencils need. Layers hold the margin too: stored_width() columns a row.
class CRATON_API PlaneTile {
 public:
  struct Params {
    double x = 0, y = 0;  ///< metres, of the first sample
    double step = 1;
    int width = 512, height = 512;
  };
  /// Places and step are rounded to whole units. Errors name the parameter.
  static Result<PlaneTile> make(const Params& params, std::uint32_t halo = 0);

  Point2 origin() const { return origin_; }    ///< of the first sample, without the margin
  std::int64_t step() const { return step_; }  ///< units
  GridSize size() const { return size_; }      ///< without the margin
  std::uint32_t halo() const { return halo_; }
  std::uint32_t stored_width() const { return links_.width; }
  std::uint32_t stored_height() const { return links_.height; }
  PlaneTile without_halo() const;

  Point2 position(Cell cell) const;  ///< exact
  Cell cell(std::uint32_t column, std::uint32_t row) const { return (row + halo_) * links_.width + column + halo_; }
  /// Among the stored samples; nothing beyond half a step from them. The western or northern one where two are equally near.
  std::optional<Cell> nearest(Point2 position) const;

  static constexpr int max_degree = 8;
  static constexpr bool even_links = true;
  Cell cell_count() const { return links_.width * links_.height; }
  double area(Cell) const { return area_; }
  Vec3d centre(Cell cell) const;
  double spacing() const { return spacing_; }
  std::array<std::int32_t, 8> regular_offsets() const { return links_.offsets(); }
  std::array<float, 8> regular_lengths() const { return links_.lengths(); }
  CellRun run_from(Cell cell) const { return links_.run_from(cell); }
  template <class F>
  void for_each_link(Cell cell, F&& f) const {
    links_.for_each(cell, f);
  }

 private:
  Point2 origin_;
  std::int64_t step_ = units_per_metre;
  GridSize size_;
  std::uint32_t halo_ = 0;
  double spacing_ = 1, area_ = 1;
  detail::GridLinks links_;
};

template <>
CRATON_API std::span<const ParamInfo> params_of<PlaneTile::Params>();

}  // namespace craton
