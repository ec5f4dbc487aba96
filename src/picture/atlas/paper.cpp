#include "picture/atlas/paper.h"

#include <cmath>

namespace craton::atlas {
namespace {

std::uint32_t scrambled(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  return x ^ x >> 16;
}

std::uint32_t hash(std::int64_t x, std::int64_t y, std::uint32_t salt) {
  return scrambled(static_cast<std::uint32_t>(x) * 0x9E3779B1U + scrambled(static_cast<std::uint32_t>(y) + salt * 0x85EBCA77U));
}

/// Value noise, −1 … 1.
float noise(double x, double y, std::uint32_t salt) {
  const double fx = std::floor(x), fy = std::floor(y);
  const auto ix = static_cast<std::int64_t>(fx), iy = static_cast<std::int64_t>(fy);
  const auto value = [&](std::int64_t a, std::int64_t b) { return static_cast<float>(hash(a, b, salt) >> 8) * 0x1p-23F - 1; };
  const auto fade = [](double t) { return static_cast<float>(t * t * (3 - 2 * t)); };
  const float u = fade(x - fx), v = fade(y - fy);
  const float a = value(ix, iy), b = value(ix + 1, iy), c = value(ix, iy + 1), d = value(ix + 1, iy + 1);
  const float top = a + (b - a) * u, bottom = c + (d - c) * u;
  return top + (bottom - top) * v;
}

}  // namespace

double scattered(std::int64_t x, std::int64_t y, std::uint32_t salt) { return hash(x, y, salt) * 0x1p-32; }

Tint Paper::ground() const {
  static const Tint clean = tint_of(Rgb8{0xe9, 0xdc, 0xb9});
  return clean;
}

Paper::Touch Paper::at(double px, double py) const {
  const double x = px * scale_, y = py * scale_;
  const float cloud = 0.6F * noise(x / 210, y / 190, 1) + 0.4F * noise(x / 71 + 9.3, y / 77, 2);
  const float mottle = noise(x / 13, y / 15, 3), fine = noise(x / 2.3, y / 2.1, 4);
  // Fibres lie across, some of them turned.
  const float fibre = noise((x + 0.35 * y) / 26, (y - 0.2 * x) / 1.6, 5);
  return {1 + 0.045F * cloud + 0.018F * mottle + 0.014F * fine + 0.016F * fibre, 0.6F * cloud + 0.4F * mottle};
}

}  // namespace craton::atlas
