#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>
#include <craton/picture/layer_raster.h>
#include <craton/surface/surface.h>

/// Maps to hang up: a whole page with relief, waters, names, frame, scale and legend, as pixels and as SVG.
namespace craton {

enum class AtlasStyle {
  atlas,      ///< tints for heights, blended by climate where it is known, and light and shadow
  parchment,  ///< ink and thin washes on old paper, hills and woods as small signs
};

struct AtlasOptions {
  AtlasStyle style = AtlasStyle::atlas;
  GridSize size{};  ///< of the whole page, in pixels; 0 × 0: a cell a pixel, and large enough to read
  Projection projection = Projection::equirectangular;  ///< of a sphere; all but faces
  LatLon centre{};                                      ///< as in layer_picture.h
  std::string title{};                                  ///< the world's name
  std::string subtitle{};                               ///< "seed 7"
  bool labels = true;                                   ///< names, from the table `places`
  bool graticule = true;                                ///< kilometres of maps, degrees of spheres and of maps with latitudes
  std::string heights = "height";                       ///< the layer of the ground
};

/// A name as it was placed.
struct AtlasLabel {
  struct Corner {
    double x = 0, y = 0;  ///< pixels of the page
  };
  std::string name, kind;
  std::vector<std::array<Corner, 4>> boxes;  ///< around its letters, and its sign
};

/// A page that can be drawn: one description for both ways.
class CRATON_API AtlasPage {
 public:
  struct Content;  // of Craton itself
  explicit AtlasPage(std::shared_ptr<const Content> content);

  Result<Rgb8Image> picture() const;
  /// Layers are groups with ids (ground, waters, coast, labels, …); letters are outlines, with their text as titles, or (`text`)
  /// text that can be edited, in the family font(); the ground is a PNG inside.
  Result<std::string> svg(bool text = false) const;

  GridSize size() const;
  const std::vector<AtlasLabel>& labels() const;
  /// The map's rectangle on the page: left, top, width, height.
  std::array<std::uint32_t, 4> map() const;
  /// The family of letters; where the wished one is not installed, `font_note` says what to install.
  const std::string& font() const;
  const std::string& font_note() const;

 private:
  std::shared_ptr<const Content> content_;
};

/// Draws what there is: `places`, waters, climate and biomes where the surface has them.
///
///     Result<AtlasPage> page = atlas_page(world.surface, {.title = "Ostria", .subtitle = "seed 7"});
///     if (page) write_png("map.png", *page->picture());
///
/// No two labels overlap, and none leaves the map. The page does not depend on the number of threads. Errors name the option.
CRATON_API Result<AtlasPage> atlas_page(const Surface& surface, const AtlasOptions& options = {},
                                        const Execution& execution = {});

/// Layers that a page is drawn from, where a world has them.
CRATON_API std::vector<std::string_view> atlas_layers();

}  // namespace craton
