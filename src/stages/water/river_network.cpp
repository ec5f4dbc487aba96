#include "stages/water/river_network.h"

#include <algorithm>
#include <numeric>

#include "surface/borders.h"
#include "surface/link_slots.h"

namespace craton {
namespace {

template <Topology T>
class NetworkFinder {
 public:
  NetworkFinder(const T& topology, std::span<const float> heights, const Lakes& lakes, const RiverRules& rules, FlowGraph graph)
      : topology_(topology), heights_(heights), lakes_(lakes), rules_(rules), graph_(std::move(graph)) {}

  RiverNetwork find(FlatArray<float> surface) {
    found_.bed = std::move(surface);
    uncross();
    order_downstream(graph_);
    gather_water();
    lower_beds();
    pick_rivers();
    return std::move(found_);
  }

 private:
  bool is_sea(Cell cell) const { return heights_[cell] < rules_.sea_level; }
  bool carries_river(Cell cell) const { return found_.discharge[cell] >= rules_.least_discharge && !graph_.ends_at(cell); }
  std::uint32_t lake_at(Cell cell) const { return lakes_.number[cell]; }

  /// Whether water at `a` stands before `b` in any downstream order: higher, or on level water earlier.
  bool above(Cell a, Cell b) const {
    return found_.bed[a] != found_.bed[b] ? found_.bed[a] > found_.bed[b] : place_[a] < place_[b];
  }

  /// Two links that cross join in the lower of their two ends: all four stay in the order "above".
  void uncross() {
    place_ = FlatArray<Cell>(graph_.order.size());
    for (std::size_t i = 0; i < graph_.order.size(); ++i) place_[graph_.order[i]] = static_cast<Cell>(i);
    constexpr int beside[slot_count][2] = {{1, 3}, {-1, -1}, {1, 4}, {-1, -1}, {-1, -1}, {3, 6}, {-1, -1}, {4, 6}};
    for (std::size_t c = 0; c < graph_.receiver.size(); ++c) {
      const auto cell = static_cast<Cell>(c);
      const Cell to = graph_.receiver[cell];
      if (to == cell) continue;
      std::array<Cell, slot_count> around;
      around.fill(no_cell);
      int slot = -1;
      for_each_slot(topology_, cell, [&](int at, Link link) {
        around[static_cast<std::size_t>(at)] = link.to;
        if (link.to == to) slot = at;
      });
      if (slot < 0 || beside[slot][0] < 0) continue;
      const Cell left = around[static_cast<std::size_t>(beside[slot][0])],
                 right = around[static_cast<std::size_t>(beside[slot][1])];
      if (left == no_cell || right == no_cell) continue;
      if (graph_.receiver[left] == right) meet(cell, to, left, right);
      if (graph_.receiver[right] == left) meet(cell, to, right, left);
    }
  }
  void meet(Cell a, Cell a_to, Cell b, Cell b_to) {
    if (graph_.receiver[a] != a_to) return;
    if (above(a_to, b_to))
      graph_.receiver[a] = b_to;
    else
      graph_.receiver[b] = a_to;
  }

  void gather_water() {
    found_.discharge = FlatArray<double>(heights_.size());
    for (std::size_t c = 0; c < heights_.size(); ++c) {
      const auto cell = static_cast<Cell>(c);
      found_.discharge[c] = is_sea(cell) ? 0 : topology_.area(cell) * double{rules_.rain[cell]};
    }
    accumulate(graph_, found_.discharge.span());
  }

  void lower_beds() {
    for (const Cell cell : graph_.order) {
      float& next = found_.bed[graph_.receiver[cell]];
      next = std::min(next, found_.bed[cell]);
    }
  }

  float length_between(Cell from, Cell to) const {
    float length = 0;
    topology_.for_each_link(from, [&](Link link) { length = link.to == to ? link.length : length; });
    return length;
  }

  /// How far it is from each cell up to the farthest beginning of a river.
  void look_upstream() {
    reach_ = FlatArray<float>(heights_.size());
    for (const Cell cell : graph_.order) {
      if (!carries_river(cell)) continue;
      const Cell to = graph_.receiver[cell];
      reach_[to] = std::max(reach_[to], reach_[cell] + length_between(cell, to));
    }
  }

  /// The river that flows from `cell` into its receiver is long enough to count.
  bool counts(Cell cell) const {
    return carries_river(cell) && double{reach_[cell] + length_between(cell, graph_.receiver[cell])} >= rules_.least_length;
  }

  /// The cells that flow into a cell as rivers, the one with the most water first.
  std::vector<Cell> donors(Cell cell) const {
    std::vector<Cell> all;
    topology_.for_each_link(cell, [&](Link link) {
      if (graph_.receiver[link.to] == cell && carries_river(link.to)) all.push_back(link.to);
    });
    std::sort(all.begin(), all.end(), [&](Cell a, Cell b) {
      return found_.discharge[a] != found_.discharge[b] ? found_.discharge[a] > found_.discharge[b] : a < b;
    });
    return all;
  }

  /// A river still to be followed upstream: its last cell before the mouth.
  struct Beginning {
    Cell last;
    std::uint32_t joins;
  };

  void pick_rivers() {
    look_upstream();
    found_.number = FlatArray<std::uint32_t>(heights_.size());
    std::vector<Beginning> open;
    for (std::size_t c = 0; c < heights_.size(); ++c) {
      const auto cell = static_cast<Cell>(c);
      if (!graph_.ends_at(cell) && graph_.ends_at(graph_.receiver[cell]) && counts(cell)) open.push_back({cell, 0});
    }
    std::sort(open.begin(), open.end(), [&](const Beginning& a, const Beginning& b) {
      return found_.discharge[a.last] != found_.discharge[b.last] ? found_.discharge[a.last] > found_.discharge[b.last]
                                                                  : a.last < b.last;
    });
    for (std::size_t next = 0; next < open.size();) follow(open[next++], open);
    find_orders();
  }

  /// Upstream along the most water; what else flows in is put to `open`.
  void follow(Beginning begin, std::vector<Beginning>& open) {
    River river{.cells = {graph_.receiver[begin.last]}, .joins = begin.joins};
    const auto number = static_cast<std::uint32_t>(found_.rivers.size() + 1);
    for (Cell cell = begin.last;;) {
      river.cells.push_back(cell);
      const std::vector<Cell> from = donors(cell);
      for (std::size_t i = 1; i < from.size(); ++i) add_tributary(from[i], number, open);
      if (from.empty()) break;
      cell = from[0];
    }
    // What only crosses a lake that nothing flows into begins at its outlet.
    while (river.cells.size() > 2 && lake_at(river.cells.back()) != 0 &&
           lake_at(river.cells.back()) == lake_at(river.cells[river.cells.size() - 2]))
      river.cells.pop_back();
    if (lake_at(begin.last) != 0 && lake_at(begin.last) == lake_at(river.cells.back()) && river.cells.size() == 2 &&
        lake_at(river.cells[0]) == lake_at(begin.last))
      return;
    std::reverse(river.cells.begin(), river.cells.end());
    describe(river);
    for (std::size_t i = 0; i + 1 < river.cells.size(); ++i) found_.number[river.cells[i]] = number;
    found_.rivers.push_back(std::move(river));
  }

  /// In a lake there are no confluences: each river ends where it enters.
  void add_tributary(Cell donor, std::uint32_t joins, std::vector<Beginning>& open) const {
    const std::uint32_t lake = lake_at(donor);
    if (lake == 0 || lake_at(graph_.receiver[donor]) != lake) {
      if (counts(donor)) open.push_back({donor, joins});
      return;
    }
    for (const Cell cell : donors(donor)) add_tributary(cell, joins, open);
  }

  void describe(River& river) const {
    const Cell mouth = river.cells.back(), last = river.cells[river.cells.size() - 2];
    river.lake = lake_at(mouth);
    river.mouth = river.lake != 0               ? Mouth::lake
                  : river.joins != 0            ? Mouth::river
                  : is_sea(mouth)               ? Mouth::sea
                  : at_border(topology_, mouth) ? Mouth::border
                                                : Mouth::sink;
    river.discharge = found_.discharge[last];
    for (std::size_t i = 0; i + 1 < river.cells.size(); ++i)
      river.length += double{length_between(river.cells[i], river.cells[i + 1])};
  }

  /// Tributaries come after the rivers they join. Through a lake the order of what flows in counts at its outlet; the highest two
  /// decide (Strahler 1957).
  void find_orders() {
    std::vector<std::vector<std::uint32_t>> tributaries(found_.rivers.size());
    for (std::uint32_t i = 0; i < found_.rivers.size(); ++i)
      if (found_.rivers[i].joins != 0) tributaries[found_.rivers[i].joins - 1].push_back(i);
    for (std::size_t i = found_.rivers.size(); i-- > 0;) {
      River& river = found_.rivers[i];
      std::vector<std::pair<std::size_t, int>> joining;  // place along the river, order
      for (const std::uint32_t t : tributaries[i])
        joining.push_back({place_of_joining(river, found_.rivers[t]), found_.rivers[t].order});
      std::sort(joining.begin(), joining.end());
      for (const auto& [place, order] : joining) river.order = order == river.order ? order + 1 : std::max(order, river.order);
    }
  }
  std::size_t place_of_joining(const River& river, const River& tributary) const {
    const Cell mouth = tributary.cells.back();
    for (std::size_t i = 0; i < river.cells.size(); ++i)
      if (tributary.lake != 0 ? lake_at(river.cells[i]) == tributary.lake : river.cells[i] == mouth) return i;
    return river.cells.size();
  }

  const T& topology_;
  std::span<const float> heights_;
  const Lakes& lakes_;
  const RiverRules& rules_;
  FlowGraph graph_;
  RiverNetwork found_;
  FlatArray<Cell> place_;
  FlatArray<float> reach_;
};

/// Lakes with an outlet stand at their level, and water crosses them; closed ones are where it ends.
Result<FlowGraph> route_over_lakes(const Domain& domain, const Lakes& lakes, std::span<float> surface, float sea_level,
                                   const Execution& execution) {
  FlatArray<float> closed(surface.size());
  bool any = false;
  for (std::size_t c = 0; c < surface.size(); ++c) {
    if (lakes.number[c] == 0) continue;
    const Lake& lake = lakes.lakes[lakes.number[c] - 1];
    surface[c] = lake.level;
    closed[c] = lake.closed() ? 1.0F : 0.0F;
    any |= lake.closed();
  }
  WaterEnds ends{.sea_level = sea_level};
  if (any) ends.lakes = std::as_const(closed).span();
  FlowRouter router(domain);
  CRATON_TRY(router.route(surface, ends, execution));
  FlowGraph graph;
  graph.receiver = FlatArray<Cell>(surface.size());
  graph.order = FlatArray<Cell>(surface.size());
  std::copy(router.receivers().begin(), router.receivers().end(), graph.receiver.begin());
  std::copy(router.order().begin(), router.order().end(), graph.order.begin());
  return graph;
}

}  // namespace

Result<RiverNetwork> find_rivers(const Domain& domain, std::span<const float> heights, const Lakes& lakes,
                                 const RiverRules& rules, const Execution& execution) {
  FlatArray<float> surface(heights.size());
  std::copy(heights.begin(), heights.end(), surface.begin());
  Result<FlowGraph> graph = route_over_lakes(domain, lakes, surface.span(), rules.sea_level, execution);
  if (!graph) return graph.error();
  return std::visit(
      [&](const auto& topology) {
        return NetworkFinder(topology, heights, lakes, rules, *std::move(graph)).find(std::move(surface));
      },
      domain);
}

}  // namespace craton
