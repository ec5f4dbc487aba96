#pragma once

#include <string>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/picture/ramp.h>

namespace craton {

/// What the colours of a picture mean.
struct Legend {
  struct Swatch {
    Rgb8 colour;
    std::string name;
  };
  std::string title{};         ///< "height"
  std::string unit{};          ///< "m"
  const Ramp* ramp = nullptr;  ///< a bar of these colours; null: swatches alone
  ToneRange range{};           ///< values at its ends; where the ramp has a coast, its middle is 0
  std::vector<Swatch> swatches{};
  double metres_per_pixel = 0;  ///< of a scale bar; 0: none
  std::string note{};           ///< one line of small print: "exaggeration 3.2 ×, contours every 100 m"
};

/// The picture on paper with its legend below it. A picture too narrow for its legend gets paper at its sides.
CRATON_API Result<Rgb8Image> with_legend(const Rgb8Image& picture, const Legend& legend);

/// Values in 1, 2 or 5 times a power of ten between low and high, at most `most` of them and as many as may be.
CRATON_API std::vector<double> legend_ticks(double low, double high, int most);

}  // namespace craton
