#pragma once

#include <cstdint>
#include <string>

#include <craton/base/result.h>

/// How many passes over the cells an erosion needs at this resolution.
namespace craton {

/// The most a stage does: the margin of a tile and the time both grow with it.
inline constexpr std::uint32_t most_erosion_passes = 4096;

struct ErosionPasses {
  std::uint32_t count = 0;
  double share = 0;  ///< of a whole pass that each does, 0 … 1
};

/// For what spreads like heat: a pass moves a share of the differences between neighbours, and what that does to a relief in
/// metres grows with the square of the spacing. So `iterations` at `reference_step` are iterations · (reference_step / spacing)²
/// here: the same smoothing in metres. A step of 0 is the domain's own spacing.
Result<ErosionPasses> diffusive_passes(int iterations, double reference_step, double spacing, const std::string& path);

/// For what is carried: a pass moves water by one cell, so `iterations` at `reference_step` are
/// iterations · (reference_step / spacing) here: the same way in metres.
Result<ErosionPasses> advective_passes(int iterations, double reference_step, double spacing, const std::string& path);

}  // namespace craton
