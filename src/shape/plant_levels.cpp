// Plants seen from afar: first of voxels twice as large on a thin stem, then of a few boxes above each other.
#include <algorithm>
#include <cmath>
#include <limits>

#include "shape/plant_mesher.h"

namespace craton::shape {
namespace {

std::size_t place_in(const PlantVoxels& voxels, int x, int y, int z) {
  return static_cast<std::size_t>((z * voxels.width + y) * voxels.width + x);
}

/// The voxels of some layers: how many, where on the whole, of which colour.
struct Slab {
  int count = 0, layers = 0;
  double x = 0, y = 0;  ///< of their middle, in voxels from the foot
  std::array<std::uint8_t, 3> colour{};
};

Slab slab_of(const PlantVoxels& voxels, int from, int until) {
  Slab slab{.layers = until - from};
  std::array<std::int64_t, 3> colour{};
  std::int64_t x_sum = 0, y_sum = 0;
  for (int z = from; z < until; ++z)
    for (int y = 0; y < voxels.width; ++y)
      for (int x = 0; x < voxels.width; ++x) {
        const std::uint8_t cell = voxels.cells[place_in(voxels, x, y, z)];
        if (cell == 0) continue;
        ++slab.count;
        x_sum += x;
        y_sum += y;
        for (std::size_t k = 0; k < 3; ++k) colour[k] += voxels.colours[std::size_t{cell} - 1][k];
      }
  if (slab.count == 0) return slab;
  const double half = 0.5 * (voxels.width - 1);
  slab.x = static_cast<double>(x_sum) / slab.count - half;
  slab.y = static_cast<double>(y_sum) / slab.count - half;
  for (std::size_t k = 0; k < 3; ++k) slab.colour[k] = static_cast<std::uint8_t>((colour[k] + slab.count / 2) / slab.count);
  return slab;
}

/// A box of as much volume as the voxels of these layers have, around their middle.
void add_slab(const PlantVoxels& voxels, int from, int until, PlantModel& model) {
  const Slab slab = slab_of(voxels, from, until);
  if (slab.count == 0) return;
  const double half = 0.5 * std::sqrt(static_cast<double>(slab.count) / slab.layers), size = double{voxels.size};
  const auto metres = [size](double of_voxels) { return static_cast<float>(of_voxels * size); };
  add_box({{metres(slab.x - half), metres(slab.y - half), metres(from)},
           {metres(slab.x + half), metres(slab.y + half), metres(until)},
           slab.colour},
          model);
}

/// The layers at which bands of like breadth begin, so that squares of what layers differ from the mean of their band are least.
std::vector<int> bands_of(const PlantVoxels& voxels, int bands) {
  const int layers = voxels.height;
  std::vector<double> sum(static_cast<std::size_t>(layers) + 1), squares(sum.size());
  for (int z = 0; z < layers; ++z) {
    const double breadth = std::sqrt(static_cast<double>(slab_of(voxels, z, z + 1).count));
    sum[static_cast<std::size_t>(z) + 1] = sum[static_cast<std::size_t>(z)] + breadth;
    squares[static_cast<std::size_t>(z) + 1] = squares[static_cast<std::size_t>(z)] + breadth * breadth;
  }
  const auto cost = [&](int from, int until) {
    if (from == until) return 0.0;
    const double s = sum[static_cast<std::size_t>(until)] - sum[static_cast<std::size_t>(from)];
    return squares[static_cast<std::size_t>(until)] - squares[static_cast<std::size_t>(from)] - s * s / (until - from);
  };
  // Two cuts; of fewer bands the last ones are empty.
  std::array<int, 2> best{layers, layers};
  double least = std::numeric_limits<double>::infinity();
  for (int first = bands > 1 ? 1 : layers; first <= layers; ++first)
    for (int second = bands > 2 ? first + 1 : layers; second <= layers; ++second) {
      const double whole = cost(0, first) + cost(first, second) + cost(second, layers);
      if (!(whole < least)) continue;
      least = whole;
      best = {first, second};
    }
  std::vector<int> bounds{0};
  for (const int cut : best)
    if (cut < layers) bounds.push_back(cut);
  bounds.push_back(layers);
  return bounds;
}

/// Voxels twice as large: so many of those that hold the most as keep the volume.
struct Halved {
  PlantVoxels voxels;
  int foot = 0, head = 0;  ///< layers from `foot` to before `head` are not all empty
};
Halved halved(const PlantVoxels& fine) {
  Halved made{{.width = (fine.width + 1) / 2, .height = (fine.height + 1) / 2, .size = 2 * fine.size, .colours = fine.colours}};
  PlantVoxels& coarse = made.voxels;
  const auto cells = static_cast<std::size_t>(coarse.width) * static_cast<std::size_t>(coarse.width * coarse.height);
  coarse.cells.assign(cells, 0);
  std::vector<int> held(cells, 0);
  std::array<int, 10> with_at_least{};
  int filled = 0;
  const auto for_each_part = [&](int x, int y, int z, auto&& visit) {
    for (int k = 0; k < 8; ++k) {
      const int fx = 2 * x + (k & 1), fy = 2 * y + (k >> 1 & 1), fz = 2 * z + (k >> 2);
      if (fx < fine.width && fy < fine.width && fz < fine.height)
        if (const std::uint8_t cell = fine.cells[place_in(fine, fx, fy, fz)]; cell != 0) visit(cell);
    }
  };
  for (int z = 0; z < coarse.height; ++z)
    for (int y = 0; y < coarse.width; ++y)
      for (int x = 0; x < coarse.width; ++x) {
        const std::size_t at = place_in(coarse, x, y, z);
        std::array<std::uint8_t, 256> votes{};
        std::uint8_t most = 0;
        for_each_part(x, y, z, [&](std::uint8_t cell) {
          ++held[at];
          const bool more = ++votes[cell] > votes[most] || (votes[cell] == votes[most] && cell < most);
          if (more) most = cell;
        });
        coarse.cells[at] = most;
        filled += held[at];
        for (int n = 1; n <= held[at]; ++n) ++with_at_least[static_cast<std::size_t>(n)];
      }
  int limit = 1;
  const auto off_by = [&](int n) { return std::abs(8 * with_at_least[static_cast<std::size_t>(n)] - filled); };
  for (int n = 2; n <= 8; ++n)
    if (with_at_least[static_cast<std::size_t>(n)] > 0 && off_by(n) < off_by(limit)) limit = n;
  for (std::size_t i = 0; i < cells; ++i)
    if (held[i] < limit) coarse.cells[i] = 0;
  const auto is_filled = [](std::uint8_t cell) { return cell != 0; };
  const auto first = std::find_if(coarse.cells.begin(), coarse.cells.end(), is_filled);
  const auto last = std::find_if(coarse.cells.rbegin(), coarse.cells.rend(), is_filled);
  const int layer = coarse.width * coarse.width;
  made.foot = static_cast<int>(first - coarse.cells.begin()) / layer;
  made.head = (static_cast<int>(coarse.cells.rend() - last) + layer - 1) / layer;
  return made;
}

}  // namespace

PlantModel coarser_plant(const PlantModel& plant, int level) {
  PlantModel model{.species = plant.species, .voxels = {}, .vertices = {}, .triangles = {}};
  if (level == 1) {
    const Halved half = halved(plant.voxels);
    // A stem and a tip are too thin for such voxels.
    if (half.foot > 0) add_slab(plant.voxels, 0, std::min(2 * half.foot, plant.voxels.height), model);
    add_voxels(half.voxels, -static_cast<float>(plant.voxels.width) / 4, model);
    if (2 * half.head < plant.voxels.height) add_slab(plant.voxels, 2 * half.head, plant.voxels.height, model);
    return model;
  }
  const std::vector<int> bands = bands_of(plant.voxels, std::min(std::max(5 - level, 1), plant.voxels.height));
  for (std::size_t i = 0; i + 1 < bands.size(); ++i) add_slab(plant.voxels, bands[i], bands[i + 1], model);
  return model;
}

}  // namespace craton::shape
