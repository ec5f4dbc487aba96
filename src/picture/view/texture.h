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

/// Cosine and sine of `octave` · 37°.
struct Turn {
  double c, s;
};
inline const Turn& turn_of(unsigned octave) {
  static constexpr Turn turns[8] = {{1, 0},
                                    {0.798635510, 0.601815023},
                                    {0.275637356, 0.961261696},
                                    {-0.358367950, 0.933580426},
                                    {-0.848048096, 0.529919264},
                                    {-0.996194698, -0.087155743},
                                    {-0.743144825, -0.669130606},
                                    {-0.190808995, -0.981627183}};
  return turns[octave & 7];
}

/// Turns the lattice, so that octaves share no direction.
struct Turned {
  double x, y;
};
inline Turned turned(double x, double y, unsigned octave) {
  const Turn& t = turn_of(octave);
  return {t.c * x - t.s * y, t.s * x + t.c * y};
}
inline Slope turned_back(Slope n, unsigned octave) {
  const auto c = static_cast<float>(turn_of(octave).c), s = static_cast<float>(turn_of(octave).s);
  return {n.value, c * n.dx + s * n.dy, c * n.dy - s * n.dx};
}

/// Sum of octaves from `wavelength` metres down to what `footprint` metres can show; 0 on average, about −1 … 1.
float texture(double x, double y, double wavelength, double footprint, unsigned octaves, std::uint32_t seed, float gain = 0.5F);

}  // namespace craton::view
