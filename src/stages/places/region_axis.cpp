// The longest of the shortest ways through a region, where ways near the rim are long (the idea of Freeman & Ahn 1984, "On the
// problem of placing names in a geographic map": names follow the skeleton of their area).
#include "stages/places/region_axis.h"

#include <cmath>

#include "surface/vectors.h"

namespace craton {
namespace {

constexpr std::size_t least_cells = 8, most_points = 24;

/// Shortest ways within one region; keeps its arrays for the region's cells alone.
class InnerWays {
 public:
  InnerWays(const PlaceMesh& mesh, std::span<const std::uint32_t> cells, const std::vector<std::uint32_t>& numbers,
            const std::vector<double>& attraction, AxisKind kind)
      : mesh_(mesh), cells_(cells.begin(), cells.end()), distance_(cells.size()), before_(cells.size()) {
    const std::uint32_t number = numbers[cells.front()];
    std::sort(cells_.begin(), cells_.end());
    double most = 0;
    for (const std::uint32_t cell : cells_) most = std::max(most, attraction[cell]);
    for (const std::uint32_t cell : cells_) {
      const double share = most > 0 ? attraction[cell] / most : 1;
      dear_.push_back(kind == AxisKind::crest ? 1 / (0.05 + share * share) : 1 / (0.1 + share));
    }
    links_.reserve(cells_.size() + 1);
    for (const std::uint32_t cell : cells_) {
      links_.push_back(to_.size());
      for (const Link& link : mesh.links(cell))
        if (numbers[link.to] == number) to_.push_back({static_cast<std::uint32_t>(place_of(link.to)), link.length});
    }
    links_.push_back(to_.size());
  }

  /// The place from which the way is longest, by metres weighed.
  std::size_t farthest(std::size_t from) {
    using Entry = std::pair<double, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    std::fill(distance_.begin(), distance_.end(), never);
    distance_[from] = 0;
    before_[from] = from;
    open.emplace(0.0, from);
    while (!open.empty()) {
      const auto [far, at] = open.top();
      open.pop();
      if (far > distance_[at]) continue;
      for (std::size_t i = links_[at]; i < links_[at + 1]; ++i) {
        const std::size_t to = to_[i].to;
        const double next = far + double{to_[i].length} * 0.5 * (dear_[at] + dear_[to]);
        if (!(next < distance_[to])) continue;
        distance_[to] = next;
        before_[to] = at;
        open.emplace(next, to);
      }
    }
    std::size_t best = from;
    double longest = -1;
    for (std::size_t i = 0; i < distance_.size(); ++i) {
      // Ends in the middle of broad ends rather than in the last corner of a bay.
      const double value = distance_[i] < never ? plain_way(i) : -1;
      if (value > longest) {
        longest = value;
        best = i;
      }
    }
    return best;
  }

  std::vector<std::uint32_t> way_from(std::size_t end) const {
    std::vector<std::uint32_t> way{cells_[end]};
    for (std::size_t at = end; before_[at] != at; at = before_[at]) way.push_back(cells_[before_[at]]);
    return way;
  }

  std::size_t place_of(std::uint32_t cell) const {
    return static_cast<std::size_t>(std::lower_bound(cells_.begin(), cells_.end(), cell) - cells_.begin());
  }

 private:
  /// Weighed length less what the last, dear steps at the rim cost.
  double plain_way(std::size_t at) const { return distance_[at] - mesh_.spacing() * dear_[at]; }

  const PlaceMesh& mesh_;
  std::vector<std::uint32_t> cells_;
  std::vector<double> distance_, dear_;
  std::vector<std::size_t> before_, links_;
  std::vector<Link> to_;
};

double length_along(const ObjectColumn::Path& line) {
  double sum = 0;
  for (std::size_t i = 1; i < line.size(); ++i) sum += length(line[i] - line[i - 1]);
  return sum;
}

/// Cuts a share of the length off each end: ends of ways lie at the rim.
void trim(double share, ObjectColumn::Path& line) {
  const double cut = share * length_along(line);
  for (int end = 0; end < 2; ++end) {
    double done = 0;
    while (line.size() > 3) {
      done += length(line[line.size() - 1] - line[line.size() - 2]);
      if (done > cut) break;
      line.pop_back();
    }
    std::reverse(line.begin(), line.end());
  }
}

/// Letters cannot follow a horseshoe: the ends go until the line is not much longer than the way between them.
void straighten(ObjectColumn::Path& line) {
  while (line.size() > 4 && length(line.back() - line.front()) < 0.8 * length_along(line)) {
    line.erase(line.begin());
    line.pop_back();
  }
}

/// The point half way along.
Vec3d middle_of(const ObjectColumn::Path& line) {
  double left = 0.5 * length_along(line);
  for (std::size_t i = 1; i < line.size(); ++i) {
    const double step = length(line[i] - line[i - 1]);
    if (step >= left && step > 0) return line[i - 1] + (line[i] - line[i - 1]) * (left / step);
    left -= step;
  }
  return line.back();
}

/// Points at equal distances along a line.
ObjectColumn::Path evenly(const ObjectColumn::Path& line, std::size_t points) {
  const double step = length_along(line) / static_cast<double>(points - 1);
  ObjectColumn::Path even{line.front()};
  double done = 0;
  std::size_t i = 1;
  while (even.size() + 1 < points && i < line.size()) {
    const double piece = length(line[i] - line[i - 1]), wanted = step * static_cast<double>(even.size()) - done;
    if (piece >= wanted && piece > 0) {
      even.push_back(line[i - 1] + (line[i] - line[i - 1]) * (wanted / piece));
    } else {
      done += piece;
      ++i;
    }
  }
  even.push_back(line.back());
  return even;
}

}  // namespace

void smooth_line(const PlaceMesh& mesh, int rounds, std::size_t points, ObjectColumn::Path& line) {
  if (line.size() < 3) return;
  line = evenly(line, std::max<std::size_t>(points * 2, 8));
  for (int round = 0; round < rounds; ++round) {
    ObjectColumn::Path next = line;
    for (std::size_t i = 1; i + 1 < line.size(); ++i) next[i] = line[i] * 0.5 + (line[i - 1] + line[i + 1]) * 0.25;
    line = std::move(next);
  }
  line = evenly(line, points);
  for (Vec3d& point : line) point = mesh.on_ground(point);
}

RegionAxis axis_of(const PlaceMesh& mesh, std::span<const std::uint32_t> cells, const std::vector<std::uint32_t>& numbers,
                   const std::vector<double>& attraction, AxisKind kind) {
  RegionAxis axis;
  const std::uint32_t core = *std::max_element(cells.begin(), cells.end(), [&](std::uint32_t a, std::uint32_t b) {
    return attraction[a] != attraction[b] ? attraction[a] < attraction[b] : a > b;
  });
  axis.place = mesh.centre(core);
  if (cells.size() < least_cells) return axis;
  InnerWays ways(mesh, cells, numbers, attraction, kind);
  const std::size_t one = ways.farthest(ways.place_of(core));
  const std::size_t other = ways.farthest(one);
  ObjectColumn::Path line;
  for (const std::uint32_t cell : ways.way_from(other))
    line.push_back(line.empty() ? mesh.centre(cell) : mesh.beside(mesh.centre(cell), line.back()));
  if (line.size() < 3) return axis;
  axis.length = length_along(line);
  trim(0.08, line);
  const auto points = std::min<std::size_t>(most_points, std::max<std::size_t>(4, line.size() / 3));
  smooth_line(mesh, 24, points, line);
  if (kind == AxisKind::area) straighten(line);
  const Vec3d middle = mesh.on_ground(middle_of(line));
  const Vec3d home = mesh.home(middle);
  if (!mesh.sphere())
    for (Vec3d& point : line) point = point + (home - middle);
  axis.place = home;
  axis.line = std::move(line);
  return axis;
}

}  // namespace craton
