#pragma once

#include <span>
#include <string>
#include <vector>

#include <craton/base/position.h>
#include <craton/base/result.h>
#include <craton/noise/noise.h>

namespace craton::cli {

/// `craton noise --slopes`: derivatives along each axis, per metre, one array per axis beside the values.
struct NoiseSlopes {
  std::vector<std::vector<float>> along;

  bool wanted() const { return !along.empty(); }
};

/// "hills.png" and axis 1: "hills_dy.png".
std::string slope_file(const std::string& output, std::size_t axis);

/// Whether a noise has slopes in so many dimensions; with room for `samples` of each.
Result<NoiseSlopes> prepare_slopes(const Noise& noise, int dimensions, std::size_t samples);
Result<void> compute_slopes(const Noise& noise, int dimensions, const Grid4& grid, std::span<float> values, NoiseSlopes& slopes,
                            const Execution& execution);

/// One file per axis, of the kind that `output` is; pictures show slopes of both signs about middle grey.
Result<void> write_slopes(const std::string& output, const NoiseSlopes& slopes, const Grid4& grid, unsigned bits);
void print_slope_statistics(const NoiseSlopes& slopes);
/// "slopes": […], with the largest of either sign, the root of the mean square, and the hash of each.
std::string slopes_json(const NoiseSlopes& slopes);

}  // namespace craton::cli
