#pragma once

#include <optional>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/ground.h>
#include <craton/picture/image.h>
#include <craton/picture/ramp.h>

/// Maps of heights in the manner of Imhof (1965, "Kartographische Geländedarstellung"): tints for heights, light and shadow for
/// forms. Slopes are those of the ground, exaggerated as much as the map's scale needs; light is reckoned in linear light.
namespace craton {

/// Light from far away.
struct Light {
  double azimuth = 315;  ///< degrees, clockwise from north
  double altitude = 45;  ///< degrees above the horizon, above 0
  double weight = 1;     ///< beside other lights

  friend bool operator==(const Light&, const Light&) = default;
};

/// The main light from the north-west; a softer one turned by 55°, which opens the shadows; and one from the other side, so that
/// ridges that run along the main light are seen.
CRATON_API std::vector<Light> usual_lights();

struct ReliefOptions {
  std::vector<Light> lights{};   ///< none: the usual ones
  double exaggeration = 0;       ///< how many times steeper slopes are made; 0: as much as the map needs
  double strength = 1;           ///< of light and shadow; 0: tints alone
  double sky = 0.5;              ///< how much hollows darken because they see less of the sky
  double texture = 0.22;         ///< how much crests and gullies of all sizes stand out (Brown 2014, "texture shading")
  double generalisation = 0.42;  ///< 0 … 1: how much of the light falls on smoothed copies, which show the large forms
  double aerial = 0.45;          ///< 0 … 1: how much less contrast lowlands have than summits (aerial perspective)
  double sea = 0.3;              ///< how high the sea floor stands beside the land, where the ramp has a coast
  /// Nothing is fitted to the window: pictures of windows onto the same ground agree wherever they overlap, but for a rim of
  /// joined_margin pixels, where they begin at multiples of 32 samples and are 512 pixels wide and high at least.
  bool joined = false;
  std::uint64_t seed = 0;  ///< of what is scattered over natural colours
};

struct TintOptions {
  const Ramp* ramp = nullptr;        ///< null: `relief`, whose coast stands at 0 m
  std::optional<ToneRange> range{};  ///< metres that the ends of the ramp stand for; none: nearly all heights of the map
  double coast = 0.5;                ///< 0 … 1: how dark the line along the coast is
  double quiet_sea = 0.8;            ///< 0 … 1: how much depths are smoothed before they are tinted; coasts get a pale edge
};

/// A map of heights in metres. NaN is pale grey. The pixels do not depend on the number of threads.
CRATON_API Result<Rgb8Image> relief_picture(FloatView heights, const Ground& ground, const ReliefOptions& relief = {},
                                            const TintOptions& tints = {}, const Execution& execution = {});

/// What falls on the ground alone: 1 on level ground, less in shadow, more in the light; without aerial perspective.
CRATON_API Result<std::vector<float>> relief_light(FloatView heights, const Ground& ground, const ReliefOptions& relief = {},
                                                   const Execution& execution = {});

/// The exaggeration that such a map gets where none is asked for: that which gives its land a typical slope of 0.65, to two
/// digits. 1 of flat land.
CRATON_API double usual_exaggeration(FloatView heights, const Ground& ground);

/// The same by the distance of samples alone, for windows that are to be joined: land is the smoother the wider they lie.
CRATON_API double joined_exaggeration(const Ground& ground);
/// What ends of a ramp stand for there, in metres.
inline constexpr ToneRange joined_tint_range{-3000, 3000};
/// Pixels at the rim of a window whose light depends on what lies beyond.
inline constexpr std::uint32_t joined_margin = 256;

/// The metres that the ends of a ramp stand for where none are asked for. Where the ramp has a coast, land and sea each fill
/// their half. A single peak or trench does not take the colours from all others: 2 of 1000 samples may lie outside.
CRATON_API ToneRange usual_tint_range(FloatView heights, bool coast);

}  // namespace craton
