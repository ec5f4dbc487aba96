#pragma once

#include <craton/stages/stage.h>

/// The stages of this folder, for the list of all, and the names of their tables.
namespace craton {

inline constexpr std::string_view regions_table = "regions", landmarks_table = "landmarks", landscape_table = "landscape",
                                  trails_table = "trails", places_table = "places", cultures_table = "cultures";

const StageEntry& geography_stage();
const StageEntry& names_stage();
const StageEntry& landmarks_stage();
const StageEntry& landscape_stage();

/// Cells of the coarse mesh on which geography is found, if the world has more.
inline constexpr std::uint32_t usual_mesh = 1 << 17;

}  // namespace craton
