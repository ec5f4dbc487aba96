#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <craton/base/params.h>
#include <craton/surface/domain.h>

/// Which of a cell's neighbours an erosion looks at.
namespace craton {

enum class Neighbourhood { moore, von_neumann, rotated_von_neumann };
template <>
std::span<const std::string_view> choice_names<Neighbourhood>();

/// A step to a neighbour in the frame of the cell's own row and column.
struct GridStep {
  int right, down;
  constexpr bool diagonal() const { return right != 0 && down != 0; }
};

/// All eight in reading order: the order of links. Step k and step 7 − k are opposite.
inline constexpr std::array<GridStep, 8> all_steps{{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};

/// The steps of a neighbourhood in reading order; step k and the k-th from the end are opposite.
template <Neighbourhood N>
constexpr auto steps_of() {
  if constexpr (N == Neighbourhood::moore) {
    return all_steps;
  } else {
    std::array<GridStep, 4> steps{};
    std::size_t count = 0;
    for (const GridStep step : all_steps)
      if (step.diagonal() == (N == Neighbourhood::rotated_von_neumann)) steps[count++] = step;
    return steps;
  }
}

constexpr std::uint32_t most_links(Neighbourhood n) { return n == Neighbourhood::moore ? 8 : 4; }

/// The step of the eight that a cell's links lack: at the cube's corners, where it would cross two edges at once. 8: none.
inline std::size_t missing_step(const CubeSphere& sphere, Cell cell) {
  const std::uint32_t last = sphere.resolution() - 1;
  const std::uint32_t column = cell % sphere.resolution(), row = cell / sphere.resolution() % sphere.resolution();
  if ((column != 0 && column != last) || (row != 0 && row != last)) return 8;
  return (row == 0 ? 0u : 5u) + (column == 0 ? 0u : 2u);
}

/// The links of a cell of a sphere that belong to a neighbourhood, in their order. A von Neumann neighbour shares a side with the
/// cell in the frame of its face (over an edge of the cube: the cell on the other side), a rotated one only a corner; what is a
/// side for one is a side for the other, so links stay mutual.
template <class F>
void for_each_neighbour(const CubeSphere& sphere, Neighbourhood n, Cell cell, F&& f) {
  std::size_t step = 0;
  const std::size_t missing = missing_step(sphere, cell);
  sphere.for_each_link(cell, [&](Link link) {
    step += step == missing ? 1 : 0;
    const bool diagonal = all_steps[step++].diagonal();
    if (n == Neighbourhood::moore || diagonal == (n == Neighbourhood::rotated_von_neumann)) f(link);
  });
}

}  // namespace craton
