#pragma once

#include <span>

#include "base/parallel.h"
#include "stages/compute/cell_functions.h"
#include "stages/fields.h"

/// Stages that change a layer cell by cell, by a strength.
namespace craton {

/// values[c] goes towards shape(values[c], fields[c]…), which must be inlined always, or it costs ten times as much.
template <class Shape, class... Fields>
Result<void> change_cells(std::span<float> values, const Execution& execution, const Field& strength, Shape shape,
                          const Fields&... fields) {
  constexpr std::uint64_t block_cells = 1 << 15;
  return parallel_blocks(values.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    float* at = values.data() + begin;
    const std::size_t count = end - begin;
    visit_fields(
        static_cast<Cell>(begin),
        [=](auto share, auto... field) {
          for (std::size_t i = 0; i < count; ++i) at[i] = by_strength(at[i], shape(at[i], field[i]...), share[i]);
        },
        strength, fields...);
  });
}

}  // namespace craton
