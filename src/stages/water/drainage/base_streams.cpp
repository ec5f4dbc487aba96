// Where water flows on a finished map. A flood rises from the sea and the lakes, lowest level first (Barnes et al. 2014,
// "Priority-flood"); each cell of land drains to the one from which the flood reached it. Cells on the map's rivers wait for
// their own receivers. A way that would cross another at a corner of cells is none.
#include <algorithm>
#include <cmath>
#include <queue>

#include "stages/water/drainage/base_map.h"
#include "stages/water/drainage/large_country.h"

namespace craton::drainage {
namespace {

constexpr double least_fall = 2e-5;  // metres a metre
constexpr double least_step = 0.02;  // metres

class BaseStreams {
 public:
  BaseStreams(const BaseMap& map, double lowering)
      : map_(map),
        lowering_(lowering),
        nodes_(map.size()),
        corners_(map.size(), 0),
        reached_(map.size(), 0),
        on_course_(map.size(), 0) {
    for (Cell c = 0; c < map_.size(); ++c) {
      nodes_[c].sea = !map_.is_land(c);
      nodes_[c].z = map_.level_of(c);
    }
    follow_rivers();
    flood();
    open_lakes();
    gather();
  }

  std::vector<Node> take() { return std::move(nodes_); }

 private:
  /// Of a way over a corner: the cell to the south-east of the corner, and which diagonal it is; 0 where the way is straight.
  struct Corner {
    Cell cell = no_cell;
    std::uint8_t diagonal = 0;  ///< 1: down to the east, 2: up to the east
  };
  Corner corner(Cell cell, int way) const {
    if (!(way & 1)) return {};
    const std::int64_t column = cell % map_.width, row = cell / map_.width;
    const bool east = way == 1 || way == 7, south = way == 1 || way == 3;
    const auto diagonal = static_cast<std::uint8_t>(way == 1 || way == 5 ? 1 : 2);
    return {map_.cell(column + (east ? 1 : 0), row + (south ? 1 : 0)), diagonal};
  }
  bool crosses(Cell cell, int way) const {
    const Corner at = corner(cell, way);
    return at.cell != no_cell && corners_[at.cell] != 0 && corners_[at.cell] != at.diagonal;
  }
  void set_way(Cell cell, int way) {
    nodes_[cell].way = static_cast<std::int8_t>(way);
    if (const Corner at = corner(cell, way); at.cell != no_cell) corners_[at.cell] = at.diagonal;
  }
  double length(int way) const { return map_.metres() * ((way & 1) ? std::sqrt(2.0) : 1.0); }

  /// Larger rivers first: they keep their ways where others would cross them.
  void follow_rivers() {
    for (const std::vector<Cell>& course : map_.courses)
      for (std::size_t i = 0; i + 1 < course.size(); ++i) {
        const Cell from = course[i], to = course[i + 1];
        if (!map_.is_land(from) || nodes_[from].way != no_way) continue;
        const int way = map_.way_to(from, to);
        if (way == no_way || crosses(from, way) || leads_back(to, from)) continue;
        set_way(from, way);
        on_course_[from] = 1;
      }
  }
  bool leads_back(Cell at, Cell from) const {
    while (at != from && nodes_[at].way != no_way) at = map_.beside(at, nodes_[at].way);
    return at == from;
  }

  double wanted(Cell cell) const {
    const auto bed = static_cast<double>(std::min(map_.beds[cell], map_.ground[cell]));
    return std::max({bed - lowering_ * static_cast<double>(map_.rugged[cell]), 0.25 * bed, 0.3});
  }

  void flood() {
    using Entry = std::pair<double, Cell>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    bool water = false;
    for (Cell c = 0; c < map_.size(); ++c) {
      if (map_.is_land(c)) continue;
      water = true;
      reached_[c] = 1;
      queue.emplace(nodes_[c].z, c);
    }
    if (!water) {  // a world of land alone: all drains to its lowest place
      const auto lowest = static_cast<Cell>(std::min_element(map_.ground.begin(), map_.ground.end()) - map_.ground.begin());
      begin_at_sink(lowest, queue);
    }
    order_.reserve(map_.size());
    for (Cell next = 0;;) {
      while (!queue.empty()) {
        const Cell cell = queue.top().second;
        queue.pop();
        order_.push_back(cell);
        for (int way = 0; way < 8; ++way) {
          const Cell donor = map_.beside(cell, back(way));
          if (donor == no_cell || reached_[donor] != 0) continue;
          const int own = nodes_[donor].way;
          if (own != no_way ? own != way : crosses(donor, way)) continue;
          set_way(donor, way);
          reached_[donor] = 1;
          nodes_[donor].z = std::max(wanted(donor), nodes_[cell].z + length(way) * least_fall + least_step);
          queue.emplace(nodes_[donor].z, donor);
        }
      }
      // Rivers that end in a hollow without water: it is the bottom of their basin.
      while (next < map_.size() && reached_[next] != 0) ++next;
      if (next == map_.size()) break;
      Cell bottom = next;
      while (nodes_[bottom].way != no_way && reached_[map_.beside(bottom, nodes_[bottom].way)] == 0)
        bottom = map_.beside(bottom, nodes_[bottom].way);
      begin_at_sink(bottom, queue);
    }
  }
  template <class Queue>
  void begin_at_sink(Cell cell, Queue& queue) {
    nodes_[cell].way = sink;
    nodes_[cell].z = wanted(cell);
    reached_[cell] = 1;
    queue.emplace(nodes_[cell].z, cell);
  }

  /// From its outlet a lake runs into the lowest land beside it that drains elsewhere.
  void open_lakes() {
    for (std::size_t lake = 0; lake < map_.lakes.size(); ++lake) {
      const Cell outlet = map_.lakes[lake].outlet;
      if (outlet == no_cell || map_.water[outlet] != BaseMap::first_lake + lake) continue;
      int best = no_way;
      double lowest = map_.lakes[lake].level;
      for (int way = 0; way < 8; ++way) {
        const Cell to = map_.beside(outlet, way);
        if (to == no_cell || !map_.is_land(to) || crosses(outlet, way) || !(nodes_[to].z < lowest)) continue;
        best = way;
        lowest = nodes_[to].z;
      }
      if (best != no_way) set_way(outlet, best);
    }
  }

  /// Water from the springs down. All cells of a lake have one level and come before what runs into it, so what leaves it is
  /// known when the first of them is met.
  void gather() {
    const double square = map_.metres() * map_.metres();
    std::vector<std::uint32_t> left(map_.lakes.size(), 0);
    std::vector<double> areas(map_.lakes.size(), 0), flows(map_.lakes.size(), 0);
    for (const std::uint32_t water : map_.water)
      if (water >= BaseMap::first_lake) ++left[water - BaseMap::first_lake];
    for (std::size_t k = order_.size(); k-- > 0;) {
      const Cell cell = order_[k];
      Node& node = nodes_[cell];
      node.area += square;
      node.flow += square * runoff_of(static_cast<double>(map_.rain[cell]), static_cast<double>(map_.temperature[cell]));
      if (node.sea) {
        if (map_.water[cell] == BaseMap::sea) continue;
        const std::size_t lake = map_.water[cell] - BaseMap::first_lake;
        areas[lake] += node.area;
        flows[lake] += node.flow;
        const Cell outlet = map_.lakes[lake].outlet;
        if (--left[lake] > 0 || outlet == no_cell || !nodes_[outlet].flows()) continue;
        nodes_[outlet].area = areas[lake];
        nodes_[outlet].flow = flows[lake];
        give(nodes_[outlet], map_.beside(outlet, nodes_[outlet].way));
        continue;
      }
      if (on_course_[cell] != 0) node.flow = std::max(node.flow, static_cast<double>(map_.discharge[cell]));
      if (node.flows()) give(node, map_.beside(cell, node.way));
    }
  }
  void give(const Node& node, Cell to) {
    nodes_[to].area += node.area;
    nodes_[to].flow += node.flow;
  }

  const BaseMap& map_;
  double lowering_;
  std::vector<Node> nodes_;
  std::vector<std::uint8_t> corners_;  ///< of the corner to the north-west of each cell, the diagonal that a way takes
  std::vector<std::uint8_t> reached_, on_course_;  ///< on_course_: where water goes as a river of the map does
  std::vector<Cell> order_;
};

}  // namespace

std::vector<Node> base_streams(const BaseMap& map, double lowering) { return BaseStreams(map, lowering).take(); }

}  // namespace craton::drainage
