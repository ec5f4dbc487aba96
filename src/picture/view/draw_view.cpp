#include <craton/picture/view.h>

#include "base/parallel.h"
#include "picture/view/film.h"
#include "picture/view/mesh.h"

namespace craton {
namespace view {
namespace {

Error bad(std::string_view option, std::string message) {
  return {ErrorCode::invalid_value, std::string(option), std::move(message)};
}

Result<void> check(const ViewOptions& o) {
  const auto within = [](double value, double low, double high) { return value >= low && value <= high; };
  if (o.width < 1 || o.height < 1 || o.width > 16384 || o.height > 16384)
    return bad("size", "allowed 1 … 16384 pixels on a side");
  if (o.samples < 1 || o.samples > 65536) return bad("samples", "allowed 1 … 65536");
  if (o.exaggeration != 0 && !within(o.exaggeration, 0.01, 100)) return bad("exaggeration", "allowed 0.01 … 100");
  if (!within(o.haze, 0, 100)) return bad("haze", "allowed 0 … 100");
  if (o.fov != 0 && !within(o.fov, 1, 140)) return bad("fov", "allowed 1 … 140 degrees");
  if (!within(o.sun_elevation, 0.5, 90)) return bad("sun", "its elevation may be 0.5 … 90 degrees");
  if (o.sun_azimuth && !within(*o.sun_azimuth, -360, 360)) return bad("sun", "its azimuth may be -360 … 360 degrees");
  if (o.azimuth && !within(*o.azimuth, -360, 360)) return bad("azimuth", "allowed -360 … 360 degrees");
  if (o.pitch && !within(*o.pitch, -89, 89)) return bad("pitch", "allowed -89 … 89 degrees");
  if (o.colours && (o.colours->width == 0 || o.colours->height == 0)) return bad("colours", "the picture is empty");
  return {};
}

double exaggeration_of(const Surface& surface, const ViewOptions& options) {
  if (options.exaggeration > 0) return options.exaggeration;
  (void)surface;
  return 1;
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

Result<Rgb8Image> draw(const Surface& surface, std::string_view layer, const ViewOptions& options, const Execution& execution) {
  CRATON_TRY(check(options));
  const Result<Ground> made = Ground::make(surface, layer, exaggeration_of(surface, options), execution);
  if (!made) return made.error();
  const Ground& ground = *made;
  const Stand stand = chosen_stand(ground, options);
  const Camera camera(stand, options.width, options.height);
  const double extent = std::max(ground.width(), ground.depth());
  const double reach = ground.wraps_x() || ground.wraps_y() ? 3.0 * extent : 1.5 * extent;
  const Result<Tracer> tracer = mesh_around(ground, stand, camera, reach, execution);
  if (!tracer) return tracer.error();
  const Atmosphere air(sun_of(options, ground, stand, camera, *tracer));
  const Clouds clouds(air, 1, radians(stand.azimuth + 55));
  const Skin skin(ground, options);
  Scene scene{ground, stand, camera, *tracer, air, clouds, skin, {}, options.style};
  const float relief = std::max(1.0F, ground.highest() - std::max(ground.lowest(), ground.has_water() ? 0.0F : -1e9F));
  const auto density = static_cast<float>(options.haze * 0.36 / extent);
  scene.haze = {Vec{0.7F, 1.0F, 1.45F} * density, std::max(ground.lowest(), ground.has_water() ? 0.0F : -1e9F), 0.8F * relief};
  const auto clearance = static_cast<float>(stand.height) - std::max(0.0F, ground.smooth(stand.x, stand.y).value);
  scene.wave_length = std::max(0.08F * clearance, 1e-3F);
  scene.water_depth = std::max(0.01F * relief, 3.0F);
  Film film(options.width, options.height);
  CRATON_TRY(film.expose(scene, options.samples, execution));
  CRATON_TRY(film.smooth({.threads = execution.threads, .cancel = execution.cancel}));
  const Colour level = air.sun() * air.to_sun().z + air.sky_irradiance();
  return film.developed(4.3F / luminance(level));
}

}  // namespace view

Result<Rgb8Image> draw_view(const Surface& surface, std::string_view layer, const ViewOptions& options,
                            const Execution& execution) {
  return view::draw(surface, layer, options, execution);
}

}  // namespace craton
