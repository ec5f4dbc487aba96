#pragma once

#include <span>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>

/// Layers as rectangles of samples, the northern row first, the western sample first in it.
namespace craton {

/// How a sphere becomes a rectangle. Planes and maps are rectangles already: to them it makes no difference.
enum class Projection {
  equirectangular,  ///< longitude −180° at the left edge, latitude 90° at the upper one
  faces,            ///< the six faces of the cube, one below the other: every cell once, at its own place
  orthographic,     ///< a globe seen from far away: half of it; for pictures, not for rasters
  mollweide,        ///< the whole in an ellipse, areas as they are; for pictures, not for rasters
  robinson,         ///< the whole, neither areas nor shapes far from what they are; for pictures, not for rasters
  equal_earth,      ///< the whole with rounded sides, areas as they are; for pictures, not for rasters
  mercator,         ///< a square to 85° north and south, directions as they are; for pictures, not for rasters
};

/// Whether it shows a sphere as a globe, in a rounded outline or without its poles: those that are for pictures alone.
CRATON_API bool is_rounded(Projection projection);

/// One sample a cell: a tile without its margin, a map, R × 6R of the faces; 4R × 2R of an equirectangular sphere. Globes and
/// ellipses: about a cell a pixel, and large enough to look at.
CRATON_API GridSize natural_size(const Domain& domain, Projection projection = Projection::equirectangular);

/// A layer of numbers. In their natural size planes, maps and faces give the cells' own values, bit for bit; everything else is
/// linear between cells or, where that would skip cells, the mean of those a sample covers. Faces have no other size.
CRATON_API Result<std::vector<float>> raster_of_numbers(const Domain& domain, std::span<const float> values, GridSize size,
                                                        Projection projection = Projection::equirectangular,
                                                        const Execution& execution = {});

/// The nearest cell of each sample: for integers and categories, which have nothing between them.
CRATON_API Result<std::vector<Cell>> raster_of_cells(const Domain& domain, GridSize size,
                                                     Projection projection = Projection::equirectangular,
                                                     const Execution& execution = {});

}  // namespace craton
