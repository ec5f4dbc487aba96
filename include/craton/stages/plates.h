#pragma once

#include <cstdint>
#include <span>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/surface/surface.h>

/// Plates of a world: the layer `plate` holds their numbers, row i of the table `plates` is number i + 1.
namespace craton {

/// Moves cells (regions) to another plate. Everything that the table knows follows: cells, edges and areas of all plates that
/// changed, their middles, and their motions, which are carried along the ground to the new middles. Heights stay: they are what
/// other stages made of the plates. `by_regions`: edges are cells whose true (Voronoi) regions touch another plate, not those
/// with a link to one on the grid.
///
/// Errors: no plates, no such plate or cell, a plate that would have nothing left. Then nothing has changed.
///
///     move_to_plate(world.surface, std::array{cell, other}, 7);
CRATON_API Result<void> move_to_plate(Surface& surface, std::span<const Cell> cells, std::int64_t plate, bool by_regions = false);

}  // namespace craton
