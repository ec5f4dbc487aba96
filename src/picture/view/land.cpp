#include "picture/view/land.h"

namespace craton::view {

/// Between samples.
float SmoothLand::water_at(double x, double y) const {
  if (!waters_) return 0;
  const double u = std::clamp(x / ground_.step(), 0.0, ground_.columns() - 1.001);
  const double v = std::clamp(-y / ground_.step(), 0.0, ground_.rows() - 1.001);
  const auto column = static_cast<std::size_t>(u), row = static_cast<std::size_t>(v);
  const float* const at = waters_->data() + row * static_cast<std::size_t>(ground_.columns()) + column;
  const float* const below = at + ground_.columns();
  const auto right = static_cast<float>(u - static_cast<double>(column)), down = static_cast<float>(v - static_cast<double>(row));
  return (at[0] * (1 - right) + at[1] * right) * (1 - down) + (below[0] * (1 - right) + below[1] * right) * down;
}

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
  return {skin.normal, skin_.colour(skin), water_at(skin.x, skin.y)};
}

Land::Bed SmoothLand::bed(Vec place, float footprint) const {
  const double x = x_of(place), y = y_of(place);
  const Slope bottom = ground_.smooth(x, y);
  return {bottom.value, skin_.colour({x, y, bottom.value, bottom, {0, 0, 1}, footprint})};
}

}  // namespace craton::view
