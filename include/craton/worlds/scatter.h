#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/position.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/recipe/scatter_kinds.h>
#include <craton/worlds/terrain.h>

/// Trees, grass, rocks: things that stand on endless terrain.
namespace craton {

/// Conifers, broad-leaved trees, palms, shrubs, grass and rocks for the biomes of Whittaker: recipes/things/usual.json.
CRATON_API const std::vector<ScatterKind>& usual_scatter();

struct ScatterPoint {
  std::uint32_t kind = 0;  ///< place in the list of kinds
  Point2 at{};             ///< units
  float height = 0;        ///< metres, of the ground there
  float size = 1;          ///< metres
  float turn = 0;          ///< degrees, clockwise seen from above

  friend bool operator==(const ScatterPoint& a, const ScatterPoint& b) {
    return a.kind == b.kind && a.at.x == b.at.x && a.at.y == b.at.y && a.height == b.height && a.size == b.size &&
           a.turn == b.turn;
  }
};

/// From `first` up to, but without, `last`: boxes side by side share no thing and miss none.
struct ScatterBox {
  Point2 first{}, last{};  ///< units
};

/// Which things stand where. A pure function of terrain, kinds and place: any box can be asked for alone, in any order and from
/// many threads, and the least distances hold across all borders.
///
/// Each cell of a square lattice has one candidate with a random rank. Three times, whoever has the highest rank within the
/// spacing stays and those around it go (bounded rounds of greedy dart throwing: what stays depends on a few cells around and on
/// nothing else). What is left is spread like blue noise; of that each place keeps the share that its biome, ground and slope
/// allow.
class CRATON_API Scatter {
 public:
  static Result<Scatter> make(Terrain terrain, std::vector<ScatterKind> kinds = usual_scatter());

  const std::vector<ScatterKind>& kinds() const;
  /// About how many candidates it looks at for a box; time and memory grow with them. `in` refuses more than 2^25.
  double candidates(const ScatterBox& box) const;
  /// By kind, then from north to south, then from west to east. Up to 16384 samples of the terrain a side.
  Result<std::vector<ScatterPoint>> in(const ScatterBox& box, const Execution& execution = {}) const;
  /// Of a tile of the terrain.
  Result<std::vector<ScatterPoint>> in(const TileId& tile, const Execution& execution = {}) const;

 private:
  class Impl;
  explicit Scatter(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

}  // namespace craton
