#include "picture/view/land.h"

namespace craton::view {

Land::Met SmoothLand::met(Vec origin, Vec direction, float distance, float footprint) const {
  const Vec place = origin + direction * distance;
  Skin::Place skin;
  skin.x = x_of(place);
  skin.y = y_of(place);
  skin.smooth = ground_.smooth(skin.x, skin.y);
  const Slope more = ground_.roughness(skin.x, skin.y, skin.smooth, 1.5 * double{footprint});
  const float ledge = skin_.ledges(place.z, skin.x, skin.y, skin.smooth, footprint);
  skin.height = place.z;
  skin.normal = normalised({-(skin.smooth.dx * ledge + more.dx), -(skin.smooth.dy * ledge + more.dy), 1});
  skin.footprint = footprint;
  return {skin.normal, skin_.colour(skin)};
}

Land::Bed SmoothLand::bed(Vec place, float footprint) const {
  const double x = x_of(place), y = y_of(place);
  const Slope bottom = ground_.smooth(x, y);
  return {bottom.value, skin_.colour({x, y, bottom.value, bottom, {0, 0, 1}, footprint})};
}

}  // namespace craton::view
