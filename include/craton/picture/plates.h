#pragma once

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/picture/layer_raster.h>
#include <craton/surface/surface.h>

/// Plates of the crust over any map: their borders, and arrows that show where they move.
namespace craton {

/// What a surface knows of its plates, by the names that the stages give: the layer `plate` with their numbers, from 1, and the
/// table `plates` with a row for each.
struct Plates {
  const Layer* plate = nullptr;
  const ObjectTable* table = nullptr;  ///< null: borders alone

  bool any() const { return plate != nullptr; }
};

CRATON_API Plates plates_of(const Surface& surface);

/// Widths and lengths are in pixels.
struct PlateOptions {
  double border = 0;   ///< width of borders; 0: as suits the picture
  double spacing = 0;  ///< from arrow to arrow, and the length of the longest; 0: as suits the picture
  Rgb8 border_colour{0x2a, 0x22, 0x1e}, arrow_colour{0x8c, 0x1f, 0x28};
};

/// Draws over a picture of the whole domain. On spheres arrows follow the table's column `rotation` (an axis through the
/// centre, as long as the plate is fast) where there is one; else `motion`, which is carried along the ground from `centre` (on
/// planes and maps it is the same everywhere); where there is neither there are none. The pixels do not depend on the number of
/// threads. Errors name the option.
CRATON_API Result<void> draw_plates(Rgb8Image& picture, const Domain& domain, const Plates& plates,
                                    Projection projection = Projection::equirectangular, const LatLon& centre = {},
                                    const PlateOptions& options = {}, const Execution& execution = {});

}  // namespace craton
