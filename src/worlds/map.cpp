#include <craton/worlds/map.h>

#include <cmath>
#include <string>

#include <craton/base/position.h>

#include "base/text.h"

namespace craton {
namespace {

constexpr std::uint64_t longest_side = 65536;

/// What planes and tori have in common.
struct Rectangle {
  double width = 0, height = 0, step = 0;
};

template <class P>
Result<Rectangle> rectangle_from(const DomainSpec& domain) {
  CRATON_TRY(const P params, params_from<P>(domain.params, "/domain"));
  return Rectangle{static_cast<double>(params.width), static_cast<double>(params.height), params.step};
}

Result<Rectangle> rectangle_of(const Recipe& recipe) {
  if (recipe.domain.kind == "torus") return rectangle_from<Torus::Params>(recipe.domain);
  if (recipe.domain.kind == "plane") return rectangle_from<PlaneTile::Params>(recipe.domain);
  return Error{ErrorCode::unsupported, "/domain/kind",
               concat({"found \"", recipe.domain.kind, "\": a map lies on a torus or a plane"})};
}

Result<void> check_side(std::uint64_t samples, const char* path) {
  if (samples >= 1 && samples <= longest_side) return {};
  return Error{ErrorCode::invalid_value, path,
               concat({"found ", std::to_string(samples), ", allowed 1 … ", std::to_string(longest_side)})};
}

}  // namespace

Result<void> resize_map(Recipe& recipe, GridSize size) {
  CRATON_TRY(const Rectangle old, rectangle_of(recipe));
  CRATON_TRY(check_side(size.width, "/domain/width"));
  CRATON_TRY(check_side(size.height, "/domain/height"));
  const double cells = static_cast<double>(std::uint64_t{size.width} * size.height);
  ParamValues& params = recipe.domain.params;
  params.set("width", std::int64_t{size.width});
  params.set("height", std::int64_t{size.height});
  params.set("step", old.step * std::sqrt(old.width * old.height / cells));
  return {};
}

Result<void> repeat_map(Recipe& recipe, Torus::Wrap wrap) {
  const Result<Rectangle> rectangle = rectangle_of(recipe);
  if (!rectangle) return rectangle.error();
  if (recipe.domain.kind == "torus") {
    recipe.domain.params.set("wrap", std::string(choice_names<Torus::Wrap>()[static_cast<std::size_t>(wrap)]));
    return {};
  }
  if (wrap == Torus::Wrap::none) return {};
  return Error{ErrorCode::unsupported, "/domain/kind", "a window onto an endless plane closes along no axis"};
}

Result<void> extend_map(Recipe& recipe, const MapMargins& more) {
  if (recipe.domain.kind != "plane")
    return Error{ErrorCode::unsupported, "/domain/kind",
                 concat({"found \"", recipe.domain.kind,
                         "\": only a window onto an endless plane has land beyond its borders (recipes/country.json)"})};
  CRATON_TRY(const PlaneTile::Params old, params_from<PlaneTile::Params>(recipe.domain.params, "/domain"));
  const std::uint64_t width = static_cast<std::uint64_t>(old.width) + more.west + more.east;
  const std::uint64_t height = static_cast<std::uint64_t>(old.height) + more.north + more.south;
  CRATON_TRY(check_side(width, "/domain/width"));
  CRATON_TRY(check_side(height, "/domain/height"));
  // Steps are whole units: samples of the larger window lie where those of the old one do.
  CRATON_TRY(const std::int64_t units, units_from_metres(old.step));
  const double step = metres_from_units(units);
  ParamValues& params = recipe.domain.params;
  params.set("x", old.x - more.west * step);
  params.set("y", old.y - more.north * step);
  params.set("width", static_cast<std::int64_t>(width));
  params.set("height", static_cast<std::int64_t>(height));
  return {};
}

}  // namespace craton
