#include "stages/water/drainage/base_country.h"

#include <algorithm>
#include <cmath>

#include <craton/noise/noise.h>

#include "base/parallel.h"
#include "base/text.h"
#include "stages/relief/scatter.h"
#include "stages/water/drainage/base_map.h"
#include "stages/water/drainage/large_country.h"

namespace craton::drainage {
namespace {

using relief::Dice;

constexpr double finest_metres = 64;    // cells of the finest level are about as wide
constexpr double shortest_wave = 12;    // metres, along shores
constexpr int tries = 24;               // to find a place for a node on its own side of the shore
constexpr double rim = 0.1;             // of a cell, where no node lies
constexpr double share_lowered = 0.35;  // of what lies between streams and the ground, by the laws of the sides of valleys

/// Levels so that the map's cells are one of them, and each can be halved down to the finest.
Result<Lattice> lattice_of(const BaseMap& map, const std::string& path) {
  int halvings = 0;
  while (map.metres() / static_cast<double>(std::int64_t{1} << halvings) > 1.5 * finest_metres) ++halvings;
  if (halvings > finest_level)
    return Error{ErrorCode::unsupported, path,
                 concat({"cells of ", std::to_string(map.step / units_per_metre), " m are too wide to be refined; allowed up to ",
                         std::to_string(static_cast<std::int64_t>(1.5 * finest_metres) << finest_level), " m"})};
  if (map.step % (std::int64_t{2} << halvings) != 0)
    return Error{ErrorCode::unsupported, path,
                 concat({"its cells cannot be halved ", std::to_string(halvings + 1), " times; allowed are multiples of ",
                         to_string(ParamValue{static_cast<double>(std::int64_t{2} << halvings) / units_per_metre}), " m"})};
  Lattice lattice;
  lattice.first = lattice.last_large = finest_level - halvings;
  lattice.widest = map.step << lattice.first;
  lattice.corner = {-map.step / 2, -map.step / 2};
  lattice.columns = map.wraps_x ? map.width : 0;
  lattice.rows = map.wraps_y ? map.height : 0;
  lattice.finished = true;
  return lattice;
}

class BaseCountry final : public Country {
 public:
  BaseCountry(BaseMap map, const Lattice& lattice, Bends bends, Noise shore, Noise district, Seed seed)
      : map_(std::move(map)),
        lattice_(lattice),
        bends_(std::move(bends)),
        shore_(std::move(shore)),
        district_(std::move(district)),
        seed_(seed) {}

  void settle(Laws laws) {
    laws.settle(lattice_);
    nodes_ = base_streams(map_, share_lowered * laws.missing[lattice_.first]);
    map_.beds = map_.discharge = {};  // streams know them now
    map_.courses = {};
    for (Cell c = 0; c < map_.size(); ++c) place(c);
    for (const BaseMap::Standing& lake : map_.lakes)
      if (lake.outlet != no_cell && nodes_[lake.outlet].flows()) place_outlet(lake);
  }

  const Lattice& lattice() const override { return lattice_; }

  Level uppermost(const Laws&, const Rect& rect) const override {
    Level level(lattice_.first, rect);
    for (std::int64_t y = rect.y; y < rect.y + rect.height; ++y)
      for (std::int64_t x = rect.x; x < rect.x + rect.width; ++x) {
        const std::size_t i = rect.index(x, y);
        const Cell cell = map_.cell(x, y);
        if (cell == no_cell) {  // beyond a border lies sea
          level.fields[i] = {.height = -100, .rugged = 0.008, .runoff = 0};
          level.nodes[i].x = level.nodes[i].y = static_cast<std::int32_t>(map_.step / 2);
          continue;
        }
        level.nodes[i] = nodes_[cell];
        level.fields[i] = field_of(static_cast<double>(map_.ground[cell]), static_cast<double>(map_.rugged[cell]),
                                   static_cast<double>(map_.rain[cell]), static_cast<double>(map_.temperature[cell]));
      }
    return level;
  }

  void bend(std::span<Point2> places) const override {
    std::vector<Point2> images(places.size());
    std::transform(places.begin(), places.end(), images.begin(), [&](Point2 place) { return on_map(place); });
    bends_.bend(images, places);
  }

  void fields(std::span<const Point2> places, std::span<Field> fields) const override {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const BaseSpline at(map_, on_map(places[i]));
      fields[i] = field_of(at(map_.ground), at(map_.rugged), at(map_.rain), at(map_.temperature));
    }
  }

  void districts(std::span<const Point2> places, std::span<double> factors) const override {
    for (std::size_t i = 0; i < places.size(); ++i) factors[i] = district_factor(district_.at(on_map(places[i])));
  }

  void shores(std::span<const Point2> places, std::span<const double> heights, std::span<Shore> shores) const override {
    for (std::size_t i = 0; i < places.size(); ++i) shores[i] = shore_at(places[i], heights[i]);
  }

  Result<void> grid(const Grid2& grid, const Layers& layers, const Execution& execution) const override {
    return parallel_blocks(grid.height, 8, execution, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t row = begin; row < end; ++row)
        for (std::uint32_t column = 0; column < grid.width; ++column) {
          const BaseSpline at(
              map_, on_map({grid.origin.x + grid.step.x * column, grid.origin.y + grid.step.y * static_cast<std::int64_t>(row)}));
          const std::size_t i = static_cast<std::size_t>(row) * grid.width + column;
          layers.height[i] = static_cast<float>(at(map_.ground));
          layers.rugged[i] = static_cast<float>(at(map_.rugged));
          layers.rain[i] = static_cast<float>(at(map_.rain));
          layers.temperature[i] = static_cast<float>(at(map_.temperature));
        }
    });
  }

 private:
  /// The image of a place that lies on the map.
  Point2 on_map(Point2 place) const {
    const auto turned = [&](std::int64_t at, std::int64_t zero, std::int64_t cells) {
      const std::int64_t period = cells * map_.step;
      return period == 0 ? at : at - floor_div(at - zero, period) * period;
    };
    return {turned(place.x, lattice_.corner.x, lattice_.columns), turned(place.y, lattice_.corner.y, lattice_.rows)};
  }

  /// Land, sea and lakes by how much of each lies around, roughened: a coast never leaves its cell far. Heights alone would make
  /// ponds and square coasts.
  Shore shore_at(Point2 asked, double height) const {
    const Point2 place = on_map(asked);
    const BaseSpline at(map_, place);
    double sea = 0, lake = 0;
    std::uint32_t which = 0;
    for (int i = 0; i < 9; ++i) {
      const std::uint32_t water = map_.water[at.cell[i]];
      if (water == BaseMap::sea) sea += at.weight[i];
      if (water < BaseMap::first_lake || water == which) continue;
      double weight = 0;
      for (int k = i; k < 9; ++k) weight += map_.water[at.cell[k]] == water ? at.weight[k] : 0;
      if (weight < lake || (weight == lake && water > which)) continue;
      lake = weight;
      which = water;
    }
    if (sea == 0 && lake == 0) return {.height = height};
    if (lake == 0 && sea == 1) return {.height = std::min(height, -1.0)};
    const auto noise = static_cast<double>(shore_.at(place));
    Shore by_sea{.height = height};
    if (sea > 0) {
      const double mean = 1 - 2 * sea, side = std::clamp(mean + 1.7 * noise * (1 - mean * mean), -1.0, 1.0);
      if (side <= 0) return {.height = side * std::max(20.0, -height)};
      by_sea.height = side * std::max(20.0, height);
    }
    if (lake == 0) return by_sea;
    const double level = map_.lakes[which - BaseMap::first_lake].level;
    const double side = std::clamp((2 * lake - 1 + 0.35 + 0.7 * noise) / 1.35, -1.0, 1.0);
    if (side > 0) return {.height = -side * std::max(at(map_.depth), 3.0), .level = level, .lake = true};
    // Beside a lake the ground is low, but hardly lower than its water; farther away it is as low and as high as it will.
    constexpr double near = 0.2, least = 0.05, free = 2000, sinking = 300;
    if (lake < least) return by_sea;
    const double away = std::max(1 - lake / near, 0.0), freedom = free * away * away, lower = sinking * side * side + freedom;
    const double above = -side * std::max(height - level, 10.0) + freedom;
    return {.height = above + lower, .level = level - lower, .lake = true};
  }

  Point2 bent(Point2 place) const {
    bend({&place, 1});
    return place;
  }

  void place(Cell cell) {
    Node& node = nodes_[cell];
    const std::int64_t x = cell % map_.width, y = cell / map_.width;
    Dice dice(relief::cell_random(seed_, static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y), 0));
    const Point2 corner = lattice_.corner_of(lattice_.first, x, y);
    const double height = static_cast<double>(map_.ground[cell]), side = static_cast<double>(map_.step);
    for (int i = 0; i < tries; ++i) {
      node.x = static_cast<std::int32_t>(dice.between(rim, 1 - rim) * side);
      node.y = static_cast<std::int32_t>(dice.between(rim, 1 - rim) * side);
      const Shore shore = shore_at(bent({corner.x + node.x, corner.y + node.y}), height);
      if (node.sea == (shore.height <= 0) && (!node.sea || shore.level == node.z)) break;
    }
    node.vary = static_cast<float>(dice.between(0.65, 1.35));
    node.birth = static_cast<std::uint8_t>(lattice_.first);
  }

  /// An outlet begins at the last water of its lake on the way to what it runs into: from there on its stream falls.
  void place_outlet(const BaseMap::Standing& lake) {
    constexpr int pieces = 64;
    Node& node = nodes_[lake.outlet];
    const Node& to = nodes_[map_.beside(lake.outlet, node.way)];
    const Point2 corner = lattice_.corner_of(lattice_.first, lake.outlet % map_.width, lake.outlet / map_.width);
    const auto height = static_cast<double>(map_.ground[lake.outlet]);
    const std::int64_t along_x = way_x[node.way] * map_.step + to.x - node.x,
                       along_y = way_y[node.way] * map_.step + to.y - node.y;
    const std::int64_t least = map_.step / 10, most = map_.step - least;
    Point2 last{node.x, node.y};
    for (int i = 1; i < pieces; ++i) {
      const Point2 at{node.x + along_x * i / pieces, node.y + along_y * i / pieces};
      if (at.x < least || at.y < least || at.x > most || at.y > most) break;
      const Shore shore = shore_at(bent({corner.x + at.x, corner.y + at.y}), height);
      if (shore.height <= 0 && shore.level == node.z) last = at;
    }
    node.x = static_cast<std::int32_t>(last.x);
    node.y = static_cast<std::int32_t>(last.y);
  }

  BaseMap map_;
  Lattice lattice_;
  Bends bends_;
  Noise shore_, district_;
  Seed seed_;
  std::vector<Node> nodes_;
};

/// The longest waves are as long as a cell.
NoiseSpec base_shore_noise(double cell) {
  NoiseSpec spec = shore_noise();
  int octaves = 1;
  for (double wave = cell; wave > shortest_wave && octaves < 16; wave *= 0.5) ++octaves;
  spec.params.set("octaves", std::int64_t{octaves});
  spec.params.set("persistence", 0.62);
  NoiseSpec source = *spec.inputs.front().noise;
  source.params.set("frequency", 1 / cell);
  spec.inputs.front() = {"source", source};
  return spec;
}

}  // namespace

Result<std::shared_ptr<const Country>> make_base_country(const Surface& base, const Laws& laws, Seed seed,
                                                         const std::string& path) {
  CRATON_TRY(BaseMap map, BaseMap::make(base, path));
  CRATON_TRY(const Lattice lattice, lattice_of(map, path));
  const NoiseRepeat repeat{static_cast<std::uint64_t>(lattice.columns * map.step),
                           static_cast<std::uint64_t>(lattice.rows * map.step), 0, 0};
  CRATON_TRY(Bends bends, Bends::make(2 * map.metres(), 0.2 * map.metres(), seed, repeat));
  CRATON_TRY(Noise shore, Noise::make(base_shore_noise(map.metres()), seed.child("shore"), repeat));
  CRATON_TRY(Noise district, Noise::make(district_noise(), seed.child("districts"), repeat));
  const auto country = std::make_shared<BaseCountry>(std::move(map), lattice, std::move(bends), std::move(shore),
                                                     std::move(district), seed.child("sites"));
  country->settle(laws);
  return std::shared_ptr<const Country>(country);
}

}  // namespace craton::drainage
