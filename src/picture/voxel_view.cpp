// Rays through voxels (Amanatides & Woo 1987): for each sample of a pixel one to the ground, one to the sun. Corners are shaded
// by their neighbours as in shape/face_masks.cpp, and smoothly between them.
#include <craton/picture/voxel_view.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <craton/base/hash.h>

#include "base/parallel.h"
#include "picture/voxel_scene.h"

namespace craton {
namespace {

using namespace picture;
using Vec = std::array<float, 3>;

Vec operator+(const Vec& a, const Vec& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Vec operator*(const Vec& a, float s) { return {a[0] * s, a[1] * s, a[2] * s}; }
float dot(const Vec& a, const Vec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vec cross(const Vec& a, const Vec& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vec unit(const Vec& a) { return a * (1 / std::sqrt(dot(a, a))); }

constexpr float none = std::numeric_limits<float>::infinity();

/// A direction by azimuth (from north over east) and elevation; y runs to the south.
Vec direction(double azimuth, double elevation) {
  const double a = azimuth * std::numbers::pi / 180, e = elevation * std::numbers::pi / 180;
  return {static_cast<float>(std::sin(a) * std::cos(e)), static_cast<float>(-std::cos(a) * std::cos(e)),
          static_cast<float>(std::sin(e))};
}

struct Hit {
  float distance = none;
  std::array<int, 3> voxel{};
  int axis = 2;         ///< that the face looks along
  bool against = true;  ///< whether it looks towards the lower side
  std::uint8_t material = 0;
  Colour colour;
  bool small = false;
  float water_from = none, water_to = 0;  ///< where the ray was in water
  bool water_top = false;                 ///< whether it came in from above
};

/// Where a ray meets a box, from outside.
bool meets(const Vec& from, const Vec& along, const Vec& low, const Vec& high, float& distance, int& axis) {
  float enter = 0, leave = none;
  int entered = -1;
  for (int a = 0; a < 3; ++a) {
    const auto k = static_cast<std::size_t>(a);
    if (along[k] == 0) {
      if (from[k] < low[k] || from[k] > high[k]) return false;
      continue;
    }
    float t0 = (low[k] - from[k]) / along[k], t1 = (high[k] - from[k]) / along[k];
    if (t0 > t1) std::swap(t0, t1);
    if (t0 > enter) {
      enter = t0;
      entered = a;
    }
    leave = std::min(leave, t1);
  }
  if (enter > leave) return false;
  distance = enter;
  axis = entered;
  return true;
}

class Tracer {
 public:
  explicit Tracer(const VoxelScene& scene) : scene_(scene) {}

  /// The first thing that a ray meets; `shadow`: anything, water excepted.
  Hit trace(const Vec& from, const Vec& along, float most, bool shadow) const {
    Hit hit;
    float t = 0;
    int axis = -1;
    const auto width = static_cast<float>(scene_.width());
    if (!meets(from, along, {0, 0, 0}, {width, width, static_cast<float>(scene_.top())}, t, axis)) return hit;
    const int limit[] = {scene_.width(), scene_.width(), scene_.top()};
    std::array<int, 3> voxel{}, step{};
    Vec next{}, delta{};
    for (std::size_t k = 0; k < 3; ++k) {
      const float at = from[k] + along[k] * t;
      voxel[k] = std::clamp(static_cast<int>(std::floor(at)), 0, limit[k] - 1);
      step[k] = along[k] > 0 ? 1 : -1;
      delta[k] = along[k] != 0 ? std::abs(1 / along[k]) : none;
      next[k] = along[k] != 0 ? (static_cast<float>(voxel[k] + (along[k] > 0)) - from[k]) / along[k] : none;
    }
    bool in_water = false;
    while (t < most) {
      const std::uint8_t id = scene_.at(voxel[0], voxel[1], voxel[2]);
      const Material& material = scene_.material(id);
      if (id != 0 && material.kind == Material::Kind::liquid) {
        if (!in_water && !shadow && hit.water_from == none) {
          hit.water_from = t;
          hit.water_top = axis == 2;
          hit.material = id;
          hit.voxel = voxel;
          hit.axis = axis < 0 ? 2 : axis;
          hit.against = axis < 0 || step[static_cast<std::size_t>(axis)] > 0;
        }
        in_water = true;
      } else {
        if (in_water) hit.water_to = t;
        in_water = false;
        if (material.kind == Material::Kind::full) return found(hit, t, voxel, axis, step, id, material.colour);
        if (material.kind == Material::Kind::small && meets_small(hit, from, along, voxel, step, id)) return hit;
      }
      axis = next[0] < next[1] ? (next[0] < next[2] ? 0 : 2) : (next[1] < next[2] ? 1 : 2);
      const auto k = static_cast<std::size_t>(axis);
      t = next[k];
      next[k] += delta[k];
      voxel[k] += step[k];
      if (voxel[k] < 0 || voxel[k] >= limit[k]) break;
    }
    if (in_water) hit.water_to = t;
    return hit;
  }

  /// 0 … 1: how open the corner of a face is, smooth over the face.
  float openness(const Hit& hit, const Vec& at) const {
    const auto n = static_cast<std::size_t>(hit.axis), u = (n + 1) % 3, v = (n + 2) % 3;
    std::array<int, 3> front = hit.voxel;
    front[n] += hit.against ? -1 : 1;
    const auto solid = [&](int du, int dv) {
      std::array<int, 3> place = front;
      place[u] += du;
      place[v] += dv;
      return scene_.full(place[0], place[1], place[2]);
    };
    const auto corner = [&](int du, int dv) {
      const bool a = solid(du, 0), b = solid(0, dv);
      return a && b ? 0.0F : 3.0F - static_cast<float>(a) - static_cast<float>(b) - static_cast<float>(solid(du, dv));
    };
    const float fu = std::clamp(at[u] - static_cast<float>(hit.voxel[u]), 0.0F, 1.0F),
                fv = std::clamp(at[v] - static_cast<float>(hit.voxel[v]), 0.0F, 1.0F);
    const float low = corner(-1, -1) * (1 - fu) + corner(1, -1) * fu, high = corner(-1, 1) * (1 - fu) + corner(1, 1) * fu;
    return (low * (1 - fv) + high * fv) / 3;
  }

 private:
  static Hit found(Hit hit, float t, const std::array<int, 3>& voxel, int axis, const std::array<int, 3>& step, std::uint8_t id,
                   Colour colour) {
    hit.distance = t;
    hit.voxel = voxel;
    hit.axis = axis < 0 ? 2 : axis;
    hit.against = axis >= 0 && step[static_cast<std::size_t>(axis)] > 0;
    hit.material = id;
    hit.colour = colour;
    return hit;
  }

  bool meets_small(Hit& hit, const Vec& from, const Vec& along, const std::array<int, 3>& voxel, const std::array<int, 3>& step,
                   std::uint8_t id) const {
    float nearest = none;
    for (const SmallBox& box : scene_.material(id).boxes) {
      Vec low{}, high{};
      for (std::size_t k = 0; k < 3; ++k) {
        low[k] = static_cast<float>(voxel[k]) + box.low[k];
        high[k] = static_cast<float>(voxel[k]) + box.high[k];
      }
      float t = 0;
      int axis = -1;
      if (!meets(from, along, low, high, t, axis) || axis < 0 || t >= nearest) continue;
      nearest = t;
      hit = found(hit, t, voxel, axis, step, id, box.colour);
      hit.small = true;
    }
    return nearest < none;
  }

  const VoxelScene& scene_;
};

/// Of places near the middle of the scene the one from which most is seen.
Vec best_stand(const VoxelScene& scene, const VoxelViewOptions& options) {
  const Tracer tracer(scene);
  const int middle = scene.width() / 2, reach = std::min(scene.width() / 6, 40);
  const float far = static_cast<float>(scene.width()) / 2;
  Vec best{};
  float most = -1;
  for (int dy = -reach; dy <= reach; dy += 4)
    for (int dx = -reach; dx <= reach; dx += 4) {
      const int x = middle + dx, y = middle + dy;
      const Vec eye{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F,
                    static_cast<float>(scene.ground(x, y)) + static_cast<float>(options.eye_height)};
      float seen = 0;
      for (const double turn : {-30.0, -20.0, -10.0, 0.0, 10.0, 20.0, 30.0})
        for (const double rise : {-14.0, -8.0, -3.0, 0.0}) {
          const Hit hit = tracer.trace(eye, direction(options.azimuth + turn, rise), far, false);
          const float distance = std::min({hit.distance, hit.water_from, far});
          // What is near fills the picture; what is far is seen when nothing is near.
          seen += distance < 12 ? -20.0F : std::sqrt(distance) + (hit.distance < far ? 4.0F : 0.0F);
        }
      if (seen <= most) continue;
      most = seen;
      best = eye;
    }
  return most >= 0 ? best : Vec{static_cast<float>(middle), static_cast<float>(middle), static_cast<float>(scene.top() + 4)};
}

class Painter {
 public:
  Painter(const VoxelScene& scene, const VoxelViewOptions& options)
      : scene_(scene),
        tracer_(scene),
        isometric_(options.projection == VoxelProjection::isometric),
        sun_(direction(options.sun_azimuth, options.sun_elevation)),
        far_(static_cast<float>(scene.width()) * 0.5F) {}

  Colour colour(const Vec& from, const Vec& along, float share_down) const {
    const Hit hit = tracer_.trace(from, along, none, false);
    const Colour behind = isometric_ ? page(share_down) : sky(along);
    Colour seen = hit.distance < none ? ground(hit, from, along) : behind;
    float distance = hit.distance;
    if (hit.water_from < none) {
      seen = water(hit, seen, hit.distance < none, from, along);
      distance = hit.water_from;
    }
    if (isometric_ || distance == none) return seen;
    const float share = distance / far_;
    return mixed(seen, haze(along),
                 std::min(1 - std::exp(-0.45F * share * share) + std::clamp((share - 0.72F) / 0.25F, 0.0F, 1.0F), 1.0F));
  }

 private:
  static Colour page(float share_down) { return mixed({0.62F, 0.74F, 0.84F}, {0.90F, 0.92F, 0.92F}, share_down); }
  static Colour haze(const Vec&) { return {0.62F, 0.78F, 0.95F}; }
  Colour sky(const Vec& along) const {
    const float up = std::clamp(along[2], 0.0F, 1.0F), near = std::max(dot(along, sun_), 0.0F);
    const Colour blue = mixed(haze(along), {0.08F, 0.27F, 0.72F}, std::pow(up, 0.6F));
    return blue + Colour{1.0F, 0.85F, 0.6F} * (0.35F * std::pow(near, 24.0F) + 6 * std::pow(near, 900.0F));
  }

  /// How bright a face is: sun, sky, and light from the ground.
  Colour light(const Vec& normal, float open, float sunlit) const {
    const float sun = std::max(dot(normal, sun_), 0.0F) * sunlit;
    const Colour from_sky = mixed({0.30F, 0.29F, 0.27F}, {0.44F, 0.54F, 0.68F}, 0.5F + 0.5F * normal[2]);
    return Colour{2.25F, 2.05F, 1.72F} * sun + from_sky * (0.25F + 0.75F * open);
  }

  float sunlit(const Vec& at, const Vec& normal) const {
    return tracer_.trace(at + normal * 0.002F, sun_, none, true).distance < none ? 0.0F : 1.0F;
  }

  static Vec normal_of(const Hit& hit) {
    Vec normal{};
    normal[static_cast<std::size_t>(hit.axis)] = hit.against ? -1.0F : 1.0F;
    return normal;
  }

  static float speckle(const std::array<int, 3>& voxel, float most) {
    const std::uint64_t hash = mix64(static_cast<std::uint64_t>(voxel[0]) << 40 ^ static_cast<std::uint64_t>(voxel[1]) << 20 ^
                                     static_cast<std::uint64_t>(voxel[2]));
    return 1 + most * (static_cast<float>(hash & 0xFFFF) / 32768 - 1);
  }

  Colour ground(const Hit& hit, const Vec& from, const Vec& along) const {
    const Vec at = from + along * hit.distance, normal = normal_of(hit);
    const float open = hit.small ? 0.9F : tracer_.openness(hit, at);
    const Colour albedo = hit.colour * speckle(hit.voxel, scene_.material(hit.material).speckle);
    return albedo * light(normal, open, sunlit(at, normal));
  }

  Colour water(const Hit& hit, Colour bed, bool has_bed, const Vec& from, const Vec& along) const {
    const Vec at = from + along * hit.water_from;
    Vec normal{0, 0, 1};
    const std::uint8_t id = scene_.at(std::clamp(static_cast<int>(at[0]), 0, scene_.width() - 1),
                                      std::clamp(static_cast<int>(at[1]), 0, scene_.width() - 1),
                                      std::clamp(static_cast<int>(at[2] - 0.01F), 0, scene_.height() - 1));
    const Material& material = scene_.material(id);
    const Colour own = material.kind == Material::Kind::liquid ? material.colour : Colour{0.05F, 0.24F, 0.55F};
    if (!hit.water_top) normal = {-along[0], -along[1], 0};
    const float through = (has_bed ? hit.distance : hit.water_to) - hit.water_from;
    const float clear = has_bed ? std::exp(-0.24F * through) : 0.0F;
    const float lit = hit.water_top ? 0.35F + 0.65F * sunlit(at, normal) : 0.75F;
    const Colour body = own * Colour{0.75F, 0.95F, 1.05F} * lit;
    const Colour inside = mixed(body, bed * Colour{0.55F, 0.85F, 0.95F}, clear);
    if (!hit.water_top) return inside;
    const float slant = 1 - std::clamp(-along[2], 0.0F, 1.0F);
    const float mirrored = 0.03F + 0.75F * slant * slant * slant * slant * slant;
    return mixed(inside, sky({along[0], along[1], -along[2]}), mirrored);
  }

  const VoxelScene& scene_;
  Tracer tracer_;
  bool isometric_;
  Vec sun_;
  float far_;
};

/// Where rays of a picture begin and go; (0, 0) is its upper left corner, in pixels.
class Camera {
 public:
  Camera(const VoxelScene& scene, const VoxelViewOptions& options) : options_(options) {
    forward_ = direction(options.azimuth, options.pitch);
    // y runs to the south: right is up × forward.
    right_ = unit(cross({0, 0, 1}, forward_));
    up_ = cross(forward_, right_);
    const auto width = static_cast<float>(scene.width()), top = static_cast<float>(scene.top());
    middle_ = {width / 2, width / 2, 0};
    if (options.projection == VoxelProjection::perspective) {
      middle_ = best_stand(scene, options);
      scale_ =
          2 * std::tan(static_cast<float>(options.fov) * std::numbers::pi_v<float> / 360) / static_cast<float>(options.width);
      return;
    }
    // The box of the scene, as large as the picture allows.
    float least[2] = {none, none}, most[2] = {-none, -none};
    for (int corner = 0; corner < 8; ++corner) {
      const Vec at{(corner & 1) != 0 ? width : 0, (corner & 2) != 0 ? width : 0, (corner & 4) != 0 ? top : 0};
      const float seen[] = {dot(at, right_), dot(at, up_)};
      for (int k = 0; k < 2; ++k) {
        least[k] = std::min(least[k], seen[k]);
        most[k] = std::max(most[k], seen[k]);
      }
    }
    scale_ = 1.04F * std::max((most[0] - least[0]) / static_cast<float>(options.width),
                              (most[1] - least[1]) / static_cast<float>(options.height));
    const float across = (least[0] + most[0]) / 2, upwards = (least[1] + most[1]) / 2;
    middle_ = right_ * across + up_ * upwards + forward_ * (dot({width / 2, width / 2, top / 2}, forward_) - 4 * (width + top));
  }

  void ray(float px, float py, Vec& from, Vec& along) const {
    const float x = (px - static_cast<float>(options_.width) / 2) * scale_,
                y = (static_cast<float>(options_.height) / 2 - py) * scale_;
    if (options_.projection == VoxelProjection::isometric) {
      from = middle_ + right_ * x + up_ * y;
      along = forward_;
    } else {
      from = middle_;
      along = unit(forward_ + right_ * x + up_ * y);
    }
  }

 private:
  const VoxelViewOptions& options_;
  Vec forward_{}, right_{}, up_{}, middle_{};
  float scale_ = 1;
};

/// Light to sRGB, with highlights that do not burn out.
std::uint8_t level(float light) {
  const float x = std::max(light, 0.0F);
  const float toned = x * (1 + x / 9) / (1 + 0.55F * x);
  const float s = toned <= 0.0031308F ? 12.92F * toned : 1.055F * std::pow(toned, 1 / 2.4F) - 0.055F;
  return static_cast<std::uint8_t>(std::clamp(s * 255 + 0.5F, 0.0F, 255.0F));
}

Result<void> check(const VoxelViewOptions& options) {
  const auto refuse = [](const char* option, const char* message) { return Error{ErrorCode::invalid_value, option, message}; };
  if (options.width < 1 || options.height < 1 || options.width > 16384 || options.height > 16384)
    return refuse("size", "allowed 1 … 16384 pixels a side");
  if (options.samples < 1 || options.samples > 16) return refuse("samples", "allowed 1 … 16");
  if (options.radius < 0 || options.radius > 48) return refuse("radius", "allowed 0 … 48 chunks");
  if (!(options.pitch >= -89 && options.pitch <= 89)) return refuse("pitch", "allowed -89 … 89 degrees");
  if (!(options.fov >= 1 && options.fov <= 140)) return refuse("fov", "allowed 1 … 140 degrees");
  if (!(options.sun_elevation >= 1 && options.sun_elevation <= 90)) return refuse("sun", "allowed elevations are 1 … 90 degrees");
  return {};
}

}  // namespace

Result<Rgb8Image> draw_voxels(const VoxelWorld& world, const VoxelViewOptions& options, const Execution& execution) {
  CRATON_TRY(check(options));
  const Execution quiet{.threads = execution.threads, .cancel = execution.cancel};
  const Result<VoxelScene> scene = VoxelScene::make(world, options.centre, options.radius, options.plants, quiet);
  if (!scene) return scene.error();
  const Camera camera(*scene, options);
  const Painter painter(*scene, options);
  Rgb8Image image(options.width, options.height);
  const auto row = [&](std::uint32_t y) {
    const auto n = options.samples;
    for (std::uint32_t x = 0; x < options.width; ++x) {
      Colour sum;
      for (std::uint32_t k = 0; k < n * n; ++k) {
        const float px = static_cast<float>(x) + (static_cast<float>(k % n) + 0.5F) / static_cast<float>(n);
        const float py = static_cast<float>(y) + (static_cast<float>(k / n) + 0.5F) / static_cast<float>(n);
        Vec from{}, along{};
        camera.ray(px, py, from, along);
        sum = sum + painter.colour(from, along, py / static_cast<float>(options.height));
      }
      sum = sum * (1 / static_cast<float>(n * n));
      image.at(x, y) = {level(sum.r), level(sum.g), level(sum.b)};
    }
  };
  CRATON_TRY(parallel_blocks(options.height, 8, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t y = begin; y < end; ++y) row(static_cast<std::uint32_t>(y));
  }));
  return image;
}

}  // namespace craton
