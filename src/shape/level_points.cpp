#include "shape/level_points.h"

#include <algorithm>
#include <bit>

#include <craton/worlds/voxel_levels.h>

#include "base/text.h"

namespace craton::shape {

LevelPoints::LevelPoints(const VoxelChunk& chunk, const VoxelTable& table, const VoxelLevels& levels)
    : side_(chunk.side()),
      height_(chunk.height()),
      border_(chunk.apron()),
      level_(levels[4]),
      stride_(1 << levels[4]),
      odd_chunk_(static_cast<int>((chunk.place().x ^ chunk.place().y) & 1)),
      levels_(levels) {
  const auto pitch = static_cast<std::size_t>(chunk.pitch()), columns = pitch * pitch;
  points_.assign(columns * static_cast<std::size_t>(height_), 0);
  std::vector<std::uint64_t> masks(columns);
  for (std::size_t entry = 1; entry < chunk.palette().size(); ++entry) {
    const GroundId ground = chunk.palette()[entry];
    if (table.grounds[ground].liquid) continue;
    for (int w = 0; w < chunk.words(); ++w) {
      chunk.masks_of(static_cast<int>(entry), w, masks);
      for (std::size_t i = 0; i < columns; ++i)
        for (std::uint64_t bits = masks[i]; bits != 0; bits &= bits - 1)
          points_[static_cast<std::size_t>(64 * w + std::countr_zero(bits)) * columns + i] = ground;
    }
  }
}

Corner LevelPoints::fall(const Corner& at) const {
  Corner fall{};
  for (std::size_t k = 0; k < 3; ++k) {
    Corner before = at, after = at;
    --before[k];
    ++after[k];
    if (k < 2) {
      before[k] = std::max(before[k], -border_);
      after[k] = std::min(after[k], side_ + border_ - 1);
    }
    fall[k] = static_cast<int>(solid(before)) - static_cast<int>(solid(after));
  }
  return fall;
}

Crossing LevelPoints::crossing(const Corner& solid_point, const Corner& other) const {
  Corner at = solid_point, next = solid_point;
  while (true) {
    for (std::size_t k = 0; k < 3; ++k) next[k] += (other[k] > solid_point[k]) - (other[k] < solid_point[k]);
    if (!solid(next)) break;
    at = next;
  }
  const Corner one = fall(at), two = fall(next);
  return {{at[0] + next[0], at[1] + next[1], at[2] + next[2]}, {one[0] + two[0], one[1] + two[1], one[2] + two[2]}, ground(at)};
}

LevelPoints::LevelRange LevelPoints::levels_of(const Corner& from, const Corner& to) const {
  // Along each axis: the chunk itself, and the one beyond the border that the line lies in.
  const auto beyond = [&](std::size_t axis) {
    if (from[axis] != to[axis]) return 0;
    return from[axis] == 0 ? -1 : from[axis] == side_ ? 1 : 0;
  };
  const int dx = beyond(0), dy = beyond(1);
  LevelRange range{level_, level_};
  for (const auto& [x, y] : {std::pair{dx, 0}, {0, dy}, {dx, dy}}) {
    const int level = levels_[static_cast<std::size_t>((y + 1) * 3 + x + 1)];
    range = {std::min(range.least, level), std::max(range.greatest, level)};
  }
  return range;
}

bool LevelPoints::is_joined(int x, int y) const {
  for (const int dx : {0, 2 * stride_})
    for (const int dy : {0, 2 * stride_})
      if (is_coarse({x + dx, y + dy, 0}, {x + dx, y + dy, stride_})) return true;
  return false;
}

std::uint64_t key_of(const Corner& place, int more) {
  std::uint64_t key = static_cast<std::uint64_t>(more);
  for (const int number : place) key = key << 16 | (static_cast<std::uint64_t>(number + (1 << 15)) & 0xFFFF);
  return key;
}

std::uint32_t CrossingVertices::between(const Corner& solid_point, const Corner& other) {
  const Crossing crossing = points_.crossing(solid_point, other);
  const auto [found, is_new] = index_.try_emplace(key_of(crossing.twice), static_cast<std::uint32_t>(mesh_.vertices.size()));
  if (is_new) {
    const auto middle = [&](std::size_t k) { return static_cast<float>(crossing.twice[k] + 1) / 2; };
    mesh_.vertices.push_back(vertex_at({middle(0), middle(1), middle(2)}, crossing.normal, crossing.ground));
  }
  return found->second;
}

}  // namespace craton::shape

namespace craton {
namespace {

Result<void> check_levels(const VoxelChunk& chunk, VoxelSurface kind, const VoxelLevels& levels) {
  const auto refuse = [](std::string_view why) { return Error{ErrorCode::invalid_value, "levels", std::string(why)}; };
  for (const int level : levels) {
    if (level < 0 || level > most_voxel_level) return refuse("allowed 0 … 4");
    if (level > levels[4] + 1 || level < levels[4] - 1) return refuse("chunks that touch may differ by one level");
    if (chunk.side() < 1 << level || chunk.height() < 1 << level) return refuse("the chunk is too small to be halved so often");
    // Cells of nets know of their neighbours: a chunk must have two, so that it is not joined from its other side.
    if (kind == VoxelSurface::surface_nets && chunk.side() < 2 << level)
      return refuse("surface nets need two points of the coarsest level along a side");
  }
  if (chunk.apron() < apron_for_surface(levels[4]))
    return Error{ErrorCode::invalid_value, "chunk",
                 concat({"needs an apron of ", std::to_string(apron_for_surface(levels[4])), " columns: see apron_for_surface"})};
  return {};
}

}  // namespace

Result<void> add_surface(const VoxelChunk& chunk, const VoxelTable& table, VoxelSurface kind, const VoxelLevels& levels,
                         VoxelMesh& mesh) {
  CRATON_TRY(check_levels(chunk, kind, levels));
  if (chunk.palette().back() >= table.grounds.size())
    return Error{ErrorCode::invalid_value, "table", "does not hold the grounds of the chunk"};
  const shape::LevelPoints points(chunk, table, levels);
  if (kind == VoxelSurface::surface_nets)
    shape::add_level_nets(points, mesh);
  else
    shape::add_level_marching(points, kind == VoxelSurface::marching_tetrahedra, mesh);
  return {};
}

}  // namespace craton
