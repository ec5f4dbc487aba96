#pragma once

#include <deque>
#include <string>
#include <vector>

#include <craton/requests/edit_orders.h>

#include "json_body.h"

/// Bodies of requests that change endless worlds. Errors have the path of what is wrong; "body" where it is no JSON.
namespace craton::server {

struct BrushOrder {
  std::vector<BrushStroke> strokes;
  std::deque<HeightMap> stamps;  ///< that strokes point to
};
Result<BrushOrder> read_brush_order(std::string_view text);

struct VoxelOrder {
  std::vector<VoxelEdit> voxels;
  std::string text;  ///< for people
};
Result<VoxelOrder> read_voxel_order(std::string_view text, const VoxelWorld& world);

/// The order that a stroke was, in the words that orders are given in; null where it cannot be told (stamps are kept as
/// surfaces).
Json order_of(const TerrainEdit& edit);
Json order_of(const VoxelEdit& voxel, const VoxelWorld& world);

inline constexpr std::size_t most_strokes = 256, most_voxels = 4096;

}  // namespace craton::server
