#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/assets.h>
#include <craton/base/export.h>
#include <craton/worlds/terrain.h>
#include <craton/worlds/terrain_edits.h>
#include <craton/worlds/voxel_edits.h>

/// What people change by hand, as JSON: touches of a brush, and voxels that are set.
namespace craton {

/// A touch of a brush: {"tool": "raise", "x": 300, "y": 250, "radius": 120, "by": 40}. Only flatten has `to`, only paint `biome`,
/// only stamp `stamp`: {"columns": 2, "rows": 2, "values": [0, 1, 1, 0]}, each 0 … 1.
CRATON_API std::span<const ParamInfo> brush_params();
/// A stamp is kept in `stamps`, to which the stroke points. Paths of errors begin with "/".
CRATON_API Result<BrushStroke> brush_from_json(std::string_view text, std::deque<HeightMap>& stamps);

/// A voxel: {"x": 3, "y": -2, "z": 40, "ground": "granite"}, in voxels, z from the floor of the world; without a ground it is
/// taken away.
CRATON_API std::span<const ParamInfo> voxel_params();
CRATON_API Result<VoxelEdit> voxel_from_json(std::string_view text, const VoxelWorld& world);

/// The same terrain or voxels after a list of such changes. Errors have paths like "edits/1/tool".
CRATON_API Result<Terrain> with_edits(const Terrain& terrain, const std::string& edits, const Execution& execution = {});
CRATON_API Result<VoxelWorld> with_edits(const VoxelWorld& world, const std::string& edits);

inline constexpr int most_stamp_side = 128;

}  // namespace craton
