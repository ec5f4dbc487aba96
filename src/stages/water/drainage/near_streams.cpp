#include "stages/water/drainage/near_streams.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/smooth_step.h"

namespace craton::drainage {
namespace {

/// The lowest of all ways from a place to a stream that falls by `fall` meets it so much farther down for each metre beside it.
double lean_of(const Stream& stream, double side) {
  const double fall = (stream.from_z - stream.to_z) / stream.length;
  return std::min(fall / std::sqrt(std::max(side * side - fall * fall, 0.25 * fall * fall + 1e-12)), 2.0);
}

}  // namespace

NearStreams::NearStreams(const GroundLaws& laws, std::int64_t side, double step, Streams streams, std::vector<Stream> lakes)
    : laws_(laws), side_(side), step_(step), streams_(std::move(streams)), lakes_(std::move(lakes)) {
  sort_streams();
  outline();
}

/// Pieces that can matter to places of a large block, in the order of their cells.
void NearStreams::gather(Point2 first, Point2 last, Point2 corner, Choice& choice) const {
  choice.candidates.clear();
  for_each_near(first, last, [&](std::size_t piece) { choice.candidates.push_back(piece); });
  std::sort(choice.candidates.begin(), choice.candidates.end());
  for (std::size_t i = streams_.pieces.size(); i < outlines_.size(); ++i) choice.candidates.push_back(i);  // lakes
  sift(first, last, choice);
  choice.candidates.clear();
  choice.pieces.clear();
  for (const Bounds& each : choice.bounds) {
    choice.candidates.push_back(each.piece);
    choice.pieces.push_back(piece_of(stream(each.piece), corner));
  }
}

/// Of those the ones that matter to places of a block; the others change no bit.
void NearStreams::choose(Point2 first, Point2 last, Choice& choice) const {
  sift(first, last, choice);
  choice.some.clear();
  std::size_t next = 0;
  for (const Bounds& each : choice.bounds) {
    while (choice.candidates[next] != each.piece) ++next;
    choice.some.push_back(choice.pieces[next]);
  }
}

/// Leaves bounds on those candidates that can matter between two places, in their order.
void NearStreams::sift(Point2 first, Point2 last, Choice& choice) const {
  const double half_x = 0.5 * metres(last.x - first.x), half_y = 0.5 * metres(last.y - first.y);
  const double radius = std::sqrt(half_x * half_x + half_y * half_y) + 0.01;
  const double x = metres(first.x) + half_x, y = metres(first.y) + half_y;
  std::vector<Bounds>& bounds = choice.bounds;
  bounds.clear();
  double ceiling = 1e30;
  for (const std::size_t i : choice.candidates) {
    const Bounds each = bounds_of(i, x, y, radius);
    if (each.least > 1e29 && !each.river) continue;
    bounds.push_back(each);
    ceiling = std::min(ceiling, each.most);
  }
  // Ridges are rounded by a share of their height above the stream of the lowest side.
  constexpr double margin = 0.3;  // metres: more than floats lose
  double lowest = ceiling;
  for (const Bounds& each : bounds)
    if (each.least <= ceiling + margin) lowest = std::min(lowest, each.lowest);
  ceiling += static_cast<double>(laws_.smoothness) * (ceiling - lowest) + margin;
  std::erase_if(bounds, [&](const Bounds& each) { return each.least > ceiling && !each.river; });
}

/// Puts the pieces of streams into squares, by their middles.
void NearStreams::sort_streams() {
  longest_ = 0;
  squares_ = {};
  if (streams_.pieces.empty()) return;
  std::int64_t left = INT64_MAX, top = INT64_MAX, right = INT64_MIN, bottom = INT64_MIN;
  for (const Stream& piece : streams_.pieces) {
    const Point2 square = square_of(piece);
    left = std::min(left, square.x);
    right = std::max(right, square.x);
    top = std::min(top, square.y);
    bottom = std::max(bottom, square.y);
    longest_ = std::max(longest_, 0.5 * (piece.length + std::max(piece.from_width, piece.to_width)));
  }
  squares_ = {left, top, static_cast<std::int32_t>(right - left + 1), static_cast<std::int32_t>(bottom - top + 1)};
  in_square_.assign(squares_.size() + 1, 0);
  for (const Stream& piece : streams_.pieces) ++in_square_[squares_.index(square_of(piece).x, square_of(piece).y) + 1];
  for (std::size_t i = 1; i < in_square_.size(); ++i) in_square_[i] += in_square_[i - 1];
  sorted_.resize(streams_.pieces.size());
  std::vector<std::size_t> next(in_square_.begin(), in_square_.end() - 1);
  for (std::size_t i = 0; i < sorted_.size(); ++i) {
    const Point2 square = square_of(streams_.pieces[i]);
    sorted_[next[squares_.index(square.x, square.y)]++] = i;
  }
}
const Stream& NearStreams::stream(std::size_t i) const {
  return i < streams_.pieces.size() ? streams_.pieces[i] : lakes_[i - streams_.pieces.size()];
}
Point2 NearStreams::square_of(const Stream& piece) const {
  return {floor_div(piece.from.x + (piece.to.x - piece.from.x) / 2, side_),
          floor_div(piece.from.y + (piece.to.y - piece.from.y) / 2, side_)};
}
template <class F>
void NearStreams::for_each_near(Point2 first, Point2 last, const F& f) const {
  const double sight = std::max(static_cast<double>(laws_.reach), static_cast<double>(laws_.river_reach)) + longest_ + 1;
  const auto far = static_cast<std::int64_t>(sight * units_per_metre);
  const std::int64_t left = std::max(floor_div(first.x - far, side_), squares_.x),
                     right = std::min(floor_div(last.x + far, side_), squares_.x + squares_.width - 1);
  const std::int64_t top = std::max(floor_div(first.y - far, side_), squares_.y),
                     bottom = std::min(floor_div(last.y + far, side_), squares_.y + squares_.height - 1);
  for (std::int64_t y = top; y <= bottom; ++y)
    for (std::int64_t x = left; x <= right; ++x) {
      const std::size_t square = squares_.index(x, y);
      for (std::size_t i = in_square_[square]; i < in_square_[square + 1]; ++i) f(sorted_[i]);
    }
}

void NearStreams::outline() {
  outlines_.clear();
  outlines_.reserve(streams_.pieces.size() + lakes_.size());
  for (std::size_t i = 0; i < streams_.pieces.size() + lakes_.size(); ++i) outlines_.push_back(outline_of(stream(i)));
}

NearStreams::Outline NearStreams::outline_of(const Stream& stream) const {
  const Sides &a = stream.from_sides, &b = stream.to_sides;
  Outline of{};
  of.x = metres(stream.from.x);
  of.y = metres(stream.from.y);
  of.along_x = metres(stream.to.x - stream.from.x);
  of.along_y = metres(stream.to.y - stream.from.y);
  of.per_square = 1 / (of.along_x * of.along_x + of.along_y * of.along_y);
  of.level = stream.from_z;
  of.change = stream.to_z - stream.from_z;
  of.fall = std::abs(of.change) * std::sqrt(of.per_square);
  of.half_wide = 0.5 * std::max(stream.from_width, stream.to_width);
  of.lake = stream.lake ? of.half_wide : 0;
  of.inner = std::min(a.inner, b.inner);
  of.outer = std::min(a.outer, b.outer);
  of.foot = 1.5 * std::max(a.foot, b.foot);
  // However far down its way a side meets the stream, it rises by no less than this from there (a hyperbola's lowest tangent).
  of.rise = std::sqrt(std::max(of.inner * of.inner - of.fall * of.fall, 0.0));
  const double edge = of.half_wide + static_cast<double>(laws_.flat);
  of.beside = of.inner * (edge + std::max({a.floor, b.floor, flat_floor()}));
  of.lean = lean_of(stream, std::min(0.5 * (a.inner + b.inner), 0.5 * (a.outer + b.outer)));
  of.stretch = std::sqrt(1 + of.lean * of.lean);
  of.most_inner = std::max(a.inner, b.inner);
  of.most_outer = std::max({a.outer, b.outer, of.most_inner});
  of.most_foot = std::min(a.foot, b.foot);
  of.above = (of.half_wide > 0.4 ? 0.5 : 0.0) + (laws_.lifted ? std::max(stream.from_lift, stream.to_lift) : 0);
  of.wet = (static_cast<double>(laws_.least_width) - 2 * of.half_wide) * static_cast<double>(laws_.dry_away) <=
           static_cast<double>(laws_.river_reach) + 2 * of.half_wide;
  return of;
}

/// For places no farther than a radius from one.
Bounds NearStreams::bounds_of(std::size_t piece, double x, double y, double radius) const {
  const Outline& of = outlines_[piece];
  const double px = x - of.x, py = y - of.y;
  const double t = std::clamp((px * of.along_x + py * of.along_y) * of.per_square, 0.0, 1.0);
  const double off_x = px - t * of.along_x, off_y = py - t * of.along_y;
  const double away = std::sqrt(off_x * off_x + off_y * off_y);
  const double near = std::max(away - radius - 0.1, 0.0), far = away + radius + 0.1;
  Bounds bounds{.piece = piece, .least = 1e30, .most = 1e30, .lowest = 1e30, .river = false};
  bounds.river = of.wet && near - of.half_wide <= static_cast<double>(laws_.river_reach);
  if (near - of.lake > static_cast<double>(laws_.reach)) return bounds;
  const double level = of.level + of.change * t, change = of.fall * (radius + 0.1);
  const auto rest = [&](double distance, double outer) {
    const double over = std::max(distance - static_cast<double>(laws_.near), 0.0);
    return over * over * (outer + 0.05) * static_cast<double>(laws_.beyond);
  };
  bounds.lowest = level - change - of.fall * of.lean * far;
  const double out = std::max(near - of.half_wide - static_cast<double>(laws_.flat), 0.0);
  bounds.least = std::max(bounds.lowest, level - change + of.rise * near - of.beside) +
                 (of.outer - of.inner) * std::max(out - of.foot, 0.0) + rest(near - of.lake, of.outer);
  if (far >= static_cast<double>(laws_.reach)) return bounds;
  const double most = far * of.stretch;
  bounds.most = level + change + of.above + of.most_inner * most +
                (of.most_outer - of.most_inner) * std::max(most - of.most_foot, 0.0) + rest(most, of.most_outer);
  return bounds;
}

double NearStreams::flat_floor() const { return 0.3 * step_; }

/// Beds of rivers that are narrower than samples do not show: samples that met them by chance would be pits.
double NearStreams::depth_of(const Stream& stream, double width) const {
  if (stream.lake) return std::min(2 + 0.05 * width, 60.0);
  return std::min(std::min(0.4, 0.15 * width) + 0.05 * width, 6.0) * smooth_step(1.0, 3.0, width / step_);
}

Piece NearStreams::piece_of(const Stream& stream, Point2 corner) const {
  const auto local = [](std::int64_t units) { return static_cast<float>(metres(units)); };
  const auto single = [](double value) { return static_cast<float>(value); };
  const double dx = metres(stream.to.x - stream.from.x), dy = metres(stream.to.y - stream.from.y);
  Piece piece{};
  piece.x = local(stream.from.x - corner.x);
  piece.y = local(stream.from.y - corner.y);
  piece.along_x = single(dx);
  piece.along_y = single(dy);
  piece.per_square = single(1 / (dx * dx + dy * dy));
  piece.per_length = single(1 / stream.length);
  piece.lean = single(lean_of(stream, 0.5 * (stream.from_sides.outer + stream.to_sides.outer)) / stream.length);
  piece.lean_floor = single(lean_of(stream, 0.5 * (stream.from_sides.inner + stream.to_sides.inner)) / stream.length);
  piece.level = single(stream.from_z);
  piece.level_change = single(stream.to_z - stream.from_z);
  const Sides &a = stream.from_sides, &b = stream.to_sides;
  const double a_floor = std::max(a.floor, flat_floor()), b_floor = std::max(b.floor, flat_floor());
  piece.inner = single(a.inner);
  piece.inner_change = single(b.inner - a.inner);
  piece.outer = single(a.outer);
  piece.outer_change = single(b.outer - a.outer);
  piece.foot = single(a.foot);
  piece.foot_change = single(b.foot - a.foot);
  piece.floor = single(a_floor);
  piece.floor_change = single(b_floor - a_floor);
  piece.width = single(stream.from_width);
  piece.width_change = single(stream.to_width - stream.from_width);
  const double depth = depth_of(stream, stream.from_width);
  piece.depth = single(depth);
  piece.depth_change = single(depth_of(stream, stream.to_width) - depth);
  piece.lake = stream.lake ? 1.0F : 0.0F;
  piece.lift = single(stream.from_lift);
  piece.lift_change = single(stream.to_lift - stream.from_lift);
  piece.per_foot = single(1 / (2 * std::max(a.foot, b.foot) + 2));
  piece.wet = (static_cast<double>(laws_.least_width) - std::max(stream.from_width, stream.to_width)) *
                  static_cast<double>(laws_.dry_away) <
              static_cast<double>(laws_.river_reach);
  return piece;
}

}  // namespace craton::drainage
