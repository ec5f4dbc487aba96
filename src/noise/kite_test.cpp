// Kite and hat noise: against their definitions, bit for bit and in double precision; that they have no jumps, that bounds are
// true, that slopes are derivatives, and what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "noise/even_lattice.h"
#include "noise/kinds.h"
#include "noise/oracle_test.h"
#include "noise/simplex_lattice.h"
#include "reference/kite_reference.h"

namespace craton {
namespace {

using test::Random;

constexpr float kite_scale = 8.390747F, hat_scale = 6.562586F;

struct KiteCase {
  const GeneratorKind& kind;
  OctaveSpec octave;
  std::unique_ptr<Generator> generator;
  std::optional<HatTiling> tiling;
  bool fixed;

  const HatTiling* hats() const { return tiling ? &*tiling : nullptr; }
  float scale() const { return tiling ? hat_scale : kite_scale; }
};

KiteCase make_case(Random& random, bool hats, double frequency) {
  const GeneratorKind& kind = hats ? hat_noise() : kite_noise();
  ParamValues params;
  const bool fixed = random.below(3) == 0;
  params.set("frequency", frequency);
  params.set("gradients", std::string(fixed ? "fixed" : "circle"));
  const test::OracleCase of{kind, params, 2, random.below(2), {}, {}};
  const OctaveSpec octave = octave_of(of, Seed{random.bits()});
  Result<std::unique_ptr<Generator>> generator = kind.make(params, "", octave);
  EXPECT_TRUE(generator) << generator.error().to_string();
  return {kind, octave, std::move(*generator), hats ? std::optional(HatTiling(octave.seed)) : std::nullopt, fixed};
}

reference::KiteCoordinates coordinates_of(const OctaveSpec& octave, const GridShape& shape, std::size_t sample,
                                          const std::vector<std::vector<float>>* metres) {
  const SimplexLattice lattice(2, octave);
  reference::KiteCoordinates at{};
  for (std::size_t a = 0; a < 2; ++a) {
    at[a] = lattice.coordinate(static_cast<int>(a), shape.position(a, test::index_of(shape, sample)[a]));
    if (metres) at[a] += lattice.displacement((*metres)[a][sample]);
  }
  return at;
}

/// Values and slopes of the whole grid, value first.
std::array<std::vector<float>, 3> slopes_by_chunks(const Generator& generator, const GridShape& shape,
                                                   const std::vector<std::vector<float>>* metres) {
  std::array<std::vector<float>, 3> out;
  for (auto& list : out) list.resize(test::sample_count(shape));
  Chunk chunk;
  chunk.size = shape.size;
  generator.on_grid(shape)->fill_slopes(chunk, metres ? test::displacement_of(*metres) : Displacement{}, out[0].data(),
                                        {out[1].data(), out[2].data()});
  return out;
}

std::array<std::vector<float>, 3> slopes_by_points(const Generator& generator, const GridShape& shape,
                                                   const std::vector<std::vector<float>>* metres) {
  std::array<std::vector<float>, 3> out;
  PointBatch batch;
  SlopeValues values;
  for (std::size_t first = 0; first < test::sample_count(shape); first += batch.count) {
    test::make_batch(shape, first, std::min(test::sample_count(shape) - first, PointBatch::capacity), batch);
    if (metres) batch.displacement = test::displacement_of(*metres).from(first);
    generator.slopes_at_points(batch, values);
    out[0].insert(out[0].end(), values.value.data, values.value.data + batch.count);
    for (std::size_t a = 0; a < 2; ++a)
      out[a + 1].insert(out[a + 1].end(), values.slope[a].data, values.slope[a].data + batch.count);
  }
  return out;
}

/// Every way to ask gives the bits of the points, on every target; some points are those of the definition.
void expect_one_noise(const KiteCase& noise, const GridShape& shape, Random& random) {
  const auto metres = test::any_displacements(random, shape, noise.octave.axis[0].cells_per_metre);
  std::vector<float> still, moved;
  std::array<std::vector<float>, 3> slopes;
  for (const std::string_view target : available_targets()) {
    SCOPED_TRACE(target);
    ASSERT_TRUE(force_target(target));
    const std::vector<float> points = by_points(*noise.generator, shape, random, nullptr);
    const std::vector<float> moved_points = by_points(*noise.generator, shape, random, &metres);
    if (still.empty()) {
      still = points;
      moved = moved_points;
      slopes = slopes_by_points(*noise.generator, shape, nullptr);
    }
    ASSERT_TRUE(test::same_bits(points, still)) << "points";
    ASSERT_TRUE(test::same_bits(moved_points, moved)) << "displaced points";
    ASSERT_TRUE(test::same_bits(by_chunks(*noise.generator, shape, random, nullptr, nullptr), still)) << "grid";
    ASSERT_TRUE(test::same_bits(by_chunks(*noise.generator, shape, random, &metres, nullptr), moved)) << "displaced grid";
    const auto on_grid = slopes_by_chunks(*noise.generator, shape, nullptr);
    for (std::size_t i = 0; i < 3; ++i) ASSERT_TRUE(test::same_bits(on_grid[i], slopes[i])) << "slopes on a grid, " << i;
    const auto displaced = slopes_by_chunks(*noise.generator, shape, &metres);
    const auto displaced_points = slopes_by_points(*noise.generator, shape, &metres);
    for (std::size_t i = 0; i < 3; ++i) ASSERT_TRUE(test::same_bits(displaced[i], displaced_points[i])) << "displaced slopes";
    ASSERT_TRUE(test::same_bits(slopes[0], still)) << "values of slopes";
    ASSERT_TRUE(test::same_bits(displaced[0], moved)) << "values of displaced slopes";
  }
  ASSERT_TRUE(force_target("best"));
  const std::size_t stride = still.size() / 60 + 1;
  for (std::size_t i = random.below(stride); i < still.size(); i += stride) {
    ASSERT_EQ(std::bit_cast<std::uint32_t>(still[i]),
              std::bit_cast<std::uint32_t>(reference::kite_at(noise.octave, coordinates_of(noise.octave, shape, i, nullptr),
                                                              noise.hats(), noise.fixed, noise.scale())))
        << "sample " << i;
    ASSERT_EQ(std::bit_cast<std::uint32_t>(moved[i]),
              std::bit_cast<std::uint32_t>(reference::kite_at(noise.octave, coordinates_of(noise.octave, shape, i, &metres),
                                                              noise.hats(), noise.fixed, noise.scale())))
        << "displaced sample " << i;
  }
}

class KiteAndHat : public testing::TestWithParam<bool> {
 protected:
  void TearDown() override { EXPECT_TRUE(force_target("best")); }
};

TEST_P(KiteAndHat, IsItsDefinition) {
  const int rounds = test::full() ? 600 : 40;
  for (int round = 0; round < rounds; ++round) {
    Random random(static_cast<std::uint64_t>(round) * 31 + 5);
    SCOPED_TRACE(round);
    const KiteCase noise = make_case(random, GetParam(), test::any_frequency(random));
    expect_one_noise(noise, test::any_shape(random, 2, false), random);
    if (HasFatalFailure()) return;
  }
}

/// Cells of two units, and cells of 2^58.
TEST_P(KiteAndHat, IsItsDefinitionAtTheEndsOfFrequencies) {
  Random random(8);
  for (const double frequency : {512.0, 300.0, 1e-9, 0x1p-48}) {
    const KiteCase noise = make_case(random, GetParam(), frequency > 1 ? frequency / 2 : frequency);
    for (const std::int64_t origin : {std::int64_t{-77}, std::int64_t{1} << 60, INT64_MIN + 5, INT64_MAX - 40000}) {
      GridShape shape;
      shape.origin = {origin, origin + 1};
      shape.step = {frequency > 1 ? 3 : 300, frequency > 1 ? 1 : 300, 1, 1};
      shape.size = {40, 5, 1, 1};
      SCOPED_TRACE(frequency);
      expect_one_noise(noise, shape, random);
      if (HasFatalFailure()) return;
    }
  }
}

double sum_of(const std::vector<reference::KiteCornerField>& corners, double x, double y) {
  double sum = 0;
  for (const auto& corner : corners) sum += corner.value(x, y);
  return sum;
}

/// The formulas of source 001 with its slips mended, in double precision; and no place is felt by more corners than its kite has.
TEST_P(KiteAndHat, FollowsTheFormulas) {
  Random random(11);
  for (int round = 0; round < 60; ++round) {
    const KiteCase noise = make_case(random, GetParam(), test::any_frequency(random));
    GridShape shape = test::any_shape(random, 2, false);
    shape.size = {20, 2, 1, 1};
    const std::array<std::vector<float>, 3> found = slopes_by_points(*noise.generator, shape, nullptr);
    const double per_cell = static_cast<double>(SimplexLattice(2, noise.octave).cells_per_metre());
    for (std::size_t i = 0; i < found[0].size(); i += 7) {
      const auto corners = reference::kite_field(noise.octave, coordinates_of(noise.octave, shape, i, nullptr), noise.hats(),
                                                 noise.fixed, noise.scale());
      ASSERT_NEAR(found[0][i], sum_of(corners, 0, 0), 3e-6);
      int felt = 0;
      for (const auto& corner : corners) felt += corner.t(0, 0) > 0;
      ASSERT_LE(felt, noise.tiling ? 5 : 4);
      for (std::size_t a = 0; a < 2; ++a) {
        const auto at = [&](double h) { return sum_of(corners, a == 0 ? h : 0, a == 1 ? h : 0); };
        constexpr double h = 5e-4;
        const double slope = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
        ASSERT_NEAR(double{found[a + 1][i]} / per_cell, slope, 3e-4) << "along axis " << a;
      }
    }
  }
}

/// Steps far smaller than kites, in all directions, over thousands of borders of kites and hats.
TEST_P(KiteAndHat, HasNoJumps) {
  Random random(4);
  const std::string kind(GetParam() ? "hat" : "kite");
  const Noise noise = *Noise::make(test::spec_of(kind, {{"frequency", 0x1p-6}}), Seed{2});
  for (int line = 0; line < 100; ++line) {
    const std::int64_t far = line % 2 == 0 ? 0 : std::int64_t{1} << 50;
    const Point2 origin{far + random.between(-1000000, 1000000), -far + random.between(-1000000, 1000000)};
    const std::int64_t dx = random.between(-16, 16), dy = random.between(-16, 16);
    std::vector<Point2> points;
    for (std::int64_t i = 0; i < 4000; ++i) points.push_back({origin.x + i * dx, origin.y + i * dy});
    std::vector<float> values(points.size());
    ASSERT_TRUE(noise.points(points, values));
    // 16 units along both axes are 0.000345 cells, and slopes are below 12 per cell.
    for (std::size_t i = 1; i < values.size(); ++i) ASSERT_NEAR(values[i], values[i - 1], 12 * 0.000345 + 2e-6);
  }
}

/// A gradient has no say at its own corner, and at a vertex no other corner is felt.
TEST_P(KiteAndHat, IsNothingAtVertices) {
  const std::string kind(GetParam() ? "hat" : "kite");
  constexpr std::int64_t cell = 1 << 20;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Noise noise = *Noise::make(test::spec_of(kind, {{"frequency", 1024.0 / cell}}), Seed{seed});
    const double g = (3 - std::sqrt(3.0)) / 6;
    for (int a = -3; a < 3; ++a)
      for (int b = -3; b < 3; ++b) {
        const auto place = [&](int i) { return static_cast<std::int64_t>(std::llround((i - (a + b) * g) * cell)); };
        EXPECT_NEAR(noise.at(Point2{place(a), place(b)}), 0, 1e-5);
      }
  }
}

/// The largest sum of unit gradients that all point along their offsets, over a whole kite with any E.
TEST(KiteRange, IsTheTrueBound) {
  for (const bool hats : {false, true}) {
    Random random(3);
    OctaveSpec octave;
    octave.frequency = *Frequency::per_metre(1.0);
    const HatTiling tiling(Seed{1});
    octave.seed = Seed{1};
    const float scale = hats ? hat_scale : kite_scale;
    const auto corners = reference::kite_field(octave, {}, hats ? &tiling : nullptr, false, scale);
    const auto at = [&](double x, double y) {
      double sum = 0;
      for (const auto& c : corners) sum += std::pow(c.t(x, y), 4) * std::hypot(x - c.x, y - c.y) * double{scale};
      return sum;
    };
    double best = 0, best_x = 0, best_y = 0;
    const auto try_place = [&](double x, double y) {
      if (const double value = at(x, y); value > best) std::tie(best, best_x, best_y) = std::tuple(value, x, y);
    };
    for (int i = 0; i < 4000; ++i) try_place(random.unit() - 0.5, random.unit() - 0.5);
    for (double reach = 0.1; reach > 1e-8; reach *= 0.8)
      for (int i = 0; i < 30; ++i) try_place(best_x + (2 * random.unit() - 1) * reach, best_y + (2 * random.unit() - 1) * reach);
    EXPECT_LE(best, 1 - 1e-5);
    EXPECT_GT(best, 1 - 4e-5);
  }
}

TEST(KiteNoise, IsItsDefinitionOnRows) {
  test::OracleOptions options;
  options.rounds = 150;
  options.lattice = even_lattice;
  options.wraps = false;
  const auto choose = [](Random& random, ParamValues& params) {
    params.set("gradients", std::string(random.below(2) == 0 ? "fixed" : "circle"));
    params.set("period", std::vector<double>{static_cast<double>(2 * random.between(1, 6)),
                                             static_cast<double>(2 * random.between(random.below(2) == 0 ? 0 : 1, 6))});
  };
  test::compare_with_oracle(kite_noise(), options, choose, [](const ParamValues& params) {
    const bool fixed = std::get<std::string>(*params.find("gradients")) == "fixed";
    return [=](const OctaveSpec& octave, test::Places places) {
      return reference::periodic_kite_at(octave, places, fixed, kite_scale);
    };
  });
}

TEST(KiteNoise, RepeatsWithoutASeam) {
  const Noise noise =
      *Noise::make(test::spec_of("kite", {{"frequency", 0x1p-4}, {"period", std::vector<double>{5, 4}}}), Seed{3});
  constexpr std::int64_t cell = 16 * units_per_metre;
  Random random(6);
  for (int i = 0; i < 400; ++i) {
    const Point2 here{random.between(-5 * cell, 5 * cell), random.between(-5 * cell, 5 * cell)};
    const float value = noise.at(here);
    EXPECT_EQ(noise.at(Point2{here.x + 5 * cell, here.y}), value);
    EXPECT_EQ(noise.at(Point2{here.x, here.y - 8 * cell}), value);
  }
  // Steps across the seam, and across all borders, are as small as elsewhere; slopes say how small.
  double steepest = 0;
  for (int line = 0; line < 60; ++line) {
    const Point2 origin{random.between(-cell, cell), random.between(-cell, cell)};
    const std::int64_t dx = random.between(-8, 8), dy = random.between(-8, 8);
    Slope2 last = *noise.slope_at(origin);
    for (std::int64_t i = 1; i < 2000; ++i) {
      const Slope2 next = *noise.slope_at(Point2{origin.x + i * dx, origin.y + i * dy});
      const double expected = (double{last.x} + double{next.x}) / 2 * double(dx) / units_per_metre +
                              (double{last.y} + double{next.y}) / 2 * double(dy) / units_per_metre;
      ASSERT_NEAR(next.value - last.value, expected, 3e-6);
      steepest = std::max(steepest, std::abs(double{next.x}));
      last = next;
    }
  }
  EXPECT_GT(steepest, 0.1);
}

TEST(KiteNoise, RefusesWhatItCannotDo) {
  const Result<Noise> odd = Noise::make(test::spec_of("kite", {{"period", std::vector<double>{4, 3}}}), Seed{});
  ASSERT_FALSE(odd);
  EXPECT_EQ(odd.error().path, "period");
  EXPECT_NE(odd.error().message.find("even"), std::string::npos);
  for (const char* kind : {"kite", "hat"}) {
    const Noise noise = *Noise::make(test::spec_of(kind), Seed{});
    EXPECT_TRUE(noise.has_dimension(2));
    EXPECT_FALSE(noise.has_dimension(3));
    std::vector<float> out(8);
    EXPECT_EQ(noise.grid(Grid3{{}, {1, 1, 1}, 2, 2, 2}, out).error().message, "this noise has no 3D form");
    EXPECT_EQ(noise.grid(Grid2{{INT64_MAX - 1, 0}, {1024, 1024}, 4, 2}, out).error().code, ErrorCode::unsupported);
  }
}

TEST(HatNoise, RefusesPeriods) {
  const Result<Noise> period = Noise::make(test::spec_of("hat", {{"period", std::vector<double>{4, 4}}}), Seed{});
  ASSERT_FALSE(period);
  EXPECT_EQ(period.error().path, "period");
  EXPECT_NE(period.error().message.find("never repeats"), std::string::npos) << period.error().message;
  const Result<Noise> domain = Noise::make(test::spec_of("hat"), Seed{}, NoiseRepeat{1 << 20, 1 << 20});
  ASSERT_FALSE(domain);
  EXPECT_EQ(domain.error().path, "kind");
}

/// All four E of a hat have one gradient, and hats have different ones: hat noise is kite noise only where no E is felt.
TEST(HatNoise, IsAnotherThanKiteNoise) {
  const Noise kite = *Noise::make(test::spec_of("kite", {{"frequency", 0.1}}), Seed{5});
  const Noise hat = *Noise::make(test::spec_of("hat", {{"frequency", 0.1}}), Seed{5});
  int same = 0, all = 0;
  Random random(2);
  for (int i = 0; i < 2000; ++i, ++all) {
    const Point2 place{random.between(-100000, 100000), random.between(-100000, 100000)};
    const double scaled = double{kite.at(place)} * double{hat_scale} / double{kite_scale};
    same += std::abs(scaled - double{hat.at(place)}) < 1e-6;
  }
  // The four ellipses of a hat cover 0.1469 · 3 of 0.577 of the plane.
  EXPECT_NEAR(static_cast<double>(same) / all, 1 - 3 * 0.1469 / 0.57735, 0.05);
}

INSTANTIATE_TEST_SUITE_P(BothKinds, KiteAndHat, testing::Bool(),
                         [](const testing::TestParamInfo<bool>& kind) { return kind.param ? "Hat" : "Kite"; });

}  // namespace
}  // namespace craton
