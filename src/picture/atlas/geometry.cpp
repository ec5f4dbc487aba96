#include "picture/atlas/geometry.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace craton::atlas {

double distance(Spot a, Spot b) { return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)); }

Spot OrientedBox::at(double right, double down) const {
  const double x = right * half_width, y = down * half_height;
  return {middle.x + x * cosine - y * sine, middle.y + x * sine + y * cosine};
}

std::array<Spot, 4> OrientedBox::corners() const { return {at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)}; }

Rect OrientedBox::bounds() const {
  const double across = half_width * std::abs(cosine) + half_height * std::abs(sine);
  const double down = half_width * std::abs(sine) + half_height * std::abs(cosine);
  return {middle.x - across, middle.y - down, middle.x + across, middle.y + down};
}

bool overlap(const OrientedBox& a, const OrientedBox& b) {
  const Spot apart = b.middle - a.middle;
  // Cosine and sine of the angle between the boxes.
  const double c = std::abs(a.cosine * b.cosine + a.sine * b.sine), s = std::abs(a.cosine * b.sine - a.sine * b.cosine);
  const auto separated = [&](double axis_x, double axis_y, double own, double other) {
    return std::abs(apart.x * axis_x + apart.y * axis_y) >= own + other - 1e-9;
  };
  return !separated(a.cosine, a.sine, a.half_width, b.half_width * c + b.half_height * s) &&
         !separated(-a.sine, a.cosine, a.half_height, b.half_width * s + b.half_height * c) &&
         !separated(b.cosine, b.sine, b.half_width, a.half_width * c + a.half_height * s) &&
         !separated(-b.sine, b.cosine, b.half_height, a.half_width * s + a.half_height * c);
}

double length_of(std::span<const Spot> line) {
  double sum = 0;
  for (std::size_t i = 1; i < line.size(); ++i) sum += distance(line[i - 1], line[i]);
  return sum;
}

Line resampled(std::span<const Spot> line, double step) {
  const double length = length_of(line);
  if (line.size() < 2 || !(length > 0)) return line.empty() ? Line{} : Line{line[0]};
  const auto count = static_cast<std::size_t>(std::clamp(std::ceil(length / step), 1.0, 1e6));
  const LineWalk walk{Line(line.begin(), line.end())};
  Line out;
  out.reserve(count + 1);
  for (std::size_t i = 0; i <= count; ++i) out.push_back(walk.at(length * static_cast<double>(i) / static_cast<double>(count)));
  out.back() = line.back();
  return out;
}

Line smoothed(std::span<const Spot> line, double step, double reach) {
  Line values = resampled(line, step);
  if (values.size() < 3) return values;
  // A few passes of a running mean come near to a bell (central limit).
  const auto half = std::clamp<std::ptrdiff_t>(std::lround(reach / step / 2), 0, static_cast<std::ptrdiff_t>(values.size()));
  const auto count = static_cast<std::ptrdiff_t>(values.size());
  // Point-symmetric beyond the ends, so that these stay where they are.
  const auto at = [&](const Line& from, std::ptrdiff_t i) {
    const std::ptrdiff_t last = count - 1;
    if (i < 0) return from[0] * 2 - from[static_cast<std::size_t>(std::min(-i, last))];
    if (i > last)
      return from[static_cast<std::size_t>(last)] * 2 - from[static_cast<std::size_t>(std::max(2 * last - i, std::ptrdiff_t{0}))];
    return from[static_cast<std::size_t>(i)];
  };
  for (int pass = 0; pass < 3 && half > 0; ++pass) {
    Line out(values.size());
    Spot sum{};
    for (std::ptrdiff_t i = -half; i <= half; ++i) sum = sum + at(values, i);
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      out[static_cast<std::size_t>(i)] = sum * (1.0 / static_cast<double>(2 * half + 1));
      sum = sum + at(values, i + half + 1) - at(values, i - half);
    }
    values = std::move(out);
  }
  return values;
}

Line simplified(std::span<const Spot> line, double tolerance) {
  if (line.size() < 3) return {line.begin(), line.end()};
  std::vector<char> kept(line.size());
  kept.front() = kept.back() = 1;
  std::vector<std::pair<std::size_t, std::size_t>> open{{0, line.size() - 1}};
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    const Spot a = line[first], way = line[last] - a;
    const double length2 = way.x * way.x + way.y * way.y;
    double farthest = tolerance * tolerance;
    std::size_t corner = 0;
    for (std::size_t i = first + 1; i < last; ++i) {
      const Spot to = line[i] - a;
      const double share = length2 > 0 ? std::clamp((to.x * way.x + to.y * way.y) / length2, 0.0, 1.0) : 0;
      const Spot off = to - way * share;
      if (const double away = off.x * off.x + off.y * off.y; away > farthest) {
        farthest = away;
        corner = i;
      }
    }
    if (corner == 0) continue;
    kept[corner] = 1;
    open.emplace_back(first, corner);
    open.emplace_back(corner, last);
  }
  Line out;
  for (std::size_t i = 0; i < line.size(); ++i)
    if (kept[i]) out.push_back(line[i]);
  return out;
}

LineWalk::LineWalk(Line line) : line_(std::move(line)) {
  double sum = 0;
  along_.reserve(line_.size());
  for (std::size_t i = 0; i < line_.size(); ++i) {
    if (i > 0) sum += distance(line_[i - 1], line_[i]);
    along_.push_back(sum);
  }
}

Spot LineWalk::at(double length) const {
  if (line_.size() < 2) return line_.empty() ? Spot{} : line_[0];
  const auto above = std::upper_bound(along_.begin() + 1, along_.end() - 1, length);
  const auto i = static_cast<std::size_t>(above - along_.begin());
  const double span = along_[i] - along_[i - 1];
  return span > 0 ? between(line_[i - 1], line_[i], (length - along_[i - 1]) / span) : line_[i - 1];
}

}  // namespace craton::atlas
