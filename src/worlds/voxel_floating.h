#pragma once

#include <vector>

#include "worlds/voxel_space.h"

namespace craton::voxels {

/// Part of a piece that hangs in the air: one of its voxels, and the columns that it covers.
struct FloatingPiece {
  std::size_t at = 0;       ///< a word of the frame
  std::uint64_t voxel = 0;  ///< a bit of it
  int x0 = 0, x1 = 0, y0 = 0, y1 = 0;
};

struct FloatingScratch {
  Words known, piece;
  Words floating;                   ///< what is to be taken away
  std::vector<FloatingPiece> open;  ///< pieces that may be longer than the frame shows
  std::vector<std::uint32_t> todo;
};

/// Whether every solid voxel is seen to stand on the floor: then nothing floats.
bool all_stands(const Columns& columns, FloatingScratch& scratch);

/// After all_stands: solid voxels that hang in the air: pieces, connected by their faces, that neither stand on the floor nor are
/// longer than `reach` voxels along x or y. What touches water swims, and stays: it may hold the sea off a cave. Only pieces that
/// meet the columns `margin` away from the borders of the frame count. Fills `floating` with those that are surely such, and
/// `open` with those of which too little is seen.
void find_floating(const Columns& columns, const Words& waters, int margin, int reach, FloatingScratch& scratch);

/// Whether the piece of a voxel floats, in a frame that holds reach + 2 columns around all that is known of it. If so,
/// `scratch.piece` has all of it.
bool floats(const Columns& columns, const Words& waters, std::size_t at, std::uint64_t voxel, int reach,
            FloatingScratch& scratch);

}  // namespace craton::voxels
