#include <craton/picture/projection_names.h>

#include <algorithm>

#include "base/text.h"

namespace craton {

template <>
std::span<const std::string_view> choice_names<Projection>() {
  static constexpr std::string_view names[] = {"equirectangular", "faces",       "orthographic", "mollweide",
                                               "robinson",        "equal-earth", "mercator"};
  return names;
}

Result<Projection> find_projection(std::string_view name, std::string_view path) {
  const std::span<const std::string_view> names = choice_names<Projection>();
  const auto found = std::find(names.begin(), names.end(), name == "equal_earth" ? "equal-earth" : name);
  if (found != names.end()) return static_cast<Projection>(found - names.begin());
  return Error{ErrorCode::unknown_name, std::string(path),
               concat({"found \"", name.substr(0, 64), "\", allowed ", joined(names)})};
}

}  // namespace craton
