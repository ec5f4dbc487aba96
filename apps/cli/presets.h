#pragma once

#include <string>
#include <vector>

#include <craton/base/result.h>
#include <craton/noise/noise.h>

namespace craton::cli {

/// The noises that come with Craton: recipes/noise in the source tree, share/craton/recipes/noise where it is installed.
std::vector<std::string> preset_names();

/// A noise from a JSON file, or a preset where the name has neither a slash nor .json. Errors name the file and the place in it.
Result<NoiseSpec> load_noise(const std::string& file_or_preset);

/// The same error with the file before its path: "islands.json: /source/frequency".
Error in_file(const std::string& file, Error error);

}  // namespace craton::cli
