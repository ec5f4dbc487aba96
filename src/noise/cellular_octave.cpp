#include "noise/cellular_octave.h"

#include <algorithm>
#include <cmath>

namespace craton {
namespace {

/// Room for the rounding of distances, sums and offsets (which are multiples of 2^-20 cells).
constexpr double within = 1 - 0x1p-18;

/// Distances from a place, relative to the centre of its cell, to the farthest spots at which the points of the cells
/// around it can lie; in ascending order.
std::vector<double> farthest_spots(CellularDistance distance, double jitter, int dimensions, const double (&place)[3]) {
  std::vector<double> list;
  const int depth = dimensions == 3 ? 2 : 0;
  for (int z = -depth; z <= depth; ++z)
    for (int y = -2; y <= 2; ++y)
      for (int x = -2; x <= 2; ++x) {
        const int cell[3] = {x, y, z};
        double sum = 0, largest = 0, squares = 0;
        for (int a = 0; a < dimensions; ++a) {
          const double far = std::abs(cell[a] - place[a]) + jitter / 2;
          sum += far;
          squares += far * far;
          largest = std::max(largest, far);
        }
        list.push_back(distance == CellularDistance::manhattan   ? sum
                       : distance == CellularDistance::chebyshev ? largest
                                                                 : std::sqrt(squares));
      }
  std::sort(list.begin(), list.end());
  return list;
}

/// The ends of what weighted distances can add up to, given 0 ≤ d_1 ≤ d_2 … and d_k ≤ bound_k: a sum is extreme where each
/// d_k either equals the one before it or is as large as it can be.
struct Ends {
  double low = 0, high = 0;
};
Ends ends_of_sum(std::span<const double> weights, std::span<const double> bounds) {
  Ends ends;
  for (unsigned choice = 0; choice < 1U << weights.size(); ++choice) {
    double sum = 0, distance = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      if ((choice >> k & 1U) != 0) distance = bounds[k];
      sum += weights[k] * distance;
    }
    ends.low = std::min(ends.low, sum);
    ends.high = std::max(ends.high, sum);
  }
  return ends;
}

CellularScale make_scale(const CellularParams& params, int nearest, double weight, int dimensions) {
  CellularScale scale;
  const double last = cellular_bound(params.distance, params.jitter, dimensions, nearest - 1);
  const bool squares = params.distance == CellularDistance::euclidean || params.distance == CellularDistance::squared;
  scale.bound = static_cast<float>(squares ? last * last : last);
  scale.radius = static_cast<int>(std::ceil(last - 1e-9));
  if (params.output == CellularOutput::border) {
    // The largest border distance that a search finds is that of a point which is as far from all others as can be.
    const double largest = cellular_bound(params.distance, params.jitter, dimensions, 1) / 2;
    scale.most = static_cast<float>(largest);
    scale.reach = static_cast<float>(cellular_border_reach(params.jitter, dimensions));
    scale.radius = static_cast<int>(std::ceil(double{scale.reach}));
    scale.factor[0] = static_cast<float>(2 / largest * within * weight);
    scale.offset = static_cast<float>(-within * weight);
    return scale;
  }
  std::vector<double> bounds;
  for (int k = 0; k < 4; ++k) {
    const double bound = cellular_bound(params.distance, params.jitter, dimensions, k);
    bounds.push_back(params.distance == CellularDistance::squared ? bound * bound : bound);
  }
  const Ends ends = ends_of_sum(params.weights, bounds);
  if (ends.high == ends.low) return scale;
  const double factor = 2 / (ends.high - ends.low) * within * weight;
  for (std::size_t k = 0; k < params.weights.size(); ++k) scale.factor[k] = static_cast<float>(params.weights[k] * factor);
  scale.offset = static_cast<float>(-(ends.low + ends.high) / 2 * factor);
  return scale;
}

int nearest_needed(const CellularParams& params) {
  if (params.output == CellularOutput::second_id) return 2;
  if (params.output != CellularOutput::distance) return 1;
  std::size_t count = params.weights.size();
  while (count > 1 && params.weights[count - 1] == 0) --count;
  return count <= 2 ? static_cast<int>(count) : 4;
}

}  // namespace

/// The k-th smallest of the distances to the farthest spots, where it is largest. That is at a corner, the centre, or the
/// middle of an edge or face of a cell (for k = 4 in the plane also at (t, t) from the centre, where four cells are equally
/// far); found by search, which the tests repeat.
double cellular_bound(CellularDistance distance, double jitter, int dimensions, int k) {
  const double t = (1 + jitter) / (6 + 4 * jitter);
  double largest = 0;
  for (int i = 0; i < (dimensions == 3 ? 8 : 5); ++i) {
    const double half[3] = {(i & 1) * 0.5, (i >> 1 & 1) * 0.5, (i >> 2 & 1) * 0.5}, diagonal[3] = {t, t, 0};
    const bool in_plane = dimensions == 2 && i == 4;
    largest =
        std::max(largest, farthest_spots(distance, jitter, dimensions, in_plane ? diagonal : half)[static_cast<std::size_t>(k)]);
  }
  return largest;
}

/// Let a be the distance from the sample to its point p, and r that to the border. The disc of radius r around the sample
/// lies in the cell of p, so that its farthest place from p has p as its nearest point: a + r ≤ bound_1. The border towards
/// a point q, which is d away, is (d² − a²) / (2 |p q|) away, with |p q| ≥ d − a; so r ≤ (d + a) / 2 for the second nearest
/// point: 2r ≤ bound_2 + a. Together, 3r ≤ bound_1 + bound_2. And |p q| ≤ d + a, so that q decides only if (d − a) / 2 ≤ r,
/// that is d ≤ 2r + a ≤ r + bound_1.
double cellular_border_reach(double jitter, int dimensions) {
  const double first = cellular_bound(CellularDistance::euclidean, jitter, dimensions, 0);
  const double second = cellular_bound(CellularDistance::euclidean, jitter, dimensions, 1);
  return (first + second) / 3 + first;
}

CellularOctave make_cellular_octave(const CellularParams& params, float weight) {
  CellularOctave octave;
  octave.distance = params.distance;
  octave.output = params.output;
  octave.jitter = static_cast<float>(params.jitter);
  octave.nearest = nearest_needed(params);
  octave.value_factor = static_cast<float>(double{weight} * within);
  for (int d = 2; d <= 3; ++d) octave.scale[d - 2] = make_scale(params, octave.nearest, double{weight}, d);
  return octave;
}

}  // namespace craton
