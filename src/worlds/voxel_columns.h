#pragma once

#include <vector>

#include "worlds/voxel_biomes.h"

namespace craton::voxels {

using Words = std::vector<std::uint64_t>;

/// The columns of a frame as bits: 64 voxels above each other are a word.
struct Columns {
  Frame frame;
  int words = 1;
  ColumnGround ground;
  AlignedVector<float> height;  ///< metres, before anything three-dimensional
  Words solid;                  ///< [word][column]
  std::uint64_t used = 0;       ///< which grounds have masks
  std::vector<Words> masks;     ///< [ground][word][column]

  std::size_t count() const { return static_cast<std::size_t>(frame.count()); }
  std::uint64_t& solid_at(int word, std::size_t column) { return solid[static_cast<std::size_t>(word) * count() + column]; }
  std::uint64_t solid_at(int word, std::size_t column) const { return solid[static_cast<std::size_t>(word) * count() + column]; }
  std::uint64_t mask_at(GroundId ground_id, int word, std::size_t column) const {
    return (used >> ground_id & 1) != 0 ? masks[ground_id][static_cast<std::size_t>(word) * count() + column] : 0;
  }
  /// The masks of a ground, which are empty at first.
  std::uint64_t* masks_of(GroundId ground_id) {
    if ((used >> ground_id & 1) == 0) {
      used |= std::uint64_t{1} << ground_id;
      masks[ground_id].assign(static_cast<std::size_t>(words) * count(), 0);
    }
    return masks[ground_id].data();
  }
};

struct ColumnScratch {
  BiomeScratch biomes;
  AlignedVector<float> relief, height, waves;
};

/// Climate and heights of a frame.
void find_heights(const Model& model, const Frame& frame, ColumnScratch& scratch, Columns& columns);

/// Heights of columns whose climate is known, in `scratch.height`.
void raise_ground(const Model& model, const Frame& frame, const ColumnGround& ground, ColumnScratch& scratch);

/// How many voxels of a column lie below a height.
int voxels_below(const Model& model, float height);

/// The number of voxels up to the highest solid one, 0 where there is none.
int top_of(const Columns& columns, std::size_t column);

/// Fills columns up to their heights.
void fill_to_heights(const Model& model, Columns& columns);

/// Gives solid voxels their grounds, by what lies above them and at which height they are; and fills the sea. Of columns nearer
/// than `margin` to the borders nobody asks.
void lay_grounds(const Model& model, int margin, ColumnScratch& scratch, Columns& columns);

}  // namespace craton::voxels
