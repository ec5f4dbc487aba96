#pragma once

#include <craton/stages/stage.h>

namespace craton {

/// What stages of unbounded reach do on an endless plane, where no tile knows where its rivers come from.
enum class OnPlanes { refuse, tile_alone };

template <>
inline std::span<const std::string_view> choice_names<OnPlanes>() {
  static constexpr std::string_view names[] = {"refuse", "tile_alone"};
  return names;
}

/// The declaration of such a parameter.
template <auto Member>
ParamInfo on_planes_param() {
  return choice_param<Member>("on_planes",
                              "On an endless plane: refuse, or take the tile (with its margin) for a world of its own, whose "
                              "borders are outlets. Then it "
                              "does not fit its neighbours.");
}

/// The reach of such a stage.
inline Reach reach_on_planes(OnPlanes choice) {
  return choice == OnPlanes::tile_alone ? Reach::tile_alone("on_planes") : Reach::whole();
}

}  // namespace craton
