#include "stages/places/mesh_regions.h"

#include <map>
#include <numeric>

namespace craton {
namespace {

/// Basins that grow from their middles outwards and join.
class Basins {
 public:
  std::uint32_t add(double peak) {
    parents_.push_back(static_cast<std::uint32_t>(parents_.size()));
    peaks_.push_back(peak);
    return parents_.back();
  }
  std::uint32_t root(std::uint32_t basin) {
    while (parents_[basin] != basin) {
      parents_[basin] = parents_[parents_[basin]];
      basin = parents_[basin];
    }
    return basin;
  }
  double peak(std::uint32_t basin) const { return peaks_[basin]; }
  /// The wider one stays; of equals the earlier.
  void join(std::uint32_t a, std::uint32_t b) {
    if (peaks_[a] < peaks_[b] || (peaks_[a] == peaks_[b] && b < a)) std::swap(a, b);
    parents_[b] = a;
  }

 private:
  std::vector<std::uint32_t> parents_;
  std::vector<double> peaks_;
};

/// How many links each part has to each other.
using SharedBorders = std::vector<std::map<std::uint32_t, std::uint32_t>>;

SharedBorders shared_borders(const PlaceMesh& mesh, const std::vector<std::uint32_t>& numbers, std::uint32_t count) {
  SharedBorders borders(count + 1);
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell)
    for (const Link& link : mesh.links(cell))
      if (numbers[cell] != 0 && numbers[link.to] != 0 && numbers[cell] != numbers[link.to])
        ++borders[numbers[cell]][numbers[link.to]];
  return borders;
}

/// Gives parts that are too small to their neighbour with the longest common border, the smallest first.
void merge_small(const PlaceMesh& mesh, double least_area, std::uint32_t count, std::vector<std::uint32_t>& numbers) {
  std::vector<double> areas = areas_of(mesh, numbers, count);
  SharedBorders borders = shared_borders(mesh, numbers, count);
  std::vector<std::uint32_t> order(count), into(count + 1);
  std::iota(order.begin(), order.end(), 1U);
  std::iota(into.begin(), into.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return areas[a] < areas[b]; });
  const auto final_of = [&](std::uint32_t number) {
    while (into[number] != number) {
      into[number] = into[into[number]];
      number = into[number];
    }
    return number;
  };
  for (const std::uint32_t small : order) {
    if (areas[small] >= least_area) continue;
    std::map<std::uint32_t, std::uint32_t> around;  // parts may have gone into others since
    for (const auto& [to, shared] : borders[small])
      if (const std::uint32_t now = final_of(to); now != small) around[now] += shared;
    std::uint32_t best = 0, longest = 0;
    for (const auto& [to, shared] : around)
      if (shared > longest) {
        best = to;
        longest = shared;
      }
    if (best == 0) continue;
    into[small] = best;
    areas[best] += areas[small];
    for (const auto& [to, shared] : around)
      if (to != best) borders[best][to] += shared;
    borders[small].clear();
  }
  for (std::uint32_t& number : numbers) number = final_of(number);
}

/// Numbers without gaps, in the order of their first cells.
std::uint32_t renumber(std::vector<std::uint32_t>& numbers, std::uint32_t most) {
  std::vector<std::uint32_t> fresh(most + 1, 0);
  std::uint32_t count = 0;
  for (std::uint32_t& number : numbers) {
    if (number == 0) continue;
    if (fresh[number] == 0) fresh[number] = ++count;
    number = fresh[number];
  }
  return count;
}

}  // namespace

std::vector<double> distance_inside(const PlaceMesh& mesh, const std::vector<bool>& shape) {
  std::vector<double> distances(mesh.size(), never);
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell)
    if (!shape[cell]) distances[cell] = 0;
  spread(mesh, distances, [](std::uint32_t, const Link& link) { return double{link.length}; });
  for (double& distance : distances)
    if (!(distance < never)) distance = mesh.spacing();
  return distances;
}

std::uint32_t number_parts(const PlaceMesh& mesh, const std::vector<bool>& shape, std::vector<std::uint32_t>& numbers) {
  numbers.assign(mesh.size(), 0);
  std::uint32_t count = 0;
  std::vector<std::uint32_t> open;
  for (std::uint32_t first = 0; first < mesh.size(); ++first) {
    if (!shape[first] || numbers[first] != 0) continue;
    numbers[first] = ++count;
    open.assign(1, first);
    while (!open.empty()) {
      const std::uint32_t cell = open.back();
      open.pop_back();
      for (const Link& link : mesh.links(cell))
        if (shape[link.to] && numbers[link.to] == 0) {
          numbers[link.to] = count;
          open.push_back(link.to);
        }
    }
  }
  return count;
}

std::uint32_t split_at_necks(const PlaceMesh& mesh, const std::vector<bool>& shape, const std::vector<double>& inside,
                             const NeckRules& rules, std::vector<std::uint32_t>& numbers) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell)
    if (shape[cell]) order.push_back(cell);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return inside[a] != inside[b] ? inside[a] > inside[b] : a < b; });
  numbers.assign(mesh.size(), 0);  // basin + 1
  Basins basins;
  for (const std::uint32_t cell : order) {
    std::uint32_t best = no_cell;  // the neighbour that lies farthest inside
    for (const Link& link : mesh.links(cell))
      if (numbers[link.to] != 0 && (best == no_cell || inside[link.to] > inside[best])) best = link.to;
    if (best == no_cell) {
      numbers[cell] = basins.add(inside[cell]) + 1;
      continue;
    }
    numbers[cell] = numbers[best];
    for (const Link& link : mesh.links(cell)) {
      if (numbers[link.to] == 0) continue;
      const std::uint32_t a = basins.root(numbers[cell] - 1), b = basins.root(numbers[link.to] - 1);
      if (a != b && inside[cell] >= rules.neck * std::min(basins.peak(a), basins.peak(b))) basins.join(a, b);
    }
  }
  for (std::uint32_t& number : numbers)
    if (number != 0) number = basins.root(number - 1) + 1;
  const std::uint32_t count = renumber(numbers, mesh.size());
  merge_small(mesh, rules.least_area, count, numbers);
  return renumber(numbers, count);
}

std::vector<double> areas_of(const PlaceMesh& mesh, const std::vector<std::uint32_t>& numbers, std::uint32_t count) {
  std::vector<double> areas(count + 1, 0.0);
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell) areas[numbers[cell]] += mesh.area(cell);
  return areas;
}

}  // namespace craton
