// Everything is computed in double from the distance to the brush, which is exact, and rounded once: the same bits at any place,
// in any window and at any level.
#include "worlds/brush.h"

#include "base/smooth_step.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace craton::terrain {
namespace {

constexpr double metres_per_unit = 1.0 / units_per_metre;

double metres_between(std::int64_t from, std::int64_t to) { return static_cast<double>(to - from) * metres_per_unit; }

/// Cubic B-spline: positive, so that it never leaves the range of its nodes, and without creases.
std::array<double, 4> spline_weights(double t) {
  const double s = 1 - t;
  return {s * s * s / 6, (3 * t * t * t - 6 * t * t + 4) / 6, (3 * s * s * s - 6 * s * s + 4) / 6, t * t * t / 6};
}

/// The four nodes around a place on an axis, the outermost ones repeated, and their weights.
struct AxisNodes {
  std::array<std::uint32_t, 4> node;
  std::array<double, 4> weight;
};

AxisNodes nodes_at(double metres, double node_step, std::uint32_t count) {
  const double place = metres / node_step + 0.5 * (count - 1), low = std::floor(place);
  AxisNodes result{{}, spline_weights(place - low)};
  const double last = count - 1;
  for (int i = 0; i < 4; ++i)
    result.node[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(std::clamp(low + (i - 1), 0.0, last));
  return result;
}

double spline_at(const TerrainEdit& edit, const AxisNodes& x, const AxisNodes& y) {
  double sum = 0;
  for (std::size_t row = 0; row < 4; ++row) {
    const float* nodes = edit.nodes.data() + std::size_t{y.node[row]} * edit.columns;
    const double line = (x.weight[0] * nodes[x.node[0]] + x.weight[1] * nodes[x.node[1]]) +
                        (x.weight[2] * nodes[x.node[2]] + x.weight[3] * nodes[x.node[3]]);
    sum += y.weight[row] * line;
  }
  return sum;
}

double moved_height(const TerrainEdit& edit, double height, double weight, double x, const AxisNodes& y_nodes) {
  switch (edit.tool) {
    case BrushTool::raise: return height + weight * edit.amount;
    case BrushTool::lower: return height - weight * edit.amount;
    case BrushTool::flatten: return height + weight * (edit.amount - height);
    case BrushTool::smooth:
      return height + weight * (spline_at(edit, nodes_at(x, edit.node_step_x, edit.columns), y_nodes) - height);
    case BrushTool::stamp:
      return height + weight * edit.amount * spline_at(edit, nodes_at(x, edit.node_step_x, edit.columns), y_nodes);
    case BrushTool::paint: break;
  }
  return height;
}

/// Calls visit(cell, x, y, weight) for all samples that the brush touches; x and y in metres from its middle.
template <class Visit>
void for_each_touched(const TerrainEdit& edit, const SampleSpan& span, const PlaneTile& tile, Visit visit) {
  const std::int64_t first_x = tile.origin().x - std::int64_t{tile.halo()} * tile.step();
  const std::int64_t first_y = tile.origin().y - std::int64_t{tile.halo()} * tile.step();
  for (std::uint32_t row = span.row0; row < span.row1; ++row) {
    const double y = metres_between(edit.at.y, first_y + row * tile.step());
    for (std::uint32_t column = span.column0; column < span.column1; ++column) {
      const double x = metres_between(edit.at.x, first_x + column * tile.step());
      const double weight = brush_weight(edit, x * x + y * y);
      if (weight > 0) visit(row * tile.stored_width() + column, x, y, weight);
    }
  }
}

/// Rivers keep their beds and banks, for no edit moves their water: beside a bank an edit does nothing, and the farther it
/// changes the ground the farther away it has all of its effect, so that the way down to the river is no cliff.
class RiverBanks {
 public:
  explicit RiverBanks(const Surface& surface) {
    const auto numbers = [&](std::string_view name) {
      const Layer* layer = surface.layer(name);
      return layer && layer->type() == LayerType::number ? layer->numbers() : std::span<const float>{};
    };
    distances_ = numbers("river_distance");
    lakes_ = numbers("lake_depth");
  }

  double kept(Cell cell, double before, double after) const {
    if (!lakes_.empty() && lakes_[cell] > 0) return before;
    if (distances_.empty()) return after;
    constexpr double shoulder = 2, narrowest = 8, widest = 60;  // metres; the stage knows banks from farther away than that
    const double away = double{distances_[cell]} - shoulder, change = after - before;
    if (!(away > 0)) return before;
    const double width = std::clamp(2 * std::abs(change), narrowest, widest);
    return before + change * smooth_step(0.0, width, away);
  }

 private:
  std::span<const float> distances_, lakes_;
};

void move_heights(const TerrainEdit& edit, const SampleSpan& span, const PlaneTile& tile, const RiverBanks& rivers,
                  std::span<float> heights) {
  const bool splines = edit.tool == BrushTool::smooth || edit.tool == BrushTool::stamp;
  AxisNodes y_nodes{};
  double y_of_nodes = 0;
  bool known = false;
  for_each_touched(edit, span, tile, [&](Cell cell, double x, double y, double weight) {
    if (splines && (!known || y != y_of_nodes)) {
      y_nodes = nodes_at(y, edit.node_step_y, edit.rows);
      y_of_nodes = y;
      known = true;
    }
    const double before{heights[cell]};
    heights[cell] = static_cast<float>(rivers.kept(cell, before, moved_height(edit, before, weight, x, y_nodes)));
  });
}

void paint(const TerrainEdit& edit, const SampleSpan& span, const PlaneTile& tile, Layer& biomes) {
  const std::vector<std::string>& names = biomes.info().categories;
  const auto found = std::find(names.begin(), names.end(), edit.biome);
  if (found == names.end()) return;
  const auto biome = static_cast<std::uint8_t>(found - names.begin());
  const std::span<std::uint8_t> values = biomes.categories();
  // A biome is there or not: half of the weight decides.
  for_each_touched(edit, span, tile, [&](Cell cell, double, double, double weight) {
    if (weight >= 0.5) values[cell] = biome;
  });
}

/// Of an axis: how many of the samples first, first + step, … lie before `place`.
std::uint32_t samples_before(std::int64_t first, std::int64_t step, std::uint32_t count, std::int64_t place) {
  if (place <= first) return 0;
  // Half the range of 64 bits is no distance that a window has.
  const auto distance = static_cast<std::uint64_t>(place) - static_cast<std::uint64_t>(first);
  const std::uint64_t before = (distance - 1) / static_cast<std::uint64_t>(step) + 1;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(before, count));
}

}  // namespace

EditSquare square_of(const TerrainEdit& edit) {
  // One unit more than the radius: rounding leaves nothing out.
  const auto reach = static_cast<std::int64_t>(edit.radius * units_per_metre) + 1;
  static constexpr std::int64_t end = std::int64_t{1} << 62;
  const auto cut = [](std::int64_t place) { return std::clamp(place, -end, end); };
  const Point2 at{cut(edit.at.x), cut(edit.at.y)};
  return {{cut(at.x - reach), cut(at.y - reach)}, {cut(at.x + reach), cut(at.y + reach)}};
}

SampleSpan samples_in(const PlaneTile& tile, const EditSquare& square) {
  const std::int64_t around = std::int64_t{tile.halo()} * tile.step();
  const std::int64_t x = tile.origin().x - around, y = tile.origin().y - around;
  return {samples_before(x, tile.step(), tile.stored_width(), square.first.x),
          samples_before(y, tile.step(), tile.stored_height(), square.first.y),
          samples_before(x, tile.step(), tile.stored_width(), square.last.x + 1),
          samples_before(y, tile.step(), tile.stored_height(), square.last.y + 1)};
}

double brush_weight(const TerrainEdit& edit, double distance_squared) {
  if (!(distance_squared < edit.radius * edit.radius)) return 0;
  const double inside = edit.radius - std::sqrt(distance_squared), fade = edit.radius * edit.falloff;
  if (inside >= fade) return edit.strength;
  return edit.strength * smooth_rise(inside / fade);
}

void apply_edit(const TerrainEdit& edit, const SampleSpan& span, const PlaneTile& tile, Surface& surface) {
  if (edit.tool == BrushTool::paint) {
    if (Layer* biomes = surface.layer("biome"); biomes && biomes->type() == LayerType::category) paint(edit, span, tile, *biomes);
    return;
  }
  if (Layer* height = surface.layer("height"); height && height->type() == LayerType::number)
    move_heights(edit, span, tile, RiverBanks(surface), height->numbers());
}

}  // namespace craton::terrain
