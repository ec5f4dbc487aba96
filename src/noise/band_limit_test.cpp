// Octaves above the sampling rate: what is left of them on grids, and that points get them whole.
#include <gtest/gtest.h>

#include <cmath>

#include "noise/variants_test.h"

namespace craton {
namespace {

using test::Box;

/// Octaves of 1/64, 1/32, 1/16 … cells a metre.
NoiseSpec sum_of(std::vector<double> amplitudes, double band_limit, const char* kind = "perlin") {
  return test::fbm_of(test::spec_of(kind, {{"frequency", 0x1p-6}}),
                      {{"amplitudes", std::move(amplitudes)}, {"normalise", false}, {"band_limit", band_limit}});
}

std::vector<float> values(const NoiseSpec& spec, int dimensions, const Box& box) {
  const Result<Noise> noise = Noise::make(spec, Seed{7});
  EXPECT_TRUE(noise);
  return *test::grid_of(*noise, dimensions, box);
}

Box box_of(int dimensions, std::int64_t metres) {
  Box box;
  for (int a = 0; a < dimensions; ++a) {
    box.origin[a] = -700 * units_per_metre;
    box.step[a] = metres * units_per_metre;
    box.size[a] = dimensions == 2 ? 60 : 20;
  }
  return box;
}

TEST(BandLimit, WideCellsAreKeptNarrowOnesGo) {
  const std::vector<double> all{1, 0.5, 0.25, 0.125, 0.0625};
  for (const int dimensions : {1, 2, 3}) {
    // Cells of 64, 32, 16, 8 and 4 m. A step of 1 m and a limit of 2 keep them all.
    EXPECT_EQ(values(sum_of(all, 2), dimensions, box_of(dimensions, 1)),
              values(sum_of(all, 0), dimensions, box_of(dimensions, 1)));
    // Steps of 4 m: cells of 16 m hold four samples and stay whole, cells of 8 m hold two and are gone.
    EXPECT_EQ(values(sum_of(all, 2), dimensions, box_of(dimensions, 4)),
              values(sum_of({1, 0.5, 0.25}, 0), dimensions, box_of(dimensions, 4)));
    // A limit of 4: cells of 32 m whole, cells of 16 m gone.
    EXPECT_EQ(values(sum_of(all, 4), dimensions, box_of(dimensions, 4)),
              values(sum_of({1, 0.5}, 0), dimensions, box_of(dimensions, 4)));
    // Nothing is left.
    const std::vector<float> none = values(sum_of(all, 2), dimensions, box_of(dimensions, 4096));
    EXPECT_EQ(none, std::vector<float>(none.size(), 0.0F));
  }
}

TEST(BandLimit, OctavesBetweenFade) {
  // Cells of 16 m with steps of 5⅓ m would hold three samples; half of the octave is left where the limit is 2. In units: cells
  // of 64 · 1024, steps that make 1 / (cells a sample · 2) − 1 = ½.
  Box box = box_of(2, 1);
  box.step[0] = box.step[1] = 64 * units_per_metre / 3;  // 21845 units, a trace less than a third of the first octave's cells
  const std::vector<float> faded = values(sum_of({1}, 2), 2, box), whole = values(sum_of({1}, 0), 2, box);
  for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_NEAR(faded[i], 0.5 * double{whole[i]}, 1e-4);
}

TEST(BandLimit, TheNarrowestAxisCounts) {
  Box box = box_of(2, 1);
  box.step[1] = 64 * units_per_metre;
  const std::vector<float> none = values(sum_of({1}, 2), 2, box);
  EXPECT_EQ(none, std::vector<float>(none.size(), 0.0F));
  box.size[1] = 1;  // a row has no neighbours across
  EXPECT_EQ(values(sum_of({1}, 2), 2, box), values(sum_of({1}, 0), 2, box));
}

TEST(BandLimit, SlopesFadeAsValuesDo) {
  const Grid2 grid{.step = {4 * units_per_metre, 4 * units_per_metre}, .width = 40, .height = 30};
  const auto slopes_of = [&](const NoiseSpec& spec) {
    std::array<std::vector<float>, 3> out;
    for (auto& values : out) values.resize(grid.sample_count());
    const Result<Noise> noise = Noise::make(spec, Seed{7});
    EXPECT_TRUE(noise);
    EXPECT_TRUE(noise->slopes(grid, out[0], {out[1], out[2]}));
    return out;
  };
  EXPECT_EQ(slopes_of(sum_of({1, 0.5, 0.25, 0.125}, 2)), slopes_of(sum_of({1, 0.5, 0.25}, 0)));
}

TEST(BandLimit, PointsGetAllOctaves) {
  const std::vector<double> all{1, 0.5, 0.25, 0.125, 0.0625};
  const Noise limited = *Noise::make(sum_of(all, 2), Seed{7}), whole = *Noise::make(sum_of(all, 0), Seed{7});
  std::vector<Point2> points;
  for (std::int64_t i = 0; i < 50; ++i) points.push_back({i * 100000, -i * 77777});
  std::vector<float> a(points.size()), b(points.size());
  ASSERT_TRUE(limited.points(points, a));
  ASSERT_TRUE(whole.points(points, b));
  EXPECT_EQ(a, b);
  EXPECT_EQ(limited.at(points[9]), b[9]);
}

TEST(BandLimit, GoesWithEveryKindThatIsSummed) {
  for (const NoiseKind& kind : all_noise_kinds()) {
    if (!kind.plain || (kind.dimensions >> 1 & 1U) == 0) continue;
    NoiseSpec spec = sum_of({1, 0.5, 0.25}, 2, std::string(kind.id).c_str());
    if (kind.id == "white") continue;  // has no wide cells to keep
    const Result<Noise> noise = Noise::make(spec, Seed{7});
    if (!noise) continue;  // no octaves of these
    EXPECT_EQ(values(spec, 2, box_of(2, 8)), values(sum_of({1, 0.5}, 0, std::string(kind.id).c_str()), 2, box_of(2, 8)))
        << kind.id;
  }
}

TEST(BandLimit, RefusesWhatCannotBe) {
  for (const double limit : {-1.0, 65.0, std::nan("")}) {
    const Result<Noise> noise = Noise::make(sum_of({1}, limit), Seed{7});
    ASSERT_FALSE(noise);
    EXPECT_NE(noise.error().path.find("band_limit"), std::string::npos);
  }
  NoiseSpec varying = test::fbm_of(test::spec_of("perlin"), {{"band_limit", 2.0}});
  varying.inputs.push_back({"persistence", test::spec_of("perlin")});
  const Result<Noise> noise = Noise::make(varying, Seed{7});
  ASSERT_FALSE(noise);
  EXPECT_NE(noise.error().path.find("band_limit"), std::string::npos);
}

}  // namespace
}  // namespace craton
