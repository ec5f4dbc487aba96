#pragma once

#include <cstdint>
#include <span>

#include "base/aligned.h"

/// What lies around a cell of the mesh of plates, asked at many places of the cell at once, in vectors: a lane is a place, and so
/// every place gets the same bits whatever the width of vectors. All is counted from the cell's centre, in kilometres, which
/// leaves nothing of maps that wrap, and floats are exact enough.
namespace craton::crust {

/// Places in a cell. Arrays are as long as whole vectors need.
struct NearbyPlaces {
  AlignedVector<float> x, y, z;
  std::size_t count = 0;

  explicit NearbyPlaces(std::size_t capacity);
  void start() { count = 0; }
  void add(float east, float north, float up) {
    x[count] = east;
    y[count] = north;
    z[count++] = up;
  }
  void finish();  ///< the last place is repeated up to the end of its vector
};

/// A cell of the mesh around the one that is asked, with its numbers.
struct MeshNearby {
  float x, y, z;
  float margin, age, rise, belt, to_border;
};
struct MeshValues {
  AlignedVector<float> margin, age, rise, belt, to_border;
  explicit MeshValues(std::size_t capacity);
};
/// Means with weights that fall smoothly to 0 at `reach`.
void blend_mesh(std::span<const MeshNearby> cells, float reach, const NearbyPlaces& places, MeshValues& out);

struct ArcNearby {
  float from[3], along[3], across[3];
  float inverse_square, length, overriding;
  float sinks, meets, ridge, rift, slides, spreads;
};
struct ArcValues {
  AlignedVector<float> distance, side;  ///< to the nearest arc; above 0 on its other side
  AlignedVector<std::int32_t> nearest;  ///< number in the list; −1: none is within reach
  AlignedVector<float> over, under, collision_over, collision_under, ridge, rift, shear, spreading;
  explicit ArcValues(std::size_t capacity);
};
/// The nearest arc, and means of what arcs do, with weights that fall with the distance and are 0 at `reach`.
void blend_arcs(std::span<const ArcNearby> arcs, float reach, const NearbyPlaces& places, ArcValues& out);
/// Kilometres to the nearest arc, `reach` at most.
void nearest_arcs(std::span<const ArcNearby> arcs, float reach, const NearbyPlaces& places, std::span<float> out);

}  // namespace craton::crust
