#include <craton/worlds/scatter.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <craton/base/floor_div.h>
#include <craton/noise/noise.h>

#include "base/fp_mode.h"
#include "base/smooth_step.h"
#include "base/text.h"
#include "worlds/blue_points.h"

namespace craton {
namespace {

using namespace terrain;

constexpr std::uint32_t most_samples = 16384;
constexpr double most_candidates = 1 << 25;
constexpr float least_river = 1;  ///< metres: narrower beds are dry

std::int64_t units(double metres) { return static_cast<std::int64_t>(std::ceil(metres * units_per_metre)); }

ScatterBox grown(const ScatterBox& box, std::int64_t by) {
  return {{box.first.x - by, box.first.y - by}, {box.last.x + by, box.last.y + by}};
}

/// The land under a box, as points see it: the same whatever the box.
class Land {
 public:
  static Result<Land> make(const Terrain& terrain, const ScatterBox& box, const Execution& execution) {
    const std::int64_t step = terrain.step(0);
    TerrainArea area{.x = floor_div(box.first.x, step), .y = floor_div(box.first.y, step)};
    const auto samples = [&](std::int64_t first, std::int64_t last) {  // a box from end to end is wider than 64 bits
      const std::int64_t end = floor_div(last, step);
      if (end < first) return std::int64_t{0};
      return end / 2 - first / 2 > most_samples ? most_samples + 1 : end + 2 - first;
    };
    const std::int64_t width = samples(area.x, box.last.x), height = samples(area.y, box.last.y);
    if (width > most_samples || height > most_samples || width < 1 || height < 1)
      return Error{ErrorCode::invalid_value, "box", "allowed up to 16384 samples of the terrain a side"};
    area.width = static_cast<std::uint32_t>(width);
    area.height = static_cast<std::uint32_t>(height);
    CRATON_TRY(Surface surface, terrain.area(area, execution));
    if (const Layer* layer = surface.layer("height"); !layer || layer->type() != LayerType::number)
      return Error{ErrorCode::unsupported, "terrain", "this world has no layer \"height\" for things to stand on"};
    return Land(std::move(surface), area, step);
  }

  struct Place {
    double height = 0, slope = 0;
    std::size_t nearest = 0;  ///< sample
    double from_nearest = 0;  ///< metres
  };
  /// Heights between samples are bilinear.
  Place at(Point2 point) const {
    const std::int64_t column = floor_div(point.x, step_), row = floor_div(point.y, step_);
    const double u = static_cast<double>(point.x - column * step_) / static_cast<double>(step_);
    const double v = static_cast<double>(point.y - row * step_) / static_cast<double>(step_);
    const auto first = static_cast<std::size_t>((row - area_.y) * area_.width + (column - area_.x));
    const std::span<const float> h = height_->numbers();
    const double nw = double{h[first]}, ne = double{h[first + 1]}, sw = double{h[first + area_.width]},
                 se = double{h[first + area_.width + 1]};
    const double metres = static_cast<double>(step_) / units_per_metre;
    const double east = ((ne - nw) * (1 - v) + (se - sw) * v) / metres, south = ((sw - nw) * (1 - u) + (se - ne) * u) / metres;
    return {(nw * (1 - u) + ne * u) * (1 - v) + (sw * (1 - u) + se * u) * v, std::sqrt(east * east + south * south),
            first + (u >= 0.5 ? 1 : 0) + (v >= 0.5 ? std::size_t{area_.width} : 0),
            std::sqrt(std::min(u, 1 - u) * std::min(u, 1 - u) + std::min(v, 1 - v) * std::min(v, 1 - v)) * metres};
  }

  const Surface& surface() const { return surface_; }

 private:
  Land(Surface surface, const TerrainArea& area, std::int64_t step)
      : surface_(std::move(surface)), height_(surface_.layer("height")), area_(area), step_(step) {}

  Surface surface_;
  const Layer* height_;
  TerrainArea area_;
  std::int64_t step_;
};

/// How much of a kind there may be at a place.
class Suits {
 public:
  Suits(const ScatterKind& kind, const Noise* patches, const Land& land) : kind_(kind), patches_(patches) {
    if (const Layer* biomes = land.surface().layer("biome"); biomes && biomes->type() == LayerType::category) {
      biomes_ = biomes;
      by_biome_.assign(256, 0.0);
      const std::vector<std::string>& names = biomes->info().categories;
      for (std::size_t i = 0; i < names.size(); ++i)
        for (const ScatterShare& each : kind.biomes)
          if (each.name == names[i]) by_biome_[i] = each.share;
    }
    rivers_ = numbers(land.surface(), "river");
    banks_ = numbers(land.surface(), "river_distance");
    lakes_ = numbers(land.surface(), "lake_depth");
    for (const ScatterShare& each : kind.ground)
      if (const Layer* layer = land.surface().layer(each.name); layer && layer->type() == LayerType::number)
        ground_.push_back({layer, each.share});
  }

  double share(Point2 at, const Land::Place& place) const {
    if (place.height < kind_.lowest || place.height > kind_.highest || in_water(place)) return 0;
    double share = biomes_ ? by_biome_[biomes_->categories()[place.nearest]] : 0;
    for (const Ground& each : ground_) share += each.share * double{each.layer->numbers()[place.nearest]};
    share *= 1 - smooth_step(0.5 * kind_.steepest, kind_.steepest, place.slope);
    if (patches_ && share > 0) share *= smooth_step(-0.35, 0.25, double{patches_->at(at)});
    return share;
  }

 private:
  struct Ground {
    const Layer* layer;
    double share;
  };

  static const Layer* numbers(const Surface& surface, std::string_view name) {
    const Layer* layer = surface.layer(name);
    return layer && layer->type() == LayerType::number ? layer : nullptr;
  }

  /// Of rivers and lakes; how far down into the sea a kind goes is its own to say. A bank is nowhere nearer than the sample says,
  /// less the way to it.
  bool in_water(const Land::Place& place) const {
    if (lakes_ && lakes_->numbers()[place.nearest] > 0) return true;
    if (!rivers_ || !banks_ || !(rivers_->numbers()[place.nearest] >= least_river)) return false;
    return double{banks_->numbers()[place.nearest]} <= place.from_nearest;
  }

  const ScatterKind& kind_;
  const Noise* patches_;
  const Layer *biomes_ = nullptr, *rivers_ = nullptr, *banks_ = nullptr, *lakes_ = nullptr;
  std::vector<double> by_biome_;
  std::vector<Ground> ground_;
};

/// Points by squares, to find whether one is near.
class NearPoints {
 public:
  explicit NearPoints(std::int64_t side) : side_(side) {}
  void add(Point2 at) { squares_[{floor_div(at.x, side_), floor_div(at.y, side_)}].push_back(at); }
  bool any_within(Point2 at, std::int64_t distance) const {  // at most `side`
    const std::int64_t column = floor_div(at.x, side_), row = floor_div(at.y, side_);
    for (std::int64_t y = row - 1; y <= row + 1; ++y)
      for (std::int64_t x = column - 1; x <= column + 1; ++x) {
        const auto found = squares_.find({x, y});
        if (found == squares_.end()) continue;
        for (const Point2& other : found->second) {
          const std::int64_t dx = other.x - at.x, dy = other.y - at.y;
          if (dx * dx + dy * dy < distance * distance) return true;
        }
      }
    return false;
  }

 private:
  std::int64_t side_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Point2>> squares_;
};

}  // namespace

class Scatter::Impl {
 public:
  Terrain terrain;
  std::vector<ScatterKind> kinds;
  std::vector<Seed> seeds{};
  std::vector<std::optional<Noise>> patches{};
  std::vector<std::int64_t> margins{};  ///< units around a box in which things of a kind must be known
  std::int64_t widest_apart = 1;

  Result<void> prepare() {
    const Seed root = Seed{terrain.recipe().seed}.child("scatter");
    for (const ScatterKind& kind : kinds) {
      seeds.push_back(root.child(kind.name));
      widest_apart = std::max(widest_apart, units(kind.apart));
      patches.emplace_back();
      if (kind.patches == 0) continue;
      NoiseSpec perlin{.kind = "perlin"};
      perlin.params.set("frequency", 1 / kind.patches);
      CRATON_TRY(Noise noise, Noise::make(perlin, seeds.back().child("patches")));
      patches.back() = std::move(noise);
    }
    margins.assign(kinds.size(), 0);
    for (std::size_t i = kinds.size(); i-- > 0;)
      for (std::size_t later = i + 1; later < kinds.size(); ++later)
        if (kinds[later].apart > 0) margins[i] = std::max(margins[i], margins[later] + units(kinds[later].apart));
    return {};
  }

  double candidates_in(const ScatterBox& box) const {
    double all = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const auto side = [&](std::int64_t first, std::int64_t last) {  // a box from end to end is wider than 64 bits
        const double across = static_cast<double>(last) - static_cast<double>(first) + 2 * static_cast<double>(margins[i]);
        return std::max(0.0, across) / static_cast<double>(units(kinds[i].spacing));
      };
      all += side(box.first.x, box.last.x) * side(box.first.y, box.last.y);
    }
    return all;
  }

  Result<std::vector<ScatterPoint>> in(const ScatterBox& box, const Execution& execution) const {
    const std::int64_t widest = margins.empty() ? 0 : *std::max_element(margins.begin(), margins.end());
    CRATON_TRY(const Land land, Land::make(terrain, grown(box, widest), execution));
    std::vector<ScatterPoint> points;
    NearPoints before(widest_apart);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (execution.cancel && execution.cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
      std::vector<BluePoint> candidates;
      blue_points(seeds[i], units(kinds[i].spacing), grown(box, margins[i]), candidates);
      std::sort(candidates.begin(), candidates.end());
      std::vector<Point2> kept;
      const Suits suits(kinds[i], patches[i] ? &*patches[i] : nullptr, land);
      for (const BluePoint& each : candidates) {
        const Land::Place place = land.at(each.at);
        if (!(lot_share(each.lot, 3) < suits.share(each.at, place))) continue;
        if (kinds[i].apart > 0 && before.any_within(each.at, units(kinds[i].apart))) continue;
        kept.push_back(each.at);
        const bool inside =
            each.at.x >= box.first.x && each.at.x < box.last.x && each.at.y >= box.first.y && each.at.y < box.last.y;
        if (inside) points.push_back(thing(static_cast<std::uint32_t>(i), each, place.height));
      }
      for (const Point2& at : kept) before.add(at);
    }
    return points;
  }

 private:
  /// More small ones than large ones.
  ScatterPoint thing(std::uint32_t kind, const BluePoint& point, double height) const {
    const double grown = lot_share(point.lot, 4), turned = lot_share(point.lot, 5);
    const ScatterKind& of = kinds[kind];
    return {kind, point.at, static_cast<float>(height),
            static_cast<float>(of.smallest + (of.largest - of.smallest) * (grown * grown)), static_cast<float>(360 * turned)};
  }
};

const std::vector<ScatterKind>& usual_scatter() {
  static const std::vector<ScatterKind> kinds{
      {.name = "rock",
       .spacing = 5,
       .smallest = 0.3,
       .largest = 2.5,
       .steepest = 2.5,
       .lowest = 0,
       .patches = 60,
       .biomes = {{"tundra", 0.04}, {"subtropical desert", 0.05}, {"taiga", 0.02}, {"temperate grassland", 0.01}},
       .ground = {{"rock", 0.35}, {"gravel", 0.6}}},
      {.name = "conifer",
       .spacing = 4.5,
       .apart = 1.5,
       .smallest = 5,
       .largest = 24,
       .steepest = 1.1,
       .patches = 160,
       .biomes = {{"taiga", 0.95}, {"temperate rain forest", 0.8}, {"temperate deciduous forest", 0.1}, {"tundra", 0.015}}},
      {.name = "broadleaf",
       .spacing = 6,
       .apart = 4,
       .smallest = 6,
       .largest = 22,
       .steepest = 0.9,
       .patches = 220,
       .biomes = {{"temperate deciduous forest", 0.95},
                  {"temperate rain forest", 0.3},
                  {"temperate grassland", 0.03},
                  {"savanna", 0.06},
                  {"tropical seasonal forest", 0.75}}},
      {.name = "palm",
       .spacing = 5,
       .apart = 3,
       .smallest = 6,
       .largest = 26,
       .steepest = 0.9,
       .patches = 140,
       .biomes = {{"tropical rain forest", 0.95}, {"tropical seasonal forest", 0.3}}},
      {.name = "shrub",
       .spacing = 3,
       .apart = 1.2,
       .smallest = 0.5,
       .largest = 2.5,
       .steepest = 1.2,
       .patches = 50,
       .biomes = {{"savanna", 0.25},
                  {"subtropical desert", 0.05},
                  {"temperate grassland", 0.06},
                  {"tundra", 0.12},
                  {"taiga", 0.08},
                  {"temperate deciduous forest", 0.12},
                  {"tropical seasonal forest", 0.2},
                  {"tropical rain forest", 0.3}}},
      {.name = "grass",
       .spacing = 1.6,
       .smallest = 0.2,
       .largest = 0.9,
       .steepest = 1,
       .patches = 35,
       .biomes = {{"temperate grassland", 0.95},
                  {"savanna", 0.8},
                  {"tundra", 0.4},
                  {"temperate deciduous forest", 0.35},
                  {"taiga", 0.15},
                  {"tropical seasonal forest", 0.3},
                  {"subtropical desert", 0.02}}},
  };
  return kinds;
}

Result<Scatter> Scatter::make(Terrain terrain, std::vector<ScatterKind> kinds) {
  CRATON_TRY(check_scatter_kinds(kinds, "kinds"));
  auto impl = std::make_shared<Impl>(Impl{std::move(terrain), std::move(kinds)});
  CRATON_TRY(impl->prepare());
  return Scatter(std::move(impl));
}

const std::vector<ScatterKind>& Scatter::kinds() const { return impl_->kinds; }

Result<std::vector<ScatterPoint>> Scatter::in(const ScatterBox& box, const Execution& execution) const {
  constexpr std::int64_t end = std::int64_t{1} << 62;
  for (const std::int64_t place : {box.first.x, box.first.y, box.last.x, box.last.y})
    if (place < -end || place > end)
      return Error{ErrorCode::invalid_value, "box", "this is beyond the end of the world, 2^52 m from its origin"};
  if (candidates(box) > most_candidates)
    return Error{ErrorCode::unsupported, "box",
                 "more than 33 million things would be looked at; ask for a smaller box, or for kinds with more spacing"};
  const FloatingPointMode ieee;
  return impl_->in(box, execution);
}

double Scatter::candidates(const ScatterBox& box) const { return impl_->candidates_in(box); }

Result<std::vector<ScatterPoint>> Scatter::in(const TileId& tile, const Execution& execution) const {
  const std::int64_t side = (std::int64_t{impl_->terrain.options().tile_cells} * impl_->terrain.step(0)) << tile.level;
  const std::int64_t most = (std::int64_t{1} << 62) / side;
  if (tile.x < -most || tile.x >= most || tile.y < -most || tile.y >= most)
    return Error{ErrorCode::invalid_value, "tile", "this is beyond the end of the world, 2^52 m from its origin"};
  return in(ScatterBox{{tile.x * side, tile.y * side}, {(tile.x + 1) * side, (tile.y + 1) * side}}, execution);
}

}  // namespace craton
