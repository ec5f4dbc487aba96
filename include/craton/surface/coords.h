#pragma once

#include <cstdint>

#include <craton/base/export.h>
#include <craton/base/position.h>

/// The dictionary of places. Names in code say which of these they mean.
///
///   position      Point2, Point3: whole units of 1/1024 m on each axis, exact everywhere (base/position.h).
///                 On planes x grows to the east and y to the south: rows are stored from north to south.
///   metres        Vec3d in metres. On planes (x, y, 0); on a sphere from its centre.
///   cell          Cell: the index of a place in every layer of a surface.
///   column, row   of a cell on a plane or torus, or of a cell on a face of the cube.
///   face          0 … 5: front, right, back, left, top, bottom of the cube around a sphere.
///   (a, b)        a place on a face, each 0 … 1: a to the right, b downwards, origin at the top left corner.
///   (u, v)        the same after the warp, each −1 … 1: where the ray through the place meets the cube's face.
///   direction     Vec3d of length 1 from the centre of a sphere. z points to the north pole, x to latitude 0, longitude 0 (the
///                 middle of the front face), y to longitude 90° east (the middle of the right face).
///   latitude, longitude   LatLon in degrees: north and east positive.
///
///   (face, a, b) ⇄ (face, u, v) ⇄ direction ⇄ latitude, longitude. The six faces, seen from outside:
///
///     face        direction of (u, v) before it is brought to length 1
///     0 front     ( 1,  u, −v)
///     1 right     (−u,  1, −v)
///     2 back      (−1, −u, −v)
///     3 left      ( u, −1, −v)
///     4 top       ( v,  u,  1)        its lower edge is the upper edge of the front
///     5 bottom    (−v,  u, −1)        its upper edge is the lower edge of the front
namespace craton {

using Cell = std::uint32_t;
inline constexpr Cell no_cell = 0xFFFFFFFFu;

struct Vec3d {
  double x = 0, y = 0, z = 0;

  friend bool operator==(const Vec3d&, const Vec3d&) = default;
};
struct Vec3f {
  float x = 0, y = 0, z = 0;

  friend bool operator==(const Vec3f&, const Vec3f&) = default;
};

/// A way from a cell to one of its neighbours.
struct Link {
  Cell to = no_cell;
  float length = 0;  ///< metres
};

struct LatLon {
  double latitude = 0, longitude = 0;  ///< degrees

  friend bool operator==(const LatLon&, const LatLon&) = default;
};

struct FacePlace {
  std::uint32_t face = 0;
  double a = 0, b = 0;

  friend bool operator==(const FacePlace&, const FacePlace&) = default;
};

/// The warp of cube faces (Zucker & Higashi 2018): u = tan(t θ) / tan θ for t = 2a − 1, which makes cells nearly equal.
/// θ = 0.8687 has the least error of areas; π/4 is the plain tangent warp. θ must lie in (0, π/2).
CRATON_API double warped(double t, double theta);
CRATON_API double unwarped(double u, double theta);

/// Directions and places on the cube. A direction need not have length 1, but must not be 0; on edges the lower face wins.
CRATON_API Vec3d direction_of(const FacePlace& place, double theta);
CRATON_API FacePlace face_place_of(const Vec3d& direction, double theta);

CRATON_API Vec3d direction_of(const LatLon& place);
CRATON_API LatLon lat_lon_of(const Vec3d& direction);  ///< longitude in (−180, 180]; 0 at the poles

}  // namespace craton
