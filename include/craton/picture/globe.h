#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/natural.h>
#include <craton/picture/plates.h>
#include <craton/surface/surface.h>

/// Planets as balls: from space, on a desk, and as the regions that they are made of.
namespace craton {

/// What is seen on a ball, equirectangular rasters. Made once, drawn from any side.
struct GlobeSkin {
  Rgb8Image colour;                          ///< without light
  std::vector<float> height;                 ///< metres, of the same size; below 0 is sea
  std::vector<std::array<float, 2>> slopes;  ///< to the east and to the north, m/m, of the same size
  std::vector<float> clouds;                 ///< 0 … 1; none: a clear sky
  std::uint32_t cloud_rows = 0;              ///< of a raster that is twice as wide
  bool air = true;                           ///< off: a bare ball, whatever the options of a view say
  float brightness = 1;                      ///< of the ground: tints of maps are brighter than ground
  NaturalPalette palette = NaturalPalette::earth;
};
struct GlobeSkinOptions {
  std::uint32_t rows = 1024;
  bool clouds = true;
  std::uint64_t seed = 0;  ///< of the planet: of its clouds, and of what it has between its cells
  NaturalPalette palette = NaturalPalette::earth;
};
/// Natural colours, heights and, where asked for, clouds. A planet without a climate has the tints of maps and no clouds, and one
/// without a sea too is a moon, without air. It needs a layer "height".
CRATON_API Result<GlobeSkin> globe_skin(const Surface& surface, const GlobeSkinOptions& options, const Execution& execution = {});

/// Whether a planet has air: rain, or a sea.
CRATON_API bool has_air(const Surface& planet);
/// How bright the ground of a skin is, by what its colours are made of.
CRATON_API float skin_brightness(const Surface& planet);

struct GlobeOptions {
  GridSize size{1024, 1024};
  LatLon centre{};                        ///< the place in the middle
  double sun_east = -42, sun_north = 20;  ///< where the sun stands, degrees from the middle of the picture
  double distance = 6;                    ///< of the eye from the centre, in radii, above 1.05
  double share = 0.84;                    ///< of the shorter side that the ball fills
  double relief = 14;                     ///< how many times steeper slopes are lit
  bool air = true;                        ///< haze, and a rim of light
  bool glint = true;                      ///< of the sun on the sea
};

/// As from space: sun, night, air, clouds with their shadow, the glint of the sea. The pixels do not depend on the number of
/// threads. Errors name the option.
CRATON_API Result<Rgb8Image> globe_picture(const GlobeSkin& skin, const GlobeOptions& options = {},
                                           const Execution& execution = {});

/// A globe on a desk: a printed map around a ball, varnished, in a brass ring. `map` is equirectangular.
CRATON_API Result<Rgb8Image> desk_globe_picture(const Rgb8Image& map, const GlobeOptions& options = {},
                                                const Execution& execution = {});

/// What source 002's viewer can switch.
struct RegionGlobeOptions {
  GridSize size{1024, 1024};
  LatLon centre{};
  bool borders = true;   ///< of regions
  bool sites = false;    ///< a dot in each
  bool cube = false;     ///< the cube instead of the ball
  bool faces = false;    ///< edges of the cube
  bool warp = true;      ///< off: cells as they would lie without the warp
  bool by_face = false;  ///< each face of the cube has a colour, in place of the layer's
  Plates plates{};       ///< their edge regions are darker, and each has an arrow where it moves; none on the cube
};
/// A layer as the regions that carry it, seen from far away.
CRATON_API Result<Rgb8Image> region_globe_picture(const CubeSphere& sphere, const Layer& layer,
                                                  const RegionGlobeOptions& options = {}, const Execution& execution = {});

}  // namespace craton
