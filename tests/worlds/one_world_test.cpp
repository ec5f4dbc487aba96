// The laws of one world: a finished map at any spacing is one function of the place, and stays what it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <craton/base/hash.h>
#include <craton/base/targets.h>
#include <craton/recipe/make.h>
#include <craton/surface/world_source.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/refined_world.h>
#include <craton/worlds/terrain.h>

#include "base/fp_mode.h"
#include "repository.h"
#include "stages/water/drainage/base_country.h"
#include "stages/water/drainage/base_map.h"

namespace craton {
namespace {

using namespace drainage;

bool full() { return std::getenv("CRATON_FULL") != nullptr; }

Recipe recipe_of(const std::string& name) {
  std::ifstream stream(repository_folder() + "/recipes/" + name + ".json");
  Result<Recipe> recipe = recipe_from_json(std::string{std::istreambuf_iterator<char>(stream), {}}, all_terms());
  EXPECT_TRUE(recipe) << recipe.error().to_string();
  return *std::move(recipe);
}

/// The map of the world that `craton map` makes, in cells of 16 km; with CRATON_FULL in cells of 4 km, as they are by default.
World make_base(std::uint64_t seed) {
  Recipe recipe = recipe_of("map");
  recipe.seed = seed;
  if (!full()) {
    for (const char* setting : {"domain.width=512", "domain.height=256", "domain.step=16000"})
      EXPECT_TRUE(set_in_recipe(recipe, setting, all_terms()));
  }
  Result<World> made = make_world(recipe, all_terms(), {});
  EXPECT_TRUE(made) << made.error().to_string();
  return *std::move(made);
}

/// A base, as a source of worlds, as the drainage of its windows, and as what the drainage took of it.
class Base : public AssetSource, public WorldSource {
 public:
  explicit Base(std::uint64_t seed) : seed_(seed), world_(make_base(seed)), map_(*BaseMap::make(world_.surface, "")) {}

  Result<HeightMap> height_map(std::string_view name, const RawLayout&) const override {
    return Error{ErrorCode::io, std::string(name), "there are no pictures here"};
  }
  Result<std::uint64_t> fingerprint(std::string_view) const override { return seed_; }
  Result<std::uint64_t> world_seed(std::string_view) const override { return seed_; }
  Result<std::uint64_t> world_key(std::string_view) const override { return mix64(seed_) + changes_; }
  Result<Surface> world(std::string_view, std::span<const std::string_view> layers) const override {
    Surface copy(world_.surface.domain());
    for (const std::string_view name : layers) {
      const Layer* layer = world_.surface.layer(name);
      if (!layer) continue;
      CRATON_TRY(Layer * to, copy.add_layer(layer->info()));
      std::copy(layer->bytes().begin(), layer->bytes().end(), to->bytes().begin());
    }
    for (const ObjectTable& table : world_.surface.objects()) CRATON_TRY(copy.set_objects(table));
    return copy;
  }

  /// What was found of it does not count any more.
  void renew() const { ++changes_; }

  const BaseMap& map() const { return map_; }
  std::shared_ptr<const Drainage> drainage() const {
    const FloatingPointMode ieee;
    const Seed seed = Seed{seed_}.child("land");
    return std::make_shared<const Drainage>(Laws{}, *make_base_country(world_.surface, Laws{}, seed, ""), seed.child("drainage"));
  }
  Terrain terrain(double step) const {
    Recipe recipe = recipe_of("land");
    EXPECT_TRUE(stand_on_world(recipe, "base", this, all_terms()));
    recipe.stages.resize(1);  // of points alone, which another test has
    recipe.keep.clear();
    recipe.domain.params.set("step", step);
    Result<Terrain> terrain = Terrain::make(recipe, all_terms(), {.levels = 1, .assets = this});
    EXPECT_TRUE(terrain) << terrain.error().to_string();
    return *std::move(terrain);
  }

 private:
  std::uint64_t seed_;
  World world_;
  BaseMap map_;
  mutable std::uint64_t changes_ = 0;
};

const std::vector<std::uint64_t>& seeds() {
  static const std::vector<std::uint64_t> all = full() ? std::vector<std::uint64_t>{7, 99, 2026} : std::vector<std::uint64_t>{7};
  return all;
}
const Base& base_of(std::uint64_t seed) {
  static std::map<std::uint64_t, std::unique_ptr<Base>> made;
  std::unique_ptr<Base>& base = made[seed];
  if (!base) base = std::make_unique<Base>(seed);
  return *base;
}
const std::shared_ptr<const Drainage>& drainage_of(std::uint64_t seed) {
  static std::map<std::uint64_t, std::shared_ptr<const Drainage>> made;
  std::shared_ptr<const Drainage>& drainage = made[seed];
  if (!drainage) drainage = base_of(seed).drainage();
  return drainage;
}

/// Cells of land, always the same few.
std::vector<Cell> some_land(const BaseMap& map, std::size_t count, std::uint64_t salt) {
  std::vector<Cell> cells;
  for (std::uint64_t i = 0; cells.size() < count; ++i) {
    const auto cell = static_cast<Cell>(mix64(i + salt) % map.size());
    if (map.is_land(cell)) cells.push_back(cell);
  }
  return cells;
}
Point2 place_of(const BaseMap& map, Cell cell) {
  return {std::int64_t{cell % map.width} * map.step, std::int64_t{cell / map.width} * map.step};
}

Surface window(const Terrain& terrain, Point2 place, std::uint32_t width, std::uint32_t height, unsigned threads = 2) {
  const std::int64_t step = terrain.step(0);
  Result<Surface> made = terrain.area(
      {.x = floor_div(place.x, step), .y = floor_div(place.y, step), .width = width, .height = height}, {.threads = threads});
  EXPECT_TRUE(made) << made.error().to_string();
  return *std::move(made);
}

/// How many values of cells that both have differ; the second lies `moved` away.
std::size_t differences(const Surface& a, const Surface& b, Point2 moved = {}) {
  const auto &first = std::get<PlaneTile>(a.domain()), &second = std::get<PlaneTile>(b.domain());
  std::size_t different = 0, common = 0;
  for (Cell cell = 0; cell < first.cell_count(); ++cell) {
    const Point2 at = first.position(cell), place{at.x + moved.x, at.y + moved.y};
    const std::optional<Cell> same = second.nearest(place);
    if (!same || second.position(*same).x != place.x || second.position(*same).y != place.y) continue;
    ++common;
    for (const auto& layer : a.layers()) different += layer->value(cell) != b.layer(layer->name())->value(*same) ? 1 : 0;
  }
  EXPECT_GT(common, 0u);
  return different;
}

TEST(OneWorld, OverlappingWindowsAreEqualBitForBitAtSixScales) {
  for (const std::uint64_t seed : seeds()) {
    const Base& base = base_of(seed);
    for (const double step : {1.0, 4.0, 16.0, 100.0, 500.0, 4000.0}) {
      const Terrain terrain = base.terrain(step);
      for (const Cell cell : some_land(base.map(), full() ? 10 : 3, seed + 5)) {
        const Point2 place = place_of(base.map(), cell);
        const std::int64_t units = terrain.step(0);
        const Surface whole = window(terrain, place, 96, 80);
        for (const auto& [x, y] : {std::pair{-20, 30}, {37, -11}})
          EXPECT_EQ(differences(window(terrain, {place.x + x * units, place.y + y * units}, 50, 40, 1), whole), 0u)
              << step << " " << cell;
      }
    }
  }
}

TEST(OneWorld, MapsRepeatBitForBit) {
  const Base& base = base_of(7);
  const Point2 turn{base.map().width * base.map().step, -3 * std::int64_t{base.map().height} * base.map().step};
  for (const double step : {4.0, 100.0, 2000.0}) {
    const Terrain terrain = base.terrain(step);
    // Around the corner where both seams of the map meet, and somewhere else.
    for (const Point2 place :
         {Point2{-20 * terrain.step(0), -15 * terrain.step(0)}, place_of(base.map(), some_land(base.map(), 1, 3)[0])}) {
      const Surface here = window(terrain, place, 48, 40);
      EXPECT_EQ(differences(here, window(terrain, {place.x + turn.x, place.y + turn.y}, 48, 40), turn), 0u) << step;
    }
  }
}

TEST(OneWorld, TheBitsAreTheSameOnEveryInstructionSet) {
  const Base& base = base_of(7);
  const Cell cell = some_land(base.map(), 1, 29)[0];
  for (const double step : {4.0, 500.0}) {
    const Terrain terrain = base.terrain(step);
    const Surface first = window(terrain, place_of(base.map(), cell), 80, 64);
    for (const std::string_view target : available_targets()) {
      ASSERT_TRUE(force_target(target));
      base.renew();
      EXPECT_EQ(differences(window(terrain, place_of(base.map(), cell), 80, 64), first), 0u) << target;
    }
    ASSERT_TRUE(force_target("best"));
  }
}

/// Whatever was asked before, and in whatever order: nodes are the same.
TEST(OneWorld, NodesAreTheSameInAnyOrder) {
  const FloatingPointMode ieee;
  const Base& base = base_of(7);
  const std::shared_ptr<const Drainage> fresh = base.drainage();
  const Lattice& lattice = fresh->lattice();
  struct Asked {
    int level;
    Rect rect;
  };
  std::vector<Asked> all;
  for (const Cell cell : some_land(base.map(), 4, 17))
    for (int level = lattice.first; level <= finest_level; level += 2) {
      const Point2 place = place_of(base.map(), cell);
      all.push_back({level, {lattice.column_of(level, place.x) - 9, lattice.row_of(level, place.y) - 7, 25, 31}});
    }
  std::vector<Level> first;
  for (const Asked& asked : all) first.push_back(drainage_of(7)->window(asked.level, asked.rect));
  for (std::size_t k = all.size(); k-- > 0;) {
    const Asked& asked = all[k * 7 % all.size()];
    const Level& known = first[k * 7 % all.size()];
    const Level again = fresh->window(asked.level, asked.rect.grown(-3));
    for (std::int64_t y = again.rect.y; y < again.rect.y + again.rect.height; ++y)
      for (std::int64_t x = again.rect.x; x < again.rect.x + again.rect.width; ++x) {
        const Node &p = known.node(x, y), &q = again.node(x, y);
        ASSERT_TRUE(p.x == q.x && p.y == q.y && p.way == q.way && p.birth == q.birth && p.sea == q.sea && p.vary == q.vary &&
                    p.z == q.z && p.area == q.area && p.flow == q.flow)
            << asked.level << " " << x << " " << y;
      }
  }
}

TEST(OneWorld, EveryNodeOfLandHasALowerReceiver) {
  const FloatingPointMode ieee;
  for (const std::uint64_t seed : seeds()) {
    const Base& base = base_of(seed);
    const Lattice& lattice = drainage_of(seed)->lattice();
    std::size_t nodes = 0, bottoms = 0;
    for (const Cell cell : some_land(base.map(), full() ? 60 : 12, seed))
      for (int level = lattice.first; level <= finest_level; ++level) {
        const Point2 place = place_of(base.map(), cell);
        const Rect rect{lattice.column_of(level, place.x) - 20, lattice.row_of(level, place.y) - 20, 40, 40};
        const Level nodes_of = drainage_of(seed)->window(level, rect.grown(1));
        for (std::int64_t y = rect.y; y < rect.y + rect.height; ++y)
          for (std::int64_t x = rect.x; x < rect.x + rect.width; ++x) {
            const Node& node = nodes_of.node(x, y);
            if (node.sea) continue;
            ++nodes;
            bottoms += node.way == sink ? 1 : 0;
            if (node.way == sink) continue;
            ASSERT_TRUE(node.flows()) << level << " " << x << " " << y;
            ASSERT_LT(nodes_of.node(x + way_x[node.way], y + way_y[node.way]).z, node.z) << level << " " << x << " " << y;
          }
      }
    EXPECT_GT(nodes, 10'000u);
    EXPECT_LT(static_cast<double>(bottoms), 1e-4 * static_cast<double>(nodes));
  }
}

/// Follows water from node to node of the finest level, over any windows.
class Follower {
 public:
  explicit Follower(std::shared_ptr<const Drainage> drainage) : drainage_(std::move(drainage)) {}

  const Node& at(std::int64_t x, std::int64_t y) {
    const std::pair<std::int64_t, std::int64_t> key{floor_div(x, side), floor_div(y, side)};
    auto found = windows_.find(key);
    if (found == windows_.end())
      found = windows_.emplace(key, drainage_->window(finest_level, {key.first * side, key.second * side, side, side})).first;
    return found->second.node(x, y);
  }
  /// Calls f(x, y, node) for each node down to standing water or a basin's bottom; false where water would rise.
  template <class F>
  bool follow(std::int64_t x, std::int64_t y, const F& f) {
    for (int steps = 0; steps < 1'000'000; ++steps) {
      const Node node = at(x, y);
      f(x, y, node);
      if (node.sea || node.way == sink) return true;
      if (!node.flows()) return false;
      x += way_x[node.way];
      y += way_y[node.way];
      if (at(x, y).z >= node.z) return false;
    }
    return false;
  }

 private:
  static constexpr std::int64_t side = 64;
  std::shared_ptr<const Drainage> drainage_;
  std::map<std::pair<std::int64_t, std::int64_t>, Level> windows_;
};

/// The node of the finest level that inherits that of a cell of the map.
std::pair<std::int64_t, std::int64_t> heir_of(Follower& follower, const Lattice& lattice, const BaseMap& map, Cell cell,
                                              double z) {
  const Point2 place = place_of(map, cell);
  const std::int64_t half = map.step / 2, left = lattice.column_of(finest_level, place.x - half),
                     top = lattice.row_of(finest_level, place.y - half),
                     cells = std::int64_t{1} << (finest_level - lattice.first);
  for (std::int64_t y = top; y < top + cells; ++y)
    for (std::int64_t x = left; x < left + cells; ++x)
      if (const Node& node = follower.at(x, y); !node.born && node.z == z && node.birth == lattice.first) return {x, y};
  ADD_FAILURE() << "no heir of cell " << cell;
  return {left, top};
}

TEST(OneWorld, RiversOfTheMapAreFoundAtTheFinestLevel) {
  const FloatingPointMode ieee;
  for (const std::uint64_t seed : seeds()) {
    const BaseMap& map = base_of(seed).map();
    const std::shared_ptr<const Drainage> drainage = drainage_of(seed);
    const Lattice& lattice = drainage->lattice();
    const Level whole =
        drainage->window(lattice.first, {0, 0, static_cast<std::int32_t>(map.width), static_cast<std::int32_t>(map.height)});
    std::size_t followed = 0, kept = 0;
    for (std::size_t river = 0; river < map.courses.size() && followed < (full() ? 40 : 3);
         river += 1 + map.courses.size() / 500) {
      const std::vector<Cell>& course = map.courses[river];
      if (course.size() <= 10 || course.size() > 40 ||
          std::any_of(course.begin(), course.end() - 1, [&](Cell c) { return !map.is_land(c); }))
        continue;
      ++followed;
      // The finest stream from the first of its cells runs beside their line, past all of them, with their water.
      Follower follower(drainage);
      const auto [x, y] = heir_of(follower, lattice, map, course.front(), whole.nodes[course.front()].z);
      const Point2 first = place_of(map, course.front());
      std::vector<Vec3d> line{{0, 0, 0}};  // in cells, from the first
      for (std::size_t k = 0; k + 1 < course.size(); ++k) {
        const int way = map.way_to(course[k], course[k + 1]);
        line.push_back({line.back().x + way_x[way], line.back().y + way_y[way], 0});
      }
      std::vector<double> nearest(line.size(), 1e30), flows(line.size(), 0);
      double farthest = 0;
      bool ended = false;
      EXPECT_TRUE(
          follower.follow(x, y,
                          [&](std::int64_t at_x, std::int64_t at_y, const Node& node) {
                            const Point2 corner = lattice.corner_of(finest_level, at_x, at_y);
                            const double px = static_cast<double>(corner.x + node.x - first.x) / static_cast<double>(map.step),
                                         py = static_cast<double>(corner.y + node.y - first.y) / static_cast<double>(map.step);
                            double beside = 1e30;
                            for (std::size_t k = 0; k < line.size() && !ended; ++k) {
                              const double dx = px - line[k].x, dy = py - line[k].y;
                              nearest[k] = std::min(nearest[k], std::sqrt(dx * dx + dy * dy));
                              if (std::max(std::abs(dx), std::abs(dy)) <= 0.5) {
                                flows[k] = std::max(flows[k], node.flow);
                                ended = k + 1 == line.size();
                              }
                              const Vec3d to = line[std::min(k + 1, line.size() - 1)];
                              const double ax = to.x - line[k].x, ay = to.y - line[k].y, square = ax * ax + ay * ay;
                              const double t = square > 0 ? std::clamp((dx * ax + dy * ay) / square, 0.0, 1.0) : 0;
                              beside = std::min(beside, std::sqrt((dx - t * ax) * (dx - t * ax) + (dy - t * ay) * (dy - t * ay)));
                            }
                            if (!ended) farthest = std::max(farthest, beside);
                          }))
          << "river " << river;
      EXPECT_LT(farthest, 1.0) << "river " << river;
      for (std::size_t k = 0; k + 1 < course.size(); ++k) {
        EXPECT_LT(nearest[k], 1.0) << "river " << river << ", cell " << k;
        const double told = static_cast<double>(map.discharge[course[k]]);
        if (flows[k] > 0) {
          EXPECT_GE(flows[k], 0.99 * told) << "river " << river << ", cell " << k;
          EXPECT_LE(flows[k], 3 * whole.nodes[course[k]].flow) << "river " << river << ", cell " << k;
          ++kept;
        }
      }
    }
    EXPECT_GE(followed, full() ? 20u : 2u);
    EXPECT_GT(kept, 8 * followed);
  }
}

TEST(OneWorld, DropsReachStandingWater) {
  const FloatingPointMode ieee;
  for (const std::uint64_t seed : seeds()) {
    const BaseMap& map = base_of(seed).map();
    const std::shared_ptr<const Drainage> drainage = drainage_of(seed);
    const Lattice& lattice = drainage->lattice();
    // Drops over one coast, so that they share windows.
    Cell coast = 0;
    for (Cell cell : some_land(map, 100'000, seed)) {
      coast = cell;
      bool sea = false;
      for (int way = 0; way < 8; ++way) {
        const Cell other = map.beside(cell, way);
        sea = sea || (other != no_cell && map.water[other] == BaseMap::sea);
      }
      if (sea) break;
    }
    Follower follower(drainage);
    const Point2 place = place_of(map, coast);
    const std::int64_t span = 64'000 * units_per_metre;
    std::size_t steps = 0, bottoms = 0;
    for (std::uint64_t i = 0; i < (full() ? 10'000 : 500); ++i) {
      const Point2 from{place.x + static_cast<std::int64_t>(mix64(i) % static_cast<std::uint64_t>(span)) - span / 2,
                        place.y + static_cast<std::int64_t>(mix64(i + 77'777) % static_cast<std::uint64_t>(span)) - span / 2};
      bool bottom = false;
      ASSERT_TRUE(follower.follow(lattice.column_of(finest_level, from.x), lattice.row_of(finest_level, from.y),
                                  [&](std::int64_t, std::int64_t, const Node& node) {
                                    ++steps;
                                    bottom = node.way == sink;
                                  }))
          << i;
      bottoms += bottom ? 1 : 0;
    }
    EXPECT_GT(steps, 5'000u);
    EXPECT_EQ(bottoms, 0u);
  }
}

/// Every sample of sea lies within a cell of a cell of sea, and so does land of land and a lake of its lake, at its level.
TEST(OneWorld, CoastsAndLakesStayWithinOneCell) {
  for (const std::uint64_t seed : seeds()) {
    const Base& base = base_of(seed);
    const BaseMap& map = base.map();
    const Terrain terrain = base.terrain(map.metres() / 16);
    std::size_t wrong = 0, wrong_levels = 0, sea = 0, lake = 0;
    const auto look = [&](Cell cell) {
      const Surface made = window(terrain, place_of(map, cell), 128, 128);
      const auto& tile = std::get<PlaneTile>(made.domain());
      const auto heights = made.layer("height")->numbers(), depths = made.layer("lake_depth")->numbers(),
                 levels = made.layer("river_level")->numbers();
      for (Cell i = 0; i < made.cell_count(); ++i) {
        const Point2 at = tile.position(i);
        const Cell own = map.cell(floor_div(at.x + map.step / 2, map.step), floor_div(at.y + map.step / 2, map.step));
        const bool is_lake = depths[i] > 0, is_sea = !is_lake && heights[i] < 0;
        bool there = false, within = map.water[own] >= BaseMap::first_lake;
        for (int way = -1; way < 8; ++way) {
          const Cell other = way < 0 ? own : map.beside(own, way);
          const std::uint32_t water = map.water[other];
          within = within && water == map.water[own];
          // Lakes too small for the map lie on its land.
          const bool its_lake = water >= BaseMap::first_lake && static_cast<float>(map.level_of(other)) == levels[i];
          there = there || (is_sea ? water == BaseMap::sea : water == BaseMap::land || (is_lake && its_lake));
        }
        wrong += there ? 0 : 1;
        wrong_levels += within && !(is_lake && levels[i] == static_cast<float>(map.level_of(own))) ? 1 : 0;
        sea += is_sea ? 1 : 0;
        lake += within ? 1 : 0;
      }
    };
    for (const Cell cell : some_land(map, full() ? 60 : 12, seed + 1)) look(cell);
    for (Cell cell = 0, looked = 0; cell < map.size() && looked < 3; ++cell) {
      bool within = map.water[cell] >= BaseMap::first_lake;
      for (int way = 0; way < 8; ++way) within = within && map.water[map.beside(cell, way)] == map.water[cell];
      if (!within) continue;
      look(cell);
      ++looked;
      cell += 50;
    }
    EXPECT_EQ(wrong, 0u) << "seed " << seed;
    EXPECT_EQ(wrong_levels, 0u) << "seed " << seed;
    EXPECT_GT(sea, 100u);
    EXPECT_GT(lake, 10u);
  }
}

/// A surface of a few cells as a base, or why it is none.
Result<std::shared_ptr<const Country>> country_of(const std::string& domain, double step,
                                                  const std::function<float(Cell)>& height) {
  DomainSpec where{.kind = domain};
  if (domain == "torus") {
    where.params.set("width", std::int64_t{24});
    where.params.set("height", std::int64_t{16});
    where.params.set("step", step);
  }
  Surface surface(*make_domain(where, Seed{1}, 0, "/domain"));
  const Result<Layer*> layer = surface.add_layer({.name = "height", .unit = "m"});
  for (Cell cell = 0; cell < surface.cell_count(); ++cell) (*layer)->numbers()[cell] = height(cell);
  return make_base_country(surface, Laws{}, Seed{1}, "/stages/0/world");
}

TEST(OneWorld, MapsWithoutRiversLakesAndClimateAreEnough) {
  const FloatingPointMode ieee;
  for (const float sea : {-20.0F, 1.0F}) {  // an island, and a world of land alone
    const auto country = country_of("torus", 2000, [&](Cell cell) {
      const float x = static_cast<float>(cell % 24) - 12, y = static_cast<float>(cell / 24) - 8;
      return std::max(sea, 500 - 12 * (x * x + y * y));
    });
    ASSERT_TRUE(country) << country.error().to_string();
    const Drainage drainage(Laws{}, *country, Seed{2});
    const Level level = drainage.window(finest_level, {300, 200, 120, 100});
    for (std::int64_t y = 201; y < 299; ++y)
      for (std::int64_t x = 301; x < 419; ++x) {
        const Node& node = level.node(x, y);
        if (node.sea || node.way == sink) continue;
        ASSERT_TRUE(node.flows());
        ASSERT_LT(level.node(x + way_x[node.way], y + way_y[node.way]).z, node.z);
      }
  }
}

TEST(OneWorld, WhatIsNoMapIsRefused) {
  const auto flat = [](Cell) { return 5.0F; };
  const auto refused = [](const Result<std::shared_ptr<const Country>>& country, const char* why) {
    ASSERT_FALSE(country);
    EXPECT_EQ(country.error().path, "/stages/0/world");
    EXPECT_NE(country.error().message.find(why), std::string::npos) << country.error().message;
  };
  refused(country_of("sphere", 0, flat), "planets");
  refused(country_of("torus", 3000.001, flat), "cannot be halved");
  refused(country_of("torus", 1e6, flat), "too wide");
  refused(country_of("torus", 1000, [](Cell) { return std::numeric_limits<float>::quiet_NaN(); }), "not numbers");
}

/// Means of cells come back: no cell's ground is far from the map's, and there is no bias.
TEST(OneWorld, HeightsOfTheMapComeBack) {
  for (const std::uint64_t seed : seeds()) {
    const Base& base = base_of(seed);
    const BaseMap& map = base.map();
    const double step = map.metres() / 128;
    const Terrain terrain = base.terrain(step);
    double sum = 0, squares = 0, heights = 0;
    std::size_t count = 0;
    for (const Cell cell : some_land(map, full() ? 100 : 24, seed + 2)) {
      const Point2 place = place_of(map, cell);
      const Surface made = window(terrain, {place.x - map.step / 2, place.y - map.step / 2}, 128, 128);
      double mean = 0;
      for (const float height : made.layer("height")->numbers()) mean += static_cast<double>(height) / (128 * 128);
      const double off = mean - static_cast<double>(map.ground[cell]);
      sum += off;
      squares += off * off;
      heights += static_cast<double>(map.ground[cell]);
      ++count;
    }
    const auto n = static_cast<double>(count);
    EXPECT_LT(std::abs(sum / n), 0.12 * heights / n) << "seed " << seed;
    EXPECT_LT(std::sqrt(squares / n), 0.25 * heights / n) << "seed " << seed;
  }
}

}  // namespace
}  // namespace craton
