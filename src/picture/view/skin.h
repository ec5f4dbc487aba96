#pragma once

#include <craton/picture/view.h>

#include "picture/view/ground.h"

namespace craton::view {

/// The colour of the ground.
class Skin {
 public:
  Skin(const Ground& ground, const ViewOptions& options);

  struct Place {
    double x = 0, y = 0;  ///< of the ground
    float height = 0;
    Slope smooth;         ///< of the cells
    Vec normal;           ///< with detail
    float footprint = 1;  ///< metres a pixel covers
  };
  Colour colour(const Place& place) const;
  /// Rock breaks along its beds: by how much the slope differs from the smooth one at a height.
  float ledges(float height, double x, double y, const Slope& smooth, float footprint) const;
  bool plain() const { return style_ == ViewColour::clay && !drape_; }
  Colour mean() const { return mean_; }  ///< for light that bounces

 private:
  Colour natural(const Place& place) const;
  Colour tint(float height) const;
  Colour draped(double x, double y) const;

  const Ground& ground_;
  ViewColour style_;
  const Rgb8Image* drape_;
  float tree_line_ = 0, snow_line_ = 0, band_ = 1, beach_ = 1;
  float rock_from_ = 0.7F, rock_to_ = 1;  ///< slopes
  double tree_ = 1;                       ///< wavelength of tree crowns, metres
  double patch_ = 1;                      ///< wavelength of woods and clearings, metres
  Colour mean_;
};

/// From a colour as one writes it, 0xRRGGBB.
Colour colour_of(std::uint32_t hex);

}  // namespace craton::view
