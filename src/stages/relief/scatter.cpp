#include "stages/relief/scatter.h"

#include <algorithm>
#include <cmath>

#include <craton/base/floor_div.h>
#include <craton/base/math.h>

#include "base/uint128.h"

namespace craton::relief {
namespace {

constexpr double widest_cell = 0x1p40;  // units

std::int64_t nearest_unit(double units) { return static_cast<std::int64_t>(std::floor(units + 0.5)); }

}  // namespace

Box Box::grown(double metres) const {
  const auto by = static_cast<std::int64_t>(std::ceil(metres * units_per_metre)) + 1;
  Box box = *this;
  for (std::size_t a = 0; a < 3; ++a) {
    box.low[a] -= by;
    box.high[a] += by;
  }
  return box;
}

LatticeAxis::LatticeAxis(double metres, std::uint64_t period) : period_(static_cast<std::int64_t>(period)) {
  const double wanted = std::clamp(metres * units_per_metre, 1.0, widest_cell);
  width_ = nearest_unit(wanted);
  if (period != 0) cells_ = std::max<std::int64_t>(1, nearest_unit(static_cast<double>(period) / wanted));
}

std::int64_t LatticeAxis::cell_of(std::int64_t position) const {
  if (period_ == 0) return floor_div(position, width_);
  const std::int64_t turn = floor_div(position, period_);
  const auto rest = static_cast<uint128>(position - turn * period_);
  // The last cell m with floor(m · period / cells) ≤ rest.
  const uint128 cell = ((rest + 1) * static_cast<uint128>(cells_) - 1) / static_cast<uint128>(period_);
  return turn * cells_ + static_cast<std::int64_t>(cell);
}

std::int64_t LatticeAxis::start(std::int64_t cell) const {
  if (period_ == 0) return cell * width_;
  const std::int64_t turn = floor_div(cell, cells_);
  const auto rest = static_cast<uint128>(cell - turn * cells_);
  return turn * period_ + static_cast<std::int64_t>(rest * static_cast<uint128>(period_) / static_cast<uint128>(cells_));
}

std::uint64_t LatticeAxis::id(std::int64_t cell) const {
  if (period_ == 0) return static_cast<std::uint64_t>(cell);
  return static_cast<std::uint64_t>(wrapped(cell, cells_));
}

std::int64_t LatticeAxis::random_unit(std::int64_t cell, std::uint64_t random) const {
  const std::int64_t from = start(cell), width = start(cell + 1) - from;
  return from + static_cast<std::int64_t>(high_word(wide_product(random, static_cast<std::uint64_t>(width))));
}

double LatticeAxis::mean_width() const {
  const double units = period_ == 0 ? static_cast<double>(width_) : static_cast<double>(period_) / static_cast<double>(cells_);
  return units / units_per_metre;
}

Scatter::Scatter(const Domain& domain, Seed seed, double per_square_metre) : seed_(seed) {
  double width = 1 / std::sqrt(per_square_metre), mean = 0;
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    // The shell's volume is 4π (R² w + w³ / 12).
    width = std::min(width, sphere->radius());
    axis_.fill(LatticeAxis(width, 0));
    width = axis_[0].mean_width();
    const double curved = width / sphere->radius();
    mean = per_square_metre * width * width / (1 + curved * curved / 12);
    radius_ = sphere->radius() * units_per_metre;
    half_shell_ = width * units_per_metre / 2;
  } else {
    std::array<std::uint64_t, 2> period{};
    if (const auto* torus = std::get_if<Torus>(&domain)) period = torus->period();
    axis_ = {LatticeAxis(width, period[0]), LatticeAxis(width, period[1]), LatticeAxis(1, 0)};
    mean = per_square_metre * axis_[0].mean_width() * axis_[1].mean_width();
  }
  // The probabilities of 0, 1, 2, … points in a cell.
  double exactly = math::exp(-mean), at_most = exactly;
  for (std::size_t k = 0; k < most_in_a_cell; ++k) {
    at_least_[k] = static_cast<std::uint64_t>(std::max(0.0, 1 - at_most) * 0x1p53);
    exactly = exactly * mean / static_cast<double>(k + 1);
    at_most += exactly;
  }
}

bool Scatter::misses_the_shell(const std::array<std::int64_t, 3>& cell) const {
  double nearest = 0, farthest = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    const auto low = static_cast<double>(axis_[a].start(cell[a])), high = static_cast<double>(axis_[a].start(cell[a] + 1));
    const double near = low > 0 ? low : high < 0 ? -high : 0, far = std::max(std::abs(low), std::abs(high));
    nearest += near * near;
    farthest += far * far;
  }
  const double inner = radius_ - half_shell_, outer = radius_ + half_shell_;
  return farthest < inner * inner || nearest > outer * outer;
}

bool Scatter::onto_the_sphere(std::array<std::int64_t, 3>& place) const {
  double squares = 0;
  for (const std::int64_t along : place) squares += static_cast<double>(along) * static_cast<double>(along);
  const double distance = std::sqrt(squares);
  if (distance == 0 || distance < radius_ - half_shell_ || distance >= radius_ + half_shell_) return false;
  for (std::int64_t& along : place) along = nearest_unit(static_cast<double>(along) * (radius_ / distance));
  return true;
}

void Scatter::add_cell(const std::array<std::int64_t, 3>& cell, const Box& box, std::vector<ScatterPoint>& points) const {
  Dice dice(cell_random(seed_, axis_[0].id(cell[0]), axis_[1].id(cell[1]), axis_[2].id(cell[2])));
  const std::uint64_t chance = dice.bits() >> 11;
  for (std::size_t k = 0; k < most_in_a_cell && chance < at_least_[k]; ++k) {
    std::array<std::int64_t, 3> place{};
    for (std::size_t a = 0; a < (radius_ == 0 ? 2u : 3u); ++a) { place[a] = axis_[a].random_unit(cell[a], dice.bits()); }
    const std::uint64_t random = dice.bits();
    if (radius_ != 0 && !onto_the_sphere(place)) continue;
    bool inside = true;
    for (std::size_t a = 0; a < 3; ++a) inside = inside && place[a] >= box.low[a] && place[a] <= box.high[a];
    if (inside) points.push_back({{place[0], place[1], place[2]}, random});
  }
}

void Scatter::collect(const Box& box, std::vector<ScatterPoint>& points) const {
  // Points are moved onto a sphere by half a shell at most.
  const Box around = radius_ == 0 ? box : box.grown(half_shell_ / units_per_metre);
  std::array<std::int64_t, 3> first{}, last{}, cell{};
  for (std::size_t a = 0; a < (radius_ == 0 ? 2u : 3u); ++a) {
    first[a] = axis_[a].cell_of(around.low[a]);
    last[a] = axis_[a].cell_of(around.high[a]);
  }
  for (cell[2] = first[2]; cell[2] <= last[2]; ++cell[2])
    for (cell[1] = first[1]; cell[1] <= last[1]; ++cell[1])
      for (cell[0] = first[0]; cell[0] <= last[0]; ++cell[0])
        if (radius_ == 0 || !misses_the_shell(cell)) add_cell(cell, box, points);
}

}  // namespace craton::relief
