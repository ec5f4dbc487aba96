// Bounded rounds of parallel dart throwing, after Luby 1986 ("A simple parallel algorithm for the maximal independent set
// problem") and Wei 2008 ("Parallel Poisson disk sampling"): in each round the candidates that outrank all others within the
// spacing stay. One round is a Matérn process of type II; three come near to what cannot hold one more. Distances are compared in
// whole units: there is no rounding that could differ from box to box.
#include "worlds/blue_points.h"

#include <algorithm>
#include <array>

#include <craton/base/floor_div.h>
#include <craton/base/hash.h>

namespace craton::terrain {
namespace {

constexpr int rounds = 3;
constexpr int neighbours = 2;  // cells to each side that can hold a candidate within the spacing
constexpr int margin = 2 * neighbours * rounds;
constexpr std::int64_t chunk_cells = 192;

/// Half of the spacing and a little, so that two cells to each side are enough.
std::int64_t cell_side(std::int64_t spacing) { return spacing / 2 + 1; }

enum class State : std::uint8_t { open, stays, gone };

/// The candidates of a rectangle of cells.
class Candidates {
 public:
  Candidates(Seed seed, std::int64_t spacing, std::int64_t first_x, std::int64_t first_y, std::int64_t width, std::int64_t height)
      : spacing_(spacing), width_(width), height_(height) {
    const std::int64_t side = cell_side(spacing);
    points_.reserve(static_cast<std::size_t>(width * height));
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x) {
        const std::int64_t cell_x = first_x + x, cell_y = first_y + y;
        const std::uint64_t lot = mix64(mix64(seed.value ^ mix64(static_cast<std::uint64_t>(cell_x) + 0x9e3779b97f4a7c15U)) +
                                        static_cast<std::uint64_t>(cell_y));
        const auto within = [&](std::uint64_t n) {
          return static_cast<std::int64_t>((lot_bits(lot, n) >> 32) * static_cast<std::uint64_t>(side) >> 32);
        };
        points_.push_back({{cell_x * side + within(0), cell_y * side + within(1)}, lot});
        ranks_.push_back(lot_bits(lot, 2));
      }
    states_.assign(points_.size(), State::open);
  }

  /// Cells at the rim know too little, two times `neighbours` more in each round.
  void thin() {
    for (int round = 0; round < rounds; ++round) {
      next_ = states_;
      each_inside([&](std::size_t i) {
        if (states_[i] == State::open && outranks_all(i)) next_[i] = State::stays;
      });
      states_ = next_;
      each_inside([&](std::size_t i) {
        if (states_[i] == State::open && crowded(i)) next_[i] = State::gone;
      });
      states_ = next_;
    }
  }

  /// Those of cells at least `margin` from the rim that stayed.
  template <class Take>
  void each_left(Take take) const {
    for (std::int64_t y = margin; y < height_ - margin; ++y)
      for (std::int64_t x = margin; x < width_ - margin; ++x)
        if (const auto i = static_cast<std::size_t>(y * width_ + x); states_[i] == State::stays) take(points_[i]);
  }

 private:
  template <class Visit>
  void each_inside(Visit visit) const {
    for (std::int64_t y = neighbours; y < height_ - neighbours; ++y)
      for (std::int64_t x = neighbours; x < width_ - neighbours; ++x) visit(static_cast<std::size_t>(y * width_ + x));
  }

  bool near(std::size_t a, std::size_t b) const {
    const std::int64_t x = points_[a].at.x - points_[b].at.x, y = points_[a].at.y - points_[b].at.y;
    return x * x + y * y < spacing_ * spacing_;
  }

  /// Whether any candidate around that is in a state and that `matters` is too near.
  template <class Matters>
  bool any_near(std::size_t i, State state, Matters matters) const {
    for (std::int64_t y = -neighbours; y <= neighbours; ++y)
      for (std::int64_t x = -neighbours; x <= neighbours; ++x) {
        const auto other = static_cast<std::size_t>(static_cast<std::int64_t>(i) + y * width_ + x);
        if (other != i && states_[other] == state && matters(other) && near(i, other)) return true;
      }
    return false;
  }

  bool outranks_all(std::size_t i) const {
    return !any_near(i, State::open, [&](std::size_t other) {
      return ranks_[other] > ranks_[i] || (ranks_[other] == ranks_[i] && points_[other] < points_[i]);
    });
  }

  bool crowded(std::size_t i) const {
    return any_near(i, State::stays, [](std::size_t) { return true; });
  }

  std::int64_t spacing_, width_, height_;
  std::vector<BluePoint> points_;
  std::vector<std::uint64_t> ranks_;
  std::vector<State> states_, next_;
};

}  // namespace

std::uint64_t lot_bits(std::uint64_t lot, std::uint64_t n) { return mix64(lot + (n + 1) * 0x9e3779b97f4a7c15U); }

double lot_share(std::uint64_t lot, std::uint64_t n) { return static_cast<double>(lot_bits(lot, n) >> 11) * 0x1p-53; }

void blue_points(Seed seed, std::int64_t spacing, const ScatterBox& box, std::vector<BluePoint>& to) {
  const std::int64_t side = cell_side(spacing);
  const auto inside = [&](Point2 at) {
    return at.x >= box.first.x && at.x < box.last.x && at.y >= box.first.y && at.y < box.last.y;
  };
  if (box.first.x >= box.last.x || box.first.y >= box.last.y) return;
  const std::int64_t x0 = floor_div(box.first.x, side), x1 = floor_div(box.last.x - 1, side) + 1;
  const std::int64_t y0 = floor_div(box.first.y, side), y1 = floor_div(box.last.y - 1, side) + 1;
  for (std::int64_t y = y0; y < y1; y += chunk_cells)
    for (std::int64_t x = x0; x < x1; x += chunk_cells) {
      const std::int64_t width = std::min(chunk_cells, x1 - x), height = std::min(chunk_cells, y1 - y);
      Candidates candidates(seed, spacing, x - margin, y - margin, width + 2 * margin, height + 2 * margin);
      candidates.thin();
      candidates.each_left([&](const BluePoint& point) {
        if (inside(point.at)) to.push_back(point);
      });
    }
}

}  // namespace craton::terrain
