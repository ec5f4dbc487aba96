#pragma once

#include <array>
#include <optional>

#include "noise/kite_kernels.h"

namespace craton {

/// One octave of kite or hat noise on a grid.
struct KiteGrid {
  SimplexGrid simplex;
  const HatTiling* tiling = nullptr;
  std::optional<HatCover> cover{};  ///< of all vertices of the grid, where they are near enough to each other

  /// The hats around `width` times `height` vertices from `first` on.
  void make_map(HatVertex first, std::int64_t width, std::int64_t height, HatMap& map) const;
};

/// The vertices whose kites may touch the samples of a grid; nothing where they are too far apart.
std::optional<HatBox> hat_box_of(const SimplexGrid& grid);

/// In which kite of its triangle a point lies: steps from the triangle's first vertex to the kite's, and k.
struct KiteOfTriangle {
  std::int64_t a, b;
  int k;
};
KiteOfTriangle kite_of_triangle(const SimplexPoints& points, std::size_t i);

/// Finds each point's hat. `cells`: the first vertices of their triangles.
void find_hats_of_points(const HatTiling& tiling, const KiteOctave& octave, Seed seed, const PointCells& cells,
                         const SimplexPoints& points, HatPoints& hats);

}  // namespace craton
