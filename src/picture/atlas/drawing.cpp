#include "picture/atlas/drawing.h"

namespace craton::atlas {

void Shape::add_line(const Line& corners, bool closed) {
  if (corners.size() < 2) return;
  move(corners[0]);
  const std::size_t end = closed && corners.front() == corners.back() ? corners.size() - 1 : corners.size();
  for (std::size_t i = 1; i < end; ++i) line(corners[i]);
  if (closed) close();
}

void Shape::add_rect(const Rect& rect) {
  move({rect.left, rect.top});
  line({rect.right, rect.top});
  line({rect.right, rect.bottom});
  line({rect.left, rect.bottom});
  close();
}

void Shape::add_circle(Spot middle, double radius) {
  const double k = 0.5522847498 * radius;  // four Bézier curves, right to 0.03%
  const double x = middle.x, y = middle.y, r = radius;
  move({x + r, y});
  curve({x + r, y + k}, {x + k, y + r}, {x, y + r});
  curve({x - k, y + r}, {x - r, y + k}, {x - r, y});
  curve({x - r, y - k}, {x - k, y - r}, {x, y - r});
  curve({x + k, y - r}, {x + r, y - k}, {x + r, y});
  close();
}

void Shape::add_smooth(const Line& corners, bool closed) {
  const std::size_t count =
      closed && corners.size() > 1 && corners.front() == corners.back() ? corners.size() - 1 : corners.size();
  if (count < 3) return add_line(corners, closed);
  const auto at = [&](std::size_t i, int step) {
    const auto n = static_cast<std::ptrdiff_t>(count);
    std::ptrdiff_t k = static_cast<std::ptrdiff_t>(i) + step;
    if (closed)
      k = (k + n) % n;
    else
      k = k < 0 ? 0 : (k >= n ? n - 1 : k);
    return corners[static_cast<std::size_t>(k)];
  };
  move(corners[0]);
  for (std::size_t i = 0; i + (closed ? 0 : 1) < count; ++i) {
    const Spot from = at(i, 0), to = at(i, 1);
    curve(from + (to - at(i, -1)) * (1.0 / 6), to - (at(i, 2) - from) * (1.0 / 6), to);
  }
  if (closed) close();
}

Shape shape_of(const Line& corners, bool closed) {
  Shape shape;
  shape.add_line(corners, closed);
  return shape;
}

Shape shape_of(const Rect& rect) {
  Shape shape;
  shape.add_rect(rect);
  return shape;
}

}  // namespace craton::atlas
