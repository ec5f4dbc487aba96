// A hollow of the ground is what lies below the level of its lowest rim (flow_router.h). All its cells drain through one of them,
// the last that has its level: so one walk upstream gives every drowned cell its hollow, and one walk downstream its catchment.
#include "stages/water/lakes/lake_finder.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <type_traits>

#include "stages/water/bed_loss.h"
#include "surface/link_slots.h"

namespace craton {
namespace {

template <Topology T>
class LakeFinder {
 public:
  LakeFinder(const T& topology, std::span<const float> heights, const FlowRouter& router, const LakeRules& rules)
      : topology_(topology), heights_(heights), level_(router.levels()), graph_(router.graph()), rules_(rules) {}

  Lakes find() {
    found_.number = FlatArray<std::uint32_t>(heights_.size());
    name_hollows();
    gather_areas();
    if (rules_.balanced) gather_water();
    std::vector<bool> counts;
    for (const Lake& lake : found_.lakes) counts.push_back(!too_small(lake));
    for (std::size_t i = 0; i < found_.lakes.size(); ++i)
      if (found_.lakes[i].closed()) lower_to_balance(i);
    largest_first(counts);
    return std::move(found_);
  }

 private:
  bool drowned(Cell cell) const { return level_[cell] > heights_[cell]; }

  Lake& lake_of(Cell cell) { return found_.lakes[found_.number[cell] - 1]; }

  /// From the mouths upstream: a drowned cell belongs to the hollow of its receiver where that has the same level.
  void name_hollows() {
    constexpr std::uint32_t nameless = 1;
    for (std::size_t c = 0; c < heights_.size(); ++c) found_.number[c] = drowned(static_cast<Cell>(c)) ? nameless : 0;
    for (std::size_t i = graph_.order.size(); i-- > 0;) {
      const Cell cell = graph_.order[i], to = graph_.receiver[cell];
      if (found_.number[cell] == 0) continue;
      const float level = level_[cell];
      if (found_.number[to] != 0 && level_[to] == level) {
        found_.number[cell] = found_.number[to];
      } else {
        found_.lakes.push_back({.level = level, .outlet = cell});
        found_.number[cell] = static_cast<std::uint32_t>(found_.lakes.size());
      }
      count_in(lake_of(cell), cell);
    }
  }

  void count_in(Lake& lake, Cell cell) const {
    const float depth = lake.level - heights_[cell];
    const double area = topology_.area(cell);
    lake.area += area;
    lake.volume += area * double{depth};
    if (depth > lake.depth || (depth == lake.depth && cell < lake.deepest)) {
      lake.depth = depth;
      lake.deepest = cell;
    }
  }

  bool too_small(const Lake& lake) const { return lake.area < rules_.least_area || double{lake.depth} < rules_.least_depth; }

  /// From the sources on: what a lake of the old rule gets it keeps, if it cannot overflow.
  void gather_areas() {
    // Where all cells are equally large they are counted.
    using Amount = std::conditional_t<T::even_links, std::uint32_t, double>;
    const auto area_of = [&](Amount amount) { return T::even_links ? amount * topology_.area(0) : double(amount); };
    FlatArray<Amount> areas(heights_.size());
    for (std::size_t c = 0; c < areas.size(); ++c)
      areas[c] = T::even_links ? Amount{1} : static_cast<Amount>(topology_.area(static_cast<Cell>(c)));
    for (const Cell cell : graph_.order) {
      if (found_.number[cell] != 0 && lake_of(cell).outlet == cell) {
        Lake& lake = lake_of(cell);
        lake.catchment = area_of(areas[cell]);
        if (!rules_.balanced && !too_small(lake) && lake.area * rules_.dryness > lake.catchment) {
          lake.outlet = no_cell;
          continue;
        }
      }
      const Cell to = graph_.receiver[cell];
      if (to != cell) areas[to] += areas[cell];
    }
  }

  /// From the sources on, m³ a year: what comes into a full lake, less what it loses, runs over; where that is nothing the lake
  /// has no outlet, and what comes in, with what its own ground would give if it were dry, keeps as much of it as it can.
  void gather_water() {
    struct Budget {
      double loss = 0, as_land = 0;
    };
    std::vector<Budget> budgets(found_.lakes.size());
    kept_by_.assign(found_.lakes.size(), 0.0);
    FlatArray<double> water(heights_.size());
    for (std::size_t c = 0; c < heights_.size(); ++c) {
      const auto cell = static_cast<Cell>(c);
      const double area = topology_.area(cell), gives = area * double{rules_.runoff[cell]};
      const bool in_lake = found_.number[cell] != 0 && !too_small(lake_of(cell));
      water[c] = in_lake ? 0 : gives;
      if (!in_lake) continue;
      Budget& budget = budgets[found_.number[cell] - 1];
      budget.loss += area * double{rules_.loss[cell]};
      budget.as_land += gives;
    }
    for (const Cell cell : graph_.order) {
      if (found_.number[cell] != 0 && lake_of(cell).outlet == cell && !too_small(lake_of(cell))) {
        const std::size_t lake = found_.number[cell] - 1;
        if (!(water[cell] > budgets[lake].loss)) {
          found_.lakes[lake].outlet = no_cell;
          kept_by_[lake] = water[cell] + budgets[lake].as_land;
          continue;
        }
        water[cell] -= budgets[lake].loss;
      }
      const Cell to = graph_.receiver[cell];
      if (to != cell) water[to] += water[cell] - lost_on_the_way(cell, to, water[cell]);
    }
  }

  double lost_on_the_way(Cell cell, Cell to, double water) const {
    if (!rules_.beds_lose || (found_.number[cell] != 0 && !too_small(found_.lakes[found_.number[cell] - 1]))) return 0;
    const double loss{rules_.bed_loss[cell]};
    return loss > 0 ? lost_in_bed(water, loss, double{link_length(topology_, cell, to)}) : 0;
  }

  /// The lake that its catchment can keep, grown from its deepest place over the lowest rims.
  void lower_to_balance(std::size_t index) {
    Lake& lake = found_.lakes[index];
    const auto number = static_cast<std::uint32_t>(index + 1);
    const double wanted = rules_.balanced ? kept_by_[index] : lake.catchment / rules_.dryness;
    const auto costs = [&](Cell cell) {
      const double area = topology_.area(cell);
      return rules_.balanced ? area * (double{rules_.loss[cell]} + double{rules_.runoff[cell]}) : area;
    };
    using Rim = std::pair<float, Cell>;
    std::priority_queue<Rim, std::vector<Rim>, std::greater<>> rims;
    std::vector<Cell> seen{lake.deepest}, kept;
    constexpr std::uint32_t waiting = 0xFFFFFFFFu;
    Lake lower{.level = heights_[lake.deepest], .catchment = lake.catchment};
    double spent = 0;
    rims.push({heights_[lake.deepest], lake.deepest});
    found_.number[lake.deepest] = waiting;
    while (!rims.empty()) {
      const Rim rim = rims.top();
      rims.pop();
      if (!kept.empty() && spent + costs(rim.second) > wanted) {
        lower.level = std::max(lower.level, rim.first);
        break;
      }
      lower.level = std::max(lower.level, rim.first);
      spent += costs(rim.second);
      kept.push_back(rim.second);
      topology_.for_each_link(rim.second, [&](Link link) {
        if (found_.number[link.to] != number) return;
        found_.number[link.to] = waiting;
        seen.push_back(link.to);
        rims.push({std::max(heights_[link.to], rim.first), link.to});
      });
    }
    leave_rest(number, seen);
    for (const Cell cell : kept) {
      found_.number[cell] = number;
      count_in(lower, cell);
    }
    lake = std::move(lower);
  }

  /// Takes the number off all cells of a hollow; `cells` are some of them.
  void leave_rest(std::uint32_t number, std::vector<Cell>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i)
      topology_.for_each_link(cells[i], [&](Link link) {
        if (found_.number[link.to] != number) return;
        found_.number[link.to] = 0;
        cells.push_back(link.to);
      });
    for (const Cell cell : cells) found_.number[cell] = 0;
  }

  /// The new numbers, of those that count.
  void largest_first(const std::vector<bool>& counts) {
    const std::vector<Lake>& all = found_.lakes;
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < all.size(); ++i)
      if (counts[i]) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return all[a].area != all[b].area ? all[a].area > all[b].area : all[a].deepest < all[b].deepest;
    });
    std::vector<std::uint32_t> fresh(found_.lakes.size() + 1, 0);
    std::vector<Lake> lakes;
    lakes.reserve(order.size());
    for (const std::uint32_t i : order) {
      lakes.push_back(found_.lakes[i]);
      fresh[i + 1] = static_cast<std::uint32_t>(lakes.size());
    }
    for (std::uint32_t& number : found_.number) number = fresh[number];
    found_.lakes = std::move(lakes);
  }

  const T& topology_;
  std::span<const float> heights_;
  FlowLevels level_;
  const FlowGraph& graph_;
  const LakeRules& rules_;
  Lakes found_;
  std::vector<double> kept_by_;  // m³ a year that lakes without an outlet have to spend
};

}  // namespace

Lakes find_lakes(const Domain& domain, std::span<const float> heights, const FlowRouter& router, const LakeRules& rules) {
  return std::visit([&](const auto& topology) { return LakeFinder(topology, heights, router, rules).find(); }, domain);
}

}  // namespace craton
