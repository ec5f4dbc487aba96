#pragma once

#include <vector>

#include <craton/picture/atlas.h>
#include <craton/picture/waters.h>

#include "picture/atlas/drawing.h"
#include "picture/atlas/flat_rasters.h"
#include "picture/atlas/labels.h"
#include "picture/atlas/map_frame.h"

// Coasts, lakes and rivers as lines on a page.
namespace craton::atlas {

struct MapInks {
  Ink coast, river, lake, shore, water_line;
  double coast_width = 0.9;  ///< units
  double river_width = 1;    ///< times as wide as on maps of heights
};
MapInks map_inks(AtlasStyle style);

/// The parts of the map that lines are drawn from.
struct LineSources {
  const MapFrame* frame = nullptr;
  const FlatRasters* rasters = nullptr;
  double unit = 1;
};

/// Lines of equal distance from the coast, out at sea: fainter and farther apart as they go.
Result<void> draw_water_lines(Drawing& drawing, const LineSources& from, const MapInks& inks, const Execution& execution);
void draw_coast(Drawing& drawing, const LineSources& from, const MapInks& inks);
/// Names keep off rivers: `busy` is told of them.
Result<void> draw_rivers(Drawing& drawing, const LineSources& from, const Domain& domain, const Waters& waters,
                         const MapInks& inks, BusyMap& busy, const Execution& execution);
Result<void> draw_lakes(Drawing& drawing, const LineSources& from, const Domain& domain, const Waters& waters,
                        const MapInks& inks, const Execution& execution);

}  // namespace craton::atlas
