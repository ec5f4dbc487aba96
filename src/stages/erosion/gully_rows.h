#pragma once

#include <cstddef>

namespace craton {

/// One of the nine marks around each sample of a row, relative to it, in wavelengths: where it lies and the turn of its wave
/// there.
struct GullyMarks {
  const float *x, *y, *turn;
};

/// What a row of samples needs of an octave. Rows may be read beyond their ends as far as the octave looks.
struct GullyRow {
  const float *height, *north, *south;        ///< half a wavelength away
  const float *near_north, *near_south;       ///< a quarter
  std::ptrdiff_t half = 1, quarter = 1;       ///< samples
  float half_metres = 1, quarter_metres = 1;  ///< of the differences: twice the distance
  const GullyMarks* marks = nullptr;
  float within = 0;                              ///< where this row lies in the row of squares
  const float *broad = nullptr, *own = nullptr;  ///< noises that say which slopes are cut up
  float patches = 1;                             ///< 0: all alike
  const float* strength = nullptr;               ///< how deep gullies are, for their slope
  float most_strength = 10;
  const float* from_river = nullptr;    ///< metres; null: no rivers
  float river_fade = 1;                 ///< metres
  float depth = 0;                      ///< metres where slope and share are 1
  float gentle = 0.06F, steep = 0.35F;  ///< slopes: none below, full above
  float sharpness = 0.6F;
};

/// out[i] = height[i] − what gullies of this octave take. All rows are read, and out is written, up to a vector past `count`.
void carve_gully_row(const GullyRow& row, std::size_t count, float* out);

}  // namespace craton
