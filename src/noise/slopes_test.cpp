// Slopes of generators: against the definitions in double precision, and with the same bits whichever way they are asked for.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include <craton/base/targets.h>

#include "noise/blend.h"
#include "noise/generator.h"
#include "noise/kinds.h"
#include "noise/octaves.h"
#include "noise/simplex_kernels.h"
#include "noise/variants_test.h"
#include "reference/noise_reference.h"

namespace craton {
namespace {

using test::NamedNoise;
using test::Random;

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

/// One octave, as a fractal would make it.
struct Octave {
  OctaveSpec spec;
  std::unique_ptr<Generator> generator;
  reference::Octave parameters;  ///< kind, scale and gradients
};

const GeneratorKind& kind_of(const NoiseSpec& spec) {
  return spec.kind == "white"    ? white_noise()
         : spec.kind == "value"  ? value_noise()
         : spec.kind == "perlin" ? perlin_noise()
                                 : simplex_noise();
}

/// The second octave of a sum, so that it has a shifted lattice and a weight; its frequency is the specification's.
Octave make_octave(const NoiseSpec& spec, Seed seed) {
  NoiseSpec coarser = spec;
  coarser.params.set("frequency", std::get<double>(*spec.params.find("frequency")) / 2);
  constexpr double weights[] = {1, 0.625};
  Octave octave;
  octave.spec = make_octaves(kind_of(spec).info, coarser.params, "", seed, 1, 2, weights)->at(1);
  octave.generator = std::move(*kind_of(spec).make(coarser.params, "", octave.spec));
  octave.parameters = reference::ReferenceNoise(spec, seed).octaves()[0];
  octave.parameters.weight = octave.spec.weight;
  return octave;
}

using Vector = std::array<double, 3>;

// ---- definitions in double precision, continued beyond the cell or simplex, so that differences may cross borders

double exact_blend(double x, int n) {
  const double from_end = x <= 0.5 ? x : 1 - x;
  double sum = 0;
  for (int k = n; k >= 0; --k) {
    double term = k % 2 ? -1 : 1;
    for (int i = 1; i <= k; ++i) term = term * (n + i) / i;              // C(n + k, k)
    for (int i = 1; i <= n - k; ++i) term = term * (n + 1 + k + i) / i;  // C(2n + 1, n − k)
    sum = sum * from_end + term;
  }
  sum *= std::pow(from_end, n + 1);
  return x <= 0.5 ? sum : 1 - sum;
}

/// Value or Perlin noise around a place of the square lattice: all corners weighted by blends, nothing else.
std::function<double(Vector)> cell_noise(const Octave& octave, int dimensions, const std::array<AxisPlace, 3>& place) {
  struct Corner {
    double value;
    reference::Vector gradient;
  };
  std::vector<Corner> corners;
  for (unsigned c = 0; c < 1U << dimensions; ++c) {
    std::uint32_t low = 0, high = 0;
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
      const AxisKey key = AxisKeys(octave.spec.seed, static_cast<int>(a))(octave.spec.axis[a].moved(place[a].cell, c >> a & 1U));
      low += key.low;
      high += key.high;
    }
    const std::uint32_t hash = lattice_point_hash(low, high);
    const float scale = reference::scale(octave.parameters, dimensions);
    corners.push_back({static_cast<double>(static_cast<std::int32_t>(hash) >> 8) * 0x1p-23 * double{scale},
                       reference::gradient(hash, dimensions, octave.parameters.fixed_gradients, scale)});
  }
  return [=, perlin = octave.parameters.kind == reference::Kind::perlin, n = octave.parameters.smoothness](Vector moved) {
    double sum = 0;
    for (unsigned c = 0; c < corners.size(); ++c) {
      double weight = 1, product = 0;
      for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
        const double x = place[a].fraction * 0x1p-24 + moved[a];
        const bool after = c >> a & 1U;
        weight *= after ? exact_blend(x, n) : 1 - exact_blend(x, n);
        product += double{corners[c].gradient[a]} * (after ? x - 1 : x);
      }
      sum += weight * (perlin ? product : corners[c].value);
    }
    return sum;
  };
}

/// Simplex noise around a place of its lattice: all corners of a window.
std::function<double(Vector)> simplex_noise_at(const Octave& octave, const SimplexLattice& lattice,
                                               const SimplexLattice::Place& place) {
  struct Corner {
    Vector offset;
    reference::Vector gradient;
  };
  const int dimensions = lattice.dimensions();
  std::vector<Corner> corners;
  for (std::int64_t k = dimensions == 3 ? -2 : 0; k <= (dimensions == 3 ? 2 : 0); ++k)
    for (std::int64_t j = -2; j <= 2; ++j)
      for (std::int64_t i = -2; i <= 2; ++i) {
        const std::int64_t index[3] = {i, j, k};
        std::uint32_t low = 0, high = 0;
        Corner corner{};
        for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
          const AxisKey key = lattice.keys(static_cast<int>(a))(static_cast<std::uint64_t>(place.cell[a] + index[a]));
          low += key.low;
          high += key.high;
          corner.offset[a] = place.offset[a] - static_cast<double>(index[a]) + static_cast<double>(i + j + k) * lattice.unskew();
        }
        corner.gradient = reference::gradient(lattice_point_hash(low, high), dimensions, octave.parameters.fixed_gradients,
                                              reference::scale(octave.parameters, dimensions));
        corners.push_back(corner);
      }
  return [=, falloff = octave.parameters.falloff](Vector moved) {
    double sum = 0;
    for (const Corner& corner : corners) {
      double room = double{simplex_radius_squared}, product = 0;
      for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
        const double x = corner.offset[a] + moved[a];
        room -= x * x;
        product += double{corner.gradient[a]} * x;
      }
      if (room > 0) sum += std::pow(room, falloff) * product;
    }
    return sum;
  };
}

/// Cubic differences: the error is h⁴/30 times the fifth derivative, which for the steepest blend is below 10^6.
double difference(const std::function<double(Vector)>& noise, std::size_t axis) {
  constexpr double h = 1e-3;
  const auto at = [&](double x) {
    Vector moved{};
    moved[axis] = x;
    return noise(moved);
  };
  return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
}

// ---- batches

std::int64_t random_position(Random& random, bool wraps) {
  switch (random.below(wraps ? 4 : 3)) {
    case 0: return random.between(-1000000, 1000000);
    case 1: return (std::int64_t{1} << 50) + random.between(-1000000, 1000000);
    case 2: return -(std::int64_t{1} << 61) + random.between(-1000000, 1000000);
    default: return static_cast<std::int64_t>((std::uint64_t{1} << 63) - random.below(100000) + 50000);
  }
}

/// Room for displacements of a batch or grid: up to 300 m either way.
struct Moves {
  std::array<std::vector<float>, 3> metres;
  Displacement displacement;

  Moves(Random& random, std::size_t count, int dimensions) {
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
      for (std::size_t i = 0; i < count; ++i) metres[a].push_back(static_cast<float>(600 * random.unit() - 300));
      displacement.metres[a] = metres[a].data();
    }
  }
};

void expect_derivatives(const Octave& octave, int dimensions, const PointBatch& batch) {
  SlopeValues slopes;
  BatchValues values;
  octave.generator->slopes_at_points(batch, slopes);
  octave.generator->at_points(batch, values, false);
  const auto n = static_cast<std::size_t>(dimensions);
  const bool simplex = octave.parameters.kind == reference::Kind::simplex;
  for (std::size_t i = 0; i < batch.count; ++i) {
    ASSERT_EQ(bits(slopes.value[i]), bits(values[i]));
    std::function<double(Vector)> noise;
    if (simplex) {
      const SimplexLattice lattice(dimensions, octave.spec);
      std::array<uint128, 4> coordinates{};
      for (std::size_t a = 0; a < n; ++a) {
        coordinates[a] = lattice.coordinate(static_cast<int>(a), batch.position[a][i]);
        if (batch.displacement) coordinates[a] += lattice.displacement(batch.displacement.metres[a][i]);
      }
      noise = simplex_noise_at(octave, lattice, lattice.place(coordinates));
    } else {
      std::array<AxisPlace, 3> place{};
      for (std::size_t a = 0; a < n; ++a) {
        place[a] = octave.spec.axis[a].place(batch.position[a][i]);
        if (batch.displacement) place[a] = octave.spec.axis[a].displaced(place[a], batch.displacement.metres[a][i]);
      }
      noise = cell_noise(octave, dimensions, place);
    }
    // Per cell, slopes are sums of a few dozen terms below 4 in size: their rounding stays below 10^-5.
    constexpr double tolerance = 1e-5;
    ASSERT_NEAR(slopes.value[i], noise({}), tolerance);
    for (std::size_t a = 0; a < n; ++a)
      ASSERT_NEAR(double{slopes.slope[a][i]} / double{octave.spec.axis[a].cells_per_metre}, difference(noise, a), tolerance)
          << "along axis " << a << " at point " << i;
  }
}

TEST(Slopes, BlendSlopeIsTheDerivative) {
  for (int n = 0; n <= max_smoothness; ++n) {
    // Its integral by the midpoint rule is the blend, up to h²/24 of the largest second derivative (below 200) and rounding.
    constexpr int steps = 4096;
    double integral = 0;
    for (int i = 0; i < steps; ++i) {
      ASSERT_NEAR(integral, blend(static_cast<float>(i) / steps, n), 2e-6) << "order " << n;
      integral += double{blend_slope((static_cast<float>(i) + 0.5F) / steps, n)} / steps;
    }
    EXPECT_NEAR(integral, 1, 2e-6);
    std::vector<float> x(100), all(100);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) / 100;
    blend_slope_all(x, n, all);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(bits(all[i]), bits(blend_slope(x[i], n)));
  }
}

TEST(Slopes, AreDerivativesOfTheDefinition) {
  Random random(3);
  for (const double frequency : {0.01, 0.37})
    for (const NamedNoise& noise : test::all_variants(frequency)) {
      if (noise.dimensions > max_slope_dimensions || !reference::ReferenceNoise::knows(noise.spec.kind)) continue;
      SCOPED_TRACE(noise.name);
      const Octave octave = make_octave(noise.spec, Seed{random.bits()});
      ASSERT_EQ(octave.generator->has_slopes(), noise.spec.kind != "white");
      if (!octave.generator->has_slopes()) continue;
      for (const bool displaced : {false, true}) {
        PointBatch batch;
        batch.dimensions = noise.dimensions;
        batch.count = test::full() ? 400 : 37;
        const Moves moves(random, batch.count, noise.dimensions);
        if (displaced) batch.displacement = moves.displacement;
        for (std::size_t a = 0; a < static_cast<std::size_t>(noise.dimensions); ++a)
          for (std::size_t i = 0; i < batch.count; ++i) batch.position[a][i] = random_position(random, octave.generator->wraps());
        expect_derivatives(octave, noise.dimensions, batch);
        if (HasFatalFailure()) return;
      }
    }
}

/// Along an axis with a period the frequency is the period's.
TEST(Slopes, AreDerivativesOfRepeatingNoises) {
  Random random(4);
  for (const char* kind : {"value", "perlin"})
    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
      SCOPED_TRACE(std::string(kind) + " in " + std::to_string(dimensions) + "D");
      const NoiseSpec spec = test::spec_of(kind, {{"frequency", 0.7}, {"period", std::vector<double>{3, 0, 5}}});
      const Octave octave = make_octave(spec, Seed{random.bits()});
      EXPECT_NE(octave.spec.axis[0].cells_per_metre, octave.spec.axis[1].cells_per_metre);
      PointBatch batch;
      batch.dimensions = dimensions;
      batch.count = 500;
      const Moves moves(random, batch.count, dimensions);
      batch.displacement = moves.displacement;
      for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a)
        for (std::size_t i = 0; i < batch.count; ++i) batch.position[a][i] = random.between(-20000, 20000);
      expect_derivatives(octave, dimensions, batch);
    }
}

/// Metres are metres: differences of the noise itself. Values have 24 bits, so that a difference over 1/8 m is good to
/// 10^-6 per metre; slopes are some 10^-2 per metre.
TEST(Slopes, AreDifferencesPerMetre) {
  Random random(5);
  for (const NamedNoise& noise : test::all_kinds(0.01)) {
    if (noise.dimensions > max_slope_dimensions || !reference::ReferenceNoise::knows(noise.spec.kind)) continue;
    const Octave octave = make_octave(noise.spec, Seed{random.bits()});
    if (!octave.generator->has_slopes()) continue;
    SCOPED_TRACE(noise.name);
    PointBatch batch;
    batch.dimensions = noise.dimensions;
    batch.count = 200;
    for (std::size_t a = 0; a < static_cast<std::size_t>(noise.dimensions); ++a)
      for (std::size_t i = 0; i < batch.count; ++i) batch.position[a][i] = random_position(random, false);
    SlopeValues slopes;
    octave.generator->slopes_at_points(batch, slopes);
    double largest = 0;
    for (std::size_t a = 0; a < static_cast<std::size_t>(noise.dimensions); ++a) {
      BatchValues before, after;
      PointBatch moved = batch;
      for (std::size_t i = 0; i < batch.count; ++i) moved.position[a][i] = batch.position[a][i] - units_per_metre / 16;
      octave.generator->at_points(moved, before, false);
      for (std::size_t i = 0; i < batch.count; ++i) moved.position[a][i] = batch.position[a][i] + units_per_metre / 16;
      octave.generator->at_points(moved, after, false);
      for (std::size_t i = 0; i < batch.count; ++i) {
        ASSERT_NEAR(slopes.slope[a][i], (double{after[i]} - double{before[i]}) * 8, 1e-5);
        largest = std::max(largest, std::abs(double{slopes.slope[a][i]}));
      }
    }
    EXPECT_GT(largest, 0.005);
  }
}

// ---- the same bits every way

/// Value and slopes of each sample of a grid.
struct Field {
  std::array<std::vector<float>, 4> parts;  ///< value, slopes

  Field(std::size_t count, int dimensions) {
    for (std::size_t p = 0; p <= static_cast<std::size_t>(dimensions); ++p) parts[p].resize(count);
  }
  SlopePlaces places() { return {parts[0].data(), {parts[1].data(), parts[2].data(), parts[3].data(), nullptr}}; }

  void expect_same(const Field& other) const {
    for (std::size_t p = 0; p < 4; ++p)
      for (std::size_t i = 0; i < parts[p].size(); ++i)
        ASSERT_EQ(bits(parts[p][i]), bits(other.parts[p][i])) << "part " << p << " of sample " << i;
  }
};

GridShape random_shape(Random& random, int dimensions, bool wraps) {
  constexpr std::uint32_t widest[3][3] = {{700, 1, 1}, {150, 24, 1}, {50, 10, 7}};
  constexpr std::int64_t steps[] = {1, 100, 512, 1024, 1024, 1500, 7168};
  GridShape shape;
  shape.dimensions = dimensions;
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
    shape.origin[a] = random_position(random, wraps);
    shape.step[a] = steps[random.below(std::size(steps))];
    shape.size[a] = static_cast<std::uint32_t>(1 + random.below(widest[dimensions - 1][a]));
  }
  return shape;
}

std::size_t sample_count(const GridShape& shape) { return std::size_t{shape.size[0]} * shape.size[1] * shape.size[2]; }

/// Calls use(chunk, index of each of its samples in the grid) for chunks of random size.
template <class Use>
void for_random_chunks(const GridShape& shape, Random& random, const Use& use) {
  const std::uint32_t most[3] = {max_chunk_width, max_chunk_height, max_chunk_depth};
  std::uint32_t size[3];
  for (std::size_t a = 0; a < 3; ++a) size[a] = static_cast<std::uint32_t>(1 + random.below(std::min(most[a], shape.size[a])));
  for (std::uint32_t z = 0; z < shape.size[2]; z += size[2])
    for (std::uint32_t y = 0; y < shape.size[1]; y += size[1])
      for (std::uint32_t x = 0; x < shape.size[0]; x += size[0]) {
        Chunk chunk;
        chunk.begin = {x, y, z, 0};
        for (std::size_t a = 0; a < 3; ++a) chunk.size[a] = std::min(size[a], shape.size[a] - chunk.begin[a]);
        chunk.row_stride = chunk.size[0];
        chunk.slice_stride = chunk.row_stride * chunk.size[1];
        std::vector<std::size_t> index;
        for (std::uint32_t k = 0; k < chunk.size[2]; ++k)
          for (std::uint32_t j = 0; j < chunk.size[1]; ++j)
            for (std::uint32_t i = 0; i < chunk.size[0]; ++i)
              index.push_back(x + i + std::size_t{shape.size[0]} * (y + j + std::size_t{shape.size[1]} * (z + k)));
        use(chunk, index);
      }
}

/// By chunks of random size, whose values must also be those of fill().
Field by_chunks(const Generator& generator, const GridShape& shape, const Displacement& displacement, Random& random) {
  Field field(sample_count(shape), shape.dimensions);
  const std::unique_ptr<GridEvaluator> grid = generator.on_grid(shape);
  for_random_chunks(shape, random, [&](Chunk& chunk, const std::vector<std::size_t>& index) {
    std::array<std::vector<float>, 3> moves;
    Displacement part;
    for (std::size_t a = 0; displacement && a < static_cast<std::size_t>(shape.dimensions); ++a) {
      for (const std::size_t i : index) moves[a].push_back(displacement.metres[a][i]);
      part.metres[a] = moves[a].data();
    }
    Field slopes(index.size(), shape.dimensions);
    const SlopePlaces places = slopes.places();
    grid->fill_slopes(chunk, part, places.value, places.slope);
    std::vector<float> values(index.size());
    chunk.out = values.data();
    if (displacement)
      grid->fill_displaced(chunk, part);
    else
      grid->fill(chunk);
    for (std::size_t i = 0; i < index.size(); ++i) {
      ASSERT_EQ(bits(values[i]), bits(slopes.parts[0][i]));
      for (std::size_t p = 0; p <= static_cast<std::size_t>(shape.dimensions); ++p) field.parts[p][index[i]] = slopes.parts[p][i];
    }
  });
  return field;
}

Field by_points(const Generator& generator, const GridShape& shape, const Displacement& displacement) {
  Field field(sample_count(shape), shape.dimensions);
  Chunk all;
  all.size = shape.size;
  fill_slopes_by_points(generator, shape, all, displacement, field.places());
  return field;
}

class SlopeBits : public testing::Test {
 protected:
  void TearDown() override { EXPECT_TRUE(force_target("best")); }
};

TEST_F(SlopeBits, AreTheSameByPointsAndGridsOnAllTargets) {
  Random random(6);
  for (int round = 0; round < (test::full() ? 20 : 2); ++round)
    for (const NamedNoise& noise : test::all_variants(0.002 * std::exp(random.unit() * std::log(1000.0)))) {
      if (noise.dimensions > max_slope_dimensions || !reference::ReferenceNoise::knows(noise.spec.kind)) continue;
      SCOPED_TRACE(noise.name + ", round " + std::to_string(round));
      const Octave octave = make_octave(noise.spec, Seed{random.bits()});
      if (!octave.generator->has_slopes()) continue;
      const GridShape shape = random_shape(random, noise.dimensions, octave.generator->wraps());
      const Moves moves(random, sample_count(shape), noise.dimensions);
      for (const bool displaced : {false, true}) {
        const Displacement displacement = displaced ? moves.displacement : Displacement{};
        ASSERT_TRUE(force_target("best"));
        const Field expected = by_points(*octave.generator, shape, displacement);
        for (const std::string_view target : available_targets()) {
          SCOPED_TRACE(target);
          ASSERT_TRUE(force_target(target));
          expected.expect_same(by_chunks(*octave.generator, shape, displacement, random));
          expected.expect_same(by_points(*octave.generator, shape, displacement));
          if (HasFatalFailure()) return;
        }
      }
    }
}

/// Opposite edges of a period have the same slopes.
TEST_F(SlopeBits, RepeatWithThePeriod) {
  Random random(7);
  for (const char* kind : {"value", "perlin"}) {
    const Octave octave =
        make_octave(test::spec_of(kind, {{"frequency", 0.25}, {"period", std::vector<double>{4, 6}}}), Seed{random.bits()});
    GridShape shape;
    shape.dimensions = 2;
    shape.size = {70, 90, 1, 1};
    shape.step = {512, 512, 1, 1};
    shape.origin = {-7777, 123456789};
    const Field here = by_chunks(*octave.generator, shape, {}, random);
    for (std::size_t a = 0; a < 2; ++a)
      shape.origin[a] += static_cast<std::int64_t>(octave.spec.axis[a].period) * (a == 0 ? 3 : -7);
    ASSERT_NE(octave.spec.axis[0].period, 0U);
    here.expect_same(by_chunks(*octave.generator, shape, {}, random));
  }
}

}  // namespace
}  // namespace craton
