#include "picture/lake_shapes.h"

#include <algorithm>
#include <cmath>

#include <craton/picture/ground.h>

#include "base/parallel.h"
#include "picture/tints.h"

namespace craton::picture {
namespace {

constexpr float least_side = 0.35F;  // so that no shore lies nearer to a cell's middle than a quarter of the way

/// From −1, dry, to 1, lake, for each cell. Beside a shore it tells how near the water's level is, so that 0 between cells is
/// where the shore lies.
template <class T>
Result<std::vector<float>> sides_of_shore(const T& topology, std::span<const float> depths, std::span<const float> heights,
                                          const Execution& execution) {
  std::vector<float> sides(depths.size());
  CRATON_TRY(parallel_blocks(depths.size(), 1 << 15, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto cell = static_cast<Cell>(begin); cell < end; ++cell) {
      const bool lake = depths[cell] > 0;
      float rise = 0, shore_rise = 0;  // of the ground from lake to land: at this cell; all the way
      topology.for_each_link(cell, [&](Link link) {
        if ((depths[link.to] > 0) == lake) return;
        const Cell wet = lake ? cell : link.to, dry = lake ? link.to : cell;
        const float up = heights.empty() ? depths[wet] : std::max(heights[dry] - heights[wet] - depths[wet], 0.0F);
        rise += lake ? depths[wet] : up;
        shore_rise += depths[wet] + up;
      });
      // Half way up is the middle between the cells.
      const float share = shore_rise > 0 ? std::clamp(2 * rise / shore_rise, least_side, 2 - least_side) / 2 : 1.0F;
      sides[cell] = lake ? share : -share;
    }
  }));
  return sides;
}

/// The values around a pixel, on maps and faces that may close onto themselves.
class Neighbours {
 public:
  Neighbours(std::span<const float> values, GridSize size, const Ground& ground, std::uint32_t part_rows)
      : values_(values), size_(size), ground_(ground), part_(part_rows) {}
  float east(std::uint32_t x, std::uint32_t y) const { return at(x + 1 < size_.width ? x + 1 : ground_.wrap_x ? 0 : x, y); }
  float west(std::uint32_t x, std::uint32_t y) const { return at(x > 0 ? x - 1 : ground_.wrap_x ? size_.width - 1 : x, y); }
  float south(std::uint32_t x, std::uint32_t y) const { return at(x, (y + 1) % part_ != 0 ? y + 1 : ground_.wrap_y ? 0 : y); }
  float north(std::uint32_t x, std::uint32_t y) const {
    return at(x, y % part_ != 0 ? y - 1 : ground_.wrap_y ? size_.height - 1 : y);
  }

 private:
  float at(std::uint32_t x, std::uint32_t y) const { return values_[std::size_t{y} * size_.width + x]; }
  std::span<const float> values_;
  GridSize size_;
  Ground ground_;
  std::uint32_t part_;  // rows that lie beside each other on the ground
};

/// Replaces sides by covers and finds edges: by how many pixels away the shore lies.
Result<void> cover_by_distance(std::span<const float> sides, const Neighbours& beside, GridSize size, LakeShapes& shapes,
                               const Execution& execution) {
  return parallel_blocks(size.height, 16, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto y = static_cast<std::uint32_t>(begin); y < end; ++y)
      for (std::uint32_t x = 0; x < size.width; ++x) {
        const std::size_t i = std::size_t{y} * size.width + x;
        const float right = beside.east(x, y) - beside.west(x, y), down = beside.south(x, y) - beside.north(x, y);
        const float slope = 0.5F * std::sqrt(right * right + down * down);
        const float away = sides[i] / std::max(slope, 1e-6F);
        shapes.cover[i] = std::clamp(away + 0.5F, 0.0F, 1.0F);
        shapes.edge[i] = std::clamp(1.15F - std::abs(away), 0.0F, 1.0F);
      }
  });
}

/// Where a pixel covers several cells: the share of it that is lake.
void cover_by_share(std::span<const float> sides, LakeShapes& shapes) {
  for (std::size_t i = 0; i < sides.size(); ++i) {
    shapes.cover[i] = std::clamp(0.5F + 0.5F * sides[i], 0.0F, 1.0F);
    shapes.edge[i] = 3 * shapes.cover[i] * (1 - shapes.cover[i]);
  }
}

}  // namespace

Result<LakeShapes> lake_shapes(const Domain& domain, const Waters& waters, GridSize size, Projection projection,
                               const Execution& execution) {
  LakeShapes shapes;
  const auto fits = [&](const Layer* layer) {
    return layer && layer->type() == LayerType::number && layer->size() == cell_count(domain);
  };
  if (!fits(waters.lake_depth)) return shapes;
  const std::span<const float> depths = waters.lake_depth->numbers();
  if (std::none_of(depths.begin(), depths.end(), [](float depth) { return depth > 0; })) return shapes;
  const GridSize natural = natural_size(domain, projection);
  const bool coarse = size.width < natural.width || size.height < natural.height;
  const std::span<const float> heights = fits(waters.height) ? waters.height->numbers() : std::span<const float>{};
  Result<std::vector<float>> cells =
      std::visit([&](const auto& topology) { return sides_of_shore(topology, depths, heights, execution); }, domain);
  if (!cells) return cells.error();
  if (coarse)
    for (float& side : *cells) side = side > 0 ? 1.0F : -1.0F;
  const Result<std::vector<float>> sides = raster_of_numbers(domain, *cells, size, projection, execution);
  if (!sides) return sides.error();
  cells->clear();
  cells->shrink_to_fit();
  Result<std::vector<float>> depth = raster_of_numbers(domain, depths, size, projection, execution);
  if (!depth) return depth.error();
  shapes.depth = *std::move(depth);
  shapes.cover.resize(sides->size());
  shapes.edge.resize(sides->size());
  if (coarse) {
    cover_by_share(*sides, shapes);
  } else {
    const bool faces = std::holds_alternative<CubeSphere>(domain) && projection == Projection::faces;
    const Neighbours beside(*sides, size, ground_of(domain, size, projection), faces ? size.width : size.height);
    CRATON_TRY(cover_by_distance(*sides, beside, size, shapes, execution));
  }
  std::vector<float> wet;
  for (const float value : shapes.depth)
    if (value > 0) wet.push_back(value);
  shapes.deep = wet.empty() ? 1 : HeightCounts({wet, static_cast<std::uint32_t>(wet.size()), 1}).quantile(0.98);
  return shapes;
}

}  // namespace craton::picture
