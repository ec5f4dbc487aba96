#include "noise_slopes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <craton/base/hash.h>
#include <craton/files/float_file.h>
#include <craton/files/png.h>
#include <craton/picture/shade.h>

#include "text.h"

namespace craton::cli {
namespace {

constexpr char axis_names[] = "xyz";

float steepest(std::span<const float> slope) {
  float most = 0;
  for (const float s : slope) most = std::max(most, std::abs(s));
  return most;
}

double root_mean_square(std::span<const float> slope) {
  double sum = 0;
  for (const float s : slope) sum += double{s} * double{s};
  return std::sqrt(sum / static_cast<double>(slope.size()));
}

}  // namespace

std::string slope_file(const std::string& output, std::size_t axis) {
  const std::size_t dot = output.rfind('.');
  return output.substr(0, dot) + "_d" + axis_names[axis] + output.substr(dot);
}

Result<NoiseSlopes> prepare_slopes(const Noise& noise, int dimensions, std::size_t samples) {
  if (dimensions != 2 && dimensions != 3)
    return invalid("--slopes", fmt::format("found --dims {}; slopes exist in 2 and 3 dimensions", dimensions));
  if (!noise.has_slopes(dimensions)) {
    // What the noise itself says of it.
    const Result<Slope2> why = noise.slope_at(Point2{});
    const Result<Slope3> why_3d = noise.slope_at(Point3{});
    const std::string message = dimensions == 2 ? why.error().message : why_3d.error().message;
    return invalid("--slopes", message);
  }
  NoiseSlopes slopes;
  slopes.along.assign(static_cast<std::size_t>(dimensions), std::vector<float>(samples));
  return slopes;
}

Result<void> compute_slopes(const Noise& noise, int dimensions, const Grid4& g, std::span<float> values, NoiseSlopes& slopes,
                            const Execution& execution) {
  auto& along = slopes.along;
  if (dimensions == 2)
    return noise.slopes(Grid2{{g.origin.x, g.origin.y}, {g.step.x, g.step.y}, g.width, g.height}, values, {along[0], along[1]},
                        execution);
  return noise.slopes(Grid3{{g.origin.x, g.origin.y, g.origin.z}, {g.step.x, g.step.y, g.step.z}, g.width, g.height, g.depth},
                      values, {along[0], along[1], along[2]}, execution);
}

Result<void> write_slopes(const std::string& output, const NoiseSlopes& slopes, const Grid4& grid, unsigned bits) {
  for (std::size_t a = 0; a < slopes.along.size(); ++a) {
    const std::string file = slope_file(output, a);
    const std::vector<float>& slope = slopes.along[a];
    if (output.ends_with("32")) {
      CRATON_TRY(write_f32(file, slope));
      continue;
    }
    const FloatView view{slope, grid.width, grid.height};
    const float most = std::max(steepest(slope), 1e-30F);
    if (bits == 16)
      CRATON_TRY(write_png(file, grey16(view, {-most, most})));
    else
      CRATON_TRY(write_png(file, grey8(view, {-most, most})));
  }
  return {};
}

void print_slope_statistics(const NoiseSlopes& slopes) {
  for (std::size_t a = 0; a < slopes.along.size(); ++a)
    say("slope {}    ±{} at most, {:.9g} rms (per metre)\n", axis_names[a], steepest(slopes.along[a]),
        root_mean_square(slopes.along[a]));
}

std::string slopes_json(const NoiseSlopes& slopes) {
  std::string text = "  \"slopes\": [";
  for (std::size_t a = 0; a < slopes.along.size(); ++a) {
    const std::vector<float>& slope = slopes.along[a];
    text += fmt::format("{}{{\"axis\": \"{}\", \"steepest\": {}, \"rms\": {}, \"hash\": \"{:016x}\"}}", a == 0 ? "" : ", ",
                        axis_names[a], json_number(steepest(slope)), json_number(root_mean_square(slope)),
                        fnv1a_64(std::as_bytes(std::span(slope))));
  }
  return text + "],\n";
}

}  // namespace craton::cli
