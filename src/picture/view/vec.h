#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

/// The small arithmetic of rays and light. Views have a frame of their own: x to the east, y to the north, z up, metres from the
/// foot of the camera; heights are those of the world times the exaggeration.
namespace craton::view {

struct Vec {
  float x = 0, y = 0, z = 0;
};
using Colour = Vec;  ///< linear light: red, green, blue

inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec operator*(Vec a, Vec b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
inline Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }
inline Vec operator*(float s, Vec a) { return a * s; }
inline Vec operator-(Vec a) { return {-a.x, -a.y, -a.z}; }
inline Vec& operator+=(Vec& a, Vec b) { return a = a + b; }

inline float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec cross(Vec a, Vec b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline float length(Vec a) { return std::sqrt(dot(a, a)); }
inline Vec normalised(Vec a) { return a * (1.0F / length(a)); }
inline Vec reflected(Vec direction, Vec normal) { return direction - normal * (2 * dot(direction, normal)); }
inline float luminance(Colour c) { return 0.2126F * c.x + 0.7152F * c.y + 0.0722F * c.z; }
inline Vec exp_of_minus(Vec a) { return {std::exp(-a.x), std::exp(-a.y), std::exp(-a.z)}; }

inline float mixed(float a, float b, float share) { return a + (b - a) * share; }
inline Vec mixed(Vec a, Vec b, float share) { return a + (b - a) * share; }
inline float saturated(float x) { return std::min(std::max(x, 0.0F), 1.0F); }
/// 0 below `low`, 1 above `high`, smooth between; low may be the greater.
inline float smooth_step(float low, float high, float x) {
  const float t = saturated((x - low) / (high - low));
  return t * t * (3 - 2 * t);
}

/// std::floor is a call where SSE4 may not be assumed.
inline std::int32_t floor_int(float x) {
  const auto i = static_cast<std::int32_t>(x);
  return i - (static_cast<float>(i) > x);
}
inline std::int64_t floor_int(double x) {
  const auto i = static_cast<std::int64_t>(x);
  return i - (static_cast<double>(i) > x);
}

constexpr float pi = 3.14159265F;
constexpr float radians(double degrees) { return static_cast<float>(degrees * 3.14159265358979 / 180); }

/// Towards an azimuth (from north over east) and an elevation, both in degrees.
inline Vec direction_to(double azimuth, double elevation) {
  const float a = radians(azimuth), e = radians(elevation);
  return {std::cos(e) * std::sin(a), std::cos(e) * std::cos(a), std::sin(e)};
}

/// Two directions across `n`, which has length 1 (Duff and others 2017).
inline void across(Vec n, Vec& s, Vec& t) {
  const float sign = std::copysign(1.0F, n.z), a = -1 / (sign + n.z), b = n.x * n.y * a;
  s = {1 + sign * n.x * n.x * a, sign * b, -sign * n.x};
  t = {b, sign + n.y * n.y * a, -n.y};
}

}  // namespace craton::view
