#pragma once

#include <array>
#include <span>
#include <string_view>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/ground.h>
#include <craton/picture/image.h>
#include <craton/picture/relief.h>
#include <craton/surface/surface.h>

/// The land as from above, in the muted colours of satellite pictures: biomes flow into each other, rock shows where it is steep,
/// snow lies where it is cold, warm shallow seas are turquoise and deep ones nearly black.
namespace craton {

/// Layers that tell of the climate; what is null is not known.
struct NaturalLayers {
  const Layer* temperature = nullptr;   ///< °C, mean of the year
  const Layer* warmest = nullptr;       ///< °C, mean of the warmest month; unknown: 10 °C above the year's
  const Layer* rain = nullptr;          ///< cm a year
  std::array<const Layer*, 5> cover{};  ///< shares of rock, sand, snow, gravel and mud; null: guessed from slope and climate
  const Layer* banks = nullptr;         ///< metres to the nearest river's bank: ground beside it is wet

  bool complete() const { return temperature && rain; }
};
/// The layers `temperature`, `temperature_warmest` and `rain`, where they are; of planes also those of the stage `ground`, where
/// all of them are, and `river_distance`.
CRATON_API NaturalLayers natural_layers_of(const Surface& surface);

/// The same as rasters, all of one size.
struct NaturalRasters {
  FloatView heights, temperature, warmest, rain;
  std::array<FloatView, 5> cover{};
  FloatView banks{};
};

/// What the ground is made of.
enum class NaturalPalette {
  earth,  ///< soils and plants
  rust,   ///< bare: bright red dust over dark basalt, as on Mars; seas and ice where they are
};
/// By name: "earth", "rust". Errors name `path`.
CRATON_API Result<NaturalPalette> find_natural_palette(std::string_view name, std::string_view path);
CRATON_API std::span<const std::string_view> natural_palette_names();

/// A picture of the land. Light falls as on maps (picture/relief.h); colours are mixed in linear light. The pixels do not depend
/// on the number of threads.
CRATON_API Result<Rgb8Image> natural_picture(const NaturalRasters& rasters, const Ground& ground,
                                             const ReliefOptions& relief = {}, const Execution& execution = {},
                                             NaturalPalette palette = NaturalPalette::earth);

/// The same picture in light and shadow and without both, which takes little more time than one of them.
struct NaturalPictures {
  Rgb8Image lit, plain;
};
CRATON_API Result<NaturalPictures> natural_pictures(const NaturalRasters& rasters, const Ground& ground,
                                                    const ReliefOptions& relief = {}, const Execution& execution = {},
                                                    NaturalPalette palette = NaturalPalette::earth);

}  // namespace craton
