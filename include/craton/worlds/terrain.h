#pragma once

#include <compare>
#include <cstdint>
#include <memory>

#include <craton/base/assets.h>
#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/recipe/recipe.h>
#include <craton/surface/surface.h>
#include <craton/worlds/terrain_edits.h>

/// Endless terrain, tile by tile.
namespace craton {

namespace terrain {
class View;
struct SampleRect;
}  // namespace terrain

/// A tile of endless terrain. At level 0 samples are as far apart as the recipe's domain says (its `step`), at each further level
/// twice as far; tile (x, y) of a level begins x · cells samples east and y · cells samples south of the origin of the world.
struct TileId {
  std::uint32_t level = 0;
  std::int64_t x = 0, y = 0;

  friend auto operator<=>(const TileId&, const TileId&) = default;  // NOLINT(modernize-use-nullptr): it looks into the operator
};

/// A rectangle of samples of a level, `margin` more on all sides. Places count in the level's own steps from the origin.
struct TerrainArea {
  std::uint32_t level = 0;
  std::int64_t x = 0, y = 0;  ///< of the first sample
  std::uint32_t width = 1, height = 1;
  std::uint32_t margin = 0;
};

struct TerrainOptions {
  std::uint32_t tile_cells = 256;                        ///< a side of a tile: a power of two, 16 … 4096
  std::uint32_t margin = 1;                              ///< samples around a tile, for normals at its borders; 0 … 64
  std::uint32_t levels = 12;                             ///< 1 … 24
  std::uint64_t block_bytes = std::uint64_t{256} << 20;  ///< how much stages that look far may keep of what they gave
  const AssetSource* assets = nullptr;                   ///< must live as long as the terrain
};

/// A tile that is made: (cells + 1)² samples, and the margin around them.
///
/// Neighbours share the samples on their border: the last column of a tile is the first one of the next, bit for bit, so that a
/// mesh of one tile closes with that of the other. A sample of level n + 1 lies where every second one of level n does.
struct TerrainTile {
  TileId id;
  Surface surface;  ///< on a PlaneTile, whose halo is the margin

  const PlaneTile& place() const { return std::get<PlaneTile>(surface.domain()); }
  CRATON_API std::uint64_t bytes() const;  ///< of its layers
};

/// What is kept of stages that look far.
struct TerrainBlocks {
  std::uint64_t bytes = 0, count = 0;  ///< now
  std::uint64_t made = 0, found = 0;   ///< since the beginning: computed, and taken from what was kept
  std::uint32_t cells = 0;             ///< a side of a block of level 0; 0: no stage looks far
};

/// A recipe made ready for any place of an endless plane. A tile is a pure function of recipe, seed, edits and coordinates;
/// neither the order of requests nor the number of threads plays a part. Cheap to copy, immutable to its users, safe from many
/// threads.
///
///     Result<Terrain> terrain = Terrain::make(*recipe, all_terms());
///     Result<TerrainTile> tile = terrain->tile({.level = 0, .x = 12, .y = -7});
///     const Layer* height = tile->surface.layer("height");
///
/// The recipe must lie on a plane, and all its stages look only so far (no `on_planes: tile_alone`); of its domain only the step
/// counts. Levels: stages of points give a coarse level as every second sample of the finer one, bit for bit; stencils run at the
/// level's own step and differ a little. Where stages look so far that a tile would be mostly margin (droplets), they run in
/// larger blocks, the last of which are kept; that changes no bit.
class CRATON_API Terrain {
 public:
  static Result<Terrain> make(const Recipe& recipe, const RecipeTerms& terms, const TerrainOptions& options = {});

  const Recipe& recipe() const;
  const TerrainOptions& options() const;
  std::int64_t step(std::uint32_t level) const;   ///< units
  std::uint32_t halo(std::uint32_t level) const;  ///< cells that a tile needs around it, blocks aside
  std::uint64_t tile_bytes() const;               ///< of the layers of any tile

  Result<TerrainTile> tile(const TileId& id, const Execution& execution = {}) const;
  /// Any rectangle: the same samples as those of tiles.
  Result<Surface> area(const TerrainArea& area, const Execution& execution = {}) const;

  TerrainBlocks blocks() const;

  /// The same terrain with what people changed by hand; shares all that is compiled and kept. Null: nothing. The shares of the
  /// ground (stage `ground`) go by the land as they left it: a cliff that was raised is rock.
  Terrain with_edits(std::shared_ptr<const TerrainEdits> edits) const;
  const std::shared_ptr<const TerrainEdits>& edits() const { return edits_; }
  /// How many samples beside an edit follow it.
  std::uint32_t edit_reach(std::uint32_t level) const;

  class Impl;  ///< private to the library

 private:
  friend class ScrollWindow;
  explicit Terrain(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<terrain::View> view(std::uint32_t level, GridSize largest) const;

  std::shared_ptr<Impl> impl_;
  std::shared_ptr<const TerrainEdits> edits_;
};

}  // namespace craton
