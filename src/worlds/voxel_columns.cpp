// Relief and grounds. height = base + amplification · noise · relief (Erstu 2017); on top of each column the surface of its
// biome, soil below it, then rock in layers that rise and sink. All of it is done on 64 voxels at once: a column is a word.
#include "worlds/voxel_columns.h"

#include <algorithm>
#include <cmath>

namespace craton::voxels {
namespace {

const Execution here{.threads = 1};

/// A noise between −1 and 1 as a share from 0 to 1. Sums of octaves hardly leave the middle: it is stretched a little.
float share_from(float noise) { return std::clamp(0.5F + 0.7F * noise, 0.0F, 1.0F); }

/// Solid voxels with none above them, and those below them down to `depth`, of one column.
void find_surface(const Columns& columns, std::size_t column, int depth, std::uint64_t* surface, std::uint64_t* soil) {
  std::uint64_t above = 0;  // the lowest voxel of the word above
  for (int w = columns.words - 1; w >= 0; --w) {
    const std::uint64_t solid = columns.solid_at(w, column);
    surface[w] = solid & ~(solid >> 1 | above << 63);
    above = solid & 1;
  }
  for (int w = 0; w < columns.words; ++w) {
    const std::uint64_t here_surface = surface[w], higher = w + 1 < columns.words ? surface[w + 1] : 0;
    std::uint64_t below = 0;
    for (int i = 1; i < std::min(depth, 64); ++i) below |= here_surface >> i | higher << (64 - i);
    soil[w] = below & columns.solid_at(w, column) & ~here_surface;
  }
}

/// The masks that a column's grounds go to; null where the table has none.
struct GroundMasks {
  std::uint64_t *water, *bed, *beach, *bedrock;
  std::vector<std::uint64_t*> rock;
  struct OfBiome {
    std::uint64_t *surface = nullptr, *soil = nullptr, *cap = nullptr;
  };
  std::vector<OfBiome> biomes;
};

GroundMasks masks_for(const Model& model, Columns& columns) {
  GroundMasks masks{columns.masks_of(model.table.water),
                    columns.masks_of(model.table.bed),
                    columns.masks_of(model.table.beach),
                    columns.masks_of(model.table.bedrock),
                    {},
                    std::vector<GroundMasks::OfBiome>(model.biomes.size())};
  for (const GroundId ground : model.rock_grounds) masks.rock.push_back(columns.masks_of(ground));
  for (std::size_t i = 0; i < columns.count(); ++i) {
    const auto b = static_cast<std::size_t>(columns.ground.biome[i]);
    GroundMasks::OfBiome& of_biome = masks.biomes[b];
    if (of_biome.surface) continue;
    const VoxelTable::Biome& biome = model.table.biomes[b];
    of_biome = {columns.masks_of(biome.surface), columns.masks_of(biome.soil),
                biome.cap != 0 ? columns.masks_of(biome.cap) : nullptr};
  }
  return masks;
}

/// The surface of a column: bed and beach by height above the sea, else the biome's; its cap begins at a line that is a little
/// ragged.
void lay_surface(const Model& model, const Columns& columns, std::size_t i, int word, std::uint64_t surface,
                 const GroundMasks& masks) {
  const std::size_t at = static_cast<std::size_t>(word) * columns.count() + i;
  const auto b = static_cast<std::size_t>(columns.ground.biome[i]);
  const std::uint64_t bed = surface & range_bits(0, model.sea - 2, word);
  const std::uint64_t beach = surface & range_bits(model.sea - 2, model.sea + model.beach, word);
  masks.bed[at] |= bed;
  masks.beach[at] |= beach;
  std::uint64_t rest = surface & ~bed & ~beach;
  if (masks.biomes[b].cap) {
    const auto width = static_cast<std::size_t>(columns.frame.width);
    const std::int64_t x = columns.frame.x + static_cast<std::int64_t>(i % width),
                       y = columns.frame.y + static_cast<std::int64_t>(i / width);
    const int from = model.biomes[b].cap_from + static_cast<int>(hash_of(model.cap_seed, x, y) % 3);
    const std::uint64_t cap = rest & ~range_bits(0, from, word);
    masks.biomes[b].cap[at] |= cap;
    rest &= ~cap;
  }
  masks.biomes[b].surface[at] |= rest;
}

/// Soil under the sea and its shores is what they are made of.
void lay_soil(const Model& model, const Columns& columns, std::size_t i, int word, std::uint64_t soil, const GroundMasks& masks) {
  const std::size_t at = static_cast<std::size_t>(word) * columns.count() + i;
  const auto b = static_cast<std::size_t>(columns.ground.biome[i]);
  const bool shore = columns.height[i] < static_cast<float>(model.beach) * model.voxel;
  (shore ? masks.beach : masks.biomes[b].soil)[at] |= soil;
}

void lay_rock(const Model& model, const Columns& columns, std::size_t i, int word, std::uint64_t rock, int wave,
              const GroundMasks& masks) {
  const std::size_t at = static_cast<std::size_t>(word) * columns.count() + i;
  const std::uint64_t lowest = word == 0 ? rock & 1 : 0;
  masks.bedrock[at] |= lowest;
  rock &= ~lowest;
  if (rock == 0) return;
  for (std::size_t g = 0; g < masks.rock.size(); ++g) masks.rock[g][at] |= rock & model.rock_mask(wave, g)[word];
}

}  // namespace

int voxels_below(const Model& model, float height) {
  const float voxels = std::floor((height - model.floor) / model.voxel);
  return static_cast<int>(std::clamp(voxels, 1.0F, static_cast<float>(model.params.chunk_height)));
}

void find_heights(const Model& model, const Frame& frame, ColumnScratch& scratch, Columns& columns) {
  columns.frame = frame;
  columns.words = model.words();
  columns.used = 0;
  columns.masks.resize(model.table.grounds.size());
  find_ground(model, frame, scratch.biomes, columns.ground);
  const std::size_t count = columns.count();
  scratch.relief.resize(count);
  columns.height.resize(count);
  (void)model.relief->grid(grid_of(model, frame), scratch.relief, here).ok();
  const auto relief = static_cast<float>(model.params.relief);
  for (std::size_t i = 0; i < count; ++i)
    columns.height[i] = columns.ground.base[i] + columns.ground.amplification[i] * share_from(scratch.relief[i]) * relief;
}

void fill_to_heights(const Model& model, Columns& columns) {
  columns.solid.resize(static_cast<std::size_t>(columns.words) * columns.count());
  for (std::size_t i = 0; i < columns.count(); ++i) {
    const int top = voxels_below(model, columns.height[i]);
    for (int w = 0; w < columns.words; ++w) columns.solid_at(w, i) = range_bits(0, top, w);
  }
}

void lay_grounds(const Model& model, ColumnScratch& scratch, Columns& columns) {
  const std::size_t count = columns.count();
  scratch.waves.resize(count);
  if (model.most_wave > 0)
    (void)model.strata->grid(grid_of(model, columns.frame), scratch.waves, here).ok();
  else
    std::fill(scratch.waves.begin(), scratch.waves.end(), 0.0F);
  const GroundMasks masks = masks_for(model, columns);
  const auto words = static_cast<std::size_t>(columns.words);
  scratch.surface.resize(words);
  scratch.soil.resize(words);
  for (std::size_t i = 0; i < count; ++i) {
    const int depth = model.biomes[static_cast<std::size_t>(columns.ground.biome[i])].soil;
    find_surface(columns, i, depth, scratch.surface.data(), scratch.soil.data());
    const int wave = static_cast<int>(std::floor(scratch.waves[i] * static_cast<float>(model.most_wave) + 0.5F));
    for (int w = 0; w < columns.words; ++w) {
      const std::uint64_t solid = columns.solid_at(w, i), surface = scratch.surface[static_cast<std::size_t>(w)];
      const std::uint64_t soil = scratch.soil[static_cast<std::size_t>(w)];
      if (surface != 0) lay_surface(model, columns, i, w, surface, masks);
      if (soil != 0) lay_soil(model, columns, i, w, soil, masks);
      lay_rock(model, columns, i, w, solid & ~surface & ~soil, wave, masks);
      masks.water[static_cast<std::size_t>(w) * count + i] |= range_bits(0, model.sea, w) & ~solid;
    }
  }
}

}  // namespace craton::voxels
