#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <craton/surface/domain.h>

#include "surface/flat_array.h"

/// Ground that hangs together: continents, islands, ranges.
namespace craton::measure {

/// Cells of a set that are neighbours, over links of any direction, are one piece.
struct Pieces {
  std::vector<std::uint32_t> number;  ///< of each cell's piece, from 1; 0: not in the set
  std::vector<Cell> first;            ///< the first cell of each piece, in the order of cells
  std::vector<double> areas;          ///< of each, in m²

  std::size_t size() const { return first.size(); }
};

/// `inside(cell)` says which cells are in the set; `alike(first, cell)` which of them belong to the piece of its first cell.
template <class Inside, class Alike>
Pieces connected_pieces(const Domain& domain, const Inside& inside, const Alike& alike) {
  Pieces pieces;
  pieces.number.assign(cell_count(domain), 0);
  std::vector<Cell> open;
  std::visit(
      [&](const auto& topology) {
        for (Cell start = 0; start < topology.cell_count(); ++start) {
          if (pieces.number[start] != 0 || !inside(start)) continue;
          pieces.first.push_back(start);
          const auto number = static_cast<std::uint32_t>(pieces.size());
          double area = 0;
          pieces.number[start] = number;
          open.assign(1, start);
          while (!open.empty()) {
            const Cell cell = open.back();
            open.pop_back();
            area += topology.area(cell);
            topology.for_each_link(cell, [&](const Link& link) {
              if (pieces.number[link.to] != 0 || !inside(link.to) || !alike(start, link.to)) return;
              pieces.number[link.to] = number;
              open.push_back(link.to);
            });
          }
          pieces.areas.push_back(area);
        }
      },
      domain);
  return pieces;
}

template <class Inside>
Pieces connected_pieces(const Domain& domain, const Inside& inside) {
  return connected_pieces(domain, inside, [](Cell, Cell) { return true; });
}

/// How long pieces are: the way over their own ground between two of their cells that are far from each other, in metres. The
/// first of the two is the farthest from any cell, the second is the farthest from the first. Asked once for each piece.
class PieceLengths {
 public:
  PieceLengths(const Domain& domain, const Pieces& pieces);
  double of(std::size_t piece);

 private:
  const Domain& domain_;
  const Pieces& pieces_;
  FlatArray<float> there_, back_;  // pieces do not touch each other's cells
};

/// High ground that hangs together.
struct MountainRange {
  double area = 0, length = 0;  ///< m², m
  float summit = 0;             ///< m

  /// Length by width, where the width is the area by the length; about 1 for a round one.
  double elongation() const { return area > 0 ? length * length / area : 0; }
};
/// Ground above `foot` with a summit of at least `peak`, in the order of cells.
std::vector<MountainRange> mountain_ranges(const Domain& domain, std::span<const float> heights, float foot, float peak);

}  // namespace craton::measure
