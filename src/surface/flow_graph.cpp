// The order is that of Kahn 1962: a cell is ready when all that flow into it are done. Sources are taken in the order of cells,
// and from each one the walk goes on downstream as long as what it reaches is ready. Several walks advance in turn: each waits
// for memory most of the time, and none needs what another is about to write.
#include "surface/flow_graph.h"

#include <algorithm>
#include <array>
#include <vector>

namespace craton {
namespace {

constexpr std::uint8_t done = 0xFF;

/// The loops hold all of these in registers: bytes may alias anything, so that members would be read again after each store.
struct Walk {
  const Cell* receiver;
  std::uint8_t* waiting;  // how many that flow into a cell are not done yet
  Cell* order;            // where the next cell goes

  /// Puts a cell into the order; true where its receiver is ready now. Where water ends the receiver is the cell itself, which is
  /// done and never gets ready.
  bool pass(Cell cell, Cell to) {
    *order++ = cell;
    waiting[cell] = done;
    return --waiting[to] == 0;
  }

  void down_from(Cell cell) {
    for (;;) {
      const Cell to = receiver[cell];
      if (!pass(cell, to)) return;
      cell = to;
    }
  }
};

/// Walks from all sources; the end of the order.
Cell* walk_from(Walk walk, const Cell* sources, std::size_t count) {
  constexpr std::size_t walks = 6;
  std::size_t next = 0;
  if (count > 2 * walks) {
    std::array<Cell, walks> at;
    for (Cell& cell : at) cell = sources[next++];
    while (next + walks <= count) {
      for (Cell& cell : at) {
        const Cell to = walk.receiver[cell], fresh = sources[next];
        const Cell goes_on = walk.pass(cell, to) ? 1 : 0;
        cell = fresh ^ ((fresh ^ to) & (0 - goes_on));  // no branch: nobody can foretell it
        next += 1 - goes_on;
      }
    }
    for (const Cell cell : at) walk.down_from(cell);
  }
  while (next < count) walk.down_from(sources[next++]);
  return walk.order;
}

void count_donors(const Cell* receiver, std::uint8_t* donors, std::size_t size) {
  std::fill_n(donors, size, std::uint8_t{0});
  for (std::size_t cell = 0; cell < size; ++cell) {
    const Cell to = receiver[cell];
    donors[to] = static_cast<std::uint8_t>(donors[to] + (to != cell ? 1 : 0));
  }
}

}  // namespace

bool order_downstream(FlowGraph& graph) {
  const std::size_t size = graph.receiver.size();
  if (graph.order.size() != size) graph.order = FlatArray<Cell>(size);
  if (graph.scratch.size() != size) graph.scratch = FlatArray<std::uint8_t>(size);
  std::uint8_t* waiting = graph.scratch.data();
  count_donors(graph.receiver.data(), waiting, size);

  constexpr std::size_t block_cells = 1 << 15;
  std::vector<Cell> sources(block_cells + 1);  // one may be looked at beyond the last
  Cell* order = graph.order.data();
  for (std::size_t begin = 0; begin < size; begin += block_cells) {
    const std::size_t end = std::min(begin + block_cells, size);
    std::size_t count = 0;
    for (std::size_t cell = begin; cell < end; ++cell) {
      sources[count] = static_cast<Cell>(cell);
      count += waiting[cell] == 0 ? 1 : 0;
    }
    order = walk_from({graph.receiver.data(), waiting, order}, sources.data(), count);
  }
  return order == graph.order.end();
}

}  // namespace craton
