#include "world_store.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <tuple>

#include <craton/files/new_file.h>

namespace craton::server {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view ending = ".craton";
constexpr std::size_t longest_id = 64;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

std::optional<WorldRecord> record_of(std::string id, const std::string& path) {
  struct stat facts {};
  if (!is_world_id(id) || ::stat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return {};
  return WorldRecord{std::move(id), path, static_cast<std::uint64_t>(facts.st_size), facts.st_mtim.tv_sec,
                     fmt::format("{} {}.{} {}", facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, facts.st_ino)};
}

std::uint64_t bytes_of(const World& world) {
  std::uint64_t bytes = 1 << 16;
  for (const auto& layer : world.surface.layers()) bytes += layer->size() * bytes_per_cell(layer->type());
  if (std::holds_alternative<CubeSphere>(world.surface.domain()))
    bytes += std::uint64_t{world.surface.cell_count()} * 24;  // its tables
  return bytes;
}

}  // namespace

bool is_world_id(std::string_view id) {
  return !id.empty() && id.size() <= longest_id && std::all_of(id.begin(), id.end(), is_letter);
}

WorldStore::WorldStore(std::string folder, std::uint64_t most_bytes, RecipeTerms terms)
    : folder_(std::move(folder)), terms_(std::move(terms)), infos_(std::uint64_t{16} << 20), worlds_(most_bytes) {
  remove_left_overs(folder_);  // what a killed server left half written
}

std::vector<WorldRecord> WorldStore::list() const {
  std::vector<WorldRecord> records;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    const fs::path& path = entry.path();
    std::optional<WorldRecord> record;
    if (path.extension() == ending)
      record = record_of(path.stem().string(), path.string());
    else if (entry.is_directory(error))
      record = record_of(path.filename().string(), (path / "world.craton").string());
    if (record) records.push_back(*std::move(record));
  }
  std::sort(records.begin(), records.end(),
            [](const WorldRecord& a, const WorldRecord& b) { return std::tie(b.made, a.id) < std::tie(a.made, b.id); });
  return records;
}

std::string WorldStore::path_of(const std::string& id) const { return fmt::format("{}/{}{}", folder_, id, ending); }

Result<WorldRecord> WorldStore::find(const std::string& id) const {
  if (is_world_id(id)) {
    if (std::optional<WorldRecord> record = record_of(id, path_of(id))) return *std::move(record);
    if (std::optional<WorldRecord> record = record_of(id, fmt::format("{}/{}/world.craton", folder_, id)))
      return *std::move(record);
  }
  return Error{ErrorCode::unknown_name, "id", "there is no such world"};
}

Result<std::shared_ptr<const WorldFileInfo>> WorldStore::info(const WorldRecord& record) {
  return infos_.get(record.id + "\n" + record.stamp, [&]() -> Result<SharedStore<WorldFileInfo>::Made> {
    CRATON_TRY(WorldFileInfo info, read_world_info(record.path));
    const std::uint64_t bytes = info.recipe.size() + info.layers.size() * 512 + 4096;
    return SharedStore<WorldFileInfo>::Made{std::make_shared<const WorldFileInfo>(std::move(info)), bytes};
  });
}

Result<std::shared_ptr<const World>> WorldStore::world(const WorldRecord& record, std::vector<std::string> layers) {
  std::sort(layers.begin(), layers.end());
  layers.erase(std::unique(layers.begin(), layers.end()), layers.end());
  const std::string key = fmt::format("{}\n{}\n{}", record.id, record.stamp, fmt::join(layers, ","));
  return worlds_.get(key, [&]() -> Result<SharedStore<World>::Made> {
    CRATON_TRY(World world, read_world(record.path, terms_, {.layers = layers, .max_bytes = std::uint64_t{1} << 33}));
    const std::uint64_t bytes = bytes_of(world);
    return SharedStore<World>::Made{std::make_shared<const World>(std::move(world)), bytes};
  });
}

Result<std::shared_ptr<const World>> WorldStore::objects(const WorldRecord& record) {
  CRATON_TRY(const std::shared_ptr<const WorldFileInfo> facts, info(record));
  const std::vector<StoredLayer>& layers = facts->layers;
  if (layers.empty()) return Error{ErrorCode::unsupported, "id", "the world has no layers"};
  const auto least = std::min_element(layers.begin(), layers.end(), [](const StoredLayer& a, const StoredLayer& b) {
    return bytes_per_cell(a.info.type) < bytes_per_cell(b.info.type);
  });
  return world(record, {least->info.name});
}

std::string WorldStore::reserve(std::string_view wish) {
  std::string base;
  for (const char c : wish.substr(0, 40)) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (is_letter(lower))
      base += lower;
    else if (!base.empty() && base.back() != '-')
      base += '-';
  }
  while (base.ends_with('-')) base.pop_back();
  if (base.empty()) base = "world";
  const std::lock_guard lock(mutex_);
  for (unsigned number = 1;; ++number) {
    std::string id = number == 1 ? base : fmt::format("{}-{}", base, number);
    std::error_code error;
    if (reserved_.count(id) || fs::exists(path_of(id), error) || fs::exists(fs::path(folder_) / id, error)) continue;
    reserved_.insert(id);
    return id;
  }
}

void WorldStore::release(const std::string& id) {
  const std::lock_guard lock(mutex_);
  reserved_.erase(id);
}

Result<void> WorldStore::remove(const WorldRecord& record) {
  std::error_code error;
  if (!fs::remove(record.path, error) || error) return Error{ErrorCode::io, record.id, "cannot be removed: " + error.message()};
  infos_.forget(record.id + "\n");
  worlds_.forget(record.id + "\n");
  return {};
}

}  // namespace craton::server
