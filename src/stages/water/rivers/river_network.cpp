// Water runs down the ground, along the floor of lakes and out of each hollow over its lowest rim (flow_router.h), so that every
// lake has one outlet. Rivers are followed upstream from their mouths, always along the most water; through a lake from its
// outlet to the river that brings it the most.
#include "stages/water/rivers/river_network.h"

#include <algorithm>
#include <array>
#include <optional>

#include "stages/water/bed_loss.h"
#include "stages/water/routing/flow_router.h"
#include "surface/borders.h"
#include "surface/link_slots.h"
#include "surface/sweep.h"

namespace craton {
namespace {

template <Topology T>
class NetworkFinder {
 public:
  NetworkFinder(const T& topology, std::span<const float> heights, const Lakes& lakes, const RiverRules& rules)
      : topology_(topology), heights_(heights), lakes_(lakes), rules_(rules) {}

  RiverNetwork find(std::optional<FlowRouter> router) {
    graph_ = router->take_graph();
    uncross(router->levels());
    router.reset();
    order_downstream(graph_);
    find_outlets();
    gather_water();
    close_dried_lakes();
    pick_rivers();
    find_orders();
    find_beds();
    found_.receiver = std::move(graph_.receiver);
    return std::move(found_);
  }

 private:
  bool is_sea(Cell cell) const { return heights_[cell] < rules_.sea_level; }
  bool carries_river(Cell cell) const { return carries_[cell] != 0 && !graph_.ends_at(cell); }
  std::uint32_t lake_at(Cell cell) const { return lakes_.number[cell]; }

  // --- links that do not cross

  /// Two links that cross join in the lower of their two ends. What is lower is told by the level that water has on its way out,
  /// and where that is equal by the order downstream: neither ever turns back, and so no water runs in circles.
  void uncross(const FlowLevels& level) {
    FlatArray<Cell> place(heights_.size());
    for (std::size_t i = 0; i < graph_.order.size(); ++i) place[graph_.order[i]] = static_cast<Cell>(i);
    const auto above = [&](Cell a, Cell b) {
      const float level_a = std::max(heights_[a], level[a]), level_b = std::max(heights_[b], level[b]);
      return level_a != level_b ? level_a > level_b : place[a] < place[b];
    };
    const auto meet = [&](Cell a, Cell a_to, Cell b, Cell b_to) {
      if (graph_.receiver[a] != a_to || graph_.receiver[b] != b_to) return;
      if (!above(a_to, b_to)) {
        std::swap(a, b);
        std::swap(a_to, b_to);
      }
      // A lake has one outlet, even where two of its cells could reach the sill.
      const bool out_of_lake = lake_at(a) != 0 && lake_at(a) == lake_at(b) && lake_at(a) == lake_at(a_to) && lake_at(b_to) == 0;
      graph_.receiver[a] = out_of_lake ? b : b_to;
    };
    sweep(
        topology_, 0, static_cast<Cell>(heights_.size()),
        [&](Cell first, Cell last) {
          const std::array<std::int32_t, 8> offsets = topology_.regular_offsets();
          for (Cell cell = first; cell < last; ++cell) {
            const auto step = static_cast<std::int32_t>(graph_.receiver[cell] - cell);
            if (step != offsets[0] && step != offsets[2] && step != offsets[5] && step != offsets[7]) continue;
            const std::int32_t across = step == offsets[0] || step == offsets[5] ? -1 : 1;
            const Cell to = graph_.receiver[cell], left = cell + static_cast<Cell>(across),
                       right = cell + static_cast<Cell>(step - across);
            meet(cell, to, left, right);
            meet(cell, to, right, left);
          }
        },
        [&](Cell cell) { uncross_slots(cell, meet); });
  }
  template <class Meet>
  void uncross_slots(Cell cell, const Meet& meet) {
    constexpr int beside[slot_count][2] = {{1, 3}, {-1, -1}, {1, 4}, {-1, -1}, {-1, -1}, {3, 6}, {-1, -1}, {4, 6}};
    const Cell to = graph_.receiver[cell];
    if (to == cell) return;
    std::array<Cell, slot_count> around;
    around.fill(no_cell);
    int slot = -1;
    for_each_slot(topology_, cell, [&](int at, Link link) {
      around[static_cast<std::size_t>(at)] = link.to;
      if (link.to == to) slot = at;
    });
    if (slot < 0 || beside[slot][0] < 0) return;
    const Cell left = around[static_cast<std::size_t>(beside[slot][0])],
               right = around[static_cast<std::size_t>(beside[slot][1])];
    if (left == no_cell || right == no_cell) return;
    meet(cell, to, left, right);
    meet(cell, to, right, left);
  }

  // --- water

  /// What lakes with an outlet lose, m³ a year.
  std::vector<double> losses_of_lakes() const {
    std::vector<double> losses(lakes_.lakes.size(), 0.0);
    if (!rules_.lakes_lose) return losses;
    for (std::size_t c = 0; c < heights_.size(); ++c)
      if (const std::uint32_t lake = lakes_.number[c]; lake != 0)
        losses[lake - 1] += topology_.area(static_cast<Cell>(c)) * double{rules_.lake_loss[static_cast<Cell>(c)]};
    return losses;
  }

  /// Discharge, and how far it is from each cell up to the farthest beginning of a river. What once is a river stays one, though
  /// lakes and its bed take of its water, until all is gone: there it ends.
  void gather_water() {
    found_.discharge = FlatArray<double>(heights_.size());
    reach_ = FlatArray<float>(heights_.size());
    carries_ = FlatArray<std::uint8_t>(heights_.size());
    WaterBalance& balance = found_.balance;
    for (std::size_t c = 0; c < heights_.size(); ++c) {
      const auto cell = static_cast<Cell>(c);
      const bool dry = is_sea(cell) || (rules_.lakes_lose && lake_at(cell) != 0);
      found_.discharge[c] = dry ? 0 : topology_.area(cell) * double{rules_.rain[cell]};
      balance.runoff += found_.discharge[c];
    }
    const std::vector<double> losses = losses_of_lakes();
    for (const Cell cell : graph_.order) {
      const Cell to = graph_.receiver[cell];
      const std::uint32_t lake = lake_at(cell);
      if (rules_.lakes_lose && lake != 0 && found_.outlets[lake - 1] == cell) {
        const double lost = std::min(losses[lake - 1], found_.discharge[cell]);
        found_.discharge[cell] -= lost;
        balance.lakes += lost;
        if (!(found_.discharge[cell] > 0)) {
          end_lake(lake);
          continue;
        }
      }
      if (found_.discharge[cell] >= rules_.least_discharge) carries_[cell] = 1;
      if (to == cell) {
        double& end = is_sea(cell)                 ? balance.sea
                      : lake != 0                  ? balance.lakes
                      : at_border(topology_, cell) ? balance.border
                                                   : balance.sinks;
        end += found_.discharge[cell];
        continue;
      }
      const double lost = lost_on_the_way(cell);
      balance.beds += lost;
      if (carries_[cell] != 0 && !(found_.discharge[cell] > lost)) {
        graph_.receiver[cell] = cell;
        continue;
      }
      found_.discharge[to] += found_.discharge[cell] - lost;
      if (carries_[cell] == 0) continue;
      carries_[to] = 1;
      reach_[to] = std::max(reach_[to], reach_[cell] + link_length(topology_, cell, to));
    }
  }

  double lost_on_the_way(Cell cell) const {
    if (!rules_.beds_lose || lake_at(cell) != 0 || is_sea(cell)) return 0;
    const double loss{rules_.bed_loss[cell]};
    if (!(loss > 0)) return 0;
    return lost_in_bed(found_.discharge[cell], loss, double{link_length(topology_, cell, graph_.receiver[cell])});
  }

  /// A lake that rivers do not fill has no outlet: water ends where it comes to its shore.
  void end_lake(std::uint32_t lake) {
    found_.outlets[lake - 1] = no_cell;
    any_dried_ = true;
  }
  void close_dried_lakes() {
    if (!any_dried_) return;
    for (std::size_t c = 0; c < heights_.size(); ++c)
      if (const std::uint32_t lake = lakes_.number[c]; lake != 0 && found_.outlets[lake - 1] == no_cell)
        graph_.receiver[c] = static_cast<Cell>(c);
  }

  void find_outlets() {
    found_.outlets.assign(lakes_.lakes.size(), no_cell);
    for (std::size_t c = 0; c < heights_.size(); ++c) {
      const std::uint32_t lake = lakes_.number[c];
      if (lake != 0 && lake_at(graph_.receiver[c]) != lake) found_.outlets[lake - 1] = static_cast<Cell>(c);
    }
  }

  // --- rivers

  /// The river that flows from `cell` into its receiver is long enough to count.
  bool counts(Cell cell) const {
    return carries_river(cell) &&
           double{reach_[cell] + link_length(topology_, cell, graph_.receiver[cell])} >= rules_.least_length;
  }

  bool more_water(Cell a, Cell b) const {
    return found_.discharge[a] != found_.discharge[b] ? found_.discharge[a] > found_.discharge[b] : a < b;
  }

  template <class F>
  void for_each_river_into(Cell cell, const F& f) const {
    topology_.for_each_link(cell, [&](Link link) {
      if (graph_.receiver[link.to] == cell && carries_river(link.to)) f(link.to);
    });
  }

  /// The cells from which rivers flow into a cell, the one with the most water first; into a lake, where the cell is its outlet:
  /// in a lake there are no confluences.
  const std::vector<Cell>& rivers_into(Cell cell) {
    into_.clear();
    within_.assign(1, cell);
    const std::uint32_t lake = lake_at(cell);
    while (!within_.empty()) {
      const Cell at = within_.back();
      within_.pop_back();
      for_each_river_into(at, [&](Cell from) { (lake != 0 && lake_at(from) == lake ? within_ : into_).push_back(from); });
    }
    std::sort(into_.begin(), into_.end(), [&](Cell a, Cell b) { return more_water(a, b); });
    return into_;
  }

  /// A river still to be followed upstream: its last cell before the mouth.
  struct Beginning {
    Cell last;
    std::int64_t joins;
  };

  void pick_rivers() {
    found_.number = std::move(graph_.order);  // of no use any more
    std::fill(found_.number.begin(), found_.number.end(), 0);
    std::vector<Beginning> open;
    for (std::size_t c = 0; c < heights_.size(); ++c) {
      const auto cell = static_cast<Cell>(c);
      if (carries_river(cell) && graph_.ends_at(graph_.receiver[cell]) && counts(cell)) open.push_back({cell, -1});
    }
    std::sort(open.begin(), open.end(), [&](const Beginning& a, const Beginning& b) { return more_water(a.last, b.last); });
    for (std::size_t next = 0; next < open.size();) follow(open[next++], open);
  }

  /// Upstream along the most water; what else flows in is put to `open`.
  void follow(Beginning begin, std::vector<Beginning>& open) {
    River river{.cells = {graph_.receiver[begin.last]}, .joins = begin.joins};
    const auto number = static_cast<std::uint32_t>(found_.rivers.size() + 1);
    for (Cell cell = begin.last;;) {
      river.cells.push_back(cell);
      const std::vector<Cell>& from = rivers_into(cell);
      for (std::size_t i = 1; i < from.size(); ++i)
        if (counts(from[i])) open.push_back({from[i], std::int64_t{number} - 1});
      if (from.empty()) break;
      const std::size_t shore = river.cells.size();
      for (Cell in_lake = graph_.receiver[from[0]]; in_lake != cell; in_lake = graph_.receiver[in_lake])
        river.cells.push_back(in_lake);
      std::reverse(river.cells.begin() + static_cast<std::ptrdiff_t>(shore), river.cells.end());
      cell = from[0];
    }
    std::reverse(river.cells.begin(), river.cells.end());
    describe(river);
    for (std::size_t i = 0; i + 1 < river.cells.size(); ++i) found_.number[river.cells[i]] = number;
    found_.rivers.push_back(std::move(river));
  }

  void describe(River& river) const {
    const Cell mouth = river.cells.back(), last = river.cells[river.cells.size() - 2];
    river.lake = std::int64_t{lake_at(mouth)} - 1;
    river.mouth = river.lake >= 0               ? Mouth::lake
                  : river.joins >= 0            ? Mouth::river
                  : is_sea(mouth)               ? Mouth::sea
                  : at_border(topology_, mouth) ? Mouth::border
                                                : Mouth::sink;
    river.discharge = found_.discharge[last];
    river.width = river_width(river.discharge);
    for (std::size_t i = 0; i + 1 < river.cells.size(); ++i)
      river.length += double{link_length(topology_, river.cells[i], river.cells[i + 1])};
  }

  // --- orders and beds, along the rivers

  /// Of several rivers that meet in one place the highest two decide (Strahler 1957); what flows into a lake meets at its outlet.
  /// Tributaries come after the rivers they join.
  void find_orders() {
    FlatArray<std::uint8_t>& arriving = graph_.scratch;  // twice the highest order, and one more where two rivers have it
    std::fill(arriving.begin(), arriving.end(), std::uint8_t{0});
    for (std::size_t i = found_.rivers.size(); i-- > 0;) {
      River& river = found_.rivers[i];
      for (std::size_t k = 0; k + 1 < river.cells.size(); ++k) {
        const int highest = arriving[river.cells[k]] / 2, twice = arriving[river.cells[k]] % 2;
        river.order = highest > river.order ? highest + twice : river.order + (highest == river.order ? 1 : 0);
      }
      if (river.joins < 0) continue;
      std::uint8_t& there = arriving[river.lake >= 0 ? found_.outlets[static_cast<std::size_t>(river.lake)] : river.cells.back()];
      if (river.order == there / 2)
        there |= 1;
      else
        there = std::max(there, static_cast<std::uint8_t>(2 * river.order));
    }
  }

  float surface_at(Cell cell) const { return lakes_.surface(cell, std::max(heights_[cell], rules_.sea_level)); }

  /// Beds go down to the lowest ground that their river has come over, but not below the lakes that it comes to.
  void find_beds() {
    found_.bed = std::move(reach_);  // of no use any more
    for (const River& river : found_.rivers)
      for (const Cell cell : river.cells) found_.bed[cell] = surface_at(cell);
    for (std::size_t i = found_.rivers.size(); i-- > 0;) {
      const std::vector<Cell>& cells = found_.rivers[i].cells;
      for (std::size_t k = 0; k + 1 < cells.size(); ++k)
        if (lake_at(cells[k + 1]) == 0) found_.bed[cells[k + 1]] = std::min(found_.bed[cells[k + 1]], found_.bed[cells[k]]);
    }
    for (const River& river : found_.rivers)
      for (std::size_t k = river.cells.size() - 1; k-- > 0;)
        found_.bed[river.cells[k]] = std::max(found_.bed[river.cells[k]], found_.bed[river.cells[k + 1]]);
  }

  const T& topology_;
  std::span<const float> heights_;
  const Lakes& lakes_;
  const RiverRules& rules_;
  FlowGraph graph_;
  RiverNetwork found_;
  FlatArray<float> reach_;
  FlatArray<std::uint8_t> carries_;
  std::vector<Cell> into_, within_;
  bool any_dried_ = false;
};

/// Water ends in closed lakes and in sinks; other lakes it crosses.
Result<void> route(FlowRouter& router, std::span<const float> heights, const Lakes& lakes, const RiverRules& rules,
                   const Execution& execution) {
  WaterEnds ends{.sea_level = rules.sea_level, .lakes = rules.sinks};
  FlatArray<float> closed;
  if (std::any_of(lakes.lakes.begin(), lakes.lakes.end(), [](const Lake& lake) { return lake.closed(); })) {
    closed = FlatArray<float>(heights.size());
    for (std::size_t c = 0; c < heights.size(); ++c) {
      const bool in_closed = lakes.number[c] != 0 && lakes.lakes[lakes.number[c] - 1].closed();
      closed[c] = in_closed ? 1.0F : rules.sinks[static_cast<Cell>(c)];
    }
    ends.lakes = std::as_const(closed).span();
  }
  return router.route(heights, ends, execution);
}

}  // namespace

void name_lakes(const RiverNetwork& network, Lakes& lakes) {
  std::vector<bool> fed(lakes.lakes.size(), false);
  for (const River& river : network.rivers)
    for (std::size_t i = 0; i + 1 < river.cells.size(); ++i) {
      const std::uint32_t next = lakes.number[river.cells[i + 1]];
      if (next != 0 && lakes.number[river.cells[i]] != next) fed[next - 1] = true;
    }
  for (std::size_t i = 0; i < lakes.lakes.size(); ++i) {
    Lake& lake = lakes.lakes[i];
    lake.outlet = network.outlets[i];
    lake.kind =
        lake.closed() ? (fed[i] ? LakeKind::terminal : LakeKind::closed) : (fed[i] ? LakeKind::flow_through : LakeKind::source);
  }
}

Result<RiverNetwork> find_rivers(const Domain& domain, std::span<const float> heights, const Lakes& lakes,
                                 const RiverRules& rules, const Execution& execution) {
  std::optional<FlowRouter> router(domain);
  CRATON_TRY(route(*router, heights, lakes, rules, execution));
  return std::visit([&](const auto& topology) { return NetworkFinder(topology, heights, lakes, rules).find(std::move(router)); },
                    domain);
}

}  // namespace craton
