#include "stages/relief/halved_lattice.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <craton/base/floor_div.h>

#include "base/lattice_hash.h"
#include "base/uint128.h"

namespace craton::relief {
namespace {

bool is_odd(std::int64_t line) { return (line & 1) != 0; }

/// Random numbers −1 … 1 of the points of a level.
class LevelRandom {
 public:
  LevelRandom(Seed seed, int level, const HalvedAxis& x, const HalvedAxis& y, const LatticePart& part)
      : first_x_(part.first_x), first_y_(part.first_y) {
    const Seed own{mix64(seed.value + static_cast<std::uint64_t>(level) * 0x9e3779b97f4a7c15U)};
    AxisKeys keys_x(own, 0), keys_y(own, 1);
    for (std::uint32_t i = 0; i < part.width; ++i) x_.push_back(keys_x(x.id(part.first_x + i, level)));
    for (std::uint32_t j = 0; j < part.height; ++j) y_.push_back(keys_y(y.id(part.first_y + j, level)));
  }
  float operator()(std::int64_t x, std::int64_t y) const {
    const AxisKey a = x_[static_cast<std::size_t>(x - first_x_)], b = y_[static_cast<std::size_t>(y - first_y_)];
    return static_cast<float>(static_cast<std::int32_t>(lattice_point_hash(a.low + b.low, a.high + b.high))) * 0x1p-31F;
  }

 private:
  std::int64_t first_x_, first_y_;
  std::vector<AxisKey> x_, y_;
};

/// `margin` lines wider on all sides than the part of half as many lines under `fine`.
LatticePart part_under(const LatticePart& fine, std::int64_t margin) {
  const auto range = [&](std::int64_t first, std::uint32_t count) {
    const std::int64_t low = floor_div(first, 2) - margin, high = floor_div(first + count - 1, 2) + 1 + margin;
    return std::pair(low, static_cast<std::uint32_t>(high - low + 1));
  };
  LatticePart part;
  std::tie(part.first_x, part.width) = range(fine.first_x, fine.width);
  std::tie(part.first_y, part.height) = range(fine.first_y, fine.height);
  return part;
}

void make_room(LatticePart& part) { part.values.assign(std::size_t{part.width} * part.height, 0.0F); }

}  // namespace

HalvedAxis::HalvedAxis(std::int64_t size, std::uint64_t period, int levels) : length_(size), levels_(levels) {
  if (period == 0) return;
  closed_ = true;
  length_ = static_cast<std::int64_t>(period);
  coarse_ = std::max<std::int64_t>(1, (2 * length_ + size) / (2 * size));
}

HalvedAxis::Place HalvedAxis::place(std::int64_t position) const {
  const std::int64_t turn = floor_div(position, length_);
  const auto rest = static_cast<uint128>(position - turn * length_), length = static_cast<uint128>(length_);
  const uint128 fine = (rest * static_cast<uint128>(coarse_)) << levels_;
  // Unsigned: at the far end of the axis numbers of lines may pass the largest one, which does no harm.
  const std::uint64_t before = static_cast<std::uint64_t>(turn) * (static_cast<std::uint64_t>(coarse_) << levels_);
  const auto cell = static_cast<std::int64_t>(static_cast<std::uint64_t>(fine / length) + before);
  return {cell,
          static_cast<float>(static_cast<double>(static_cast<std::uint64_t>(fine % length)) / static_cast<double>(length_))};
}

std::uint64_t HalvedAxis::id(std::int64_t line, int level) const {
  if (!closed_) return static_cast<std::uint64_t>(line);
  const std::int64_t lines = coarse_ << level;
  return static_cast<std::uint64_t>(wrapped(line, lines));
}

HalvedLattice::HalvedLattice(Seed seed, MidpointForm form, double roughness, int levels, HalvedAxis x, HalvedAxis y)
    : seed_(seed), form_(form), levels_(levels), x_(x), y_(y) {
  // A height differs from those it lies between by their distance to the power H, roughness = 2^-H: the middle of a square is
  // √2 farther from its corners than that of an edge from its ends.
  double amplitude = 1;
  for (int level = 0; level <= levels; ++level, amplitude *= roughness) {
    amplitude_.push_back(static_cast<float>(amplitude));
    middle_.push_back(static_cast<float>(roughness > 0 ? amplitude / std::sqrt(roughness) : 0));
  }
}

/// Diamonds and squares. Edges need the middles beside them, also those just outside of the part.
void HalvedLattice::refine(const LatticePart& coarse, int level, LatticePart& fine) const {
  LatticePart wide{fine.first_x - 1, fine.first_y - 1, fine.width + 2, fine.height + 2, {}};
  make_room(wide);
  const LevelRandom random(seed_, level, x_, y_, wide);
  const float on_edge = amplitude_[static_cast<std::size_t>(level)], in_middle = middle_[static_cast<std::size_t>(level)];
  const std::int64_t end_x = wide.first_x + wide.width, end_y = wide.first_y + wide.height;
  for (std::int64_t y = wide.first_y; y < end_y; ++y)
    for (std::int64_t x = wide.first_x; x < end_x; ++x) {
      if (is_odd(x) != is_odd(y)) continue;
      const std::int64_t west = floor_div(x, 2), north = floor_div(y, 2);
      const float here = coarse.at(west, north);
      wide.at(x, y) =
          !is_odd(x)
              ? here
              : ((here + coarse.at(west + 1, north)) + (coarse.at(west, north + 1) + coarse.at(west + 1, north + 1))) * 0.25F +
                    in_middle * random(x, y);
    }
  make_room(fine);
  for (std::int64_t y = fine.first_y; y < end_y - 1; ++y)
    for (std::int64_t x = fine.first_x; x < end_x - 1; ++x)
      fine.at(x, y) = is_odd(x) == is_odd(y)
                          ? wide.at(x, y)
                          : ((wide.at(x - 1, y) + wide.at(x + 1, y)) + (wide.at(x, y - 1) + wide.at(x, y + 1))) * 0.25F +
                                on_edge * random(x, y);
}

void HalvedLattice::refine_squares(const LatticePart& coarse, int level, LatticePart& fine) const {
  make_room(fine);
  const LevelRandom random(seed_, level, x_, y_, fine);
  const float amplitude = amplitude_[static_cast<std::size_t>(level)];
  for (std::int64_t y = fine.first_y; y < fine.first_y + fine.height; ++y) {
    const std::int64_t near_y = floor_div(y, 2), far_y = near_y + (is_odd(y) ? 1 : -1);
    for (std::int64_t x = fine.first_x; x < fine.first_x + fine.width; ++x) {
      const std::int64_t near_x = floor_div(x, 2), far_x = near_x + (is_odd(x) ? 1 : -1);
      const float near = 0.75F * coarse.at(near_x, near_y) + 0.25F * coarse.at(far_x, near_y);
      const float far = 0.75F * coarse.at(near_x, far_y) + 0.25F * coarse.at(far_x, far_y);
      fine.at(x, y) = (0.75F * near + 0.25F * far) + amplitude * random(x, y);
    }
  }
}

void HalvedLattice::fill(LatticePart& part) const {
  std::vector<LatticePart> level(static_cast<std::size_t>(levels_) + 1);
  level.back() = {part.first_x, part.first_y, part.width, part.height, {}};
  for (std::size_t k = level.size() - 1; k > 0; --k) level[k - 1] = part_under(level[k], 1);
  make_room(level[0]);
  const LevelRandom random(seed_, 0, x_, y_, level[0]);
  for (std::int64_t y = level[0].first_y; y < level[0].first_y + level[0].height; ++y)
    for (std::int64_t x = level[0].first_x; x < level[0].first_x + level[0].width; ++x) level[0].at(x, y) = random(x, y);
  for (std::size_t k = 1; k < level.size(); ++k) {
    if (form_ == MidpointForm::square)
      refine_squares(level[k - 1], static_cast<int>(k), level[k]);
    else
      refine(level[k - 1], static_cast<int>(k), level[k]);
    level[k - 1].values = {};
  }
  part.values = std::move(level.back().values);
}

float HalvedLattice::between(const LatticePart& part, const HalvedAxis::Place& x, const HalvedAxis::Place& y) const {
  const float f = x.fraction, g = y.fraction;
  if (form_ == MidpointForm::diamond_square) {
    const auto row = [&](std::int64_t line) { return part.at(x.cell, line) * (1 - f) + part.at(x.cell + 1, line) * f; };
    return row(y.cell) * (1 - g) + row(y.cell + 1) * g;
  }
  // Quadratic B-splines: the limit of halving without displacement (Chaikin 1974).
  const auto spline = [](float before, float here, float after, float t) {
    return (before * (0.5F * (1 - t) * (1 - t)) + here * (0.5F + t * (1 - t))) + after * (0.5F * t * t);
  };
  const auto row = [&](std::int64_t line) {
    return spline(part.at(x.cell - 1, line), part.at(x.cell, line), part.at(x.cell + 1, line), f);
  };
  return spline(row(y.cell - 1), row(y.cell), row(y.cell + 1), g);
}

}  // namespace craton::relief
