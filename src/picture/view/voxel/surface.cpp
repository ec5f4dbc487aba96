#include "picture/view/voxel/surface.h"

#include <algorithm>
#include <cmath>

namespace craton::view {
namespace {

constexpr int rounds = 8;
constexpr float reach = 0.6F;  // voxels

/// Vertices lie on a grid of 1/256 voxels.
std::uint64_t key_of(Vec place) {
  const auto part = [](float along) { return static_cast<std::uint64_t>(std::lround(along * 256) + (1 << 20)); };
  return part(place.x) << 42 ^ part(-place.y) << 21 ^ part(place.z);
}

float held(float moved, float place) { return std::clamp(moved, place - reach, place + reach); }

}  // namespace

void SmoothSurface::add(const VoxelMesh& mesh, float x, float y) {
  std::vector<std::uint32_t> joined;
  joined.reserve(mesh.vertices.size());
  for (const VoxelVertex& v : mesh.vertices) {
    const Vec place{x + v.x, -(y + v.y), v.z};
    const auto [found, fresh] = index_.try_emplace(key_of(place), static_cast<std::uint32_t>(places_.size()));
    if (fresh) {
      places_.push_back(place);
      grounds_.push_back(v.ground);
    }
    joined.push_back(found->second);
  }
  for (const std::uint32_t vertex : mesh.triangles) triangles_.push_back(joined[vertex]);
}

void SmoothSurface::relax() {
  index_ = {};
  const std::vector<Vec> first = places_;
  std::vector<Vec> sums(places_.size());
  std::vector<float> counts(places_.size());
  for (int round = 0; round < rounds; ++round) {
    std::fill(sums.begin(), sums.end(), Vec{});
    std::fill(counts.begin(), counts.end(), 0.0F);
    for (std::size_t i = 0; i < triangles_.size(); ++i) {
      const std::uint32_t from = triangles_[i], to = triangles_[i % 3 == 2 ? i - 2 : i + 1];
      sums[from] = sums[from] + places_[to];
      sums[to] = sums[to] + places_[from];
      ++counts[from];
      ++counts[to];
    }
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (counts[i] == 0) continue;
      const Vec mean = (places_[i] + sums[i] * (1 / counts[i])) * 0.5F;
      places_[i] = {held(mean.x, first[i].x), held(mean.y, first[i].y), held(mean.z, first[i].z)};
    }
  }
  normals_.assign(places_.size(), {});
  for (std::size_t t = 0; t < triangles_.size(); t += 3) {
    const Vec a = places_[triangles_[t]];
    const Vec normal = cross(places_[triangles_[t + 1]] - a, places_[triangles_[t + 2]] - a);
    for (std::size_t k = 0; k < 3; ++k) normals_[triangles_[t + k]] = normals_[triangles_[t + k]] + normal;
  }
}

}  // namespace craton::view
