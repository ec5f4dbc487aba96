#include <craton/picture/waters.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include <craton/picture/ground.h>
#include <craton/picture/ramp.h>

#include "base/parallel.h"
#include "picture/blend.h"
#include "picture/lake_shapes.h"
#include "picture/map_places.h"
#include "picture/oklab.h"
#include "picture/ramp_table.h"
#include "picture/river_lines.h"
#include "picture/waters_on.h"

namespace craton {
namespace {

using picture::blend;
using picture::LakeShapes;

/// How much of a pixel lies above the sea: by how many pixels away the coast is, as the relief draws it.
float land_share(FloatView heights, std::uint32_t x, std::uint32_t y) {
  const auto at = [&](std::uint32_t column, std::uint32_t row) {
    return heights.values[std::size_t{row} * heights.width + column];
  };
  const float here = at(x, y);
  const float right = at(std::min(x + 1, heights.width - 1), y) - at(x > 0 ? x - 1 : 0, y);
  const float down = at(x, std::min(y + 1, heights.height - 1)) - at(x, y > 0 ? y - 1 : 0);
  const float slope = 0.5F * std::sqrt(right * right + down * down);
  const float away = here / std::max(slope, 1e-6F);
  return std::isfinite(away) ? std::clamp(away + 0.5F, 0.0F, 1.0F) : (here >= 0 ? 1.0F : 0.0F);
}

using Pictures = std::span<Rgb8Image* const>;

Result<void> draw_rivers(Pictures pictures, const Domain& domain, const Waters& waters, FloatView heights, Projection projection,
                         const WaterOptions& options, const Execution& execution) {
  const GridSize size{pictures.front()->width, pictures.front()->height};
  const Ground ground = ground_of(domain, size, projection);
  const double pixel = std::sqrt(ground.metres_x * ground.metres_y);
  CRATON_TRY(const std::vector<picture::RiverLine> lines,
             picture::river_lines(domain, waters, pixel, std::max(size.width, size.height), options, execution));
  const picture::MapPlaces places(domain, size, projection);
  std::vector<picture::Stroke> strokes;
  for (const picture::RiverLine& line : lines) places.add_strokes(line, strokes);
  return picture::paint_strokes(strokes, size.width, size.height, execution, [&](std::uint32_t y, std::span<const float> covers) {
    for (std::uint32_t x = 0; x < size.width; ++x) {
      if (!(covers[x] > 0)) continue;
      const float cover = covers[x] * land_share(heights, x, y);
      for (Rgb8Image* picture : pictures) blend(picture->at(x, y), options.river, cover);
    }
  });
}

/// How much of a pixel a river covers whose middle is so many pixels away. Maps show rivers that are thinner than a pixel, though
/// not the thinnest.
float river_cover(float width, float away) {
  const float t = std::clamp((width - 0.05F) / 0.17F, 0.0F, 1.0F);
  const float half = 0.5F * std::max(width, 1.05F * t * t * (3 - 2 * t));
  return std::clamp(std::min(0.5F, away + half) - std::max(-0.5F, away - half), 0.0F, 1.0F);
}

/// Rivers that are known by how far away they are.
Result<void> draw_river_layers(Pictures pictures, const Domain& domain, const Waters& waters, FloatView heights,
                               Projection projection, const WaterOptions& options, const Execution& execution) {
  const GridSize size{heights.width, heights.height};
  const Ground ground = ground_of(domain, size, projection);
  const auto pixel = static_cast<float>(std::sqrt(ground.metres_x * ground.metres_y));
  CRATON_TRY(const std::vector<float> widths, raster_of_numbers(domain, waters.river->numbers(), size, projection, execution));
  CRATON_TRY(const std::vector<float> banks,
             raster_of_numbers(domain, waters.river_distance->numbers(), size, projection, execution));
  return parallel_blocks(size.height, 16, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto y = static_cast<std::uint32_t>(begin); y < end; ++y)
      for (std::uint32_t x = 0; x < size.width; ++x) {
        const std::size_t i = std::size_t{y} * size.width + x;
        const float width = widths[i];
        if (!(width > 0)) continue;
        const float cover = river_cover(width / pixel, (banks[i] + 0.5F * width) / pixel) * land_share(heights, x, y);
        if (cover > 0)
          for (Rgb8Image* picture : pictures) blend(picture->at(x, y), options.river, cover);
      }
  });
}

Result<void> draw_lakes(Pictures pictures, const LakeShapes& lakes, const WaterOptions& options, const Execution& execution) {
  const RampStop stops[] = {{0, options.shallow}, {1, options.deep}};
  const picture::RampTable tints({"lakes", "", stops}, picture::RampTable::Levels::encoded);
  const GridSize size{pictures.front()->width, pictures.front()->height};
  return parallel_blocks(size.height, 16, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto y = static_cast<std::uint32_t>(begin); y < end; ++y)
      for (std::uint32_t x = 0; x < size.width; ++x) {
        const LakeShapes::Pixel lake = lakes.at(x, y);
        if (!(lake.cover > 0)) continue;
        // Most of the tints for the first metres: there are shores to be seen.
        const auto& level = tints.at(std::sqrt(std::max(double{lake.depth}, 0.0) / double{lakes.deep()}));
        Rgb8 tint{picture::dithered_level(level[0], x, y, 0), picture::dithered_level(level[1], x, y, 1),
                  picture::dithered_level(level[2], x, y, 2)};
        blend(tint, options.shore, 0.65F * lake.edge);
        for (Rgb8Image* picture : pictures) blend(picture->at(x, y), tint, lake.cover);
      }
  });
}

Result<void> check(const Rgb8Image& image, const Domain& domain, FloatView heights, Projection projection,
                   const WaterOptions& options) {
  if (image.width != heights.width || image.height != heights.height || image.pixels.empty())
    return Error{ErrorCode::invalid_value, "waters", "the picture and its heights differ in size"};
  if (std::holds_alternative<CubeSphere>(domain) && projection == Projection::faces &&
      GridSize{image.width, image.height} != natural_size(domain, projection))
    return Error{ErrorCode::unsupported, "size", "the faces of a sphere have one sample a cell, and no other size"};
  if (!(options.width >= 0 && options.width <= 1000) || !(options.least_width >= 0 && options.least_width <= 1000))
    return Error{ErrorCode::invalid_value, "waters", "a river is 0 … 1000 pixels wide"};
  if (!(options.least_length >= 0) || !(options.least_lake >= 0))
    return Error{ErrorCode::invalid_value, "waters", "rivers and lakes have a size of 0 or more pixels"};
  return {};
}

}  // namespace

Waters waters_of(const Surface& surface) {
  Waters waters;
  waters.rivers = surface.objects("rivers");
  waters.distributaries = surface.objects("distributaries");
  waters.lakes = surface.objects("lakes");
  waters.oxbows = surface.objects("oxbows");
  waters.braids = surface.objects("braids");
  const auto layer_of = [&](std::string_view name, LayerType type) -> const Layer* {
    const Layer* layer = surface.layer(name);
    return layer && layer->type() == type ? layer : nullptr;
  };
  waters.lake_depth = layer_of("lake_depth", LayerType::number);
  waters.lake = layer_of("lake", LayerType::integer);
  waters.height = layer_of("height", LayerType::number);
  waters.discharge = layer_of("discharge", LayerType::number);
  waters.river = layer_of("river", LayerType::number);
  waters.river_distance = layer_of("river_distance", LayerType::number);
  return waters;
}

Result<std::vector<float>> river_shares(const Surface& surface, const Execution& execution) {
  const Waters waters = waters_of(surface);
  const bool rivers = waters.river && waters.river_distance && waters.height;
  if (!rivers && !waters.lake_depth) return std::vector<float>{};
  std::vector<float> shares(surface.cell_count());
  const auto pixel = static_cast<float>(spacing(surface.domain()));
  CRATON_TRY(parallel_blocks(shares.size(), 1 << 16, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      if (rivers && waters.height->numbers()[i] >= 0) {
        const float width = waters.river->numbers()[i], bank = waters.river_distance->numbers()[i];
        if (width > 0) shares[i] = river_cover(width / pixel, (bank + 0.5F * width) / pixel);
      }
      if (waters.lake_depth && waters.lake_depth->numbers()[i] > 0) shares[i] = 1;
    }
  }));
  return shares;
}

WaterOptions picture::natural_waters(WaterOptions water) {
  const WaterOptions usual;
  if (water.river == usual.river) water.river = {0x28, 0x52, 0x74};
  if (water.shallow == usual.shallow) water.shallow = {0x2a, 0x55, 0x68};
  if (water.deep == usual.deep) water.deep = {0x10, 0x2c, 0x4a};
  if (water.shore == usual.shore) water.shore = {0x1d, 0x3c, 0x52};
  return water;
}

Result<void> picture::draw_waters_on(std::span<Rgb8Image* const> pictures, const Domain& domain, const Waters& waters,
                                     FloatView heights, Projection projection, const WaterOptions& options,
                                     const Execution& execution) {
  if (!waters.any() || pictures.empty()) return {};
  for (const Rgb8Image* image : pictures) {
    CRATON_TRY(check(*image, domain, heights, projection, options));
    assert(heights.values.size() == image->pixels.size());
  }
  if (waters.river && waters.river_distance)
    CRATON_TRY(draw_river_layers(pictures, domain, waters, heights, projection, options, execution));
  CRATON_TRY(draw_rivers(pictures, domain, waters, heights, projection, options, execution));
  CRATON_TRY(const LakeShapes lakes,
             LakeShapes::make(domain, waters, {heights.width, heights.height}, projection, options, execution));
  return lakes.any() ? draw_lakes(pictures, lakes, options, execution) : Result<void>{};
}

Result<void> draw_waters(Rgb8Image& image, const Domain& domain, const Waters& waters, FloatView heights, Projection projection,
                         const WaterOptions& options, const Execution& execution) {
  const std::array<Rgb8Image*, 1> alone{&image};
  return picture::draw_waters_on(alone, domain, waters, heights, projection, options, execution);
}

}  // namespace craton
