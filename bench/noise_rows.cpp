#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include <craton/base/hash.h>
#include <craton/noise/noise.h>

#include "bench/harness.h"
#include "bench/libnoise_yardstick.h"
#include "reference/noise_reference.h"

namespace craton::bench {
namespace {

constexpr std::uint32_t side_2d = 1024, side_3d = 128, side_4d = 64, frames_4d = 8;
constexpr Seed seed{7};
constexpr double warp_cells = 0.5;  ///< displacement of warps

struct NoiseRow {
  std::string kind;
  int octaves = 1;
  int dimensions = 2;
  double frequency = 0.01;
  unsigned threads = 1;

  std::string name() const {
    // Cellular noise: the distance to the nearest point. Warps: Perlin noise displaced by gradient noise.
    const std::string source = kind == "cellular" ? "cellular-f1" : kind == "warp" ? "warp-gradient-perlin" : kind;
    const std::string what = octaves > 1 ? fmt::format("fbm{}-{}", octaves, source) : source;
    return fmt::format("noise/{}/{}d/f{}/{}t", what, dimensions, frequency, threads);
  }
};

NoiseSpec spec_of(const NoiseRow& row, bool has_frequency) {
  NoiseSpec source{.kind = row.kind};
  if (has_frequency) source.params.set("frequency", row.frequency);
  if (row.kind == "warp") {
    source.params.set("amplitude", warp_cells / row.frequency);
    for (const auto& [input, kind] : {std::pair{"source", "perlin"}, {"by", "gradient"}}) {
      NoiseSpec noise{.kind = kind};
      noise.params.set("frequency", row.frequency);
      source.inputs.push_back({input, std::move(noise)});
    }
  }
  if (row.octaves == 1) return source;
  NoiseSpec sum{.kind = "fbm"};
  sum.params.set("octaves", std::int64_t{row.octaves});
  sum.inputs.push_back({"source", std::move(source)});
  return sum;
}

// The whole grid in one call: what a user of the library writes.
template <class Grid>
Subject grid_subject(const Grid& grid, unsigned threads, const Noise& noise) {
  auto out = std::make_shared<std::vector<float>>(grid.sample_count());
  return {grid.sample_count(),
          [=] {
            (void)noise.grid(grid, *out, Execution{.threads = threads}).ok();
            keep(out->data());
          },
          {},
          {}};
}

Subject grid_subject(const NoiseRow& row, const Noise& noise) {
  if (row.dimensions == 2) return grid_subject(Grid2{.width = side_2d, .height = side_2d}, row.threads, noise);
  if (row.dimensions == 3) return grid_subject(Grid3{.width = side_3d, .height = side_3d, .depth = side_3d}, row.threads, noise);
  return grid_subject(Grid4{.width = side_4d, .height = side_4d, .depth = side_4d, .duration = frames_4d}, row.threads, noise);
}

Walk walk_of(const NoiseRow& row) {  // whole rows of the grid, at least 2^16 points of it
  if (row.dimensions == 2) return {side_2d, 64, 1, row.frequency};
  if (row.dimensions == 3) return {side_3d, side_3d, 4, row.frequency};
  return {side_4d, side_4d, 16, row.frequency};
}

// Our own plain code, point by point, over the walk of the yardsticks: what coherence and instruction sets are worth.
Subject reference_subject(const NoiseRow& row, const NoiseSpec& spec, const Walk& walk) {
  auto out = std::make_shared<std::vector<float>>(walk.samples());
  const reference::ReferenceNoise noise(spec, seed);
  const auto dimensions = static_cast<std::size_t>(row.dimensions);
  return {walk.samples(),
          [=] {
            float* place = out->data();
            for (std::int64_t z = 0; z < walk.depth; ++z)
              for (std::int64_t y = 0; y < walk.height; ++y)
                for (std::int64_t x = 0; x < walk.width; ++x) {
                  const std::int64_t position[4] = {x * units_per_metre, y * units_per_metre, z * units_per_metre, 0};
                  *place++ = noise.at({position, dimensions});
                }
            keep(out->data());
          },
          {},
          {}};
}

Result<Work> prepare(const NoiseRow& row, bool has_frequency) {
  const NoiseSpec spec = spec_of(row, has_frequency);
  CRATON_TRY(Noise noise, Noise::make(spec, seed));
  const Walk walk = walk_of(row);
  Work work{grid_subject(row, noise), {}};
  if (row.dimensions < 4)
    if (std::optional<Yardstick> libnoise = libnoise_yardstick(row.kind, row.octaves, walk))
      work.yardsticks.push_back(*std::move(libnoise));
  if (reference::ReferenceNoise::knows(row.kind))
    work.yardsticks.push_back({"scalar-reference", reference_subject(row, spec, walk)});
  return work;
}

/// Points that share no cell: as an array, or one by one.
struct PointRow {
  std::string kind;
  int octaves = 1;
  int dimensions = 2;
  bool single = false;
  unsigned threads = 1;

  std::string name() const {
    const std::string what = octaves > 1 ? fmt::format("fbm{}-{}", octaves, kind) : kind;
    return fmt::format("noise/{}/{}/{}d/{}t", single ? "one-point" : "points", what, dimensions, threads);
  }
};

template <class Point>
Subject point_subject(const PointRow& row, const Noise& noise, const std::vector<CellPosition>& cells, double frequency) {
  std::vector<Point> points;
  for (const auto& [x, y, z] : cells) {
    Point point{static_cast<std::int64_t>(x / frequency * units_per_metre),
                static_cast<std::int64_t>(y / frequency * units_per_metre)};
    if constexpr (sizeof(Point) == sizeof(Point3)) point.z = static_cast<std::int64_t>(z / frequency * units_per_metre);
    points.push_back(point);
  }
  auto out = std::make_shared<std::vector<float>>(points.size());
  return {points.size(),
          [=] {
            if (row.single)
              for (std::size_t i = 0; i < points.size(); ++i) (*out)[i] = noise.at(points[i]);
            else
              (void)noise.points(std::span<const Point>(points), *out, Execution{.threads = row.threads}).ok();
            keep(out->data());
          },
          {},
          {}};
}

Result<Work> prepare(const PointRow& row) {
  constexpr double frequency = 0.16;
  const NoiseRow source{row.kind, row.octaves, row.dimensions, frequency, row.threads};
  CRATON_TRY(const Noise noise, Noise::make(spec_of(source, true), seed));
  std::vector<CellPosition> cells(row.single ? 4096 : 65536);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto part = [&](std::uint64_t k) { return static_cast<double>(mix64(3 * i + k) >> 11) * 0x1p-53 * 16000; };
    cells[i] = {part(0), part(1), row.dimensions > 2 ? part(2) : 0};
  }
  Work work{row.dimensions == 2 ? point_subject<Point2>(row, noise, cells, frequency)
                                : point_subject<Point3>(row, noise, cells, frequency),
            {}};
  if (std::optional<Yardstick> libnoise = libnoise_yardstick(row.kind, row.octaves, std::move(cells)))
    work.yardsticks.push_back(*std::move(libnoise));
  return work;
}

/// What a noise costs, of simplex noise on the same grid in the same run.
Result<Work> prepare_cost(const NoiseRow& row) {
  CRATON_TRY(const Noise noise, Noise::make(spec_of(row, true), seed));
  NoiseRow yardstick = row;
  yardstick.kind = "simplex";
  CRATON_TRY(const Noise simplex, Noise::make(spec_of(yardstick, true), seed));
  return Work{grid_subject(row, noise), {{"simplex", grid_subject(yardstick, simplex), true}}, true};
}

}  // namespace

std::vector<Row> noise_rows(unsigned threads) {
  std::vector<Row> rows;
  for (std::string_view kind : {"kite", "hat"})
    for (double frequency : {0.01, 0.25}) {
      const NoiseRow row{std::string(kind), 1, 2, frequency, threads};
      rows.push_back({fmt::format("noise-cost/{}/2d/f{}/{}t", kind, frequency, threads), [row] { return prepare_cost(row); }});
    }
  for (std::string_view kind : {"perlin", "quick_perlin", "simplex", "value", "white", "cellular", "warp", "kite", "hat"}) {
    const NoiseKind* info = nullptr;
    for (const NoiseKind& candidate : all_noise_kinds())
      if (candidate.id == kind) info = &candidate;
    if (!info) continue;
    bool has_frequency = false;
    for (const ParamInfo& param : info->params) has_frequency = has_frequency || param.name == "frequency";
    const bool summed = kind != "white" && kind != "cellular" && kind != "warp";
    for (int octaves : {1, 6})
      for (int dimensions : {2, 3, 4}) {
        if (!(info->dimensions >> (dimensions - 1) & 1) || (!summed && octaves > 1)) continue;
        if (kind == "warp" && dimensions == 4) continue;
        const bool on_triangles = kind == "simplex" || kind == "kite" || kind == "hat";  // compared at four samples a cell, too
        for (double frequency : {0.01, 0.04, 0.16, 0.25, 0.5, 2.0}) {
          if (frequency == 2.0 && (!summed || dimensions > 3)) continue;
          if (frequency == 0.25 && (!on_triangles || dimensions > 2 || octaves > 1)) continue;
          const NoiseRow row{std::string(kind), octaves, dimensions, frequency, threads};
          rows.push_back({row.name(), [row, has_frequency] { return prepare(row, has_frequency); }});
        }
      }
  }
  for (std::string_view kind : {"perlin", "quick_perlin", "simplex", "value", "cellular"})
    for (int octaves : {1, 6})
      for (int dimensions : {2, 3})
        for (bool single : {false, true}) {
          if (kind == "cellular" && octaves > 1) continue;
          const PointRow row{std::string(kind), octaves, dimensions, single, threads};
          rows.push_back({row.name(), [row] { return prepare(row); }});
        }
  return rows;
}

}  // namespace craton::bench
