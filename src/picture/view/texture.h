#pragma once

#include "picture/view/sampling.h"

/// Small noises for the skin of the ground, finer than a world knows. They shape pictures alone, never a world.
namespace craton::view {

struct Slope {
  float value = 0, dx = 0, dy = 0;
};

/// Gradient noise, −1 … 1, with its slope (Perlin 2002; quintic blend).
inline Slope gradient_noise(double x, double y, std::uint32_t seed) {
  const std::int64_t cell_x = floor_int(x), cell_y = floor_int(y);
  const auto fx = static_cast<float>(x - static_cast<double>(cell_x)), fy = static_cast<float>(y - static_cast<double>(cell_y));
  const auto gradient = [&](std::uint32_t i, std::uint32_t j, float& gx, float& gy) {
    const std::uint32_t h = scrambled((static_cast<std::uint32_t>(cell_x) + i) * 0x9e3779b1u ^
                                      (static_cast<std::uint32_t>(cell_y) + j) * 0x85ebca77u ^ seed);
    gx = static_cast<float>(static_cast<std::int32_t>(h & 0xFFFF) - 0x8000) * (1.0F / 0x8000);
    gy = static_cast<float>(static_cast<std::int32_t>(h >> 16) - 0x8000) * (1.0F / 0x8000);
  };
  float ax, ay, bx, by, cx, cy, dx, dy;
  gradient(0, 0, ax, ay);
  gradient(1, 0, bx, by);
  gradient(0, 1, cx, cy);
  gradient(1, 1, dx, dy);
  const float a = ax * fx + ay * fy, b = bx * (fx - 1) + by * fy;
  const float c = cx * fx + cy * (fy - 1), d = dx * (fx - 1) + dy * (fy - 1);
  const float u = fx * fx * fx * (fx * (fx * 6 - 15) + 10), v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  const float du = 30 * fx * fx * (fx * (fx - 2) + 1), dv = 30 * fy * fy * (fy * (fy - 2) + 1);
  const float k = a - b - c + d;
  constexpr float scale = 1.5F;
  return {scale * (a + u * (b - a) + v * (c - a) + u * v * k),
          scale * (ax + u * (bx - ax) + v * (cx - ax) + u * v * (ax - bx - cx + dx) + du * (b - a + v * k)),
          scale * (ay + u * (by - ay) + v * (cy - ay) + u * v * (ay - by - cy + dy) + dv * (c - a + u * k))};
}

/// Turns the lattice by `octave` · 37°, so that octaves share no direction.
struct Turned {
  double x, y;
};
inline Turned turned(double x, double y, unsigned octave) {
  constexpr double cosines[8] = {1, 0.7986355, 0.2756374, -0.3583679, -0.8480481, -0.9961947, -0.7431448, -0.190809};
  constexpr double sines[8] = {0, 0.601815, 0.9612617, 0.9335804, 0.5299192, -0.0871557, -0.6691306, -0.9816272};
  const double c = cosines[octave & 7], s = sines[octave & 7];
  return {c * x - s * y, s * x + c * y};
}
inline Slope turned_back(Slope n, unsigned octave) {
  const Turned back = turned(0, 0, octave);
  (void)back;
  constexpr float cosines[8] = {1, 0.7986355F, 0.2756374F, -0.3583679F, -0.8480481F, -0.9961947F, -0.7431448F, -0.190809F};
  constexpr float sines[8] = {0, 0.601815F, 0.9612617F, 0.9335804F, 0.5299192F, -0.0871557F, -0.6691306F, -0.9816272F};
  const float c = cosines[octave & 7], s = sines[octave & 7];
  return {n.value, c * n.dx + s * n.dy, -s * n.dx + c * n.dy};
}

/// Sum of octaves from `wavelength` metres down to what `footprint` metres can show; 0 on average, about −1 … 1.
inline float texture(double x, double y, double wavelength, double footprint, unsigned octaves, std::uint32_t seed,
                     float gain = 0.5F) {
  float sum = 0, amplitude = 1;
  for (unsigned k = 0; k < octaves; ++k, amplitude *= gain, wavelength *= 0.5) {
    const float share = smooth_step(1.0F, 3.0F, static_cast<float>(wavelength / footprint));
    if (share <= 0) break;
    const Turned p = turned(x, y, k + (seed & 7));
    sum += share * amplitude * gradient_noise(p.x / wavelength, p.y / wavelength, seed + k * 0x9e37u).value;
  }
  return sum;
}

}  // namespace craton::view
