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

/// Gradient noise, about −1 … 1 (Perlin 2002). Each salt turns its lattice, so that none of them shows.
float noise(double px, double py, std::uint32_t salt) {
  const double c = std::cos(0.65 * salt), s = std::sin(0.65 * salt), x = px * c - py * s, y = px * s + py * c;
  const double fx = std::floor(x), fy = std::floor(y);
  const auto ix = static_cast<std::int64_t>(fx), iy = static_cast<std::int64_t>(fy);
  const auto slope = [&](std::int64_t a, std::int64_t b) {
    constexpr float way[8][2] = {{1, 0},  {0.7071F, 0.7071F},   {0, 1},  {-0.7071F, 0.7071F},
                                 {-1, 0}, {-0.7071F, -0.7071F}, {0, -1}, {0.7071F, -0.7071F}};
    const float* w = way[hash(ix + a, iy + b, salt) >> 29];
    return w[0] * static_cast<float>(x - fx - static_cast<double>(a)) +
           w[1] * static_cast<float>(y - fy - static_cast<double>(b));
  };
  const auto fade = [](double t) { return static_cast<float>(t * t * t * (t * (6 * t - 15) + 10)); };
  const float u = fade(x - fx), v = fade(y - fy);
  const float a = slope(0, 0), b = slope(1, 0), d = slope(0, 1), e = slope(1, 1);
  const float top = a + (b - a) * u, bottom = d + (e - d) * u;
  return 1.5F * (top + (bottom - top) * v);
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
  const float fibre = noise((x + 0.35 * y) / 26, (y - 0.2 * x) / 1.6, 0);
  return {1 + 0.045F * cloud + 0.018F * mottle + 0.014F * fine + 0.016F * fibre, 0.6F * cloud + 0.4F * mottle};
}

}  // namespace craton::atlas
