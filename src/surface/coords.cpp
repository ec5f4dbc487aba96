// The warp of cube faces: Zucker & Higashi (2018), "Cube-to-sphere projections for procedural texturing and beyond", JCGT 7(2).

#include <craton/surface/coords.h>

#include <algorithm>
#include <cmath>

#include "base/fp_mode.h"
#include "base/math_kernels.h"
#include "surface/cube_faces.h"
#include "surface/warp.h"

namespace craton {
namespace {

constexpr double pi = 3.141592653589793;

// Kernels are out of line, so that none of their arithmetic moves before the guard (see FloatingPointMode).

[[gnu::noinline]] double warp_kernel(double t, double theta) { return warp_of(t, theta); }
[[gnu::noinline]] double unwarp_kernel(double u, double theta) { return unwarp_of(u, theta); }

[[gnu::noinline]] Vec3d direction_kernel(const FacePlace& place, double theta) {
  const double u = warp_of(2 * place.a - 1, theta), v = warp_of(2 * place.b - 1, theta);
  return direction_on_face(place.face, u, v);
}

[[gnu::noinline]] FacePlace face_place_kernel(const Vec3d& direction, double theta) {
  const std::uint32_t face = face_of(direction);
  const FaceVector vector = in_frame_of(cube_faces[face], direction);
  return {face, (unwarp_of(vector.right / vector.out, theta) + 1) / 2, (unwarp_of(vector.down / vector.out, theta) + 1) / 2};
}

struct Turn {
  double cosine = 1, sine = 0;
};

/// Of an angle in degrees; exact at the quarters. fmod is exact by definition.
Turn turn_of(double degrees) {
  const double once = std::fmod(degrees, 360);
  const double quarter = std::floor(once / 90 + 0.5);
  const double rest = (once - 90 * quarter) * (pi / 180);
  const double cosine = math::kernel::cos(rest), sine = math::kernel::sin(rest);
  switch ((static_cast<int>(quarter) + 8) % 4) {
    case 0: return {cosine, sine};
    case 1: return {-sine, cosine};
    case 2: return {-cosine, -sine};
    default: return {sine, -cosine};
  }
}

[[gnu::noinline]] Vec3d lat_lon_kernel(const LatLon& place) {
  if (!(std::abs(place.latitude) < 1e300 && std::abs(place.longitude) < 1e300)) return {1, 0, 0};  // no place at all
  const Turn latitude = turn_of(place.latitude), longitude = turn_of(place.longitude);
  return {latitude.cosine * longitude.cosine, latitude.cosine * longitude.sine, latitude.sine};
}

/// atan2 in degrees, (−180, 180].
double degrees_of(double y, double x) {
  const double degrees = math::kernel::atan2(y, x) * (180 / pi);
  return degrees <= -180 ? 180 : degrees;
}

[[gnu::noinline]] LatLon lat_lon_kernel(const Vec3d& direction) {
  const double largest = std::max({std::abs(direction.x), std::abs(direction.y), std::abs(direction.z)});
  const double x = direction.x / largest, y = direction.y / largest, z = direction.z / largest;
  const double across = std::sqrt(x * x + y * y);
  return {degrees_of(z, across), across == 0 ? 0 : degrees_of(y, x)};
}

}  // namespace

double warped(double t, double theta) {
  FloatingPointMode ieee;
  return warp_kernel(t, theta);
}

double unwarped(double u, double theta) {
  FloatingPointMode ieee;
  return unwarp_kernel(u, theta);
}

Vec3d direction_of(const FacePlace& place, double theta) {
  FloatingPointMode ieee;
  return direction_kernel(place, theta);
}

FacePlace face_place_of(const Vec3d& direction, double theta) {
  FloatingPointMode ieee;
  return face_place_kernel(direction, theta);
}

Vec3d direction_of(const LatLon& place) {
  FloatingPointMode ieee;
  return lat_lon_kernel(place);
}

LatLon lat_lon_of(const Vec3d& direction) {
  FloatingPointMode ieee;
  return lat_lon_kernel(direction);
}

}  // namespace craton
