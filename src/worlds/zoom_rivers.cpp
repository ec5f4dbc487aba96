#include "worlds/zoom_rivers.h"

#include <algorithm>
#include <cmath>

#include "surface/vectors.h"

namespace craton::zoom {
namespace {

constexpr double least_fall = 2e-6;  // of beds, m/m: so that water finds its way on plains
constexpr double least_bed = 0.25;   // metres above the sea, at a mouth
constexpr double samples_a_piece = 0.75;
constexpr double short_way_out = 12;  // samples: rivers that leave the region by less stay in it

/// A point of a river on the planet.
struct PlanetPoint {
  Vec3d direction;
  double bed = 0, discharge = 0;
  bool lake = false;
};

/// What the planet's layers tell of rivers.
struct PlanetWaters {
  const CubeSphere& sphere;
  std::span<const float> discharge;
  std::span<const std::int32_t> river, lake;

  static PlanetWaters of(const Surface& planet) {
    PlanetWaters waters{std::get<CubeSphere>(planet.domain()), {}, {}, {}};
    if (const Layer* layer = planet.layer("discharge"); layer && layer->type() == LayerType::number)
      waters.discharge = layer->numbers();
    if (const Layer* layer = planet.layer("river"); layer && layer->type() == LayerType::integer)
      waters.river = layer->integers();
    if (const Layer* layer = planet.layer("lake"); layer && layer->type() == LayerType::integer) waters.lake = layer->integers();
    return waters;
  }
};

std::vector<PlanetPoint> points_of(const PlanetWaters& waters, const ObjectColumn::Path& path, std::int64_t row) {
  std::vector<PlanetPoint> points;
  double carried = 0;
  for (const Vec3d& at : path) {
    const double size = length(at);
    PlanetPoint point{.direction = at * (1 / size), .bed = size - waters.sphere.radius()};
    const Cell cell = waters.sphere.nearest(point.direction);
    // Beside its own cells a smooth line may pass others.
    if (!waters.discharge.empty() && (waters.river.empty() || waters.river[cell] == row + 1))
      carried = std::max(carried, double{waters.discharge[cell]});
    point.discharge = carried;
    point.lake = !waters.lake.empty() && waters.lake[cell] != 0;
    points.push_back(point);
  }
  return points;
}

Vec3d catmull_rom(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d, double t) {
  const double t2 = t * t, t3 = t2 * t;
  return a * (0.5 * (2 * t2 - t3 - t)) + b * (0.5 * (3 * t3 - 5 * t2 + 2)) + c * (0.5 * (4 * t2 - 3 * t3 + t)) +
         d * (0.5 * (t3 - t2));
}

/// Short pieces where the river is near the region, its corners elsewhere.
std::vector<PlanetPoint> refined(const std::vector<PlanetPoint>& points, const RegionGrid& grid, double radius) {
  const auto near = [&](const PlanetPoint& point) {
    const RegionPlane::Place place = grid.plane.place(point.direction);
    return grid.outside(place.east, place.south) < grid.margin;
  };
  std::vector<PlanetPoint> line;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const PlanetPoint &from = points[i], &to = points[i + 1];
    line.push_back(from);
    if (!near(from) && !near(to)) continue;
    const Vec3d before = points[i > 0 ? i - 1 : 0].direction, after = points[std::min(i + 2, points.size() - 1)].direction;
    const double metres = length(to.direction - from.direction) * radius;
    const auto pieces = static_cast<int>(std::clamp(std::ceil(metres / (samples_a_piece * grid.step)), 1.0, 4096.0));
    for (int k = 1; k < pieces; ++k) {
      const double t = static_cast<double>(k) / pieces;
      PlanetPoint between{.direction = catmull_rom(before, from.direction, to.direction, after, t),
                          .bed = from.bed + (to.bed - from.bed) * t,
                          .discharge = from.discharge,
                          .lake = t < 0.5 ? from.lake : to.lake};
      between.direction = between.direction * (1 / length(between.direction));
      line.push_back(between);
    }
  }
  line.push_back(points.back());
  return line;
}

bool comes_near(const ObjectColumn::Path& path, const RegionGrid& grid) {
  return std::any_of(path.begin(), path.end(), [&](const Vec3d& at) {
    const RegionPlane::Place place = grid.plane.place(at * (1 / length(at)));
    return grid.outside(place.east, place.south) < grid.margin;
  });
}

/// A river that runs along the border and leaves the region for a short way would lose its water there.
void keep_inside(std::vector<RiverPoint>& line, const RegionGrid& grid) {
  const auto out = [&](std::size_t i) { return grid.outside(line[i].x, line[i].y) > -2 * grid.step; };
  const double low_x = grid.west + 2 * grid.step, low_y = grid.north + 2 * grid.step, side = (grid.samples - 5) * grid.step;
  std::size_t begin = 0;
  while (begin < line.size() && out(begin)) ++begin;  // it comes in
  while (begin < line.size()) {
    std::size_t end = begin;
    while (end < line.size() && !out(end)) ++end;
    std::size_t back = end;
    double most = 0;
    for (; back < line.size() && out(back); ++back) most = std::max(most, grid.outside(line[back].x, line[back].y));
    if (back < line.size() && most < short_way_out * grid.step)
      for (std::size_t i = end; i < back; ++i) {
        line[i].x = std::clamp(line[i].x, low_x, low_x + side);
        line[i].y = std::clamp(line[i].y, low_y, low_y + side);
      }
    begin = back;
  }
}

/// The ground between samples; beyond the border that of the border.
float height_at(std::span<const float> heights, const RegionGrid& grid, double x, double y) {
  const double most = grid.samples - 1.0;
  const double column = std::clamp((x - grid.west) / grid.step, 0.0, most);
  const double row = std::clamp((y - grid.north) / grid.step, 0.0, most);
  const auto c = static_cast<std::uint32_t>(std::min(std::floor(column), most - 1));
  const auto r = static_cast<std::uint32_t>(std::min(std::floor(row), most - 1));
  const auto right = static_cast<float>(column - c), down = static_cast<float>(row - r);
  const float* at = heights.data() + std::size_t{r} * grid.samples + c;
  const float upper = at[0] + (at[1] - at[0]) * right;
  const float lower = at[grid.samples] + (at[grid.samples + 1] - at[grid.samples]) * right;
  return upper + (lower - upper) * down;
}

/// The lowest land around a place: a bed below it keeps its water.
double lowest_land(std::span<const float> heights, const RegionGrid& grid, double x, double y, double radius) {
  constexpr double diagonal = 0.70710678118654752;
  constexpr double ways[][2] = {{1, 0},  {diagonal, diagonal},   {0, 1},  {-diagonal, diagonal},
                                {-1, 0}, {-diagonal, -diagonal}, {0, -1}, {diagonal, -diagonal}};
  double lowest = double{height_at(heights, grid, x, y)};
  for (const double away : {0.35 * radius, 0.7 * radius, 1.05 * radius})
    for (const auto& way : ways) {
      const double height = double{height_at(heights, grid, x + away * way[0], y + away * way[1])};
      if (height >= 0) lowest = std::min(lowest, height);
    }
  return lowest;
}

/// The region's own lakes, whose shores are not those of the planet's cells.
void find_lakes_on(RegionRiver& river, const std::vector<float>& heights, const RegionLakes& lakes, const RegionGrid& grid) {
  for (RiverPoint& point : river.line) {
    if (grid.outside(point.x, point.y) > 0) continue;
    const auto near = [&](double at, double first) { return static_cast<std::size_t>((at - first) / grid.step + 0.5); };
    const std::size_t i = near(point.y, grid.north) * grid.samples + near(point.x, grid.west);
    point.lake = lakes.covers(i, heights[i]);
    if (point.lake) point.bed = double{lakes.level[i]};
  }
}

/// Beds that never rise, that lie in the ground, and no lower than the lakes that they lead to.
void lower_beds(RegionRiver& river, double least, std::span<const float> surface, const RegionGrid& grid, double width) {
  std::vector<double> floors(river.line.size());
  for (std::size_t i = river.line.size(); i-- > 0;) {
    const RiverPoint& point = river.line[i];
    floors[i] = least + least_fall * point.left;
    if (i + 1 < floors.size()) floors[i] = std::max(floors[i], floors[i + 1]);
    if (point.lake) floors[i] = std::max(floors[i], point.bed);
  }
  double bed = 1e30;
  for (std::size_t i = 0; i < river.line.size(); ++i) {
    RiverPoint& point = river.line[i];
    const double fall = i > 0 ? least_fall * (river.line[i - 1].left - point.left) : 0;
    double wanted = point.bed;
    if (!point.lake) wanted = std::min(wanted, lowest_land(surface, grid, point.x, point.y, width));
    bed = std::max(std::min(bed - fall, wanted), floors[i]);
    point.bed = bed;
  }
}

/// Tells the samples near a piece of a river how far it is.
void draw_piece(const RiverPoint& a, const RiverPoint& b, const RegionGrid& grid, Corridors& corridors) {
  const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  const auto range = [&](double low, double high, double first, std::uint32_t& from, std::uint32_t& to) {
    const double most = grid.samples;
    from = static_cast<std::uint32_t>(std::clamp(std::ceil((low - corridors.width - first) / grid.step), 0.0, most));
    to = static_cast<std::uint32_t>(std::clamp(std::floor((high + corridors.width - first) / grid.step) + 1, 0.0, most));
  };
  std::uint32_t left = 0, right = 0, top = 0, bottom = 0;
  range(std::min(a.x, b.x), std::max(a.x, b.x), grid.west, left, right);
  range(std::min(a.y, b.y), std::max(a.y, b.y), grid.north, top, bottom);
  for (std::uint32_t row = top; row < bottom; ++row)
    for (std::uint32_t column = left; column < right; ++column) {
      const double x = grid.x(column) - a.x, y = grid.y(row) - a.y;
      const double t = square > 0 ? std::clamp((x * dx + y * dy) / square, 0.0, 1.0) : 0;
      const double ox = x - t * dx, oy = y - t * dy, distance = std::sqrt(ox * ox + oy * oy);
      const std::size_t i = std::size_t{row} * grid.samples + column;
      if (!(distance < double{corridors.distance[i]})) continue;
      corridors.distance[i] = static_cast<float>(distance);
      corridors.bed[i] = static_cast<float>(a.bed + (b.bed - a.bed) * t);
    }
}

}  // namespace

Result<std::vector<RegionRiver>> rivers_near(const Surface& planet, const ZoomGround& ground, const RegionGrid& grid) {
  std::vector<RegionRiver> rivers;
  const ObjectTable* table = planet.objects("rivers");
  if (!table) return rivers;
  const auto* paths = table->values<ObjectColumn::Path>("path");
  const auto* joins = table->values<std::int64_t>("joins");
  if (!paths || !joins) return rivers;
  const PlanetWaters waters = PlanetWaters::of(planet);
  for (std::size_t i = 0; i < paths->size(); ++i) {
    if ((*paths)[i].size() < 2 || !comes_near((*paths)[i], grid)) continue;
    const auto row = static_cast<std::int64_t>(i);
    const std::vector<PlanetPoint> points = refined(points_of(waters, (*paths)[i], row), grid, waters.sphere.radius());
    std::vector<Vec3d> directions;
    for (const PlanetPoint& point : points) directions.push_back(point.direction);
    directions = ground.bends().moved_back(directions);
    RegionRiver river{.row = row, .joins = (*joins)[i], .line = {}};
    for (std::size_t k = 0; k < points.size(); ++k) {
      const RegionPlane::Place place = grid.plane.place(directions[k]);
      river.line.push_back({place.east, place.south, points[k].bed, points[k].discharge, 0, points[k].lake});
    }
    keep_inside(river.line, grid);
    for (std::size_t k = river.line.size() - 1; k > 0; --k) {
      RiverPoint &to = river.line[k], &from = river.line[k - 1];
      const double dx = to.x - from.x, dy = to.y - from.y;
      from.left = to.left + std::sqrt(dx * dx + dy * dy);
    }
    rivers.push_back(std::move(river));
  }
  // Trunks first: by how many rivers lie between a river and its end.
  const auto depth = [&](const RegionRiver& river) {
    std::size_t steps = 0;
    for (std::int64_t at = river.joins; at >= 0 && steps < joins->size(); at = (*joins)[static_cast<std::size_t>(at)]) ++steps;
    return steps;
  };
  std::vector<std::pair<std::size_t, std::size_t>> order;
  for (std::size_t i = 0; i < rivers.size(); ++i) order.emplace_back(depth(rivers[i]), i);
  std::sort(order.begin(), order.end());
  std::vector<RegionRiver> sorted;
  for (const auto& [unused, i] : order) sorted.push_back(std::move(rivers[i]));
  return sorted;
}

Corridors find_corridors(std::vector<RegionRiver>& rivers, const std::vector<float>& heights, const RegionLakes& lakes,
                         const RegionGrid& grid, double cell) {
  const std::vector<float> surface = with_water(lakes, heights);
  Corridors corridors{
      .distance = {}, .bed = std::vector<float>(grid.count(), 0), .width = std::clamp(0.3 * cell, 6 * grid.step, 64 * grid.step)};
  corridors.distance.assign(grid.count(), static_cast<float>(corridors.width));
  for (std::size_t i = 0; i < rivers.size(); ++i) {
    double least = least_bed;
    const RiverPoint& end = rivers[i].line.back();
    for (std::size_t k = 0; k < i && rivers[i].joins >= 0; ++k) {
      if (rivers[k].row != rivers[i].joins) continue;
      const auto nearer = [&](const RiverPoint& a, const RiverPoint& b) {
        const auto square = [&](const RiverPoint& p) { return (p.x - end.x) * (p.x - end.x) + (p.y - end.y) * (p.y - end.y); };
        return square(a) < square(b);
      };
      least = std::min_element(rivers[k].line.begin(), rivers[k].line.end(), nearer)->bed;
    }
    find_lakes_on(rivers[i], heights, lakes, grid);
    lower_beds(rivers[i], least, surface, grid, corridors.width);
    for (std::size_t k = 0; k + 1 < rivers[i].line.size(); ++k)
      if (!rivers[i].line[k].lake || !rivers[i].line[k + 1].lake)
        draw_piece(rivers[i].line[k], rivers[i].line[k + 1], grid, corridors);
  }
  return corridors;
}

}  // namespace craton::zoom
