#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/picture/relief.h>
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

/// Numbers between the cells, continuous everywhere and a little softer than `sample`, but many times faster.
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

/// Colours of the land and its waters, equirectangular; with `relief.strength` = 0 without light and shadow. Needs the layers of
/// the climate.
CRATON_API Result<Rgb8Image> planet_colours(const Surface& surface, std::uint32_t rows, const ReliefOptions& relief,
                                            const Execution& execution = {});

/// Directions away from the ground as colours, 128 for 0: on a cube x, y and z in space, so that faces fit each other;
/// equirectangular to the east, to the north and up. Slopes are made `exaggeration` times steeper; the sea is level.
CRATON_API Result<Rgb8Image> normal_texture(const CubeSphere& sphere, std::span<const float> heights, double exaggeration,
                                            const TextureShape& shape, const Execution& execution = {});

/// How much of the sky is clouds, 0 … 1: belts and storms by latitude, more where it rains. A picture of a moment, no climate.
CRATON_API Result<std::vector<float>> cloud_texture(const CubeSphere& sphere, std::span<const float> rain, std::uint64_t seed,
                                                    const TextureShape& shape, const Execution& execution = {});

}  // namespace craton
