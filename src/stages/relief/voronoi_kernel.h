#pragma once

#include <cstddef>

#include "base/aligned.h"

namespace craton::relief {

/// Control points around a strip of cells, and how far they are: the squared distance from cell i to point p, in spacings, is
/// across[p · stride + i] + along[p].
struct ControlPoints {
  std::size_t count = 0;
  std::size_t stride = 0;  ///< a multiple of a vector's lanes on every machine
  const float* across = nullptr;
  const float* along = nullptr;
  const float* height = nullptr;
};

/// What is made of them.
struct VoronoiSum {
  static constexpr int most = 8;
  float coefficient[most];  ///< of the distances to the nearest, second nearest, … point
  int nearest;              ///< how many of them differ from 0, counted up to the last one: 1, 2, 4 or 8
  float reach;              ///< squared, in spacings: heights of points farther away do not count
  float farthest;           ///< squared, in spacings: what distances to points farther away count as
  bool euclidean = false;   ///< distances, not their squares
};

/// out[i] = Σ c_n d_n² · height (or Σ c_n d_n · height), for a whole number of vectors; the height is that of the points around,
/// weighted by w = (1 − d² / reach)² / (d² + 1/20): smooth everywhere, close to a point's own at the point.
void fill_voronoi(const ControlPoints& points, const VoronoiSum& sum, std::size_t cells, float* out);

inline constexpr std::size_t voronoi_lanes = vector_alignment / sizeof(float);  ///< strips are padded to this

}  // namespace craton::relief
