#include "stages/erosion/neighbourhood.h"

namespace craton {

template <>
std::span<const std::string_view> choice_names<Neighbourhood>() {
  static constexpr std::string_view names[] = {"moore", "von_neumann", "rotated_von_neumann"};
  return names;
}

}  // namespace craton
