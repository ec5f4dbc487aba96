#include "picture/voxel_scene.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <craton/base/hash.h>

#include "base/parallel.h"
#include "picture/plant_stamps.h"

namespace craton::picture {
namespace {

constexpr int room_for_plants = 14;  // voxels above the world

}  // namespace

Colour linear_from_srgb(std::array<std::uint8_t, 3> colour) {
  const auto linear = [](std::uint8_t level) {
    const float s = static_cast<float>(level) / 255;
    return s <= 0.04045F ? s / 12.92F : std::pow((s + 0.055F) / 1.055F, 2.4F);
  };
  return {linear(colour[0]), linear(colour[1]), linear(colour[2])};
}

Result<VoxelScene> VoxelScene::make(const VoxelWorld& world, ChunkPlace centre, int radius, bool plants,
                                    const Execution& execution) {
  VoxelScene scene;
  const VoxelParams& params = world.params();
  const int chunks = 2 * radius + 1;
  scene.width_ = chunks * params.chunk_side;
  scene.height_ = params.chunk_height + room_for_plants;
  scene.sea_ = static_cast<int>(std::lround(-params.floor / params.step));
  scene.voxels_.assign(
      static_cast<std::size_t>(scene.width_) * static_cast<std::size_t>(scene.width_) * static_cast<std::size_t>(scene.height_),
      0);
  for (const VoxelTable::Ground& ground : world.table().grounds)
    scene.materials_.push_back({ground.liquid ? Material::Kind::liquid : Material::Kind::full, linear_from_srgb(ground.colour)});
  scene.materials_[0].kind = Material::Kind::none;

  std::vector<Result<VoxelChunk>> made(static_cast<std::size_t>(chunks) * static_cast<std::size_t>(chunks), Error{});
  CRATON_TRY(parallel_blocks(made.size(), 16, execution, [&](std::uint64_t begin, std::uint64_t end) {
    VoxelContext context;
    for (std::uint64_t i = begin; i < end; ++i)
      made[i] = world.chunk(
          {centre.x - radius + static_cast<std::int64_t>(i) % chunks, centre.y - radius + static_cast<std::int64_t>(i) / chunks},
          context);
  }));
  PlantStamps stamps(scene, world.species());
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (!made[i]) return made[i].error();
    const int x0 = static_cast<int>(i) % chunks * params.chunk_side, y0 = static_cast<int>(i) / chunks * params.chunk_side;
    scene.add_chunk(*made[i], x0, y0);
  }
  for (std::size_t i = 0; i < made.size() && plants; ++i) {
    const int x0 = static_cast<int>(i) % chunks * params.chunk_side, y0 = static_cast<int>(i) / chunks * params.chunk_side;
    for (const VoxelPlant& plant : made[i]->plants()) stamps.plant(plant, x0 + plant.x, y0 + plant.y);
  }
  for (std::size_t i = 0; i < scene.voxels_.size(); ++i)
    if (scene.voxels_[i] != 0)
      scene.top_ = std::max(scene.top_, static_cast<int>(i % static_cast<std::size_t>(scene.height_)) + 1);
  return scene;
}

void VoxelScene::add_chunk(const VoxelChunk& chunk, int x0, int y0) {
  std::vector<std::uint64_t> masks(static_cast<std::size_t>(chunk.side()) * static_cast<std::size_t>(chunk.side()));
  for (std::size_t entry = 1; entry < chunk.palette().size(); ++entry)
    for (int w = 0; w < chunk.words(); ++w) {
      chunk.masks_of(static_cast<int>(entry), w, masks);
      for (std::size_t i = 0; i < masks.size(); ++i)
        for (std::uint64_t bits = masks[i]; bits != 0; bits &= bits - 1)
          voxels_[place(x0 + static_cast<int>(i) % chunk.side(), y0 + static_cast<int>(i) / chunk.side(),
                        64 * w + std::countr_zero(bits))] = chunk.palette()[entry];
    }
}

int VoxelScene::ground(int x, int y) const {
  for (int z = height_ - 1; z >= 0; --z) {
    const Material::Kind kind = materials_[at(x, y, z)].kind;
    if (kind == Material::Kind::full || kind == Material::Kind::liquid) return z + 1;
  }
  return 0;
}

}  // namespace craton::picture
