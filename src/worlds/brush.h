#pragma once

#include <craton/surface/plane_tile.h>
#include <craton/worlds/terrain_edits.h>

/// What a brush does to samples.
namespace craton::terrain {

inline constexpr double most_brush_radius = 1e6, most_brush_amount = 1e5;  ///< metres
inline constexpr std::uint32_t most_brush_nodes = 1024;                    ///< along an axis

/// The square that a brush can touch; places beyond the end of the world are cut off.
EditSquare square_of(const TerrainEdit& edit);

/// Columns and rows of a window's samples, its margin included, that lie in a square; the last ones excluded.
struct SampleSpan {
  std::uint32_t column0 = 0, row0 = 0, column1 = 0, row1 = 0;
  bool empty() const { return column0 >= column1 || row0 >= row1; }
};
SampleSpan samples_in(const PlaneTile& tile, const EditSquare& square);

/// How much of a brush a place gets: 0 … strength.
double brush_weight(const TerrainEdit& edit, double distance_squared);

/// The caller holds a FloatingPointMode.
void apply_edit(const TerrainEdit& edit, const SampleSpan& span, const PlaneTile& tile, Surface& surface);

}  // namespace craton::terrain
