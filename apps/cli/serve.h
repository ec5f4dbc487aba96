#pragma once

#include <string>

namespace craton::cli {

/// Where the recipes that come with Craton lie; "" where they are not to be found.
std::string recipe_folder_path();

}  // namespace craton::cli
