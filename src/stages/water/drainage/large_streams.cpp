// The uppermost level: one node in each square of some 131 km. Water takes the way to the sea that costs least: each cell costs,
// climbing costs more (Lindsay 2016, "Efficient hybrid breaching-filling sink removal methods"), and ways on which it costs too
// much are none: there lie basins without an outlet. So a node knows its way from what is within `farthest` cells, its level from
// the ways of all that drain through the nodes below it, within three times as many. Streams are carved through what they climb,
// and rivers, the gentler the larger, into the land.
#include <algorithm>
#include <cmath>
#include <queue>

#include "stages/relief/scatter.h"
#include "stages/water/drainage/large_country.h"

namespace craton::drainage {
namespace {

constexpr Lattice lattice;
constexpr int farthest = 8;       // cells: every step costs one at least
constexpr double one = 1024;      // costs are whole numbers, so that they never depend on an order
constexpr double climbing = 150;  // metres that cost as much as a cell
constexpr double deepest = 700;   // metres that a river may be carved below the land
constexpr double least_fall = 2e-5;

/// The diagonal that is allowed where four cells meet.
bool main_diagonal(Seed seed, std::int64_t x, std::int64_t y) {
  return (relief::cell_random(seed, static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y), 1000) & 1) != 0;
}

/// How steep a river is at most.
double river_slope(double area, double rugged) {
  const double root = std::sqrt(std::max(area * 1e-6, 1.0));                        // of square kilometres
  return (0.042 + 0.09 * rugged) / (std::sqrt(root) * std::sqrt(std::sqrt(root)));  // area^-0.375
}

class LargeStreams {
 public:
  LargeStreams(const Laws& laws, Seed seed, Level sites) : laws_(laws), seed_(seed), out_(std::move(sites)) {
    find_ways();
    gather();
    carve();
  }

  Level part(const Rect& rect) const { return out_.part(rect); }

 private:
  static constexpr int unknown = 1 << 30;

  Node& node(std::size_t i) { return out_.nodes[i]; }
  std::size_t receiver(std::size_t i) const {
    const int way = out_.nodes[i].way;
    return i + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(way_y[way]) * out_.rect.width + way_x[way]);
  }
  double length(std::size_t i) const {
    const Node &from = out_.nodes[i], &to = out_.nodes[receiver(i)];
    const double x = metres(way_x[from.way] * lattice.units(0) + to.x - from.x),
                 y = metres(way_y[from.way] * lattice.units(0) + to.y - from.y);
    return std::sqrt(x * x + y * y);
  }

  void find_ways() {
    using Entry = std::pair<int, std::size_t>;
    cost_.assign(out_.nodes.size(), unknown);
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    for (std::size_t i = 0; i < cost_.size(); ++i)
      if (node(i).sea) queue.emplace(cost_[i] = 0, i);
    while (!queue.empty()) {
      const int cost = queue.top().first;
      const std::size_t i = queue.top().second;
      queue.pop();
      if (cost != cost_[i]) continue;
      order_.push_back(i);
      visit_donors(i, [&](std::size_t donor, int way) {
        if (node(donor).sea) return;
        const double up = node(i).sea ? 0 : std::max(out_.fields[i].height - out_.fields[donor].height, 0.0);
        relief::Dice dice(relief::cell_random(seed_, static_cast<std::uint64_t>(cell_x(donor)),
                                              static_cast<std::uint64_t>(cell_y(donor)), static_cast<std::uint64_t>(way) + 10));
        const int all = cost + static_cast<int>(one * std::min(1 + 0.2 * dice.unit() + up / climbing, 100.0));
        if (all > farthest * static_cast<int>(one) || all >= cost_[donor]) return;
        cost_[donor] = all;
        node(donor).way = static_cast<std::int8_t>(way);
        queue.emplace(all, donor);
      });
    }
    // The rest lies in basins without an outlet.
    for (std::size_t i = 0; i < cost_.size(); ++i)
      if (cost_[i] == unknown) node(i).way = sink;
    std::vector<std::int8_t> inland(cost_.size(), sink);
    for (std::size_t i = 0; i < cost_.size(); ++i)
      if (cost_[i] == unknown)
        visit_donors(i, [&](std::size_t donor, int way) {
          if (cost_[donor] != unknown || !(out_.fields[i].height < out_.fields[donor].height)) return;
          std::int8_t& best = inland[donor];
          const auto height = [&](int w) {
            return out_
                .fields[donor + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(way_y[w]) * out_.rect.width + way_x[w])]
                .height;
          };
          if (best == sink || out_.fields[i].height < height(best)) best = static_cast<std::int8_t>(way);
        });
    for (std::size_t i = 0; i < cost_.size(); ++i)
      if (cost_[i] == unknown) node(i).way = inland[i];
  }

  /// Calls f(neighbour, its way here) for all that may drain here.
  template <class F>
  void visit_donors(std::size_t i, const F& f) const {
    const Rect& rect = out_.rect;
    for (int way = 0; way < 8; ++way) {
      const std::int64_t x = cell_x(i) - way_x[way], y = cell_y(i) - way_y[way];
      if (!rect.holds(x, y)) continue;
      const bool is_main = way == 1 || way == 5;
      if ((way & 1) && main_diagonal(seed_, x + (way == 1 || way == 7), y + (way == 1 || way == 3)) != is_main) continue;
      f(rect.index(x, y), way);
    }
  }
  std::int64_t cell_x(std::size_t i) const { return out_.rect.x + static_cast<std::int64_t>(i) % out_.rect.width; }
  std::int64_t cell_y(std::size_t i) const { return out_.rect.y + static_cast<std::int64_t>(i) / out_.rect.width; }

  /// Downstream from the springs.
  void gather() {
    for (std::size_t k = order_.size(); k-- > 0;) {
      const std::size_t i = order_[k];
      if (node(i).sea) continue;
      Node& to = node(receiver(i));
      if (to.sea) continue;
      to.area += node(i).area;
      to.flow += node(i).flow;
    }
  }

  void carve() {
    std::vector<double> wanted(out_.nodes.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const Field& field = out_.fields[i];
      // Where no way leads to the sea, levels go by the land alone: the lower land is, the lower its stream.
      if (cost_[i] == unknown)
        wanted[i] = 0.9 * field.height;
      else
        wanted[i] = std::max(field.height - laws_.missing[0] * field.rugged, 1.0);
      node(i).z = node(i).sea ? 0 : wanted[i];
    }
    for (std::size_t k = order_.size(); k-- > 0;) {
      const std::size_t i = order_[k];
      if (node(i).sea) continue;
      const std::size_t to = receiver(i);
      if (!node(to).sea) node(to).z = std::max(std::min(node(to).z, node(i).z - 1), wanted[to] - deepest);
    }
    for (const std::size_t i : order_) {
      Node& from = node(i);
      if (from.sea) continue;
      const Node& to = node(receiver(i));
      const double far = length(i), low = to.z + far * least_fall;
      from.z = std::max(from.z, low + 1);
      from.z = std::max(std::min(from.z, to.z + far * river_slope(from.area, out_.fields[i].rugged)), low);
    }
  }

  const Laws& laws_;
  Seed seed_;
  Level out_;
  std::vector<int> cost_;
  std::vector<std::size_t> order_;
};

}  // namespace

Level large_sites(const Country& country, Seed seed, const Rect& rect) {
  Level sites(0, rect);
  const std::int64_t units = lattice.units(0);
  std::vector<Point2> places(rect.size());
  for (std::int64_t y = rect.y; y < rect.y + rect.height; ++y)
    for (std::int64_t x = rect.x; x < rect.x + rect.width; ++x) {
      Node& node = sites.node(x, y);
      relief::Dice dice(relief::cell_random(seed, static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y), 0));
      node.x = static_cast<std::int32_t>(dice.between(0.15, 0.85) * static_cast<double>(units));
      node.y = static_cast<std::int32_t>(dice.between(0.15, 0.85) * static_cast<double>(units));
      node.vary = static_cast<float>(dice.between(0.65, 1.35));
      places[rect.index(x, y)] = {x * units + node.x, y * units + node.y};
    }
  country.bend(places);
  country.sparse_fields(places, sites.fields);
  for (std::size_t i = 0; i < places.size(); ++i) {
    Node& node = sites.nodes[i];
    node.sea = country.shore(places[i], sites.fields[i].height).height <= 0;
    node.area = lattice.metres(0) * lattice.metres(0);
    node.flow = node.area * sites.fields[i].runoff;
  }
  return sites;
}

Rect needed_sites(const Rect& rect) { return rect.grown(3 * farthest); }

Level large_streams(const Laws& laws, Seed seed, Level sites, const Rect& rect) {
  return LargeStreams(laws, seed, std::move(sites)).part(rect);
}

}  // namespace craton::drainage
