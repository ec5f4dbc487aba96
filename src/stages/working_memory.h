#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <craton/base/export.h>

namespace craton {

/// What a stage needs while it runs beside the layers, and what its objects take: so much for each cell, and so much whatever the
/// size. As measured on worlds of 60 thousand to 2 million cells (docs/memory.md).
struct WorkingMemory {
  std::string_view stage;
  double bytes_per_cell = 0, megabytes = 0;
};

/// One for each of Craton's stages that needs more than a row of cells at a time.
CRATON_API std::span<const WorkingMemory> all_working_memory();

/// Of a stage by its id; one layer of numbers for a stage of others, 0 where it needs next to nothing.
std::uint64_t working_bytes(std::string_view stage, std::uint64_t cells);

}  // namespace craton
