#pragma once

#include "picture/view/sampling.h"

/// Small noises for the skin of the ground, finer than a world knows. They shape pictures alone, never a world.
namespace craton::view {

struct Slope {
  float value = 0, dx = 0, dy = 0;
};

/// Gradient noise, about −1 … 1, with its slope (Perlin 2002; quintic blend). It repeats after 256 cells, which nobody sees,
/// since octaves are turned against each other.
Slope gradient_noise(double x, double y, std::uint32_t seed);

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
  constexpr float cosines[8] = {1, 0.7986355F, 0.2756374F, -0.3583679F, -0.8480481F, -0.9961947F, -0.7431448F, -0.190809F};
  constexpr float sines[8] = {0, 0.601815F, 0.9612617F, 0.9335804F, 0.5299192F, -0.0871557F, -0.6691306F, -0.9816272F};
  const float c = cosines[octave & 7], s = sines[octave & 7];
  return {n.value, c * n.dx + s * n.dy, -s * n.dx + c * n.dy};
}

/// Sum of octaves from `wavelength` metres down to what `footprint` metres can show; 0 on average, about −1 … 1.
float texture(double x, double y, double wavelength, double footprint, unsigned octaves, std::uint32_t seed, float gain = 0.5F);

}  // namespace craton::view
