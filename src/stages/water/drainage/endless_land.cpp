// Endless land: continents by plates (large_land), rivers by a drainage quadtree (refined), the ground around them
// (valley_ground).
#include "stages/water/drainage/endless_land.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <vector>

#include "base/parallel.h"
#include "stages/all_stages.h"
#include "stages/noise_on.h"

namespace craton {

template <>
std::span<const ParamInfo> params_of<drainage::Params>() {
  using P = drainage::Params;
  static const std::vector<ParamInfo> list = [] {
    std::vector<ParamInfo> all{
        filled_layer_param<&P::layer>("layer", "Where the ground goes.", "m"),
        filled_result_param<&P::river>("river", "Width of the nearest river; 0 where none is near.", "m"),
        filled_result_param<&P::distance>("river_distance", "To its bank; negative on the water.", "m"),
        filled_result_param<&P::level>("river_level", "Height of its water; where none is near, of the ground.", "m"),
        filled_result_param<&P::rugged>("rugged", "0: plains … 1: alpine.", ""),
        filled_result_param<&P::rain>("rain", "In a year.", "cm"),
        filled_result_param<&P::temperature>("temperature", "Mean of the year.", "°C"),
    };
    for (ParamInfo info : params_of<LargeLandParams>()) all.push_back(info);
    all.push_back(
        number_param<&P::steepness>("steepness", 0.05, 2, "m/m", "Slope of the sides of the smallest valleys in mountains."));
    all.push_back(number_param<&P::roundness>("roundness", 0, 1, "", "How much of ridges is rounded off."));
    all.push_back(number_param<&P::wander>("wander", 0, 0.45, "", "How much rivers wander, in cells of their network."));
    all.push_back(
        number_param<&P::width>("width", 0.1, 100, "m", "Of a river of one cubic metre a second; others by the root of that."));
    return all;
  }();
  return list;
}

namespace {

using namespace drainage;

constexpr std::uint32_t largest_block = 32;  // samples
constexpr double lapse = 0.0065;             // °C a metre

/// Places are told to the kernel from the corner of a square of this side, wherever a tile begins: its bits are the same then.
std::int64_t frame_for(std::int64_t step) {
  std::int64_t frame = std::int64_t{1} << 22;
  while (frame < 32 * step) frame *= 2;
  return frame;
}

/// Where blocks of samples along an axis begin, and where the last one ends.
std::vector<std::uint32_t> cuts(std::int64_t origin, std::int64_t step, std::uint32_t count, std::uint32_t side,
                                std::int64_t frame) {
  std::vector<std::uint32_t> list{0};
  const auto frame_of = [&](std::uint32_t i) { return floor_div(origin + step * i, frame); };
  for (std::uint32_t i = 1; i < count; ++i)
    if (i - list.back() == side || frame_of(i) != frame_of(i - 1)) list.push_back(i);
  list.push_back(count);
  return list;
}

struct Block {
  Point2 corner;  ///< of its frame
  std::uint32_t left = 0, top = 0, width = 0, height = 0;
  std::size_t count = 0;
  AlignedArray<float, std::size_t{largest_block} * largest_block> x, y, land, river, distance, level, stream;
};

/// Bounds on what a stream means to all places of a block.
struct Bounds {
  std::size_t stream;
  double least, most, lowest;
  bool river;
};

class Filler {
 public:
  Filler(const Drainage& drainage, const Params& params, const PlaneTile& tile)
      : drainage_(drainage), params_(params), grid_(noise_grid(tile)), step_(tile.step()), level_(level_for(tile.step())) {
    const double cell = cell_metres(level_), pixel = metres(step_);
    const auto single = [](double value) { return static_cast<float>(value); };
    laws_ = {.smoothness = single(params.roundness),
             .near = single(1.2 * cell),
             .beyond = single(2 / cell),
             .reach = single(2 * cell),
             .river_reach = single(std::max(128.0, 1.5 * pixel)),
             .least_width = 1.2F,
             .dry_away = 400};
  }

  Result<void> fill(const Execution& execution) {
    CRATON_TRY(drainage_.country().land().grid(
        grid_, {params_.layer.values(), params_.rugged.values(), params_.rain.values(), params_.temperature.values()},
        execution));
    // The streams of all cells that a sample may see.
    const std::int64_t units = cell_units(level_);
    const auto cell = [&](std::int64_t place) { return floor_div(place, units); };
    const Point2 low = grid_.origin, high{low.x + step_ * (grid_.width - 1), low.y + step_ * (grid_.height - 1)};
    rect_ = Rect{cell(low.x), cell(low.y), static_cast<std::int32_t>(cell(high.x) - cell(low.x) + 1),
                 static_cast<std::int32_t>(cell(high.y) - cell(low.y) + 1)}
                .grown(3);
    const Level level = drainage_.window(level_, rect_.grown(cells_around_streams));
    list_streams(level);
    const std::uint32_t side = static_cast<std::uint32_t>(std::clamp<std::int64_t>(units / step_, 8, largest_block));
    const std::int64_t frame = frame_for(step_);
    columns_ = cuts(low.x, step_, grid_.width, side, frame);
    rows_ = cuts(low.y, step_, grid_.height, side, frame);
    return parallel_blocks(rows_.size() - 1, 1, execution, [&](std::uint64_t row, std::uint64_t) {
      const auto block = std::make_unique<Block>();
      std::vector<Bounds> bounds;
      std::vector<Piece> pieces;
      AlignedVector<float> room;
      for (std::size_t column = 0; column + 1 < columns_.size(); ++column) {
        place(*block, column, row, frame);
        choose(*block, bounds, pieces);
        shape_ground(laws_, pieces, block->count, block->x.data, block->y.data, room,
                     {block->land.data, block->river.data, block->distance.data, block->level.data, block->stream.data});
        finish(*block);
      }
    });
  }

 private:
  void list_streams(const Level& level) {
    streams_ = streams_in(drainage_, level, rect_);
    first_.assign(rect_.size() + 1, 0);
    std::size_t next = 0;
    for (std::size_t i = 0; i < rect_.size(); ++i) {
      first_[i] = next;
      const std::int64_t x = rect_.x + static_cast<std::int64_t>(i) % rect_.width,
                         y = rect_.y + static_cast<std::int64_t>(i) / rect_.width;
      const Node& node = level.node(x, y);
      if (!node.sea && node.flows()) ++next;
    }
    first_.back() = next;
  }

  void place(Block& block, std::size_t column, std::size_t row, std::int64_t frame) const {
    block.left = columns_[column];
    block.top = rows_[row];
    block.width = columns_[column + 1] - block.left;
    block.height = rows_[row + 1] - block.top;
    const Point2 first{grid_.origin.x + step_ * block.left, grid_.origin.y + step_ * block.top};
    block.corner = {floor_div(first.x, frame) * frame, floor_div(first.y, frame) * frame};
    block.count = 0;
    const auto local = [](std::int64_t units) { return static_cast<float>(units) * (1.0F / units_per_metre); };
    for (std::uint32_t y = 0; y < block.height; ++y)
      for (std::uint32_t x = 0; x < block.width; ++x) {
        block.x[block.count] = local(first.x + step_ * x - block.corner.x);
        block.y[block.count++] = local(first.y + step_ * y - block.corner.y);
      }
    block.x.pad_from(block.count);
    block.y.pad_from(block.count);
  }

  /// Streams that can matter to places of a block, in the order of their cells; the others change no bit.
  void choose(const Block& block, std::vector<Bounds>& bounds, std::vector<Piece>& pieces) const {
    const Point2 first{grid_.origin.x + step_ * block.left, grid_.origin.y + step_ * block.top};
    const Point2 last{first.x + step_ * (block.width - 1), first.y + step_ * (block.height - 1)};
    const double half_x = 0.5 * metres(last.x - first.x), half_y = 0.5 * metres(last.y - first.y);
    const double radius = std::sqrt(half_x * half_x + half_y * half_y) + 0.01;
    const std::int64_t units = cell_units(level_);
    const std::int64_t left = floor_div(first.x, units) - 3, right = floor_div(last.x, units) + 3;
    const std::int64_t top = floor_div(first.y, units) - 3, bottom = floor_div(last.y, units) + 3;
    bounds.clear();
    double ceiling = 1e30, lowest = 1e30;
    for (std::int64_t y = top; y <= bottom; ++y)
      for (std::int64_t x = left; x <= right; ++x) {
        const std::size_t cell = rect_.index(x, y);
        if (first_[cell] == first_[cell + 1]) continue;
        const Bounds each = bounds_of(first_[cell], {first.x + (last.x - first.x) / 2, first.y + (last.y - first.y) / 2}, radius);
        if (each.least > 1e29 && !each.river) continue;
        bounds.push_back(each);
        ceiling = std::min(ceiling, each.most);
        lowest = std::min(lowest, each.lowest);
      }
    ceiling += std::max(static_cast<double>(laws_.smoothness), 0.3) * std::max(ceiling - lowest, 0.0) + 0.1;
    pieces.clear();
    for (const Bounds& each : bounds)
      if (each.least <= ceiling || each.river) pieces.push_back(piece_of(streams_[each.stream], block.corner));
  }

  Bounds bounds_of(std::size_t i, Point2 middle, double radius) const {
    const Stream& stream = streams_[i];
    const double dx = metres(stream.to.x - stream.from.x), dy = metres(stream.to.y - stream.from.y);
    const double px = metres(middle.x - stream.from.x), py = metres(middle.y - stream.from.y);
    const double square = dx * dx + dy * dy, t = std::clamp((px * dx + py * dy) / square, 0.0, 1.0);
    const double away = std::sqrt((px - t * dx) * (px - t * dx) + (py - t * dy) * (py - t * dy));
    const double near = std::max(away - radius - 0.1, 0.0), far = away + radius + 0.1;
    const double wide = std::max(stream.from_width, stream.to_width);
    const double fall = (stream.from_z - stream.to_z) / std::sqrt(square);
    const double level = stream.from_z + (stream.to_z - stream.from_z) * t, change = std::abs(fall) * (radius + 0.1);
    Bounds bounds{.stream = i, .least = 1e30, .most = 1e30, .lowest = 1e30, .river = false};
    bounds.river = near - 0.5 * wide <= static_cast<double>(laws_.river_reach) &&
                   (static_cast<double>(laws_.least_width) - wide) * static_cast<double>(laws_.dry_away) <=
                       static_cast<double>(laws_.river_reach) + wide;
    if (near > static_cast<double>(laws_.reach)) return bounds;
    bounds.lowest = level - change - 7;
    const Sides &a = stream.from_sides, &b = stream.to_sides;
    const Sides least{std::min(a.inner, b.inner), std::min(a.outer, b.outer), std::max(a.foot, b.foot),
                      std::max(a.floor, b.floor)};
    const Sides most{std::max(a.inner, b.inner), std::max(a.outer, b.outer), std::min(a.foot, b.foot),
                     std::min(a.floor, b.floor)};
    const auto rest = [&](double distance, double outer) {
      const double over = std::max(distance - static_cast<double>(laws_.near), 0.0);
      return over * over * (outer + 0.05) * static_cast<double>(laws_.beyond);
    };
    const double out = std::max(near - 0.5 * wide, 0.0);
    const double lowest_floor = std::max(least.floor, flat_floor()), highest_floor = std::max(most.floor, flat_floor());
    bounds.least = bounds.lowest + Sides{least.inner, least.outer, least.foot, lowest_floor}.rise(out) + rest(near, least.outer);
    if (far < static_cast<double>(laws_.reach))
      bounds.most =
          level + change + 1 + Sides{most.inner, most.outer, most.foot, highest_floor}.rise(far) + rest(far, most.outer);
    return bounds;
  }

  /// Valleys are flat over some eight tenths of a sample: otherwise samples on either side of a stream dam it.
  double flat_floor() const { return 0.8 * metres(step_); }

  Piece piece_of(const Stream& stream, Point2 corner) const {
    const auto local = [](std::int64_t units) { return static_cast<float>(metres(units)); };
    const auto single = [](double value) { return static_cast<float>(value); };
    const double dx = metres(stream.to.x - stream.from.x), dy = metres(stream.to.y - stream.from.y);
    Piece piece{};
    piece.x = local(stream.from.x - corner.x);
    piece.y = local(stream.from.y - corner.y);
    piece.along_x = single(dx);
    piece.along_y = single(dy);
    piece.per_square = single(1 / (dx * dx + dy * dy));
    piece.level = single(stream.from_z);
    piece.level_change = single(stream.to_z - stream.from_z);
    const Sides &a = stream.from_sides, &b = stream.to_sides;
    const double a_floor = std::max(a.floor, flat_floor()), b_floor = std::max(b.floor, flat_floor());
    piece.inner = single(a.inner);
    piece.inner_change = single(b.inner - a.inner);
    piece.outer = single(a.outer);
    piece.outer_change = single(b.outer - a.outer);
    piece.foot = single(a.foot);
    piece.foot_change = single(b.foot - a.foot);
    piece.floor = single(a_floor);
    piece.floor_change = single(b_floor - a_floor);
    piece.width = single(stream.from_width);
    piece.width_change = single(stream.to_width - stream.from_width);
    return piece;
  }

  /// Puts land and sea together: the shore is where the land at large, roughened, crosses 0.
  void finish(const Block& block) const {
    const auto layer = params_.layer.values();
    const auto temperature = params_.temperature.values(), rain = params_.rain.values();
    const auto river = params_.river.values(), distance = params_.distance.values(), level = params_.level.values();
    for (std::uint32_t y = 0; y < block.height; ++y)
      for (std::uint32_t x = 0; x < block.width; ++x) {
        const std::size_t from = std::size_t{y} * block.width + x;
        const std::size_t to = std::size_t{block.top + y} * grid_.width + block.left + x;
        const double large = static_cast<double>(layer[to]);
        const Point2 place{grid_.origin.x + step_ * (block.left + x), grid_.origin.y + step_ * (block.top + y)};
        const double shore = drainage_.country().shore(place, large);
        const float land = block.land[from];
        const bool streams = land < 0.5F * no_stream;
        float height = 0;
        if (shore <= 0 || !streams) {
          height = static_cast<float>(std::min(shore, -0.05));
        } else {
          // Along coasts the ground rises from the shore, but never below the streams.
          const double above = static_cast<double>(land - block.stream[from]);
          const double most = static_cast<double>(block.stream[from]) + std::max(above * std::min(shore * 0.05, 1.0), 0.0);
          height = static_cast<float>(std::max(std::min(static_cast<double>(land), std::max(most, 3 * shore)), 0.02));
          if (above < 0) height = std::max(land, -6.0F);
        }
        layer[to] = height;
        river[to] = block.river[from];
        distance[to] = block.distance[from];
        level[to] = block.river[from] > 0 ? block.level[from] : height;
        temperature[to] += static_cast<float>(lapse * (std::max(large, 0.0) - std::max(static_cast<double>(height), 0.0)));
        rain[to] *= 0.1F;  // mm to cm
      }
  }

  const Drainage& drainage_;
  const Params& params_;
  Grid2 grid_;
  std::int64_t step_;
  int level_;
  GroundLaws laws_;
  Rect rect_;
  std::vector<Stream> streams_;
  std::vector<std::size_t> first_;  ///< of each cell, the first stream that is its own or a later cell's
  std::vector<std::uint32_t> columns_, rows_;
};

/// What was found for the last stages that ran, so that tiles of one world share it. It makes no difference to any bit.
Result<std::shared_ptr<const Drainage>> kept_drainage(const Params& params, Seed seed, const std::string& path) {
  struct Entry {
    std::array<double, 11> numbers;
    Seed seed;
    std::shared_ptr<const Drainage> drainage;
  };
  constexpr std::size_t most = 3;
  static std::mutex mutex;
  static std::vector<Entry> entries;  // the last used one first
  const std::array<double, 11> numbers{params.scale,         params.land,     params.mountains, params.detail,
                                       params.pole_distance, params.latitude, params.warmth,    params.wetness,
                                       params.steepness,     params.wander,   params.width};
  const std::lock_guard lock(mutex);
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& entry) { return entry.numbers == numbers && entry.seed == seed; });
  if (found != entries.end()) {
    std::rotate(entries.begin(), found, found + 1);
    return entries.front().drainage;
  }
  CRATON_TRY(std::shared_ptr<const Drainage> made, make_drainage(params, seed, path));
  entries.insert(entries.begin(), {numbers, seed, made});
  if (entries.size() > most) entries.pop_back();
  return made;
}

Error not_a_plane(const std::string& path) { return {ErrorCode::unsupported, path, "endless land lies on planes alone"}; }

Result<void> run(const Params& params, StageContext& context) {
  const auto* tile = std::get_if<PlaneTile>(&context.domain());
  if (!tile) return not_a_plane(context.path);
  CRATON_TRY(const std::shared_ptr<const Drainage> drainage, kept_drainage(params, context.seed, context.path));
  return Filler(*drainage, params, *tile).fill(context.execution);
}

Result<void> check(const Params&, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  if (domain.kind != "plane") return not_a_plane(path);
  return {};
}

}  // namespace

Result<std::shared_ptr<const Drainage>> drainage::make_drainage(const Params& params, Seed seed, const std::string& path) {
  Result<LargeLand> land = LargeLand::make(params, seed.child("large"));
  if (!land) return Error{land.error().code, path, land.error().message};
  CRATON_TRY(Country country, Country::make(*land, seed));
  Laws laws;
  laws.steepness = params.steepness;
  laws.wander = params.wander;
  laws.width = params.width;
  return std::make_shared<const Drainage>(laws, std::move(country), seed.child("drainage"));
}

const StageEntry& endless_land_stage() {
  static const StageEntry entry = stage_of<run, nullptr, check>({
      .id = "endless_land",
      .title = "Endless land",
      .doc = "Land from continents down to brooks, on a plane without end: every part of it drains to the sea. Coarse samples "
             "show the "
             "large streams alone.",
      .cite = "Génevaux et al. 2013; Cortial et al. 2020; Lindsay 2016",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
