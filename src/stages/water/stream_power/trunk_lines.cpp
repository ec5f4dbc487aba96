#include "stages/water/stream_power/trunk_lines.h"

#include <algorithm>
#include <cmath>

#include "stages/noise_on.h"
#include "stages/water/stream_power/stream_power.h"
#include "surface/vectors.h"

namespace craton::trunks {
namespace {

constexpr double bend_cells = 0.3, bend_wave_cells = 3.2;  // little: lines lie on the floors of valleys
constexpr int pieces = 12;                                 // of the way from cell to cell

/// Uplift that keeps about the ground there is.
std::vector<float> uplift_of(std::span<const float> heights, double a_metre) {
  std::vector<float> uplift(heights.size());
  for (std::size_t i = 0; i < uplift.size(); ++i) uplift[i] = static_cast<float>(a_metre) * std::max(heights[i], 20.0F);
  return uplift;
}

/// Cells of each line, downstream; the last one is the sea's or that of another line.
struct CellLine {
  std::vector<Cell> cells;
  std::int64_t joins = -1;
};

/// A finer coast may lie further out than that of the mesh: lines go on down the sea floor.
void extend_into_sea(const CubeSphere& mesh, std::span<const float> heights, std::vector<Cell>& cells) {
  constexpr int most = 4;
  for (int step = 0; step < most; ++step) {
    Cell lowest = cells.back();
    mesh.for_each_link(cells.back(), [&](const Link& link) {
      if (heights[link.to] < heights[lowest]) lowest = link.to;
    });
    if (lowest == cells.back()) return;
    cells.push_back(lowest);
  }
}

std::vector<CellLine> cell_lines(std::span<const Cell> receivers, std::span<const Cell> order, std::span<const float> areas,
                                 float least) {
  // Upstream of each cell its largest one goes on with the line; lines are begun at the sea, so trunks stand before what joins.
  std::vector<Cell> above(receivers.size(), no_cell);
  for (const Cell cell : order) {
    const Cell to = receivers[cell];
    if (to == cell || areas[cell] < least) continue;
    if (above[to] == no_cell || areas[cell] > areas[above[to]] || (areas[cell] == areas[above[to]] && cell < above[to]))
      above[to] = cell;
  }
  std::vector<std::int64_t> line_of(receivers.size(), -1);
  std::vector<CellLine> lines;
  for (std::size_t i = order.size(); i-- > 0;) {
    const Cell cell = order[i], to = receivers[cell];
    if (to == cell || areas[cell] < least || line_of[cell] >= 0) continue;
    CellLine line{.cells = {to}, .joins = line_of[to]};
    for (Cell at = cell; at != no_cell; at = above[at]) {
      line_of[at] = static_cast<std::int64_t>(lines.size());
      line.cells.push_back(at);
    }
    std::reverse(line.cells.begin(), line.cells.end());
    lines.push_back(std::move(line));
  }
  return lines;
}

Vec3d unit(const Vec3d& a) { return a * (1 / length(a)); }

/// Between the middles of the cells, by a quadratic B-spline: it stays inside its corners.
std::vector<Vec3d> smooth_line(const CubeSphere& mesh, const std::vector<Cell>& cells) {
  std::vector<Vec3d> corners;
  for (const Cell cell : cells) corners.push_back(mesh.direction(cell));
  std::vector<Vec3d> line{corners.front()};
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
    const Vec3d &a = corners[i], &b = corners[i + 1], c = corners[std::min(i + 2, corners.size() - 1)];
    const bool last = i + 2 >= corners.size();
    const Vec3d from = i == 0 ? a : (a + b) * 0.5, to = last ? b : (b + c) * 0.5;
    for (int k = 1; k <= pieces; ++k) {
      const double t = static_cast<double>(k) / pieces;
      line.push_back(unit(from * ((1 - t) * (1 - t)) + b * (2 * t * (1 - t)) + to * (t * t)));
    }
  }
  return line;
}

Result<void> bend(std::vector<TrunkLine>& lines, const CubeSphere& mesh, Seed seed) {
  const double scale = bend_cells * mesh.spacing() / mesh.radius();
  const NoiseSpec spec = rough_noise(bend_wave_cells * mesh.spacing(), 3);
  std::vector<Noise> noises;
  for (const std::string_view axis : {"x", "y", "z"}) {
    CRATON_TRY(Noise noise, Noise::make(spec, seed.child(axis)));
    noises.push_back(std::move(noise));
  }
  const double units = mesh.radius() * static_cast<double>(units_per_metre);
  const auto whole = [&](double part) { return static_cast<std::int64_t>(std::floor(part * units + 0.5)); };
  for (TrunkLine& line : lines)
    for (Vec3d& place : line.places) {
      const Point3 at{whole(place.x), whole(place.y), whole(place.z)};
      const double x = double{noises[0].at(at)}, y = double{noises[1].at(at)}, z = double{noises[2].at(at)};
      place = unit(place + Vec3d{x, y, z} * scale);
    }
  return {};
}

std::size_t nearest_place(const TrunkLine& line, const Vec3d& to) {
  std::size_t best = 0;
  double most = -2;
  for (std::size_t i = 0; i < line.places.size(); ++i)
    if (const double near = dot(line.places[i], to); near > most) {
      most = near;
      best = i;
    }
  return best;
}

/// Ground on which rivers end as soon as they come to a coast: one that ran along it would meet the sea elsewhere at every
/// resolution. Shallow seas without a way to the ocean are land.
Result<std::vector<float>> with_coasts(const CubeSphere& mesh, std::span<const float> heights, const Execution& execution) {
  constexpr float deep = -1500, low = 5, shore = -1;
  std::vector<float> ground(heights.begin(), heights.end()), filled = ground;
  const Domain domain(mesh);
  FlowRouter router(domain);
  CRATON_TRY(router.route(ground, {.sea_level = deep}, execution));
  CRATON_TRY(router.fill(filled, execution));
  for (std::size_t i = 0; i < ground.size(); ++i)
    if (ground[i] < 0 && filled[i] >= 0) ground[i] = low;
  std::vector<float> out = ground;
  for (Cell cell = 0; cell < mesh.cell_count(); ++cell) {
    bool coast = false;
    mesh.for_each_link(cell, [&](const Link& link) { coast |= ground[link.to] < 0; });
    if (coast) out[cell] = std::min(out[cell], shore);
  }
  return out;
}

}  // namespace

Result<std::vector<TrunkLine>> find_trunks(const CubeSphere& mesh, std::span<const float> heights, const TrunkRules& rules,
                                           Seed seed, const Execution& execution) {
  const Domain domain(mesh);
  const std::vector<float> uplift = uplift_of(heights, rules.uplift_a_metre);
  CRATON_TRY(std::vector<float> coasts, with_coasts(mesh, heights, execution));
  std::vector<float> ground = std::move(coasts);
  const StreamPowerTerms terms{.uplift = std::span<const float>(uplift), .erodibility = rules.erodibility};
  StreamPower power(domain, terms);
  for (int step = 0; step < rules.steps; ++step) CRATON_TRY(power.step(ground, rules.time_step, execution));
  FlowRouter router(domain);
  CRATON_TRY(router.route(ground, {.sea_level = 0}, execution));
  std::vector<float> areas(ground.size());
  CRATON_TRY(router.catchments(areas, execution));
  std::vector<TrunkLine> lines;
  for (CellLine& cells : cell_lines(router.receivers(), router.order(), areas, static_cast<float>(rules.least_area))) {
    if (cells.joins < 0) extend_into_sea(mesh, heights, cells.cells);
    lines.push_back({.places = smooth_line(mesh, cells.cells), .left = {}, .joins = cells.joins});
  }
  CRATON_TRY(bend(lines, mesh, seed));
  for (TrunkLine& line : lines) {
    double left = 0;
    if (line.joins >= 0) {
      const TrunkLine& trunk = lines[static_cast<std::size_t>(line.joins)];
      line.joins_at = nearest_place(trunk, line.places.back());
      line.places.push_back(trunk.places[line.joins_at]);
      left = trunk.left[line.joins_at];
    }
    line.left.assign(line.places.size(), left);
    for (std::size_t i = line.places.size() - 1; i > 0; --i)
      line.left[i - 1] = line.left[i] + length(line.places[i] - line.places[i - 1]) * mesh.radius();
  }
  return lines;
}

}  // namespace craton::trunks
