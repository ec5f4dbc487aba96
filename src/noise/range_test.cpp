// Whether range() is true, and how tight it is. Two searches: over the formula, where each corner has the worst gradient
// of its set (the bound itself, to seven digits), and over the noise as it is, from random places uphill.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "noise/variants_test.h"
#include "reference/noise_reference.h"

namespace craton {
namespace {

using test::Random;

// ---- the formula

using Vec = std::array<double, 4>;

/// All gradients a corner may carry, where they are few enough to list.
std::vector<Vec> listed_gradients(int dimensions) {
  std::vector<Vec> list;
  const std::uint32_t count = dimensions == 1 ? 2 : dimensions == 2 ? 16 : 4096;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto hash = static_cast<std::uint32_t>((std::uint64_t{i} << 32) / count);
    const reference::Vector g = reference::gradient(hash, dimensions, true, 1.0F);
    const Vec found{double{g[0]}, double{g[1]}, double{g[2]}, double{g[3]}};
    if (std::find(list.begin(), list.end(), found) == list.end()) list.push_back(found);
  }
  return list;
}

/// The largest gradient · offset.
double steepest(const Vec& offset, const std::vector<Vec>& fixed) {
  const auto product = [&](const Vec& g) { return g[0] * offset[0] + g[1] * offset[1] + g[2] * offset[2] + g[3] * offset[3]; };
  if (fixed.empty()) return std::sqrt(product(offset));
  double best = 0;
  for (const Vec& g : fixed) best = std::max(best, product(g));
  return best;
}

double perlin_bound_at(const Vec& place, const reference::Octave& octave, int dimensions, const std::vector<Vec>& fixed) {
  double sum = 0;
  Vec u{};
  for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a)
    u[a] = double{reference::blend(static_cast<float>(place[a]), octave.smoothness)};
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    double weight = 1;
    Vec offset{};
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
      const bool after = (corner >> a & 1) != 0;
      weight *= after ? u[a] : 1 - u[a];
      offset[a] = place[a] - (after ? 1 : 0);
    }
    sum += weight * steepest(offset, fixed);
  }
  return sum;
}

/// `place` in skewed cells.
double simplex_bound_at(const Vec& place, const reference::Octave& octave, int dimensions, const std::vector<Vec>& fixed) {
  const double unskew = (1 - 1 / std::sqrt(dimensions + 1.0)) / dimensions;
  double sum = 0;
  for (int corner = 0; corner < 1 << (2 * dimensions); ++corner) {
    Vec offset{};
    double total = 0, squared = 0;
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a)
      total += offset[a] = place[a] - (corner >> (2 * a) & 3) + 1;
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) {
      offset[a] -= total * unskew;
      squared += offset[a] * offset[a];
    }
    const double room = 0.5 - 0x1p-19 - squared;
    if (room > 0) sum += std::pow(room, octave.falloff) * steepest(offset, fixed);
  }
  return sum;
}

double bound_at(const Vec& place, const reference::Octave& octave, int dimensions, const std::vector<Vec>& fixed) {
  for (int a = 0; a < dimensions; ++a)
    if (place[static_cast<std::size_t>(a)] < 0 || place[static_cast<std::size_t>(a)] > 1) return 0;
  return octave.kind == reference::Kind::perlin ? perlin_bound_at(place, octave, dimensions, fixed)
                                                : simplex_bound_at(place, octave, dimensions, fixed);
}

/// The largest sum over a cell: a coarse net, then uphill from its best places.
double largest_sum(const reference::Octave& octave, int dimensions) {
  const std::vector<Vec> fixed = octave.fixed_gradients ? listed_gradients(dimensions) : std::vector<Vec>{};
  const int net = dimensions == 4 ? (test::full() ? 16 : 10) : dimensions == 3 ? (test::full() ? 40 : 20) : 64;
  std::vector<std::pair<double, Vec>> best;
  for (int i = 0; i <= net; ++i)
    for (int j = 0; j <= (dimensions > 1 ? net : 0); ++j)
      for (int k = 0; k <= (dimensions > 2 ? net : 0); ++k)
        for (int l = 0; l <= (dimensions > 3 ? net : 0); ++l) {
          const Vec place{double(i) / net, double(j) / net, double(k) / net, double(l) / net};
          best.emplace_back(bound_at(place, octave, dimensions, fixed), place);
        }
  std::sort(best.begin(), best.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  best.resize(std::min<std::size_t>(best.size(), 16));
  Random random(1);
  double largest = 0;
  for (auto& [value, place] : best) {
    for (double reach = 1.0 / net; reach > 1e-6; reach *= 0.7)
      for (int attempt = 0; attempt < 24; ++attempt) {
        Vec other = place;
        for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions); ++a) other[a] += (2 * random.unit() - 1) * reach;
        const double there = bound_at(other, octave, dimensions, fixed);
        if (there > value) {
          value = there;
          place = other;
        }
      }
    largest = std::max(largest, value);
  }
  return largest;
}

/// What share of [−1, 1] the formula fills: at most all of it, and by how little less.
TEST(NoiseRange, NormalisationIsTheTrueBound) {
  for (const test::NamedNoise& noise : test::all_variants(0.01)) {
    if (!reference::ReferenceNoise::knows(noise.spec.kind)) continue;
    const reference::Octave octave = reference::ReferenceNoise(noise.spec, Seed{}).octaves()[0];
    if (octave.kind != reference::Kind::perlin && octave.kind != reference::Kind::simplex) continue;
    const double share = largest_sum(octave, noise.dimensions) * double{reference::scale(octave, noise.dimensions)};
    EXPECT_LE(share, 1) << noise.name;
    // Free gradients fill the range. A fixed set does so where the worst place suits one of its directions.
    EXPECT_GT(share, octave.fixed_gradients && noise.dimensions > 1 ? 0.95 : 0.99998) << noise.name;
    if (test::full() || std::getenv("CRATON_PRINT")) std::printf("%-36s fills %.7f\n", noise.name.c_str(), share);
  }
}

// ---- the noise itself

struct Found {
  float value = 0;
  std::int64_t place[4] = {};
};

constexpr std::int64_t cell = std::int64_t{1} << 20;  // units; a frequency of 2^-10 cells a metre

double size_of(float value) { return std::isnan(value) ? std::numeric_limits<double>::infinity() : std::abs(double{value}); }

/// The best values of a grid join `best`, largest first.
void scan(const Noise& noise, int dimensions, const test::Box& box, std::vector<Found>& best) {
  const Result<std::vector<float>> values = grid_of(noise, dimensions, box);
  ASSERT_TRUE(values) << values.error().to_string();
  double floor = best.size() < 8 ? 0 : size_of(best.back().value);
  for (std::size_t i = 0; i < values->size(); ++i) {
    if (size_of((*values)[i]) <= floor) continue;
    Found found{(*values)[i], {}};
    for (int a = 0; a < dimensions; ++a) found.place[a] = position_of(box, a, box.index(i, a));
    best.insert(std::upper_bound(best.begin(), best.end(), found,
                                 [](const Found& a, const Found& b) { return size_of(a.value) > size_of(b.value); }),
                found);
    best.resize(std::min<std::size_t>(best.size(), 8));
    if (best.size() == 8) floor = size_of(best.back().value);
  }
}

void climb(const Noise& noise, int dimensions, Found& found) {
  for (std::int64_t reach = cell / 4; reach > 0; reach /= 2)
    for (bool moved = true; moved;) {
      moved = false;
      for (int a = 0; a < dimensions; ++a)
        for (const std::int64_t step : {reach, -reach}) {
          Found other = found;
          other.place[a] += step;
          other.value = test::value_at(noise, dimensions, other.place);
          if (size_of(other.value) <= size_of(found.value)) continue;
          found = other;
          moved = true;
        }
    }
}

/// The share of the range that a search is known to reach: where corners are many, no random place suits them all.
double expected_share(const test::NamedNoise& noise) {
  const bool fixed = noise.name.ends_with("fixed");
  // Four corners along each axis are rarely all at their ends.
  if (noise.name.starts_with("cubic")) return noise.dimensions == 1 ? 0.97 : noise.dimensions == 2 ? 0.84 : 0.68;
  if (noise.name.starts_with("wavelet")) return noise.dimensions == 2 ? 0.4 : 0.2;  // nor are thousands of them
  if (noise.dimensions == 1) return 0.999;
  // One component of a vector: a fixed direction is 11.25° off the axis, a cube's edge 45°.
  if (noise.name.starts_with("gradient") && fixed) return noise.dimensions == 2 ? 0.98 : 0.707;
  if (noise.name.starts_with("gradient")) return 0.95;
  if (noise.name.starts_with("white")) return 0.999;
  if (noise.name.starts_with("value")) return noise.dimensions == 2 ? 0.99 : 0.98;
  if (noise.dimensions == 2) return fixed ? 0.97 : 0.985;
  if (noise.dimensions == 4 && noise.name.starts_with("perlin")) return fixed ? 0.7 : 0.65;  // 16 corners must suit
  if (noise.dimensions == 4 && noise.name.starts_with("quick_perlin")) return 0.7;
  return fixed ? 0.8 : 0.75;
}

TEST(NoiseRange, NoPlaceFoundBeyondIt) {
  constexpr std::uint32_t sizes[4][4] = {{200000, 1, 1, 1}, {512, 400, 1, 1}, {64, 64, 48, 1}, {32, 24, 20, 16}};
  constexpr std::int64_t origins[] = {0, -(std::int64_t{1} << 40), std::int64_t{1} << 50, -(std::int64_t{1} << 62)};
  for (const test::NamedNoise& variant : test::all_variants(0x1p-10)) {
    SCOPED_TRACE(variant.name);
    double share = 0;
    for (std::uint64_t seed = 0; seed < (test::full() ? 60U : 4U); ++seed) {
      const Result<Noise> noise = Noise::make(variant.spec, Seed{seed});
      ASSERT_TRUE(noise);
      std::vector<Found> best;
      for (const std::int64_t step : {cell, cell * 29 / 100}) {  // the centres of cells, and places all over them
        test::Box box;
        for (int a = 0; a < variant.dimensions; ++a) {
          box.origin[a] = origins[seed % 4] + cell / 2;
          box.step[a] = step;
          box.size[a] = sizes[variant.dimensions - 1][a];
        }
        scan(*noise, variant.dimensions, box, best);
      }
      for (Found& found : best) {
        climb(*noise, variant.dimensions, found);
        share = std::max(share, size_of(found.value));
      }
    }
    EXPECT_LE(share, 1);
    EXPECT_GT(share, expected_share(variant)) << "the range is wider than what was found";
    if (std::getenv("CRATON_PRINT")) std::printf("%-36s reaches %.6f\n", variant.name.c_str(), share);
  }
}

/// Octaves that are all as large as they can be, added up as the kernels do.
TEST(NoiseRange, SumsOfOctavesStayWithin) {
  for (std::int64_t octaves = 1; octaves <= 32; ++octaves)
    for (const double persistence : {0.01, 0.3, 0.5, 0.7, 0.99, 1.0, 1.7})
      for (const bool normalise : {true, false}) {
        std::vector<double> weights;
        double total = 0;
        for (double weight = 1; weights.size() < static_cast<std::size_t>(octaves); weight *= persistence) {
          weights.push_back(weight);
          total += weight;
        }
        const NoiseSpec spec =
            test::fbm_of(test::spec_of("value", {{"frequency", 1e-8}}),
                         {{"octaves", octaves}, {"lacunarity", 1.5}, {"persistence", persistence}, {"normalise", normalise}});
        const Result<Noise> noise = Noise::make(spec, Seed{1});
        ASSERT_TRUE(noise) << noise.error().to_string();
        float sum = 0;
        for (const double weight : weights) {
          const float largest = static_cast<float>(normalise ? weight / total : weight) * (1.0F - 0x1p-19F);
          sum += std::nextafter(largest, std::numeric_limits<float>::infinity());  // a blend may overshoot by a digit
        }
        EXPECT_LE(sum, noise->range().high) << octaves << " octaves, persistence " << persistence;
        EXPECT_EQ(noise->range().low, -noise->range().high);
        if (normalise) { EXPECT_NEAR(noise->range().high, 1, 1e-6); }
      }
}

TEST(NoiseRange, IsTheSumOfTheWeights) {
  const NoiseSpec perlin = test::spec_of("perlin");
  EXPECT_EQ(Noise::make(perlin, Seed{})->range().high, 1);
  EXPECT_EQ(Noise::make(perlin, Seed{})->range().low, -1);
  const NoiseSpec sum = test::fbm_of(perlin, {{"amplitudes", std::vector<double>{20, -5, 3}}, {"normalise", false}});
  EXPECT_EQ(Noise::make(sum, Seed{})->range().high, 28);
  EXPECT_EQ(Noise::make(sum, Seed{})->range().low, -28);
}

}  // namespace
}  // namespace craton
