// Rivers on endless land: a network that any part of the plane knows by itself (endless_trunks, endless_network), valleys around
// it (endless_valleys), and bends. After Génevaux et al. 2013 ("Terrain generation using procedural models based on hydrology")
// and Gaillard et al. 2019 ("Dendry").
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/noise_on.h"
#include "stages/water/endless/endless_plan.h"
#include "stages/water/endless/pieces_by_square.h"

namespace craton {
namespace {

using namespace endless;

/// Places are told to the kernel from the corner of a square of this side, wherever a tile begins: its bits are the same then.
constexpr std::int64_t frame = std::int64_t{1} << 23;
constexpr std::uint32_t block_side = 64;  // samples

/// Where blocks of samples along an axis begin, and where the last one ends.
std::vector<std::uint32_t> cuts(std::int64_t origin, std::int64_t step, std::uint32_t count, std::uint32_t side) {
  std::vector<std::uint32_t> list{0};
  const auto frame_of = [&](std::uint32_t i) { return floor_div(origin + step * i, frame); };
  for (std::uint32_t i = 1; i < count; ++i)
    if (i - list.back() == side || frame_of(i) != frame_of(i - 1)) list.push_back(i);
  list.push_back(count);
  return list;
}

/// The places of a block in the network's plane, from the corner of their frame.
struct Block {
  Point2 corner;
  std::size_t count = 0;
  AlignedArray<float, std::size_t{block_side} * block_side> x, y, height, river, distance, level;
};

/// Bounds on what a piece means to all places of a block.
struct Bounds {
  std::uint32_t piece;
  double least, most, lowest;
  bool river;  ///< it may be in the layers of rivers
};

class Filler {
 public:
  Filler(const Plan& plan, const std::vector<RiverPiece>& pieces, const Box& box)
      : plan_(plan), pieces_(pieces), grid_(pieces, box, 2 * plan.land.laws().finest) {}

  /// Pieces that can matter to places around a middle, none of them farther from it than `radius`; the others change no bit.
  void choose(const Block& block, std::vector<Bounds>& bounds, std::vector<ValleyPiece>& chosen) const {
    const auto [left, right] = std::minmax_element(block.x.data, block.x.data + block.count);
    const auto [top, bottom] = std::minmax_element(block.y.data, block.y.data + block.count);
    const double x = 0.5 * (static_cast<double>(*left) + static_cast<double>(*right));
    const double y = 0.5 * (static_cast<double>(*top) + static_cast<double>(*bottom));
    const double half_x = 0.5 * (static_cast<double>(*right) - static_cast<double>(*left));
    const double half_y = 0.5 * (static_cast<double>(*bottom) - static_cast<double>(*top));
    const double radius = std::sqrt(half_x * half_x + half_y * half_y) + 0.01;
    const auto units = [](double value) { return static_cast<std::int64_t>(std::floor(value * units_per_metre)); };
    const double reach = static_cast<double>(plan_.valleys.reach) + 1;
    const Point2 middle{block.corner.x + units(x), block.corner.y + units(y)};
    const Box near = Box{middle, middle}.grown(units(radius + reach));
    bounds.clear();
    double ceiling = 1e30, lowest = 1e30;
    grid_.touching(near, [&](std::uint32_t i) {
      const Bounds each = bounds_of(i, middle, radius);
      if (each.least > 1e29 && !each.river) return;
      bounds.push_back(each);
      ceiling = std::min(ceiling, each.most);
      lowest = std::min(lowest, each.lowest);
    });
    ceiling += std::max(static_cast<double>(plan_.valleys.smoothness), 0.3) * std::max(ceiling - lowest, 0.0) + 0.1;
    std::erase_if(bounds, [&](const Bounds& each) { return each.least > ceiling && !each.river; });
    const auto key = [&](const Bounds& each) { return pieces_[each.piece].key; };
    std::sort(bounds.begin(), bounds.end(), [&](const Bounds& a, const Bounds& b) { return key(a) < key(b); });
    bounds.erase(std::unique(bounds.begin(), bounds.end(), [](const Bounds& a, const Bounds& b) { return a.piece == b.piece; }),
                 bounds.end());
    chosen.clear();
    for (const Bounds& each : bounds) chosen.push_back(valley_piece(pieces_[each.piece], block.corner));
  }

 private:
  Bounds bounds_of(std::uint32_t i, Point2 middle, double radius) const {
    const RiverPiece& piece = pieces_[i];
    const ValleyLaws& laws = plan_.valleys;
    const double dx = metres(piece.to.x - piece.from.x), dy = metres(piece.to.y - piece.from.y);
    const double px = metres(middle.x - piece.from.x), py = metres(middle.y - piece.from.y);
    const double square = dx * dx + dy * dy;
    const double t = square > 0 ? std::clamp((px * dx + py * dy) / square, 0.0, 1.0) : 0;
    const double away = std::sqrt((px - t * dx) * (px - t * dx) + (py - t * dy) * (py - t * dy));
    const double near = std::max(away - radius, 0.0), far = away + radius;
    const double level = piece.level_at(t), change = std::abs(piece.slope) * radius;
    const double wide = std::max(piece.width_from, piece.width_to) * (1 + static_cast<double>(mouth_widening));
    const double narrow = std::min(piece.width_from, piece.width_to);
    const double hill = plan_.land.laws().hill_slope;
    const double gentle = hill * std::min(piece.rugged_from, piece.rugged_to),
                 steep = hill * std::max(piece.rugged_from, piece.rugged_to);
    const double floors[2] = {valley_floor(piece.width_from, piece.rugged_from), valley_floor(piece.width_to, piece.rugged_to)};
    const auto climb = [](double s, double floor) { return std::sqrt(s * s + floor * floor) - floor; };
    const auto rise = [&](double distance) {
      const double rest = std::max(distance - static_cast<double>(laws.far), 0.0);
      return rest * rest * static_cast<double>(laws.far_rise);
    };
    Bounds bounds{.piece = i, .least = 1e30, .most = 1e30, .lowest = 1e30, .river = false};
    bounds.river = near - 0.5 * wide <= static_cast<double>(laws.river_reach) &&
                   (static_cast<double>(laws.least_width) - wide) * static_cast<double>(laws.dry_away) <=
                       static_cast<double>(laws.river_reach) + wide;
    if (near > static_cast<double>(laws.reach)) return bounds;
    bounds.lowest = level - change - 7;
    bounds.least = bounds.lowest + gentle * climb(std::max(near - 0.5 * wide, 0.0), std::max(floors[0], floors[1])) + rise(near);
    if (far < static_cast<double>(laws.reach))
      bounds.most =
          level + change + 1 + steep * climb(std::max(far - 0.5 * narrow, 0.0), std::min(floors[0], floors[1])) + rise(far);
    return bounds;
  }

  ValleyPiece valley_piece(const RiverPiece& piece, Point2 corner) const {
    const auto local = [](std::int64_t units) { return static_cast<float>(metres(units)); };
    const auto single = [](double value) { return static_cast<float>(value); };
    const double hill = plan_.land.laws().hill_slope;
    const double floor_from = valley_floor(piece.width_from, piece.rugged_from),
                 floor_to = valley_floor(piece.width_to, piece.rugged_to);
    ValleyPiece valley{};
    valley.x = local(piece.from.x - corner.x);
    valley.y = local(piece.from.y - corner.y);
    valley.along_x = local(piece.to.x - piece.from.x);
    valley.along_y = local(piece.to.y - piece.from.y);
    valley.per_square = piece.is_lake() ? 0 : single(1 / (piece.length * piece.length));
    valley.length = single(piece.length);
    valley.level_to = single(piece.level_to);
    valley.slope = single(piece.slope);
    valley.own_floor = single(piece.floor);
    valley.side = single(hill * piece.rugged_from);
    valley.side_change = single(hill * (piece.rugged_to - piece.rugged_from));
    valley.floor = single(floor_from);
    valley.floor_change = single(floor_to - floor_from);
    valley.width = single(piece.width_from);
    valley.width_change = single(piece.width_to - piece.width_from);
    return valley;
  }

  const Plan& plan_;
  const std::vector<RiverPiece>& pieces_;
  PiecesBySquare grid_;
};

struct Layers {
  std::span<float> height, river, distance, level;
};

/// Where samples of a tile lie in the network's plane, by how far they are from their own place.
struct Bent {
  std::vector<float> x, y;
  Box box;  ///< holds them all
};

Bent bent(const Plan& plan, const Grid2& grid, const Execution& execution) {
  Bent bent{std::vector<float>(grid.sample_count()), std::vector<float>(grid.sample_count()), {}};
  (void)plan.bend_x.grid(grid, bent.x, execution);  // made for the plane: cannot fail
  (void)plan.bend_y.grid(grid, bent.y, execution);
  const auto extent = [&](std::vector<float>& bends, std::int64_t step_across, std::int64_t step_down) {
    double low = 1e30, high = -1e30;
    for (std::uint32_t row = 0; row < grid.height; ++row) {
      float* line = bends.data() + std::size_t{row} * grid.width;
      for (std::uint32_t column = 0; column < grid.width; ++column) {
        line[column] *= plan.bend;
        const double place = metres(step_down * row + step_across * column) + static_cast<double>(line[column]);
        low = std::min(low, place);
        high = std::max(high, place);
      }
    }
    const auto units = [](double value) { return static_cast<std::int64_t>(std::floor(value * units_per_metre)); };
    return std::pair(units(low) - units_per_metre, units(high) + units_per_metre);
  };
  const auto [left, right] = extent(bent.x, grid.step.x, 0);
  const auto [top, bottom] = extent(bent.y, 0, grid.step.y);
  bent.box = {{grid.origin.x + left, grid.origin.y + top}, {grid.origin.x + right, grid.origin.y + bottom}};
  return bent;
}

/// One row of blocks after the other.
Result<void> fill(const Plan& plan, const PlaneTile& tile, const Bent& bent, const std::vector<RiverPiece>& pieces,
                  const Box& box, const Layers& layers, const Execution& execution) {
  const Grid2 grid = noise_grid(tile);
  // Blocks no wider than half the distance of the smallest streams, if that is a vector's worth of samples.
  const std::int64_t wide = plan.land.laws().finest / 4 / tile.step();
  const auto side = static_cast<std::uint32_t>(std::clamp<std::int64_t>(wide, 8, block_side));
  const std::vector<std::uint32_t> columns = cuts(grid.origin.x, tile.step(), grid.width, side);
  const std::vector<std::uint32_t> rows = cuts(grid.origin.y, tile.step(), grid.height, side);
  const Filler filler(plan, pieces, box);
  return parallel_blocks(rows.size() - 1, 1, execution, [&](std::uint64_t index, std::uint64_t) {
    const std::uint32_t top = rows[index], count = rows[index + 1] - top;
    const auto block = std::make_unique<Block>();
    std::vector<Bounds> bounds;
    std::vector<ValleyPiece> chosen;
    AlignedVector<float> room;
    for (std::size_t c = 0; c + 1 < columns.size(); ++c) {
      const std::uint32_t left = columns[c], width = columns[c + 1] - left;
      const Point2 first{grid.origin.x + tile.step() * left, grid.origin.y + tile.step() * top};
      block->corner = {floor_div(first.x, frame) * frame, floor_div(first.y, frame) * frame};
      block->count = 0;
      for (std::uint32_t row = 0; row < count; ++row)
        for (std::uint32_t column = 0; column < width; ++column) {
          const std::size_t from = std::size_t{top + row} * grid.width + left + column;
          const auto place = [&](std::int64_t units) { return static_cast<float>(units) * (1.0F / units_per_metre); };
          block->x[block->count] = place(first.x + tile.step() * column - block->corner.x) + bent.x[from];
          block->y[block->count++] = place(first.y + tile.step() * row - block->corner.y) + bent.y[from];
        }
      filler.choose(*block, bounds, chosen);
      block->x.pad_from(block->count);
      block->y.pad_from(block->count);
      shape_valleys(plan.valleys, chosen, block->count, block->x.data, block->y.data, room,
                    {block->height.data, block->river.data, block->distance.data, block->level.data});
      for (std::uint32_t row = 0; row < count; ++row) {
        const std::size_t from = std::size_t{row} * width, to = std::size_t{top + row} * grid.width + left;
        const auto copy = [&](const auto& values, std::span<float> layer) {
          std::copy_n(values.data + from, width, layer.begin() + static_cast<std::ptrdiff_t>(to));
        };
        copy(block->height, layers.height);
        copy(block->river, layers.river);
        copy(block->distance, layers.distance);
        copy(block->level, layers.level);
      }
    }
  });
}

Error not_a_plane(const std::string& path) { return {ErrorCode::unsupported, path, "endless rivers run on planes alone"}; }

Result<void> run(const Params& params, StageContext& context) {
  const auto* tile = std::get_if<PlaneTile>(&context.domain());
  if (!tile) return not_a_plane(context.path);
  CRATON_TRY(const Plan plan, make_plan(params, context.seed, context.path));
  const Grid2 grid = noise_grid(*tile);
  const Bent bends = bent(plan, grid, context.execution);
  const Box box =
      bends.box.grown(static_cast<std::int64_t>(std::ceil(static_cast<double>(plan.valleys.reach))) * units_per_metre);
  const std::vector<RiverPiece> pieces = rivers_in(plan.land, plan.seed, box, context.execution);
  return fill(plan, *tile, bends, pieces, box, {params.layer, params.river, params.distance, params.level}, context.execution);
}

Result<void> check(const Params& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  if (domain.kind != "plane") return not_a_plane(path);
  const Result<Plan> plan = make_plan(params, Seed{}, path);
  if (!plan) return plan.error();
  return {};
}

}  // namespace

const StageEntry& endless_rivers_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "endless_rivers",
      .title = "Rivers on endless land",
      .doc = "Land made by its rivers, on a plane without end: trunks that follow a smooth relief down to the sea or to a lake, "
             "tributaries of tributaries, and the valleys of them all. Every part of it knows its rivers by itself.",
      .cite = "Horton 1945; Gabriel & Sokal 1969; Génevaux et al. 2013; Gaillard et al. 2019",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
