#pragma once

#include <vector>

#include "worlds/voxel_columns.h"

namespace craton::voxels {

/// A noise in space, sampled at every fourth voxel of the world and straight between them. Which voxels are sampled depends on
/// the world alone, never on the frame.
class CoarseField {
 public:
  static constexpr int pace = 4;

  /// For voxels from `low` to before `high`.
  void sample(const Noise& noise, const Model& model, const Frame& frame, int low, int high);

  /// Between voxels `low` and `high` of a column of the frame: values at every fourth voxel, of which those at a are in values[a
  /// / 4].
  void column(int x, int y, int low, int high, float* values) const;

 private:
  int width_ = 0, height_ = 0, depth_ = 0, first_ = 0;
  int x_offset_ = 0, y_offset_ = 0;  // of the frame's first column behind the first sample
  std::vector<float> samples_, by_column_;
};

struct SpaceScratch {
  CoarseField field[2];
  std::vector<float> levels[2], ravine[2];
  Columns wide;  ///< heights around the frame, for those displaced
  Words carved, waters;
  std::vector<int> tops;
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

/// Solid voxels that hang in the air: pieces, connected by their faces, that neither stand on the floor nor are longer than
/// `reach` voxels along x or y. What touches water swims, and stays: it may hold the sea off a cave. Fills `floating` and tells
/// whether there are any. Only pieces that meet the columns `margin` away from the borders of the frame count; `margin` must
/// exceed `reach` by two, so that all of a piece is seen.
bool find_floating(const Columns& columns, const Words& waters, int margin, int reach, Words& floating);
/// Whether every solid voxel is seen to stand on the floor: then nothing floats.
bool all_stands(const Columns& columns, Words& scratch);

}  // namespace craton::voxels
