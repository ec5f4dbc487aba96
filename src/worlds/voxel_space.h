#pragma once

#include <vector>

#include "worlds/voxel_columns.h"
#include "worlds/voxel_field.h"

namespace craton::voxels {

struct SpaceScratch {
  CoarseField field[2];
  std::vector<float> levels[2], ravine[2];
  Columns wide;  ///< heights around the frame, for those displaced
  Words carved, waters;
  AlignedVector<float> reach, limit;
  AlignedVector<std::int32_t> low, high;
  AlignedVector<std::uint32_t> bits;  ///< of one row of columns, in halves of words
  std::vector<int> row_tops;
};

/// Solid voxels of a frame whose heights are known: slopes that hang over, ravines.
void fill_space(const Model& model, ColumnScratch& columns_scratch, SpaceScratch& scratch, Columns& columns);

/// The sea of a frame whose solid voxels are known, in `scratch.waters`.
void find_waters(const Model& model, SpaceScratch& scratch, const Columns& columns);

/// Caves of a frame whose sea is known, in `scratch.carved`; whether there are any. They keep a voxel away from the sea; on
/// the outermost columns they may not, since what lies beyond is not known.
bool find_caves(const Model& model, SpaceScratch& scratch, const Columns& columns);

/// Where water is right beside a voxel, above or below it.
std::uint64_t beside_water(const Columns& columns, const Words& waters, int word, std::size_t column);

/// Takes voxels away from solid ones and from their grounds.
void take_away(const Words& taken, const VoxelTable& table, Columns& columns);

/// Deposits of ore in the rock.
void lay_ores(const Model& model, Columns& columns);

}  // namespace craton::voxels
