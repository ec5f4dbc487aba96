#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <craton/picture/image.h>
#include <craton/picture/layer_raster.h>
#include <craton/recipe/make.h>

#include "json_body.h"
#include "message.h"
#include "shared_store.h"
#include "world_store.h"

namespace craton::server {

/// Levels of a map. Level 0 is as few tiles as keep pixels nearly square: two for planets and for maps twice as wide as high.
/// Each further one has twice as many to a side. One has pixels as large as cells or smaller; up to two more are finer.
struct LevelSizes {
  std::vector<GridSize> sizes;  ///< by level
  bool wraps_x = false, wraps_y = false;

  static constexpr std::uint32_t tile = 256;
  static LevelSizes of(GridSize natural, bool wraps_x, bool wraps_y);
  std::uint32_t deepest() const { return static_cast<std::uint32_t>(sizes.size()) - 1; }
  static std::uint32_t tiles(std::uint32_t samples) { return (samples + tile - 1) / tile; }
};

/// The same, of a world's domain as its recipe writes it.
Result<LevelSizes> levels_of(const DomainSpec& domain);

/// Rows and columns of a tile; wraps where the map does.
struct TileWindow {
  std::uint32_t x = 0, y = 0, width = 0, height = 0;
};
/// An error (unknown_name) where there is no such tile.
Result<TileWindow> window_of(const LevelSizes& levels, std::int64_t z, std::int64_t x, std::int64_t y);

Result<Response> png_response(const Rgb8Image& image);

struct Raster {
  GridSize size;
  std::vector<float> values;
};

/// Whole maps in memory, drawn once, of which tiles are cut.
class WorldPictures {
 public:
  WorldPictures(WorldStore& worlds, std::uint64_t most_bytes, unsigned threads);

  /// A layer as numbers. Integers and categories too; those are of the nearest cell.
  Result<std::shared_ptr<const Raster>> raster(const WorldRecord& record, const std::string& layer, GridSize size,
                                               Projection projection, const CancelToken& cancel);
  /// `style` is one of styles_of(), or the name of a layer.
  Result<std::shared_ptr<const Rgb8Image>> picture(const WorldRecord& record, const std::string& style, GridSize size,
                                                   Projection projection, const CancelToken& cancel);
  void forget(const std::string& id);

 private:
  WorldStore& worlds_;
  unsigned threads_;
  SharedStore<Raster> rasters_;
  SharedStore<Rgb8Image> pictures_;
};

/// What can be drawn of a world that has these layers: natural, relief, …, atlas, parchment.
std::vector<std::string> styles_of(const std::vector<std::string>& layers);
/// The layers that a style, or a layer by its name, is drawn of, of those that are there.
std::vector<std::string> layers_for(std::string_view style, const std::vector<std::string>& there);
/// Tables of objects that are drawn.
std::span<const std::string_view> drawn_tables();
/// A picture of a world that holds what it needs.
Result<Rgb8Image> draw_world(const World& world, const std::string& style, GridSize size, Projection projection,
                             const Execution& execution);

Result<Projection> projection_of(std::string_view name);
std::vector<std::string_view> projection_names();
/// A size whose longer side is `longest` (0: the natural one).
GridSize fitted(GridSize natural, std::uint32_t longest);

}  // namespace craton::server
