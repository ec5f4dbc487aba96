#include "presets.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include <craton/files/text_file.h>
#include <craton/recipe/noise_json.h>

#include "text.h"

namespace craton::cli {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view extension = ".json";
constexpr std::uint64_t most_bytes = 1 << 20;

// Both places are known relative to the program, so that trees may be moved. Empty where neither exists.
fs::path preset_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* place : {CRATON_INSTALLED_RECIPES, CRATON_SOURCE_RECIPES}) {
    const fs::path folder = (program / place / "noise").lexically_normal();
    if (fs::is_directory(folder, error)) return folder;
  }
  return {};
}

bool is_file_name(const std::string& text) { return text.find('/') != std::string::npos || text.ends_with(extension); }

}  // namespace

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(preset_folder(), error))
    if (entry.path().extension() == extension) names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

Error in_file(const std::string& file, Error error) {
  error.path = error.path.empty() ? file : fmt::format("{}: {}", file, error.path);
  return error;
}

Result<NoiseSpec> load_noise(const std::string& file_or_preset) {
  std::string file = file_or_preset;
  if (!is_file_name(file)) {
    const std::vector<std::string> presets = preset_names();
    if (std::find(presets.begin(), presets.end(), file) == presets.end()) {
      const std::vector<std::string_view> names(presets.begin(), presets.end());
      return Error{ErrorCode::unknown_name, "--spec",
                   fmt::format("no preset is called \"{}\"{}; there are {}; files end in .json or hold a slash", file,
                               suggestion(file, names), names.empty() ? "none" : joined(names))};
    }
    file = (preset_folder() / (file + std::string(extension))).string();
  }
  const Result<std::string> text = read_text_file(file, most_bytes);
  if (!text) return text.error();
  Result<NoiseSpec> spec = noise_spec_from_json(*text);
  if (!spec) return in_file(file_or_preset, spec.error());
  return spec;
}

}  // namespace craton::cli
