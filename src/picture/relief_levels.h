#pragma once

#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/relief.h>

#include "picture/height_rows.h"
#include "picture/margin_plane.h"

// Light on a pyramid of copies of the ground, each half as fine as the one before (Burt & Adelson 1983). Level 0 is the raster
// itself and is never stored: its rows are made when they are needed.
namespace craton::picture {

/// A light as rows are lit by it. Level ground gets the sum of all `up`, which is 1.
struct LightRay {
  float east = 0, south = 0, up = 0;
};
std::vector<LightRay> rays_of(std::span<const Light> lights);

/// What a level adds to the light, and how steep its slopes are made.
struct LevelWeights {
  float light = 0;      ///< share of the light; 1 together
  float steepness = 1;  ///< exaggeration
  float stand = 0;      ///< what a pixel of height above the next level adds to the tone of crests and hollows
  float depth = 0;      ///< share of the smoothed depth; 1 together
};

/// The ground in all its levels, and what each adds.
class ReliefLevels {
 public:
  static Result<ReliefLevels> make(const HeightRows& rows, const ReliefOptions& options, double exaggeration, bool depth,
                                   const Execution& execution);

  /// One row of the raster, lit; each array has room for width + 2 values, the first one before column 0.
  struct Row {
    std::vector<float> north, here, south, light, tone, depth, slope, scratch;
    int filled = -2;  ///< the row that `here` holds
  };
  Row new_row() const;
  /// Rows are quickest one after the other. `depth` (metres below 0, smoothed, shallow along coasts) only where it was asked for.
  void light_row(int y, Row& row) const;
  float pixels_per_metre() const { return pixels_per_metre_; }

 private:
  explicit ReliefLevels(const HeightRows& rows) : rows_(rows) {}
  Result<std::vector<Plane>> heights(int levels, const Execution& execution) const;
  void weigh(const std::vector<Plane>& heights, const ReliefOptions& options, double exaggeration);
  Result<std::vector<Plane>> depths(const std::vector<Plane>& heights, const Execution& execution) const;
  struct Finer {
    Plane *light, *tone, *depth;
  };
  void collapse_row(int k, int y, const Plane& heights, const Plane* depths, const Finer& finer) const;
  Result<void> collapse(const std::vector<Plane>& heights, bool depth, const Execution& execution);
  float half_steepness_x(int level, int row) const;
  float half_steepness_y(int level) const;

  HeightRows rows_;
  float sea_ = 1;
  std::vector<LightRay> rays_;
  std::vector<LevelWeights> weights_;  // of level 0, 1, …
  float pixels_per_metre_ = 0;         // heights of level 0, exaggerated
  // What all coarser levels give to level 0, as fine as level 1; empty where there is none.
  Plane light_, tone_, depth_;
};

/// Root mean square of the slopes of the land (of the sea floor where there is no land), in m/m.
double typical_slope(const HeightRows& rows);

}  // namespace craton::picture
