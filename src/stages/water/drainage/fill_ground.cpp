#include "stages/water/drainage/fill_ground.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "base/parallel.h"
#include "base/smooth_step.h"
#include "stages/noise_on.h"
#include "stages/water/drainage/near_streams.h"

namespace craton::drainage {
namespace {

constexpr std::int64_t samples_a_finished_cell = 4;  // finished maps show valleys where samples are so near to each other
constexpr std::uint32_t largest_block = 32, small_block = 8;  // samples
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
             .lifted = level_ < finest_level && !lattice_.finished,
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
    const NearStreams near = list_streams();
    return parallel_blocks(rows_.size() - 1, 1, execution, [&](std::uint64_t row, std::uint64_t) {
      const auto block = std::make_unique<Block>();
      Choice choice;
      Land land;
      for (std::size_t column = 0; column + 1 < columns_.size(); ++column) {
        const std::uint32_t left = columns_[column], top = rows_[row], right = columns_[column + 1], bottom = rows_[row + 1];
        near.gather(sample(left, top), sample(right - 1, bottom - 1), frame_of(sample(left, top), frame), choice);
        for (std::uint32_t y = top; y < bottom; y += small_block)
          for (std::uint32_t x = left; x < right; x += small_block) {
            place(*block, x, y, std::min(x + small_block, right), std::min(y + small_block, bottom), frame);
            near.choose(sample(x, y), sample(x + block->width - 1, y + block->height - 1), choice);
            shape_ground(laws_, choice.some, block->count, block->x.data, block->y.data, choice.room,
                         {block->land.data, block->river.data, block->distance.data, block->level.data, block->stream.data,
                          block->lake.data});
            finish(*block, land);
          }
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
    middles_ = std::move(wanted);
    drainage_.country().unbend(middles_);
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
  NearStreams list_streams() {
    find_middles();
    Streams streams;
    std::vector<Stream> standing;
    for (int i = std::min(std::max(first_lakes, lattice_.first), level_); i <= level_; ++i) {
      const Rect cells = cells_of(i), lakes = cells.grown(cells_around_lakes - 2);
      const Level level = drainage_.window(i, lakes.grown(cells_around_streams), i == level_);
      add_lakes(drainage_, level, lakes, i == level_, standing);
      if (i == level_) streams = streams_in(drainage_, level, cells, step_);
    }
    return {laws_, lattice_.units(level_), metres(step_), std::move(streams), std::move(standing)};
  }

  Point2 frame_of(Point2 first, std::int64_t frame) const {
    const auto begin = [&](std::int64_t place, std::int64_t zero) { return floor_div(place - zero, frame) * frame + zero; };
    return {begin(first.x, lattice_.corner.x), begin(first.y, lattice_.corner.y)};
  }
  Point2 sample(std::uint32_t x, std::uint32_t y) const { return {grid_.origin.x + step_ * x, grid_.origin.y + step_ * y}; }

  void place(Block& block, std::uint32_t left, std::uint32_t top, std::uint32_t right, std::uint32_t bottom,
             std::int64_t frame) const {
    block.left = left;
    block.top = top;
    block.width = right - left;
    block.height = bottom - top;
    const Point2 first = sample(left, top);
    block.corner = frame_of(first, frame);
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
  std::vector<Point2> middles_;  ///< of blocks, in the lattice
  double around_ = 0;            ///< metres
  std::vector<std::uint32_t> columns_, rows_;
};

}  // namespace

Result<void> fill_ground(const Drainage& drainage, const PlaneTile& tile, double roundness, const GroundLayers& layers,
                         const Execution& execution) {
  return Filler(drainage, tile, roundness, layers).fill(execution);
}

}  // namespace craton::drainage
