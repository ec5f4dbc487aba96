#pragma once

#include <cstdint>
#include <string>

#include <craton/base/export.h>
#include <craton/base/position.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/picture/image.h>

namespace craton {

/// What the colours of hats tell.
enum class HatColours : std::uint8_t {
  metatile,  ///< the smallest metatile that a hat belongs to
  turn,      ///< how a hat is turned
};

/// A piece of a hat tiling. The tiling is that of hat noise of this seed and frequency; x goes right and y down, as in pictures
/// of noises. Mirrored hats are dark.
struct HatPictureOptions {
  Seed seed;
  Point2 centre;
  Frequency frequency;
  double cells_across = 24;  ///< the picture's width, in cells of the lattice
  std::uint32_t width = 1200, height = 900;
  HatColours colours = HatColours::metatile;
  bool kites = false;    ///< draw the borders of kites
  bool numbers = false;  ///< write 1 … 8 into the kites: their places in the hat
  bool legend = true;    ///< a line of what colours mean, below
  Rgb8Image ground{};    ///< drawn below outlines instead of colours, of pictures without a legend; not in SVG. Empty: none
};

CRATON_API Result<Rgb8Image> draw_hats(const HatPictureOptions& options, const Execution& execution = {});
/// The same as the text of an SVG file.
CRATON_API Result<std::string> hats_as_svg(const HatPictureOptions& options, const Execution& execution = {});

}  // namespace craton
