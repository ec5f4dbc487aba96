#include "picture/atlas/map_lines.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "picture/atlas/coast_distance.h"
#include "picture/atlas/contour_lines.h"
#include "picture/lake_shapes.h"
#include "picture/river_lines.h"

namespace craton::atlas {
namespace {

constexpr double tolerance = 0.22;  // pixels

RasterEdges edges_of(const FlatRasters& rasters, bool close) { return {rasters.ground.wrap_x, rasters.ground.wrap_y, close}; }

/// Adds a contour to a shape wherever the page shows it. Contours go around a border by themselves: copies are not wanted.
void add_contour(Shape& shape, const MapFrame& frame, const ContourLine& contour, bool areas) {
  Line page;
  page.reserve(contour.places.size());
  std::vector<Line> parts;
  if (frame.curved()) {
    parts = frame.page_lines(contour.places);
    // An area that is cut by the edge of a globe has no outline to fill.
    if (areas && (parts.size() != 1 || parts[0].size() != contour.places.size())) return;
  } else {
    for (const Spot flat : contour.places) page.push_back(*frame.page_of(flat));
    parts.push_back(std::move(page));
  }
  for (const Line& part : parts) {
    const bool closed = contour.closed && part.size() == contour.places.size();
    shape.add_line(simplified(part, tolerance), closed);
  }
}

/// Where a line begins and ends in water it is cut.
std::vector<std::pair<std::size_t, std::size_t>> parts_on_land(const Line& flat, const FlatRasters& rasters) {
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= flat.size(); ++i) {
    const bool land = i < flat.size() && !(rasters.heights[rasters.index(flat[i].x, flat[i].y)] < 0);
    if (land) continue;
    // One place at sea is kept, so that the line meets the coast.
    if (i > begin) parts.emplace_back(begin, std::min(i + 1, flat.size()));
    begin = i + 1;
  }
  return parts;
}

}  // namespace

MapInks map_inks(AtlasStyle style) {
  if (style == AtlasStyle::parchment)
    return {.coast = {{0x3c, 0x28, 0x17}, 0.95},
            .river = {{0x4d, 0x55, 0x55}, 0.9},
            .lake = {{0xc6, 0xc4, 0xab}, 1},
            .shore = {{0x41, 0x36, 0x27}, 0.9},
            .water_line = {{0x4a, 0x40, 0x2c}, 0.6},
            .coast_width = 1.5,
            .river_width = 0.7};
  return {.coast = {{0x3b, 0x66, 0x84}, 0.9},
          .river = {{0x35, 0x74, 0xa6}, 0.95},
          .lake = {{0xa9, 0xcb, 0xdd}, 1},
          .shore = {{0x35, 0x6d, 0x97}, 0.9},
          .water_line = {},
          .coast_width = 0.85,
          .river_width = 0.85};
}

Result<void> draw_water_lines(Drawing& drawing, const LineSources& from, const MapInks& inks, const Execution& execution) {
  const FlatRasters& rasters = *from.rasters;
  std::vector<float> away = rasters.coast;
  const int steps = 5;
  drawing.begin("water-lines", from.frame->outline());
  for (int k = 0; k < steps; ++k) {
    // Farther lines forget the small bends of the coast.
    CRATON_TRY(soften(away, rasters.size.width, std::max(1, static_cast<int>(std::lround((0.7 + 0.5 * k) * from.unit))),
                      rasters.ground, execution));
    const double distance = (2.6 + 3.0 * k + 0.35 * k * k) * from.unit / from.frame->pixels_per_flat();
    Shape shape;
    for (const ContourLine& contour :
         contour_lines(rasters.view(away), static_cast<float>(-distance), edges_of(rasters, false))) {
      if (length_of(contour.places) < 12 * from.unit) continue;
      add_contour(shape, *from.frame, contour, false);
    }
    drawing.stroke(std::move(shape),
                   {{inks.water_line.colour, inks.water_line.alpha * (1 - 0.17 * k)}, (0.85 - 0.09 * k) * from.unit});
  }
  drawing.end();
  return {};
}

void draw_coast(Drawing& drawing, const LineSources& from, const MapInks& inks) {
  Shape shape;
  const FlatRasters& rasters = *from.rasters;
  for (const ContourLine& contour : contour_lines(rasters.view(rasters.heights), 0, edges_of(rasters, false))) {
    if (contour.closed && length_of(contour.places) < 7 * from.unit / from.frame->pixels_per_flat()) continue;
    add_contour(shape, *from.frame, contour, false);
  }
  drawing.begin("coast", from.frame->outline());
  drawing.stroke(std::move(shape), {inks.coast, inks.coast_width * from.unit});
  drawing.end();
}

Result<void> draw_rivers(Drawing& drawing, const LineSources& from, const Domain& domain, const Waters& waters,
                         const MapInks& inks, BusyMap& busy, const Execution& execution) {
  if (!waters.rivers) return {};
  const MapFrame& frame = *from.frame;
  const double pixel = frame.metres_per_pixel() * frame.pixels_per_flat();
  const GridSize flat_size = frame.flat_size();
  CRATON_TRY(const std::vector<picture::RiverLine> lines,
             picture::river_lines(domain, waters, pixel, std::max(flat_size.width, flat_size.height), {}, execution));
  // Pieces of like width and strength are one shape: strokes that overlap in it are no darker.
  constexpr double width_step = 0.22;
  std::map<std::pair<int, int>, Shape> shapes;
  for (const picture::RiverLine& river : lines) {
    const Line flat = frame.flat_of(river.places);
    const int strength = static_cast<int>(std::lround(river.strength * 5));
    if (strength <= 0) continue;
    for (const auto& [begin, end] : parts_on_land(flat, *from.rasters)) {
      for (std::size_t i = begin; i + 1 < end;) {
        const auto level = [&](std::size_t k) { return static_cast<int>(std::lround(river.widths[k] / width_step)); };
        std::size_t last = i + 1;
        while (last + 1 < end && level(last) == level(i)) ++last;
        const Line piece(flat.begin() + static_cast<std::ptrdiff_t>(i), flat.begin() + static_cast<std::ptrdiff_t>(last) + 1);
        for (const Line& page : frame.page_lines(piece)) {
          shapes[{level(i), strength}].add_line(simplified(page, 0.15));
          if (strength >= 2) busy.add(page, river.widths[i] * frame.pixels_per_flat());
        }
        i = last;
      }
    }
  }
  drawing.begin("rivers", frame.outline());
  for (auto& [key, shape] : shapes) {
    const double width = std::max(key.first * width_step * frame.pixels_per_flat(), 0.35) * inks.river_width;
    drawing.stroke(std::move(shape), {{inks.river.colour, inks.river.alpha * key.second / 5.0}, width});
  }
  drawing.end();
  return {};
}

Result<void> draw_lakes(Drawing& drawing, const LineSources& from, const Domain& domain, const Waters& waters,
                        const MapInks& inks, const Execution& execution) {
  if (!waters.lake_depth) return {};
  const FlatRasters& rasters = *from.rasters;
  CRATON_TRY(const picture::LakeShapes lakes,
             picture::LakeShapes::make(domain, waters, rasters.size, Projection::equirectangular, {}, execution));
  if (!lakes.any()) return {};
  std::vector<float> cover(rasters.heights.size());
  for (std::uint32_t y = 0; y < rasters.size.height; ++y)
    for (std::uint32_t x = 0; x < rasters.size.width; ++x) cover[std::size_t{y} * rasters.size.width + x] = lakes.at(x, y).cover;
  Shape shape;
  for (const ContourLine& contour : contour_lines(rasters.view(cover), 0.5F, edges_of(rasters, true))) {
    if (contour.places.size() < 4) continue;
    add_contour(shape, *from.frame, contour, true);
  }
  drawing.begin("lakes", from.frame->outline());
  drawing.fill(shape, inks.lake);
  drawing.stroke(std::move(shape), {inks.shore, 0.75 * from.unit});
  drawing.end();
  return {};
}

}  // namespace craton::atlas
