#pragma once

#include <array>
#include <vector>

#include <craton/picture/image.h>
#include <craton/picture/ramp.h>

// Patterson & Jenny 2011, "The development and rationale of cross-blended hypsometric tints": the same height is green where it
// is humid, buff where it is dry, grey where it is cold, and high ground becomes pale everywhere.
namespace craton::atlas {

/// A colour in linear light.
struct Tint {
  float r = 0, g = 0, b = 0;
};
inline Tint operator*(float share, Tint c) { return {share * c.r, share * c.g, share * c.b}; }
inline Tint operator+(Tint a, Tint b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
inline Tint mixed(Tint a, Tint b, float share) { return (1 - share) * a + share * b; }
Tint tint_of(Rgb8 colour);
Tint tint_of(LinearColour colour);

/// Shares of climates; 1 together.
struct ClimateShares {
  float humid = 1, boreal = 0, dry = 0, polar = 0, ice = 0;
};
/// °C of the year and of the warmest month, cm a year.
ClimateShares climate_shares(float temperature, float warmest, float rain);

class ClimateTints {
 public:
  enum Climate : std::uint8_t { humid, boreal, dry, polar, ice, climates };
  enum class Palette : std::uint8_t { atlas, parchment };
  /// Heights and depths at the ends, in metres.
  ClimateTints(Palette palette, float highest, float deepest);

  Tint land(float height, const ClimateShares& shares) const;
  Tint land(float height, Climate climate) const { return tables_[climate][place(height)]; }
  Tint sea(float depth) const;      ///< metres below 0, as a positive number
  float share(float height) const;  ///< 0 … 1 of the tints: lowlands have most of them

 private:
  std::size_t place(float height) const;
  static constexpr std::size_t size = 1024;
  std::array<std::vector<Tint>, climates> tables_;
  std::vector<Tint> sea_;
  float highest_, deepest_;
};

}  // namespace craton::atlas
