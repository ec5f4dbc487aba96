#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

/// Köppen–Geiger climates by the rules of Kottek, Grieser, Beck, Rudolf & Rubel 2006, "World Map of the Köppen–Geiger climate
/// classification updated", Meteorologische Zeitschrift 15.
namespace craton {

/// 0 is sea; 1 … 30 in the order of the usual tables, by their letters.
// clang-format off: a letter a line
enum class Koppen : std::uint8_t {
  sea,
  Af,
  Am,
  As,
  Aw,
  BSh,
  BSk,
  BWh,
  BWk,
  Cfa,
  Cfb,
  Cfc,
  Csa,
  Csb,
  Csc,
  Cwa,
  Cwb,
  Cwc,
  Dfa,
  Dfb,
  Dfc,
  Dfd,
  Dsa,
  Dsb,
  Dsc,
  Dwa,
  Dwb,
  Dwc,
  Dwd,
  EF,
  ET,
};
// clang-format on

/// "sea", "Af", … in their order.
std::span<const std::string_view> koppen_names();

/// A year as layers tell it; "summer" is the warm half of the place's own year.
struct SeasonalClimate {
  float mean = 0, warmest = 0, coldest = 0;  ///< °C: of the year, of the warmest and of the coldest month
  float rain_summer = 0, rain_winter = 0;    ///< cm in each half
};

/// A year by months of the place's own calendar: 0 is January in the north and July in the south, so that 3 … 8 are summer.
struct Months {
  std::array<float, 12> temperature{};  ///< °C
  std::array<float, 12> rain{};         ///< mm
};

/// The months behind two seasons. Temperature is a wave with its crest in month 6 and its trough in month 0, sharper at one end
/// where the mean does not lie in the middle; rain is a wave whose halves sum to what they should, cut off at 0.
Months months_of(const SeasonalClimate& climate);

/// What the rules ask of a year.
struct KoppenYear {
  float mean = 0, warmest = 0, coldest = 0, fourth_warmest = 0;                        ///< °C
  float rain_summer = 0, rain_winter = 0;                                              ///< mm
  float summer_driest = 0, summer_wettest = 0, winter_driest = 0, winter_wettest = 0;  ///< mm a month
};
KoppenYear koppen_year(const Months& months);
/// The same for months_of(climate), without making them.
KoppenYear koppen_year(const SeasonalClimate& climate);

/// Between C and D stands a coldest month of −3 °C, as Köppen had it; Peel, Finlayson & McMahon 2007 take 0 °C.
inline constexpr float usual_snow_limit = -3;

Koppen koppen_of(const KoppenYear& year, float snow_limit = usual_snow_limit);

}  // namespace craton
