#pragma once

#include <memory>
#include <span>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>
#include <craton/surface/field.h>
#include <craton/surface/layer.h>

#include "stages/erosion/grid_strip.h"

/// Sand in the wind: one pass over all cells. What it means is told in wind_erosion.cpp.
namespace craton {

/// What does not depend on the cell. Metres, and shares of a step downwind.
struct SandRates {
  float carried = 0;  ///< sand in the air over flat ground, as a thickness
  float pick_up = 0;  ///< the part of a missing load that is taken up in a step
  float settle = 0;   ///< the part of a surplus that falls in a step
  float forget = 0;   ///< how fast the mean height upwind follows the ground
  float gain = 0;     ///< how much faster the wind blows a metre above that mean
  float sink = 0;     ///< how much the roof of the sheltered air comes down in a step
  float shade = 0;    ///< depth below the roof from which on the air is still
  float dry = 0;      ///< up to this height above the sea sand is wet, from twice that on dry
  float repose = 0;   ///< the slope at which sand rests
};

inline constexpr float usual_wind = 8;  ///< m/s: such a wind carries SandRates::carried

/// How much more than a usual wind one of these speeds carries: by the cube, and at most twice as much.
float carrying_power(float east, float north);

/// Parts of the sand of a cell that leave it over one link in a pass at most, so that eight of them and the wind, which takes
/// half, never take more than there is.
inline constexpr float most_slides = 1.0F / 24, most_rolls = 1.0F / 48;
/// Grains that the wind moves also roll down slopes: as much of what is in the air for a slope of 1.
inline constexpr float rolling = 0.15F;
/// The part of what is too steep that slides over a link: over a side, and over a corner or between sites of a sphere.
inline constexpr float slides_over_side = 0.125F, slides_over_corner = 0.0625F;

/// The state of the sand, of which a pass makes the next.
struct SandState {
  SandState(Cell cells, std::span<float> sand_values);

  std::span<float> sand;  ///< on the ground
  Layer air, roof, mean;  ///< in the air, on its way to the neighbours; top of the sheltered air; mean height upwind
};

struct SandGround {
  std::span<const float> bed;
  std::span<const float> fastest;  ///< how many times faster than over flat ground the wind blows at most
  Field strength, wind_east, wind_north;
};

/// Where the wind carries sand from each cell: to neighbours, by the square of the cosine between wind and way.
class WindWays {
 public:
  static Result<WindWays> make(const Domain& domain, const SandGround& ground, const Execution& execution);

  /// Of what a cell sends off, the part that finds no way: at borders, and before cells of strength 0. Empty: none anywhere.
  std::span<const float> kept() const;
  /// Of a sphere: for each cell and each of its links, what comes from there, eight a cell. Empty on grids.
  std::span<const float> coming() const;

 private:
  std::unique_ptr<Layer> kept_, coming_;
};

/// The arrays of a pass.
struct SandArrays {
  const float *bed, *fastest, *sand, *air, *roof, *mean, *kept;
  float *next_sand, *next_air, *next_roof, *next_mean;
};

enum class WindNow { blows, dies, is_over };  ///< over: all that is still in the air falls

struct SandPass {
  SandRates rates;
  WindNow wind;
  SandArrays arrays;
  Field strength, wind_east, wind_north;

  bool even() const { return !strength.varies() && !wind_east.varies() && !wind_north.varies(); }
};

/// One pass over a strip of a grid, in vectors.
void blow_strip(const SandPass& pass, const GridStrip& strip);

Result<void> blow(const Domain& domain, const SandGround& ground, const WindWays& ways, const SandRates& rates, WindNow wind,
                  SandState& from, SandState& to, const Execution& execution);

}  // namespace craton
