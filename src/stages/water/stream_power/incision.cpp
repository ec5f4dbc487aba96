// Braun & Willett 2013, "A very efficient O(n), implicit and parallel method to solve the stream power equation governing fluvial
// incision and landscape evolution", Geomorphology 180–181: cells in the order from the mouths upstream, each against the new
// height of its receiver; for n = 1 in closed form (their eq. 21), else by Newton's method (eq. 23).
#include "stages/water/stream_power/incision.h"

#include <algorithm>
#include <cmath>

#include "stages/water/stream_power/float_power.h"

namespace craton {
namespace {

/// Calls cut(cell's risen ground, receiver's new ground, rate) upstream, where the first is higher.
template <class Cut>
void cut_upstream(const FlowGraph& graph, CutCell* cells, float base_level, Cut cut) {
  const Cell* order = graph.order.data();
  const Cell* receiver = graph.receiver.data();
  for (std::size_t i = graph.order.size(); i-- > 0;) {
    CutCell& cell = cells[order[i]];
    const float base = std::max(cells[receiver[order[i]]].height, base_level);
    cell.height = cut(cell.height, base, cell.rate);
  }
}

}  // namespace

void cut_linear(const FlowGraph& graph, std::span<CutCell> cells, float base_level) {
  cut_upstream(graph, cells.data(), base_level, [](float ground, float base, float share) {
    const float drop = std::max(ground - base, 0.0F);
    return std::max(ground - share * drop, std::min(ground, base));  // rounding takes no cell below its receiver
  });
}

// Either n or 1/n is ≥ 1. In y = x/d with G = rate · d^(n−1): y + G yⁿ = 1. For n ≥ 1 take t = y: t + G tⁿ = 1. For n < 1 take
// t = yⁿ: t^(1/n) + G t = 1. Both are convex and rising in t, and positive at the smaller root of their two parts alone, so that
// Newton's method falls monotonically onto the root from there: no bounds, no oscillation.
DropLeft::DropLeft(double n) : n_(n), bend_(n < 1 ? 1 / n : n) {}

float DropLeft::operator()(float drop, float rate) const {
  const float gain = std::min(rate * float_power(std::max(drop, 1e-30F), n_ - 1), 1e30F);
  if (!(gain > 1e-30F)) return drop;
  const float bent = n_ < 1 ? 1.0F : gain, straight = n_ < 1 ? gain : 1.0F;
  if (bend_ == 2) {  // a quadratic
    const float root = std::sqrt(straight * straight + 4 * bent);
    const float t = 2 / (straight + root);
    return n_ < 1 ? drop * t * t : drop * t;
  }
  float t = std::min(1 / straight, float_power(bent, -1 / bend_));
  for (int i = 0; i < 12; ++i) {
    const float power = bent * float_power(std::max(t, 1e-30F), bend_ - 1);
    const float above = (power + straight) * t - 1;
    const float next = t - above / (static_cast<float>(bend_) * power + straight);
    const bool arrived = !(next < t * 0.999999F);
    t = std::min(t, next);
    if (arrived) break;
  }
  return drop * (n_ < 1 ? float_power(std::max(t, 1e-30F), bend_) : t);
}

void cut_by_power(const FlowGraph& graph, std::span<CutCell> cells, float base_level, double n) {
  const DropLeft left(n);
  cut_upstream(graph, cells.data(), base_level, [&](float ground, float base, float rate) {
    if (!(ground > base) || !(rate > 0)) return ground;
    return std::clamp(base + left(ground - base, rate), base, ground);
  });
}

}  // namespace craton
