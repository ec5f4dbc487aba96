#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include "base/function_ref.h"
#include "stages/water/drainage/drainage.h"

namespace craton::drainage {

/// Square tiles of levels, the last used ones. It may be asked from many threads.
class KeptTiles {
 public:
  explicit KeptTiles(std::size_t most) : most_(most) {}

  using Make = FunctionRef<Level(const Rect&)>;
  /// A rectangle put together of tiles of so many cells, which are made where they are not kept. Where the lattice repeats,
  /// images of a cell come from the same tile.
  Level gather(const Lattice& lattice, int level, const Rect& rect, std::int64_t cells, Make make);

 private:
  using Key = std::tuple<int, std::int64_t, std::int64_t>;
  using Entry = std::pair<Key, std::shared_ptr<const Level>>;
  std::shared_ptr<const Level> find(const Key& key);
  void keep(const Key& key, std::shared_ptr<const Level> tile);

  std::size_t most_;
  std::mutex mutex_;
  std::list<Entry> used_;
  std::map<Key, std::list<Entry>::iterator> places_;
};

}  // namespace craton::drainage
