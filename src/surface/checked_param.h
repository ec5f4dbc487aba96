#pragma once

#include <string>
#include <string_view>

#include <craton/base/params.h>
#include <craton/base/position.h>
#include "base/text.h"

/// Domains are also made from plain structs: the declared ranges then stand guard here.
namespace craton {

/// Error where the value is not what P's parameter `name` allows; the path is the name.
template <class P>
Result<void> check_param(std::string_view name, const ParamValue& value) {
  for (const ParamInfo& info : params_of<P>()) {
    if (info.name != name) continue;
    if (const Result<ParamValue> checked = info.check(value, name); !checked) return checked.error();
  }
  return {};
}

/// Nearest whole number of units, at least one; the length has been checked against its range.
inline Result<std::int64_t> step_in_units(double metres) {
  const Result<std::int64_t> units = units_from_metres(metres);
  if (!units) return Error{units.error().code, "step", units.error().message};
  if (*units < 1)
    return Error{ErrorCode::invalid_value, "step",
                 concat({"found ", to_string(metres), ", allowed 1/1024 m or more (it is rounded to whole units of 1/1024 m)"})};
  return *units;
}

/// `error` with its path put behind `path`, as in a recipe.
inline Error at_path(std::string_view path, Error error) {
  if (path.empty()) return error;
  error.path = error.path.empty() ? std::string(path) : concat({path, "/", error.path});
  return error;
}

}  // namespace craton
