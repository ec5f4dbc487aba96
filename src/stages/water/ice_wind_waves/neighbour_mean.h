#pragma once

#include <array>

#include "stages/link_weight.h"
#include "surface/sweep.h"

namespace craton {

/// Of each cell in [begin, end): the mean of its neighbours, less its own value.
template <class T>
void towards_neighbours(const T& topology, const float* values, float* out, Cell begin, Cell end) {
  const auto spacing = static_cast<float>(topology.spacing());
  const auto single = [&](Cell cell) {
    float sum = 0, weights = 0;
    topology.for_each_link(cell, [&](Link link) {
      const float weight = link_weight(link.length / spacing);
      sum += weight * (values[link.to] - values[cell]);
      weights += weight;
    });
    out[cell] = sum / weights;
  };
  if constexpr (T::even_links) {
    const std::array<std::int32_t, 8> offset = topology.regular_offsets();
    const std::array<float, 8> length = topology.regular_lengths();
    std::array<float, 8> weight;
    float weights = 0;
    for (std::size_t k = 0; k < 8; ++k) {
      weight[k] = link_weight(length[k] / spacing);
      weights += weight[k];
    }
    sweep(
        topology, begin, end,
        [&](Cell first, Cell last) {
          for (Cell cell = first; cell < last; ++cell) {
            const float* at = values + cell;
            float sum = 0;
            for (std::size_t k = 0; k < 8; ++k) sum += weight[k] * (at[offset[k]] - *at);
            out[cell] = sum / weights;
          }
        },
        single);
  } else {
    for (Cell cell = begin; cell < end; ++cell) single(cell);
  }
}

}  // namespace craton
