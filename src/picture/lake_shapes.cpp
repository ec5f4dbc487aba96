#include "picture/lake_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/parallel.h"
#include "picture/height_tints.h"
#include "picture/sphere_raster.h"
#include "surface/table_values.h"

namespace craton::picture {
namespace {

constexpr float least_side = 0.175F;  // so that no shore lies nearer to a cell's middle than this share of the way

/// How far a cell beside a shore is from it, as a share of the way to the cells on the other side: by the water's level, which
/// the ground passes somewhere between them.
template <class T>
float share_to_shore(const T& topology, Cell cell, std::span<const float> depths, std::span<const float> heights) {
  const bool lake = depths[cell] > 0;
  float here = 0, whole = 0;  // metres that the ground rises: from this cell to the level; from lake to land
  topology.for_each_link(cell, [&](Link link) {
    if ((depths[link.to] > 0) == lake) return;
    const Cell wet = lake ? cell : link.to, dry = lake ? link.to : cell;
    const float up = heights.empty() ? depths[wet] : std::max(heights[dry] - heights[wet] - depths[wet], 0.0F);
    here += lake ? depths[wet] : up;
    whole += depths[wet] + up;
  });
  return whole > 0 ? std::clamp(here / whole, least_side, 1 - least_side) : 1.0F;
}

/// −1, dry, or 1, lake, for each cell.
Result<std::vector<float>> sides_of(std::span<const float> depths, const Execution& execution) {
  std::vector<float> sides(depths.size());
  CRATON_TRY(parallel_blocks(depths.size(), 1 << 16, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t cell = begin; cell < end; ++cell) sides[cell] = depths[cell] > 0 ? 1.0F : -1.0F;
  }));
  return sides;
}

/// How much of each lake shows on a map where lakes of so many square metres are just large enough; empty: all do.
std::vector<float> strengths_of(const Waters& waters, double least_area) {
  const auto* areas = values_of<double>(waters.lakes, "area");
  std::vector<float> strengths;
  if (areas)
    for (const double area : *areas) strengths.push_back(static_cast<float>(std::clamp(area / least_area - 0.5, 0.0, 1.0)));
  return strengths;
}

/// Takes lakes away that are too small.
void fade_small(std::span<float> sides, std::span<const std::int32_t> numbers, std::span<const float> strengths) {
  for (std::size_t cell = 0; cell < sides.size(); ++cell)
    if (numbers[cell] > 0 && static_cast<std::size_t>(numbers[cell]) <= strengths.size() && sides[cell] > 0)
      sides[cell] = 2 * strengths[static_cast<std::size_t>(numbers[cell] - 1)] - 1;
}

/// Near shores values between −1 and 1, such that they are 0 between cells where the shore lies.
template <class T>
void find_shores(const T& topology, std::span<const float> depths, std::span<const float> heights, std::span<float> sides) {
  for (Cell cell = 0; cell < sides.size(); ++cell) {
    if (!(sides[cell] > 0)) continue;
    bool beside = false;
    topology.for_each_link(cell, [&](Link link) {
      if (depths[link.to] > 0) return;
      beside = true;
      if (sides[link.to] == -1) sides[link.to] = -share_to_shore(topology, link.to, depths, heights);
    });
    if (beside) sides[cell] = share_to_shore(topology, cell, depths, heights);
  }
}

bool fits(const Layer* layer, const Domain& domain) {
  return layer && layer->type() == LayerType::number && layer->size() == cell_count(domain);
}

/// Nearly the greatest of those above 0.
float deepest(std::span<const float> depths) {
  std::vector<float> wet;
  std::copy_if(depths.begin(), depths.end(), std::back_inserter(wet), [](float depth) { return depth > 0; });
  return wet.empty() ? 1 : HeightCounts({wet, static_cast<std::uint32_t>(wet.size()), 1}).quantile(0.98);
}

}  // namespace

float LakeShapes::steepness(std::uint32_t x, std::uint32_t y) const {
  const auto side = [&](std::uint32_t column, std::uint32_t row) { return sides_[std::size_t{row} * size_.width + column]; };
  const std::uint32_t west = x > 0 ? x - 1 : ground_.wrap_x ? size_.width - 1 : x;
  const std::uint32_t east = x + 1 < size_.width ? x + 1 : ground_.wrap_x ? 0 : x;
  const std::uint32_t north = y % part_rows_ != 0 ? y - 1 : ground_.wrap_y ? size_.height - 1 : y;
  const std::uint32_t south = (y + 1) % part_rows_ != 0 ? y + 1 : ground_.wrap_y ? 0 : y;
  const float right = side(east, y) - side(west, y), down = side(x, south) - side(x, north);
  return 0.5F * std::sqrt(right * right + down * down);
}

LakeShapes::Pixel LakeShapes::shore(std::uint32_t x, std::uint32_t y, std::size_t i) const {
  const float depth = depths_[i];
  if (coarse_) {
    const float cover = std::clamp(0.5F + 0.5F * sides_[i], 0.0F, 1.0F);
    return {cover, std::min(3 * cover * (1 - cover), 1.0F), depth};
  }
  const float away = sides_[i] / std::max(steepness(x, y), 1e-6F);  // pixels from the shore
  return {std::clamp(away + 0.5F, 0.0F, 1.0F), std::clamp(1.15F - std::abs(away), 0.0F, 1.0F), depth};
}

Result<LakeShapes> LakeShapes::make(const Domain& domain, const Waters& waters, GridSize size, Projection projection,
                                    const WaterOptions& options, const Execution& execution) {
  LakeShapes shapes;
  if (!fits(waters.lake_depth, domain)) return shapes;
  const std::span<const float> depths = waters.lake_depth->numbers();
  if (std::none_of(depths.begin(), depths.end(), [](float depth) { return depth > 0; })) return shapes;
  const GridSize natural = natural_size(domain, projection);
  const bool faces = std::holds_alternative<CubeSphere>(domain) && projection == Projection::faces;
  shapes.size_ = size;
  shapes.ground_ = ground_of(domain, size, projection);
  shapes.part_rows_ = faces ? size.width : size.height;
  shapes.coarse_ = size.width < natural.width || size.height < natural.height;
  shapes.deep_ = std::max(deepest(depths), 1e-3F);
  CRATON_TRY(std::vector<float> cells, sides_of(depths, execution));
  if (!shapes.coarse_) {
    const std::span<const float> heights = fits(waters.height, domain) ? waters.height->numbers() : std::span<const float>{};
    std::visit([&](const auto& topology) { find_shores(topology, depths, heights, cells); }, domain);
  } else if (waters.lake && waters.lake->type() == LayerType::integer && waters.lake->size() == cells.size()) {
    const double pixels = options.least_lake > 0 ? options.least_lake : 0.4 * std::sqrt(std::max(size.width, size.height));
    fade_small(cells, waters.lake->integers(), strengths_of(waters, pixels * shapes.ground_.metres_x * shapes.ground_.metres_y));
  }
  // A map's cells, and those of faces, are their pixels already.
  if (size == natural && (faces || std::holds_alternative<Torus>(domain))) {
    shapes.sides_ = std::move(cells);
    shapes.depths_ = depths;
    return shapes;
  }
  if (const auto* sphere = std::get_if<CubeSphere>(&domain); sphere && !faces) {
    std::vector<std::uint8_t> wet(depths.size());
    for (std::size_t cell = 0; cell < wet.size(); ++cell) wet[cell] = depths[cell] > 0;
    const SphereMask lakes{.cells = cells_near(*sphere, std::move(wet)), .otherwise = {-1, 0}};
    CRATON_TRY(std::vector<std::vector<float>> both,
               sphere_rasters(*sphere, std::array<std::span<const float>, 2>{cells, depths}, size, execution, lakes));
    shapes.sides_ = std::move(both[0]);
    shapes.depth_store_ = std::move(both[1]);
    shapes.depths_ = shapes.depth_store_;  // a vector's values stay where they are when it moves
    return shapes;
  }
  CRATON_TRY(std::vector<float> sides, raster_of_numbers(domain, cells, size, projection, execution));
  shapes.sides_ = std::move(sides);
  CRATON_TRY(std::vector<float> depth, raster_of_numbers(domain, depths, size, projection, execution));
  shapes.depth_store_ = std::move(depth);
  shapes.depths_ = shapes.depth_store_;
  return shapes;
}

}  // namespace craton::picture
