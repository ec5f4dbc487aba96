#include <craton/picture/voxel_view.h>

#include <cmath>

#include "picture/view/film.h"
#include "picture/view/voxel/painter.h"

namespace craton {

Result<void> check_view(const VoxelViewOptions& options) {
  const auto refuse = [](const char* option, const char* message) { return Error{ErrorCode::invalid_value, option, message}; };
  if (options.width < 1 || options.height < 1 || options.width > 16384 || options.height > 16384)
    return refuse("size", "allowed 1 … 16384 pixels a side");
  if (options.samples < 1 || options.samples > 1024) return refuse("samples", "allowed 1 … 1024");
  if (options.radius < 0 || options.radius > 48) return refuse("radius", "allowed 0 … 48 chunks");
  if (!(options.pitch >= -89 && options.pitch <= 89)) return refuse("pitch", "allowed -89 … 89 degrees");
  if (options.projection == VoxelProjection::isometric && !(options.pitch <= -5))
    return refuse("pitch", "isometric views look down: allowed -89 … -5 degrees");
  if (!(options.fov >= 1 && options.fov <= 140)) return refuse("fov", "allowed 1 … 140 degrees");
  if (!(std::abs(options.azimuth) <= 360)) return refuse("azimuth", "allowed -360 … 360 degrees");
  if (!(std::abs(options.sun_azimuth) <= 360)) return refuse("sun", "its azimuth may be -360 … 360 degrees");
  if (!(std::abs(options.eye_height) <= 10'000)) return refuse("eye", "allowed -10000 … 10000 voxels");
  if (!(options.sun_elevation >= 1 && options.sun_elevation <= 90)) return refuse("sun", "allowed elevations are 1 … 90 degrees");
  return {};
}

namespace view {
namespace {

/// The highest ground under a place; 0 where there is none.
float ground_below(const VoxelScene& scene, float x, float y) {
  Vec from{x, y, scene.top() + 1};
  VoxelHit hit = scene.solid(from, {0, 0, -1});
  while (hit.distance != no_hit && hit.ground == 0) {  // below the plants
    from.z -= hit.distance + 0.01F;
    hit = scene.solid(from, {0, 0, -1});
  }
  return hit.distance == no_hit ? 0.0F : from.z - hit.distance;
}

/// Where one stands at a column: on the ground, or over the water. Of two rays side by side one may slip between triangles.
float ground_at(const VoxelScene& scene, float x, float y) {
  return std::max({ground_below(scene, x, y), ground_below(scene, x + 0.13F, y + 0.07F), scene.sea()});
}

/// Of places near the middle of the scene the one from which most is seen.
Vec best_stand(const VoxelScene& scene, const VoxelViewOptions& options) {
  const float middle = scene.width() / 2, far = scene.width() / 2;
  const int reach = std::min(static_cast<int>(scene.width()) / 6, 48);
  Vec best{middle, -middle, scene.top() + 4};
  float most = -1e9F;
  for (int dy = -reach; dy <= reach; dy += 4)
    for (int dx = -reach; dx <= reach; dx += 4) {
      const float x = middle + static_cast<float>(dx) + 0.5F, y = -middle + static_cast<float>(dy) + 0.5F;
      const Vec eye{x, y, ground_at(scene, x, y) + static_cast<float>(options.eye_height)};
      float score = 0;
      int last_ground = -1;
      for (const double turn : {-30.0, -22.0, -15.0, -7.0, 0.0, 7.0, 15.0, 22.0, 30.0})
        for (const double rise : {-18.0, -10.0, -5.0, -2.0, 0.0, 2.0}) {
          const VoxelHit hit = scene.solid(eye, direction_to(options.azimuth + turn, rise));
          const float distance = std::min(hit.distance, far);
          // What is near fills the picture; far things are seen when nothing is near; variety pleases.
          score += distance < 9 ? -12.0F : std::sqrt(distance);
          if (hit.distance < far && hit.distance > 20) score += rise > -3 ? 5.0F : 2.0F;
          if (hit.distance < far && hit.ground != last_ground) score += 1.5F;
          if (hit.distance < far) last_ground = hit.ground;
        }
      if (score <= most) continue;
      most = score;
      best = eye;
    }
  return best;
}

/// From places of the picture, in pixels from its upper left corner, to rays.
class VoxelCamera {
 public:
  VoxelCamera(const VoxelScene& scene, const VoxelViewOptions& options) : options_(options) {
    forward_ = direction_to(options.azimuth, options.pitch);
    right_ = normalised(cross(forward_, {0, 0, 1}));
    up_ = cross(right_, forward_);
    if (options.projection == VoxelProjection::perspective) {
      eye_ = best_stand(scene, options);
      scale_ = 2 * std::tan(radians(options.fov) / 2) / static_cast<float>(options.width);
    } else {
      fit(scene);
    }
  }

  VoxelPainter::Ray ray(float px, float py) const {
    const float x = (px - static_cast<float>(options_.width) / 2) * scale_,
                y = (static_cast<float>(options_.height) / 2 - py) * scale_;
    if (options_.projection == VoxelProjection::isometric) return {eye_ + right_ * x + up_ * y, forward_, scale_, 0, near_by_};
    return {eye_, normalised(forward_ + right_ * x + up_ * y), 0, scale_, 0};
  }

 private:
  /// The box of the scene, as large as the picture allows.
  void fit(const VoxelScene& scene) {
    const float width = scene.width(), top = scene.top() - 4;
    float least[2] = {no_hit, no_hit}, most[2] = {-no_hit, -no_hit};
    for (unsigned corner = 0; corner < 8; ++corner) {
      const Vec at{(corner & 1) != 0 ? width : 0, (corner & 2) != 0 ? -width : 0, (corner & 4) != 0 ? top : 0};
      const float seen[] = {dot(at, right_), dot(at, up_)};
      for (int k = 0; k < 2; ++k) {
        least[k] = std::min(least[k], seen[k]);
        most[k] = std::max(most[k], seen[k]);
      }
    }
    scale_ = 1.06F * std::max((most[0] - least[0]) / static_cast<float>(options_.width),
                              (most[1] - least[1]) / static_cast<float>(options_.height));
    const float away = 2 * (width + top);
    near_by_ = away - 0.75F * width - top;
    const Vec middle{width / 2, -width / 2, top / 2};
    eye_ = right_ * ((least[0] + most[0]) / 2) + up_ * ((least[1] + most[1]) / 2) + forward_ * (dot(middle, forward_) - away);
  }

  const VoxelViewOptions& options_;
  Vec forward_, right_, up_, eye_;
  float scale_ = 1, near_by_ = 0;
};

}  // namespace
}  // namespace view

Result<Rgb8Image> draw_voxels(const VoxelWorld& world, const VoxelViewOptions& options, const Execution& execution) {
  using namespace view;
  CRATON_TRY(check_view(options));
  const bool block = options.projection == VoxelProjection::isometric;
  const Execution quiet{.threads = execution.threads, .cancel = execution.cancel};
  CRATON_TRY(const VoxelScene scene, VoxelScene::make(world,
                                                      {.centre = options.centre,
                                                       .radius = options.radius,
                                                       .plants = options.plants,
                                                       .surface = options.surface,
                                                       .cut = block},
                                                      quiet));
  const VoxelCamera camera(scene, options);
  const Atmosphere air(direction_to(options.sun_azimuth, options.sun_elevation));
  // Other skies over other worlds.
  const auto sky = static_cast<double>(world.seed().value % 1009);
  const Clouds clouds(air, {.x = static_cast<double>(options.centre.x) + sky,
                            .y = static_cast<double>(options.centre.y) - 3 * sky,
                            .azimuth = options.azimuth});
  const VoxelPainter painter(world, scene, air, clouds, block, options.surface.has_value());
  Film film(options.width, options.height);
  const auto look = [&](float x, float y, const SampleNumbers& numbers) { return painter.seen(camera.ray(x, y), numbers); };
  CRATON_TRY(film.expose(look, options.samples, execution));
  CRATON_TRY(film.smooth(quiet));
  const Colour level = air.sun() * air.to_sun().z + air.sky_irradiance();
  return film.developed((block ? 3.4F : 3.9F) / luminance(level));
}

}  // namespace craton
