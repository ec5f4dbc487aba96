#include "stages/water/drainage/fill_ground.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "base/parallel.h"
#include "base/smooth_step.h"
#include "stages/noise_on.h"
#include "stages/water/drainage/streams.h"
#include "stages/water/drainage/valley_ground.h"

namespace craton::drainage {
namespace {

constexpr std::int64_t samples_a_finished_cell = 4;  // finished maps show valleys where samples are so near to each other
constexpr std::uint32_t largest_block = 32;          // samples
constexpr double seen_cells = 2.5;  // a stream that is within reach begins no farther away than that and the reach
constexpr double lapse = 0.0065;    // °C a metre

/// Places are told to the kernel from the corner of a square of this side, wherever a tile begins: its bits are the same then.
/// A whole number of them fits where the lattice repeats.
std::int64_t frame_for(const Lattice& lattice, std::int64_t step) {
  constexpr int usual = 5;  // the level whose cells are some 4 km wide
  std::int64_t frame = lattice.units(std::max(lattice.first, usual));
  const auto fits = [&](std::int64_t cells) { return cells * lattice.units(lattice.first) % (2 * frame) == 0; };
  while (frame < std::max(lattice.units(usual), 32 * step) && fits(lattice.columns) && fits(lattice.rows)) frame *= 2;
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
  AlignedArray<float, std::size_t{largest_block} * largest_block> x, y, land, river, distance, level, stream, lake;
};

/// The land at large where the samples of a block lie.
struct Land {
  std::vector<Point2> places;
  std::vector<double> heights;
  std::vector<Shore> shores;
};

/// Bounds on what a stream means to all places of a block.
struct Bounds {
  const Stream* stream;
  double least, most, lowest;
  bool river;
};

class Filler {
 public:
  Filler(const Drainage& drainage, const PlaneTile& tile, double roundness, const GroundLayers& layers)
      : drainage_(drainage),
        lattice_(drainage.lattice()),
        layers_(layers),
        grid_(noise_grid(tile)),
        step_(tile.step()),
        level_(level_for(lattice_, step_)) {
    const double cell = lattice_.metres(level_), pixel = metres(step_);
    const auto single = [](double value) { return static_cast<float>(value); };
    laws_ = {.smoothness = single(roundness),
             .near = single(1.2 * cell),
             .beyond = single(2 / cell),
             .flat = single(0.75 * pixel),
             .reach = single(2 * cell),
             .river_reach = single(std::max(128.0, 1.5 * pixel)),
             .least_width = 1.2F,
             .dry_away = 400};
  }

  Result<void> fill(const Execution& execution) {
    CRATON_TRY(drainage_.country().grid(grid_, {layers_.height, layers_.rugged, layers_.rain, layers_.temperature}, execution));
    if (lattice_.finished && lattice_.units(lattice_.first) < samples_a_finished_cell * step_)
      return fill_without_valleys(execution);
    const Point2 low = grid_.origin;
    const std::int64_t units = lattice_.units(level_);
    const std::uint32_t side = static_cast<std::uint32_t>(std::clamp<std::int64_t>(units / step_, 16, largest_block));
    const std::int64_t frame = frame_for(lattice_, step_);
    columns_ = cuts(low.x - lattice_.corner.x, step_, grid_.width, side, frame);
    rows_ = cuts(low.y - lattice_.corner.y, step_, grid_.height, side, frame);
    list_streams();
    sort_streams();
    return parallel_blocks(rows_.size() - 1, 1, execution, [&](std::uint64_t row, std::uint64_t) {
      const auto block = std::make_unique<Block>();
      std::vector<Bounds> bounds;
      std::vector<Piece> pieces;
      AlignedVector<float> room;
      Land land;
      for (std::size_t column = 0; column + 1 < columns_.size(); ++column) {
        place(*block, column, row, frame);
        choose(*block, bounds, pieces);
        shape_ground(
            laws_, pieces, block->count, block->x.data, block->y.data, room,
            {block->land.data, block->river.data, block->distance.data, block->level.data, block->stream.data, block->lake.data});
        finish(*block, land);
      }
    });
  }

 private:
  /// Samples of a finished map about as far apart as its cells: the map itself.
  Result<void> fill_without_valleys(const Execution& execution) {
    return parallel_blocks(grid_.height, 8, execution, [&](std::uint64_t begin, std::uint64_t end) {
      std::vector<Point2> places(grid_.width);
      std::vector<double> large(grid_.width);
      std::vector<Shore> shores(grid_.width);
      for (std::uint64_t row = begin; row < end; ++row) {
        const std::size_t first = static_cast<std::size_t>(row) * grid_.width;
        for (std::uint32_t x = 0; x < grid_.width; ++x) {
          places[x] = {grid_.origin.x + step_ * x, grid_.origin.y + step_ * static_cast<std::int64_t>(row)};
          large[x] = static_cast<double>(layers_.height[first + x]);
        }
        drainage_.country().shores(places, large, shores);
        for (std::uint32_t x = 0; x < grid_.width; ++x) put_large(first + x, large[x], shores[x]);
      }
    });
  }
  void put_large(std::size_t to, double large, const Shore& shore) const {
    const bool water = shore.height <= 0, lake = water && shore.lake;
    const double above = water        ? std::min(shore.height, -0.05)
                         : shore.lake ? std::max(large - shore.level, 0.02)
                                      : std::max(shore.height, 0.02);
    const double height = shore.level + above;
    layers_.height[to] = static_cast<float>(height);
    layers_.river[to] = 0;
    layers_.distance[to] = laws_.river_reach;
    layers_.level[to] = lake ? static_cast<float>(shore.level) : layers_.height[to];
    if (!layers_.lake_depth.empty()) layers_.lake_depth[to] = layers_.level[to] - layers_.height[to];
    layers_.temperature[to] += static_cast<float>(lapse * (std::max(large, 0.0) - std::max(height, 0.0)));
    layers_.rain[to] *= 0.1F;  // mm to cm
  }

  /// Where the middles of all blocks lie in the lattice, and how far from them their streams may begin.
  void find_middles() {
    std::vector<Point2> wanted;
    double radius = 0;
    for (std::size_t row = 0; row + 1 < rows_.size(); ++row)
      for (std::size_t column = 0; column + 1 < columns_.size(); ++column) {
        const Point2 low{grid_.origin.x + step_ * columns_[column], grid_.origin.y + step_ * rows_[row]};
        const Point2 high{grid_.origin.x + step_ * (columns_[column + 1] - 1), grid_.origin.y + step_ * (rows_[row + 1] - 1)};
        wanted.push_back({low.x + (high.x - low.x) / 2, low.y + (high.y - low.y) / 2});
        const double x = metres(high.x - low.x), y = metres(high.y - low.y);
        radius = std::max(radius, 0.5 * std::sqrt(x * x + y * y));
      }
    // Each step brings it nearer: bends are gentler than 1.
    constexpr int steps = 8;
    middles_ = wanted;
    std::vector<Point2> bent;
    for (int i = 0; i < steps; ++i) {
      bent = middles_;
      drainage_.country().bend(bent);
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        middles_[k].x += wanted[k].x - bent[k].x;
        middles_[k].y += wanted[k].y - bent[k].y;
      }
    }
    const double sight = radius + std::max(static_cast<double>(laws_.reach), static_cast<double>(laws_.river_reach));
    around_ = sight / (1 - Country::most_bend) + seen_cells * lattice_.metres(level_);
  }

  /// The cells of a level that may hold what blocks of samples see.
  Rect cells_of(int level) const {
    const auto far = static_cast<std::int64_t>(around_ * units_per_metre);
    Point2 low = middles_.front(), high = low;
    for (const Point2 middle : middles_) {
      low = {std::min(low.x, middle.x), std::min(low.y, middle.y)};
      high = {std::max(high.x, middle.x), std::max(high.y, middle.y)};
    }
    return cells_between(level, {low.x - far, low.y - far}, {high.x + far, high.y + far});
  }
  Rect cells_between(int level, Point2 low, Point2 high) const {
    const std::int64_t left = lattice_.column_of(level, low.x), top = lattice_.row_of(level, low.y);
    return {left, top, static_cast<std::int32_t>(lattice_.column_of(level, high.x) - left + 1),
            static_cast<std::int32_t>(lattice_.row_of(level, high.y) - top + 1)};
  }

  /// The streams of all cells that a sample may see, and wide lakes, which levels of wide cells know.
  void list_streams() {
    find_middles();
    for (int i = std::min(std::max(first_lakes, lattice_.first), level_); i <= level_; ++i) {
      const Rect cells = cells_of(i), lakes = cells.grown(cells_around_lakes - 2);
      const Level level = drainage_.window(i, lakes.grown(cells_around_streams), i == level_);
      add_lakes(drainage_, level, lakes, i == level_, lakes_);
      if (i == level_) streams_ = streams_in(drainage_, level, cells, step_);
    }
  }

  void place(Block& block, std::size_t column, std::size_t row, std::int64_t frame) const {
    block.left = columns_[column];
    block.top = rows_[row];
    block.width = columns_[column + 1] - block.left;
    block.height = rows_[row + 1] - block.top;
    const Point2 first{grid_.origin.x + step_ * block.left, grid_.origin.y + step_ * block.top};
    const auto begin = [&](std::int64_t place, std::int64_t zero) { return floor_div(place - zero, frame) * frame + zero; };
    block.corner = {begin(first.x, lattice_.corner.x), begin(first.y, lattice_.corner.y)};
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
    bounds.clear();
    double ceiling = 1e30, lowest = 1e30;
    const Point2 middle{first.x + (last.x - first.x) / 2, first.y + (last.y - first.y) / 2};
    const double sight = std::max(static_cast<double>(laws_.reach), static_cast<double>(laws_.river_reach)) + radius + 1;
    const auto look_at = [&](const Stream& stream) {
      const double px = metres(middle.x - stream.from.x), py = metres(middle.y - stream.from.y);
      const double away = sight + stream.length + std::max(stream.from_width, stream.to_width);
      if (px * px + py * py > away * away) return;
      const Bounds each = bounds_of(stream, middle, radius);
      if (each.least > 1e29 && !each.river) return;
      bounds.push_back(each);
      ceiling = std::min(ceiling, each.most);
      lowest = std::min(lowest, each.lowest);
    };
    for_each_near(first, last, look_at);
    // In the order of their cells, whatever was looked at first.
    std::sort(bounds.begin(), bounds.end(), [](const Bounds& a, const Bounds& b) { return a.stream < b.stream; });
    for (const Stream& lake : lakes_) look_at(lake);
    ceiling += std::max(static_cast<double>(laws_.smoothness), 0.3) * std::max(ceiling - lowest, 0.0) + 0.1;
    pieces.clear();
    for (const Bounds& each : bounds)
      if (each.least <= ceiling || each.river) pieces.push_back(piece_of(*each.stream, block.corner));
  }

  /// Puts the pieces of streams into squares, by their middles.
  void sort_streams() {
    longest_ = 0;
    squares_ = {};
    if (streams_.pieces.empty()) return;
    std::int64_t left = INT64_MAX, top = INT64_MAX, right = INT64_MIN, bottom = INT64_MIN;
    for (const Stream& piece : streams_.pieces) {
      const Point2 square = square_of(piece);
      left = std::min(left, square.x);
      right = std::max(right, square.x);
      top = std::min(top, square.y);
      bottom = std::max(bottom, square.y);
      longest_ = std::max(longest_, 0.5 * (piece.length + std::max(piece.from_width, piece.to_width)));
    }
    squares_ = {left, top, static_cast<std::int32_t>(right - left + 1), static_cast<std::int32_t>(bottom - top + 1)};
    in_square_.assign(squares_.size() + 1, 0);
    for (const Stream& piece : streams_.pieces) ++in_square_[squares_.index(square_of(piece).x, square_of(piece).y) + 1];
    for (std::size_t i = 1; i < in_square_.size(); ++i) in_square_[i] += in_square_[i - 1];
    sorted_.resize(streams_.pieces.size());
    std::vector<std::size_t> next(in_square_.begin(), in_square_.end() - 1);
    for (const Stream& piece : streams_.pieces) sorted_[next[squares_.index(square_of(piece).x, square_of(piece).y)]++] = &piece;
  }
  Point2 square_of(const Stream& piece) const {
    const std::int64_t side = lattice_.units(level_);
    return {floor_div(piece.from.x + (piece.to.x - piece.from.x) / 2, side),
            floor_div(piece.from.y + (piece.to.y - piece.from.y) / 2, side)};
  }
  template <class F>
  void for_each_near(Point2 first, Point2 last, const F& f) const {
    const std::int64_t side = lattice_.units(level_);
    const double sight = std::max(static_cast<double>(laws_.reach), static_cast<double>(laws_.river_reach)) + longest_ + 1;
    const auto far = static_cast<std::int64_t>(sight * units_per_metre);
    const std::int64_t left = std::max(floor_div(first.x - far, side), squares_.x),
                       right = std::min(floor_div(last.x + far, side), squares_.x + squares_.width - 1);
    const std::int64_t top = std::max(floor_div(first.y - far, side), squares_.y),
                       bottom = std::min(floor_div(last.y + far, side), squares_.y + squares_.height - 1);
    for (std::int64_t y = top; y <= bottom; ++y)
      for (std::int64_t x = left; x <= right; ++x) {
        const std::size_t square = squares_.index(x, y);
        for (std::size_t i = in_square_[square]; i < in_square_[square + 1]; ++i) f(*sorted_[i]);
      }
  }

  Bounds bounds_of(const Stream& stream, Point2 middle, double radius) const {
    const double dx = metres(stream.to.x - stream.from.x), dy = metres(stream.to.y - stream.from.y);
    const double px = metres(middle.x - stream.from.x), py = metres(middle.y - stream.from.y);
    const double square = dx * dx + dy * dy, t = std::clamp((px * dx + py * dy) / square, 0.0, 1.0);
    const double away = std::sqrt((px - t * dx) * (px - t * dx) + (py - t * dy) * (py - t * dy));
    const double near = std::max(away - radius - 0.1, 0.0), far = away + radius + 0.1;
    const double wide = std::max(stream.from_width, stream.to_width), lake = stream.lake ? 0.5 * wide : 0;
    const double fall = (stream.from_z - stream.to_z) / std::sqrt(square);
    const double level = stream.from_z + (stream.to_z - stream.from_z) * t, change = std::abs(fall) * (radius + 0.1);
    Bounds bounds{.stream = &stream, .least = 1e30, .most = 1e30, .lowest = 1e30, .river = false};
    bounds.river = near - 0.5 * wide <= static_cast<double>(laws_.river_reach) &&
                   (static_cast<double>(laws_.least_width) - wide) * static_cast<double>(laws_.dry_away) <=
                       static_cast<double>(laws_.river_reach) + wide;
    if (near - lake > static_cast<double>(laws_.reach)) return bounds;
    const double lean = lean_of(stream, std::min(0.5 * (stream.from_sides.inner + stream.to_sides.inner),
                                                 0.5 * (stream.from_sides.outer + stream.to_sides.outer)));
    const double aside = far + std::max({stream.from_sides.floor, stream.to_sides.floor, flat_floor()});
    bounds.lowest = level - change - std::abs(fall) * lean * aside - std::max(depth_of(stream, wide), 6.0) - 1;
    const Sides &a = stream.from_sides, &b = stream.to_sides;
    const Sides least{std::min(a.inner, b.inner), std::min(a.outer, b.outer), std::max(a.foot, b.foot),
                      std::max(a.floor, b.floor)};
    const Sides most{std::max(a.inner, b.inner), std::max(a.outer, b.outer), std::min(a.foot, b.foot),
                     std::min(a.floor, b.floor)};
    const auto rest = [&](double distance, double outer) {
      const double over = std::max(distance - static_cast<double>(laws_.near), 0.0);
      return over * over * (outer + 0.05) * static_cast<double>(laws_.beyond);
    };
    const double out = std::max(near - 0.5 * wide - static_cast<double>(laws_.flat), 0.0);
    const double lowest_floor = std::max(least.floor, flat_floor()), highest_floor = std::max(most.floor, flat_floor());
    bounds.least =
        bounds.lowest + Sides{least.inner, least.outer, least.foot, lowest_floor}.rise(out) + rest(near - lake, least.outer);
    if (far < static_cast<double>(laws_.reach))
      bounds.most = level + change + 1 + Sides{most.inner, most.outer, most.foot, highest_floor}.rise(far + lean * aside) +
                    rest(far, most.outer);
    return bounds;
  }

  double flat_floor() const { return 0.3 * metres(step_); }

  /// The lowest of all ways from a place to a stream that falls by `fall` meets it so much farther down for each metre beside it.
  static double lean_of(const Stream& stream, double side) {
    const double fall = (stream.from_z - stream.to_z) / stream.length;
    return std::min(fall / std::sqrt(std::max(side * side - fall * fall, 0.25 * fall * fall + 1e-12)), 2.0);
  }
  /// Beds of rivers that are narrower than samples do not show: samples that met them by chance would be pits.
  double depth_of(const Stream& stream, double width) const {
    if (stream.lake) return std::min(2 + 0.05 * width, 60.0);
    return std::min(std::min(0.4, 0.15 * width) + 0.05 * width, 6.0) * smooth_step(1.0, 3.0, width / metres(step_));
  }

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
    piece.per_length = single(1 / stream.length);
    piece.lean = single(lean_of(stream, 0.5 * (stream.from_sides.outer + stream.to_sides.outer)) / stream.length);
    piece.lean_floor = single(lean_of(stream, 0.5 * (stream.from_sides.inner + stream.to_sides.inner)) / stream.length);
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
    const double depth = depth_of(stream, stream.from_width);
    piece.depth = single(depth);
    piece.depth_change = single(depth_of(stream, stream.to_width) - depth);
    piece.lake = stream.lake ? 1.0F : 0.0F;
    piece.per_foot = single(1 / (2 * std::max(a.foot, b.foot) + 2));
    piece.wet = (static_cast<double>(laws_.least_width) - std::max(stream.from_width, stream.to_width)) *
                    static_cast<double>(laws_.dry_away) <
                static_cast<double>(laws_.river_reach);
    return piece;
  }

  /// How far the land has sunk into the sea, so that the sea fills valleys: cold and steep coasts, where ice dug, the deepest.
  static double sunken(const Shore& shore, double rugged, double temperature) {
    constexpr double inland = 80;  // metres: where it ends
    if (!shore.drowns || shore.height >= inland) return 0;
    const double steep = smooth_step(0.12, 0.5, rugged), cold = smooth_step(0.0, 8.0, 5 - temperature);
    const double left = 1 - std::max(shore.height, 0.0) / inland;
    return 90 * left * steep * cold;
  }

  /// Puts land and standing water together: the shore is where the land at large, roughened, crosses the water's level. Along it
  /// the ground rises from beaches or stands on cliffs.
  void finish(const Block& block, Land& of) const {
    auto& [places, large, shores] = of;
    places.clear();
    large.clear();
    for (std::uint32_t y = 0; y < block.height; ++y)
      for (std::uint32_t x = 0; x < block.width; ++x) {
        places.push_back({grid_.origin.x + step_ * (block.left + x), grid_.origin.y + step_ * (block.top + y)});
        large.push_back(static_cast<double>(layers_.height[index(block, x, y)]));
      }
    shores.resize(places.size());
    drainage_.country().shores(places, large, shores);
    for (std::uint32_t y = 0; y < block.height; ++y)
      for (std::uint32_t x = 0; x < block.width; ++x) {
        const std::size_t from = std::size_t{y} * block.width + x, to = index(block, x, y);
        const Shore& shore = shores[from];
        const auto land = static_cast<double>(block.land[from]), stream = static_cast<double>(block.stream[from]);
        const bool streams = block.land[from] < 0.5F * no_stream;
        const bool deep_valley = streams && stream < shore.level - 4;  // below a lake, and no part of it
        const bool water = !deep_valley && shore.height <= 0;
        // Beside the sea nodes may have taken for sea what is land: it is as low as the rest of the coast.
        const double beach = shore.level + 1.2 * shore.height;
        double height = 0;
        if (water) {
          height = shore.level + std::min(shore.height, -0.05);
        } else if (!streams) {
          height = beach;
        } else if (deep_valley || land < stream) {
          height = land;
        } else {
          // Never below the streams, and no higher than cliffs are, for seas cut valleys too.
          const double cliffs = smooth_step(0.5, 1.0, shore.cliffs), rise = std::min(shore.height * (0.02 + 0.3 * cliffs), 1.0);
          const double cliff = beach + 55 * cliffs * rise + 0.1 * shore.height * shore.height;
          const double most = std::max(stream + std::min(land - stream, 1.0), std::min(stream + (land - stream) * rise, cliff));
          height = std::max(std::min(land, std::max(most, beach)), shore.level + 0.02);
        }
        const double above = std::max(large[from], 0.0), mean = static_cast<double>(layers_.temperature[to]);
        const double sunk = sunken(shore, static_cast<double>(layers_.rugged[to]), mean + lapse * above);
        height -= sunk;
        const bool drowned = sunk > 0 && height <= 0 && static_cast<double>(block.level[from]) - sunk <= 0;
        const bool lake = water && shore.lake, river = !water && !drowned && block.river[from] > 0;
        layers_.height[to] = static_cast<float>(height);
        layers_.river[to] = river ? block.river[from] : 0;
        layers_.distance[to] = drowned ? std::max(block.distance[from], 1.0F) : block.distance[from];
        const float still = lake ? static_cast<float>(shore.level) : drowned || water ? no_lake : block.lake[from];
        const float running = river ? static_cast<float>(static_cast<double>(block.level[from]) - sunk) : layers_.height[to];
        layers_.level[to] = still > layers_.height[to] ? still : running;
        if (!layers_.lake_depth.empty()) layers_.lake_depth[to] = std::max(still - layers_.height[to], 0.0F);
        layers_.temperature[to] = static_cast<float>(mean + lapse * (above - std::max(height, 0.0)));
        layers_.rain[to] *= 0.1F;  // mm to cm
      }
  }
  std::size_t index(const Block& block, std::uint32_t x, std::uint32_t y) const {
    return std::size_t{block.top + y} * grid_.width + block.left + x;
  }

  const Drainage& drainage_;
  const Lattice& lattice_;
  GroundLayers layers_;
  Grid2 grid_;
  std::int64_t step_;
  int level_;
  GroundLaws laws_;
  Streams streams_;
  std::vector<Stream> lakes_;
  std::vector<Point2> middles_;  ///< of blocks, in the lattice
  double around_ = 0;            ///< metres
  Rect squares_;                 ///< of a cell's side, in truth
  std::vector<std::size_t> in_square_;
  std::vector<const Stream*> sorted_;
  double longest_ = 0;  ///< metres from a piece's middle to its farthest shore
  std::vector<std::uint32_t> columns_, rows_;
};

}  // namespace

Result<void> fill_ground(const Drainage& drainage, const PlaneTile& tile, double roundness, const GroundLayers& layers,
                         const Execution& execution) {
  return Filler(drainage, tile, roundness, layers).fill(execution);
}

}  // namespace craton::drainage
