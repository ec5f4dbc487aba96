#pragma once

#include <string>
#include <vector>

#include <craton/base/assets.h>
#include <craton/recipe/make.h>

namespace craton::recipe {

/// Layers and objects of earlier runs. What is taken from it is read only when somebody needs it.
class StageCache {
 public:
  /// Without a store it never has anything; without `reuse` it only keeps.
  StageCache(BlobStore* store, bool reuse) : store_(store), reuse_(reuse) {}

  /// Whether the stage of this key has left all that it writes; that is then promised, and `load` brings it.
  /// Places on the surface are taken at once, so that layers and tables stand in the same order as if they had been made.
  bool reuse(const BlobKey& key, const PlannedStage& stage, Surface& surface);
  /// Keeps what a stage wrote.
  void keep(const BlobKey& key, const PlannedStage& stage, const Surface& surface);

  /// Brings layers and tables that are promised and not there yet; false where the store has forgotten one.
  bool load(const std::vector<std::string>& layers, const std::vector<std::string>& tables, Surface& surface);
  bool load_all(Surface& surface);
  void give_up(const std::string& layer);
  bool forgotten() const { return forgotten_; }

 private:
  struct Promised {
    BlobKey key;  // of the layer's bytes
    LayerInfo info;
  };
  struct PromisedTable {
    BlobKey key;  // of the table's bytes
    std::string name;
    std::size_t length;
  };
  bool load_one(const Promised& promised, Surface& surface);
  bool load_one(const PromisedTable& promised, Surface& surface);

  BlobStore* store_;
  bool reuse_;
  bool forgotten_ = false;
  std::vector<Promised> promised_;
  std::vector<PromisedTable> promised_tables_;
};

}  // namespace craton::recipe
