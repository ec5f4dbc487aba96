#include <craton/noise/noise.h>

#include <algorithm>
#include <cassert>
#include <cstring>

#include <craton/base/hash.h>

#include "base/fp_mode.h"
#include "base/parallel.h"
#include "base/wide.h"
#include "noise/fractal.h"
#include "noise/generator.h"
#include "noise/octaves.h"

namespace craton {

/// A sum of octaves.
struct Noise::Program {
  unsigned dimensions = 0;
  ValueRange range;
  std::vector<std::unique_ptr<Generator>> octaves;
};

namespace {

// ---- kinds

using KindFunction = const GeneratorKind& (*)();
constexpr KindFunction generator_kinds[] = {white_noise, value_noise, perlin_noise, simplex_noise, cellular_noise};

const GeneratorKind* find_generator(std::string_view id) {
  for (const KindFunction kind : generator_kinds)
    if (kind().info.id == id) return &kind();
  return nullptr;
}

const NoiseKind& fbm_kind() {
  static constexpr NoiseInputInfo inputs[] = {{"source", "The noise of the first octave."}};
  static const NoiseKind kind{
      "fbm",
      "Fractal sum",
      "Octaves of one source noise, each finer and weaker than the one before; by default the weights add up to 1. "
      "Octaves after the first have their own seed and a shifted lattice, so that their lattices never coincide.",
      "Mandelbrot & Van Ness 1968; Musgrave 1989",
      0b111,
      params_of<FbmParams>(),
      inputs};
  return kind;
}

Error unknown_kind(std::string_view path, std::string_view kind, std::string_view wanted) {
  std::vector<std::string_view> names;
  for (const NoiseKind& known : all_noise_kinds()) names.push_back(known.id);
  std::string message = "unknown noise \"" + std::string(kind) + "\"";
  const std::string_view near = nearest_name(kind, names);
  if (!near.empty()) message += "; did you mean \"" + std::string(near) + "\"?";
  message += " (" + std::string(wanted) + ":";
  for (const std::string_view name : names) message += " " + std::string(name);
  return {ErrorCode::unknown_name, std::string(path), message + ")"};
}

// ---- from specification to program

struct FractalSource {
  const GeneratorKind* kind;
  const ParamValues& params;
  std::string path;
};

Result<std::shared_ptr<Noise::Program>> make_program(const FractalSource& source, const FbmParams& fbm, Seed seed) {
  const std::vector<double> weights = fbm_weights(fbm);
  const Result<std::vector<OctaveSpec>> octaves =
      make_octaves(source.kind->info, source.params, source.path, seed, fbm.lacunarity, weights);
  if (!octaves) return octaves.error();
  auto program = std::make_shared<Noise::Program>();
  program->dimensions = source.kind->info.dimensions;
  for (const OctaveSpec& octave : *octaves) {
    Result<std::unique_ptr<Generator>> generator = source.kind->make(source.params, source.path, octave);
    if (!generator) return generator.error();
    program->octaves.push_back(std::move(*generator));
  }
  double low = 0, high = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const ValueRange range = program->octaves[i]->range();
    low += weights[i] * double{weights[i] < 0 ? range.high : range.low};
    high += weights[i] * double{weights[i] < 0 ? range.low : range.high};
  }
  program->range = {static_cast<float>(low), static_cast<float>(high)};
  return program;
}

Result<std::shared_ptr<Noise::Program>> compile(const NoiseSpec& spec, Seed seed) {
  if (spec.kind != fbm_kind().id) {
    const GeneratorKind* kind = find_generator(spec.kind);
    if (!kind) return unknown_kind("kind", spec.kind, "known");
    if (!spec.inputs.empty())
      return Error{ErrorCode::unknown_name, spec.inputs[0].name, "\"" + spec.kind + "\" takes no input noise"};
    return make_program({kind, spec.params, ""}, FbmParams{.octaves = 1}, seed);
  }
  const Result<FbmParams> fbm = params_from<FbmParams>(spec.params, "");
  if (!fbm) return fbm.error();
  if (spec.inputs.size() != 1 || spec.inputs[0].name != "source")
    return Error{ErrorCode::invalid_value, "source", "\"fbm\" takes exactly one input noise, named \"source\""};
  const NoiseSpec& source = *spec.inputs[0].noise;
  const GeneratorKind* kind = find_generator(source.kind);
  if (!kind) return unknown_kind("source/kind", source.kind, "a fractal sum is made of one of");
  if (!source.inputs.empty())
    return Error{ErrorCode::unknown_name, "source/" + source.inputs[0].name, "\"" + source.kind + "\" takes no input noise"};
  return make_program({kind, source.params, "source"}, *fbm, seed);
}

// ---- grids

constexpr std::uint64_t samples_per_task = 1U << 16;

/// Sums of octaves are made in chunks of 16 KiB, which never leave the first-level cache. A single octave is written once, so
/// its chunks may be wider and taller, which saves lattice corners at their borders.
constexpr std::size_t most_summed_samples = 4096;

std::array<std::uint32_t, 3> chunk_size(int dimensions, bool single_octave) {
  if (dimensions == 1) return {max_chunk_width, 1, 1};
  if (dimensions == 2) return {single_octave ? max_chunk_width : 256, single_octave ? max_chunk_height : 16, 1};
  return {128, 8, max_chunk_depth};
}

Error invalid(std::string_view path, std::string message) {
  return {ErrorCode::invalid_value, std::string(path), std::move(message)};
}

Result<void> check_grid(const Noise::Program& program, const GridShape& shape, std::size_t room) {
  if ((program.dimensions >> (shape.dimensions - 1) & 1U) == 0)
    return Error{ErrorCode::unsupported, "dimensions", "this noise has no " + std::to_string(shape.dimensions) + "D form"};
  const uint128 samples_of_slice = wide_product(shape.size[0], shape.size[1]);
  const uint128 samples = samples_of_slice * shape.size[2];  // at most 2^96
  if (samples != room)
    return invalid("grid", "the grid has " + std::to_string(shape.size[0]) + " x " + std::to_string(shape.size[1]) + " x " +
                               std::to_string(shape.size[2]) + " samples but the output has room for " + std::to_string(room));
  for (std::size_t a = 0; a < 3; ++a) {
    if (shape.step[a] < 1)
      return invalid("step", "a grid's step must be at least one unit, found " + std::to_string(shape.step[a]));
    if (samples == 0) continue;
    // The last position as a distance from the lowest one, which cannot overflow 128 bits.
    const uint128 last = static_cast<uint128>(static_cast<std::uint64_t>(shape.origin[a]) ^ (1ULL << 63)) +
                         static_cast<uint128>(static_cast<std::uint64_t>(shape.step[a])) * (shape.size[a] - 1);
    if (high_word(last) == 0) continue;
    for (const auto& octave : program.octaves)
      if (!octave->wraps())
        return Error{ErrorCode::unsupported, "grid",
                     "the grid crosses the end of the world at 2^53 m, where this noise cannot wrap"};
  }
  return {};
}

/// Sums all octaves. All but the last go to a compact buffer: rows of the grid are often a power of two apart, and would
/// push each other out of the cache between octaves.
void fill_chunk(std::span<const std::unique_ptr<GridEvaluator>> octaves, Chunk chunk) {
  if (octaves.size() == 1) return octaves[0]->fill(chunk);
  AlignedArray<float, most_summed_samples> sum;
  Chunk partial = chunk;
  partial.out = sum.data;
  partial.row_stride = chunk.size[0];
  partial.slice_stride = static_cast<std::ptrdiff_t>(chunk.size[0]) * chunk.size[1];
  for (std::size_t i = 0; i < octaves.size(); ++i) {
    Chunk& target = i + 1 < octaves.size() ? partial : chunk;
    if (i > 0) {
      target.addend = sum.data;
      target.addend_row_stride = partial.row_stride;
      target.addend_slice_stride = partial.slice_stride;
    }
    octaves[i]->fill(target);
  }
}

Result<void> fill_grid(const Noise::Program& program, const GridShape& shape, std::span<float> out, const Execution& execution) {
  CRATON_TRY(check_grid(program, shape, out.size()));
  if (out.empty()) return {};

  FloatingPointMode ieee;
  std::vector<std::unique_ptr<GridEvaluator>> octaves;
  for (const auto& octave : program.octaves) octaves.push_back(octave->on_grid(shape));

  const std::array<std::uint32_t, 3> size = chunk_size(shape.dimensions, octaves.size() == 1);
  std::array<std::uint64_t, 3> chunks{};
  for (std::size_t a = 0; a < 3; ++a) chunks[a] = (shape.size[a] + size[a] - 1) / size[a];
  const std::uint64_t chunk_samples = std::uint64_t{size[0]} * size[1] * size[2];
  const std::uint64_t total = chunks[0] * chunks[1] * chunks[2];

  return parallel_blocks(total, std::max<std::uint64_t>(1, samples_per_task / chunk_samples), execution,
                         [&](std::uint64_t begin, std::uint64_t end) {
                           for (std::uint64_t index = begin; index < end; ++index) {
                             const std::array<std::uint64_t, 3> place{index % chunks[0], index / chunks[0] % chunks[1],
                                                                      index / chunks[0] / chunks[1]};
                             Chunk chunk;
                             for (std::size_t a = 0; a < 3; ++a) {
                               chunk.begin[a] = static_cast<std::uint32_t>(place[a] * size[a]);
                               chunk.size[a] = std::min(size[a], shape.size[a] - chunk.begin[a]);
                             }
                             chunk.row_stride = shape.size[0];
                             chunk.slice_stride = static_cast<std::ptrdiff_t>(shape.size[0]) * shape.size[1];
                             chunk.out = out.data() + chunk.begin[0] + chunk.begin[1] * chunk.row_stride +
                                         chunk.begin[2] * chunk.slice_stride;
                             fill_chunk(octaves, chunk);
                           }
                         });
}

// ---- points

template <class Point>
constexpr int dimensions_of = sizeof(Point) / sizeof(std::int64_t);

template <class Point>
void fill_batch(const Noise::Program& program, std::span<const Point> points, float* out) {
  PointBatch batch;
  batch.dimensions = dimensions_of<Point>;
  batch.count = points.size();
  for (std::size_t i = 0; i < points.size(); ++i) {
    batch.position[0][i] = points[i].x;
    if constexpr (dimensions_of < Point >> 1) batch.position[1][i] = points[i].y;
    if constexpr (dimensions_of < Point >> 2) batch.position[2][i] = points[i].z;
  }
  BatchValues values;
  bool add = false;
  for (const auto& octave : program.octaves) {
    octave->at_points(batch, values, add);
    add = true;
  }
  std::memcpy(out, values.data, points.size() * sizeof(float));
}

template <class Point>
Result<void> fill_points(const Noise::Program& program, std::span<const Point> points, std::span<float> out,
                         const Execution& execution) {
  if ((program.dimensions >> (dimensions_of<Point> - 1) & 1U) == 0)
    return Error{ErrorCode::unsupported, "dimensions", "this noise has no " + std::to_string(dimensions_of<Point>) + "D form"};
  if (points.size() != out.size())
    return invalid("points", "there are " + std::to_string(points.size()) + " points but room for " + std::to_string(out.size()) +
                                 " values");
  return parallel_blocks(points.size(), 16 * PointBatch::capacity, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; i += PointBatch::capacity)
      fill_batch(program, points.subspan(i, std::min<std::uint64_t>(PointBatch::capacity, end - i)), out.data() + i);
  });
}

template <class Point>
float value_at(const Noise::Program& program, Point point) {
  assert(program.dimensions >> (dimensions_of<Point> - 1) & 1U);
  FloatingPointMode ieee;
  float value = 0;
  fill_batch(program, std::span<const Point>(&point, 1), &value);
  return value;
}

}  // namespace

NoiseInput::NoiseInput(std::string input_name, NoiseSpec spec)
    : name(std::move(input_name)), noise(std::make_shared<const NoiseSpec>(std::move(spec))) {}

std::span<const NoiseKind> all_noise_kinds() {
  static const std::vector<NoiseKind> kinds = [] {
    std::vector<NoiseKind> list;
    for (const KindFunction kind : generator_kinds) list.push_back(kind().info);
    list.push_back(fbm_kind());
    return list;
  }();
  return kinds;
}

Result<Noise> Noise::make(const NoiseSpec& spec, Seed seed) {
  FloatingPointMode ieee;
  Result<std::shared_ptr<Program>> program = compile(spec, seed);
  if (!program) return program.error();
  return Noise(std::move(*program));
}

ValueRange Noise::range() const { return program_->range; }
bool Noise::has_dimension(int dimensions) const {
  return dimensions >= 1 && dimensions <= 3 && (program_->dimensions >> (dimensions - 1) & 1U) != 0;
}

float Noise::at(Point1 point) const { return value_at(*program_, point); }
float Noise::at(Point2 point) const { return value_at(*program_, point); }
float Noise::at(Point3 point) const { return value_at(*program_, point); }

Result<void> Noise::points(std::span<const Point1> points, std::span<float> out, const Execution& execution) const {
  return fill_points(*program_, points, out, execution);
}
Result<void> Noise::points(std::span<const Point2> points, std::span<float> out, const Execution& execution) const {
  return fill_points(*program_, points, out, execution);
}
Result<void> Noise::points(std::span<const Point3> points, std::span<float> out, const Execution& execution) const {
  return fill_points(*program_, points, out, execution);
}

Result<void> Noise::grid(const Grid1& grid, std::span<float> out, const Execution& execution) const {
  return fill_grid(*program_, {1, {grid.origin.x}, {grid.step.x, 1, 1, 1}, {grid.width, 1, 1, 1}}, out, execution);
}
Result<void> Noise::grid(const Grid2& grid, std::span<float> out, const Execution& execution) const {
  return fill_grid(*program_,
                   {2, {grid.origin.x, grid.origin.y}, {grid.step.x, grid.step.y, 1, 1}, {grid.width, grid.height, 1, 1}}, out,
                   execution);
}
Result<void> Noise::grid(const Grid3& grid, std::span<float> out, const Execution& execution) const {
  return fill_grid(*program_,
                   {3,
                    {grid.origin.x, grid.origin.y, grid.origin.z},
                    {grid.step.x, grid.step.y, grid.step.z, 1},
                    {grid.width, grid.height, grid.depth, 1}},
                   out, execution);
}

}  // namespace craton
