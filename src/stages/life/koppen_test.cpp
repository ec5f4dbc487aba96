#include "stages/life/koppen.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include <craton/base/hash.h>

namespace craton {
namespace {

std::string name(Koppen koppen) { return std::string(koppen_names()[static_cast<std::size_t>(koppen)]); }
std::string classed(const KoppenYear& year) { return name(koppen_of(year)); }

/// A temperate, evenly wet year to start from: 100 mm a month.
KoppenYear year() {
  return {.mean = 12,
          .warmest = 20,
          .coldest = 4,
          .fourth_warmest = 16,
          .rain_summer = 600,
          .rain_winter = 600,
          .summer_driest = 100,
          .summer_wettest = 100,
          .winter_driest = 100,
          .winter_wettest = 100};
}

TEST(Koppen, OrderOfNames) {
  ASSERT_EQ(koppen_names().size(), 31U);
  EXPECT_EQ(name(Koppen::sea), "sea");
  EXPECT_EQ(name(Koppen::Aw), "Aw");
  EXPECT_EQ(name(Koppen::BWk), "BWk");
  EXPECT_EQ(name(Koppen::Cwc), "Cwc");
  EXPECT_EQ(name(Koppen::Dwd), "Dwd");
  EXPECT_EQ(name(Koppen::EF), "EF");
  EXPECT_EQ(static_cast<int>(Koppen::ET), 30);
}

TEST(Koppen, PolarComesFirst) {
  KoppenYear y = year();
  y.warmest = 9.99F;
  y.rain_summer = y.rain_winter = 0;  // as dry as may be, and still polar
  EXPECT_EQ(classed(y), "ET");
  y.warmest = 0;
  EXPECT_EQ(classed(y), "ET");
  y.warmest = -0.01F;
  EXPECT_EQ(classed(y), "EF");
  y = year();
  y.warmest = 10;
  y.fourth_warmest = 8;
  EXPECT_EQ(classed(y), "Cfc");
}

TEST(Koppen, DryBySeasonOfRain) {
  KoppenYear y = year();  // mean 12: limits 240 (winter rain), 380 (even), 520 mm (summer rain)
  y.rain_summer = y.rain_winter = 189.9F;
  EXPECT_EQ(classed(y), "BSk");
  y.rain_summer = y.rain_winter = 190.1F;
  EXPECT_EQ(classed(y)[0], 'C');
  y.rain_summer = y.rain_winter = 95.1F;
  EXPECT_EQ(classed(y), "BSk");
  y.rain_summer = y.rain_winter = 94.9F;
  EXPECT_EQ(classed(y), "BWk");
  y.rain_summer = 350, y.rain_winter = 160;  // two thirds in summer: 510 < 520
  EXPECT_EQ(classed(y), "BSk");
  y.rain_summer = 160, y.rain_winter = 350;
  EXPECT_EQ(classed(y)[0], 'C');
  y.rain_summer = 79, y.rain_winter = 160;  // 239 < 240
  EXPECT_EQ(classed(y), "BSk");
  y.mean = 18;
  EXPECT_EQ(classed(y), "BSh");
  y.mean = 17.99F;
  EXPECT_EQ(classed(y), "BSk");
  // Where the limit is below 0 nothing is dry.
  y = year();
  y.mean = -10, y.coldest = -40;
  y.rain_summer = y.rain_winter = 0;
  EXPECT_EQ(classed(y)[0], 'D');
}

TEST(Koppen, Tropical) {
  KoppenYear y = year();
  y.mean = 26, y.warmest = 27, y.coldest = 25, y.fourth_warmest = 26;
  y.rain_summer = y.rain_winter = 1200;
  EXPECT_EQ(classed(y), "Af");
  y.winter_driest = 60;
  EXPECT_EQ(classed(y), "Af");
  y.winter_driest = 59.9F;
  EXPECT_EQ(classed(y), "Am");  // 2400 >= 25 · 40.1
  y.winter_driest = 4;          // 25 · 96 = 2400
  EXPECT_EQ(classed(y), "Am");
  y.winter_driest = 3.9F;
  EXPECT_EQ(classed(y), "Aw");
  std::swap(y.winter_driest, y.summer_driest);
  EXPECT_EQ(classed(y), "As");
  y.coldest = 18;
  EXPECT_EQ(classed(y), "As");
  y.coldest = 17.99F;
  EXPECT_EQ(classed(y)[0], 'C');
}

TEST(Koppen, DrySummersAndWinters) {
  KoppenYear y = year();
  EXPECT_EQ(classed(y), "Cfb");
  y.summer_driest = 39.9F, y.winter_wettest = 120;
  EXPECT_EQ(classed(y), "Csb");
  y.summer_driest = 40;
  EXPECT_EQ(classed(y), "Cfb");
  y.summer_driest = 39.9F, y.winter_wettest = 119;
  EXPECT_EQ(classed(y), "Cfb");
  y = year();
  y.winter_driest = 10, y.summer_wettest = 100;
  EXPECT_EQ(classed(y), "Cfb");  // more than ten times is asked for
  y.summer_wettest = 101;
  EXPECT_EQ(classed(y), "Cwb");
}

TEST(Koppen, HeatOfSummers) {
  KoppenYear y = year();
  y.warmest = 22;
  EXPECT_EQ(classed(y), "Cfa");
  y.warmest = 21.99F, y.fourth_warmest = 10;
  EXPECT_EQ(classed(y), "Cfb");
  y.fourth_warmest = 9.99F;
  EXPECT_EQ(classed(y), "Cfc");
  y.coldest = -3;
  EXPECT_EQ(classed(y), "Dfc");
  y.coldest = -2.99F;
  EXPECT_EQ(classed(y), "Cfc");
  EXPECT_EQ(name(koppen_of(y, 0)), "Dfc") << "Peel 2007";
  y.coldest = -37.99F;
  EXPECT_EQ(classed(y), "Dfc");
  y.coldest = -38;
  EXPECT_EQ(classed(y), "Dfd");
  y.winter_driest = 5, y.summer_wettest = 100;
  EXPECT_EQ(classed(y), "Dwd");
  y.fourth_warmest = 10;
  EXPECT_EQ(classed(y), "Dwb");
  y.warmest = 25;
  EXPECT_EQ(classed(y), "Dwa");
  y.winter_driest = 100, y.summer_driest = 20;
  EXPECT_EQ(classed(y), "Dsa");
}

/// Climates as atlases give them, rounded: mean, warmest, coldest month; rain in the warm and in the cold half of the year, cm.
TEST(Koppen, KnownPlaces) {
  struct Place {
    const char* name;
    SeasonalClimate climate;
    const char* koppen;
  };
  const Place places[] = {
      {"Singapore", {27.5F, 28.3F, 26.5F, 105, 112}, "Af"},
      {"Cairo", {22, 28.5F, 14, 0.3F, 2.2F}, "BWh"},
      {"London", {11, 18.5F, 5, 29, 32}, "Cfb"},
      {"Rome", {15.5F, 24.5F, 7.5F, 26, 54}, "Csa"},
      {"Moscow", {5.8F, 19.2F, -6.5F, 40, 31}, "Dfb"},
      {"Yakutsk", {-8.8F, 19.5F, -38.6F, 17, 7}, "Dfd"},
      {"Vostok", {-55, -32, -68, 1, 1}, "EF"},
      {"Ulan Bator", {-0.5F, 18, -22, 22, 3}, "BSk"},
      {"Peking", {13, 26.5F, -3.1F, 51, 5}, "Dwa"},
      {"Darwin", {27.5F, 29, 24.8F, 165, 8}, "Aw"},
      {"Buenos Aires", {17.8F, 24.8F, 10.9F, 67, 53}, "Cfa"},
      {"Lisbon", {17.2F, 23.5F, 11.6F, 16, 56}, "Csa"},
      {"Tromsø", {2.9F, 12, -4, 42, 60}, "Dfc"},
  };
  for (const Place& place : places) EXPECT_EQ(classed(koppen_year(place.climate)), place.koppen) << place.name;
}

class Dice {
 public:
  float between(float low, float high) {
    const std::uint64_t bits = mix64(++count_);
    return low + (high - low) * (static_cast<float>(bits >> 40) * 0x1p-24F);
  }

 private:
  std::uint64_t count_ = 0;
};

SeasonalClimate random_climate(Dice& dice) {
  SeasonalClimate climate;
  climate.coldest = dice.between(-50, 28);
  climate.warmest = climate.coldest + dice.between(0, 50);
  climate.mean = 0.5F * (climate.coldest + climate.warmest) + dice.between(-8, 8);
  const float rain = dice.between(0, 300), summer = dice.between(0, 1);
  climate.rain_summer = rain * summer;
  climate.rain_winter = rain * (1 - summer);
  return climate;
}

TEST(Koppen, MonthsKeepTheYear) {
  Dice dice;
  for (int i = 0; i < 5000; ++i) {
    const SeasonalClimate climate = random_climate(dice);
    const Months months = months_of(climate);
    float summer = 0, winter = 0, warmest = -1e9F, coldest = 1e9F;
    for (std::size_t m = 0; m < 12; ++m) {
      (m >= 3 && m <= 8 ? summer : winter) += months.rain[m];
      ASSERT_GE(months.rain[m], 0);
      warmest = std::max(warmest, months.temperature[m]);
      coldest = std::min(coldest, months.temperature[m]);
    }
    ASSERT_NEAR(summer, 10 * climate.rain_summer, 1e-3 * (1 + summer));
    ASSERT_NEAR(winter, 10 * climate.rain_winter, 1e-3 * (1 + winter));
    ASSERT_NEAR(warmest, climate.warmest, 1e-3);
    ASSERT_NEAR(coldest, climate.coldest, 1e-3);
    ASSERT_NEAR(months.temperature[6], warmest, 1e-3);
    ASSERT_NEAR(months.temperature[0], coldest, 1e-3);
  }
}

TEST(Koppen, ClosedFormIsThatOfTheMonths) {
  Dice dice;
  int different = 0;
  constexpr int count = 20000;
  for (int i = 0; i < count; ++i) {
    const SeasonalClimate climate = random_climate(dice);
    const KoppenYear slow = koppen_year(months_of(climate)), quick = koppen_year(climate);
    ASSERT_NEAR(slow.mean, quick.mean, 1e-3);
    ASSERT_NEAR(slow.fourth_warmest, quick.fourth_warmest, 1e-3);
    ASSERT_NEAR(slow.summer_driest, quick.summer_driest, 1e-3);
    ASSERT_NEAR(slow.summer_wettest, quick.summer_wettest, 1e-3);
    ASSERT_NEAR(slow.winter_driest, quick.winter_driest, 1e-3);
    ASSERT_NEAR(slow.winter_wettest, quick.winter_wettest, 1e-3);
    different += koppen_of(slow) != koppen_of(quick);
  }
  EXPECT_LE(different, count / 1000) << "only where rounding decides";
}

TEST(Koppen, EveryClassCanBe) {
  Dice dice;
  std::array<int, 31> counts{};
  for (int i = 0; i < 400000; ++i) ++counts[static_cast<std::size_t>(koppen_of(koppen_year(random_climate(dice))))];
  for (std::size_t i = 1; i < counts.size(); ++i) EXPECT_GT(counts[i], 0) << koppen_names()[i];
  EXPECT_EQ(counts[0], 0);
}

}  // namespace
}  // namespace craton
