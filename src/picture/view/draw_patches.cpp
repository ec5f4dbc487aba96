#include <craton/picture/patch_view.h>

#include "picture/view/check_view.h"
#include "picture/view/film.h"
#include "picture/view/patch_land.h"

namespace craton {
namespace view {
namespace {

Result<void> check_told(const ViewOptions& options) {
  const auto missing = [](const char* option) { return Error{ErrorCode::invalid_value, option, "must be told"}; };
  if (!options.eye || !options.eye_height) return missing("eye");
  if (!options.azimuth) return missing("azimuth");
  if (!options.pitch) return missing("pitch");
  if (!options.sun_azimuth) return missing("sun");
  return check(options);
}

Result<Rgb8Image> draw(std::span<const ViewPatch> patches, const ViewOptions& options, const Execution& execution) {
  CRATON_TRY(check_told(options));
  const Execution quiet{.threads = execution.threads, .cancel = execution.cancel};
  CRATON_TRY(const std::unique_ptr<PatchLand> made, PatchLand::make(patches, *options.eye, quiet));
  const PatchLand& land = *made;
  const Stand stand{options.eye->x,   -options.eye->y, *options.eye_height,
                    *options.azimuth, *options.pitch,  options.fov > 0 ? options.fov : 52};
  const Camera camera(stand, options.width, options.height);
  const Atmosphere air(direction_to(*options.sun_azimuth, options.sun_elevation));
  const Clouds clouds(air, stand, options.sky);
  Scene scene{land, stand, camera, air, clouds, {}};
  const float floor = std::max(0.0F, land.lowest()), relief = std::max(land.highest() - floor, 1e-4F * land.reach());
  scene.haze = {Vec{0.7F, 1.0F, 1.45F} * (static_cast<float>(options.haze) * 0.3F / land.reach()), floor, 0.8F * relief};
  const float below = land.hit(camera.eye, {0, 0, -1}, 0, no_hit);
  scene.wave_length = std::max(0.08F * std::min(below, camera.eye.z), 0.05F);
  scene.water_depth = std::max(0.01F * relief, 3.0F);
  Film film(options.width, options.height);
  const auto look = [&](float x, float y, const SampleNumbers& numbers) { return seen_along(scene, camera.ray(x, y), numbers); };
  CRATON_TRY(film.expose(look, options.samples, execution));
  CRATON_TRY(film.smooth(quiet));
  const Colour level = air.sun() * air.to_sun().z + air.sky_irradiance();
  return film.developed(4.3F / luminance(level));
}

}  // namespace
}  // namespace view

Result<Rgb8Image> draw_patches(std::span<const ViewPatch> patches, const ViewOptions& options, const Execution& execution) {
  return view::draw(patches, options, execution);
}

}  // namespace craton
