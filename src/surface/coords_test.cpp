#include <craton/surface/coords.h>

#include <gtest/gtest.h>

#include <array>
#include <cfenv>
#include <cmath>
#include <limits>

#include "surface/sphere_test.h"

namespace craton {
namespace {

constexpr double pi = 3.141592653589793;
constexpr double thetas[] = {0.01, 0.5, pi / 4, 0.8687, 1.2, 1.5};

TEST(Coords, WarpAndItsInverse) {
  for (double theta : thetas) {
    EXPECT_EQ(warped(0, theta), 0);
    EXPECT_EQ(warped(1, theta), 1);
    EXPECT_EQ(warped(-1, theta), -1);
    double before = -1.1;
    for (int i = -100; i <= 100; ++i) {
      const double t = i / 100.0, u = warped(t, theta);
      EXPECT_NEAR(u, std::tan(t * theta) / std::tan(theta), 1e-14);
      EXPECT_NEAR(unwarped(u, theta), t, 1e-14);
      EXPECT_GT(u, before);
      before = u;
    }
  }
}

// The table of coords.h, word by word.
TEST(Coords, FacesAreThoseOfTheDictionary) {
  Dice dice;
  for (int i = 0; i < 200; ++i) {
    const double a = (dice.number() + 1) / 2, b = (dice.number() + 1) / 2;
    const double u = warped(2 * a - 1, 0.8687), v = warped(2 * b - 1, 0.8687);
    const std::array<Vec3d, 6> expected{{{1, u, -v}, {-u, 1, -v}, {-1, -u, -v}, {u, -1, -v}, {v, u, 1}, {-v, u, -1}}};
    for (std::uint32_t face = 0; face < 6; ++face) {
      const Vec3d d = direction_of(FacePlace{face, a, b}, 0.8687), e = unit(expected[face]);
      EXPECT_NEAR(d.x, e.x, 1e-15);
      EXPECT_NEAR(d.y, e.y, 1e-15);
      EXPECT_NEAR(d.z, e.z, 1e-15);
    }
  }
}

TEST(Coords, PlacesOnFacesComeBack) {
  Dice dice;
  for (double theta : thetas)
    for (int i = 0; i < 2000; ++i) {
      const FacePlace place{static_cast<std::uint32_t>(i) % 6, (dice.number() + 1) / 2, (dice.number() + 1) / 2};
      const FacePlace back = face_place_of(direction_of(place, theta), theta);
      ASSERT_EQ(back.face, place.face);
      ASSERT_NEAR(back.a, place.a, 2e-15);
      ASSERT_NEAR(back.b, place.b, 2e-15);
    }
}

TEST(Coords, DirectionsComeBackWhateverTheirLength) {
  Dice dice;
  for (double theta : thetas)
    for (double length : {1.0, 1e-200, 1e200, 6'371'000.0})
      for (int i = 0; i < 300; ++i) {
        const Vec3d d = dice.direction();
        const Vec3d back = direction_of(face_place_of({d.x * length, d.y * length, d.z * length}, theta), theta);
        ASSERT_NEAR(back.x, d.x, 2e-15);
        ASSERT_NEAR(back.y, d.y, 2e-15);
        ASSERT_NEAR(back.z, d.z, 2e-15);
      }
}

TEST(Coords, OnEdgesTheLowerFaceWins) {
  EXPECT_EQ(face_place_of({1, 1, 0.5}, 0.8687).face, 0u);
  EXPECT_EQ(face_place_of({-1, 1, 0.5}, 0.8687).face, 1u);
  EXPECT_EQ(face_place_of({-1, -1, 0.5}, 0.8687).face, 2u);
  EXPECT_EQ(face_place_of({0.2, -1, 1}, 0.8687).face, 3u);
  EXPECT_EQ(face_place_of({1, 1, 1}, 0.8687), (FacePlace{0, 1, 0}));
  EXPECT_EQ(face_place_of({-1, 1, -1}, 0.8687), (FacePlace{1, 1, 1}));
  EXPECT_EQ(face_place_of({0, 0, 3}, 0.8687), (FacePlace{4, 0.5, 0.5}));
  EXPECT_EQ(face_place_of({0, 0, -3}, 0.8687), (FacePlace{5, 0.5, 0.5}));
}

TEST(Coords, PolesAndMeridians) {
  EXPECT_EQ(direction_of(LatLon{0, 0}), (Vec3d{1, 0, 0}));
  EXPECT_EQ(direction_of(LatLon{0, 90}), (Vec3d{0, 1, 0}));
  EXPECT_EQ(direction_of(LatLon{0, 180}), direction_of(LatLon{0, -180}));
  EXPECT_EQ(direction_of(LatLon{90, 0}), (Vec3d{0, 0, 1}));
  EXPECT_EQ(direction_of(LatLon{-90, 123}).z, -1);
  EXPECT_EQ(lat_lon_of({0, 0, 5}), (LatLon{90, 0}));
  EXPECT_EQ(lat_lon_of({-0.0, 0, -5}), (LatLon{-90, 0}));
  EXPECT_EQ(lat_lon_of({-1, 0, 0}), (LatLon{0, 180}));
  EXPECT_EQ(lat_lon_of({-1, -0.0, 0}), (LatLon{0, 180}));
  EXPECT_EQ(lat_lon_of({0, -2, 0}), (LatLon{0, -90}));
  EXPECT_EQ(lat_lon_of({1e-300, 1e-300, 0}).longitude, 45);
}

TEST(Coords, LatitudesAndLongitudesComeBack) {
  for (double latitude = -90; latitude <= 90; latitude += 7.5)
    for (double longitude = -179.9; longitude <= 180; longitude += 3.1) {
      const LatLon back = lat_lon_of(direction_of(LatLon{latitude, longitude}));
      ASSERT_NEAR(back.latitude, latitude, 1e-13);
      if (std::abs(latitude) < 90) { ASSERT_NEAR(back.longitude, longitude, 1e-12); }
    }
  Dice dice;
  for (int i = 0; i < 2000; ++i) {
    const Vec3d d = dice.direction(), back = direction_of(lat_lon_of(d));
    ASSERT_NEAR(back.x, d.x, 1e-15);
    ASSERT_NEAR(back.y, d.y, 1e-15);
    ASSERT_NEAR(back.z, d.z, 1e-15);
  }
}

TEST(Coords, NonsenseGivesNoCrash) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const CubeSphere sphere = sphere_of({.resolution = 8});
  for (const Vec3d& bad : {Vec3d{nan, nan, nan}, Vec3d{0, 0, 0}, Vec3d{inf, 1, 0}, Vec3d{inf, -inf, inf}, Vec3d{0, nan, 1}}) {
    EXPECT_LT(sphere.cell_at(bad), sphere.cell_count());
    EXPECT_LT(sphere.nearest(bad), sphere.cell_count());
    (void)face_place_of(bad, 0.8687);
    (void)lat_lon_of(bad);
  }
  (void)direction_of(LatLon{nan, inf});
}

TEST(Coords, TheHostsRoundingDoesNotMatter) {
  const Vec3d d{0.3, -0.7, 0.2};
  const FacePlace place = face_place_of(d, 0.8687);
  const LatLon angles = lat_lon_of(d);
  for (int mode : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    const FacePlace place_there = face_place_of(d, 0.8687);
    const Vec3d direction_there = direction_of(place, 0.8687);
    const LatLon angles_there = lat_lon_of(d);
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(place_there, place);
    EXPECT_EQ(direction_there, direction_of(place, 0.8687));
    EXPECT_EQ(angles_there, angles);
  }
}

}  // namespace
}  // namespace craton
