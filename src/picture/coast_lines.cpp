#include <craton/picture/coast_lines.h>

#include <algorithm>
#include <cmath>

#include "picture/atlas/contour_lines.h"

namespace craton {
namespace {

/// Where the numbers of a layer pass through `level`; `up` tells the height of the line at a place between samples.
template <class Up>
std::vector<CoastLine> lines_of(const PlaneTile& tile, const Layer& layer, float level, Up up) {
  const FloatView view{layer.numbers(), tile.stored_width(), tile.stored_height()};
  const double step = tile.spacing();
  const Point2 first = tile.position(0);
  const double west = metres_from_units(first.x), north = metres_from_units(first.y);
  std::vector<CoastLine> lines;
  for (const atlas::ContourLine& each : atlas::contour_lines(view, level)) {
    CoastLine line{.places = {}, .closed = each.closed};
    // The raster goes on beyond its edges as it is there: those parts are not known.
    for (const atlas::Spot& spot : each.places) {
      const double x = spot.x - 0.5, y = spot.y - 0.5;
      if (x < 0 || y < 0 || x > view.width - 1.0 || y > view.height - 1.0) continue;
      line.places.push_back({west + x * step, north + y * step, up(x, y)});
    }
    if (line.places.size() > 1) lines.push_back(std::move(line));
  }
  return lines;
}

Result<const PlaneTile*> window_of(const Surface& surface) {
  const auto* tile = std::get_if<PlaneTile>(&surface.domain());
  if (!tile) return Error{ErrorCode::unsupported, "surface", "coasts are traced in windows of a plane"};
  return tile;
}

}  // namespace

Result<std::vector<CoastLine>> coast_lines(const Surface& surface, const std::string& height) {
  CRATON_TRY(const PlaneTile* tile, window_of(surface));
  const Layer* heights = surface.layer(height);
  if (!heights || heights->type() != LayerType::number)
    return Error{ErrorCode::unknown_name, "surface", "there is no layer of numbers called \"" + height + "\""};
  return lines_of(*tile, *heights, 0, [](double, double) { return 0.0; });
}

Result<std::vector<CoastLine>> lake_lines(const Surface& surface) {
  CRATON_TRY(const PlaneTile* tile, window_of(surface));
  const Layer *depths = surface.layer("lake_depth"), *heights = surface.layer("height");
  if (!depths || depths->type() != LayerType::number || !heights || heights->type() != LayerType::number)
    return std::vector<CoastLine>{};
  constexpr float shore = 0.02F;  // metres of water
  // The level of a lake is the same everywhere: that of the wettest sample beside the line.
  const auto level = [&](double x, double y) {
    const std::uint32_t width = tile->stored_width();
    const auto left = static_cast<std::uint32_t>(std::floor(x)), top = static_cast<std::uint32_t>(std::floor(y));
    std::size_t best = std::size_t{top} * width + left;
    for (const std::uint32_t row : {top, std::min(top + 1, tile->stored_height() - 1)})
      for (const std::uint32_t column : {left, std::min(left + 1, width - 1)})
        if (const std::size_t i = std::size_t{row} * width + column; depths->numbers()[i] > depths->numbers()[best]) best = i;
    return double{heights->numbers()[best]} + double{depths->numbers()[best]};
  };
  return lines_of(*tile, *depths, shore, level);
}

}  // namespace craton
