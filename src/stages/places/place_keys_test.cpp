#include "stages/places/place_keys.h"

#include <gtest/gtest.h>

#include <set>

#include "stages/stage_test.h"

namespace craton {
namespace {

TEST(PlaceKeys, FollowFromKindAndPlaceAlone) {
  for (const std::string& kind : testing::domain_kinds()) {
    const Surface surface = testing::small_surface(kind);
    const double size = kind == "sphere" ? 50'000 : 500;
    PlaceKeys one(surface.domain(), Seed{7}), other(surface.domain(), Seed{7}), strange(surface.domain(), Seed{8});
    const Vec3d here{0.61 * size, 0.33 * size, kind == "sphere" ? 0.7 * size : 0};
    const std::uint64_t key = one.take("river", here, 3);
    // What comes before it elsewhere, of another kind or farther away, changes nothing.
    other.take("lake", here, 3);
    other.take("river", {-here.x, here.y, here.z}, 8);
    EXPECT_EQ(other.take("river", here, 3), key) << kind;
    EXPECT_NE(strange.take("river", here, 3), key);
    EXPECT_NE(one.take("river", here, 3), key) << "each key is taken once";
  }
}

TEST(PlaceKeys, NoTwoTheSame) {
  const Surface surface = testing::small_surface("torus");
  PlaceKeys keys(surface.domain(), Seed{1});
  std::set<std::uint64_t> all;
  for (int i = 0; i < 2000; ++i) all.insert(keys.take("river", {static_cast<double>(i % 7), 3, 0}, 2));
  EXPECT_EQ(all.size(), 2000U);
}

TEST(PlaceKeys, OfMapsWithBorders) {
  for (const Torus::Wrap wrap : {Torus::Wrap::x, Torus::Wrap::y, Torus::Wrap::none}) {
    const Result<Torus> map = Torus::make({.width = 60, .height = 30, .step = 1024, .wrap = wrap});
    ASSERT_TRUE(map);
    PlaceKeys keys(Domain{*map}, Seed{1});
    std::set<std::uint64_t> all;
    for (const double x : {0.0, 20.0, 40.0, 59.0}) all.insert(keys.take("lake", {x, 15, 0}, 2));
    EXPECT_EQ(all.size(), 4U);
  }
}

TEST(PlaceKeys, AreTheSameAWholePeriodAway) {
  const Surface surface = testing::small_surface("torus");
  const auto& map = std::get<Torus>(surface.domain());
  const double width = static_cast<double>(map.period()[0]) / units_per_metre;
  for (const double x : {3.0, 0.4 * width, width - 2}) {
    PlaceKeys one(surface.domain(), Seed{1}), other(surface.domain(), Seed{1});
    EXPECT_EQ(one.take("lake", {x, 40, 0}, 6), other.take("lake", {x - width, 40, 0}, 6));
  }
}

}  // namespace
}  // namespace craton
