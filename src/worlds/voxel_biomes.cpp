// Biomes by cell (Sepp 2016): the plane is cut into squares with one hashed centre each; rain and temperature are noises at the
// centre; a column belongs to the nearest one. Roughness is added to distances, by a noise of each cell's own: the same noise for
// all of them would move no border.
#include "worlds/voxel_biomes.h"

#include <algorithm>
#include <cmath>

#include "worlds/voxel_kernels.h"

namespace craton::voxels {
namespace {

constexpr float infinitely_far = 0x1p100F;
constexpr double metres_per_unit = 0x1p-10;
/// By what searches reach farther than they must, for the rounding of distances: metres, and a share of the distance.
constexpr double slack = 0.01, slack_share = 1e-5;

float unit_from(std::uint64_t bits) { return static_cast<float>(bits & 0xFFFFFF) * 0x1p-24F; }

double roughness_of(const Model& model) { return model.params.cells == VoxelCells::voronoi ? model.params.roughness : 0; }

/// Square, centre and mix of the rough fields; not yet the biome.
BiomeCell plain_cell(const Model& model, std::int64_t x, std::int64_t y) {
  BiomeCell cell{.square_x = x, .square_y = y};
  const std::uint64_t place = hash_of(model.cell_seed, x, y), look = mix64(place + 1);
  const auto span = static_cast<std::uint64_t>(model.cell);
  cell.x = x * model.cell + static_cast<std::int64_t>((place >> 32) * span >> 32);
  cell.y = y * model.cell + static_cast<std::int64_t>((place & 0xFFFFFFFFU) * span >> 32);
  // Shares of two noises with signs: their absolute values sum to 1.
  const std::array<float, 2> mix{unit_from(look) * 2 - 1, unit_from(look >> 32) * 2 - 1};
  const float sum = std::abs(mix[0]) + std::abs(mix[1]);
  for (std::size_t k = 0; k < 2; ++k) cell.mix[k] = sum > 0.01F ? mix[k] / sum * static_cast<float>(roughness_of(model)) : 0.0F;
  return cell;
}

std::uint8_t biome_for(const Model& model, float rain, float temperature) {
  const auto spread = static_cast<float>(model.params.climate_contrast) * 0.5F;
  return model.biome_of_class[model.climates->at(0.5F + rain * spread, 0.5F + temperature * spread)];
}

/// Gives the missing cells their climate and puts all into the cache.
void find_climates(const Model& model, BiomeScratch& scratch) {
  if (scratch.missing.empty()) return;
  scratch.points.clear();
  for (const BiomeCell& cell : scratch.missing) scratch.points.push_back({cell.x, cell.y});
  scratch.rain.resize(scratch.points.size());
  scratch.temperature.resize(scratch.points.size());
  const Execution here{.threads = 1};
  (void)model.rain->points(scratch.points, scratch.rain, here).ok();
  (void)model.temperature->points(scratch.points, scratch.temperature, here).ok();
  for (std::size_t i = 0; i < scratch.missing.size(); ++i) {
    BiomeCell& cell = scratch.missing[i];
    cell.biome = biome_for(model, scratch.rain[i], scratch.temperature[i]);
    scratch.cache.put(cell);
    scratch.cells.push_back(cell);
  }
}

struct Interval {
  double low, high;
};

/// Least and greatest distance along one axis between places of two intervals.
Interval distances(Interval a, Interval b) {
  return {std::max({a.low - b.high, b.low - a.high, 0.0}), std::max(a.high - b.low, b.high - a.low)};
}

/// What distances to a cell are taken to, in units from the frame's first column.
struct Target {
  Interval x, y;
};
Target target_of(const Model& model, const Frame& frame, const BiomeCell& cell) {
  const std::int64_t x0 = frame.x * model.step, y0 = frame.y * model.step;
  if (model.params.cells == VoxelCells::voronoi) {
    const auto x = static_cast<double>(cell.x - x0), y = static_cast<double>(cell.y - y0);
    return {{x, x}, {y, y}};
  }
  const auto x = static_cast<double>(cell.square_x * model.cell - x0), y = static_cast<double>(cell.square_y * model.cell - y0);
  const auto side = static_cast<double>(model.cell - 1);  // the first unit of the next one is no longer its own
  return {{x, x + side}, {y, y + side}};
}

/// Least and greatest distance between columns of the frame and a cell, squared, in units.
Interval squared_distances(const Model& model, const Frame& frame, const BiomeCell& cell) {
  const Target target = target_of(model, frame, cell);
  const auto step = static_cast<double>(model.step);
  const Interval x = distances({0, (frame.width - 1) * step}, target.x), y = distances({0, (frame.height - 1) * step}, target.y);
  return {x.low * x.low + y.low * y.low, x.high * x.high + y.high * y.high};
}

void place_columns(const Model& model, const Frame& frame, BiomeScratch& scratch) {
  const std::size_t padded = static_cast<std::size_t>(frame.count()) + most_lanes;
  scratch.x.resize(padded);
  scratch.y.resize(padded);
  std::size_t i = 0;
  for (int y = 0; y < frame.height; ++y)
    for (int x = 0; x < frame.width; ++x, ++i) {
      scratch.x[i] = static_cast<float>(x * model.step);
      scratch.y[i] = static_cast<float>(y * model.step);
    }
  for (; i < padded; ++i) scratch.x[i] = scratch.y[i] = 0;
}

ColumnPlaces places_of(const Model& model, const Frame& frame, BiomeScratch& scratch) {
  place_columns(model, frame, scratch);
  ColumnPlaces places{scratch.x.data(), scratch.y.data(), {}, static_cast<std::size_t>(frame.count())};
  if (roughness_of(model) <= 0) return places;
  for (std::size_t k = 0; k < 2; ++k) {
    scratch.rough[k].resize(scratch.x.size());
    (void)model.rough[k].grid(grid_of(model, frame), std::span(scratch.rough[k]).first(places.count), {.threads = 1}).ok();
    std::fill(scratch.rough[k].begin() + frame.count(), scratch.rough[k].end(), 0.0F);
    places.rough[k] = scratch.rough[k].data();
  }
  return places;
}

CellShape shape_of(const Model& model, const Frame& frame, const BiomeCell& cell) {
  const Target target = target_of(model, frame, cell);
  return {static_cast<float>(target.x.low),
          static_cast<float>(target.x.high),
          static_cast<float>(target.y.low),
          static_cast<float>(target.y.high),
          {cell.mix[0], cell.mix[1]}};
}

/// The biomes of the cells near by, ascending.
std::vector<std::uint8_t> biomes_near(const std::vector<BiomeCell>& cells) {
  std::vector<std::uint8_t> biomes;
  for (const BiomeCell& cell : cells)
    if (std::find(biomes.begin(), biomes.end(), cell.biome) == biomes.end()) biomes.push_back(cell.biome);
  std::sort(biomes.begin(), biomes.end());
  return biomes;
}

void blend_smoothly(const Model& model, const Frame& frame, BiomeScratch& scratch, const std::vector<std::uint8_t>& biomes,
                    ColumnGround& out) {
  const ColumnPlaces places = places_of(model, frame, scratch);
  if (scratch.distance.size() < biomes.size()) scratch.distance.resize(biomes.size());
  std::array<BlendBiome, most_voxel_biomes> blended{};
  for (std::size_t b = 0; b < biomes.size(); ++b) {
    scratch.distance[b].assign(scratch.x.size(), infinitely_far);
    const Model::BiomeData& biome = model.biomes[biomes[b]];
    blended[b] = {scratch.distance[b].data(), biome.amplification, biome.base, biome.blending};
  }
  for (const BiomeCell& cell : scratch.cells) {
    const auto b = static_cast<std::size_t>(std::lower_bound(biomes.begin(), biomes.end(), cell.biome) - biomes.begin());
    approach_cell(places, shape_of(model, frame, cell), scratch.distance[b].data());
  }
  // A width of nothing is a width too small to meet a column.
  const float width = std::max(static_cast<float>(model.params.blend_width), 1e-6F);
  blend_columns(blended.data(), biomes.size(), width, places.count,
                {out.amplification.data(), out.base.data(), out.biome.data()});
  for (std::size_t i = 0; i < places.count; ++i) out.biome[i] = biomes[static_cast<std::size_t>(out.biome[i])];
}

/// 000's rule for one value: cells of other biomes enter in the order of their distances, each with the mean of all before it.
float blend_in_order(const Model& model, const std::vector<std::pair<float, std::uint8_t>>& near,
                     float Model::BiomeData::*value) {
  const Model::BiomeData& own = model.biomes[near[0].second];
  const auto width = static_cast<float>(model.params.blend_width);
  float result = own.*value, weighted = own.*value * own.blending, weights = own.blending;
  for (const auto& [distance, biome] : near) {
    if (biome == near[0].second) continue;
    const float apart = distance - near[0].first;
    if (!(apart < width)) break;
    const Model::BiomeData& other = model.biomes[biome];
    weighted += other.*value * other.blending;
    weights += other.blending;
    const float k = apart / width;
    result = weighted / weights * (1 - k) + result * k;
  }
  return result;
}

void blend_like_sepp(const Model& model, const Frame& frame, BiomeScratch& scratch, ColumnGround& out) {
  const ColumnPlaces places = places_of(model, frame, scratch);
  const std::size_t cells = scratch.cells.size();
  if (scratch.distance.size() < cells) scratch.distance.resize(cells);
  for (std::size_t c = 0; c < cells; ++c) {
    scratch.distance[c].assign(scratch.x.size(), infinitely_far);
    approach_cell(places, shape_of(model, frame, scratch.cells[c]), scratch.distance[c].data());
  }
  for (std::size_t i = 0; i < places.count; ++i) {
    scratch.near.clear();
    for (std::size_t c = 0; c < cells; ++c) scratch.near.emplace_back(scratch.distance[c][i], scratch.cells[c].biome);
    std::sort(scratch.near.begin(), scratch.near.end());  // ties by biome: no matter which cell
    out.biome[i] = scratch.near[0].second;
    out.amplification[i] = blend_in_order(model, scratch.near, &Model::BiomeData::amplification);
    out.base[i] = blend_in_order(model, scratch.near, &Model::BiomeData::base);
  }
}

/// Land and sea beneath the biomes, and hills that fade towards the shores.
void shape_land(const Model& model, const Frame& frame, BiomeScratch& scratch, ColumnGround& out) {
  const auto count = static_cast<std::size_t>(frame.count());
  const VoxelParams& p = model.params;
  const auto sample = [&](const Noise& noise, AlignedVector<float>& values) {
    values.resize(count + most_lanes);
    (void)noise.grid(grid_of(model, frame), std::span(values).first(count), {.threads = 1}).ok();
  };
  LandShape land{.land = nullptr,
                 .rugged = nullptr,
                 .bias = static_cast<float>(p.land_bias),
                 .height = static_cast<float>(p.land_height),
                 .depth = static_cast<float>(p.sea_depth),
                 .ruggedness = static_cast<float>(p.ruggedness)};
  if (model.has_land()) {
    sample(*model.land, scratch.land);
    land.land = scratch.land.data();
  }
  if (p.ruggedness > 0) {
    sample(*model.rugged, scratch.rugged);
    land.rugged = scratch.rugged.data();
  }
  shape_columns(land, count, out.amplification.data(), out.base.data());
}

}  // namespace

BiomeCell cell_of_square(const Model& model, std::int64_t x, std::int64_t y) {
  BiomeCell cell = plain_cell(model, x, y);
  cell.biome = biome_for(model, model.rain->at(Point2{cell.x, cell.y}), model.temperature->at(Point2{cell.x, cell.y}));
  return cell;
}

void find_cells(const Model& model, const Frame& frame, BiomeScratch& scratch) {
  // A column's own square has its centre within √2 sides; nothing farther than that can be nearest, whatever the jitter.
  // Roughness may favour one cell and hold up the other.
  const double rough = roughness_of(model), side = static_cast<double>(model.cell) * metres_per_unit;
  const double reach = (1.4143 * side + model.params.blend_width + 2 * rough) * (1 + slack_share) + slack;
  const auto units = static_cast<std::int64_t>(reach * 1024) + 1;
  const std::int64_t x0 = floor_div(frame.x * model.step - units, model.cell);
  const std::int64_t y0 = floor_div(frame.y * model.step - units, model.cell);
  const std::int64_t x1 = floor_div((frame.x + frame.width - 1) * model.step + units, model.cell);
  const std::int64_t y1 = floor_div((frame.y + frame.height - 1) * model.step + units, model.cell);
  scratch.cells.clear();
  scratch.missing.clear();
  for (std::int64_t y = y0; y <= y1; ++y)
    for (std::int64_t x = x0; x <= x1; ++x) {
      if (const BiomeCell* known = scratch.cache.find(x, y))
        scratch.cells.push_back(*known);
      else
        scratch.missing.push_back(plain_cell(model, x, y));
    }
  find_climates(model, scratch);
  // Every column is as near to some cell as that cell's farthest column.
  double farthest = 0x1p200;
  scratch.nearest.clear();
  for (const BiomeCell& cell : scratch.cells) {
    const Interval squared = squared_distances(model, frame, cell);
    farthest = std::min(farthest, squared.high);
    scratch.nearest.push_back(squared.low);
  }
  const double limit =
      ((std::sqrt(farthest) * metres_per_unit + 2 * rough + model.params.blend_width) * (1 + slack_share) + slack) /
      metres_per_unit;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < scratch.cells.size(); ++i)
    if (scratch.nearest[i] <= limit * limit) scratch.cells[kept++] = scratch.cells[i];
  scratch.cells.resize(kept);
}

void find_own_cells(const Model& model, const Frame& frame, BiomeScratch& scratch, std::vector<std::uint32_t>& own) {
  const ColumnPlaces places = places_of(model, frame, scratch);
  own.assign(places.count, 0);
  if (scratch.distance.size() < 2) scratch.distance.resize(2);
  AlignedVector<float>&nearest = scratch.distance[0], &one = scratch.distance[1];
  nearest.assign(scratch.x.size(), infinitely_far);
  for (std::size_t c = 0; c < scratch.cells.size(); ++c) {
    one.assign(scratch.x.size(), infinitely_far);
    approach_cell(places, shape_of(model, frame, scratch.cells[c]), one.data());
    for (std::size_t i = 0; i < places.count; ++i) {
      // Of two that are equally near, the biome that comes first in the table has the column.
      const bool first = one[i] == nearest[i] && scratch.cells[c].biome < scratch.cells[own[i]].biome;
      if (!(one[i] < nearest[i]) && !first) continue;
      nearest[i] = one[i];
      own[i] = static_cast<std::uint32_t>(c);
    }
  }
}

CellClimate climate_of(const Model& model, const BiomeCell& cell) {
  const auto spread = static_cast<float>(model.params.climate_contrast) * 0.5F;
  const auto share = [&](const Noise& noise) { return std::clamp(0.5F + noise.at(Point2{cell.x, cell.y}) * spread, 0.0F, 1.0F); };
  return {share(*model.rain), share(*model.temperature)};
}

void find_ground(const Model& model, const Frame& frame, BiomeScratch& scratch, ColumnGround& out) {
  find_cells(model, frame, scratch);
  const std::size_t padded = static_cast<std::size_t>(frame.count()) + most_lanes;
  out.biome.resize(padded);
  out.amplification.resize(padded);
  out.base.resize(padded);
  const std::vector<std::uint8_t> biomes = biomes_near(scratch.cells);
  out.one_biome = biomes.size() == 1;
  if (out.one_biome) {
    const Model::BiomeData& biome = model.biomes[biomes[0]];
    std::fill(out.biome.begin(), out.biome.end(), std::int32_t{biomes[0]});
    std::fill(out.amplification.begin(), out.amplification.end(), biome.amplification);
    std::fill(out.base.begin(), out.base.end(), biome.base);
  } else if (model.params.blend == VoxelBlend::smooth) {
    blend_smoothly(model, frame, scratch, biomes, out);
  } else {
    blend_like_sepp(model, frame, scratch, out);
  }
  if (model.has_land() || model.params.ruggedness > 0) shape_land(model, frame, scratch, out);
}

}  // namespace craton::voxels
