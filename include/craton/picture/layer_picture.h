#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/contours.h>
#include <craton/picture/image.h>
#include <craton/picture/layer_raster.h>
#include <craton/picture/natural.h>
#include <craton/picture/plates.h>
#include <craton/picture/ramp.h>
#include <craton/picture/relief.h>
#include <craton/picture/waters.h>
#include <craton/surface/layer.h>

namespace craton {

/// How a layer of numbers is drawn. All but `plain` and `powers` want heights: a layer in metres.
enum class MapStyle {
  automatic,  ///< relief for metres, powers for catchments and discharges (m2, m3/year), plain for all else
  relief,     ///< tints for heights, light and shadow for forms
  tints,      ///< tints alone
  contours,   ///< lines of equal height on pale paper
  slope,      ///< degrees, pale to dark
  curvature,  ///< convex rust, concave blue
  plain,      ///< a ramp from the smallest to the largest value
  natural,    ///< as from above: the colours of the land; wants the climate too
  powers,     ///< the same over powers of ten: for what spans many, as catchments do; 0 and less count as the smallest above 0
};

/// relief, tints, contours, slope, curvature, natural, plain, powers; an error that names the nearest where there is none of this
/// name.
CRATON_API std::span<const std::string_view> map_style_names();
CRATON_API Result<MapStyle> find_map_style(std::string_view name, std::string_view path);

struct LayerPictureOptions {
  GridSize size{};             ///< 0 × 0: the natural size
  const Ramp* ramp = nullptr;  ///< null: that of the style; integers and categories have none
  Projection projection = Projection::equirectangular;
  LatLon centre{};  ///< the middle of an orthographic globe; of an ellipse only its longitude counts
  MapStyle style = MapStyle::automatic;
  std::optional<ToneRange> range{};          ///< values that the ends of the ramp stand for; none: those of the layer
  ReliefOptions relief{};                    ///< how heights are lit
  std::optional<ContourOptions> contours{};  ///< lines over a picture of heights
  bool legend = false;                       ///< what the colours mean, and a scale bar, below the picture
  Waters waters{};                           ///< over relief, tints and contours: those of the ground that is drawn
  WaterOptions water{};                      ///< how they are drawn
  NaturalLayers natural{};                   ///< the climate of the ground, for the style `natural`
  Plates plates{};                           ///< over any picture: borders and motions of plates
  PlateOptions plate{};                      ///< how they are drawn
};

/// A layer for the eye. Metres are drawn as a map of heights (picture/relief.h): the coast at 0, the light from the north-west.
/// Other numbers fill a ramp from their smallest to their largest value. Categories have fixed colours that colour-blind eyes
/// can tell apart; integers have scattered ones, the same for the same number. Cells that hold no number are pale grey.
/// Errors name the option: "style", "ramp", "contours", "light", …
CRATON_API Result<Rgb8Image> picture_of_layer(const Domain& domain, const Layer& layer, const LayerPictureOptions& options = {},
                                              const Execution& execution = {});

CRATON_API Rgb8 category_colour(std::uint8_t category);
CRATON_API Rgb8 integer_colour(std::int32_t number);

}  // namespace craton
