#pragma once

#include <cstdint>
#include <optional>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/picture/layer_raster.h>
#include <craton/picture/ramp.h>
#include <craton/picture/relief.h>
#include <craton/surface/layer.h>

namespace craton {

struct LayerPictureOptions {
  GridSize size{};             ///< 0 × 0: the natural size
  const Ramp* ramp = nullptr;  ///< null: `relief` for metres, `viridis` for other numbers; integers and categories have none
  Projection projection = Projection::equirectangular;
  std::optional<ToneRange> range{};  ///< values that the ends of the ramp stand for; none: those of the layer
  ReliefOptions relief{};            ///< how heights are lit
};

/// A layer for the eye. Metres are drawn as a map of heights (picture/relief.h): the coast at 0, the light from the north-west.
/// Other numbers fill a ramp from their smallest to their largest value. Categories have fixed colours that colour-blind eyes
/// can tell apart; integers have scattered ones, the same for the same number. Cells that hold no number are pale grey.
CRATON_API Result<Rgb8Image> picture_of_layer(const Domain& domain, const Layer& layer, const LayerPictureOptions& options = {},
                                              const Execution& execution = {});

CRATON_API Rgb8 category_colour(std::uint8_t category);
CRATON_API Rgb8 integer_colour(std::int32_t number);

}  // namespace craton
