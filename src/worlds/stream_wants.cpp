#include "worlds/stream_wants.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <craton/base/floor_div.h>
#include <craton/base/math.h>

namespace craton::terrain {
namespace {

constexpr std::int64_t largest_side = std::int64_t{1} << 56;   // units
constexpr double least_distance = 1, farthest_distance = 1e7;  // metres: beyond it there would be too many tiles
constexpr double behind = 4;                                   // what is not in view counts as so many times as far away
constexpr double degree = 3.14159265358979323846 / 180;

/// How far a place is from a stretch.
std::int64_t beside(std::int64_t place, std::int64_t from, std::int64_t to) {
  return place < from ? from - place : place > to ? place - to : 0;
}

}  // namespace

struct TileTree::View {
  Point2 place;
  double altitude, distance;  // units
  double look_x = 0, look_y = 0, least_cosine = -1;
};

TileTree::TileTree(const Terrain& terrain, double detail)
    : side_(terrain.step(0) * terrain.options().tile_cells), top_(terrain.options().levels - 1), detail_(detail) {
  while (top_ > 0 && side(top_) > largest_side) --top_;
}

/// Coarser tiles begin at `end`, detail · side of the parent, or farther away. Finer ones end at half of that and one side of
/// this level beyond at the farthest: from there on up to `end` is room for the way from one to the other.
MorphRange TileTree::morph_range(std::uint32_t level) const {
  constexpr double never = std::numeric_limits<double>::infinity();
  if (level >= top_) return {never, never};
  const double end = detail_ * metres_from_units(side(level + 1));
  return {std::min(end / 2 * (1 + 1 / detail_), end), end};
}

std::vector<Want> TileTree::wants(const StreamCamera& camera) const {
  const auto bounded = [](double value, double low, double high) { return value > low ? std::min(value, high) : low; };
  constexpr std::int64_t farthest = std::int64_t{1} << 62;  // 2^52 m, where worlds end
  View view{.place = {std::clamp(camera.place.x, -farthest, farthest), std::clamp(camera.place.y, -farthest, farthest)},
            .altitude = bounded(camera.altitude, 0, farthest_distance) * units_per_metre,
            .distance = bounded(camera.distance, least_distance, farthest_distance) * units_per_metre};
  const double length = std::sqrt(camera.look_x * camera.look_x + camera.look_y * camera.look_y);
  if (length > 0 && std::isfinite(length)) {
    view.look_x = camera.look_x / length;
    view.look_y = camera.look_y / length;
    view.least_cosine = math::cos(bounded(camera.field_of_view, 1, 360) / 2 * degree);
  }
  // The coarsest level whose tiles are not much larger than what is seen.
  std::uint32_t top = 0;
  while (top < top_ && static_cast<double>(side(top)) < view.distance) ++top;
  const auto reach = static_cast<std::int64_t>(view.distance);
  const std::int64_t cells = side(top);
  std::vector<Want> result;
  for (std::int64_t y = floor_div(view.place.y - reach, cells); y <= floor_div(view.place.y + reach, cells); ++y)
    for (std::int64_t x = floor_div(view.place.x - reach, cells); x <= floor_div(view.place.x + reach, cells); ++x)
      visit({top, x, y}, view, result);
  return result;
}

void TileTree::visit(const TileId& id, const View& view, std::vector<Want>& to) const {
  const std::int64_t cells = side(id.level), west = id.x * cells, north = id.y * cells;
  const auto flat =
      static_cast<double>(std::max(beside(view.place.x, west, west + cells), beside(view.place.y, north, north + cells)));
  if (flat > view.distance) return;
  const double away = std::max(flat, view.altitude);
  if (id.level > 0 && away < detail_ * static_cast<double>(cells)) {
    for (std::int64_t k = 0; k < 4; ++k) visit({id.level - 1, 2 * id.x + k % 2, 2 * id.y + k / 2}, view, to);
    return;
  }
  const std::int64_t half = cells / 2;
  const auto right = static_cast<double>(west + half - view.place.x), down = static_cast<double>(north + half - view.place.y);
  const double length = std::sqrt(right * right + down * down);
  // A tile is in view where its middle is, or where its nearest half may be.
  const double along = right * view.look_x + down * view.look_y;
  const bool seen = length < 1.5 * static_cast<double>(cells) || along >= view.least_cosine * length;
  to.push_back({id, away * (seen ? 1 : behind) + length * 1e-3});
}

bool overlap(const TileId& a, const TileId& b) {
  const TileId &fine = a.level < b.level ? a : b, &coarse = a.level < b.level ? b : a;
  const std::uint32_t up = coarse.level - fine.level;
  return (fine.x >> up) == coarse.x && (fine.y >> up) == coarse.y;
}

}  // namespace craton::terrain
