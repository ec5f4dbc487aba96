#include <craton/picture/layer_raster.h>

#include <algorithm>
#include <cmath>

#include <craton/surface/sample.h>

#include "base/parallel.h"

namespace craton {
namespace {

/// Planes and maps: where their samples lie.
struct Grid {
  GridSize size;
  Point2 origin;
  std::int64_t step = 1;

  /// Position of a place in a raster of `raster` samples that covers the grid, at sample + ½ of each axis.
  Point2 position(GridSize raster, std::uint32_t x, std::uint32_t y) const {
    return {along(origin.x, size.width, raster.width, x), along(origin.y, size.height, raster.height, y)};
  }

 private:
  std::int64_t along(std::int64_t start, std::uint32_t cells, std::uint32_t samples, std::uint32_t index) const {
    const double place = (static_cast<double>(index) + 0.5) * cells / samples - 0.5;
    return start + static_cast<std::int64_t>(std::floor(place * static_cast<double>(step) + 0.5));
  }
};

Grid grid_of(const PlaneTile& tile) { return {tile.size(), tile.origin(), tile.step()}; }
Grid grid_of(const Torus& torus) { return {torus.size(), torus.position(0), torus.step()}; }

/// Directions of the samples of an equirectangular raster, from one table for its rows and one for its columns.
class Globe {
 public:
  explicit Globe(GridSize raster) : columns_(raster.width), rows_(raster.height) {
    for (std::uint32_t x = 0; x < raster.width; ++x) columns_[x] = direction_of(LatLon{0, (x + 0.5) * 360 / raster.width - 180});
    for (std::uint32_t y = 0; y < raster.height; ++y) rows_[y] = direction_of(LatLon{90 - (y + 0.5) * 180 / raster.height, 0});
  }
  Vec3d direction(std::uint32_t x, std::uint32_t y) const {
    const double equatorial = rows_[y].x;
    return {equatorial * columns_[x].x, equatorial * columns_[x].y, rows_[y].z};
  }

 private:
  std::vector<Vec3d> columns_, rows_;
};

Result<void> check_size(const Domain& domain, GridSize size, Projection projection) {
  if (size.width == 0 || size.height == 0) return Error{ErrorCode::invalid_value, "", "a raster of no samples"};
  const bool sphere = std::holds_alternative<CubeSphere>(domain);
  if (sphere && is_rounded(projection))
    return Error{ErrorCode::unsupported, "", "globes and ellipses are pictures and no rasters; take equirectangular or faces"};
  if (sphere && projection == Projection::faces && size != natural_size(domain, projection))
    return Error{ErrorCode::unsupported, "", "the faces of a sphere have one sample a cell, and no other size"};
  return {};
}

/// Calls body(x, y) for all samples, in parallel by rows.
template <class Body>
Result<void> for_each_sample(GridSize size, const Execution& execution, Body body) {
  const std::uint64_t rows = std::max<std::uint64_t>(1, 16384 / size.width);
  return parallel_blocks(size.height, rows, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto y = static_cast<std::uint32_t>(begin); y < static_cast<std::uint32_t>(end); ++y)
      for (std::uint32_t x = 0; x < size.width; ++x) body(x, y);
  });
}

struct Range {
  std::uint32_t begin, end;
};

/// The cells of one axis that sample `index` of `samples` covers; at least one.
Range covered(std::uint32_t cells, std::uint32_t samples, std::uint32_t index) {
  const auto begin = static_cast<std::uint32_t>(std::uint64_t{index} * cells / samples);
  const auto end = static_cast<std::uint32_t>((std::uint64_t{index} + 1) * cells / samples);
  return {begin, std::max(end, begin + 1)};
}

template <class T>
Result<void> fill_grid(const T& topology, std::span<const float> values, GridSize size, std::span<float> out,
                       const Execution& execution) {
  const Grid grid = grid_of(topology);
  const auto place = [&](std::uint32_t x, std::uint32_t y) -> float& { return out[std::size_t{y} * size.width + x]; };
  if (size == grid.size)
    return for_each_sample(size, execution, [&](std::uint32_t x, std::uint32_t y) { place(x, y) = values[topology.cell(x, y)]; });
  if (size.width >= grid.size.width && size.height >= grid.size.height)
    return for_each_sample(size, execution, [&](std::uint32_t x, std::uint32_t y) {
      place(x, y) = sample(topology, values, grid.position(size, x, y), Sampling::linear);
    });
  return for_each_sample(size, execution, [&](std::uint32_t x, std::uint32_t y) {
    const Range columns = covered(grid.size.width, size.width, x), rows = covered(grid.size.height, size.height, y);
    double sum = 0;
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      for (std::uint32_t column = columns.begin; column < columns.end; ++column)
        sum += double{values[topology.cell(column, row)]};
    place(x, y) = static_cast<float>(sum / ((columns.end - columns.begin) * double(rows.end - rows.begin)));
  });
}

Result<void> fill_globe(const CubeSphere& sphere, std::span<const float> values, GridSize size, std::span<float> out,
                        const Execution& execution) {
  const GridSize natural = natural_size(sphere, Projection::equirectangular);
  // As many samples for each pixel that no cell is skipped.
  const std::uint32_t across = (natural.width + size.width - 1) / size.width;
  const std::uint32_t down = (natural.height + size.height - 1) / size.height;
  const Globe globe({size.width * across, size.height * down});
  return for_each_sample(size, execution, [&](std::uint32_t x, std::uint32_t y) {
    double sum = 0;
    for (std::uint32_t j = 0; j < down; ++j)
      for (std::uint32_t i = 0; i < across; ++i)
        sum += double{sample(sphere, values, globe.direction(x * across + i, y * down + j), Sampling::linear)};
    out[std::size_t{y} * size.width + x] = static_cast<float>(sum / (double(across) * down));
  });
}

template <class T>
Result<void> fill_cells(const T& topology, GridSize size, std::span<Cell> out, const Execution& execution) {
  const GridSize cells = topology.size();
  return for_each_sample(size, execution, [&](std::uint32_t x, std::uint32_t y) {
    const auto column = static_cast<std::uint32_t>((2 * std::uint64_t{x} + 1) * cells.width / (2 * std::uint64_t{size.width}));
    const auto row = static_cast<std::uint32_t>((2 * std::uint64_t{y} + 1) * cells.height / (2 * std::uint64_t{size.height}));
    out[std::size_t{y} * size.width + x] = topology.cell(column, row);
  });
}

Result<void> fill_cells(const CubeSphere& sphere, GridSize size, std::span<Cell> out, const Execution& execution) {
  const Globe globe(size);
  return for_each_sample(size, execution, [&](std::uint32_t x, std::uint32_t y) {
    out[std::size_t{y} * size.width + x] = sphere.nearest(globe.direction(x, y));
  });
}

}  // namespace

bool is_rounded(Projection projection) { return projection != Projection::equirectangular && projection != Projection::faces; }

GridSize natural_size(const Domain& domain, Projection projection) {
  if (const auto* tile = std::get_if<PlaneTile>(&domain)) return tile->size();
  if (const auto* torus = std::get_if<Torus>(&domain)) return torus->size();
  const std::uint32_t r = std::get<CubeSphere>(domain).resolution();
  switch (projection) {
    case Projection::faces: return {r, 6 * r};
    case Projection::orthographic: return {std::max(2 * r, 640u), std::max(2 * r, 640u)};
    case Projection::mollweide: return {std::max(4 * r, 1000u), std::max(2 * r, 500u)};
    case Projection::mercator: return {std::max(4 * r, 1000u), std::max(4 * r, 1000u)};
    case Projection::robinson:
    case Projection::equal_earth: {
      const std::uint32_t width = std::max(4 * r, 1000u);
      return {width, static_cast<std::uint32_t>(width * (projection == Projection::robinson ? 0.5072 : 0.4867) + 0.5)};
    }
    case Projection::equirectangular: break;
  }
  return {4 * r, 2 * r};
}

Result<std::vector<float>> raster_of_numbers(const Domain& domain, std::span<const float> values, GridSize size,
                                             Projection projection, const Execution& execution) {
  CRATON_TRY(check_size(domain, size, projection));
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    // Cells are stored face by face, row by row: the layer is the raster.
    if (projection == Projection::faces) return std::vector<float>(values.begin(), values.end());
    std::vector<float> out(std::size_t{size.width} * size.height);
    CRATON_TRY(fill_globe(*sphere, values, size, out, execution));
    return out;
  }
  std::vector<float> out(std::size_t{size.width} * size.height);
  if (const auto* tile = std::get_if<PlaneTile>(&domain)) CRATON_TRY(fill_grid(*tile, values, size, out, execution));
  if (const auto* torus = std::get_if<Torus>(&domain)) CRATON_TRY(fill_grid(*torus, values, size, out, execution));
  return out;
}

Result<std::vector<Cell>> raster_of_cells(const Domain& domain, GridSize size, Projection projection,
                                          const Execution& execution) {
  CRATON_TRY(check_size(domain, size, projection));
  std::vector<Cell> out(std::size_t{size.width} * size.height);
  if (std::holds_alternative<CubeSphere>(domain) && projection == Projection::faces) {
    for (Cell cell = 0; cell < out.size(); ++cell) out[cell] = cell;
    return out;
  }
  CRATON_TRY(std::visit([&](const auto& topology) { return fill_cells(topology, size, out, execution); }, domain));
  return out;
}

}  // namespace craton
