#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "edited_world.h"
#include "recipe_book.h"
#include "world_store.h"

namespace craton::server {

/// Endless worlds that somebody changed: a world file for each recipe and seed, KIND-HASH-SEED.craton in the folder of worlds, or
/// whatever name `craton edit` and `craton build` gave it.
class EndlessStore {
 public:
  /// Which world: a recipe by its hash, and a seed.
  using Key = std::pair<std::string, std::uint64_t>;

  /// Learns what is in the folder, and makes its recipes known to the book.
  EndlessStore(const WorldStore& worlds, RecipeBook& book);

  /// Whether somebody changed it; asks no disk.
  bool has(const Key& key) const;
  /// The world where it is open; null where it is not. Asks no disk.
  std::shared_ptr<EditedWorld> opened(const Key& key);
  /// Null where nobody changed that world yet and it is not to be made.
  Result<std::shared_ptr<EditedWorld>> open(const BookEntry& entry, std::uint64_t seed, bool make);

  /// What the file of an endless world is; none where the file is another kind of world.
  struct Facts {
    std::shared_ptr<const BookEntry> entry;
    std::uint64_t seed = 0, edits = 0;
  };
  std::optional<Facts> learn(const WorldRecord& record);
  /// The file is removed.
  Result<void> remove(const WorldRecord& record, const Facts& facts);

 private:
  void make_room();

  const WorldStore& worlds_;
  RecipeBook& book_;
  mutable std::mutex mutex_;  // of the tables
  std::mutex opening_;        // one file is opened at a time
  std::map<Key, std::string> paths_;
  struct Open {
    Key key;
    std::shared_ptr<EditedWorld> world;
  };
  std::list<Open> open_;  // those used last come first
};

}  // namespace craton::server
