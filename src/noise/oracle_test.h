#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>

#include <craton/base/targets.h>

#include "noise/axis_places.h"
#include "noise/generator.h"
#include "noise/octaves.h"
#include "noise/variants_test.h"

/// One octave of a kind, asked in every way on every target, against a plain definition of its value at a place.
namespace craton::test {

using Places = std::span<const AxisPlace>;

/// The value at a place of each axis.
using Oracle = std::function<float(const OctaveSpec&, Places)>;

/// What is particular to a kind.
struct OracleOptions {
  int rounds = 250;
  std::array<std::size_t, 3> most_samples{512, 2400, 1440};  ///< by dimension, where the oracle is slow
  AxisLattice (*lattice)(const AxisLattice&) = [](const AxisLattice& given) { return given; };  ///< the lattice it makes of one
  bool wraps = true;
};

struct OracleCase {
  const GeneratorKind& kind;
  ParamValues params;
  int dimensions = 2;
  std::size_t octave = 0;  ///< of a sum: octaves after the first have shifted lattices
  GridShape shape{};
  OracleOptions options{};
};

/// Near, far, near the ends, and for noises that wrap across them.
inline std::int64_t any_origin(Random& random, bool wraps) {
  switch (random.below(wraps ? 6 : 5)) {
    case 0: return random.between(-100000, 100000);
    case 1: return random.between(-4000000, 4000000) * units_per_metre;
    case 2: return (std::int64_t{1} << 50) + random.between(-1000000, 1000000);
    case 3: return -(std::int64_t{1} << 62) + random.between(-1000000, 1000000);
    case 4: return INT64_MIN + random.between(0, 1000000);
    default: return static_cast<std::int64_t>((std::uint64_t{1} << 63) - random.below(50000));
  }
}

/// From wide cells to narrow ones: 0.002 … 5 cells a metre, log-uniform.
inline double any_frequency(Random& random) { return 0.002 * std::exp(random.unit() * std::log(2500.0)); }

inline GridShape any_shape(Random& random, int dimensions, bool wraps) {
  constexpr std::uint32_t widest[3][3] = {{512, 1, 1}, {200, 12, 1}, {60, 6, 4}};
  constexpr std::int64_t steps[] = {1, 100, 512, 1024, 1024, 1024, 1500, 7168};
  GridShape shape;
  shape.dimensions = dimensions;
  const bool same_step = random.below(3) != 0;
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
    shape.origin[a] = any_origin(random, wraps);
    shape.step[a] = same_step && a > 0 ? shape.step[0] : steps[random.below(std::size(steps))];
    shape.size[a] = static_cast<std::uint32_t>(1 + random.below(widest[dimensions - 1][a]));
  }
  return shape;
}

inline std::size_t sample_count(const GridShape& shape) { return std::size_t{shape.size[0]} * shape.size[1] * shape.size[2]; }

inline std::array<std::uint32_t, 3> index_of(const GridShape& shape, std::size_t sample) {
  return {static_cast<std::uint32_t>(sample % shape.size[0]), static_cast<std::uint32_t>(sample / shape.size[0] % shape.size[1]),
          static_cast<std::uint32_t>(sample / shape.size[0] / shape.size[1])};
}

/// Metres by which samples are moved: a few cells, now and then none or very far.
inline std::vector<std::vector<float>> any_displacements(Random& random, const GridShape& shape, float cells_per_metre) {
  std::vector<std::vector<float>> metres(static_cast<std::size_t>(shape.dimensions), std::vector<float>(sample_count(shape)));
  for (auto& axis : metres)
    for (float& m : axis) {
      const double size = random.below(20) == 0 ? 1e6 : 3.0 / double{cells_per_metre};
      m = random.below(10) == 0 ? 0.0F : static_cast<float>((2 * random.unit() - 1) * size);
    }
  return metres;
}

inline Displacement displacement_of(const std::vector<std::vector<float>>& metres) {
  Displacement displacement;
  for (std::size_t a = 0; a < metres.size(); ++a) displacement.metres[a] = metres[a].data();
  return displacement;
}

inline std::array<AxisPlace, 3> places_of(const OctaveSpec& octave, const GridShape& shape, std::size_t sample,
                                          const std::vector<std::vector<float>>* metres) {
  std::array<AxisPlace, 3> places{};
  for (std::size_t a = 0; a < static_cast<std::size_t>(shape.dimensions); ++a) {
    places[a] = octave.axis[a].place(shape.position(a, index_of(shape, sample)[a]));
    if (metres) places[a] = octave.axis[a].displaced(places[a], (*metres)[a][sample]);
  }
  return places;
}

/// A batch of all samples of a grid that one batch holds, from `first` on.
inline void make_batch(const GridShape& shape, std::size_t first, std::size_t count, PointBatch& batch) {
  batch.dimensions = shape.dimensions;
  batch.count = count;
  batch.measured = false;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t a = 0; a < static_cast<std::size_t>(shape.dimensions); ++a)
      batch.position[a][i] = shape.position(a, index_of(shape, first + i)[a]);
}

inline ::testing::AssertionResult same_bits(const std::vector<float>& found, const std::vector<float>& wanted) {
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (std::bit_cast<std::uint32_t>(found[i]) != std::bit_cast<std::uint32_t>(wanted[i]))
      return ::testing::AssertionFailure() << found[i] << " instead of " << wanted[i] << " at sample " << i;
  return ::testing::AssertionSuccess();
}

/// The grid cut into chunks of random widths and heights.
inline std::vector<float> by_chunks(const Generator& generator, const GridShape& shape, Random& random,
                                    const std::vector<std::vector<float>>* metres, const std::vector<float>* addend) {
  const std::unique_ptr<GridEvaluator> grid = generator.on_grid(shape);
  std::vector<float> out(sample_count(shape));
  const auto width = static_cast<std::uint32_t>(1 + random.below(shape.size[0]));
  const auto height = static_cast<std::uint32_t>(1 + random.below(shape.size[1]));
  const std::uint32_t depth = std::min(max_chunk_depth, static_cast<std::uint32_t>(1 + random.below(shape.size[2])));
  for (std::uint32_t z = 0; z < shape.size[2]; z += depth)
    for (std::uint32_t y = 0; y < shape.size[1]; y += height)
      for (std::uint32_t x = 0; x < shape.size[0]; x += width) {
        Chunk chunk;
        chunk.begin = {x, y, z, 0};
        chunk.size = {std::min(width, shape.size[0] - x), std::min(height, shape.size[1] - y), std::min(depth, shape.size[2] - z),
                      1};
        chunk.row_stride = chunk.addend_row_stride = shape.size[0];
        chunk.slice_stride = chunk.addend_slice_stride = static_cast<std::ptrdiff_t>(shape.size[0]) * shape.size[1];
        const std::ptrdiff_t first = x + y * chunk.row_stride + z * chunk.slice_stride;
        chunk.out = out.data() + first;
        if (addend) chunk.addend = addend->data() + first;
        if (!metres) {
          grid->fill(chunk);
          continue;
        }
        std::vector<std::vector<float>> cut(metres->size());
        for (std::size_t a = 0; a < cut.size(); ++a)
          for (std::uint32_t k = 0; k < chunk.size[2]; ++k)
            for (std::uint32_t j = 0; j < chunk.size[1]; ++j)
              for (std::uint32_t i = 0; i < chunk.size[0]; ++i)
                cut[a].push_back(
                    (*metres)[a][static_cast<std::size_t>(first + i + j * chunk.row_stride + k * chunk.slice_stride)]);
        grid->fill_displaced(chunk, displacement_of(cut));
      }
  return out;
}

inline std::vector<float> by_points(const Generator& generator, const GridShape& shape, Random& random,
                                    const std::vector<std::vector<float>>* metres) {
  std::vector<float> out(sample_count(shape));
  PointBatch batch;
  BatchValues values;
  for (std::size_t first = 0; first < out.size(); first += batch.count) {
    make_batch(shape, first, std::min(out.size() - first, std::size_t(1 + random.below(PointBatch::capacity))), batch);
    if (metres) batch.displacement = displacement_of(*metres).from(first);
    if (random.below(2) == 0) measure(batch);
    generator.at_points(batch, values, false);
    std::copy_n(values.data, batch.count, out.begin() + static_cast<std::ptrdiff_t>(first));
  }
  return out;
}

/// Each sample by itself.
inline std::vector<float> one_by_one(const Generator& generator, const GridShape& shape) {
  std::vector<float> out(sample_count(shape));
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::int64_t position[3] = {};
    for (std::size_t a = 0; a < static_cast<std::size_t>(shape.dimensions); ++a)
      position[a] = shape.position(a, index_of(shape, i)[a]);
    out[i] = generator.at(position, shape.dimensions);
  }
  return out;
}

inline OctaveSpec octave_of(const OracleCase& of, Seed seed) {
  const std::vector<double> weights{0.7, -0.4};
  const Result<std::vector<OctaveSpec>> octaves = make_octaves(of.kind.info, of.params, "", seed, 1.0, 2.0, weights);
  EXPECT_TRUE(octaves) << octaves.error().to_string();
  OctaveSpec octave = octaves ? (*octaves)[of.octave] : OctaveSpec{};
  for (AxisLattice& axis : octave.axis) axis = of.options.lattice(axis);
  return octave;
}

inline void expect_oracle(const OracleCase& of, Random& random, const Oracle& oracle) {
  const OctaveSpec octave = octave_of(of, Seed{random.bits()});
  const Result<std::unique_ptr<Generator>> generator = of.kind.make(of.params, "", octave);
  ASSERT_TRUE(generator) << generator.error().to_string();
  const auto metres = any_displacements(random, of.shape, octave.axis[0].cells_per_metre);
  std::vector<float> still(sample_count(of.shape)), moved(still.size()), addend(still.size()), sum(still.size());
  for (std::size_t i = 0; i < still.size(); ++i) {
    const auto n = static_cast<std::size_t>(of.dimensions);
    still[i] = oracle(octave, Places(places_of(octave, of.shape, i, nullptr)).first(n));
    moved[i] = oracle(octave, Places(places_of(octave, of.shape, i, &metres)).first(n));
    addend[i] = static_cast<float>(random.unit());
    sum[i] = addend[i] + still[i];
  }
  for (const std::string_view target : available_targets()) {
    ASSERT_TRUE(force_target(target));
    SCOPED_TRACE(target);
    EXPECT_TRUE(same_bits(by_chunks(**generator, of.shape, random, nullptr, nullptr), still)) << "in chunks";
    EXPECT_TRUE(same_bits(by_chunks(**generator, of.shape, random, nullptr, &addend), sum)) << "added";
    EXPECT_TRUE(same_bits(by_chunks(**generator, of.shape, random, &metres, nullptr), moved)) << "displaced";
    EXPECT_TRUE(same_bits(by_points(**generator, of.shape, random, nullptr), still)) << "points";
    EXPECT_TRUE(same_bits(by_points(**generator, of.shape, random, &metres), moved)) << "displaced points";
    EXPECT_TRUE(same_bits(one_by_one(**generator, of.shape), still)) << "one by one";
  }
  ASSERT_TRUE(force_target("best"));
}

/// Random windows of random variants: any place, any frequency, with and without periods.
inline void compare_with_oracle(const GeneratorKind& kind, const OracleOptions& options,
                                const std::function<void(Random&, ParamValues&)>& choose,
                                const std::function<Oracle(const ParamValues&)>& oracle) {
  for (int round = 0; round < options.rounds * (full() ? 16 : 1); ++round) {
    Random random(static_cast<std::uint64_t>(round) * 977 + 1);
    OracleCase of{kind, {}, 0, random.below(2), {}, options};
    do of.dimensions = static_cast<int>(1 + random.below(3));
    while ((kind.info.dimensions >> (of.dimensions - 1) & 1U) == 0);
    of.params.set("frequency", any_frequency(random));
    choose(random, of.params);
    const ParamValue* period = of.params.find("period");
    of.shape = any_shape(random, of.dimensions, !period && options.wraps);
    while (sample_count(of.shape) > options.most_samples[static_cast<std::size_t>(of.dimensions - 1)]) {
      auto& longest = *std::max_element(of.shape.size.begin(), of.shape.size.end());
      longest = (longest + 1) / 2;
    }
    SCOPED_TRACE(std::string(kind.info.id) + ", " + std::to_string(of.dimensions) + "D, round " + std::to_string(round));
    expect_oracle(of, random, oracle(of.params));
    if (::testing::Test::HasFailure()) return;
  }
}

/// Sets a period on some axes, now and then.
inline void choose_period(Random& random, ParamValues& params, std::uint64_t multiple_of = 1) {
  if (random.below(2) == 0) return;
  std::vector<double> period(3);
  for (double& cells : period) cells = static_cast<double>(random.below(4) == 0 ? 0 : (1 + random.below(12)) * multiple_of);
  params.set("period", period);
}

}  // namespace craton::test
