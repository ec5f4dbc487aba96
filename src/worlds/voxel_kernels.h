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

}  // namespace craton::voxels
