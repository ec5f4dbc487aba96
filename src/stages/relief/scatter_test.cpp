#include "stages/relief/scatter.h"

#include <algorithm>
#include <cmath>

#include "stages/stage_test.h"

namespace craton::relief {
namespace {

using namespace testing;

using Places = std::vector<std::array<std::int64_t, 4>>;

Places places_in(const Scatter& scatter, const Box& box) {
  std::vector<ScatterPoint> points;
  scatter.collect(box, points);
  Places places;
  for (const ScatterPoint& p : points) places.push_back({p.place.x, p.place.y, p.place.z, static_cast<std::int64_t>(p.random)});
  return places;
}

Domain domain_of(const std::string& kind) { return small_surface(kind).domain(); }

TEST(LatticeAxis, CellsCoverTheAxisWithoutGaps) {
  for (const LatticeAxis& axis : {LatticeAxis(0.37, 0), LatticeAxis(0.01, 997), LatticeAxis(0.05, 997), LatticeAxis(7, 1000)})
    for (std::int64_t position = -3000; position < 3000; ++position) {
      const std::int64_t cell = axis.cell_of(position);
      ASSERT_LE(axis.start(cell), position);
      ASSERT_GT(axis.start(cell + 1), position);
    }
  const LatticeAxis closed(0.05, 997);
  for (std::int64_t position = 0; position < 997; ++position) {
    ASSERT_EQ(closed.id(closed.cell_of(position)), closed.id(closed.cell_of(position - 2 * 997)));
    ASSERT_EQ(closed.start(closed.cell_of(position)) - 997, closed.start(closed.cell_of(position - 997)));
  }
}

TEST(Scatter, ABoxHoldsThePartOfALargerOneInTheSameOrder) {
  for (const std::string& kind : domain_kinds())
    for (const std::int64_t base : {std::int64_t{0}, (std::int64_t{1} << 53) - 7, -(std::int64_t{1} << 53)}) {
      if (kind == "sphere" && base != 0) continue;
      const Scatter scatter(domain_of(kind), Seed{3}, 1e-4 * (kind == "sphere" ? 1e-3 : 1));
      const std::int64_t side = kind == "sphere" ? 60'000'000 : 1'300'000;
      const Box large{{base - side, base - side, -side}, {base + side, base + side, side}};
      const Box small{{base - side / 3, base - side, -side / 2}, {base + side / 2, base + side / 5, side}};
      Places expected;
      for (const auto& p : places_in(scatter, large))
        if (p[0] >= small.low[0] && p[0] <= small.high[0] && p[1] >= small.low[1] && p[1] <= small.high[1] &&
            p[2] >= small.low[2] && p[2] <= small.high[2])
          expected.push_back(p);
      EXPECT_GT(expected.size(), 20u) << kind;
      EXPECT_EQ(places_in(scatter, small), expected) << kind << " " << base;
    }
}

TEST(Scatter, HasTheDensityAskedForAndNoOrder) {
  for (const double density : {1e-4, 3e-4, 1.7e-5}) {
    const Box box{{0, 0, 0}, {4096 * 1024 - 1, 4096 * 1024 - 1, 0}};
    const Scatter plane(domain_of("plane"), Seed{9}, density);
    const Places places = places_in(plane, box);
    const double expected = density * 4096.0 * 4096.0;
    EXPECT_NEAR(static_cast<double>(places.size()), expected, 4 * std::sqrt(expected));
    // Counts in quadrats have the variance of a Poisson process: their mean.
    std::vector<double> counts(256, 0.0);
    for (const auto& p : places) ++counts[static_cast<std::size_t>(p[0] / 262144 + p[1] / 262144 * 16)];
    double variance = 0;
    for (const double count : counts) variance += (count - expected / 256) * (count - expected / 256) / 255;
    EXPECT_NEAR(variance / (expected / 256), 1, 0.4);
  }
  for (const double wanted : {6.0, 40.0, 3000.0}) {  // on the whole sphere, of 50 km
    const Domain sphere = domain_of("sphere");
    const double area = 4 * 3.14159265 * 5e4 * 5e4;
    double found = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
      found += static_cast<double>(places_in(Scatter(sphere, Seed{seed}, wanted / area),
                                             Box{{-90'000'000, -90'000'000, -90'000'000}, {90'000'000, 90'000'000, 90'000'000}})
                                       .size());
    EXPECT_NEAR(found / 20, wanted, 4 * std::sqrt(wanted / 20));
  }
}

TEST(Scatter, PointsOfASphereLieOnItAndFavourNoSide) {
  const Scatter scatter(domain_of("sphere"), Seed{4}, 4000 / (4 * 3.14159265 * 5e4 * 5e4));
  const std::int64_t side = 90'000'000;
  std::array<double, 6> sides{};
  const Places places = places_in(scatter, Box{{-side, -side, -side}, {side, side, side}});
  for (const auto& p : places) {
    const double x = double(p[0]), y = double(p[1]), z = double(p[2]);
    ASSERT_NEAR(std::sqrt(x * x + y * y + z * z), 5e4 * 1024, 2);
    for (std::size_t a = 0; a < 3; ++a) ++sides[2 * a + (p[a] < 0 ? 1 : 0)];
  }
  for (const double count : sides) EXPECT_NEAR(count, double(places.size()) / 2, 4 * std::sqrt(double(places.size()) / 4));
}

TEST(Scatter, OnATorusImagesAreAWholeTurnApart) {
  const Domain domain = domain_of("torus");
  const auto period = std::get<Torus>(domain).period();
  const auto right = static_cast<std::int64_t>(period[0]), down = static_cast<std::int64_t>(period[1]);
  for (const double density : {1e-4, 1e-7}) {
    const Scatter scatter(domain, Seed{8}, density);
    const Box here{{-right / 2, 0, 0}, {right, down - 1, 0}};
    const Box there{{here.low[0] + 3 * right, here.low[1] - 2 * down, 0}, {here.high[0] + 3 * right, here.high[1] - 2 * down, 0}};
    Places moved = places_in(scatter, here);
    for (auto& p : moved) {
      p[0] += 3 * right;
      p[1] -= 2 * down;
    }
    EXPECT_EQ(places_in(scatter, there), moved);
  }
}

}  // namespace
}  // namespace craton::relief
