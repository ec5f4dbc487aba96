#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>
#include <craton/surface/field.h>

namespace craton {

struct FlowGraph;  // of Craton itself

/// How high water stands in each cell's hollow; see FlowRouter::level.
struct FlowLevels {
  const std::uint32_t* basin = nullptr;  ///< of each cell
  const float* level = nullptr;          ///< of each basin
  float operator[](Cell cell) const { return level[basin[cell]]; }
};

/// Where water may end, beside the borders of maps that have borders: in the sea and in lakes that are declared. Where there is
/// no end at all it ends in the lowest cell.
struct WaterEnds {
  float sea_level = 0;  ///< ground below it is sea
  Field lakes = 0.0;    ///< cells with more than 0 are lakes without an outlet
};

/// Routes water down the steepest link of each cell, and out of every hollow over its lowest rim, on any domain: local minima are
/// the roots of basins, basins are joined over their lowest passes (a minimum spanning tree from the ends of water), and in each
/// basin the way from the pass down to the pit is turned round (Cordonnier, Bovy & Braun 2019). So all water reaches an end, runs
/// along the floor of lakes, and the levels are those of a priority flood. Equal heights: flats drain to their nearest way out;
/// of equally steep links the first counts.
///
/// None of it throws. A router keeps its memory (about 20 bytes a cell) from one ground to the next.
///
///     FlowRouter router(domain);
///     CRATON_TRY(router.route(heights, {.sea_level = 0}, execution));
///     std::vector<float> areas(heights.size());
///     CRATON_TRY(router.catchments(areas, execution));                    // m² that drain through each cell
///     for (Cell cell = source; router.receivers()[cell] != cell; cell = router.receivers()[cell]) …      // down to the sea
class CRATON_API FlowRouter {
 public:
  explicit FlowRouter(const Domain& domain);
  ~FlowRouter();
  FlowRouter(FlowRouter&&) noexcept;

  /// An error (with the path "") where a height is no finite number, and where there is not one for each cell. All else that a
  /// router tells is about the last ground: before there is any, receivers and order are empty and the rest is refused.
  Result<void> route(std::span<const float> heights, const WaterEnds& ends, const Execution& execution);

  /// The cell that each cell's water goes to, itself where it ends.
  std::span<const Cell> receivers() const;
  /// Every cell once, before its receiver.
  std::span<const Cell> order() const;
  const FlowGraph& graph() const;
  FlowGraph take_graph();  // after that only levels are known, until the next ground
  /// How high water stands in the hollow of a cell of the last ground before it leaves; lower than any ground (−∞) where water
  /// just runs on to an end.
  float level(Cell cell) const;
  /// The same for loops over many cells; not before a ground was routed, and until the next one is.
  FlowLevels levels() const;
  /// The area that drains through each cell, its own included, in m². It is exact to the last digits of a float.
  Result<void> catchments(std::span<float> areas, const Execution& execution) const;
  /// Adds the values of all cells upstream to each cell's own: rain becomes discharge.
  Result<void> accumulate(std::span<double> values) const;
  /// Raises what lies below its level.
  Result<void> fill(std::span<float> heights, const Execution& execution) const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace craton
