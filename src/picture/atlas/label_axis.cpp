#include "picture/atlas/label_axis.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace craton::atlas {
namespace {

/// Solves a small system with Gauss's elimination; 0 where it has no one solution.
std::array<double, 3> solved(std::array<std::array<double, 4>, 3> m) {
  for (std::size_t k = 0; k < 3; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < 3; ++i)
      if (std::abs(m[i][k]) > std::abs(m[best][k])) best = i;
    std::swap(m[k], m[best]);
    if (std::abs(m[k][k]) < 1e-12) return {};
    for (std::size_t i = 0; i < 3; ++i) {
      if (i == k) continue;
      const double factor = m[i][k] / m[k][k];
      for (std::size_t j = k; j < 4; ++j) m[i][j] -= factor * m[k][j];
    }
  }
  return {m[0][3] / m[0][0], m[1][3] / m[1][1], m[2][3] / m[2][2]};
}

}  // namespace

std::vector<Line> label_lines(const MapFrame& frame, const NamedPlace& place, double least) {
  std::vector<Line> parts;
  const Rect inside = frame.map();
  for (const Line& line : frame.page_lines(frame.flat_of(place.line))) {
    Line part;
    const auto keep = [&] {
      if (part.size() > 1 && length_of(part) >= least) parts.push_back(part);
      part.clear();
    };
    for (const Spot spot : resampled(line, 3)) {
      if (inside.contains(spot))
        part.push_back(spot);
      else
        keep();
    }
    keep();
  }
  std::stable_sort(parts.begin(), parts.end(), [](const Line& a, const Line& b) { return length_of(a) > length_of(b); });
  return parts;
}

Line gentle_axis(const Line& line) {
  if (line.size() < 2) return line;
  // Along the chord from end to end: how far off it the line runs, as a parabola in t = −1 … 1 by least squares.
  const Spot from = line.front(), way = line.back() - from;
  const double length = distance(line.front(), line.back());
  if (!(length > 0)) return line;
  const Spot along = way * (1 / length), across{-along.y, along.x};
  std::array<std::array<double, 4>, 3> sums{};
  for (const Spot spot : line) {
    const Spot d = spot - from;
    const double t = 2 * (d.x * along.x + d.y * along.y) / length - 1, off = d.x * across.x + d.y * across.y;
    const std::array<double, 3> powers{1, t, t * t};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) sums[i][j] += powers[i] * powers[j];
      sums[i][3] += powers[i] * off;
    }
  }
  std::array<double, 3> fit = solved(sums);
  fit[2] = std::clamp(fit[2], -0.16 * length, 0.16 * length);
  fit[1] = std::clamp(fit[1], -0.3 * length, 0.3 * length);
  Line curve;
  constexpr int pieces = 40;
  for (int k = 0; k <= pieces; ++k) {
    const double t = 2.0 * k / pieces - 1;
    curve.push_back(from + along * (0.5 * (t + 1) * length) + across * (fit[0] + fit[1] * t + fit[2] * t * t));
  }
  return curve;
}

std::vector<Line> axes_of(const Line& line) {
  std::vector<Line> axes{gentle_axis(line)};
  const Line& first = axes[0];
  if (first.size() < 2) return axes;
  const double length = length_of(first);
  const Spot way = (first.back() - first.front()) * (1 / std::max(distance(first.front(), first.back()), 1e-9));
  const Spot middle = first[first.size() / 2];
  const auto moved = [](Line from, Spot by) {
    for (Spot& spot : from) spot = spot + by;
    return from;
  };
  std::vector<Line> more;
  for (const double share : {0.08, -0.08, 0.18, -0.18})
    more.push_back(moved(first, {-way.y * share * length, way.x * share * length}));
  const double half = 0.4 * length;
  for (const double share : {0.0, 0.12, -0.12, 0.25, -0.25})
    more.push_back(moved({middle - Spot{half, 0}, middle, middle + Spot{half, 0}}, {0, share * length}));
  axes.insert(axes.end(), more.begin(), more.end());
  return axes;
}

}  // namespace craton::atlas
