// Yuan, Braun, Guerit, Rouby & Cordonnier 2019, "A new efficient method to solve the stream power law model taking into account
// sediment deposition", JGR Earth Surface 124: their G is `deposition`. They iterate on heights. Here the rounds are on what is
// cut: given that, one walk downstream finds all loads and deposits exactly, and given the deposits, one walk upstream what is
// cut. An error shrinks by G / (1 + G) in each round, so that it ends for every G and every time step.
#include "stages/water/stream_power/sediment.h"

#include <algorithm>

namespace craton {
namespace {

constexpr int most_rounds = 100;
constexpr float tolerance = 1e-3F;  // metres

void cut(const FlowGraph& graph, std::span<CutCell> cells, float base_level, double n) {
  if (n == 1)
    cut_linear(graph, cells, base_level);
  else
    cut_by_power(graph, cells, base_level, n);
}

}  // namespace

void SedimentLoad::lay(const FlowGraph& graph, std::span<CutCell> cells, float deposition, std::span<const float> sizes) {
  moved_ = 0;
  for (const Cell cell : graph.order) {
    const Cell to = graph.receiver[cell];
    if (to == cell) continue;
    const float size = sizes.empty() ? 1.0F : sizes[cell];
    Carried& here = carried_[cell];
    const float taken = here.risen + here.laid - cells[cell].height;
    const float wanted = deposition * here.load / here.area;
    const float stays = cells[cell].rate > 0 ? std::min(wanted, here.load / size) : 0;  // masked cells only let it pass
    moved_ = std::max(moved_, std::max(stays - here.laid, here.laid - stays));
    here.laid = stays;
    carried_[to].load += here.load + (taken - stays) * size;
  }
  for (std::size_t c = 0; c < cells.size(); ++c) {
    cells[c].height = carried_[c].risen + carried_[c].laid;
    carried_[c].load = 0;
  }
}

Result<void> SedimentLoad::cut_and_lay(const FlowGraph& graph, std::span<CutCell> cells, float base_level, double n,
                                       double deposition, std::span<const float> areas, std::span<const float> sizes,
                                       const Execution& execution) {
  if (carried_.size() != cells.size()) carried_ = FlatArray<Carried>(cells.size());
  for (std::size_t c = 0; c < cells.size(); ++c)
    carried_[c] = {.risen = cells[c].height, .area = std::max(areas[c], sizes.empty() ? 1.0F : sizes[c])};
  cut(graph, cells, base_level, n);
  for (int round = 0; round < most_rounds; ++round) {
    if (execution.cancel && execution.cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
    lay(graph, cells, static_cast<float>(deposition), sizes);
    cut(graph, cells, base_level, n);
    if (moved_ < tolerance) break;
  }
  return {};
}

}  // namespace craton
