#include "worlds/zoom_inflow.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <craton/stages/flow_router.h>

namespace craton::zoom {
namespace {

constexpr double tolerance = 0.05;  // of a river's water: less is not worth an inflow
constexpr std::int64_t beside = 2;  // samples in which a river's water may run beside its line
constexpr std::int64_t border = 1;  // samples: water comes in beside the border, not on it

/// The water of a region, and where it goes.
class Waters {
 public:
  Waters(const RegionGrid& grid, std::span<const float> heights, std::span<const Cell> receivers, std::vector<double> discharge)
      : grid_(grid),
        heights_(heights),
        receivers_(receivers),
        discharge_(std::move(discharge)),
        inflow_(grid.count(), 0.0F),
        expected_(grid.count(), 0.0F) {}

  /// Tells how much water a river has around a point.
  void expect(const RiverPoint& point) {
    const std::optional<Sample> at = sample_of(point);
    if (!at || point.lake) return;
    for (std::int64_t row = at->row - 1; row <= at->row + 1; ++row)
      for (std::int64_t column = at->column - 1; column <= at->column + 1; ++column) {
        float& expected = expected_[cell_of({column, row})];
        expected = std::max(expected, static_cast<float>(point.discharge));
      }
  }

  /// Brings a river's water up to what the planet has there. Where it comes into the region it gets all of it; on its way no more
  /// than is missing below too, so that bends stay dry that it has cut off; none in lakes, where water goes its own ways.
  void feed(const RiverPoint& point, bool comes_in) {
    const std::optional<Sample> at = sample_of(point);
    if (!at || !(point.discharge > 0) || (point.lake && !comes_in)) return;
    const Cell cell = cell_of(*at);
    double lacks = point.discharge - most_near(*at);
    if (!comes_in) lacks = std::min(lacks, room_below(cell));
    if (!(lacks > tolerance * point.discharge) || heights_[cell] < 0) return;
    inflow_[cell] += static_cast<float>(lacks);
    for (Cell down = cell;; down = receivers_[down]) {
      discharge_[down] += lacks;
      if (receivers_[down] == down) break;
    }
  }
  /// Whether a point lies in the region, and not on its border.
  bool holds(const RiverPoint& point) const { return sample_of(point).has_value(); }
  std::vector<float> take() { return std::move(inflow_); }

 private:
  struct Sample {
    std::int64_t column = 0, row = 0;
  };
  Cell cell_of(const Sample& at) const { return static_cast<Cell>(at.row) * grid_.samples + static_cast<Cell>(at.column); }
  std::optional<Sample> sample_of(const RiverPoint& point) const {
    const auto near = [&](double at, double first) {
      return static_cast<std::int64_t>(std::floor((at - first) / grid_.step + 0.5));
    };
    const Sample at{near(point.x, grid_.west), near(point.y, grid_.north)};
    const std::int64_t last = std::int64_t{grid_.samples} - 1 - border;
    if (at.column < border || at.row < border || at.column > last || at.row > last) return std::nullopt;
    return at;
  }
  /// How much more water all rivers on the way down from a cell can take.
  double room_below(Cell cell) const {
    double room = 1e30;
    for (Cell down = cell;; down = receivers_[down]) {
      if (expected_[down] > 0) room = std::min(room, (1 + tolerance) * double{expected_[down]} - discharge_[down]);
      if (receivers_[down] == down) return room;
    }
  }
  double most_near(const Sample& at) const {
    double most = 0;
    const std::int64_t last = std::int64_t{grid_.samples} - 1;
    for (std::int64_t row = std::max<std::int64_t>(at.row - beside, 0); row <= std::min(at.row + beside, last); ++row)
      for (std::int64_t column = std::max<std::int64_t>(at.column - beside, 0); column <= std::min(at.column + beside, last);
           ++column)
        most = std::max(most, discharge_[cell_of({column, row})]);
    return most;
  }

  const RegionGrid& grid_;
  std::span<const float> heights_;
  std::span<const Cell> receivers_;
  std::vector<double> discharge_;
  std::vector<float> inflow_, expected_;
};

}  // namespace

Result<std::vector<float>> inflow_of(const std::vector<RegionRiver>& rivers, std::span<const float> heights,
                                     std::span<const float> runoff, const RegionGrid& grid, const Execution& execution) {
  CRATON_TRY(const PlaneTile tile, PlaneTile::make({.x = grid.west,
                                                    .y = grid.north,
                                                    .step = grid.step,
                                                    .width = static_cast<int>(grid.samples),
                                                    .height = static_cast<int>(grid.samples)}));
  const Domain domain = tile;
  FlowRouter router(domain);
  CRATON_TRY(router.route(heights, {.sea_level = 0}, execution));
  std::vector<double> discharge(grid.count());
  for (std::size_t i = 0; i < discharge.size(); ++i)
    discharge[i] = heights[i] < 0 ? 0 : double{runoff[i]} * grid.step * grid.step;
  CRATON_TRY(router.accumulate(discharge));
  Waters waters(grid, heights, router.receivers(), std::move(discharge));
  for (const RegionRiver& river : rivers)
    for (const RiverPoint& point : river.line) waters.expect(point);
  // Rivers that run into others come after these in the list: their water must be known first.
  for (std::size_t river = rivers.size(); river-- > 0;) {
    const std::vector<RiverPoint>& line = rivers[river].line;
    for (std::size_t i = 0; i < line.size(); ++i) waters.feed(line[i], i == 0 || !waters.holds(line[i - 1]));
  }
  return waters.take();
}

}  // namespace craton::zoom
