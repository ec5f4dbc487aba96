#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/surface/surface.h>

/// Perspective pictures of a world: a camera over the land, sun, sky, haze and water.
namespace craton {

enum class ViewStyle {
  landscape,  ///< the camera stands in the world, under its sky
  block,      ///< the world as a block with cut sides on a table, like a relief in a museum
};

enum class ViewColour {
  natural,  ///< woods, meadows, rock and snow by height and slope
  tints,    ///< the tints of height maps
  clay,     ///< plain: light and form alone
};

/// A place in metres, x to the east and y to the south as everywhere (surface/coords.h).
struct ViewPlace {
  double x = 0, y = 0;
};

/// What is not set is chosen: the place that shows most, the sun from the side.
struct ViewOptions {
  std::uint32_t width = 1600, height = 900;  ///< pixels
  std::uint32_t samples = 8;                 ///< rays a pixel; more of them are less grainy
  ViewStyle style = ViewStyle::landscape;
  ViewColour colour = ViewColour::natural;
  double exaggeration = 0;  ///< of heights; 0: 1, or what a map of large extent needs
  double haze = 1;          ///< 0: none, 1: as suits the extent of the scene, 2: twice as dense

  std::optional<ViewPlace> eye;
  std::optional<double> eye_height;  ///< metres above sea level
  std::optional<ViewPlace> look;     ///< the place in the middle of the picture; goes before azimuth and pitch
  std::optional<double> azimuth;     ///< degrees from north over east
  std::optional<double> pitch;       ///< degrees upwards
  double fov = 0;                    ///< degrees across the picture; 0: 52, or 24 of a block

  std::optional<double> sun_azimuth;  ///< degrees from north over east: where the sun stands
  double sun_elevation = 25;          ///< degrees above the horizon
  std::optional<double> snow_line;    ///< metres
  std::optional<ViewPlace> sky;       ///< the clouds over this place, wherever the eye is: for pictures of a flight
  /// Draped over the ground in place of its colours: the whole world, northern row first.
  const Rgb8Image* colours = nullptr;
  /// Of each sample of the surface the share that rivers and lakes cover (`river_shares`): they mirror the sky.
  const std::vector<float>* waters = nullptr;
};

/// A view of heights, the layer `layer` of a plane or a torus. A torus goes on beyond its borders until haze hides it; of a plane
/// there is only the tile. Water fills what lies below 0 m; where the surface has a category layer `sea`, only the sea of that.
///
///     Result<Rgb8Image> image = draw_view(world.surface, "height", {.sun_elevation = 18});
///     if (image) write_png("view.png", *image);
///
/// The same picture for any number of threads; on other machines single pixels may differ by a level. Errors name the option.
CRATON_API Result<Rgb8Image> draw_view(const Surface& surface, std::string_view layer, const ViewOptions& options = {},
                                       const Execution& execution = {});

}  // namespace craton
