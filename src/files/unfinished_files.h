#pragma once

#include <string>
#include <string_view>

/// What NewFile leaves beside a file when its process is killed.
namespace craton::files {

/// Whether this is how NewFile names the files it is writing.
bool is_part_name(std::string_view name);

/// Removes the file unless the process that writes it lives.
void remove_if_left_over(const std::string& path);

}  // namespace craton::files
