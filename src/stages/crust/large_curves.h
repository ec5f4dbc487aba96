#pragma once

#include <array>
#include <cstddef>

/// Heights by what the crust is.
namespace craton::large {

struct CurvePoint {
  float x, y, slope;
};

/// Deep sea, foot and slope of the continents, shelf, coast, plains, highlands.
inline constexpr std::array<CurvePoint, 12> crust_curve = {{{-1.60F, -5450, 200},
                                                            {-0.55F, -5050, 600},
                                                            {-0.26F, -4500, 4000},
                                                            {-0.115F, -1700, 26000},
                                                            {-0.058F, -190, 4500},
                                                            {-0.022F, -62, 2000},
                                                            {0, 0, 1900},
                                                            {0.03F, 60, 1600},
                                                            {0.10F, 155, 1200},
                                                            {0.25F, 320, 1000},
                                                            {0.50F, 560, 1000},
                                                            {1.0F, 1000, 700}}};

/// Cubics through the points (Hermite), flat beyond.
inline float height_of_crust(float crust) {
  if (!(crust > crust_curve.front().x)) return crust_curve.front().y;
  if (crust >= crust_curve.back().x) return crust_curve.back().y;
  std::size_t i = 1;
  while (crust >= crust_curve[i].x) ++i;
  const CurvePoint &a = crust_curve[i - 1], &b = crust_curve[i];
  const float width = b.x - a.x, t = (crust - a.x) / width, u = 1 - t;
  return u * u * ((1 + 2 * t) * a.y + t * width * a.slope) + t * t * ((3 - 2 * t) * b.y - u * width * b.slope);
}

}  // namespace craton::large
