// The kernels against the definitions, bit for bit, on random windows.
#include "reference/noise_reference.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "noise/variants_test.h"

namespace craton {
namespace {

using test::Box;
using test::Random;

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

/// Near, far, near the ends, and for noises that wrap across them.
std::int64_t random_origin(Random& random, bool wraps) {
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
double random_frequency(Random& random) { return 0.002 * std::exp(random.unit() * std::log(2500.0)); }

Box random_box(Random& random, int dimensions, bool wraps) {
  constexpr std::uint32_t widest[3][3] = {{700, 1, 1}, {300, 24, 1}, {80, 10, 7}};
  constexpr std::int64_t steps[] = {1, 100, 512, 1024, 1024, 1024, 1500, 7168};
  Box box;
  const bool same_step = random.below(3) != 0;
  for (int a = 0; a < dimensions; ++a) {
    box.origin[a] = random_origin(random, wraps);
    box.step[a] = same_step && a > 0 ? box.step[0] : steps[random.below(std::size(steps))];
    box.size[a] = static_cast<std::uint32_t>(1 + random.below(widest[dimensions - 1][a]));
  }
  return box;
}

/// Compares a grid with the reference: every sample, or about `most` of them.
void expect_reference(const NoiseSpec& spec, Seed seed, int dimensions, const Box& box, reference::Search search,
                      std::size_t most) {
  const Result<Noise> noise = Noise::make(spec, seed);
  ASSERT_TRUE(noise) << noise.error().to_string();
  const Result<std::vector<float>> values = grid_of(*noise, dimensions, box);
  ASSERT_TRUE(values) << values.error().to_string();
  const reference::ReferenceNoise expected(spec, seed);
  const std::size_t stride = values->size() / most + 1;
  for (std::size_t i = 0; i < values->size(); i += stride) {
    const std::size_t index[3] = {i % box.size[0], i / box.size[0] % box.size[1], i / box.size[0] / box.size[1]};
    std::int64_t position[3] = {};
    for (int a = 0; a < dimensions; ++a) position[a] = position_of(box, a, index[a]);
    const float wanted = expected.at({position, static_cast<std::size_t>(dimensions)}, search);
    ASSERT_EQ(bits((*values)[i]), bits(wanted)) << (*values)[i] << " instead of " << wanted << " at sample " << i << ", position "
                                                << position[0] << ", " << position[1] << ", " << position[2];
  }
}

void compare_windows(test::NamedNoise (*pick)(Random&, double), int rounds, std::size_t most, reference::Search search) {
  for (int round = 0; round < rounds; ++round) {
    Random random(static_cast<std::uint64_t>(round) * 977 + most);
    const test::NamedNoise noise = pick(random, random_frequency(random));
    const Box box = random_box(random, noise.dimensions, noise.name.find("simplex") == std::string::npos);
    SCOPED_TRACE(noise.name + ", round " + std::to_string(round));
    expect_reference(noise.spec, Seed{random.bits()}, noise.dimensions, box, search, most);
    if (testing::Test::HasFatalFailure()) return;
  }
}

test::NamedNoise any_of_kind(std::string_view kind, Random& random, double frequency) {
  std::vector<test::NamedNoise> candidates;
  for (test::NamedNoise& variant : test::all_variants(frequency))
    if (variant.name.starts_with(kind)) candidates.push_back(std::move(variant));
  return candidates[random.below(candidates.size())];
}

int rounds(int usual) { return test::full() ? usual * 20 : usual; }

TEST(NoiseReference, White) {
  compare_windows([](Random& r, double f) { return any_of_kind("white", r, f); }, rounds(200), 4000, reference::Search::simplex);
}
TEST(NoiseReference, Value) {
  compare_windows([](Random& r, double f) { return any_of_kind("value", r, f); }, rounds(500), 2000, reference::Search::simplex);
}
TEST(NoiseReference, Perlin) {
  compare_windows([](Random& r, double f) { return any_of_kind("perlin", r, f); }, rounds(1000), 2000,
                  reference::Search::simplex);
}
TEST(NoiseReference, SimplexByItsCorners) {
  compare_windows([](Random& r, double f) { return any_of_kind("simplex", r, f); }, rounds(1000), 3000,
                  reference::Search::simplex);
}
/// All corners of a window five cells wide: nothing that contributes is left out.
TEST(NoiseReference, SimplexByAllCornersAround) {
  compare_windows([](Random& r, double f) { return any_of_kind("simplex", r, f); }, rounds(300), 700, reference::Search::window);
}

TEST(NoiseReference, FractalSums) {
  const auto pick = [](Random& random, double frequency) {
    const std::vector<test::NamedNoise> variants = test::all_variants(frequency);
    test::NamedNoise noise = variants[random.below(variants.size())];
    std::vector<std::pair<std::string, ParamValue>> params;
    if (random.below(2) == 0) {
      params = {{"octaves", random.between(1, 6)}, {"persistence", 0.2 + random.unit()}};
    } else {
      std::vector<double> amplitudes(1 + random.below(5));
      for (double& a : amplitudes) a = 20 * random.unit() - 10;
      params = {{"amplitudes", amplitudes}};
    }
    params.emplace_back("lacunarity", 1.3 + random.unit());
    params.emplace_back("normalise", random.below(2) == 0);
    return test::NamedNoise{"fbm of " + noise.name, test::fbm_of(noise.spec, params), noise.dimensions};
  };
  compare_windows(pick, rounds(800), 500, reference::Search::simplex);
}

/// The ends of what is allowed: cells of two units, and cells of 2^58.
TEST(NoiseReference, ExtremeFrequencies) {
  Random random(5);
  for (const double frequency : {512.0, 0x1p-48, 300.0, 1e-9})
    for (const test::NamedNoise& noise : test::all_kinds(frequency)) {
      if (noise.name.starts_with("cellular")) continue;  // has a reference and a test of its own
      for (const std::int64_t origin : {std::int64_t{-77}, std::int64_t{1} << 60, INT64_MIN + 5, INT64_MAX - 30000}) {
        SCOPED_TRACE(noise.name + " at frequency " + std::to_string(frequency) + ", origin " + std::to_string(origin));
        Box box;
        for (int a = 0; a < noise.dimensions; ++a) {
          box.origin[a] = origin + a;
          box.step[a] = frequency > 1 ? random.between(1, 300) : 300;
          box.size[a] = a == 0 ? 40 : 5;
        }
        expect_reference(noise.spec, Seed{3}, noise.dimensions, box, reference::Search::window, 300);
      }
    }
}

}  // namespace
}  // namespace craton
