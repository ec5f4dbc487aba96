#include <craton/picture/land_skin.h>

#include <craton/picture/layer_picture.h>

namespace craton {

Result<Rgb8Image> land_skin(const Surface& surface, const Execution& execution) {
  const Layer* heights = surface.layer("height");
  LayerPictureOptions how;
  how.natural = natural_layers_of(surface);
  if (!heights || !how.natural.complete()) return Rgb8Image{};
  how.waters = waters_of(surface);
  how.style = MapStyle::natural;
  how.relief.strength = how.relief.sky = how.relief.texture = 0;  // the view has a light of its own
  return picture_of_layer(surface.domain(), *heights, how, execution);
}

}  // namespace craton
