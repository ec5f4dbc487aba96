#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/result.h>
#include <craton/files/world_file.h>

namespace craton::cli {

/// A world is named by its file, or by the folder that `make` wrote.
std::string world_path(const std::string& file_or_folder);

/// New worlds are files that end in .craton: what has another name cannot be told from a recipe.
Result<void> check_world_name(const std::string& path);

/// An error where there is not enough memory to read all of a world, and so many bytes a cell beside it. What cannot be told is
/// left to the reading.
Result<void> check_memory_of_world(const std::string& path, std::uint64_t bytes_a_cell);

/// The layer of this name; where none is named `height`, or the only one. `option` is put into errors.
Result<std::string> choose_layer(const WorldFileInfo& info, std::string_view name, std::string_view option);

}  // namespace craton::cli
