#include "land_skin.h"

#include <craton/picture/layer_picture.h>

#include "show_pictures.h"

namespace craton::cli {

Result<Rgb8Image> land_skin(const Surface& surface, const Execution& execution) {
  const Layer* heights = surface.layer(ground_layer);
  LayerPictureOptions how;
  how.natural = natural_layers_of(surface);
  if (!heights || !how.natural.complete()) return Rgb8Image{};
  how.waters = waters_of(surface);
  how.style = MapStyle::natural;
  how.relief.strength = how.relief.sky = how.relief.texture = 0;  // the view has a light of its own
  Result<Rgb8Image> colours = picture_of_layer(surface.domain(), *heights, how, execution);
  if (!colours) return picture_error(colours.error());
  return colours;
}

}  // namespace craton::cli
