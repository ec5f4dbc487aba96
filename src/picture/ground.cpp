#include <craton/picture/ground.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <craton/base/floor_div.h>

namespace craton {

Ground ground_of(const Domain& domain, GridSize size, Projection projection) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    const double around = 2 * std::numbers::pi * sphere->radius();
    if (projection == Projection::faces) return {.metres_x = around / 4 / size.width, .metres_y = around / 4 / size.width};
    return {.metres_x = around / size.width, .metres_y = around / 2 / size.height, .wrap_x = true, .globe = true};
  }
  const GridSize natural = natural_size(domain, projection);
  Ground ground{.metres_x = spacing(domain) * natural.width / size.width,
                .metres_y = spacing(domain) * natural.height / size.height};
  if (const auto* tile = std::get_if<PlaneTile>(&domain); tile && size == natural) {
    ground.column = floor_div(tile->origin().x, tile->step());
    ground.row = floor_div(tile->origin().y, tile->step());
  }
  if (const auto* torus = std::get_if<Torus>(&domain)) {
    ground.wrap_x = torus->wraps_x();
    ground.wrap_y = torus->wraps_y();
  }
  return ground;
}

double metres_along_row(const Ground& ground, std::uint32_t row, std::uint32_t rows) {
  if (!ground.globe) return ground.metres_x;
  const double latitude = (0.5 - (row + 0.5) / rows) * std::numbers::pi;
  // The last rows before a pole are one point drawn wide: differences along them mean little.
  return ground.metres_x * std::max(std::cos(latitude), 0.05);
}

}  // namespace craton
