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

// ---- kernels, on the instruction set that runs

void fill_kite_chunk(const KiteOctave& octave, const KiteGrid& grid, const Chunk& chunk);
/// Samples of a part that are moved by metres, whose rows lie `stride` apart; false where they are scattered too far.
bool fill_kite_part(const KiteOctave& octave, const KiteGrid& grid, const Chunk& part, const Displacement& metres,
                    std::size_t stride);
/// `hats` is nothing for kite noise.
void fill_kite_points(const KiteOctave& octave, const SimplexPoints& points, const HatPoints* hats, float* out, bool add);
/// Values and slopes of a chunk, into compact arrays.
void fill_kite_slopes(const KiteOctave& octave, const KiteGrid& grid, const Chunk& chunk, const SlopePlaces& out);
bool fill_kite_slope_part(const KiteOctave& octave, const KiteGrid& grid, const Chunk& chunk, const Chunk& part,
                          const Displacement& metres, const SlopePlaces& out);
void fill_kite_slope_points(const KiteOctave& octave, float cells_per_metre, const SimplexPoints& points, const HatPoints* hats,
                            SlopeValues& out);

}  // namespace craton
