#include "picture/atlas/label_layout.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace craton::atlas {
namespace {

constexpr double tile_side = 64;
constexpr double nuisance_weight = 3;

std::uint64_t tile_key(std::int64_t column, std::int64_t row) {
  return static_cast<std::uint64_t>(column) << 32 ^ (static_cast<std::uint64_t>(row) & 0xFFFFFFFFu);
}

template <class Body>
void for_each_tile(const Rect& bounds, Body body) {
  const auto tile = [](double x) { return static_cast<std::int64_t>(std::floor(x / tile_side)); };
  for (std::int64_t row = tile(bounds.top); row <= tile(bounds.bottom); ++row)
    for (std::int64_t column = tile(bounds.left); column <= tile(bounds.right); ++column) body(tile_key(column, row));
}

double width_of(const LabelWish& wish, double spacing) {
  double sum = 0;
  for (const double advance : wish.advances) sum += advance;
  return sum + spacing * static_cast<double>(wish.advances.empty() ? 0 : wish.advances.size() - 1);
}

/// Letters of upright text from `begin` to before `end`, without the space at which a line breaks.
struct TextLine {
  std::size_t begin = 0, end = 0;
  double width = 0;
};

/// One line or two.
struct TextBlock {
  std::vector<TextLine> lines;
  double width = 0;  ///< of the widest
  double pitch = 0;  ///< from one base line to the next
};

TextBlock block_of(const LabelWish& wish) {
  TextBlock block{.lines = {}, .width = 0, .pitch = 1.05 * (wish.ascent + wish.descent)};
  const std::size_t letters = wish.advances.size(), second = wish.second_line;
  const bool broken = second > 1 && second < letters;
  block.lines.push_back({0, broken ? second - 1 : letters});
  if (broken) block.lines.push_back({second, letters});
  for (TextLine& line : block.lines) {
    for (std::size_t i = line.begin; i < line.end; ++i) line.width += wish.advances[i] + (i > line.begin ? wish.spacing : 0);
    block.width = std::max(block.width, line.width);
  }
  return block;
}

/// Upright text; `start` is where the base line of one line would begin. `align` −1: lines begin below each other, 0: their
/// middles, 1: their ends. `lift`: by how much of a line the first of two stands above `start`. A box around each line.
LabelPlacement upright(const LabelWish& wish, Spot start, int align = 0, double lift = 0.5) {
  const TextBlock block = block_of(wish);
  LabelPlacement placement;
  placement.letters.resize(wish.advances.size());
  double y = start.y - (block.lines.size() > 1 ? lift * block.pitch : 0);
  for (const TextLine& line : block.lines) {
    const double left = start.x + 0.5 * (align + 1) * (block.width - line.width);
    double x = left;
    for (std::size_t i = line.begin; i < line.end; ++i) {
      placement.letters[i] = {{x, y}};
      x += wish.advances[i] + wish.spacing;
    }
    if (line.end < placement.letters.size()) placement.letters[line.end] = {{x, y}};  // the space
    placement.boxes.push_back({.middle = {left + 0.5 * line.width, y + 0.5 * (wish.descent - wish.ascent)},
                               .half_width = 0.5 * line.width + wish.margin,
                               .half_height = 0.5 * (wish.ascent + wish.descent) + wish.margin});
    y += block.pitch;
  }
  return placement;
}

/// Letters along a line from `start` on. `turns` is the sum of the squares of turns from letter to letter; nothing where one is
/// too sharp.
struct Run {
  LabelPlacement placement;
  double turns = 0, slope = 0;
};
std::optional<Run> run_along(const LabelWish& wish, const LineWalk& walk, double start, double spacing, double off) {
  Run run;
  double at = start, before = 0;
  bool first = true;
  for (const double advance : wish.advances) {
    // A letter stands on the chord below it; narrow ones look a little farther, so as not to stagger.
    const double reach = 0.5 * std::max(advance, wish.x_height), middle = at + 0.5 * advance;
    const Spot from = walk.at(middle - reach), to = walk.at(middle + reach), way = to - from;
    const double length = distance(from, to);
    if (!(length > 0.3 * reach)) return std::nullopt;  // it turns back on itself
    const double c = way.x / length, s = way.y / length, angle = std::atan2(s, c);
    if (!first) {
      const double turn = std::remainder(angle - before, 2 * std::numbers::pi);
      if (std::abs(turn) > wish.sharpest) return std::nullopt;
      run.turns += turn * turn;
    }
    first = false;
    before = angle;
    run.slope += std::abs(s) * (std::abs(s) > 0.8 ? 1.5 : 1.0);
    const double down = off + 0.5 * wish.x_height;
    const Spot centre = walk.at(middle);
    const Spot base{centre.x - s * down, centre.y + c * down};
    run.placement.letters.push_back({{base.x - 0.5 * advance * c, base.y - 0.5 * advance * s}, c, s});
    if (advance > 0) {
      const double rise = 0.5 * (wish.descent - wish.ascent);
      run.placement.boxes.push_back({.middle = {base.x - s * rise, base.y + c * rise},
                                     .half_width = 0.5 * advance + wish.margin,
                                     .half_height = 0.5 * (wish.ascent + wish.descent) + wish.margin,
                                     .cosine = c,
                                     .sine = s});
    }
    at += advance + spacing;
  }
  run.slope /= static_cast<double>(wish.advances.size());
  return run;
}

bool reads_backwards(const Line& line) {
  const Spot way = line.back() - line.front();
  // Upright lines read upwards.
  return way.x < -0.05 * std::abs(way.y) || (std::abs(way.x) <= 0.05 * std::abs(way.y) && way.y > 0);
}

}  // namespace

LabelLayout::LabelLayout(Rect bounds, Nuisance nuisance) : bounds_(bounds), nuisance_(std::move(nuisance)) {}

void LabelLayout::block(const OrientedBox& box) {
  const auto number = static_cast<std::uint32_t>(boxes_.size());
  boxes_.push_back(box);
  for_each_tile(box.bounds(), [&](std::uint64_t key) { tiles_[key].push_back(number); });
}

bool LabelLayout::free(const OrientedBox& box) const {
  bool free = true;
  for_each_tile(box.bounds(), [&](std::uint64_t key) {
    const auto found = tiles_.find(key);
    if (!free || found == tiles_.end()) return;
    for (const std::uint32_t number : found->second)
      if (overlap(boxes_[number], box)) free = false;
  });
  return free;
}

bool LabelLayout::fits(const LabelPlacement& placement) const {
  return std::all_of(placement.boxes.begin(), placement.boxes.end(), [&](const OrientedBox& box) {
    const Rect bounds = box.bounds();
    return bounds.left >= bounds_.left && bounds.right <= bounds_.right && bounds.top >= bounds_.top &&
           bounds.bottom <= bounds_.bottom && free(box);
  });
}

void LabelLayout::offer(const LabelWish& wish, LabelPlacement placement, double cost) {
  if (best_ && cost >= best_->cost) return;
  if (!fits(placement)) return;
  if (nuisance_) {
    double sum = 0;
    for (const OrientedBox& box : placement.boxes) sum += nuisance_(box);
    const double mean = sum / static_cast<double>(placement.boxes.size());
    if (mean > wish.tolerance) return;
    cost += nuisance_weight * mean;
  }
  if (!best_ || cost < best_->cost) best_ = Candidate{std::move(placement), cost};
}

void LabelLayout::try_beside(const LabelWish& wish) {
  const double width = block_of(wish).width, gap = wish.symbol + wish.margin + 0.25 * wish.x_height;
  const double level = wish.at.y + 0.5 * wish.x_height, up = wish.at.y - 0.35 * wish.symbol - wish.descent * 0.3;
  const double down = wish.at.y + 0.35 * wish.symbol + wish.x_height;
  const double above = wish.at.y - wish.symbol - wish.margin - wish.descent,
               below = wish.at.y + wish.symbol + wish.margin + wish.ascent;
  const double right = wish.at.x + gap, left = wish.at.x - gap - width, middle = wish.at.x - 0.5 * width;
  struct Place {
    Spot start;
    double cost;
    int align = -1;
    double lift = 0.5;
  };
  // Right before left, above before below (Yoeli 1972).
  const Place places[] = {{{right, level}, 0},           {{right, up}, 0.08},          {{right, down}, 0.14},
                          {{left, level}, 0.3, 1},       {{left, up}, 0.36, 1},        {{left, down}, 0.4, 1},
                          {{middle, above}, 0.24, 0, 1}, {{middle, below}, 0.34, 0, 0}};
  for (const Place& place : places) {
    LabelPlacement placement = upright(wish, place.start, place.align, place.lift);
    if (wish.symbol > 0) placement.boxes.push_back({.middle = wish.at, .half_width = wish.symbol, .half_height = wish.symbol});
    offer(wish, std::move(placement), place.cost);
  }
}

void LabelLayout::try_over(const LabelWish& wish) {
  const double width = block_of(wish).width;
  constexpr int rings = 4, directions = 12;
  for (int ring = 0; ring <= (wish.stray > 0 ? rings : 0); ++ring)
    for (int k = 0; k < (ring == 0 ? 1 : directions); ++k) {
      const double angle = 2 * std::numbers::pi * k / directions, away = wish.stray * ring / rings;
      const Spot at{wish.at.x + away * std::cos(angle), wish.at.y + away * std::sin(angle)};
      offer(wish, upright(wish, {at.x - 0.5 * width, at.y + 0.5 * wish.x_height}), 0.9 * ring / rings);
    }
}

void LabelLayout::try_along(const LabelWish& wish, const Line& wished, double extra) {
  if (wished.size() < 2) return;
  Line line = wished;
  if (reads_backwards(line)) std::reverse(line.begin(), line.end());
  const LineWalk walk(std::move(line));
  const double letters = width_of(wish, 0), gaps = static_cast<double>(wish.advances.size() - 1);
  const double room = walk.length() * (1 + 2 * wish.overhang);
  const double wanted = gaps > 0 ? (wish.fill * walk.length() - letters) / gaps : 0;
  const double widest = std::clamp(wanted, wish.spacing, std::max(wish.spacing, wish.widest_spacing));
  // Spread as far as it may be, or closer together where that finds no room.
  for (const double share : {1.0, 0.6, 0.25, 0.0}) {
    const double spacing = wish.spacing + (widest - wish.spacing) * share, width = letters + gaps * spacing;
    if (width > room) continue;
    const double first = -wish.overhang * walk.length(), last = walk.length() * (1 + wish.overhang) - width;
    const double middle = 0.5 * (walk.length() - width), half = std::max(0.5 * (last - first), 1e-9);
    const int steps = std::clamp(static_cast<int>((last - first) / std::max(0.75 * wish.x_height, 2.0)), 0, 60);
    for (int k = 0; k <= steps; ++k) {
      const double start = steps == 0 ? middle : first + (last - first) * k / steps;
      for (const double side : {-1.0, 1.0, -1.5, 1.5}) {
        if (wish.off == 0 && side != -1) break;
        const double away = std::abs(start - middle) / half;
        const double least =
            extra + 0.5 * away * away + 0.4 * (1 - share) + (side > 0 ? 0.08 : 0.0) + (std::abs(side) > 1 ? 0.15 : 0.0);
        if (best_ && least >= best_->cost) continue;
        const std::optional<Run> run = run_along(wish, walk, start, spacing, side * wish.off);
        if (!run) continue;
        offer(wish, run->placement,
              least + 6 * run->turns / std::max(gaps, 1.0) + 1.5 * run->turns + 0.9 * run->slope * run->slope);
      }
    }
    if (widest <= wish.spacing) break;
  }
}

std::optional<LabelPlacement> LabelLayout::place(const LabelWish& wish) {
  best_.reset();
  if (wish.advances.empty()) return std::nullopt;
  switch (wish.where) {
    case LabelWish::Where::beside: try_beside(wish); break;
    case LabelWish::Where::over: try_over(wish); break;
    case LabelWish::Where::along:
      for (std::size_t i = 0; i < wish.lines.size(); ++i) try_along(wish, wish.lines[i], 0.15 * static_cast<double>(i));
      break;
  }
  if (!best_) return std::nullopt;
  LabelPlacement placement = std::move(best_->placement);
  best_.reset();
  for (const OrientedBox& box : placement.boxes) block(box);
  return placement;
}

}  // namespace craton::atlas
