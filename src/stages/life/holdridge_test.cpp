#include "stages/life/holdridge.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

namespace craton {
namespace {

std::string zone(float warmth, float rain_cm) { return std::string(holdridge_names()[holdridge_zone(warmth, rain_cm)]); }

// The middles of hexagons are octaves apart: 2.12 °C, 4.24 °C, … and 88, 177, 354, … mm.
TEST(Holdridge, MiddlesOfZones) {
  EXPECT_EQ(zone(2.12F, 8.8F), "subpolar dry tundra");
  EXPECT_EQ(zone(2.12F, 70), "subpolar rain tundra");
  EXPECT_EQ(zone(4.24F, 8.8F), "boreal desert");
  EXPECT_EQ(zone(4.24F, 35), "boreal moist forest");
  EXPECT_EQ(zone(8.5F, 35), "cool temperate steppe");
  EXPECT_EQ(zone(8.5F, 70), "cool temperate moist forest");
  EXPECT_EQ(zone(15, 70), "warm temperate dry forest");
  EXPECT_EQ(zone(19, 70), "subtropical dry forest");
  EXPECT_EQ(zone(19, 140), "subtropical moist forest");
  EXPECT_EQ(zone(28, 8.8F), "tropical desert");
  EXPECT_EQ(zone(28, 280), "tropical moist forest");
  EXPECT_EQ(zone(28, 1100), "tropical rain forest");
}

TEST(Holdridge, BeyondTheTriangle) {
  EXPECT_EQ(zone(0, 50), "polar desert");
  EXPECT_EQ(zone(1.49F, 50), "polar desert");
  EXPECT_EQ(zone(NAN, 50), "polar desert");
  EXPECT_EQ(zone(28, 0), "tropical desert");
  EXPECT_EQ(zone(28, -5), "tropical desert");
  EXPECT_EQ(zone(28, 99999), "tropical rain forest");
  EXPECT_EQ(zone(2, 99999), "subpolar rain tundra");
}

TEST(Holdridge, EveryZoneCanBe) {
  std::set<int> found;
  for (float warmth = 0.5F; warmth < 30; warmth += 0.2F)
    for (float rain = 1; rain < 1500; rain *= 1.05F) found.insert(holdridge_zone(warmth, rain));
  EXPECT_EQ(found.size(), holdridge_names().size() - 2) << "all but sea and ice";
}

TEST(Holdridge, MoreRainIsAWetterZone) {
  for (float warmth : {2.12F, 4.24F, 8.49F, 15.0F, 19.0F, 29.0F}) {
    int before = 0;
    std::set<int> zones;
    for (float rain = 1; rain < 1500; rain *= 1.02F) {
      const int now = holdridge_zone(warmth, rain);
      ASSERT_GE(now, before) << warmth << " °C, " << rain << " cm";
      zones.insert(before = now);
    }
    EXPECT_GE(zones.size(), 4U);
  }
}

TEST(Holdridge, Biotemperature) {
  EXPECT_NEAR(biotemperature({.mean = 20, .warmest = 25, .coldest = 15}), 20, 1e-4);
  EXPECT_NEAR(biotemperature({.mean = -20, .warmest = -5, .coldest = -35}), 0, 1e-6);
  const float cold = biotemperature({.mean = 0, .warmest = 20, .coldest = -20});
  EXPECT_GT(cold, 5.5F);
  EXPECT_LT(cold, 7);
  EXPECT_EQ(biotemperature({.mean = 45, .warmest = 50, .coldest = 40}), 30);
}

}  // namespace
}  // namespace craton
