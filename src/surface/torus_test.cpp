#include <craton/surface/torus.h>

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace craton {
namespace {

static_assert(EvenTopology<Torus>);
using Wrap = Torus::Wrap;

Torus torus_of(const Torus::Params& params) {
  Result<Torus> torus = Torus::make(params);
  EXPECT_TRUE(torus) << torus.error().to_string();
  return *std::move(torus);
}

TEST(Torus, PositionsComeBack) {
  for (Wrap wrap : {Wrap::both, Wrap::x, Wrap::y, Wrap::none}) {
    const Torus torus = torus_of({7, 5, 2.5, wrap});
    for (Cell cell = 0; cell < torus.cell_count(); ++cell) {
      EXPECT_EQ(torus.nearest(torus.position(cell)), cell);
      const Cell column = cell % 7, row = cell / 7;
      EXPECT_EQ(torus.position(cell).x, column * 2560);
      EXPECT_EQ(torus.centre(cell).y, row * 2.5);
    }
  }
}

TEST(Torus, PeriodsAreUnits) {
  EXPECT_EQ(torus_of({7, 5, 2, Wrap::both}).period(), (std::array<std::uint64_t, 2>{7 * 2048, 5 * 2048}));
  EXPECT_EQ(torus_of({7, 5, 2, Wrap::x}).period(), (std::array<std::uint64_t, 2>{7 * 2048, 0}));
  EXPECT_EQ(torus_of({7, 5, 2, Wrap::y}).period(), (std::array<std::uint64_t, 2>{0, 5 * 2048}));
  EXPECT_EQ(torus_of({7, 5, 2, Wrap::none}).period(), (std::array<std::uint64_t, 2>{0, 0}));
  EXPECT_EQ(torus_of({65536, 3, 1e6, Wrap::both}).period()[0], 65536ull * 1'024'000'000ull);
}

TEST(Torus, NearestGoesAroundWhereItWraps) {
  const Torus torus = torus_of({4, 3, 1, Wrap::x});
  EXPECT_EQ(torus.nearest({-1024, 0}), torus.cell(3, 0));
  EXPECT_EQ(torus.nearest({4096 + 2048, 2048}), torus.cell(2, 2));
  EXPECT_EQ(torus.nearest({4095, 0}), torus.cell(0, 0)) << "nearer to the first sample than to the last";
  EXPECT_EQ(torus.nearest({3 * 1024 + 512, 0}), torus.cell(3, 0)) << "half-way belongs to the west";
  EXPECT_EQ(torus.nearest({0, -1024}), std::nullopt);
  EXPECT_EQ(torus.nearest({0, 3 * 1024}), std::nullopt);
  constexpr std::int64_t first = std::numeric_limits<std::int64_t>::min(), last = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(torus.nearest({first, 0}), torus.cell(0, 0)) << "2^63 units are whole periods of 4096";
  EXPECT_EQ(torus.nearest({last, 0}), torus.cell(0, 0));
}

TEST(Torus, LinksAreMutualAndDifferent) {
  for (Wrap wrap : {Wrap::both, Wrap::x, Wrap::y, Wrap::none})
    for (auto [width, height] : {std::pair{3, 3}, {3, 8}, {6, 4}}) {
      const Torus torus = torus_of({width, height, 1, wrap});
      int links = 0;
      for (Cell cell = 0; cell < torus.cell_count(); ++cell) {
        std::set<Cell> different;
        int degree = 0;
        torus.for_each_link(cell, [&](Link link) {
          ++degree;
          different.insert(link.to);
          int back = 0;
          torus.for_each_link(link.to, [&](Link other) { back += other.to == cell && other.length == link.length; });
          EXPECT_EQ(back, 1);
        });
        EXPECT_EQ(different.size(), static_cast<std::size_t>(degree));
        EXPECT_EQ(different.count(cell), 0u);
        links += degree;
      }
      EXPECT_EQ(links == 8 * width * height, wrap == Wrap::both);
    }
}

TEST(Torus, LinksGoAround) {
  const Torus torus = torus_of({4, 5, 1, Wrap::both});
  std::vector<Cell> around;
  torus.for_each_link(0, [&](Link link) { around.push_back(link.to); });
  EXPECT_EQ(around, (std::vector<Cell>{19, 16, 17, 3, 1, 7, 4, 5})) << "NW N NE W E SW S SE";
}

TEST(Torus, BadParametersAreRefusedByName) {
  const auto refused = [](const Torus::Params& params, const std::string& name) {
    const Result<Torus> torus = Torus::make(params);
    ASSERT_FALSE(torus) << name;
    EXPECT_EQ(torus.error().path, name);
  };
  refused({.width = 2}, "width");
  refused({.height = 1}, "height");
  refused({.width = 2, .wrap = Wrap::x}, "width");
  refused({.width = 0, .wrap = Wrap::none}, "width");
  refused({.width = 65536, .height = 65536}, "width");
  refused({.step = 0.0004}, "step");
  EXPECT_TRUE(Torus::make({.width = 1, .height = 1, .wrap = Wrap::none}));
  EXPECT_TRUE(Torus::make({.width = 1, .height = 3, .wrap = Wrap::y}));
}

}  // namespace
}  // namespace craton
