#pragma once

#include <string>
#include <vector>

#include <craton/base/progress.h>
#include <craton/worlds/terrain.h>

#include "json_body.h"
#include "message.h"

/// Tiles of terrain as triangles, and what stands on them.
namespace craton::server {

/// Ground and sea as a scene; places count from the tile's north-western sample.
Result<Response> terrain_glb(const TerrainTile& tile);

/// Names of the kinds of things, in the order of their numbers.
Json scatter_names();
/// The things of a tile (docs/server.md tells the layout). `kinds`: names joined by commas; none: all. Tiles that could hold too
/// many are refused.
Result<Response> scatter_response(const Terrain& terrain, const TileId& tile, const std::string& kinds,
                                  const CancelToken& cancel);

/// "a,b" → a, b
std::vector<std::string> names_in(std::string_view list);

}  // namespace craton::server
