#pragma once

#include <condition_variable>
#include <list>
#include <map>
#include <memory>
#include <mutex>

#include <craton/worlds/terrain.h>

#include "base/function_ref.h"

namespace craton::terrain {

/// Blocks of endless terrain by their place, the last used ones, within a number of bytes. Of threads that want the same block at
/// the same time one makes it and the others wait; blocks that somebody holds live on when they are forgotten here.
class BlockCache {
 public:
  using Block = std::shared_ptr<const Surface>;
  using Make = FunctionRef<Result<Surface>()>;

  explicit BlockCache(std::uint64_t byte_limit) : limit_(byte_limit) {}

  Result<Block> get(const TileId& id, const CancelToken* cancel, Make make);
  TerrainBlocks state() const;

 private:
  struct Entry {
    Block block;  ///< null: somebody makes it
    std::uint64_t bytes = 0;
    std::list<TileId>::iterator use{};
  };
  void keep(const TileId& id, Block block);

  const std::uint64_t limit_;
  mutable std::mutex mutex_;
  std::condition_variable made_one_;
  std::map<TileId, Entry> entries_;
  std::list<TileId> uses_;  ///< the last used first
  std::uint64_t bytes_ = 0, made_ = 0, found_ = 0;
};

}  // namespace craton::terrain
