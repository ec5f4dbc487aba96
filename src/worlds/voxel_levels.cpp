#include <craton/worlds/voxel_levels.h>

#include <algorithm>
#include <array>
#include <bit>

#include "worlds/voxel_make.h"

namespace craton {
namespace {

/// Voxels as bytes, column by column.
struct Cells {
  int pitch = 0, height = 0;
  std::vector<GroundId> at;

  std::size_t place(int x, int y, int z) const { return static_cast<std::size_t>((y * pitch + x) * height + z); }
};

Cells cells_of(const VoxelChunk& chunk) {
  Cells cells{chunk.pitch(), chunk.height(), {}};
  const auto columns = static_cast<std::size_t>(cells.pitch) * static_cast<std::size_t>(cells.pitch);
  cells.at.assign(columns * static_cast<std::size_t>(cells.height), 0);
  std::vector<std::uint64_t> masks(columns);
  for (std::size_t entry = 1; entry < chunk.palette().size(); ++entry)
    for (int w = 0; w < chunk.words(); ++w) {
      chunk.masks_of(static_cast<int>(entry), w, masks);
      for (std::size_t i = 0; i < columns; ++i)
        for (std::uint64_t bits = masks[i]; bits != 0; bits &= bits - 1)
          cells.at[i * static_cast<std::size_t>(cells.height) + static_cast<std::size_t>(64 * w + std::countr_zero(bits))] =
              chunk.palette()[entry];
    }
  return cells;
}

/// The ground that most of them are, the smaller one of two; air does not count.
GroundId most_of(std::span<const GroundId> voxels) {
  GroundId best = 0;
  std::ptrdiff_t most = 0;
  for (const GroundId ground : voxels) {
    const std::ptrdiff_t votes = ground == 0 ? 0 : std::count(voxels.begin(), voxels.end(), ground);
    if (votes < most || votes == 0 || (votes == most && ground >= best)) continue;
    most = votes;
    best = ground;
  }
  return best;
}

/// Eight voxels become one, which is there where at least half of them are.
GroundId together(const Cells& fine, int x, int y, int z) {
  std::array<GroundId, 8> voxels{};
  for (int k = 0; k < 8; ++k)
    voxels[static_cast<std::size_t>(k)] = fine.at[fine.place(2 * x + (k & 1), 2 * y + (k >> 1 & 1), 2 * z + (k >> 2))];
  return std::count(voxels.begin(), voxels.end(), GroundId{0}) > 4 ? GroundId{0} : most_of(voxels);
}

/// What is seen from above of the four columns in a voxel that has air above it, be it a little higher.
GroundId seen_from_above(const Cells& fine, int x, int y, int z) {
  std::array<GroundId, 4> tops{};
  for (int k = 0; k < 4; ++k)
    for (int up = std::min(2 * z + 3, fine.height - 1); up >= 2 * z && tops[static_cast<std::size_t>(k)] == 0; --up)
      tops[static_cast<std::size_t>(k)] = fine.at[fine.place(2 * x + (k & 1), 2 * y + (k >> 1), up)];
  return most_of(tops);
}

Cells halved(const Cells& fine) {
  Cells coarse{fine.pitch / 2, fine.height / 2, {}};
  coarse.at.resize(static_cast<std::size_t>(coarse.pitch * coarse.pitch * coarse.height));
  for (int y = 0; y < coarse.pitch; ++y)
    for (int x = 0; x < coarse.pitch; ++x) {
      for (int z = 0; z < coarse.height; ++z) coarse.at[coarse.place(x, y, z)] = together(fine, x, y, z);
      for (int z = 0; z < coarse.height; ++z) {
        GroundId& here = coarse.at[coarse.place(x, y, z)];
        if (here != 0 && (z + 1 == coarse.height || coarse.at[coarse.place(x, y, z + 1)] == 0))
          here = seen_from_above(fine, x, y, z);
      }
    }
  return coarse;
}

}  // namespace

VoxelChunk VoxelChunkMaker::from_cells(ChunkPlace place, std::array<int, 3> side_height_apron, std::span<const GroundId> cells) {
  VoxelChunk chunk;
  chunk.place_ = place;
  chunk.side_ = side_height_apron[0];
  chunk.height_ = side_height_apron[1];
  chunk.apron_ = side_height_apron[2];
  std::uint64_t grounds = 0;
  for (const GroundId ground : cells) grounds |= std::uint64_t{1} << ground;
  fill_palette(chunk, grounds);
  std::array<std::uint8_t, most_voxel_grounds> entry{};
  for (std::size_t e = 0; e < chunk.palette_.size(); ++e) entry[chunk.palette_[e]] = static_cast<std::uint8_t>(e);
  const auto columns = static_cast<std::size_t>(chunk.pitch()) * static_cast<std::size_t>(chunk.pitch());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto height = static_cast<std::size_t>(chunk.height_);
    const std::size_t column = i / height, z = i % height;
    for (int p = 0; p < chunk.planes_; ++p)
      chunk.bits_[(static_cast<std::size_t>(p * chunk.words()) + z / 64) * columns + column] |=
          std::uint64_t{entry[cells[i]] >> p & 1U} << (z % 64);
  }
  return chunk;
}

Result<VoxelChunk> coarser(const VoxelChunk& chunk, int level) {
  if (level < 0 || level > most_voxel_level) return Error{ErrorCode::invalid_value, "level", "allowed 0 … 4"};
  const int size = 1 << level;
  if (chunk.side() < size || chunk.height() < size)
    return Error{ErrorCode::invalid_value, "level", "the chunk is too small to be halved so often"};
  if (chunk.apron() % size != 0)
    return Error{ErrorCode::invalid_value, "chunk", "its apron must be a multiple of 2^level columns: see apron_for_level"};
  Cells cells = cells_of(chunk);
  for (int i = 0; i < level; ++i) cells = halved(cells);
  return VoxelChunkMaker::from_cells(chunk.place(), {chunk.side() / size, chunk.height() / size, chunk.apron() / size}, cells.at);
}

int voxel_level_at(double distance, double near, int most) {
  int level = 0;
  for (double until = std::max(near, 1e-9); level < std::min(most, most_voxel_level) && distance >= until; until *= 2) ++level;
  return level;
}

}  // namespace craton
