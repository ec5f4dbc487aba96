#include "reference/cellular_reference.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/lattice_hash.h"

namespace craton::reference {
namespace {

struct Feature {
  std::uint32_t hash = 0;
  float place[3] = {}, away[3] = {};
  float distance = 0;  ///< squared for euclidean distances
};

float jittered(std::uint32_t bits, float jitter) {
  const float scaled = (static_cast<float>(bits >> 12) - 524288.0F) * jitter;
  return (std::floor(scaled) + 524288.0F) * 0x1p-20F;
}

std::uint64_t moved(const AxisLattice& lattice, std::uint64_t cell, int count) {
  for (; count > 0; --count) cell = cell + 1 == lattice.cells ? 0 : cell + 1;
  for (; count < 0; ++count) cell = cell == 0 ? lattice.cells - 1 : cell - 1;
  return cell;
}

float joined(const std::string& distance, const float (&away)[3]) {
  if (distance == "manhattan") return std::abs(away[0]) + (std::abs(away[1]) + std::abs(away[2]));
  if (distance == "chebyshev") return std::max(std::abs(away[0]), std::max(std::abs(away[1]), std::abs(away[2])));
  return away[0] * away[0] + (away[1] * away[1] + away[2] * away[2]);
}

float border(const std::vector<Feature>& features) {
  const Feature& nearest = features[0];
  float least = 1e30F;
  for (std::size_t i = 1; i < features.size(); ++i) {
    float along[3], between[3];
    for (int a = 0; a < 3; ++a) {
      between[a] = features[i].place[a] - nearest.place[a];
      along[a] = between[a] * (nearest.away[a] + features[i].away[a]);
    }
    const float sum = along[0] + (along[1] + along[2]);
    const float length = between[0] * between[0] + (between[1] * between[1] + between[2] * between[2]);
    least = std::min(least, sum * sum / length);
  }
  return std::sqrt(least) * 0.5F;
}

}  // namespace

float Cellular::at(std::span<const std::int64_t> position, int window) const {
  AxisPlace own[3];
  for (std::size_t a = 0; a < position.size(); ++a) own[a] = axis[a].place(position[a]);
  std::vector<Feature> features;
  const int depth = dimensions == 3 ? window : 0;
  for (int z = -depth; z <= depth; ++z)
    for (int y = -window; y <= window; ++y)
      for (int x = -window; x <= window; ++x) {
        const int cell[3] = {x, y, z};
        std::uint32_t low = 0, high = 0;
        for (std::size_t a = 0; a < position.size(); ++a) {
          const AxisKey key = AxisKeys(seed, static_cast<int>(a))(moved(axis[a], own[a].cell, cell[a]));
          low += key.low;
          high += key.high;
        }
        Feature feature;
        feature.hash = lattice_point_hash(low, high);
        std::uint32_t bits = feature.hash * 0x9e3779b1U;
        bits ^= bits >> 15;
        for (std::size_t a = 0; a < position.size(); ++a) {
          feature.place[a] = jittered(bits, jitter) + static_cast<float>(cell[a]);
          feature.away[a] = feature.place[a] - own[a].fraction_as_float();
          bits *= a == 0 ? 0x85ebca77U : 0xc2b2ae3dU;
          bits ^= bits >> (a == 0 ? 13 : 16);
        }
        feature.distance = joined(distance, feature.away);
        features.push_back(feature);
      }
  std::stable_sort(features.begin(), features.end(), [](const Feature& a, const Feature& b) { return a.distance < b.distance; });
  if (output == "value") return static_cast<float>(static_cast<std::int32_t>(features[0].hash) >> 8) * 0x1p-23F * value_factor;
  if (output == "id") return static_cast<float>(features[0].hash >> 8);
  if (output == "second_id") return static_cast<float>(features[1].hash >> 8);
  if (output == "border") return std::min(border(features), border_most) * factor[0] + offset;
  float sum = 0;
  bool empty = true;
  for (std::size_t k = 0; k < factor.size(); ++k) {
    if (factor[k] == 0) continue;
    const float term = (distance == "euclidean" ? std::sqrt(features[k].distance) : features[k].distance) * factor[k];
    sum = empty ? term : sum + term;
    empty = false;
  }
  return sum + offset;
}

}  // namespace craton::reference
