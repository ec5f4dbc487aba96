#pragma once

namespace craton {

/// What the ground is made of at its surface; the shares sum to 1.
struct GroundShares {
  float soil = 0, rock = 0, sand = 0, snow = 0, gravel = 0, mud = 0;
};

/// What the rules know of a cell.
struct GroundPlace {
  float height = 0, slope = 0;            ///< m, m/m
  float mean = 0, warmest = 0, rain = 0;  ///< °C, °C, cm a year
  float moisture = 0;                     ///< 0 … 1
};

/// `rocky` moves the slope from which on rock shows: 1 as usual, 2 on ground half as steep.
GroundShares ground_of(const GroundPlace& place, float rocky);

}  // namespace craton
