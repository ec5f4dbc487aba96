#include "world_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "runtime.h"
#include "text.h"

namespace craton::cli {

std::string world_path(const std::string& file_or_folder) {
  std::error_code error;
  return std::filesystem::is_directory(file_or_folder, error) ? file_or_folder + "/world.craton" : file_or_folder;
}

Result<void> check_world_name(const std::string& path) {
  if (lower(path).ends_with(".craton")) return {};
  return Error{ErrorCode::invalid_value, path, fmt::format("worlds are files that end in .craton: \"{}.craton\"", path)};
}

Result<void> check_memory_of_world(const std::string& path, std::uint64_t bytes_a_cell) {
  const Result<WorldFileInfo> info = read_world_info(path);
  if (!info) return {};
  for (const StoredLayer& layer : info->layers) bytes_a_cell += bytes_per_cell(layer.info.type);
  constexpr std::uint64_t reading = 13'000'000;  // blocks on their way
  return check_memory(info->cells * bytes_a_cell + reading, path, "there is no smaller way to read it");
}

Result<std::string> choose_layer(const WorldFileInfo& info, std::string_view name, std::string_view option) {
  std::vector<std::string_view> names;
  for (const StoredLayer& layer : info.layers) names.push_back(layer.info.name);
  const auto has = [&](std::string_view each) { return std::find(names.begin(), names.end(), each) != names.end(); };
  if (name.empty()) {
    if (has("height")) return std::string("height");
    if (names.size() == 1) return std::string(names.front());
    return invalid(option, fmt::format("which layer? there are {}", names.empty() ? "none" : joined(names)));
  }
  if (has(name)) return std::string(name);
  return Error{ErrorCode::unknown_name, std::string(option),
               fmt::format("no layer is called \"{}\"{}; there are {}", name, suggestion(name, names),
                           names.empty() ? "none" : joined(names))};
}

}  // namespace craton::cli
