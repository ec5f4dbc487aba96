// Regions of a planet: coasts, relief and rivers of the planet stay where they are, rivers go on across the border, the same
// place looks alike in all regions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <craton/surface/sample.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/planet.h>
#include <craton/worlds/planet_zoom.h>

#include "repository.h"
#include "surface/vectors.h"

namespace craton {
namespace {

const World& planet() {
  static const World world = [] {
    std::ifstream stream(repository_folder() + "/recipes/earth.json");
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    Result<Recipe> recipe = recipe_from_json(text, all_terms());
    EXPECT_TRUE(recipe) << recipe.error().to_string();
    EXPECT_TRUE(resize_planet(*recipe, 128));
    EXPECT_TRUE(set_in_recipe(*recipe, "crust.level_points=16384", all_terms()));
    Result<World> made = make_world(*recipe, all_terms(), {});
    EXPECT_TRUE(made) << made.error().to_string();
    return *std::move(made);
  }();
  return world;
}
const CubeSphere& sphere() { return std::get<CubeSphere>(planet().surface.domain()); }
std::span<const float> heights() { return planet().surface.layer("height")->numbers(); }

struct Region {
  ZoomOptions options;
  PlanetZoom zoom;
  World world;

  const PlaneTile& tile() const { return std::get<PlaneTile>(world.surface.domain()); }
  std::span<const float> numbers(const char* layer) const { return world.surface.layer(layer)->numbers(); }
};

Region region_at(const LatLon& centre, double span, std::uint32_t samples) {
  const ZoomOptions options{centre, span, samples};
  Result<PlanetZoom> zoom = zoom_into(planet(), options, all_terms());
  EXPECT_TRUE(zoom) << zoom.error().to_string();
  const std::unique_ptr<AssetSource> assets = assets_of(*zoom);
  Result<World> world = make_world(zoom->recipe, all_terms(), {.assets = assets.get()});
  EXPECT_TRUE(world) << world.error().to_string();
  return {options, *std::move(zoom), *std::move(world)};
}

/// Rivers that end in the sea, the largest first.
std::vector<const ObjectColumn::Path*> great_rivers() {
  const ObjectTable& table = *planet().surface.objects("rivers");
  const auto& discharge = std::get<std::vector<double>>(table.column("discharge")->values);
  const auto& mouth = std::get<std::vector<std::string>>(table.column("mouth")->values);
  const auto& paths = std::get<std::vector<ObjectColumn::Path>>(table.column("path")->values);
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < table.rows(); ++i)
    if (mouth[i] == "sea") order.emplace_back(-discharge[i], i);
  std::sort(order.begin(), order.end());
  std::vector<const ObjectColumn::Path*> rivers;
  for (const auto& entry : order) rivers.push_back(&paths[entry.second]);
  return rivers;
}

/// Regions at mouths of great rivers, which have coasts, and some way up them.
const std::vector<Region>& regions() {
  static const std::vector<Region> all = [] {
    std::vector<Region> some;
    const std::vector<const ObjectColumn::Path*> rivers = great_rivers();
    const std::size_t count = std::getenv("CRATON_FULL") ? 8 : 2;
    for (std::size_t i = 0; i < count; ++i) {
      const ObjectColumn::Path& path = *rivers[i];
      some.push_back(region_at(lat_lon_of(path.back()), 600'000, 256));
      some.push_back(region_at(lat_lon_of(path[path.size() / 2]), 600'000, 256));
    }
    return some;
  }();
  return all;
}

TEST(RegionPlane, GoesThereAndBack) {
  const RegionPlane plane({-34.5, 151}, 6'371'000);
  for (const double east : {-800'000.0, 0.0, 3000.0, 500'000.0})
    for (const double south : {-400'000.0, 0.0, 90'000.0}) {
      const RegionPlane::Place place = plane.place(plane.direction(east, south));
      EXPECT_NEAR(place.east, east, 1e-3);
      EXPECT_NEAR(place.south, south, 1e-3);
    }
  EXPECT_NEAR(lat_lon_of(plane.direction(0, -111'195)).latitude, -33.5, 0.01);
  EXPECT_NEAR(lat_lon_of(plane.direction(0, 0)).longitude, 151, 1e-6);
}

TEST(RegionPlane, PutsTheOtherSideFarAway) {
  const LatLon centre{-7.83, -43.04};
  const RegionPlane plane(centre, 6'371'000);
  const RegionPlane::Place place = plane.place(direction_of(centre) * -1);
  EXPECT_NEAR(std::hypot(place.east, place.south), 2 * 6'371'000, 1000);
}

TEST(Zoom, KeepsCoastsWithinTwoCells) {
  for (const Region& region : regions()) {
    const RegionPlane plane(region.options.centre, sphere().radius());
    std::size_t coast = 0;
    const std::span<const float> ground = region.numbers("height");
    for (Cell cell = 0; cell < region.tile().cell_count(); cell += 7) {
      const Vec3d at = region.tile().centre(cell);
      const Vec3d direction = plane.direction(at.x, at.y);
      // All cells of the planet within two cells are land, or all are sea: so is the place.
      std::vector<Cell> near{sphere().nearest(direction)};
      for (std::size_t ring = 0, first = 0; ring < 2; ++ring) {
        const std::size_t last = near.size();
        for (; first < last; ++first)
          sphere().for_each_link(near[first], [&](const Link& link) {
            if (std::find(near.begin(), near.end(), link.to) == near.end()) near.push_back(link.to);
          });
      }
      const auto land = std::count_if(near.begin(), near.end(), [](Cell c) { return heights()[c] >= 0; });
      if (land == 0) { ASSERT_LT(ground[cell], 0) << at.x << ", " << at.y; }
      if (land == static_cast<std::ptrdiff_t>(near.size())) { ASSERT_GE(ground[cell], 0) << at.x << ", " << at.y; }
      coast += land != 0 && land != static_cast<std::ptrdiff_t>(near.size());
    }
    if (&region == &regions().front()) { EXPECT_GT(coast, 100U) << "the region should have a coast"; }
  }
}

/// Bends of a region move rivers by less than so much.
double reach() { return 1.2 * sphere().spacing(); }

/// Where the planet's rivers cross the border of a region: the way in or out, and how much water they have around there (others
/// may join them beside the border).
struct Crossing {
  double x = 0, y = 0, least = 0, most = 0;
  bool in = false;
  std::size_t river = 0;
  double to_mouth = 1e30;  ///< to the sea, metres
};

/// Of a river on the planet.
struct Water {
  RegionPlane::Place place;
  double discharge = 0;
};

std::vector<Water> waters_of(const ObjectColumn::Path& path, std::size_t row, const RegionPlane& plane) {
  const std::span<const float> discharge = planet().surface.layer("discharge")->numbers();
  const std::span<const std::int32_t> river = planet().surface.layer("river")->integers();
  std::vector<Water> waters;
  double water = 0;
  for (const Vec3d& at : path) {
    const Vec3d direction = at * (1 / length(at));
    const Cell cell = sphere().nearest(direction);
    if (river[cell] == static_cast<std::int32_t>(row + 1)) water = std::max(water, double{discharge[cell]});
    waters.push_back({plane.place(direction), water});
  }
  return waters;
}

double apart(const RegionPlane::Place& a, const RegionPlane::Place& b) { return std::hypot(a.east - b.east, a.south - b.south); }

std::vector<Crossing> crossings_of(const Region& region) {
  const RegionPlane plane(region.options.centre, sphere().radius());
  const double half = 0.5 * region.options.span;
  const ObjectTable& table = *planet().surface.objects("rivers");
  const auto& paths = std::get<std::vector<ObjectColumn::Path>>(table.column("path")->values);
  const auto& mouth = std::get<std::vector<std::string>>(table.column("mouth")->values);
  std::vector<Crossing> found;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::vector<Water> waters = waters_of(paths[i], i, plane);
    for (std::size_t k = 0; k + 1 < waters.size(); ++k) {
      const RegionPlane::Place a = waters[k].place, b = waters[k + 1].place;
      const auto inside = [&](const RegionPlane::Place& p) { return std::abs(p.east) < half && std::abs(p.south) < half; };
      if (inside(a) == inside(b)) continue;
      double low = 0, high = 1;
      for (int step = 0; step < 40; ++step) {
        const double t = 0.5 * (low + high);
        const bool there = inside({a.east + (b.east - a.east) * t, a.south + (b.south - a.south) * t});
        (there == inside(a) ? low : high) = t;
      }
      const RegionPlane::Place at{a.east + (b.east - a.east) * low, a.south + (b.south - a.south) * low};
      Crossing crossing{at.east, at.south, waters[k].discharge, waters[k].discharge, inside(b), i};
      for (const Water& water : waters)
        if (apart(water.place, at) < reach()) {
          crossing.least = std::min(crossing.least, water.discharge);
          crossing.most = std::max(crossing.most, water.discharge);
        }
      if (mouth[i] == "sea") crossing.to_mouth = apart(waters.back().place, at);
      found.push_back(crossing);
    }
  }
  return found;
}

/// The water of the river of the region near a place of its border that is most like the planet's there; others may cross it
/// beside it.
double water_near(const Region& region, const Crossing& crossing) {
  const std::span<const float> discharge = region.numbers("discharge");
  double best = 0;
  const double half = 0.5 * region.options.span, ring = 3 * region.tile().spacing();
  const auto away = [&](double water) {
    return std::max(std::log((crossing.least + 1) / (water + 1)), std::log((water + 1) / (crossing.most + 1)));
  };
  for (Cell cell = 0; cell < region.tile().cell_count(); ++cell) {
    const Vec3d at = region.tile().centre(cell);
    if (std::max(std::abs(at.x), std::abs(at.y)) < half - ring) continue;
    if (std::hypot(at.x - crossing.x, at.y - crossing.y) > reach()) continue;
    if (away(double{discharge[cell]}) < away(best)) best = double{discharge[cell]};
  }
  return best;
}

/// Coasts may lie up to two cells elsewhere: a river that ends near the border may end before it.
bool ends_before(const Region& region, const Crossing& crossing) {
  const double last = 0.5 * region.options.span - region.tile().spacing();
  const Point2 at{*units_from_metres(std::clamp(crossing.x, -last, last)),
                  *units_from_metres(std::clamp(crossing.y, -last, last))};
  return crossing.to_mouth < 2 * sphere().spacing() && sample(region.tile(), region.numbers("height"), at, Sampling::nearest) < 0;
}

TEST(Zoom, RiversGoOnAcrossTheBorder) {
  std::size_t in = 0, out = 0;
  for (const Region& region : regions())
    for (const Crossing& crossing : crossings_of(region)) {
      if (ends_before(region, crossing)) continue;
      (crossing.in ? in : out) += 1;
      const double water = water_near(region, crossing);
      EXPECT_TRUE(water > 0.6 * crossing.least && water < 1.8 * crossing.most)
          << "region " << &region - regions().data() << ": river " << crossing.river << " of " << crossing.least << " … "
          << crossing.most << " has " << water << " where it goes " << (crossing.in ? "in" : "out") << " at " << crossing.x
          << ", " << crossing.y;
    }
  EXPECT_GE(in, 2U);
  EXPECT_GE(out, 1U);
}

/// Cells of the largest lakes, one of each.
std::vector<Cell> great_lakes(std::size_t count) {
  const std::span<const std::int32_t> lakes = planet().surface.layer("lake")->integers();
  std::map<std::int32_t, std::vector<Cell>> cells;
  for (Cell cell = 0; cell < lakes.size(); ++cell)
    if (lakes[cell] != 0) cells[lakes[cell]].push_back(cell);
  std::vector<std::pair<std::size_t, Cell>> order;
  for (const auto& [lake, all] : cells) order.emplace_back(cells.size() - all.size(), all[all.size() / 2]);
  std::sort(order.begin(), order.end());
  std::vector<Cell> great;
  for (std::size_t i = 0; i < std::min(count, order.size()); ++i) great.push_back(order[i].second);
  return great;
}

TEST(Zoom, KeepsLakes) {
  const std::span<const std::int32_t> lakes = planet().surface.layer("lake")->integers();
  const std::vector<Cell> great = great_lakes(std::getenv("CRATON_FULL") ? 6 : 1);
  ASSERT_FALSE(great.empty());
  for (const Cell middle : great) {
    const Region region = region_at(sphere().lat_lon(middle), 600'000, 256);
    const RegionPlane plane(region.options.centre, sphere().radius());
    const std::span<const std::int32_t> here = region.world.surface.layer("lake")->integers();
    for (Cell cell = 0; cell < sphere().cell_count(); ++cell) {
      const RegionPlane::Place at = plane.place(sphere().direction(cell));
      if (lakes[cell] == 0 || std::max(std::abs(at.east), std::abs(at.south)) > 0.5 * region.options.span - reach()) continue;
      bool found = false;
      for (Cell there = 0; there < region.tile().cell_count() && !found; ++there) {
        const Vec3d centre = region.tile().centre(there);
        found = here[there] != 0 && std::hypot(centre.x - at.east, centre.y - at.south) < reach();
      }
      EXPECT_TRUE(found) << region.options.centre.latitude << ", " << region.options.centre.longitude << ": " << at.east << ", "
                         << at.south;
    }
  }
}

TEST(Zoom, KeepsReliefAndClimate) {
  const Region& region = regions()[1];
  const RegionPlane plane(region.options.centre, sphere().radius());
  double sum = 0, planet_sum = 0, warm = 0, planet_warm = 0;
  std::size_t count = 0;
  for (Cell cell = 0; cell < region.tile().cell_count(); cell += 3) {
    const Vec3d at = region.tile().centre(cell);
    const Cell there = sphere().nearest(plane.direction(at.x, at.y));
    sum += double{region.numbers("height")[cell]};
    planet_sum += double{heights()[there]};
    warm += double{region.numbers("temperature")[cell]};
    planet_warm += double{planet().surface.layer("temperature")->numbers()[there]};
    ++count;
  }
  const auto n = static_cast<double>(count);
  EXPECT_NEAR(sum / n, planet_sum / n, 0.2 * std::abs(planet_sum / n) + 40);
  EXPECT_NEAR(warm / n, planet_warm / n, 1.5);
}

/// Before its own waters cut it.
TEST(Zoom, TheSamePlaceLooksAlikeInAllRegions) {
  const LatLon centre = regions()[1].options.centre;
  const Result<PlanetZoom> one = zoom_into(planet(), {centre, 64'000, 128}, all_terms());
  const Result<PlanetZoom> two = zoom_into(planet(), {centre, 128'000, 256}, all_terms());
  ASSERT_TRUE(one);
  ASSERT_TRUE(two);
  const HeightMap &small = one->rasters[0].map, &large = two->rasters[0].map;
  for (std::uint32_t y = 8; y < 120; ++y)
    for (std::uint32_t x = 8; x < 120; ++x)
      ASSERT_NEAR(small.values[y * 128 + x], large.values[(y + 64) * 256 + x + 64], 30) << x << ", " << y;
}

TEST(Zoom, RefusesWhatItCannotMake) {
  EXPECT_EQ(zoom_into(planet(), {{0, 0}, 10, 128}, all_terms()).error().path, "span");
  EXPECT_EQ(zoom_into(planet(), {{0, 0}, 1e5, 7}, all_terms()).error().path, "samples");
  EXPECT_EQ(zoom_into(planet(), {{95, 0}, 1e5, 128}, all_terms()).error().path, "centre");
}

}  // namespace
}  // namespace craton
