#pragma once

#include <craton/craton.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include <craton/base/progress.h>
#include <craton/noise/noise.h>
#include <craton/shape/mesh.h>
#include <craton/shape/plant_models.h>
#include <craton/worlds/terrain.h>
#include <craton/worlds/voxels.h>

// What handles are. Each kind has a mark of its own.

struct craton_noise {
  static constexpr std::uint64_t own_mark = 1;
  craton::Noise noise;
};

struct craton_mesh {
  static constexpr std::uint64_t own_mark = 2;
  craton::Mesh mesh;
};

struct craton_terrain {
  static constexpr std::uint64_t own_mark = 3;
  craton::Terrain terrain;
};

struct craton_tile {
  static constexpr std::uint64_t own_mark = 4;
  std::shared_ptr<const craton::TerrainTile> tile;
};

/// Models of a world's plants, made when they are first asked for.
struct PlantShelf {
  std::once_flag once;
  craton::PlantModels models;

  const craton::PlantModels& of(const craton::VoxelWorld& world) {
    std::call_once(once, [&] { models = craton::PlantModels::make(world); });
    return models;
  }
};

struct craton_voxels {
  static constexpr std::uint64_t own_mark = 5;
  craton::VoxelWorld world;
  std::shared_ptr<PlantShelf> plants = std::make_shared<PlantShelf>();
};

struct craton_voxel_worker {
  static constexpr std::uint64_t own_mark = 6;
  craton::VoxelContext context;
};

/// Holds the world too, whose table its mesh needs: it may outlive the other handle.
struct craton_chunk {
  static constexpr std::uint64_t own_mark = 7;
  craton::VoxelWorld world;
  std::shared_ptr<const craton::VoxelChunk> chunk;
  std::shared_ptr<PlantShelf> plants = std::make_shared<PlantShelf>();
  int level = 0;
};

struct craton_bytes {
  static constexpr std::uint64_t own_mark = 9;
  std::string bytes;
};

struct craton_cancel {
  static constexpr std::uint64_t own_mark = 10;
  craton::CancelToken token;
};
