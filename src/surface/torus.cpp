#include <craton/base/floor_div.h>
#include <craton/surface/torus.h>

#include <string>

#include "base/text.h"
#include "surface/checked_param.h"
#include "surface/grid_limits.h"
#include "surface/grid_place.h"

namespace craton {
namespace {

/// Along an axis that wraps, a cell's neighbours on both sides must be different cells.
Result<void> check_wrapped_side(const char* name, int side, bool wraps) {
  if (!wraps || side >= 3) return {};
  return Error{ErrorCode::invalid_value, name,
               concat({"found ", std::to_string(side), ", allowed 3 … ", std::to_string(max_side), " along an axis that wraps"})};
}

std::optional<std::int64_t> nearest_on_axis(std::int64_t position, std::int64_t step, std::uint32_t count, bool wraps) {
  if (wraps) position = wrapped(position, step * count);
  const std::int64_t index = grid_place(position, 0, step).nearest(step);
  if (index >= 0 && index < count) return index;
  if (!wraps) return std::nullopt;
  return 0;  // beyond the last sample by more than half a step: the first one is nearer
}

}  // namespace

template <>
std::span<const std::string_view> choice_names<Torus::Wrap>() {
  static constexpr std::string_view names[] = {"both", "x", "y", "none"};
  return names;
}

template <>
std::span<const ParamInfo> params_of<Torus::Params>() {
  using Params = Torus::Params;
  static const ParamInfo list[] = {
      integer_param<&Params::width>("width", 1, max_side, "", "How many samples a row has, at least 3 where x wraps."),
      integer_param<&Params::height>("height", 1, max_side, "", "How many rows there are, at least 3 where y wraps."),
      number_param<&Params::step>("step", min_step, max_step, "m",
                                  "From one sample to the next; rounded to whole units of 1/1024 m."),
      choice_param<&Params::wrap>("wrap", "Along which axes the map closes onto itself."),
  };
  return list;
}

Result<Torus> Torus::make(const Params& params) {
  CRATON_TRY(check_param<Params>("width", std::int64_t{params.width}));
  CRATON_TRY(check_param<Params>("height", std::int64_t{params.height}));
  CRATON_TRY(check_param<Params>("step", params.step));
  const bool wrap_x = params.wrap == Wrap::both || params.wrap == Wrap::x;
  const bool wrap_y = params.wrap == Wrap::both || params.wrap == Wrap::y;
  CRATON_TRY(check_wrapped_side("width", params.width, wrap_x));
  CRATON_TRY(check_wrapped_side("height", params.height, wrap_y));
  const auto width = static_cast<std::uint32_t>(params.width), height = static_cast<std::uint32_t>(params.height);
  CRATON_TRY(check_cell_count(width, height, 0));
  CRATON_TRY(const std::int64_t step, step_in_units(params.step));

  Torus torus;
  torus.step_ = step;
  torus.spacing_ = metres_from_units(step);
  torus.area_ = torus.spacing_ * torus.spacing_;
  torus.links_ = grid_links(width, height, torus.spacing_);
  torus.links_.wrap_x = wrap_x;
  torus.links_.wrap_y = wrap_y;
  return torus;
}

std::array<std::uint64_t, 2> Torus::period() const {
  const auto step = static_cast<std::uint64_t>(step_);
  return {links_.wrap_x ? links_.width * step : 0, links_.wrap_y ? links_.height * step : 0};
}

Point2 Torus::position(Cell cell) const {
  return {std::int64_t{cell % links_.width} * step_, std::int64_t{cell / links_.width} * step_};
}

Vec3d Torus::centre(Cell cell) const {
  const Point2 place = position(cell);
  return {metres_from_units(place.x), metres_from_units(place.y), 0};
}

std::optional<Cell> Torus::nearest(Point2 position) const {
  const std::optional<std::int64_t> column = nearest_on_axis(position.x, step_, links_.width, links_.wrap_x);
  const std::optional<std::int64_t> row = nearest_on_axis(position.y, step_, links_.height, links_.wrap_y);
  if (!column || !row) return std::nullopt;
  return static_cast<Cell>(*row * links_.width + *column);
}

}  // namespace craton
