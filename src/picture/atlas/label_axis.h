#pragma once

#include <vector>

#include "picture/atlas/map_frame.h"
#include "picture/atlas/places.h"

namespace craton::atlas {

/// The parts of a place's line that the page shows, the longest first; parts shorter than `least` pixels are left out.
std::vector<Line> label_lines(const MapFrame& frame, const NamedPlace& place, double least);

/// A calm curve along a winding line, for words that are spread over it: of third degree at most, nowhere far bent.
Line gentle_axis(const Line& line);

/// That curve, and others beside it that are tried where it disturbs: moved across, and flatter ones through its middle.
std::vector<Line> axes_of(const Line& line);

}  // namespace craton::atlas
