#include "picture/view/texture.h"

#include <array>

namespace craton::view {
namespace {

struct Gradient {
  float x, y;
};

struct Tables {
  std::array<std::uint8_t, 512> shuffled{};
  std::array<Gradient, 256> gradients{};

  Tables() {
    for (unsigned i = 0; i < 256; ++i) shuffled[i] = static_cast<std::uint8_t>(i);
    for (unsigned i = 255; i > 0; --i) std::swap(shuffled[i], shuffled[scrambled(i * 0x9e3779b9u) % (i + 1)]);
    for (unsigned i = 0; i < 256; ++i) {
      shuffled[i + 256] = shuffled[i];
      const float angle = 2 * pi * (static_cast<float>(i) + 0.5F) / 256;
      gradients[i] = {1.4F * std::cos(angle), 1.4F * std::sin(angle)};
    }
  }
};
const Tables tables;

}  // namespace

Slope gradient_noise(double x, double y, std::uint32_t seed) {
  const std::int64_t cell_x = floor_int(x), cell_y = floor_int(y);
  const auto fx = static_cast<float>(x - static_cast<double>(cell_x)), fy = static_cast<float>(y - static_cast<double>(cell_y));
  const unsigned i = (static_cast<unsigned>(cell_x) + seed) & 255, j = (static_cast<unsigned>(cell_y) + (seed >> 8)) & 255;
  const unsigned row = tables.shuffled[j], below = tables.shuffled[j + 1];
  const auto gradient = [](unsigned place) -> const Gradient& { return tables.gradients[tables.shuffled[place]]; };
  const Gradient &ga = gradient(row + i), &gb = gradient(row + ((i + 1) & 255));
  const Gradient &gc = gradient(below + i), &gd = gradient(below + ((i + 1) & 255));
  const float a = ga.x * fx + ga.y * fy, b = gb.x * (fx - 1) + gb.y * fy;
  const float c = gc.x * fx + gc.y * (fy - 1), d = gd.x * (fx - 1) + gd.y * (fy - 1);
  const float u = fx * fx * fx * (fx * (fx * 6 - 15) + 10), v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  const float du = 30 * fx * fx * (fx * (fx - 2) + 1), dv = 30 * fy * fy * (fy * (fy - 2) + 1);
  const float k = a - b - c + d;
  return {a + u * (b - a) + v * (c - a) + u * v * k,
          ga.x + u * (gb.x - ga.x) + v * (gc.x - ga.x) + u * v * (ga.x - gb.x - gc.x + gd.x) + du * (b - a + v * k),
          ga.y + u * (gb.y - ga.y) + v * (gc.y - ga.y) + u * v * (ga.y - gb.y - gc.y + gd.y) + dv * (c - a + u * k)};
}

float texture(double x, double y, double wavelength, double footprint, unsigned octaves, std::uint32_t seed, float gain) {
  float sum = 0, amplitude = 1;
  for (unsigned k = 0; k < octaves; ++k, amplitude *= gain, wavelength *= 0.5) {
    const float share = smooth_step(1.0F, 3.0F, static_cast<float>(wavelength / footprint));
    if (share <= 0) break;
    const Turned p = turned(x / wavelength, y / wavelength, k + (seed & 7));
    sum += share * amplitude * gradient_noise(p.x, p.y, seed + k * 0x2e37u).value;
  }
  return sum;
}

}  // namespace craton::view
