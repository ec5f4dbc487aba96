#include <craton/picture/globe_painter.h>

#include <algorithm>

#include <craton/picture/atlas.h>
#include <craton/picture/usual.h>

#include "base/text.h"

namespace craton {

struct GlobePainter::Parts {
  const World& world;
  GlobeLook look;
  GlobeSkin skin{};
  Rgb8Image map{};
};

namespace {

/// The map inside a page of an atlas, with names and graticule.
Result<Rgb8Image> printed_map(const World& world, const Execution& execution) {
  AtlasOptions how;
  how.size = {4096, 2400};
  CRATON_TRY(const AtlasPage page, atlas_page(world.surface, how, execution));
  CRATON_TRY(const Rgb8Image whole, page.picture());
  const auto [left, top, width, height] = page.map();
  Rgb8Image map(width, height);
  for (std::uint32_t y = 0; y < height; ++y)
    for (std::uint32_t x = 0; x < width; ++x) map.at(x, y) = whole.at(left + x, top + y);
  return map;
}

}  // namespace

Result<GlobePainter> GlobePainter::make(const World& planet, const GlobeLook& look, const Execution& execution) {
  const auto* sphere = std::get_if<CubeSphere>(&planet.surface.domain());
  if (!sphere) return Error{ErrorCode::unsupported, "world", "is no planet: it lies on no sphere"};
  auto parts = std::make_shared<Parts>(Parts{.world = planet, .look = look});
  if (look.style == GlobeStyle::space) {
    const GlobeSkinOptions how{.rows = std::clamp(std::max(2 * sphere->resolution(), 2 * look.rows), 512U, 2048U),
                               .clouds = look.clouds,
                               .seed = planet.recipe.seed,
                               .palette = look.palette.value_or(usual_palette(planet.recipe))};
    CRATON_TRY(parts->skin, globe_skin(planet.surface, how, execution));
  } else if (look.style == GlobeStyle::desk) {
    CRATON_TRY(parts->map, printed_map(planet, execution));
  }
  return GlobePainter(std::move(parts));
}

Result<Rgb8Image> GlobePainter::draw(const GlobeOptions& view, const Execution& execution) const {
  const GlobeLook& look = parts_->look;
  if (look.style == GlobeStyle::space) return globe_picture(parts_->skin, view, execution);
  if (look.style == GlobeStyle::desk) return desk_globe_picture(parts_->map, view, execution);
  const Surface& surface = parts_->world.surface;
  const bool by_face = look.layer == "face" && !surface.layer("face");
  const auto& layers = surface.layers();
  const Layer* layer = by_face && !layers.empty() ? layers.front().get() : surface.layer(look.layer);
  const Plates plates = look.plates ? plates_of(surface) : Plates{};
  if (look.plates && !plates.any()) return Error{ErrorCode::unsupported, "plates", "the planet has no layer \"plate\""};
  if (!layer) return Error{ErrorCode::unknown_name, "layer", concat({"the planet has no layer \"", look.layer, "\""})};
  return region_globe_picture(std::get<CubeSphere>(surface.domain()), *layer,
                              {.size = view.size,
                               .centre = view.centre,
                               .borders = look.borders,
                               .sites = look.sites,
                               .cube = look.cube,
                               .faces = look.faces,
                               .warp = look.warp,
                               .by_face = by_face,
                               .plates = plates},
                              execution);
}

}  // namespace craton
