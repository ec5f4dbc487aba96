// Ores: space is cut into boxes; in some of them, by hash, lies a deposit, a ball around a hashed place. It turns rock into ore,
// and nothing else.
#include <algorithm>
#include <cmath>

#include "worlds/voxel_space.h"

namespace craton::voxels {
namespace {

struct Deposit {
  float x, y, z, radius;  ///< voxels from the frame's first column and the floor
};

void lay_deposit(const Model& model, GroundId ore, const Deposit& deposit, Columns& columns) {
  std::uint64_t* ores = nullptr;
  const Frame& frame = columns.frame;
  const int x0 = std::max(static_cast<int>(std::floor(deposit.x - deposit.radius)), 0);
  const int y0 = std::max(static_cast<int>(std::floor(deposit.y - deposit.radius)), 0);
  const int x1 = std::min(static_cast<int>(std::floor(deposit.x + deposit.radius)) + 1, frame.width - 1);
  const int y1 = std::min(static_cast<int>(std::floor(deposit.y + deposit.radius)) + 1, frame.height - 1);
  for (int y = y0; y <= y1; ++y)
    for (int x = x0; x <= x1; ++x) {
      const float dx = static_cast<float>(x) - deposit.x, dy = static_cast<float>(y) - deposit.y;
      const float rest = deposit.radius * deposit.radius - dx * dx - dy * dy;
      if (!(rest > 0)) continue;
      const float half = std::sqrt(rest);
      const int low = static_cast<int>(std::floor(deposit.z - half)) + 1,
                high = static_cast<int>(std::floor(deposit.z + half)) + 1;
      for (int w = std::max(low, 0) / 64; w < columns.words && 64 * w < high; ++w) {
        const std::uint64_t wanted = range_bits(std::max(low, 1), high, w);
        const std::size_t at = static_cast<std::size_t>(w) * columns.count() + static_cast<std::size_t>(y * frame.width + x);
        std::uint64_t found = 0;
        for (const GroundId rock : model.rock_grounds) {
          std::uint64_t& mask = columns.masks[rock][at];
          found |= mask & wanted;
          mask &= ~wanted;
        }
        if (found == 0) continue;
        if (!ores) ores = columns.masks_of(ore);
        ores[at] |= found;
      }
    }
}

void lay_ore(const Model& model, std::size_t index, Columns& columns) {
  const VoxelTable::Ore& ore = model.table.ores[index];
  const double radius = ore.radius / model.params.step;  // voxels
  const auto box = static_cast<std::int64_t>(std::floor(4 * radius)) + 1, reach = static_cast<std::int64_t>(radius * 1.2) + 2;
  const auto side = static_cast<double>(box);
  const double chance = std::min(ore.share * side * side * side / (4.19 * radius * radius * radius), 1.0);
  const auto until = static_cast<std::uint64_t>(chance * 0x1p16);
  const auto from = static_cast<std::int64_t>(std::floor((ore.from - model.params.floor) / model.params.step));
  const auto to = static_cast<std::int64_t>(std::floor((ore.to - model.params.floor) / model.params.step));
  const std::uint64_t seed = mix64(model.ore_seed + index + 1);
  const Frame& frame = columns.frame;
  const std::int64_t highest = std::min<std::int64_t>(to, model.params.chunk_height - 1);
  for (std::int64_t bz = floor_div(std::max<std::int64_t>(from, 0), box); bz <= floor_div(highest, box); ++bz)
    for (std::int64_t by = floor_div(frame.y - reach, box); by <= floor_div(frame.y + frame.height + reach, box); ++by)
      for (std::int64_t bx = floor_div(frame.x - reach, box); bx <= floor_div(frame.x + frame.width + reach, box); ++bx) {
        const std::uint64_t hash = hash_of(seed, bx, by, bz);
        if ((hash & 0xFFFF) >= until) continue;
        const auto part = [&](int shift) {
          return static_cast<float>(hash >> shift & 0xFFF) * 0x1p-12F * static_cast<float>(box);
        };
        const Deposit deposit{static_cast<float>(bx * box - frame.x) + part(16),
                              static_cast<float>(by * box - frame.y) + part(28), static_cast<float>(bz * box) + part(40),
                              static_cast<float>(radius) * (0.7F + static_cast<float>(hash >> 52) * 0x1p-12F * 0.5F)};
        if (deposit.z >= static_cast<float>(from) && deposit.z <= static_cast<float>(to))
          lay_deposit(model, ore.ground, deposit, columns);
      }
}

}  // namespace

void lay_ores(const Model& model, Columns& columns) {
  for (std::size_t i = 0; i < model.table.ores.size(); ++i) lay_ore(model, i, columns);
}

}  // namespace craton::voxels
