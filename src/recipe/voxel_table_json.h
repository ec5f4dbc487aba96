#pragma once

#include <string>

#include <craton/recipe/voxel_table.h>

#include "recipe/json_value.h"

namespace craton::recipe {

/// A table that is parsed already; `path` is its own.
Result<VoxelTable> read_voxel_table(const JsonValue& value, const std::string& path);

}  // namespace craton::recipe
