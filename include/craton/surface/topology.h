#pragma once

#include <array>
#include <concepts>
#include <cstdint>

#include <craton/surface/coords.h>

namespace craton {

/// Cells from some cell on whose eight links go to cell + offset in reading order (NW N NE W E SW S SE), or a single cell
/// whose links are told by for_each_link alone.
struct CellRun {
  Cell end = 0;
  bool regular = false;
};

/// What stages know of a domain. Links come in a fixed order (reading order around the cell, in the frame of its own row and
/// column), and they are mutual: where a has a link to b, b has one to a, of the same length.
template <class T>
concept Topology = requires(const T& t, Cell c) {
  { t.cell_count() } -> std::same_as<Cell>;
  { t.area(c) } -> std::same_as<double>;    // m²
  { t.centre(c) } -> std::same_as<Vec3d>;   // metres
  { t.spacing() } -> std::same_as<double>;  // metres between neighbours: the step, or on the sphere its mean
  { T::max_degree } -> std::convertible_to<int>;
  { T::even_links } -> std::convertible_to<bool>;  // the length of a regular link depends on its number alone
  { t.regular_offsets() } -> std::same_as<std::array<std::int32_t, 8>>;
  { t.run_from(c) } -> std::same_as<CellRun>;
  t.for_each_link(c, [](Link) {});
};

/// A topology whose regular links have the lengths `regular_lengths()`, in metres.
template <class T>
concept EvenTopology = Topology<T> && T::even_links && requires(const T& t) {
  { t.regular_lengths() } -> std::same_as<std::array<float, 8>>;
};

/// A rectangle of samples.
struct GridSize {
  std::uint32_t width = 0, height = 0;

  friend bool operator==(const GridSize&, const GridSize&) = default;
};

namespace detail {

/// Links on a grid of `width` columns; `wrap_*` closes it onto itself. Sides that wrap are at least 3 long.
struct GridLinks {
  std::uint32_t width = 0, height = 0;
  bool wrap_x = false, wrap_y = false;
  float straight = 0, diagonal = 0;  ///< lengths in metres

  template <class F>
  void for_each(Cell cell, F&& f) const {
    const std::uint32_t row = cell / width, column = cell % width;
    for (int down = -1; down <= 1; ++down) {
      std::uint32_t r = row + static_cast<std::uint32_t>(down);
      if (r >= height) {
        if (!wrap_y) continue;
        r = down < 0 ? height - 1 : 0;
      }
      for (int right = -1; right <= 1; ++right) {
        if (down == 0 && right == 0) continue;
        std::uint32_t c = column + static_cast<std::uint32_t>(right);
        if (c >= width) {
          if (!wrap_x) continue;
          c = right < 0 ? width - 1 : 0;
        }
        f(Link{r * width + c, down != 0 && right != 0 ? diagonal : straight});
      }
    }
  }

  CellRun run_from(Cell cell) const {
    const std::uint32_t row = cell / width, column = cell % width;
    const bool inside = row > 0 && row + 1 < height && column > 0 && column + 1 < width;
    return inside ? CellRun{row * width + width - 1, true} : CellRun{cell + 1, false};
  }

  std::array<std::int32_t, 8> offsets() const {
    const auto w = static_cast<std::int32_t>(width);
    return {-w - 1, -w, -w + 1, -1, 1, w - 1, w, w + 1};
  }

  std::array<float, 8> lengths() const {
    return {diagonal, straight, diagonal, straight, straight, diagonal, straight, diagonal};
  }
};

}  // namespace detail
}  // namespace craton
