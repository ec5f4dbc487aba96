#pragma once

#include <craton/files/world_file.h>

#include "files/world_reader.h"

namespace craton::files {

/// What read_world does with an open file; for files in memory.
Result<World> world_from(WorldReader& reader, const RecipeTerms& terms, const WorldReadOptions& options);

}  // namespace craton::files
