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

/// The reach of a stage whose parameters have it.
template <class P>
Reach whole_reach(const P& params, double) {
  return params.on_planes == OnPlanes::tile_alone ? Reach::tile_alone("on_planes") : Reach::whole();
}

/// Such a stage.
template <auto run, auto check = nullptr>
StageEntry whole_stage_of(StageInfo info) {
  info.reach_doc = "whole; with on_planes = tile_alone a tile of a plane for itself";
  return stage_of<run, whole_reach<typename detail::run_params<decltype(run)>::type>, check>(info);
}

}  // namespace craton
