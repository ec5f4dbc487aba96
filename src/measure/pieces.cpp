#include "measure/pieces.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace craton::measure {
namespace {

/// How far a cell is over ground of its piece, and the cell.
using Way = std::pair<float, Cell>;
constexpr float start_mark = 1;  // an array of zeros means "not yet"

/// Dijkstra 1959 within one piece; of equally far cells the one with the highest number. `marks` are distances + start_mark.
template <class T>
Way farthest_from(const T& topology, const Pieces& pieces, Cell start, std::span<float> marks) {
  const std::uint32_t piece = pieces.number[start];
  std::priority_queue<Way, std::vector<Way>, std::greater<>> open;
  marks[start] = start_mark;
  open.emplace(start_mark, start);
  Way farthest{start_mark, start};
  while (!open.empty()) {
    const Way way = open.top();
    open.pop();
    if (way.first > marks[way.second]) continue;
    farthest = std::max(farthest, way);
    topology.for_each_link(way.second, [&](const Link& link) {
      const float further = way.first + link.length;
      float& mark = marks[link.to];
      if (pieces.number[link.to] != piece || (mark != 0 && mark <= further)) return;
      mark = further;
      open.emplace(further, link.to);
    });
  }
  return farthest;
}

}  // namespace

PieceLengths::PieceLengths(const Domain& domain, const Pieces& pieces)
    : domain_(domain), pieces_(pieces), there_(cell_count(domain)), back_(cell_count(domain)) {}

double PieceLengths::of(std::size_t piece) {
  return std::visit(
      [&](const auto& topology) {
        const Way end = farthest_from(topology, pieces_, pieces_.first[piece], there_.span());
        return double{farthest_from(topology, pieces_, end.second, back_.span()).first - start_mark};
      },
      domain_);
}

std::vector<MountainRange> mountain_ranges(const Domain& domain, std::span<const float> heights, float foot, float peak) {
  const Pieces pieces = connected_pieces(domain, [&](Cell cell) { return heights[cell] >= foot; });
  std::vector<float> summits(pieces.size(), foot);
  for (Cell cell = 0; cell < heights.size(); ++cell)
    if (const std::uint32_t number = pieces.number[cell]; number != 0)
      summits[number - 1] = std::max(summits[number - 1], heights[cell]);
  std::vector<MountainRange> ranges;
  PieceLengths lengths(domain, pieces);
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (summits[i] >= peak) ranges.push_back({.area = pieces.areas[i], .length = lengths.of(i), .summit = summits[i]});
  return ranges;
}

}  // namespace craton::measure
