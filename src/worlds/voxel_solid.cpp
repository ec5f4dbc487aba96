// The columns of a frame, step by step: heights, overhangs and ravines, the sea, caves, grounds. After overhangs and after caves
// what hangs in the air goes. Only where a frame shows too little of a piece its surroundings are made as well.
#include <algorithm>
#include <bit>
#include <utility>

#include "base/function_ref.h"
#include "worlds/voxel_make.h"

namespace craton::voxels {
namespace {

int standing_reach(const Model& model) { return static_cast<int>(model.params.floating_reach / model.params.step); }

/// Makes the solid voxels of a wider frame in a window.
using MakeWindow = FunctionRef<void(const Frame& frame, VoxelContext::Window& window)>;

/// How much of the surroundings of a piece is made first: most of them show then that they stand, or end.
constexpr int first_look = 4;

/// What of the columns does not stand, in `state.standing.hangs`; whether there is anything.
bool find_hanging_around(const Columns& columns, StandingMatters matters, int uncertain, int reach, VoxelContext::State& state,
                         VoxelContext::Window& window, MakeWindow make) {
  StandingScratch& standing = state.standing;
  if (find_standing(columns, reach, standing)) return false;
  find_hanging(columns, matters, uncertain, standing);
  if (standing.open.empty()) return true;
  ColumnBox open = standing.open;
  Words hangs = standing.hangs;
  const Columns& wide = window.columns;
  for (const int look : {first_look, reach}) {
    if (look > reach) continue;
    const int grown = look + uncertain, x0 = open.x0 - grown, y0 = open.y0 - grown;
    make({columns.frame.x + x0, columns.frame.y + y0, open.x1 + grown - x0, open.y1 + grown - y0}, window);
    (void)find_standing(wide, reach, standing);
    // No way of so many columns leaves the last window: what does not stand there hangs.
    const bool last = look == reach;
    if (!last) find_hanging(wide, {.margin = grown}, uncertain, standing);
    for (int w = 0; w < columns.words; ++w)
      for (int y = open.y0; y < open.y1; ++y)
        for (int x = open.x0; x < open.x1; ++x) {
          const std::size_t at =
              static_cast<std::size_t>(w) * wide.count() + static_cast<std::size_t>((y - y0) * wide.frame.width + x - x0);
          hangs[static_cast<std::size_t>(w) * columns.count() + static_cast<std::size_t>(y * columns.frame.width + x)] |=
              last ? wide.solid[at] & ~standing.stands[at] : standing.hangs[at];
        }
    if (last || standing.open.empty()) break;
    const ColumnBox left = standing.open;
    open = {left.x0 + x0, left.y0 + y0, left.x1 + x0, left.y1 + y0};
  }
  standing.hangs = std::move(hangs);
  return true;
}

/// Slopes that hang over, and ravines; pieces may be left that hang in the air where that does not matter.
void make_slopes(const Model& model, const Frame& frame, StandingMatters matters, VoxelContext::State& state,
                 VoxelContext::Window& out) {
  Columns& columns = out.columns;
  find_heights(model, frame, state.scratch, columns);
  fill_space(model, state.scratch, out.space, columns);
  const int reach = standing_reach(model);
  if (model.params.overhangs == VoxelOverhangs::none || reach == 0) return;
  const bool any =
      find_hanging_around(columns, matters, 0, reach, state, state.slopes, [&](const Frame& wider, VoxelContext::Window& window) {
        find_heights(model, wider, state.scratch, window.columns);
        fill_space(model, state.scratch, window.space, window.columns);
      });
  if (!any) return;
  for (std::size_t i = 0; i < columns.solid.size(); ++i) columns.solid[i] &= ~state.standing.hangs[i];
}

/// Fills the columns of voxels that hold the sea off a cave, but do not stand: they must not go.
void hold_the_sea(Columns& columns, SpaceScratch& space, Words& hangs, int margin) {
  const std::size_t count = columns.count();
  const auto width = static_cast<std::size_t>(columns.frame.width);
  for (int y = margin; y < columns.frame.height - margin; ++y)
    for (int x = margin; x < columns.frame.width - margin; ++x) {
      const std::size_t i = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
      int filled = 0;  // voxels from the floor
      for (int w = 0; w < columns.words; ++w) {
        const std::uint64_t wet = hangs[static_cast<std::size_t>(w) * count + i] & beside_water(columns, space.waters, w, i);
        if (wet != 0) filled = 64 * w + static_cast<int>(std::bit_width(wet));
      }
      for (int w = 0; 64 * w < filled; ++w) {
        const std::size_t at = static_cast<std::size_t>(w) * count + i;
        const std::uint64_t pillar = range_bits(0, filled, w);
        columns.solid[at] |= pillar;
        space.carved[at] &= ~pillar;
        hangs[at] &= ~pillar;
      }
    }
}

void take_caves(Columns& columns, const SpaceScratch& space) {
  for (std::size_t i = 0; i < columns.solid.size(); ++i) columns.solid[i] &= ~space.carved[i];
}

/// Caves of columns whose slopes are made, in `space.carved`; whether there are any. Pieces that they cut off are part of them.
bool dig_caves(const Model& model, int margin, VoxelContext::State& state, VoxelContext::Window& out) {
  Columns& columns = out.columns;
  SpaceScratch& space = out.space;
  find_waters(model, space, columns);
  if (!find_caves(model, space, columns)) return false;
  const int reach = standing_reach(model);
  if (reach == 0) return true;
  state.before_caves = columns.solid;
  take_caves(columns, space);
  const bool any = find_hanging_around(
      columns, {.margin = margin}, 1, reach, state, state.caves, [&](const Frame& wider, VoxelContext::Window& window) {
        // What is left in the air stands no more for being left.
        make_slopes(model, wider, {.margin = std::max(wider.width, wider.height), .low = model.sea}, state, window);
        find_waters(model, window.space, window.columns);
        if (find_caves(model, window.space, window.columns)) take_caves(window.columns, window.space);
      });
  columns.solid = state.before_caves;
  if (!any) return true;
  hold_the_sea(columns, space, state.standing.hangs, margin);
  for (std::size_t i = 0; i < space.carved.size(); ++i) space.carved[i] |= state.standing.hangs[i];
  return true;
}

}  // namespace

void make_columns(const Model& model, const Frame& frame, int margin, VoxelContext::State& state) {
  VoxelContext::Window& own = state.own;
  const bool hollow = model.params.caves > 0;
  // Caves must know the sea around them.
  make_slopes(model, frame, {.margin = margin, .low = hollow ? model.sea : 0}, state, own);
  const bool caves = hollow && dig_caves(model, margin, state, own);
  lay_grounds(model, margin, state.scratch, own.columns);
  if (model.params.ores) lay_ores(model, own.columns);
  if (caves) take_away(own.space.carved, model.table, own.columns);
}

}  // namespace craton::voxels
