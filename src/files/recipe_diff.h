#pragma once

#include <string_view>
#include <vector>

#include <craton/files/world_diff.h>

namespace craton::files {

/// Where two recipes (JSON texts) differ, but for their seeds. Stages are told apart by their ids, not by their places.
std::vector<DiffReason> recipe_differences(std::string_view a, std::string_view b);

}  // namespace craton::files
