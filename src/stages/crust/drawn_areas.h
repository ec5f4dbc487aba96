#pragma once

#include <cstdint>
#include <span>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/tables.h>
#include <craton/surface/topology.h>

#include "base/function_ref.h"

namespace craton {

/// The number, from 1, of the first plate in the drawing whose areas hold a cell's place; 0 where none does.
Result<void> fill_drawn_areas(const PlateDrawing& drawing, std::span<std::int32_t> plate,
                              FunctionRef<PlateDrawing::Point(Cell)> place_of, const Execution& execution);

}  // namespace craton
