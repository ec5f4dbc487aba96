#pragma once

#include <cstdint>
#include <span>

#include <craton/surface/coords.h>

#include "surface/flat_array.h"

namespace craton {

/// Where water goes. From here on there is no topology, only arrays: each cell has one receiver, itself where water ends (sea,
/// border, lake).
///
///     for (const Cell cell : graph.order) area[graph.receiver[cell]] += area[cell];          // downstream; see `accumulate`
///     for (std::size_t i = graph.order.size(); i-- > 0;) … graph.order[i] …                  // upstream, from the mouths on
struct FlowGraph {
  FlatArray<Cell> receiver;
  FlatArray<Cell> order;  ///< every cell once, before its receiver

  bool ends_at(Cell cell) const { return receiver[cell] == cell; }
};

/// Finds the order. A cell receives from 200 others at most. False where water runs in circles: then the order is not complete.
bool order_downstream(FlowGraph& graph);

/// Adds each cell's value to its receiver's, from the sources to the mouths: areas become catchments.
template <class Number>
void accumulate(const FlowGraph& graph, std::span<Number> values) {
  for (const Cell cell : graph.order) {
    const Cell to = graph.receiver[cell];
    const Number given = to == cell ? Number{} : values[cell];
    values[to] += given;
  }
}

}  // namespace craton
