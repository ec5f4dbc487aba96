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

Vec sun_of(const ViewOptions& options, const Stand& stand) {
  // From the side and a little from behind the scene: slopes show their form, and haze glows.
  const double azimuth = options.sun_azimuth.value_or(stand.azimuth - 68);
  return direction_to(azimuth, options.sun_elevation);
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
  const Atmosphere air(sun_of(options, stand));
  const Clouds clouds(air, 1, radians(stand.azimuth + 55));
  const Skin skin(ground, options);
  Scene scene{ground, stand, camera, *tracer, air, clouds, skin, {}, options.style};
  const float relief = std::max(1.0F, ground.highest() - std::max(ground.lowest(), ground.has_water() ? 0.0F : -1e9F));
  const auto density = static_cast<float>(options.haze * 0.42 / extent);
  scene.haze = {Vec{0.7F, 1.0F, 1.45F} * density, std::max(ground.lowest(), ground.has_water() ? 0.0F : -1e9F), 1.2F * relief};
  const auto clearance = static_cast<float>(stand.height) - std::max(0.0F, ground.smooth(stand.x, stand.y).value);
  scene.wave_length = std::max(0.08F * clearance, 1e-3F);
  scene.water_depth = std::max(0.01F * relief, 3.0F);
  Film film(options.width, options.height);
  CRATON_TRY(film.expose(scene, options.samples, execution));
  CRATON_TRY(film.smooth({.threads = execution.threads, .cancel = execution.cancel}));
  const Colour level = air.sun() * air.to_sun().z + air.sky_irradiance();
  return film.developed(3.3F / luminance(level));
}

}  // namespace view

Result<Rgb8Image> draw_view(const Surface& surface, std::string_view layer, const ViewOptions& options,
                            const Execution& execution) {
  return view::draw(surface, layer, options, execution);
}

}  // namespace craton
