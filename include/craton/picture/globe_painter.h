#pragma once

#include <memory>
#include <optional>
#include <string>

#include <craton/base/export.h>
#include <craton/picture/globe.h>
#include <craton/recipe/make.h>

namespace craton {

enum class GlobeStyle {
  space,    ///< sun, night, air, clouds, the glint of the sea
  desk,     ///< a printed map around a ball, in a brass ring
  regions,  ///< the regions that carry a layer
};

/// How a planet is shown as a ball, whatever side it is seen from.
struct GlobeLook {
  GlobeStyle style = GlobeStyle::space;
  std::uint32_t rows = 1024;                ///< of the pictures that are to be drawn
  bool clouds = true;                       ///< of space
  std::optional<NaturalPalette> palette{};  ///< of space; none: as the planet's kind says
  // Of regions:
  std::string layer = "height";  ///< or `face`: a colour for each face of the cube
  bool borders = true, sites = false, cube = false, faces = false, warp = true, plates = false;
};

/// Draws a planet from any side; what all sides share is made once.
class CRATON_API GlobePainter {
 public:
  /// The world must live as long as the painter. Errors name the option.
  static Result<GlobePainter> make(const World& planet, const GlobeLook& look, const Execution& execution = {});
  Result<Rgb8Image> draw(const GlobeOptions& view, const Execution& execution = {}) const;

 private:
  struct Parts;
  explicit GlobePainter(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}
  std::shared_ptr<const Parts> parts_;
};

}  // namespace craton
