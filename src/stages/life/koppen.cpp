// Köppen–Geiger climates by the rules of Kottek et al. 2006 (tables 1 and 2): first polar climates, then dry ones, then by the
// coldest month. Peel, Finlayson & McMahon 2007 differ in the limit between C and D (0 °C, here a parameter), in 70% for two
// thirds, and have no As.
#include "stages/life/koppen.h"

#include <algorithm>

namespace craton {
namespace {

constexpr std::string_view names[] = {"sea", "Af",  "Am",  "As",  "Aw",  "BSh", "BSk", "BWh", "BWk", "Cfa", "Cfb",
                                      "Cfc", "Csa", "Csb", "Csc", "Cwa", "Cwb", "Cwc", "Dfa", "Dfb", "Dfc", "Dfd",
                                      "Dsa", "Dsb", "Dsc", "Dwa", "Dwb", "Dwc", "Dwd", "EF",  "ET"};

// cos of 15°, 45° and 75°: the months of a half-year on either side of its middle.
constexpr float inner = 0.9659258262890683F, middle = 0.7071067811865476F, outer = 0.2588190451025208F;
constexpr float half_sum = 2 * (inner + middle + outer);
// cos of 0°, 30°, … 180°.
constexpr std::array<float, 7> wave{1, 0.8660254037844386F, 0.5F, 0, -0.5F, -0.8660254037844386F, -1};

/// Temperatures mean + first · cos θ + second · cos 2θ.
struct TemperatureWave {
  float mean, first, second;

  explicit TemperatureWave(const SeasonalClimate& climate) {
    const float warmest = std::max(climate.warmest, climate.coldest), coldest = std::min(climate.warmest, climate.coldest);
    first = 0.5F * (warmest - coldest);
    const float centre = 0.5F * (warmest + coldest);
    // Beyond a quarter of the first wave it would have two crests a year.
    second = std::clamp(centre - climate.mean, -0.25F * first, 0.25F * first);
    mean = centre - second;
  }
  /// `steps` months from the warmest one.
  float month(std::size_t steps) const {
    const float c = wave[steps];
    return mean + first * c + second * (2 * c * c - 1);
  }
};

/// Rain of the months of both halves, from the middle of each half outwards, mm.
struct RainWave {
  std::array<float, 3> summer{}, winter{};

  explicit RainWave(const SeasonalClimate& climate) {
    const float warm = 10 * std::max(climate.rain_summer, 0.0F), cold = 10 * std::max(climate.rain_winter, 0.0F);
    const float month = (warm + cold) / 12, tilt = (warm - cold) / (2 * half_sum);
    constexpr std::array<float, 3> parts{inner, middle, outer};
    for (std::size_t i = 0; i < 3; ++i) {
      summer[i] = month + tilt * parts[i];
      winter[i] = month - tilt * parts[i];
    }
    cut_off(tilt < 0 ? summer : winter, tilt < 0 ? warm : cold);
  }

  /// No month below 0, and the half's sum as it was. Its outermost months never go below 0: their share of the tilt is least.
  static void cut_off(std::array<float, 3>& half, float sum) {
    if (half[0] >= 0) return;
    for (float& month : half) month = std::max(month, 0.0F);
    const float left = 2 * (half[0] + half[1] + half[2]);
    const float share = left > 0 ? sum / left : 0;
    for (float& month : half) month *= share;
  }
};

float least(const std::array<float, 3>& half) { return std::min({half[0], half[1], half[2]}); }
float most(const std::array<float, 3>& half) { return std::max({half[0], half[1], half[2]}); }

Koppen shifted(Koppen first, int steps) { return static_cast<Koppen>(static_cast<int>(first) + steps); }

Koppen tropical(const KoppenYear& year) {
  const float driest = std::min(year.summer_driest, year.winter_driest);
  if (driest >= 60) return Koppen::Af;
  if (year.rain_summer + year.rain_winter >= 25 * (100 - driest)) return Koppen::Am;
  return year.summer_driest < year.winter_driest ? Koppen::As : Koppen::Aw;
}

/// a, b, c, d as 0 … 3.
int summer_letter(const KoppenYear& year) {
  if (year.warmest >= 22) return 0;
  if (year.fourth_warmest >= 10) return 1;
  return year.coldest > -38 ? 2 : 3;
}

enum class DrySeason { none, summer, winter };

DrySeason dry_season(const KoppenYear& year) {
  const bool summer =
      year.summer_driest < year.winter_driest && year.winter_wettest > 3 * year.summer_driest && year.summer_driest < 40;
  if (summer) return DrySeason::summer;
  const bool winter = year.winter_driest < year.summer_driest && year.summer_wettest > 10 * year.winter_driest;
  return winter ? DrySeason::winter : DrySeason::none;
}

/// Of a year that is as dry as `limit` asks for: mm that a moist climate needs at the least.
float dryness_limit(const KoppenYear& year) {
  const float rain = year.rain_summer + year.rain_winter;
  if (year.rain_winter >= rain * (2.0F / 3)) return 20 * year.mean;
  if (year.rain_summer >= rain * (2.0F / 3)) return 20 * (year.mean + 14);
  return 20 * (year.mean + 7);
}

}  // namespace

std::span<const std::string_view> koppen_names() { return names; }

Months months_of(const SeasonalClimate& climate) {
  const TemperatureWave temperature(climate);
  const RainWave rain(climate);
  Months months;
  for (std::size_t m = 0; m < 12; ++m) {
    months.temperature[m] = temperature.month(m <= 6 ? 6 - m : m - 6);
    const bool summer = m >= 3 && m <= 8;
    const std::size_t in_half = (m + 9) % 6;  // 0 … 5; the middle lies between 2 and 3
    const std::size_t from_middle = in_half < 3 ? 2 - in_half : in_half - 3;
    months.rain[m] = (summer ? rain.summer : rain.winter)[from_middle];
  }
  return months;
}

KoppenYear koppen_year(const Months& months) {
  KoppenYear year;
  std::array<float, 12> sorted = months.temperature;
  std::sort(sorted.begin(), sorted.end());
  year.coldest = sorted[0];
  year.warmest = sorted[11];
  year.fourth_warmest = sorted[8];
  for (const float temperature : months.temperature) year.mean += temperature;
  year.mean /= 12;
  year.summer_driest = year.summer_wettest = months.rain[3];
  year.winter_driest = year.winter_wettest = months.rain[0];
  for (std::size_t m = 0; m < 12; ++m) {
    const float rain = months.rain[m];
    const bool summer = m >= 3 && m <= 8;
    (summer ? year.rain_summer : year.rain_winter) += rain;
    float& driest = summer ? year.summer_driest : year.winter_driest;
    float& wettest = summer ? year.summer_wettest : year.winter_wettest;
    driest = std::min(driest, rain);
    wettest = std::max(wettest, rain);
  }
  return year;
}

KoppenYear koppen_year(const SeasonalClimate& climate) {
  const TemperatureWave temperature(climate);
  const RainWave rain(climate);
  return {.mean = temperature.mean,
          .warmest = temperature.month(0),
          .coldest = temperature.month(6),
          .fourth_warmest = temperature.month(2),
          .rain_summer = 10 * std::max(climate.rain_summer, 0.0F),
          .rain_winter = 10 * std::max(climate.rain_winter, 0.0F),
          .summer_driest = least(rain.summer),
          .summer_wettest = most(rain.summer),
          .winter_driest = least(rain.winter),
          .winter_wettest = most(rain.winter)};
}

Koppen koppen_of(const KoppenYear& year, float snow_limit) {
  if (year.warmest < 10) return year.warmest < 0 ? Koppen::EF : Koppen::ET;
  const float rain = year.rain_summer + year.rain_winter, limit = dryness_limit(year);
  if (rain < limit) {
    const Koppen first = rain > 0.5F * limit ? Koppen::BSh : Koppen::BWh;
    return year.mean >= 18 ? first : shifted(first, 1);
  }
  if (year.coldest >= 18) return tropical(year);
  const DrySeason dry = dry_season(year);
  const int letter = summer_letter(year);
  if (year.coldest > snow_limit) {
    const Koppen first = dry == DrySeason::summer ? Koppen::Csa : dry == DrySeason::winter ? Koppen::Cwa : Koppen::Cfa;
    return shifted(first, std::min(letter, 2));
  }
  // There are no Dsd in the order of the tables: so dry a cold summer counts as its neighbour.
  if (dry == DrySeason::summer) return shifted(Koppen::Dsa, std::min(letter, 2));
  return shifted(dry == DrySeason::winter ? Koppen::Dwa : Koppen::Dfa, letter);
}

}  // namespace craton
