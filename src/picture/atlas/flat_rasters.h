#pragma once

#include <optional>
#include <span>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/ground.h>
#include <craton/picture/image.h>
#include <craton/surface/surface.h>

namespace craton::atlas {

/// Layers of numbers as flat maps of this size (map_frame.h): means where several cells share a pixel, smooth between cells where
/// a cell has several pixels (Catmull & Rom 1974, but never beyond the cells around), so that light on posters shows no facets.
Result<std::vector<std::vector<float>>> flat_rasters_of(const Domain& domain, std::span<const Layer* const> layers, GridSize size,
                                                        const Execution& execution);

/// What a map is painted from, all of one size. What the world does not know is empty.
struct FlatRasters {
  GridSize size;
  Ground ground;
  std::vector<float> heights;
  std::vector<float> temperature, warmest, rain;
  std::vector<float> coast;  ///< pixels to the coast, below 0 at sea, at most coast_reach

  FloatView view(const std::vector<float>& values) const { return {values, size.width, size.height}; }
  bool climate() const { return !temperature.empty() && !rain.empty(); }
  std::size_t index(double x, double y) const;  ///< of the sample at a flat place; edges wrap or clamp
};

/// `unit`: pixels that a page of the usual size has 1 of: how far coasts reach, how soft climates are.
Result<FlatRasters> flat_rasters(const Surface& surface, const Layer& heights, GridSize size, double unit,
                                 const Execution& execution);

constexpr double coast_reach = 60;  // units

}  // namespace craton::atlas
