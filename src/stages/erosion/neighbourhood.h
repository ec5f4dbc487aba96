#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <craton/base/params.h>
#include "surface/link_slots.h"

/// Which of a cell's neighbours an erosion looks at.
namespace craton {

enum class Neighbourhood { moore, von_neumann, rotated_von_neumann };
template <>
std::span<const std::string_view> choice_names<Neighbourhood>();

/// The steps of a neighbourhood in reading order; step k and the k-th from the end are opposite.
template <Neighbourhood N>
constexpr auto steps_of() {
  if constexpr (N == Neighbourhood::moore) {
    return std::to_array(slot_steps);
  } else {
    std::array<GridStep, 4> steps{};
    std::size_t count = 0;
    for (const GridStep step : slot_steps)
      if (step.diagonal() == (N == Neighbourhood::rotated_von_neumann)) steps[count++] = step;
    return steps;
  }
}

constexpr std::uint32_t most_links(Neighbourhood n) { return n == Neighbourhood::moore ? 8 : 4; }

/// The links of a cell of a sphere that belong to a neighbourhood, in their order. A von Neumann neighbour shares a side with the
/// cell in the frame of its face (over an edge of the cube: the cell on the other side), a rotated one only a corner; what is a
/// side for one is a side for the other, so links stay mutual.
template <class F>
void for_each_neighbour(const CubeSphere& sphere, Neighbourhood n, Cell cell, F&& f) {
  for_each_slot(sphere, cell, [&](int slot, Link link) {
    if (n == Neighbourhood::moore || slot_steps[slot].diagonal() == (n == Neighbourhood::rotated_von_neumann)) f(link);
  });
}

}  // namespace craton
