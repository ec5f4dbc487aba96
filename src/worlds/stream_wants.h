#pragma once

#include <vector>

#include <craton/worlds/terrain_stream.h>

/// Which tiles cameras want.
namespace craton::terrain {

struct Want {
  TileId id;
  double urgency = 0;  ///< the smaller the sooner
};

/// The ground as squares that are halved until they are far enough for their size (Strugar 2009, "Continuous distance-dependent
/// level of detail for rendering heightmaps"). With a detail of at least 1 neighbours are at most one level apart.
class TileTree {
 public:
  explicit TileTree(const Terrain& terrain, double detail);

  std::int64_t side(std::uint32_t level) const { return side_ << level; }  ///< of a tile, units
  MorphRange morph_range(std::uint32_t level) const;
  /// In no particular order, but always the same.
  std::vector<Want> wants(const StreamCamera& camera) const;

 private:
  struct View;
  void visit(const TileId& id, const View& view, std::vector<Want>& to) const;

  std::int64_t side_;
  std::uint32_t top_;  ///< the coarsest level
  double detail_;
};

/// Whether two tiles share ground, not just a border.
bool overlap(const TileId& a, const TileId& b);

}  // namespace craton::terrain
