#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

#include <craton/base/hash.h>

#include "stages/places/mesh_regions.h"
#include "stages/places/small_features.h"

namespace craton {
namespace {

/// Searches from one feature after the other for the nearest that is not its neighbour.
class TrailFinder {
 public:
  TrailFinder(const PlaceMesh& mesh, const SmallGround& ground, const std::vector<SmallFeature>& features)
      : mesh_(mesh),
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
      for (const std::uint32_t cell : way) {
        trodden_[cell] = true;
        trail.cells.push_back(mesh_.middle(cell));
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
    const double least = 6 * mesh_.spacing(), most = 40 * mesh_.spacing();
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
    if (ground_.heights[b] < 0 || (!ground_.lakes.empty() && ground_.lakes[b] != 0)) return never;
    const double slope = std::abs(double{ground_.heights[b]} - double{ground_.heights[a]}) / double{link.length};
    return double{link.length} * (1 + 12 * slope) * (trodden_[link.to] ? 0.6 : 1);
  }

  const PlaceMesh& mesh_;
  const SmallGround& ground_;
  std::vector<std::uint32_t> feature_at_;
  std::vector<double> distance_;
  std::vector<std::uint32_t> before_, visited_;
  std::vector<bool> trodden_, ends_;
};

}  // namespace

std::vector<Trail> find_trails(const PlaceMesh& mesh, const SmallGround& ground, const std::vector<SmallFeature>& features,
                               std::size_t count, Seed seed) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  for (const SmallFeature& feature : features) order.emplace_back(mix64(seed.value + feature.cell), mesh.cell_of(feature.cell));
  std::sort(order.begin(), order.end());
  TrailFinder finder(mesh, ground, features);
  std::vector<Trail> trails;
  for (const auto& [lot, start] : order) {
    if (trails.size() >= count) break;
    Trail trail;
    if (finder.find(start, trail)) trails.push_back(std::move(trail));
  }
  return trails;
}

}  // namespace craton
