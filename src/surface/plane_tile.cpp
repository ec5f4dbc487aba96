#include <craton/surface/plane_tile.h>

#include "surface/checked_param.h"
#include "surface/grid_limits.h"
#include "surface/grid_place.h"

namespace craton {
namespace {

constexpr double farthest_origin = 0x1p52;  // metres

// A margin can be no wider than half the longest side, since it lies on all four sides of at least one sample and all are fewer
// than 2^32: no tile crosses the ends of an axis at ±2^53 m.
static_assert(farthest_origin + 2 * max_side * max_step < 0x1p53);

}  // namespace

template <>
std::span<const ParamInfo> params_of<PlaneTile::Params>() {
  using Params = PlaneTile::Params;
  static const ParamInfo list[] = {
      number_param<&Params::x>("x", -farthest_origin, farthest_origin, "m", "Where the first sample lies, counted to the east."),
      number_param<&Params::y>("y", -farthest_origin, farthest_origin, "m", "Where the first sample lies, counted to the south."),
      number_param<&Params::step>("step", min_step, max_step, "m",
                                  "From one sample to the next; rounded to whole units of 1/1024 m."),
      integer_param<&Params::width>("width", 1, max_side, "", "How many samples a row has."),
      integer_param<&Params::height>("height", 1, max_side, "", "How many rows there are, from north to south."),
  };
  return list;
}

Result<PlaneTile> PlaneTile::make(const Params& params, std::uint32_t halo) {
  CRATON_TRY(check_param<Params>("x", params.x));
  CRATON_TRY(check_param<Params>("y", params.y));
  CRATON_TRY(check_param<Params>("step", params.step));
  CRATON_TRY(check_param<Params>("width", std::int64_t{params.width}));
  CRATON_TRY(check_param<Params>("height", std::int64_t{params.height}));
  const auto width = static_cast<std::uint32_t>(params.width), height = static_cast<std::uint32_t>(params.height);
  CRATON_TRY(check_cell_count(width, height, halo));

  CRATON_TRY(const std::int64_t step, step_in_units(params.step), x = units_from_metres(params.x),
             y = units_from_metres(params.y));
  if (!x) return at_path("x", x.error());
  if (!y) return at_path("y", y.error());

  PlaneTile tile;
  tile.origin_ = {*x, *y};
  tile.step_ = step;
  tile.size_ = {width, height};
  tile.halo_ = halo;
  tile.spacing_ = metres_from_units(step);
  tile.area_ = tile.spacing_ * tile.spacing_;
  tile.links_ = grid_links(width + 2 * halo, height + 2 * halo, tile.spacing_);
  return tile;
}

PlaneTile PlaneTile::without_halo() const {
  PlaneTile tile = *this;
  tile.halo_ = 0;
  tile.links_.width = size_.width;
  tile.links_.height = size_.height;
  return tile;
}

Point2 PlaneTile::position(Cell cell) const {
  const auto column = std::int64_t{cell % links_.width} - halo_, row = std::int64_t{cell / links_.width} - halo_;
  return {origin_.x + column * step_, origin_.y + row * step_};
}

Vec3d PlaneTile::centre(Cell cell) const {
  const Point2 place = position(cell);
  return {metres_from_units(place.x), metres_from_units(place.y), 0};
}

std::optional<Cell> PlaneTile::nearest(Point2 position) const {
  const std::int64_t column = grid_place(position.x, origin_.x, step_).nearest(step_) + halo_;
  const std::int64_t row = grid_place(position.y, origin_.y, step_).nearest(step_) + halo_;
  if (column < 0 || column >= links_.width || row < 0 || row >= links_.height) return std::nullopt;
  return static_cast<Cell>(row * links_.width + column);
}

}  // namespace craton
