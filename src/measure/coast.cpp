// The dimension of the coast (Mandelbrot 1967, "How long is the coast of Britain?", Science 156) by the correlation of land with
// itself: land moved by r differs from land in an area ∝ r^(2 − D) (Bale & Schmidt 1984, "Small-angle x-ray-scattering
// investigation of submicroscopic porosity with fractal properties", Physical Review Letters 53; there in space, r^(3 − D)).
// Boxes that hold the coast, counted, tell the same; but this looks at all places and not at one raster of boxes, and does not
// miss what lies between samples: a Koch curve of 1000 cells has 1.25 ± 0.01 wherever it lies, by boxes 1.21 … 1.27 (in
// truth 1.262).
#include "measure/coast.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "measure/fit.h"
#include "surface/flat_array.h"

namespace craton::measure {
namespace {

constexpr std::uint32_t smallest = 2, across_map = 8;
constexpr std::uint64_t block_rows = 16;
/// Of what unrelated places differ by. Beyond it land and sea follow each other, and distances tell of their sizes.
constexpr double largest_part = 0.25;

using Mask = FlatArray<std::uint8_t>;  // 1: land

Result<Mask> land_mask(const Ground& ground, const Execution& execution) {
  Mask mask(ground.heights.size());
  CRATON_TRY(parallel_blocks(mask.size(), 1 << 16, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) mask[i] = ground.heights[i] >= ground.sea_level;
  }));
  return mask;
}

/// 2, 3, 4, 6, 8, 12 …: nearly even steps of the logarithm.
std::vector<CoastPairs> distances_for(std::uint32_t side) {
  std::vector<CoastPairs> counts;
  for (std::uint32_t distance = smallest; distance <= side / across_map; distance *= 2) {
    counts.push_back({.distance = distance});
    if (distance * 3 / 2 <= side / across_map) counts.push_back({.distance = distance * 3 / 2});
  }
  return counts;
}

void add_row(const std::uint8_t* a, const std::uint8_t* b, std::uint32_t count, CoastPairs& pairs) {
  std::uint64_t parted = 0;
  for (std::uint32_t i = 0; i < count; ++i) parted += a[i] ^ b[i];
  pairs.parted += parted;
  pairs.pairs += count;
}

/// A map of rows, which may close onto itself. Where it does not, the middles of pairs lie in the same part of it for all
/// distances: else coasts at the borders would count less, the longer the distance.
struct Grid {
  GridSize size;
  bool wraps_x = false, wraps_y = false;

  void add_row_pairs(const Mask& mask, std::uint32_t row, std::uint32_t longest, CoastPairs& pairs) const {
    const std::uint8_t* here = mask.data() + std::size_t{row} * size.width;
    const std::uint32_t distance = pairs.distance, margin = (longest - distance) / 2;
    if (wraps_x) {
      add_row(here, here + distance, size.width - distance, pairs);
      add_row(here + size.width - distance, here, distance, pairs);
    } else {
      add_row(here + margin, here + margin + distance, size.width - longest, pairs);
    }
    if (!wraps_y && (row < margin || row >= margin + size.height - longest)) return;
    add_row(here, mask.data() + std::size_t{(row + distance) % size.height} * size.width, size.width, pairs);
  }
  std::uint32_t rows() const { return size.height; }
  std::uint32_t side() const { return std::min(size.width, size.height); }
};

/// The faces of a sphere, one below the other; to the right and below each lies its neighbour.
struct Faces {
  const CubeSphere& sphere;

  void add_row_pairs(const Mask& mask, std::uint32_t row, std::uint32_t, CoastPairs& pairs) const {
    const std::uint32_t side = sphere.resolution(), face = row / side, face_row = row % side;
    const std::uint8_t* here = mask.data() + std::size_t{row} * side;
    const std::uint32_t distance = pairs.distance, inside = side - distance;
    add_row(here, here + distance, inside, pairs);
    for (std::uint32_t column = inside; column < side; ++column)
      add_beyond(mask, here[column], {face, column + distance, face_row}, pairs);
    if (face_row < inside) {
      add_row(here, here + std::size_t{distance} * side, side, pairs);
    } else {
      for (std::uint32_t column = 0; column < side; ++column)
        add_beyond(mask, here[column], {face, column, face_row + distance}, pairs);
    }
  }
  std::uint32_t rows() const { return 6 * sphere.resolution(); }
  std::uint32_t side() const { return sphere.resolution(); }

 private:
  struct Place {
    std::uint32_t face, column, row;
  };

  void add_beyond(const Mask& mask, std::uint8_t here, const Place& place, CoastPairs& pairs) const {
    const std::optional<Cell> cell = sphere.folded(place.face, place.column, place.row);
    if (cell) add_row(&here, &mask[*cell], 1, pairs);
  }
};

template <class Rows>
Result<std::vector<CoastPairs>> count_pairs(const Rows& rows, const Mask& mask, const Execution& execution) {
  std::vector<CoastPairs> total = distances_for(rows.side());
  if (total.empty()) return total;
  const std::uint32_t longest = total.back().distance;
  std::vector<std::vector<CoastPairs>> blocks((rows.rows() + block_rows - 1) / block_rows, total);
  CRATON_TRY(parallel_blocks(rows.rows(), block_rows, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (CoastPairs& pairs : blocks[begin / block_rows])
      for (std::uint64_t row = begin; row < end; ++row) rows.add_row_pairs(mask, static_cast<std::uint32_t>(row), longest, pairs);
  }));
  for (const std::vector<CoastPairs>& block : blocks)
    for (std::size_t i = 0; i < total.size(); ++i) {
      total[i].pairs += block[i].pairs;
      total[i].parted += block[i].parted;
    }
  return total;
}

}  // namespace

Result<std::vector<CoastPairs>> count_coast(const Domain& domain, const Ground& ground, const Execution& execution) {
  CRATON_TRY(const Mask mask, land_mask(ground, execution));
  if (const auto* tile = std::get_if<PlaneTile>(&domain))
    return count_pairs(Grid{.size = {tile->stored_width(), tile->stored_height()}}, mask, execution);
  if (const auto* torus = std::get_if<Torus>(&domain))
    return count_pairs(Grid{torus->size(), torus->wraps_x(), torus->wraps_y()}, mask, execution);
  return count_pairs(Faces{std::get<CubeSphere>(domain)}, mask, execution);
}

std::optional<double> coast_dimension(std::span<const CoastPairs> counts, double land) {
  const double unrelated = 2 * land * (1 - land);
  std::vector<FitPoint> points;
  for (const CoastPairs& count : counts) {
    const double part = static_cast<double>(count.parted) / static_cast<double>(count.pairs);
    if (part > 0 && part <= largest_part * unrelated)
      points.push_back({std::log(static_cast<double>(count.distance)), std::log(part)});
  }
  const std::optional<double> slope = fitted_slope(points);
  return slope ? std::optional<double>(2 - *slope) : slope;
}

}  // namespace craton::measure
