#pragma once

#include <cstddef>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/picture/layer_raster.h>
#include <craton/surface/surface.h>

/// Rivers and lakes over maps of heights.
namespace craton {

/// What a surface knows of its waters, by the names that the stages `lakes`, `rivers` and `endless_rivers` give. What is null is
/// not drawn.
struct Waters {
  const ObjectTable* rivers = nullptr;
  const Layer* lake_depth = nullptr;  ///< metres; 0: no lake
  const ObjectTable* lakes = nullptr;
  const Layer* lake = nullptr;          ///< numbers of lakes, from 1: with their table it tells which are too small for a map
  const Layer* height = nullptr;        ///< of the ground: shores are smoother where it is known
  const Layer* discharge = nullptr;     ///< tells how large rivers are where they begin
  const ObjectTable* oxbows = nullptr;  ///< these two by the stage `river_courses`: drawn with the rivers
  const ObjectTable* braids = nullptr;
  const ObjectTable* distributaries = nullptr;  ///< of deltas, drawn with their rivers
  const Layer* river = nullptr;                 ///< these two by the stage `endless_rivers`: width of the nearest river, metres
  const Layer* river_distance = nullptr;        ///< metres to its bank

  bool any() const { return rivers || lake_depth || (river && river_distance); }
};

/// All of them; null where there is no such table or layer.
CRATON_API Waters waters_of(const Surface& surface);

/// Of each sample the share that rivers and lakes cover which are known by layers, as pictures draw them: rivers that are thinner
/// than a sample count, the thinnest do not. Empty where no such layers are.
CRATON_API Result<std::vector<float>> river_shares(const Surface& surface, const Execution& execution = {});

/// Widths and lengths are in pixels.
struct WaterOptions {
  double width = 0;         ///< of the largest river at its mouth; 0: as suits the map. Others by the root of their discharge
  double least_width = 0;   ///< no river is thinner, but for its first few pixels; 0: as suits the map
  double least_length = 0;  ///< shorter rivers fade away, unless a longer one runs into them; 0: as suits the map
  double least_lake = 0;    ///< square pixels: on maps coarser than the world smaller lakes fade away; 0: as suits the map
  Rgb8 river{0x2f, 0x6c, 0x9c};
  Rgb8 shallow{0xa3, 0xc3, 0xd1}, deep{0x4d, 0x7f, 0xa5};  ///< of lakes
  Rgb8 shore{0x2c, 0x5f, 0x88};
};

/// Draws rivers and lakes over a picture of the whole domain. `heights` are those of the picture, a sample a pixel: rivers end
/// where they fall below 0. Lines run on across the borders of maps and globes that close onto themselves. The pixels do not
/// depend on the number of threads. Errors name the option.
CRATON_API Result<void> draw_waters(Rgb8Image& picture, const Domain& domain, const Waters& waters, FloatView heights,
                                    Projection projection = Projection::equirectangular, const WaterOptions& options = {},
                                    const Execution& execution = {});

}  // namespace craton
