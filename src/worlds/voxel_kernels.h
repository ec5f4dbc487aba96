#pragma once

#include <cstddef>
#include <cstdint>

namespace craton::voxels {

/// Arrays of kernels have room for whole vectors beyond their end.
inline constexpr std::size_t most_lanes = 16;

/// A cell seen from the columns of a frame: the rectangle that distances are taken to (a point has no extent), in units from the
/// frame's first column, and how the rough fields are mixed for it.
struct CellShape {
  float x_low, x_high, y_low, y_high;
  float mix[2];
};

struct ColumnPlaces {
  const float *x, *y;     ///< units from the frame's first column
  const float* rough[2];  ///< null: straight borders
  std::size_t count;
};

/// nearest[i] = min(nearest[i], distance of column i to the cell in metres, roughness added).
void approach_cell(const ColumnPlaces& columns, const CellShape& cell, float* nearest);

/// What blending knows of one biome.
struct BlendBiome {
  const float* distance;
  float amplification, base, blending;
};

struct BlendResult {
  float *amplification, *base;
  std::int32_t* own;  ///< which of the biomes
};

/// Blends the biomes at every column, by weights that fall smoothly to nothing at `width` metres and know no order.
void blend_columns(const BlendBiome* biomes, std::size_t biome_count, float width, std::size_t count, const BlendResult& out);

/// Land and sea: noises of columns, either null where it does not count. With t = land + bias, land rises to `height` and the sea
/// falls to `depth` within t = ±0.4; hills begin at the shore and are whole from t = 0.25 on. amplification is multiplied by that
/// and by 1 + ruggedness · rugged, the latter stretched and cut to −1 … 1.
struct LandShape {
  const float *land, *rugged;
  float bias, height, depth, ruggedness;
};
void shape_columns(const LandShape& land, std::size_t count, float* amplification, float* base);

/// height[i] = base + amplification · share · relief, where share = ½ + contrast · noise, cut to 0 … 1; flattened near the
/// sea's level by `shelf`, so that there are beaches and shallows: heights keep their order.
struct ColumnRelief {
  const float *base, *amplification, *noise;
  float relief, contrast, shelf;
};
void raise_columns(const ColumnRelief& columns, std::size_t count, float* height);

/// How many voxels lie below each height: at least one, at most `most`.
void count_voxels(const float* height, float floor, float voxel, int most, std::size_t count, std::int32_t* tops);

/// out[i] = value[i] · scale, rounded.
void round_columns(const float* value, float scale, std::size_t count, std::int32_t* out);

/// Columns of one kind of layers: rock up to `rock_end`, soil, one voxel of surface below `top`, water up to the sea.
struct SimpleColumns {
  const std::uint64_t *top, *rock_end;
  const std::uint64_t* entries;  ///< in the palette: of the surface, and of the soil times 256
  const std::int64_t* wave;      ///< of the rock
  std::size_t count;
  int words, sea;
};
/// What the rest of a palette says: bits of the numbers of water and bedrock, and of rock by plane, word and wave.
struct SimplePalette {
  int planes;
  std::uint64_t water, bedrock;
  const std::uint64_t* rock;
  std::size_t waves;
};
/// Bit planes, plane by plane and word by word.
void write_planes(const SimpleColumns& columns, const SimplePalette& palette, std::uint64_t* out);

/// Which values are larger than their eight neighbours: −1 in peaks[y · width + x], else 0. `field` has a border of one value
/// on all sides. Both have room for a vector beyond their end.
void find_peaks(const float* field, std::size_t width, std::size_t height, std::int32_t* peaks);

}  // namespace craton::voxels
