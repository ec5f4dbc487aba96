#pragma once

#include <span>

#include "surface/flow_graph.h"

/// Rivers cut: the implicit step of dh/dt = −K A^m S^n along a flow graph (Braun & Willett 2013). Only arrays: what a graph, its
/// lengths and areas came from does not matter here.
namespace craton {

/// A cell in a step. Before: the ground as uplift has left it. After: the ground as the river has left it.
struct CutCell {
  float height = 0;  ///< m
  /// What the river can do, F = K Δt A^m / length^n. For n = 1 it is F / (1 + F), the part of the drop to the receiver that is
  /// cut (`linear_share`). 0 where water ends.
  float rate = 0;
};

constexpr float linear_share(float rate) { return rate / (1 + rate); }

/// Cuts from the mouths upstream, each cell towards the new ground of its receiver, never below it and never below `base_level`
/// (rivers run into the sea, not down to its floor). Where the receiver is higher, in hollows, nothing is cut.
void cut_linear(const FlowGraph& graph, std::span<CutCell> cells, float base_level);  ///< n = 1
void cut_by_power(const FlowGraph& graph, std::span<CutCell> cells, float base_level, double n);

/// What is left of a drop d > 0 (m) when rate · drop^n goes in the step: the root x of x + rate · x^n = d. n 0.3 … 4.
class DropLeft {
 public:
  explicit DropLeft(double n);
  float operator()(float drop, float rate) const;

 private:
  double n_, bend_;  // bend: the exponent of the convex form
};

}  // namespace craton
