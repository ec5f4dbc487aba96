#pragma once

#include <vector>

#include "worlds/voxel_columns.h"

namespace craton::voxels {

/// Columns of a frame, from the first to before the last.
struct ColumnBox {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;

  bool empty() const { return x0 >= x1 || y0 >= y1; }
};

struct StandingScratch {
  struct Part {
    std::size_t at;        ///< a word of the frame
    std::uint64_t voxels;  ///< bits of it
  };
  Words stands;    ///< voxels that are seen to stand
  Words hangs;     ///< voxels that surely do not
  ColumnBox open;  ///< holds those of which the frame shows too little
  Words known, piece;
  std::vector<Part> now, next;
  std::vector<std::uint32_t> todo;
};

/// Solid voxels that stand, in `scratch.stands`; whether all of them do. A voxel stands if it can be reached through solid ones,
/// by their faces, over at most `reach` columns from ground that is solid from the floor up.
bool find_standing(const Columns& columns, int reach, StandingScratch& scratch);

/// Where it matters what stands: in the columns `margin` away from the borders, and below voxel `low` of all others.
struct StandingMatters {
  int margin = 0, low = 0;
};

/// After find_standing: what does not stand where it matters, in `scratch.hangs`, and where the frame shows too little to tell.
/// Of the `uncertain` outermost columns not all that is solid may be known.
void find_hanging(const Columns& columns, StandingMatters matters, int uncertain, StandingScratch& scratch);

}  // namespace craton::voxels
