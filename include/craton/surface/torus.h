#pragma once

#include <optional>
#include <span>
#include <string_view>

#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/base/result.h>
#include <craton/surface/topology.h>

namespace craton {

/// A map that closes onto itself along x, y, both or neither (then it is a map with borders). Its first sample is at (0, 0).
class CRATON_API Torus {
 public:
  enum class Wrap { both, x, y, none };
  struct Params {
    int width = 512, height = 512;
    double step = 100;
    Wrap wrap = Wrap::both;
  };
  /// The step is rounded to whole units. Errors name the parameter.
  static Result<Torus> make(const Params& params);

  std::int64_t step() const { return step_; }  ///< units
  GridSize size() const { return {links_.width, links_.height}; }
  bool wraps_x() const { return links_.wrap_x; }
  bool wraps_y() const { return links_.wrap_y; }
  /// After how many units the map repeats along each axis; 0 where it does not.
  std::array<std::uint64_t, 2> period() const;

  Point2 position(Cell cell) const;  ///< exact
  Cell cell(std::uint32_t column, std::uint32_t row) const { return row * links_.width + column; }
  /// Any position along axes that wrap; along others nothing beyond half a step from the samples. Of two equally near ones that
  /// to the west or north.
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
  std::int64_t step_ = units_per_metre;
  double spacing_ = 1, area_ = 1;
  detail::GridLinks links_;
};

template <>
CRATON_API std::span<const std::string_view> choice_names<Torus::Wrap>();
template <>
CRATON_API std::span<const ParamInfo> params_of<Torus::Params>();

}  // namespace craton
