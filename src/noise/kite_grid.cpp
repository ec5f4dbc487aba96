#include "noise/kite_grid.h"

#include <algorithm>
#include <cmath>

namespace craton {
namespace {

/// Within this many cells a cover is worth its making, and its places fit into 64 bits with ease.
constexpr double most_cells = 0x1p40;

HatVector<std::int64_t> relative(HatVertex vertex, HatVertex to) {
  return {static_cast<std::int64_t>(static_cast<std::uint64_t>(vertex.a) - static_cast<std::uint64_t>(to.a)),
          static_cast<std::int64_t>(static_cast<std::uint64_t>(vertex.b) - static_cast<std::uint64_t>(to.b))};
}

HatVertex moved(HatVertex vertex, std::int64_t a, std::int64_t b) {
  return {static_cast<std::int64_t>(static_cast<std::uint64_t>(vertex.a) + static_cast<std::uint64_t>(a)),
          static_cast<std::int64_t>(static_cast<std::uint64_t>(vertex.b) + static_cast<std::uint64_t>(b))};
}

}  // namespace

std::optional<HatBox> hat_box_of(const SimplexGrid& grid) {
  double extent[2];
  std::array<uint128, max_dimensions> coordinates{};
  for (std::size_t a = 0; a < 2; ++a) {
    extent[a] = (grid.shape.size[a] - 1) * grid.cells_per_sample[a];
    if (!(extent[a] < most_cells)) return std::nullopt;
    coordinates[a] = grid.lattice.coordinate(static_cast<int>(a), grid.shape.origin[a]);
  }
  const SimplexLattice::Place first = grid.lattice.place(coordinates);
  const double shared = (extent[0] + extent[1]) * grid.lattice.skew();
  const auto reach = [&](std::size_t a) { return static_cast<std::int64_t>(extent[a] + shared) + 3; };
  return HatBox{{first.cell[0], first.cell[1]}, moved({first.cell[0], first.cell[1]}, reach(0), reach(1))};
}

void KiteGrid::make_map(HatVertex first, std::int64_t width, std::int64_t height, HatMap& map) const {
  // Displaced samples may lie outside of what is covered.
  if (cover && cover->contains(relative(first, cover->first()), width, height))
    return map.make(*cover, relative(first, cover->first()), width, height);
  map.make(HatCover(*tiling, {first, moved(first, width - 1, height - 1)}), {}, width, height);
}

void find_hats_of_points(const HatTiling& tiling, const KiteOctave& octave, Seed seed, const PointCells& cells,
                         const SimplexPoints& points, HatPoints& hats) {
  HatVertex low{cells[0][0], cells[1][0]}, high = low;
  for (std::size_t i = 1; i < points.count; ++i) {
    low = {std::min(low.a, cells[0][i]), std::min(low.b, cells[1][i])};
    high = {std::max(high.a, cells[0][i]), std::max(high.b, cells[1][i])};
  }
  // The whole numbers first: far out, coordinates themselves do not fit into a double.
  const auto vertices = [](std::int64_t from, std::int64_t to) {
    return static_cast<double>(static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from)) + 2;
  };
  const double width = vertices(low.a, high.a), height = vertices(low.b, high.b);
  std::optional<HatCover> cover;
  if (width < most_cells && height < most_cells) cover.emplace(tiling, HatBox{low, moved(high, 1, 1)});
  // Many points near each other: all hats around are found at once.
  std::optional<HatMap> map;
  if (width * height <= HatMap::capacity && width * height < 8.0 * static_cast<double>(points.count)) {
    map.emplace();
    map->make(*cover, {}, static_cast<std::int64_t>(width), static_cast<std::int64_t>(height));
  }
  AxisKeys keys[2] = {AxisKeys(seed, 0), AxisKeys(seed, 1)};
  for (std::size_t i = 0; i < points.count; ++i) {
    const KiteOfTriangle site = kite_of_triangle(points, i);
    const Kite kite{moved({cells[0][i], cells[1][i]}, site.a, site.b), site.k};
    HatVertex hat;
    if (map) {
      const HatVector<std::int64_t> at = relative(kite.vertex, low);
      const HatPair pair = map->pair_of(at.a, at.b, kite.k);
      hat = moved(kite.vertex, pair.a, pair.b);
      hats.direction[i] = static_cast<std::uint32_t>(pair.direction);
    } else {
      const HatPlace place = cover ? cover->find(relative(kite.vertex, cover->first()), kite.k) : tiling.at(kite);
      hat = place.hat.vertex;
      hats.direction[i] = static_cast<std::uint32_t>(hat_shared_side(place));
    }
    const AxisKey a = keys[0](static_cast<std::uint64_t>(hat.a)), b = keys[1](static_cast<std::uint64_t>(hat.b));
    hats.hash[i] = lattice_point_hash(a.low + b.low + octave.hat_key.low, a.high + b.high + octave.hat_key.high);
  }
  hats.hash.pad_from(points.count);
  hats.direction.pad_from(points.count);
}

KiteOfTriangle kite_of_triangle(const SimplexPoints& points, std::size_t i) {
  const auto steps = [&](std::size_t axis, std::uint32_t corner) {
    return static_cast<std::int32_t>(points.axis[axis].offset[i] - corner) * 0x1p-28;
  };
  const auto distance = [&](const KitePlace<std::uint32_t>& corner) {
    const double x = steps(0, corner.x), y = steps(1, corner.y);
    return x * x + y * y;
  };
  const bool by_0 = static_cast<std::int32_t>(points.axis[0].inside[i]) >= static_cast<std::int32_t>(points.axis[1].inside[i]);
  const double to_first = distance({0, 0}), to_second = distance(kite_shape_in_steps.next[by_0 ? 0 : 2]),
               to_third = distance(kite_shape_in_steps.next[1]);
  if (to_third < std::min(to_first, to_second)) return {1, 1, by_0 ? 4 : 3};
  if (to_second < to_first) return {by_0 ? 1 : 0, by_0 ? 0 : 1, by_0 ? 2 : 5};
  return {0, 0, by_0 ? 0 : 1};
}

KiteSite kite_site_of(Point2 place, Frequency frequency) {
  OctaveSpec octave;
  octave.frequency = frequency;
  PointBatch batch;
  batch.count = 1;
  batch.position[0][0] = place.x;
  batch.position[1][0] = place.y;
  SimplexPoints points;
  PointCells cells;
  make_simplex_points(SimplexLattice(2, octave), batch, points, &cells);
  const KiteOfTriangle kite = kite_of_triangle(points, 0);
  const std::uint32_t g = points.unskew_steps, one = 1U << simplex_step_bits;
  const auto steps = static_cast<std::uint32_t>(kite.a + kite.b) * g;
  const auto from_vertex = [&](std::size_t axis, std::int64_t along) {
    return static_cast<std::int32_t>(points.axis[axis].offset[0] - static_cast<std::uint32_t>(along) * one + steps) * 0x1p-28;
  };
  return {{moved({cells[0][0], cells[1][0]}, kite.a, kite.b), kite.k}, from_vertex(0, kite.a), from_vertex(1, kite.b)};
}

}  // namespace craton
