#include <craton/noise/noise.h>

#include <algorithm>
#include <cassert>

#include "base/fp_mode.h"
#include "base/parallel.h"
#include "noise/axis_places.h"
#include "noise/program.h"

namespace craton {
namespace {

Error no_dimension(int dimensions) {
  return {ErrorCode::unsupported, "dimensions", "this noise has no " + std::to_string(dimensions) + "D form"};
}

Result<const NoisePlan*> slope_plan(const Noise::Program& program, int dimensions) {
  if (!program.plan(dimensions)) return no_dimension(dimensions);
  if (const NoisePlan* plan = program.slope_plan(dimensions)) return plan;
  return *program.no_slopes;
}

GridShape shape_of(const Grid1& grid) { return {1, {grid.origin.x}, {grid.step.x, 1, 1, 1}, {grid.width, 1, 1, 1}}; }
GridShape shape_of(const Grid2& grid) {
  return {2, {grid.origin.x, grid.origin.y}, {grid.step.x, grid.step.y, 1, 1}, {grid.width, grid.height, 1, 1}};
}
GridShape shape_of(const Grid3& grid) {
  return {3,
          {grid.origin.x, grid.origin.y, grid.origin.z},
          {grid.step.x, grid.step.y, grid.step.z, 1},
          {grid.width, grid.height, grid.depth, 1}};
}

GridShape shape_of(const Grid4& grid) {
  return {4,
          {grid.origin.x, grid.origin.y, grid.origin.z, grid.origin.w},
          {grid.step.x, grid.step.y, grid.step.z, grid.step.w},
          {grid.width, grid.height, grid.depth, grid.duration}};
}

template <class Grid>
Result<void> fill(const Noise::Program& program, const Grid& grid, std::span<float> out, const Execution& execution) {
  const GridShape shape = shape_of(grid);
  const NoisePlan* plan = program.plan(shape.dimensions);
  if (!plan) return no_dimension(shape.dimensions);
  return fill_grid(*plan, program.store.generators(), shape, {&out, 1}, execution);
}

template <class Grid, std::size_t Dimensions>
Result<void> fill_slopes(const Noise::Program& program, const Grid& grid, std::span<float> values,
                         const std::array<std::span<float>, Dimensions>& slopes, const Execution& execution) {
  CRATON_TRY(const NoisePlan* plan, slope_plan(program, Dimensions));
  std::array<std::span<float>, Dimensions + 1> out{values};
  std::copy(slopes.begin(), slopes.end(), out.begin() + 1);
  return fill_grid(*plan, program.store.generators(), shape_of(grid), out, execution);
}

// ---- points

template <class Point>
constexpr int dimensions_of = sizeof(Point) / sizeof(std::int64_t);

template <class Point>
void fill_batch(const Noise::Program& program, const NoisePlan& plan, std::span<const Point> points,
                std::span<float* const> out) {
  PointBatch batch;
  batch.dimensions = dimensions_of<Point>;
  batch.count = points.size();
  split(&points[0].x, batch);
  measure(batch);
  fill_points(plan, program.store.generators(), batch, out);
}

template <class Point>
Result<void> fill(const Noise::Program& program, std::span<const Point> points, std::span<float> out,
                  const Execution& execution) {
  const NoisePlan* plan = program.plan(dimensions_of<Point>);
  if (!plan) return no_dimension(dimensions_of<Point>);
  if (points.size() != out.size())
    return Error{ErrorCode::invalid_value, "points",
                 "there are " + std::to_string(points.size()) + " points but room for " + std::to_string(out.size()) + " values"};
  return parallel_blocks(points.size(), 16 * PointBatch::capacity, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; i += PointBatch::capacity) {
      float* const place = out.data() + i;
      fill_batch(program, *plan, points.subspan(i, std::min<std::uint64_t>(PointBatch::capacity, end - i)), {&place, 1});
    }
  });
}

template <class Point>
float value_at(const Noise::Program& program, Point point) {
  const NoisePlan* plan = program.plan(dimensions_of<Point>);
  assert(plan);
  FloatingPointMode ieee;
  float value = 0;
  if (!plan->sum.empty()) {
    std::array<std::int64_t, max_dimensions> position{point.x};
    if constexpr (dimensions_of < Point >> 1) position[1] = point.y;
    if constexpr (dimensions_of < Point >> 2) position[2] = point.z;
    if constexpr (dimensions_of < Point >> 3) position[3] = point.w;
    return value_at(*plan, program.store.generators(), position.data(), dimensions_of<Point>);
  }
  float* const place = &value;
  fill_batch(program, *plan, std::span<const Point>(&point, 1), {&place, 1});
  return value;
}

template <class Slope, class Point>
Result<Slope> slope_at(const Noise::Program& program, Point point) {
  CRATON_TRY(const NoisePlan* plan, slope_plan(program, dimensions_of<Point>));
  FloatingPointMode ieee;
  float numbers[1 + max_dimensions];
  float* places[1 + max_dimensions];
  for (std::size_t i = 0; i < 1 + max_dimensions; ++i) places[i] = &numbers[i];
  fill_batch(program, *plan, std::span<const Point>(&point, 1), {places, 1 + dimensions_of<Point>});
  Slope slope{numbers[0], numbers[1], numbers[2]};
  if constexpr (dimensions_of < Point >> 2) slope.z = numbers[3];
  return slope;
}

}  // namespace

NoiseInput::NoiseInput(std::string input_name, NoiseSpec spec)
    : name(std::move(input_name)), noise(std::make_shared<const NoiseSpec>(std::move(spec))) {}

std::span<const NoiseKind> all_noise_kinds() {
  static const std::vector<NoiseKind> kinds = [] {
    std::vector<NoiseKind> list;
    for (const GeneratorKind* kind : generator_kinds()) {
      list.push_back(kind->info);
      list.back().plain = true;
    }
    for (const NodeKind* kind : node_kinds()) list.push_back(kind->info);
    return list;
  }();
  return kinds;
}

Result<Noise> Noise::make(const NoiseSpec& spec, Seed seed) { return make(spec, seed, NoiseRepeat{}); }

Result<Noise> Noise::make(const NoiseSpec& spec, Seed seed, const NoiseRepeat& repeat) {
  FloatingPointMode ieee;
  CRATON_TRY(std::shared_ptr<Program> program, Program::make(spec, seed, repeat));
  return Noise(std::move(program));
}

struct NoiseInternals {
  static const Noise::Program& program(const Noise& noise) { return *noise.program_; }
};

Result<void> grid_in_runs(const Noise& noise, const Grid2& grid, std::span<float> out, const Execution& execution,
                          FinishRun finish) {
  const Noise::Program& program = NoiseInternals::program(noise);
  const GridShape shape = shape_of(grid);
  const NoisePlan* plan = program.plan(shape.dimensions);
  if (!plan) return no_dimension(shape.dimensions);
  return fill_grid(*plan, program.store.generators(), shape, {&out, 1}, execution, &finish);
}

ValueRange Noise::range() const { return program_->range; }
bool Noise::has_dimension(int dimensions) const { return program_->plan(dimensions) != nullptr; }
bool Noise::has_slopes(int dimensions) const { return program_->slope_plan(dimensions) != nullptr; }

float Noise::at(Point1 point) const { return value_at(*program_, point); }
float Noise::at(Point2 point) const { return value_at(*program_, point); }
float Noise::at(Point3 point) const { return value_at(*program_, point); }
float Noise::at(Point4 point) const { return value_at(*program_, point); }

Result<Slope2> Noise::slope_at(Point2 point) const { return craton::slope_at<Slope2>(*program_, point); }
Result<Slope3> Noise::slope_at(Point3 point) const { return craton::slope_at<Slope3>(*program_, point); }

Result<void> Noise::points(std::span<const Point1> points, std::span<float> out, const Execution& execution) const {
  return fill(*program_, points, out, execution);
}
Result<void> Noise::points(std::span<const Point2> points, std::span<float> out, const Execution& execution) const {
  return fill(*program_, points, out, execution);
}
Result<void> Noise::points(std::span<const Point3> points, std::span<float> out, const Execution& execution) const {
  return fill(*program_, points, out, execution);
}
Result<void> Noise::points(std::span<const Point4> points, std::span<float> out, const Execution& execution) const {
  return fill(*program_, points, out, execution);
}

Result<void> Noise::grid(const Grid1& grid, std::span<float> out, const Execution& execution) const {
  return fill(*program_, grid, out, execution);
}
Result<void> Noise::grid(const Grid2& grid, std::span<float> out, const Execution& execution) const {
  return fill(*program_, grid, out, execution);
}
Result<void> Noise::grid(const Grid3& grid, std::span<float> out, const Execution& execution) const {
  return fill(*program_, grid, out, execution);
}

Result<void> Noise::slopes(const Grid2& grid, std::span<float> values, std::array<std::span<float>, 2> slopes,
                           const Execution& execution) const {
  return fill_slopes(*program_, grid, values, slopes, execution);
}
Result<void> Noise::slopes(const Grid3& grid, std::span<float> values, std::array<std::span<float>, 3> slopes,
                           const Execution& execution) const {
  return fill_slopes(*program_, grid, values, slopes, execution);
}
Result<void> Noise::grid(const Grid4& grid, std::span<float> out, const Execution& execution) const {
  return fill(*program_, grid, out, execution);
}

}  // namespace craton
