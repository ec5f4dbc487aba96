#pragma once

#include <cstdint>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/position.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/stages/stage.h>

namespace craton {

/// A point of a river's middle line.
struct EndlessRiverPoint {
  Point2 place;      ///< units
  double level = 0;  ///< of the water, metres
  double width = 0;  ///< of the water, metres
};

/// A piece of a river of the stage `endless_rivers`, from upstream to downstream: a line that bends. A lake has one point.
struct EndlessRiver {
  std::vector<EndlessRiverPoint> points;
  int order = 0;          ///< 0: a trunk; tributaries have higher ones
  std::uint64_t key = 0;  ///< its own
  std::uint64_t parent =
      0;  ///< key of the piece that it flows into, of tributaries; the trunk's next piece begins where one ends
};

/// The rivers that touch a box: all of them, wherever the box lies and whatever was asked before; those that are dry or below the
/// sea included. `spec` is the stage in a recipe and `seed` that of the world's recipe. Lines have a point every `step` metres or
/// so.
///
///     Result<std::vector<EndlessRiver>> rivers = endless_rivers_in(spec, recipe.seed, {0, 0}, {1 << 20, 1 << 20}, 50);
CRATON_API Result<std::vector<EndlessRiver>> endless_rivers_in(const StageSpec& spec, Seed seed, Point2 low, Point2 high,
                                                               double step);

}  // namespace craton
