#pragma once

#include <vector>

#include <craton/stages/endless_rivers.h>

namespace craton::drainage {

/// Rivers of the stage `endless_land` around a box, as far as they hold water: pieces from a source or a confluence to the next,
/// cut also where they leave a square of 32 cells of their level, so that a piece is the same whoever asks. Streams that samples
/// `step` metres apart would not show are left out. `order` grows as rivers get smaller; `parent` is the piece that goes on.
Result<std::vector<EndlessRiver>> river_pieces(const StageSpec& spec, Seed seed, Point2 low, Point2 high, double step);

}  // namespace craton::drainage
