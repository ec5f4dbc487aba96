#include <craton/picture/planet_textures.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <craton/picture/natural.h>
#include <craton/picture/waters.h>

#include "base/parallel.h"
#include "picture/equirectangular.h"
#include "picture/oklab.h"
#include "picture/sphere_sampler.h"
#include "surface/vectors.h"

namespace craton {
namespace {

constexpr double pi = std::numbers::pi;
constexpr std::array<std::string_view, 6> faces{"front", "right", "back", "left", "top", "bottom"};
constexpr std::uint64_t rows_at_once = 8;

Vec3d unit(const Vec3d& a) { return a * (1 / length(a)); }

/// east and north at a place; at a pole any two.
struct Tangents {
  Vec3d east, north;
};
Tangents tangents_at(const Vec3d& up) {
  const double flat = std::hypot(up.x, up.y);
  const Vec3d east = flat > 1e-9 ? Vec3d{-up.y / flat, up.x / flat, 0} : Vec3d{0, 1, 0};
  return {east, cross(up, east)};
}

template <class Fill>
Result<void> each_row(const TextureShape& shape, const Execution& execution, Fill fill) {
  return parallel_blocks(shape.height(), rows_at_once, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto y = static_cast<std::uint32_t>(begin); y < end; ++y)
      for (std::uint32_t x = 0; x < shape.width(); ++x) fill(std::size_t{y} * shape.width() + x, texel_direction(shape, x, y));
  });
}

/// Metres across a texel, about.
double texel_metres(const CubeSphere& sphere, const TextureShape& shape) {
  const double texels = shape.layout == TextureLayout::cube ? 4.0 * shape.side : 2.0 * shape.side;
  return 2 * pi * sphere.radius() / texels;
}

}  // namespace

std::span<const std::string_view> cube_face_names() { return faces; }

Vec3d texel_direction(const TextureShape& shape, std::uint32_t x, std::uint32_t y) {
  if (shape.layout == TextureLayout::equirectangular) {
    const double latitude = (0.5 - (y + 0.5) / shape.height()) * pi, longitude = ((x + 0.5) / shape.width() - 0.5) * 2 * pi;
    return {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude), std::sin(latitude)};
  }
  const double u = 2 * (x + 0.5) / shape.side - 1, v = 2 * (y % shape.side + 0.5) / shape.side - 1;
  switch (y / shape.side) {
    case 0: return unit({1, u, -v});
    case 1: return unit({-u, 1, -v});
    case 2: return unit({-1, -u, -v});
    case 3: return unit({u, -1, -v});
    case 4: return unit({v, u, 1});
    default: return unit({-v, u, -1});
  }
}

Result<std::vector<float>> texture_of_numbers(const CubeSphere& sphere, std::span<const float> values, const TextureShape& shape,
                                              const Execution& execution) {
  std::vector<float> texels(std::size_t{shape.width()} * shape.height());
  const picture::SphereSampler sampler(sphere);
  CRATON_TRY(
      each_row(shape, execution, [&](std::size_t i, const Vec3d& direction) { texels[i] = sampler.at(values, direction); }));
  return texels;
}

Result<std::vector<Cell>> texture_of_cells(const CubeSphere& sphere, const TextureShape& shape, const Execution& execution) {
  std::vector<Cell> cells(std::size_t{shape.width()} * shape.height());
  CRATON_TRY(each_row(shape, execution, [&](std::size_t i, const Vec3d& direction) { cells[i] = sphere.nearest(direction); }));
  return cells;
}

Result<std::vector<float>> texture_of_raster(FloatView equirectangular, const TextureShape& shape, const Execution& execution) {
  std::vector<float> texels(std::size_t{shape.width()} * shape.height());
  CRATON_TRY(each_row(shape, execution, [&](std::size_t i, const Vec3d& direction) {
    texels[i] = picture::value_at(equirectangular.values,
                                  picture::EquirectangularPlace(direction, equirectangular.width, equirectangular.height));
  }));
  return texels;
}

Result<Rgb8Image> texture_of_picture(const Rgb8Image& equirectangular, const TextureShape& shape, const Execution& execution) {
  const picture::EquirectangularColours from(equirectangular);
  Rgb8Image image(shape.width(), shape.height());
  CRATON_TRY(each_row(shape, execution, [&](std::size_t i, const Vec3d& direction) {
    const std::array<float, 3> light = from.at(direction);
    const auto level = [&](std::size_t part) {
      return static_cast<std::uint8_t>(std::lround(255 * picture::srgb_encoded(std::clamp(double{light[part]}, 0.0, 1.0))));
    };
    image.pixels[i] = {level(0), level(1), level(2)};
  }));
  return image;
}

Result<Rgb8Image> planet_colours(const Surface& surface, std::uint32_t rows, const ReliefOptions& relief,
                                 const Execution& execution) {
  const auto* sphere = std::get_if<CubeSphere>(&surface.domain());
  const Layer* height = surface.layer("height");
  const NaturalLayers climate = natural_layers_of(surface);
  if (!sphere || !height || !climate.complete())
    return Error{ErrorCode::unsupported, "",
                 "natural colours need a planet with the layers \"height\", \"temperature\" and \"rain\""};
  const TextureShape shape{TextureLayout::equirectangular, rows};
  std::array<std::vector<float>, 4> rasters;
  const std::array<const Layer*, 4> layers{height, climate.temperature, climate.warmest, climate.rain};
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (!layers[i]) continue;
    Result<std::vector<float>> made = texture_of_numbers(*sphere, layers[i]->numbers(), shape, execution);
    if (!made) return made.error();
    rasters[i] = *std::move(made);
  }
  const auto view = [&](std::size_t i) { return FloatView{rasters[i], shape.width(), shape.height()}; };
  const NaturalRasters natural{view(0), view(1), rasters[2].empty() ? FloatView{} : view(2), view(3)};
  const GridSize size{shape.width(), shape.height()};
  Result<Rgb8Image> image = natural_picture(natural, ground_of(surface.domain(), size), relief, execution);
  if (!image) return image.error();
  CRATON_TRY(draw_waters(*image, surface.domain(), waters_of(surface), view(0), Projection::equirectangular, {}, execution));
  return image;
}

Result<Rgb8Image> normal_texture(const CubeSphere& sphere, std::span<const float> heights, double exaggeration,
                                 const TextureShape& shape, const Execution& execution) {
  Rgb8Image image(shape.width(), shape.height());
  const double metres = std::max(texel_metres(sphere, shape), 0.5 * sphere.spacing()), angle = metres / sphere.radius();
  const picture::SphereSampler sampler(sphere);
  CRATON_TRY(each_row(shape, execution, [&](std::size_t i, const Vec3d& up) {
    const Tangents along = tangents_at(up);
    const auto ground = [&](const Vec3d& offset) {
      return std::max(double{sampler.at(heights, unit(up + offset * angle))}, 0.0);
    };
    const double rise = exaggeration / (2 * metres);
    const double to_east = (ground(along.east) - ground(along.east * -1)) * rise;
    const double to_north = (ground(along.north) - ground(along.north * -1)) * rise;
    Vec3d normal = unit({-to_east, -to_north, 1});
    if (shape.layout == TextureLayout::cube) normal = along.east * normal.x + along.north * normal.y + up * normal.z;
    const auto level = [](double part) {
      return static_cast<std::uint8_t>(std::lround(127.5 + 127.5 * std::clamp(part, -1.0, 1.0)));
    };
    image.pixels[i] = {level(normal.x), level(normal.y), level(normal.z)};
  }));
  return image;
}

}  // namespace craton
