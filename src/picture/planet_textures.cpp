#include <craton/picture/planet_textures.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <craton/picture/ramp.h>
#include <craton/picture/relief.h>
#include <craton/picture/waters.h>

#include "base/parallel.h"
#include "picture/equirectangular.h"
#include "picture/relief_paint.h"
#include "picture/sphere_sampler.h"
#include "picture/texel_rows.h"
#include "picture/waters_on.h"
#include "surface/cube_faces.h"
#include "surface/vectors.h"

namespace craton {
namespace {

constexpr double pi = std::numbers::pi;
constexpr std::array<std::string_view, 6> faces{"front", "right", "back", "left", "top", "bottom"};
constexpr std::uint64_t rows_at_once = 8;

template <class Fill>
Result<void> each_texel(const TextureShape& shape, const Execution& execution, Fill fill) {
  const picture::TexelRows rows(shape);
  return parallel_blocks(shape.height(), rows_at_once, execution, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<Vec3d> directions(shape.width());
    for (auto y = static_cast<std::uint32_t>(begin); y < end; ++y) {
      rows.row(y, directions);
      for (std::uint32_t x = 0; x < shape.width(); ++x) fill(std::size_t{y} * shape.width() + x, directions[x]);
    }
  });
}

/// Without a climate: the tints of heights on maps; where nothing lies below the sea, the greys of a moon.
Result<NaturalPictures> tinted_pictures(FloatView heights, const Ground& ground, const Execution& execution) {
  const bool sea = std::any_of(heights.values.begin(), heights.values.end(), [](float height) { return height < 0; });
  CRATON_TRY(const Ramp* ramp, find_ramp(sea ? "relief" : "moon", "ramp"));
  TintOptions tints{.ramp = ramp, .range = usual_tint_range(heights, sea)};
  CRATON_TRY(Rgb8Image lit, relief_picture(heights, ground, {}, tints, execution));
  tints.coast = 0;
  CRATON_TRY(Rgb8Image plain, relief_picture(heights, ground, {.strength = 0}, tints, execution));
  return NaturalPictures{.lit = std::move(lit), .plain = std::move(plain)};
}

constexpr std::array<std::string_view, 4> colour_layers{"height", "temperature", "temperature_warmest", "rain"};

}  // namespace

std::span<const std::string_view> cube_face_names() { return faces; }

Vec3d texel_direction(const TextureShape& shape, std::uint32_t x, std::uint32_t y) {
  if (shape.layout == TextureLayout::equirectangular) {
    const double latitude = (0.5 - (y + 0.5) / shape.height()) * pi, longitude = ((x + 0.5) / shape.width() - 0.5) * 2 * pi;
    return {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude), std::sin(latitude)};
  }
  const double u = 2 * (x + 0.5) / shape.side - 1, v = 2 * (y % shape.side + 0.5) / shape.side - 1;
  return normalised(from_frame_of(cube_faces[y / shape.side], {u, v, 1}));
}

Result<std::vector<float>> texture_of_raster(FloatView equirectangular, const TextureShape& shape, const Execution& execution) {
  std::vector<float> texels(std::size_t{shape.width()} * shape.height());
  CRATON_TRY(each_texel(shape, execution, [&](std::size_t i, const Vec3d& direction) {
    texels[i] = picture::value_at(equirectangular.values,
                                  picture::EquirectangularPlace(direction, equirectangular.width, equirectangular.height));
  }));
  return texels;
}

Result<Rgb8Image> texture_of_picture(const Rgb8Image& equirectangular, const TextureShape& shape, const Execution& execution) {
  const picture::EquirectangularColours from(equirectangular);
  const picture::Encoder encode;
  constexpr std::uint32_t half = 0x80000000U;  // rounds to the nearest level
  Rgb8Image image(shape.width(), shape.height());
  CRATON_TRY(each_texel(shape, execution, [&](std::size_t i, const Vec3d& direction) {
    const std::array<float, 3> light = from.at(direction);
    image.pixels[i] = {encode.level(light[0], half), encode.level(light[1], half), encode.level(light[2], half)};
  }));
  return image;
}

std::span<const std::string_view> planet_colour_layers() { return colour_layers; }

Result<NaturalPictures> planet_colours(const Surface& surface, const PlanetSheet& sheet, NaturalPalette palette,
                                       const Execution& execution) {
  const NaturalRasters rasters{sheet.values("height"), sheet.values("temperature"), sheet.values("temperature_warmest"),
                               sheet.values("rain")};
  if (rasters.heights.values.empty())
    return Error{ErrorCode::unsupported, "", "colours need a planet with a layer \"height\" of numbers"};
  const GridSize size{sheet.shape.width(), sheet.shape.height()};
  const Ground ground = ground_of(surface.domain(), size);
  const bool climate = !rasters.temperature.values.empty() && !rasters.rain.values.empty();
  Result<NaturalPictures> pictures = climate ? natural_pictures(rasters, ground, ReliefOptions{}, execution, palette)
                                             : tinted_pictures(rasters.heights, ground, execution);
  if (!pictures) return pictures.error();
  // From space rivers are hairs: even the greatest are a few kilometres wide.
  WaterOptions water = picture::natural_waters();
  if (const auto* sphere = std::get_if<CubeSphere>(&surface.domain())) {
    constexpr double widest = 7000, pi = 3.14159265358979;
    const double pixel = 2 * pi * sphere->radius() / size.width;
    water.width = std::clamp(widest / pixel, 0.8, 6.0);
    water.least_width = 0.35;
    water.least_length = 1.3 * std::sqrt(size.width);
  }
  const std::array<Rgb8Image*, 2> both{&pictures->lit, &pictures->plain};
  CRATON_TRY(picture::draw_waters_on(both, surface.domain(), waters_of(surface), rasters.heights, Projection::equirectangular,
                                     water, execution));
  return pictures;
}

Result<Rgb8Image> normal_texture(const PlanetSheet& sheet, double exaggeration, const Execution& execution) {
  if (sheet.slopes.empty()) return Error{ErrorCode::invalid_value, "sheet", "normals need a sheet with slopes"};
  Rgb8Image image(sheet.shape.width(), sheet.shape.height());
  CRATON_TRY(each_texel(sheet.shape, execution, [&](std::size_t i, const Vec3d& up) {
    Vec3d normal = normalised({-exaggeration * double{sheet.slopes[i][0]}, -exaggeration * double{sheet.slopes[i][1]}, 1});
    if (sheet.shape.layout == TextureLayout::cube) {
      const picture::Tangents along = picture::tangents_at(up);
      normal = along.east * normal.x + along.north * normal.y + up * normal.z;
    }
    const auto level = [](double part) {
      return static_cast<std::uint8_t>(std::lround(127.5 + 127.5 * std::clamp(part, -1.0, 1.0)));
    };
    image.pixels[i] = {level(normal.x), level(normal.y), level(normal.z)};
  }));
  return image;
}

}  // namespace craton
