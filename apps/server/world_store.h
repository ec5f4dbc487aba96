#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <craton/files/world_file.h>
#include <craton/recipe/make.h>

#include "shared_store.h"

namespace craton::server {

/// A world in the folder.
struct WorldRecord {
  std::string id, path;
  std::uint64_t bytes = 0;
  std::int64_t made = 0;  ///< seconds since 1970
  std::string stamp;      ///< changes with the file
};

/// The worlds of a folder: ID.craton, or ID/world.craton as `craton make -o` writes them. What a file holds is read when it is
/// asked for, and kept while there is room.
class WorldStore {
 public:
  WorldStore(std::string folder, std::uint64_t most_bytes, RecipeTerms terms);

  std::vector<WorldRecord> list() const;
  /// An error (unknown_name) where there is none.
  Result<WorldRecord> find(const std::string& id) const;

  Result<std::shared_ptr<const WorldFileInfo>> info(const WorldRecord& record);
  /// With these layers, and all objects. Layers that the world has not are errors.
  Result<std::shared_ptr<const World>> world(const WorldRecord& record, std::vector<std::string> layers);
  /// With whichever layer takes least memory: for its domain and objects.
  Result<std::shared_ptr<const World>> objects(const WorldRecord& record);

  /// A name for a new world that nobody has, from what people call it; it stays taken until `release`.
  std::string reserve(std::string_view wish);
  void release(const std::string& id);
  std::string path_of(const std::string& id) const;

  Result<void> remove(const WorldRecord& record);
  const RecipeTerms& terms() const { return terms_; }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  RecipeTerms terms_;
  SharedStore<WorldFileInfo> infos_;
  SharedStore<World> worlds_;
  mutable std::mutex mutex_;
  std::set<std::string> reserved_;
};

bool is_world_id(std::string_view id);

}  // namespace craton::server
