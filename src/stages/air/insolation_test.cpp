#include "stages/air/insolation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stages/air/heat.h"

namespace craton::air {
namespace {

constexpr double pi = 3.14159265358979323846;

TEST(Insolation, ClosedForms) {
  // At the equinox S/π cos φ.
  for (const double latitude : {0.0, 30.0, 60.0, -45.0})
    EXPECT_NEAR(day_insolation(latitude, 0), solar_constant / pi * std::cos(latitude * pi / 180), 1e-9);
  // Midnight sun and polar night.
  EXPECT_NEAR(day_insolation(90, 23.44), solar_constant * std::sin(23.44 * pi / 180), 1e-9);
  EXPECT_EQ(day_insolation(-90, 23.44), 0);
  EXPECT_EQ(day_insolation(-70, 23.44), 0);
  // The same south in January as north in July.
  EXPECT_NEAR(day_insolation(37, 20), day_insolation(-37, -20), 1e-9);
}

TEST(Insolation, LevelGroundIsASlopeOfNothing) {
  for (double latitude = -90; latitude <= 90; latitude += 7.5)
    for (const double day : {-23.44, -10.0, 0.0, 15.0, 23.44})
      EXPECT_NEAR(SunDay(latitude, day).on_slope(0, 0), day_insolation(latitude, day), 1e-6) << latitude << " " << day;
}

TEST(Insolation, ASlopeTowardsTheSunIsLevelGroundElsewhere) {
  // Ground that leans to the south by 20° at 50° north faces the sky of 30° north; at the equinox days are equally long.
  const double rise = std::tan(20 * pi / 180);  // to the north
  EXPECT_NEAR(SunDay(50, 0).on_slope(0, rise), day_insolation(30, 0), 1e-6);
  EXPECT_LT(SunDay(50, 0).on_slope(0, -rise), day_insolation(50, 0));
}

/// By brute force over the hours.
double summed(double latitude, double day, double east, double north) {
  const double p = latitude * pi / 180, d = day * pi / 180;
  double sum = 0;
  constexpr int steps = 20000;
  for (int i = 0; i < steps; ++i) {
    const double h = -pi + 2 * pi * (i + 0.5) / steps;
    const double e = -std::cos(d) * std::sin(h), n = std::cos(p) * std::sin(d) - std::sin(p) * std::cos(d) * std::cos(h);
    const double u = std::sin(p) * std::sin(d) + std::cos(p) * std::cos(d) * std::cos(h);
    if (u > 0) sum += std::max(0.0, (u - east * e - north * n) / std::sqrt(1 + east * east + north * north));
  }
  return sum * solar_constant / steps;
}

TEST(Insolation, SlopesByBruteForce) {
  for (const double latitude : {-80.0, -30.0, 0.0, 45.0, 70.0})
    for (const double day : {-23.44, 0.0, 20.0})
      for (const double east : {-2.0, 0.3})
        for (const double north : {-1.0, 0.5, 3.0})
          EXPECT_NEAR(SunDay(latitude, day).on_slope(east, north), summed(latitude, day, east, north), 0.1)
              << latitude << " " << day << " " << east << " " << north;
}

TEST(Insolation, TiltSetsTheContrast) {
  EXPECT_NEAR(year_contrast(0), -0.625, 1e-12);
  EXPECT_NEAR(year_contrast(23.44), -0.477, 1e-3);
  EXPECT_NEAR(year_contrast(54.7356), 0, 1e-5);
  EXPECT_GT(year_contrast(90), 0);
}

TEST(Heat, FallsFromEquatorToPoles) {
  const HeatPhysics earth;
  EXPECT_NEAR(mean_at(0, earth), earth.equator, 1e-4);
  EXPECT_NEAR(mean_at(90, earth), earth.pole, 1e-4);
  for (float latitude = 0; latitude < 90; latitude += 5) {
    EXPECT_GT(mean_at(latitude, earth), mean_at(latitude + 5, earth));
    EXPECT_FLOAT_EQ(mean_at(latitude, earth), mean_at(-latitude, earth));
    EXPECT_LT(light_swing(latitude, earth), light_swing(latitude + 5, earth) + 5);
  }
  HeatPhysics lying = earth;
  lying.tilt = 80;
  EXPECT_LT(mean_at(0, lying), mean_at(90, lying));  // an axis that lies in the orbit warms the poles
}

}  // namespace
}  // namespace craton::air
