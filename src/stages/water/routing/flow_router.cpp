#include "stages/water/routing/flow_router.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/float_order.h"
#include "base/fp_mode.h"
#include "base/parallel.h"
#include "base/text.h"
#include "stages/water/routing/basin_graph.h"
#include "stages/water/routing/flat_drainage.h"
#include "stages/water/routing/flow_rows.h"
#include "stages/water/routing/receiver_distances.h"
#include "surface/borders.h"
#include "surface/check_finite.h"
#include "surface/sweep.h"

namespace craton {

struct FlowRouter::Work {
  Domain domain;
  FlowGraph graph;
  FlatArray<Basin> basins;    // of each cell; 0 where water ends
  std::vector<float> levels;  // of each basin
  FlatArray<double> sums;     // of catchments on a sphere
};

namespace {

constexpr std::uint64_t block_cells = 1 << 16;
constexpr float no_level = -std::numeric_limits<float>::infinity();

Error too_large() { return {ErrorCode::unsupported, "", "too large for the memory of this machine"}; }

Result<void> check_count(std::string_view what, std::size_t given, std::size_t cells) {
  if (given == cells) return {};
  return Error{ErrorCode::invalid_value, "",
               concat({std::to_string(given), " ", what, " for ", std::to_string(cells), " cells that water was routed over"})};
}

/// How steeply it falls over a link, up to a factor: the arithmetic of flow_rows.cpp.
template <EvenTopology T>
float slope_over(const T&, Cell, Link link, float drop) {
  return drop * (1.0F / link.length);
}
float slope_over(const CubeSphere& sphere, Cell from, Link link, float drop) {
  const Vec3f &a = sphere.sites()[from], &b = sphere.sites()[link.to];
  const float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
  return drop / std::sqrt(dx * dx + dy * dy + dz * dz);
}

template <EvenTopology T>
void steepest_of_run(const T& topology, const SteepestRun& run, Cell first, Cell last) {
  std::array<float, 8> inverse = topology.regular_lengths();
  for (float& length : inverse) length = 1.0F / length;
  steepest_even(run, inverse, first, last);
}
void steepest_of_run(const CubeSphere& sphere, const SteepestRun& run, Cell first, Cell last) {
  steepest_on_sphere(run, sphere.sites(), first, last);
}

/// One routing on one topology.
template <Topology T>
class Routing {
 public:
  Routing(const T& topology, std::span<const float> heights, const WaterEnds& ends, FlowGraph& graph, std::span<Basin> basins,
          std::vector<float>& levels, const Execution& execution)
      : topology_(topology),
        heights_(heights),
        ends_(ends),
        graph_(graph),
        receivers_(graph.receiver.span()),
        basins_(basins),
        levels_(levels),
        execution_(execution) {}

  Result<void> run() {
    CRATON_TRY(find_steepest());
    number_minima();
    order_downstream(graph_);
    for (std::size_t i = receivers_.size(); i-- > 0;) basins_[graph_.order[i]] = basins_[receivers_[graph_.order[i]]];
    levels_.assign(count_, no_level);
    if (count_ == 1) return {};
    CRATON_TRY(find_passes());
    leave_hollows();
    order_downstream(graph_);
    return {};
  }

 private:
  Result<void> find_steepest() {
    const SteepestRun run{heights_.data(), topology_.regular_offsets(), ends_.sea_level, receivers_.data()};
    return parallel_blocks(heights_.size(), block_cells, execution_, [&](std::uint64_t begin, std::uint64_t end) {
      sweep(
          topology_, static_cast<Cell>(begin), static_cast<Cell>(end),
          [&](Cell first, Cell last) { steepest_of_run(topology_, run, first, last); },
          [&](Cell cell) { receivers_[cell] = steepest_from(cell); });
    });
  }

  Cell steepest_from(Cell cell) const {
    if (heights_[cell] < ends_.sea_level || at_border(topology_, cell)) return cell;
    float steepest = 0;
    Cell receiver = cell;
    topology_.for_each_link(cell, [&](Link link) {
      const float slope = slope_over(topology_, cell, link, heights_[cell] - heights_[link.to]);
      if (!(slope > steepest)) return;
      steepest = slope;
      receiver = link.to;
    });
    return receiver;
  }

  bool is_end(Cell cell) const {
    return heights_[cell] < ends_.sea_level || (lakes_ && ends_.lakes[cell] > 0) || at_border(topology_, cell);
  }

  /// Ends of water are basin 0; each other cell that is its own receiver is the pit of a basin of its own.
  void number_minima() {
    lakes_ = ends_.lakes.varies() || ends_.lakes[0] > 0;
    if (lakes_)
      for (std::size_t c = 0; c < receivers_.size(); ++c)
        if (ends_.lakes[static_cast<Cell>(c)] > 0) receivers_[c] = static_cast<Cell>(c);

    std::vector<Cell> minima;
    bool any_end = false;
    for (std::size_t c = 0; c < receivers_.size(); ++c) {
      const auto cell = static_cast<Cell>(c);
      basins_[cell] = 0;
      if (receivers_[cell] != cell) continue;
      if (is_end(cell))
        any_end = true;
      else
        minima.push_back(cell);
    }
    if (!any_end) {  // the lowest cell is a minimum
      const auto lowest = std::min_element(minima.begin(), minima.end(), [&](Cell a, Cell b) {
        return heights_[a] != heights_[b] ? heights_[a] < heights_[b] : a < b;
      });
      minima.erase(lowest);
    }
    FlatDrainage<T>(topology_, heights_, receivers_, basins_).drain(minima);
    count_ = 1;
    for (const Cell cell : minima)
      if (receivers_[cell] == cell) basins_[cell] = count_++;
  }

  BasinPass pass_between(Cell from, Cell to) const {
    const std::uint32_t level = ordered_key(std::max(heights_[from], heights_[to]));
    if (basins_[from] < basins_[to]) return {level, basins_[from], basins_[to], from, to};
    return {level, basins_[to], basins_[from], to, from};
  }

  /// Each link once: from the cell of the lower number.
  void passes_of_block(Cell begin, Cell end, PassList& list) const {
    const std::array<std::int32_t, 8> offsets = topology_.regular_offsets();
    std::vector<Cell> candidates(block_cells + border_list_margin);
    sweep(
        topology_, begin, end,
        [&](Cell first, Cell last) {
          const std::size_t count = cells_at_borders(basins_.data(), offsets, first, last, candidates.data());
          for (std::size_t i = 0; i < count; ++i) {
            const Cell cell = candidates[i];
            for (std::size_t k = 4; k < 8; ++k) {
              const Cell to = cell + static_cast<Cell>(offsets[k]);
              if (basins_[to] != basins_[cell]) list.add(pass_between(cell, to));
            }
          }
        },
        [&](Cell cell) {
          topology_.for_each_link(cell, [&](Link link) {
            if (link.to > cell && basins_[link.to] != basins_[cell]) list.add(pass_between(cell, link.to));
          });
        });
  }

  Result<void> find_passes() {
    std::vector<std::vector<BasinPass>> blocks((heights_.size() + block_cells - 1) / block_cells);
    CRATON_TRY(parallel_blocks(heights_.size(), block_cells, execution_, [&](std::uint64_t begin, std::uint64_t end) {
      PassList list;
      passes_of_block(static_cast<Cell>(begin), static_cast<Cell>(end), list);
      blocks[begin / block_cells] = std::move(list.passes());
    }));
    std::size_t total = 0;
    for (const auto& block : blocks) total += block.size();
    passes_.reserve(total);
    for (const auto& block : blocks) passes_.insert(passes_.end(), block.begin(), block.end());
    return {};
  }

  /// Turns the way from each pass down to the pit round, and finds the levels.
  void leave_hollows() {
    for (const BasinExit& exit : lowest_exits(count_, passes_)) {
      levels_[exit.basin] = std::max(levels_[exit.into], number_of_key(exit.level));
      Cell to = exit.to, cell = exit.from;
      for (;;) {
        const Cell next = receivers_[cell];
        receivers_[cell] = to;
        if (next == cell) break;
        to = cell;
        cell = next;
      }
    }
  }

  const T& topology_;
  std::span<const float> heights_;
  const WaterEnds& ends_;
  FlowGraph& graph_;
  std::span<Cell> receivers_;
  std::span<Basin> basins_;
  std::vector<float>& levels_;
  const Execution& execution_;
  bool lakes_ = false;
  std::uint32_t count_ = 1;
  std::vector<BasinPass> passes_;
};

}  // namespace

FlowRouter::FlowRouter(const Domain& domain)
    : work_(std::make_unique<Work>(Work{.domain = domain, .graph = {}, .basins = {}, .levels = {}, .sums = {}})) {}
FlowRouter::~FlowRouter() = default;
FlowRouter::FlowRouter(FlowRouter&&) noexcept = default;

Result<void> FlowRouter::route(std::span<const float> heights, const WaterEnds& ends, const Execution& execution) {
  const FloatingPointMode ieee;
  const std::size_t cells = cell_count(work_->domain);
  if (heights.size() != cells)
    return Error{ErrorCode::invalid_value, "",
                 concat({std::to_string(heights.size()), " heights for ", std::to_string(cells), " cells"})};
  if (ends.lakes.varies() && ends.lakes.values().size() != cells)
    return Error{ErrorCode::invalid_value, "",
                 concat({std::to_string(ends.lakes.values().size()), " values of lakes for ", std::to_string(cells), " cells"})};
  CRATON_TRY(check_finite(heights, "", "water cannot run there", execution));
  try {
    if (work_->basins.empty()) work_->basins = FlatArray<Basin>(cells);
    if (work_->graph.receiver.empty()) work_->graph.receiver = FlatArray<Cell>(cells);
    return std::visit(
        [&](const auto& topology) {
          return Routing(topology, heights, ends, work_->graph, work_->basins.span(), work_->levels, execution).run();
        },
        work_->domain);
  } catch (const std::bad_alloc&) { return too_large(); }
}

const FlowGraph& FlowRouter::graph() const { return work_->graph; }
FlowGraph FlowRouter::take_graph() { return std::exchange(work_->graph, {}); }
std::span<const Cell> FlowRouter::receivers() const { return work_->graph.receiver.span(); }
std::span<const Cell> FlowRouter::order() const { return work_->graph.order.span(); }

Result<void> FlowRouter::catchments(std::span<float> areas, const Execution& execution) const {
  const FloatingPointMode ieee;
  CRATON_TRY(check_count("areas", areas.size(), work_->graph.order.size()));
  const auto fill = [&](auto&& value_of) {
    return parallel_blocks(areas.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) areas[i] = value_of(i);
    });
  };
  if (const auto* sphere = std::get_if<CubeSphere>(&work_->domain)) {
    FlatArray<double>& sums = work_->sums;
    try {
      if (sums.empty()) sums = FlatArray<double>(areas.size());
    } catch (const std::bad_alloc&) { return too_large(); }
    const std::size_t face = sums.size() / 6;  // all faces are alike
    for (std::size_t i = 0; i < face; ++i) sums[i] = sphere->area(static_cast<Cell>(i));
    for (std::size_t f = 1; f < 6; ++f) std::copy_n(sums.begin(), face, sums.begin() + f * face);
    craton::accumulate(work_->graph, sums.span());
    return fill([&](std::uint64_t i) { return static_cast<float>(sums[i]); });
  }
  // Numbers of cells are exact in floats up to 2^24; beyond that only sums of that size are rounded.
  const double area = std::visit([](const auto& topology) { return topology.area(0); }, work_->domain);
  std::fill(areas.begin(), areas.end(), 1.0F);
  craton::accumulate(work_->graph, areas);
  return fill([&](std::uint64_t i) { return static_cast<float>(areas[i] * area); });
}

Result<void> FlowRouter::accumulate(std::span<double> values) const {
  const FloatingPointMode ieee;
  CRATON_TRY(check_count("values", values.size(), work_->graph.order.size()));
  craton::accumulate(work_->graph, values);
  return {};
}

float FlowRouter::level(Cell cell) const { return cell < work_->basins.size() ? work_->levels[work_->basins[cell]] : no_level; }

FlowLevels FlowRouter::levels() const { return {work_->basins.data(), work_->levels.data()}; }

Result<void> FlowRouter::fill(std::span<float> heights, const Execution& execution) const {
  const FloatingPointMode ieee;
  CRATON_TRY(check_count("heights", heights.size(), work_->basins.size()));
  return parallel_blocks(heights.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
    raise_to_levels(work_->basins.data() + begin, work_->levels.data(), heights.data() + begin, end - begin);
  });
}

Result<void> receiver_lengths(const Domain& domain, std::span<const Cell> receivers, std::span<float> lengths,
                              const Execution& execution) {
  const auto own = [](float length) { return length; };
  return std::visit(
      [&](const auto& topology) {
        const ReceiverDistances ways(topology, receivers.data(), own);
        return parallel_blocks(receivers.size(), block_cells, execution, [&](std::uint64_t begin, std::uint64_t end) {
          ways(static_cast<Cell>(begin), end - begin, lengths.data() + begin);
        });
      },
      domain);
}

}  // namespace craton
