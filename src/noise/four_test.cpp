// The fourth dimension: slices, loops in time, planes that close onto themselves by way of a torus, displaced samples.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <numbers>

#include "noise/generator.h"
#include "noise/kinds.h"
#include "noise/variants_test.h"

namespace craton {
namespace {

using test::Box;
using test::fbm_of;
using test::spec_of;

std::vector<std::uint32_t> bits_of(std::span<const float> values) {
  std::vector<std::uint32_t> bits;
  for (const float value : values) bits.push_back(std::bit_cast<std::uint32_t>(value));
  return bits;
}

Noise made(const NoiseSpec& spec, std::uint64_t seed = 7) {
  Result<Noise> noise = Noise::make(spec, Seed{seed});
  EXPECT_TRUE(noise) << noise.error().to_string();
  return *noise;
}

Box frame(std::int64_t w, std::uint32_t frames = 1) {
  Box box;
  for (int a = 0; a < 4; ++a) box.origin[a] = -9000 * (a + 1);
  box.origin[3] = w;
  box.size[0] = 75;
  box.size[1] = 18;
  box.size[2] = 6;
  box.size[3] = frames;
  return box;
}

TEST(NoiseFour, FramesOfAGridAreItsSlices) {
  for (const char* kind : {"white", "value", "perlin", "simplex"})
    for (const double frequency : {0.02, 0.2, 0.9}) {
      const Noise noise = made(fbm_of(spec_of(kind, {{"frequency", frequency}}), {{"octaves", std::int64_t{2}}}));
      const auto film = grid_of(noise, 4, frame(-3000, 5));
      ASSERT_TRUE(film) << film.error().to_string();
      for (std::size_t w = 0; w < 5; ++w) {
        const auto slice = grid_of(noise, 4, frame(-3000 + static_cast<std::int64_t>(w) * units_per_metre));
        const std::span<const float> part = std::span(*film).subspan(w * slice->size(), slice->size());
        EXPECT_EQ(bits_of(part), bits_of(*slice)) << kind << ", frequency " << frequency << ", frame " << w;
      }
    }
}

/// An animation that loops: the frame after a period is the first one, bit for bit; frames between are not.
TEST(NoiseFour, PeriodsAlongW) {
  for (const char* kind : {"white", "value", "perlin"})
    for (const double frequency : {0.0625, 0.3}) {
      constexpr double cells = 6;
      const NoiseSpec source = spec_of(kind, {{"frequency", frequency}, {"period", std::vector<double>{0, 0, 0, cells}}});
      const auto length = static_cast<std::int64_t>(std::floor(cells / frequency * units_per_metre + 0.5));
      for (const NoiseSpec& spec : {source, fbm_of(source, {{"octaves", std::int64_t{4}}, {"lacunarity", 1.7}})}) {
        const Noise noise = made(spec);
        for (const std::int64_t w : {std::int64_t{0}, std::int64_t{333}, -(std::int64_t{1} << 45)}) {
          const auto first = grid_of(noise, 4, frame(w));
          ASSERT_TRUE(first) << first.error().to_string();
          for (const std::int64_t turns : {1, 2, -3, 1000})
            EXPECT_EQ(bits_of(*first), bits_of(*grid_of(noise, 4, frame(w + turns * length))))
                << kind << ", " << turns << " turns";
          EXPECT_NE(bits_of(*first), bits_of(*grid_of(noise, 4, frame(w + length / 2)))) << kind;
        }
      }
    }
}

/// A plane whose opposite edges meet: x and y turn around two circles in four dimensions.
TEST(NoiseFour, ATorusMakesAPlanePeriodic) {
  constexpr std::int64_t side = 64;
  constexpr double radius = 20 * units_per_metre;
  const auto on_torus = [](std::int64_t x, std::int64_t y) {
    const auto turn = [](std::int64_t i, double quarter) {
      const double angle = 2 * std::numbers::pi * (static_cast<double>((i % side + side) % side) / side + quarter);
      return static_cast<std::int64_t>(std::floor(radius * std::cos(angle)));
    };
    return Point4{turn(x, 0), turn(x, 0.75), turn(y, 0), turn(y, 0.75)};
  };
  for (const char* kind : {"perlin", "simplex"}) {
    const Noise noise = made(spec_of(kind, {{"frequency", 0.05}}));
    std::vector<Point4> points;
    for (std::int64_t y = -1; y <= side; ++y)
      for (std::int64_t x = -1; x <= side; ++x) points.push_back(on_torus(x, y));
    std::vector<float> values(points.size());
    ASSERT_TRUE(noise.points(points, values));
    const auto at = [&](std::int64_t x, std::int64_t y) {
      return values[static_cast<std::size_t>((y + 1) * (side + 2) + x + 1)];
    };
    double inside = 0, across = 0;
    for (std::int64_t i = 0; i < side; ++i) {
      EXPECT_EQ(at(-1, i), at(side - 1, i));
      EXPECT_EQ(at(i, side), at(i, 0));
      across = std::max(across, std::abs(double{at(side, i)} - double{at(side - 1, i)}));
      for (std::int64_t x = 1; x < side; ++x) inside = std::max(inside, std::abs(double{at(x, i)} - double{at(x - 1, i)}));
    }
    EXPECT_GT(inside, 0.02) << kind;
    EXPECT_LE(across, inside) << kind << ": a seam";
  }
}

/// Displaced by whole samples, a grid is its neighbour.
TEST(NoiseFour, DisplacedSamplesAreThoseElsewhere) {
  const GeneratorKind* kinds[] = {&white_noise(), &value_noise(), &perlin_noise(), &simplex_noise()};
  for (const GeneratorKind* kind : kinds) {
    OctaveSpec octave;
    octave.seed = Seed{11};
    octave.frequency = *Frequency::per_metre(0.125);  // a metre is a whole number of fractions
    for (AxisLattice& axis : octave.axis) axis = AxisLattice::endless(octave.frequency);
    const auto generator = kind->make({}, "", octave);
    ASSERT_TRUE(generator) << generator.error().to_string();
    GridShape here{4, {-5000, 77, 123456, -1}, {1024, 1024, 1024, 1024}, {40, 6, 3, 2}}, there = here;
    constexpr std::array<std::int64_t, 4> metres{3, -20, 1, 6};
    std::array<std::vector<float>, 4> moved;
    Displacement displacement;
    for (std::size_t a = 0; a < 4; ++a) {
      there.origin[a] += metres[a] * units_per_metre;
      moved[a].assign(std::size_t{40} * 6 * 3, static_cast<float>(metres[a]));
      displacement.metres[a] = moved[a].data();
    }
    std::vector<float> found(moved[0].size()), expected(found.size());
    Chunk chunk{{0, 0, 0, 1}, {40, 6, 3, 1}, found.data(), 40, 240};
    (*generator)->on_grid(here)->fill_displaced(chunk, displacement);
    chunk.out = expected.data();
    (*generator)->on_grid(there)->fill(chunk);
    EXPECT_EQ(bits_of(found), bits_of(expected)) << kind->info.id;
  }
}

/// A fourth axis is a further axis, not a copy of another: swapping two coordinates gives another value.
TEST(NoiseFour, AxesAreIndependent) {
  for (const char* kind : {"white", "value", "perlin", "simplex"}) {
    const Noise noise = made(spec_of(kind, {{"frequency", 0.3}}));
    int same = 0;
    for (std::int64_t i = 0; i < 200; ++i) {
      const Point4 p{i * 5000, 700 - i * 9000, i * i * 100, 50000 + i * 7777};
      const float value = noise.at(p);
      same += value == noise.at(Point4{p.w, p.y, p.z, p.x});
      same += value == noise.at(Point4{p.x, p.w, p.z, p.y});
      same += value == noise.at(Point4{p.x, p.y, p.w, p.z});
    }
    EXPECT_LT(same, 3) << kind;
  }
}

}  // namespace
}  // namespace craton
