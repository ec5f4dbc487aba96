#pragma once

#include <string>
#include <vector>

#include <craton/base/assets.h>
#include <craton/surface/surface.h>

namespace craton::recipe {

/// Layers of earlier runs. What is taken from it is read only when somebody needs it.
class StageCache {
 public:
  /// Without a store it never has anything; without `reuse` it only keeps.
  StageCache(BlobStore* store, bool reuse) : store_(store), reuse_(reuse) {}

  /// Whether the stage of this key has left all its layers; they are then promised, and `load` brings them.
  /// Their places on the surface are taken at once, so that layers stand in the same order as if they had been made.
  bool reuse(const BlobKey& key, const std::vector<std::string>& layers, Surface& surface);
  /// Keeps what a stage wrote.
  void keep(const BlobKey& key, const std::vector<std::string>& layers, const Surface& surface);

  /// Brings layers that are promised and not there yet; false where the store has forgotten one.
  bool load(const std::vector<std::string>& layers, Surface& surface);
  bool load_all(Surface& surface);
  void give_up(const std::string& layer);
  bool forgotten() const { return forgotten_; }

 private:
  struct Promised {
    BlobKey key;  // of the layer's bytes
    LayerInfo info;
  };
  bool load_one(const Promised& promised, Surface& surface);

  BlobStore* store_;
  bool reuse_;
  bool forgotten_ = false;
  std::vector<Promised> promised_;
};

}  // namespace craton::recipe
