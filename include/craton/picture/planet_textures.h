#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/picture/natural.h>
#include <craton/surface/surface.h>

/// What other programs put on a ball: rasters of a whole sphere, seamless.
namespace craton {

enum class TextureLayout {
  equirectangular,  ///< twice as wide as high; longitude −180° at the left edge, latitude 90° at the upper one
  cube,             ///< six squares, one below the other: front, right, back, left, top, bottom (surface/coords.h)
};

/// Names of the faces of a cube, in their order.
CRATON_API std::span<const std::string_view> cube_face_names();

/// Where texels lie. Squares of a cube are those of engines' cube maps: (u, v) runs evenly from −1 to 1, without a warp; seen
/// from outside, u to the right and v downwards.
struct TextureShape {
  TextureLayout layout = TextureLayout::equirectangular;
  std::uint32_t side = 512;  ///< rows: of the whole, or of each face

  std::uint32_t width() const { return layout == TextureLayout::cube ? side : 2 * side; }
  std::uint32_t height() const { return layout == TextureLayout::cube ? 6 * side : side; }
};
/// Of length 1.
CRATON_API Vec3d texel_direction(const TextureShape& shape, std::uint32_t x, std::uint32_t y);

/// Rasters of a planet that are read together: places are found once for all of them.
struct PlanetSheet {
  struct Numbers {
    std::string layer;
    std::vector<float> values;
  };
  TextureShape shape;
  std::vector<Numbers> numbers;
  std::vector<Cell> cells;                   ///< the nearest of each texel
  std::vector<std::array<float, 2>> slopes;  ///< of the land, to the east and to the north, m/m; the sea is level

  std::size_t size() const { return std::size_t{shape.width()} * shape.height(); }
  /// Of a layer; empty where there is none.
  CRATON_API FloatView values(std::string_view layer) const;
};

struct PlanetSheetOptions {
  std::vector<std::string> layers;  ///< of numbers; what the planet lacks is left out
  bool cells = false, slopes = false;
  /// The seed of the planet: where texels are finer than its cells, coasts and borders get bends of all sizes, as its regions
  /// have them (worlds/planet_zoom.h).
  std::optional<std::uint64_t> bends{};
};
/// Numbers are read from smooth curves between the cells.
CRATON_API Result<PlanetSheet> planet_sheet(const Surface& planet, const TextureShape& shape, const PlanetSheetOptions& options,
                                            const Execution& execution = {});

/// One layer of numbers, as a sheet has it.
CRATON_API Result<std::vector<float>> texture_of_numbers(const CubeSphere& sphere, std::span<const float> values,
                                                         const TextureShape& shape, const Execution& execution = {});
/// The nearest cell of each texel.
CRATON_API Result<std::vector<Cell>> texture_of_cells(const CubeSphere& sphere, const TextureShape& shape,
                                                      const Execution& execution = {});
/// Numbers in another layout, from an equirectangular raster.
CRATON_API Result<std::vector<float>> texture_of_raster(FloatView equirectangular, const TextureShape& shape,
                                                        const Execution& execution = {});
/// A picture in another layout, from an equirectangular one.
CRATON_API Result<Rgb8Image> texture_of_picture(const Rgb8Image& equirectangular, const TextureShape& shape,
                                                const Execution& execution = {});

/// Layers that natural colours are made of: heights and the climate.
CRATON_API std::span<const std::string_view> planet_colour_layers();
/// Colours of the land and its waters in light and shadow and without both, from an equirectangular sheet of the layers above.
/// Without a climate: the tints of heights on maps; where nothing lies below the sea, the greys of a moon.
CRATON_API Result<NaturalPictures> planet_colours(const Surface& surface, const PlanetSheet& sheet,
                                                  NaturalPalette palette = NaturalPalette::earth,
                                                  const Execution& execution = {});

/// Directions away from the ground as colours, 128 for 0: on a cube x, y and z in space, so that faces fit each other;
/// equirectangular to the east, to the north and up. Slopes are made `exaggeration` times steeper; the sea is level. The sheet
/// has slopes.
CRATON_API Result<Rgb8Image> normal_texture(const PlanetSheet& sheet, double exaggeration, const Execution& execution = {});

/// What clouds go by; both equirectangular.
struct CloudClimate {
  FloatView rain{};    ///< cm a year; empty: it rains everywhere alike
  FloatView height{};  ///< metres: storms wind up over the sea; empty: anywhere
};

/// How much of the sky is clouds, 0 … 1, at a moment of the planet's own climate: thick where it rains much, none over deserts,
/// and storms of the middle latitudes over seas where rain falls.
CRATON_API Result<std::vector<float>> cloud_texture(const CloudClimate& climate, std::uint64_t seed, const TextureShape& shape,
                                                    const Execution& execution = {});

}  // namespace craton
