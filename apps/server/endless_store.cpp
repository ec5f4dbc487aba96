#include "endless_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include <craton/files/endless_world.h>

namespace craton::server {
namespace {

constexpr std::size_t most_open = 64;
constexpr std::uint64_t most_open_bytes = std::uint64_t{512} << 20;

/// The recipe with the seed of this world.
Result<std::string> text_of(const BookEntry& entry, std::uint64_t seed) {
  CRATON_TRY(Json json, parse_json(entry.text));
  json["seed"] = seed <= std::uint64_t{INT64_MAX} ? Json(seed) : Json(std::to_string(seed));
  return dumped(json);
}

}  // namespace

EndlessStore::EndlessStore(const WorldStore& worlds, RecipeBook& book) : worlds_(worlds), book_(book) {
  for (const WorldRecord& record : worlds_.list()) (void)learn(record);
}

bool EndlessStore::has(const Key& key) const {
  const std::lock_guard lock(mutex_);
  return paths_.contains(key);
}

std::shared_ptr<EditedWorld> EndlessStore::opened(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(open_.begin(), open_.end(), [&](const Open& each) { return each.key == key; });
  if (found == open_.end()) return nullptr;
  open_.splice(open_.begin(), open_, found);
  return found->world;
}

Result<std::shared_ptr<EditedWorld>> EndlessStore::open(const BookEntry& entry, std::uint64_t seed, bool make) {
  const Key key{entry.hash, seed};
  if (std::shared_ptr<EditedWorld> world = opened(key)) return world;
  const std::lock_guard one_by_one(opening_);
  if (std::shared_ptr<EditedWorld> world = opened(key)) return world;
  std::string path;
  {
    const std::lock_guard lock(mutex_);
    const auto found = paths_.find(key);
    if (found != paths_.end()) path = found->second;
  }
  std::error_code error;
  if (!path.empty() && !std::filesystem::exists(path, error)) {  // somebody removed it by hand
    const std::lock_guard lock(mutex_);
    paths_.erase(key);
    path.clear();
  }
  if (path.empty()) {
    if (!make) return std::shared_ptr<EditedWorld>();
    const std::string kind = entry.voxels ? "voxels" : "terrain";
    path = worlds_.path_of(fmt::format("{}-{}-{}", kind, entry.hash, seed));
    CRATON_TRY(const std::string text, text_of(entry, seed));
    CRATON_TRY(create_endless_world(path, kind, text));
  }
  std::shared_ptr<EditedWorld> world;
  if (entry.voxels) {
    VoxelRecipe recipe = *entry.voxels;
    recipe.seed = seed;
    CRATON_TRY(const VoxelWorld voxels, VoxelWorld::make(recipe));
    CRATON_TRY(std::shared_ptr<EditedWorld> opened, EditedWorld::open_voxels(path, voxels));
    world = std::move(opened);
  } else {
    CRATON_TRY(std::shared_ptr<EditedWorld> opened, EditedWorld::open_terrain(path));
    world = std::move(opened);
  }
  const std::lock_guard lock(mutex_);
  paths_[key] = path;
  open_.push_front({key, world});
  make_room();
  return world;
}

/// Those that somebody still uses stay: there must be no second one of the same file.
void EndlessStore::make_room() {
  std::uint64_t bytes = 0;
  for (const Open& each : open_) bytes += each.world->bytes();
  for (auto each = open_.end(); each != open_.begin() && (bytes > most_open_bytes || open_.size() > most_open);) {
    --each;
    if (each == open_.begin()) break;
    if (each->world.use_count() > 1) continue;
    bytes -= each->world->bytes();
    each = open_.erase(each);
  }
}

std::optional<EndlessStore::Facts> EndlessStore::learn(const WorldRecord& record) {
  if (!is_endless_world(record.path)) return {};
  const Result<EndlessWorldInfo> info = read_endless_world(record.path);
  if (!info) return {};
  const Result<std::shared_ptr<const BookEntry>> entry = book_.know(Json(info->recipe));
  if (!entry) return {};
  const Facts facts{*entry, (*entry)->seed(), info->edits};
  const std::lock_guard lock(mutex_);
  paths_.try_emplace(Key{facts.entry->hash, facts.seed}, record.path);
  return facts;
}

Result<void> EndlessStore::remove(const WorldRecord& record, const Facts& facts) {
  const Key key{facts.entry->hash, facts.seed};
  const std::lock_guard one_by_one(opening_);
  std::shared_ptr<EditedWorld> world;
  {
    const std::lock_guard lock(mutex_);
    const auto place = paths_.find(key);
    if (place != paths_.end() && place->second == record.path) {
      paths_.erase(place);
      const auto found = std::find_if(open_.begin(), open_.end(), [&](const Open& each) { return each.key == key; });
      if (found != open_.end()) {
        world = found->world;
        open_.erase(found);
      }
    }
  }
  if (world) world->end();  // waits for a change that is under way
  std::error_code error;
  if (!std::filesystem::remove(record.path, error) || error)
    return Error{ErrorCode::io, record.id, "cannot be removed: " + error.message()};
  return {};
}

}  // namespace craton::server
