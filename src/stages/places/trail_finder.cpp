#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <queue>
#include <utility>

#include <craton/base/hash.h>

#include "stages/places/mesh_regions.h"
#include "stages/places/place_at.h"
#include "stages/places/small_features.h"
#include "stages/water/rivers/river_path.h"
#include "surface/vectors.h"

namespace craton {
namespace {

/// Searches from one feature after the other for the nearest that is not its neighbour.
class TrailFinder {
 public:
  TrailFinder(const Domain& domain, const PlaceMesh& mesh, const SmallGround& ground, const std::vector<SmallFeature>& features)
      : domain_(domain),
        mesh_(mesh),
        ground_(ground),
        feature_at_(mesh.size(), no_cell),
        distance_(mesh.size(), never),
        before_(mesh.size(), no_cell),
        trodden_(mesh.size(), false),
        ends_(mesh.size(), false) {
    for (std::size_t i = 0; i < features.size(); ++i) feature_at_[mesh.cell_of(features[i].cell)] = static_cast<std::uint32_t>(i);
  }

  /// Nothing where there is none within reach, or a trail leads there already.
  bool find(std::uint32_t start, Trail& trail) {
    if (ends_[start]) return false;
    const std::uint32_t end = nearest(start);
    if (end != no_cell) {
      std::vector<std::uint32_t> way{end};
      while (way.back() != start) way.push_back(before_[way.back()]);
      std::reverse(way.begin(), way.end());
      for (std::size_t i = 0; i < way.size(); ++i) {
        trodden_[way[i]] = true;
        if (i > 0) append_between(way[i - 1], way[i], trail.cells);
      }
      trail.from = feature_at_[start];
      trail.to = feature_at_[end];
      ends_[start] = ends_[end] = true;
    }
    for (const std::uint32_t cell : visited_) distance_[cell] = never;
    visited_.clear();
    return end != no_cell;
  }

 private:
  std::uint32_t nearest(std::uint32_t start) {
    using Entry = std::pair<double, std::uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    const double most = std::min(40 * mesh_.spacing(), std::max(longest, 4 * mesh_.spacing())), least = 0.15 * most;
    distance_[start] = 0;
    visited_.push_back(start);
    open.emplace(0.0, start);
    while (!open.empty()) {
      const auto [far, cell] = open.top();
      open.pop();
      if (far > distance_[cell]) continue;
      if (far > most) break;
      if (cell != start && feature_at_[cell] != no_cell && mesh_.distance(mesh_.centre(start), mesh_.centre(cell)) > least)
        return cell;
      for (const Link& link : mesh_.links(cell)) {
        const double next = far + cost(cell, link);
        if (!(next < distance_[link.to])) continue;
        if (!(distance_[link.to] < never)) visited_.push_back(link.to);
        distance_[link.to] = next;
        before_[link.to] = cell;
        open.emplace(next, link.to);
      }
    }
    return no_cell;
  }

  double cost(std::uint32_t from, const Link& link) const {
    const Cell a = mesh_.middle(from), b = mesh_.middle(link.to);
    if (!dry_between(from, link.to)) return never;
    const double slope = std::abs(double{ground_.heights[b]} - double{ground_.heights[a]}) / double{link.length};
    return double{link.length} * (1 + 12 * slope) * (trodden_[link.to] ? 0.6 : 1);
  }

  bool is_dry(Cell cell) const { return ground_.heights[cell] >= 0 && (ground_.lakes.empty() || ground_.lakes[cell] == 0); }

  /// Calls f(cell) for the cells of the world on the straight way between two cells of the mesh, until it returns false.
  template <class F>
  bool each_between(std::uint32_t from, std::uint32_t to, const F& f) const {
    const Vec3d start = river_point(domain_, mesh_.middle(from), 0);
    const Vec3d way = mesh_.beside(river_point(domain_, mesh_.middle(to), 0), start) - start;
    const auto steps = static_cast<int>(std::ceil(length(way) / spacing(domain_)));
    for (int i = 1; i <= steps; ++i) {
      const std::optional<Cell> cell = cell_at(domain_, start + way * (static_cast<double>(i) / steps));
      if (!cell || !f(*cell)) return false;
    }
    return true;
  }
  bool dry_between(std::uint32_t from, std::uint32_t to) const {
    return each_between(from, to, [&](Cell cell) { return is_dry(cell); });
  }
  void append_between(std::uint32_t from, std::uint32_t to, std::vector<Cell>& cells) const {
    if (cells.empty()) cells.push_back(mesh_.middle(from));
    each_between(from, to, [&](Cell cell) {
      if (cell != cells.back()) cells.push_back(cell);
      return true;
    });
  }

  static constexpr double longest = 150'000;  // m: what herds walk

  const Domain& domain_;
  const PlaceMesh& mesh_;
  const SmallGround& ground_;
  std::vector<std::uint32_t> feature_at_;
  std::vector<double> distance_;
  std::vector<std::uint32_t> before_, visited_;
  std::vector<bool> trodden_, ends_;
};

}  // namespace

std::vector<Trail> find_trails(const Domain& domain, const PlaceMesh& mesh, const SmallGround& ground,
                               const std::vector<SmallFeature>& features, std::size_t count, Seed seed) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  for (const SmallFeature& feature : features)
    order.emplace_back(mix64(seed.value + mesh.cell_of(feature.cell)), mesh.cell_of(feature.cell));
  std::sort(order.begin(), order.end());
  TrailFinder finder(domain, mesh, ground, features);
  std::vector<Trail> trails;
  for (const auto& [lot, start] : order) {
    if (trails.size() >= count) break;
    Trail trail;
    if (finder.find(start, trail)) trails.push_back(std::move(trail));
  }
  return trails;
}

}  // namespace craton
