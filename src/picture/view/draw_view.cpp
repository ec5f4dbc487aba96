#include <craton/picture/view.h>

#include <craton/picture/layer_raster.h>

#include "picture/view/check_view.h"
#include "picture/view/film.h"
#include "picture/view/mesh.h"

namespace craton {
namespace view {
namespace {

/// Maps of large extent would look like plates: their relief is raised to a share of their extent.
double exaggeration_of(const Surface& surface, std::string_view layer, const ViewOptions& options) {
  const Layer* heights = surface.layer(layer);
  if (options.exaggeration > 0 || !heights) return options.exaggeration > 0 ? options.exaggeration : 1;
  const LayerRange range = heights->range();
  const GridSize size = natural_size(surface.domain());
  const double extent = spacing(surface.domain()) * std::min(size.width, size.height);
  const double least = options.style == ViewStyle::block ? 0.12 : 0.05;
  const double relief = std::max(range.max - std::max(range.min, -0.5 * range.max), 1e-9);
  if (relief < 1e-3 * extent) return 1;  // flat land stays flat
  return std::min(20.0, std::max(1.0, least * extent / relief));
}

/// Places in the frame of the ground: metres from its first sample, y to the north.
ViewOptions in_ground(const Surface& surface, ViewOptions options) {
  double x = 0, y = 0;
  if (const auto* plane = std::get_if<PlaneTile>(&surface.domain())) {
    x = metres_from_units(plane->origin().x);
    y = metres_from_units(plane->origin().y);
  }
  for (std::optional<ViewPlace>* place : {&options.eye, &options.look})
    if (*place) *place = ViewPlace{(*place)->x - x, y - (*place)->y};
  return options;
}

bool inside(const Ground& ground, const Stand& stand) {
  return (ground.wraps_x() || (stand.x >= 0 && stand.x <= ground.width())) &&
         (ground.wraps_y() || (stand.y <= 0 && stand.y >= -ground.depth()));
}

/// Peaks that the search did not see in full get their share of sky above them.
void keep_peaks_in(const Camera& camera, const Tracer& tracer, Stand& stand) {
  float highest = -1;
  for (int i = 0; i < 96; ++i) {
    const double turn = ((i + 0.5) / 96 - 0.5) * stand.fov;
    float low = -0.6F, high = 1.2F;  // elevations in radians: below, ground; above, sky
    for (int step = 0; step < 12; ++step) {
      const float middle = 0.5F * (low + high);
      const bool sky =
          tracer.hit(camera.eye, direction_to(stand.azimuth + turn, double{middle} * 180 / 3.14159265358979)) == no_hit;
      (sky ? high : low) = middle;
    }
    highest = std::max(highest, low);
  }
  const float most = radians(stand.pitch) + std::atan(0.78F * camera.half_height);
  if (highest > most) stand.pitch = std::min(20.0, stand.pitch + double{highest - most} * 180 / 3.14159265358979);
}

/// The sun where it shows most: from the side, with about two thirds of the land that is seen in light.
Vec sun_of(const ViewOptions& options, const Ground& ground, const Stand& stand, const Camera& camera, const Tracer& tracer) {
  if (options.sun_azimuth) return direction_to(*options.sun_azimuth, options.sun_elevation);
  constexpr std::uint32_t across = 32, down = 24;
  struct Point {
    Vec place, normal;
  };
  std::vector<Point> points;
  for (std::uint32_t j = 0; j < down; ++j)
    for (std::uint32_t i = 0; i < across; ++i) {
      const Vec direction = camera.ray((static_cast<float>(i) + 0.5F) / across * static_cast<float>(camera.width),
                                       (static_cast<float>(j) + 0.5F) / down * static_cast<float>(camera.height));
      const float distance = tracer.hit(camera.eye, direction);
      if (distance == no_hit) continue;
      const Vec place = camera.eye + direction * distance;
      const Slope slope = ground.smooth(stand.x + double{place.x}, stand.y + double{place.y});
      if (ground.has_water() && slope.value < 0) continue;
      points.push_back({place + Vec{0, 0, 1e-3F * distance}, normalised({-slope.dx, -slope.dy, 1})});
    }
  Vec best = direction_to(stand.azimuth - 75, options.sun_elevation);
  float best_score = -1;
  for (const double turn : {-75.0, 75.0, -60.0, 60.0, -95.0, 95.0, -115.0, 115.0, -135.0, 135.0}) {
    const Vec sun = direction_to(stand.azimuth + turn, options.sun_elevation);
    float lit = 0;
    for (const Point& point : points)
      if (dot(point.normal, sun) > 0.05F && !tracer.blocked(point.place, sun)) ++lit;
    const float share = points.empty() ? 0.65F : lit / static_cast<float>(points.size());
    const float score = 1 - std::abs(share - 0.66F) - static_cast<float>(std::abs(std::abs(turn) - 80) / 400);
    if (score > best_score + 1e-4F) {
      best_score = score;
      best = sun;
    }
  }
  return best;
}

}  // namespace

Result<Rgb8Image> draw(const Surface& surface, std::string_view layer, const ViewOptions& given, const Execution& execution) {
  CRATON_TRY(check(given));
  const ViewOptions options = in_ground(surface, given);
  CRATON_TRY(const Ground made, Ground::make(surface, layer, exaggeration_of(surface, layer, options), execution));
  const Ground& ground = made;
  const bool block = options.style == ViewStyle::block, wraps = ground.wraps_x() || ground.wraps_y();
  const double extent = std::max(ground.width(), ground.depth());
  const float floor = ground.has_water() ? std::max(0.0F, ground.lowest()) : ground.lowest();
  const float relief = std::max(ground.highest() - floor, static_cast<float>(1e-4 * extent));
  const float base = ground.lowest() - static_cast<float>(0.06 * extent);
  Stand stand = block ? block_stand(ground, options, double{base}) : chosen_stand(ground, options);
  Camera camera(stand, options.width, options.height);
  CRATON_TRY(const Tracer tracer, block || !inside(ground, stand)
                                      ? mesh_of_all(ground, stand, block ? &base : nullptr, execution)
                                      : mesh_around(ground, stand, camera, (wraps ? 3.0 : 1.5) * extent, execution));
  if (!block && !options.pitch && !options.look) {
    keep_peaks_in(camera, tracer, stand);
    camera = Camera(stand, options.width, options.height);
  }
  const Atmosphere air(sun_of(options, ground, stand, camera, tracer));
  const Clouds clouds(air, stand, options.sky);
  const Skin skin(ground, options);
  if (options.waters && options.waters->size() != std::size_t{ground.columns()} * ground.rows())
    return Error{ErrorCode::invalid_value, "waters", "there must be a share for each sample"};
  const SmoothLand land(ground, skin, stand, tracer, options.waters);
  Scene scene{land, stand, camera, air, clouds, {}, options.style, &ground, base};
  const auto density = block ? 0.0F : static_cast<float>(options.haze * 0.36 / extent);
  scene.haze = {Vec{0.7F, 1.0F, 1.45F} * density, floor, 0.8F * relief};
  const auto clearance = static_cast<float>(stand.height) - std::max(0.0F, ground.smooth(stand.x, stand.y).value);
  scene.wave_length = std::max(block ? 0.004F * static_cast<float>(extent) : 0.08F * clearance, 1e-3F);
  scene.water_depth = std::max(0.01F * relief, 3.0F);
  Film film(options.width, options.height);
  const auto look = [&](float x, float y, const SampleNumbers& numbers) {
    return seen_along(scene, scene.camera.ray(x, y), numbers);
  };
  CRATON_TRY(film.expose(look, options.samples, execution));
  CRATON_TRY(film.smooth({.threads = execution.threads, .cancel = execution.cancel}));
  const Colour level = air.sun() * air.to_sun().z + air.sky_irradiance();
  // Clay is paler than any land.
  return film.developed((block ? 3.1F : 4.3F) * (skin.plain() ? 0.62F : 1) / luminance(level));
}

}  // namespace view

Result<Rgb8Image> draw_view(const Surface& surface, std::string_view layer, const ViewOptions& options,
                            const Execution& execution) {
  return view::draw(surface, layer, options, execution);
}

}  // namespace craton
