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

class Walks {
 public:
  explicit Walks(FlowGraph& graph)
      : receiver_(graph.receiver.data()), order_(graph.order.data()), size_(graph.receiver.size()), waiting_(size_) {
    for (std::size_t cell = 0; cell < size_; ++cell) {
      std::uint8_t& waiting = waiting_[receiver_[cell]];
      waiting = static_cast<std::uint8_t>(waiting + (receiver_[cell] != cell ? 1 : 0));
    }
  }

  std::size_t run() {
    constexpr std::size_t block_cells = 1 << 15;
    std::vector<Cell> sources(block_cells + 1);  // one may be looked at beyond the last
    for (std::size_t begin = 0; begin < size_; begin += block_cells) {
      const std::size_t end = std::min(begin + block_cells, size_);
      std::size_t count = 0;
      for (std::size_t cell = begin; cell < end; ++cell) {
        sources[count] = static_cast<Cell>(cell);
        count += waiting_[cell] == 0 ? 1 : 0;
      }
      walk_from(sources.data(), count);
    }
    return count_;
  }

 private:
  /// Puts a cell into the order; true where its receiver is ready now. Where water ends the receiver is the cell itself, which is
  /// done and never gets ready.
  bool pass(Cell cell, Cell to) {
    order_[count_++] = cell;
    waiting_[cell] = done;
    return --waiting_[to] == 0;
  }

  void walk_from(const Cell* sources, std::size_t count) {
    constexpr std::size_t walks = 6;
    std::size_t next = 0;
    if (count > 2 * walks) {
      std::array<Cell, walks> at;
      for (Cell& cell : at) cell = sources[next++];
      while (next + walks <= count) {
        for (Cell& cell : at) {
          const Cell to = receiver_[cell];
          const Cell fresh = sources[next];
          const bool goes_on = pass(cell, to);
          cell = goes_on ? to : fresh;
          next += goes_on ? 0 : 1;
        }
      }
      for (const Cell cell : at) walk_down(cell);
    }
    while (next < count) walk_down(sources[next++]);
  }

  void walk_down(Cell cell) {
    for (;;) {
      const Cell to = receiver_[cell];
      if (!pass(cell, to)) return;
      cell = to;
    }
  }

  const Cell* receiver_;
  Cell* order_;
  std::size_t size_, count_ = 0;
  FlatArray<std::uint8_t> waiting_;  // how many that flow into a cell are not done yet
};

}  // namespace

bool order_downstream(FlowGraph& graph) {
  if (graph.order.size() != graph.receiver.size()) graph.order = FlatArray<Cell>(graph.receiver.size());
  return Walks(graph).run() == graph.receiver.size();
}

}  // namespace craton
