// A planet's map is a rectangle, 360° wide and 180° high. What crosses its sides is cut into chains that begin and end there; the
// area to their left is closed by going along the rectangle's border, counterclockwise, from the end of each chain to the next
// beginning of one (after Weiler & Atherton 1977).
#include "files/geo_shapes.h"
#include "surface/vectors.h"

#include <algorithm>
#include <cmath>

namespace craton::files {
namespace {

constexpr double east_end = 180, west_end = -180;

GeoPoint on_planet(const CubeSphere& sphere, const Vec3d& at) {
  const LatLon place = lat_lon_of(at);
  return {place.longitude, place.latitude, length(at) - sphere.radius()};
}

void append(GeoLine& line, const GeoPoint& point) {
  if (line.empty() || !(line.back() == point)) line.push_back(point);
}

bool is_east(const Vec3d& at) { return at.y >= 0; }  // of longitude 0 or 180
bool at_side(const Vec3d& at) { return at.y == 0 && at.x < 0; }

/// Cells have borders along longitude 180, but for rounding: lines there shall not waver from side to side.
std::vector<Vec3d> steadied(std::span<const Vec3d> path) {
  std::vector<Vec3d> steady(path.begin(), path.end());
  for (Vec3d& at : steady)
    if (std::abs(at.y) <= 1e-9 * length(at)) at.y = 0;
  return steady;
}

/// A corner in a pole has no longitude: the line comes up to it on its own one, and leaves on the next one's.
std::vector<Vec3d> beside_poles(std::vector<Vec3d> path) {
  const auto in_pole = [](const Vec3d& at) { return std::sqrt(at.x * at.x + at.y * at.y) <= 1e-9 * length(at); };
  const bool ring = path.size() > 2 && path.front() == path.back();
  std::vector<Vec3d> result;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (!in_pole(path[i])) {
      result.push_back(path[i]);
      continue;
    }
    const auto towards = [&](const Vec3d& other) { result.push_back(path[i] + (other - path[i]) * 1e-4); };
    if (i > 0) towards(path[i - 1]);
    if (i + 1 < path.size()) towards(path[i + 1]);
  }
  if (ring && !(result.front() == result.back())) result.push_back(result.front());
  return result;
}

/// What is done with parts of lines along the sides of the map. Areas are closed there anyway.
enum class AlongSides { keep, drop };

/// The pieces of a path on a planet between the sides of its map.
std::vector<GeoLine> pieces_of(const CubeSphere& sphere, std::span<const Vec3d> wavering, AlongSides along_sides) {
  const std::vector<Vec3d> path = steadied(beside_poles({wavering.begin(), wavering.end()}));
  std::vector<GeoLine> pieces(1);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const GeoPoint point = on_planet(sphere, path[i]);
    if (i > 0 && is_east(path[i - 1]) != is_east(path[i])) {
      const Vec3d &from = path[i - 1], &to = path[i];
      const double share = from.y / (from.y - to.y);
      const Vec3d between{from.x + (to.x - from.x) * share, 0, from.z + (to.z - from.z) * share};
      if (between.x <= 0) {
        const double latitude = lat_lon_of({-between.x, 0, between.z}).latitude;
        const double up = (length(from) * (1 - share) + length(to) * share) - sphere.radius();
        append(pieces.back(), {is_east(from) ? east_end : west_end, latitude, up});
        pieces.push_back({{is_east(to) ? east_end : west_end, latitude, up}});
      }
    }
    if (along_sides == AlongSides::drop && i > 0 && at_side(path[i - 1]) && at_side(path[i])) pieces.emplace_back();
    append(pieces.back(), point);
  }
  return pieces;
}

/// Positive where it runs counterclockwise.
double area_of(const GeoLine& ring) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i)
    sum += (ring[i].east - ring[0].east) * (ring[i + 1].north - ring[0].north) -
           (ring[i + 1].east - ring[0].east) * (ring[i].north - ring[0].north);
  return sum / 2;
}

bool holds(const GeoLine& ring, const GeoPoint& at) {
  bool inside = false;
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
    const GeoPoint &a = ring[i], &b = ring[i + 1];
    if ((a.north > at.north) == (b.north > at.north)) continue;
    if (at.east < a.east + (b.east - a.east) * (at.north - a.north) / (b.north - a.north)) inside = !inside;
  }
  return inside;
}

/// Of a line that does not cross the ring, but may touch it: most of its corners lie inside.
bool holds(const GeoLine& ring, const GeoLine& line) {
  std::size_t inside = 0;
  for (const GeoPoint& at : line) inside += holds(ring, at) ? 1 : 0;
  return 2 * inside > line.size();
}

/// The corners between which a ring lies.
struct GeoBox {
  double west = 1e300, south = 1e300, east = -1e300, north = -1e300;

  explicit GeoBox(const GeoLine& ring) {
    for (const GeoPoint& at : ring) {
      west = std::min(west, at.east);
      east = std::max(east, at.east);
      south = std::min(south, at.north);
      north = std::max(north, at.north);
    }
  }
  bool holds(const GeoBox& other) const {
    return west <= other.west && other.east <= east && south <= other.south && other.north <= north;
  }
};

/// Puts each hole into the smallest outer ring around it.
std::vector<GeoPolygon> polygons_of(std::vector<GeoLine> rings) {
  std::vector<GeoPolygon> polygons;
  std::vector<GeoBox> boxes;
  std::vector<double> areas;
  std::vector<GeoLine> holes;
  for (GeoLine& ring : rings) {
    const double area = area_of(ring);
    if (area > 0) {
      boxes.emplace_back(ring);
      areas.push_back(area);
      polygons.push_back({std::move(ring)});
    } else if (area < 0) {
      holes.push_back(std::move(ring));
    }
  }
  for (GeoLine& hole : holes) {
    const GeoBox box(hole);
    std::size_t around = polygons.size();
    for (std::size_t i = 0; i < polygons.size(); ++i) {
      if (around < polygons.size() && areas[i] >= areas[around]) continue;
      if (polygons.size() == 1 || (boxes[i].holds(box) && holds(polygons[i][0], hole))) around = i;
    }
    if (around < polygons.size()) polygons[around].push_back(std::move(hole));
  }
  return polygons;
}

/// Where a point of a side lies on the way around the map: from its south-eastern corner north, west along the top, south.
double along_border(const GeoPoint& at) { return at.east > 0 ? at.north + 90 : 270 - at.north; }

/// Goes along the border of the map, over corners, to the next beginning of a chain.
std::size_t go_on(const std::vector<GeoLine>& chains, GeoLine& ring) {
  const double from = along_border(ring.back());
  const auto ahead = [&](std::size_t i) {
    const double way = along_border(chains[i].front()) - from;
    return way < 0 ? way + 360 : way;
  };
  std::size_t next = 0;
  for (std::size_t i = 1; i < chains.size(); ++i)
    if (ahead(i) < ahead(next)) next = i;
  const double up = ring.back().up, to = from + ahead(next);
  for (const double corner : {180.0, 360.0, 540.0}) {
    if (!(from < corner && corner < to)) continue;
    const double pole = corner == 360 ? -90 : 90, side = corner == 360 ? west_end : east_end;
    append(ring, {side, pole, up});
    append(ring, {-side, pole, up});
  }
  return next;
}

/// Closes chains along the border of the map.
std::vector<GeoLine> closed(const std::vector<GeoLine>& chains) {
  std::vector<GeoLine> rings;
  std::vector<bool> used(chains.size(), false);
  for (std::size_t first = 0; first < chains.size(); ++first) {
    GeoLine ring;
    for (std::size_t i = first; !used[i]; i = go_on(chains, ring)) {
      used[i] = true;
      for (const GeoPoint& point : chains[i]) append(ring, point);
    }
    if (ring.empty()) continue;
    append(ring, ring.front());
    rings.push_back(std::move(ring));
  }
  return rings;
}

std::vector<GeoPolygon> polygons_on_planet(const CubeSphere& sphere, std::span<const std::span<const Vec3d>> rings) {
  std::vector<GeoLine> whole, chains;
  for (const std::span<const Vec3d> ring : rings) {
    std::vector<GeoLine> pieces = pieces_of(sphere, ring, AlongSides::drop);
    if (pieces.size() == 1) {
      whole.push_back(std::move(pieces[0]));
      continue;
    }
    // The ring began in the middle of a piece.
    for (const GeoPoint& point : pieces.front()) append(pieces.back(), point);
    pieces.front() = std::move(pieces.back());
    pieces.pop_back();
    chains.insert(chains.end(), pieces.begin(), pieces.end());
  }
  std::erase_if(chains, [](const GeoLine& chain) { return chain.size() < 2; });
  for (GeoLine& ring : closed(chains)) whole.push_back(std::move(ring));
  return polygons_of(std::move(whole));
}

}  // namespace

GeoPoint geo_point(const Domain& domain, const Vec3d& at) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) return on_planet(*sphere, at);
  return {at.x, -at.y, at.z};
}

std::vector<GeoLine> geo_lines(const Domain& domain, std::span<const Vec3d> path) {
  std::vector<GeoLine> lines;
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    lines = pieces_of(*sphere, path, AlongSides::keep);
  } else {
    lines.emplace_back();
    for (const Vec3d& at : path) append(lines.back(), geo_point(domain, at));
  }
  std::erase_if(lines, [](const GeoLine& line) { return line.size() < 2; });
  return lines;
}

std::vector<GeoPolygon> geo_polygons(const Domain& domain, std::span<const std::span<const Vec3d>> rings) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) return polygons_on_planet(*sphere, rings);
  std::vector<GeoLine> flat;
  for (const std::span<const Vec3d> ring : rings) {
    flat.emplace_back();
    for (const Vec3d& at : ring) append(flat.back(), geo_point(domain, at));
  }
  return polygons_of(std::move(flat));
}

}  // namespace craton::files
