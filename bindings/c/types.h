#pragma once

#include <craton/craton.h>

#include <memory>

#include <craton/noise/noise.h>
#include <craton/shape/mesh.h>
#include <craton/worlds/terrain.h>
#include <craton/worlds/voxels.h>

// What handles are. A mark is eight letters.

struct craton_noise {
  static constexpr std::uint64_t own_mark = 0x6573696f6e637243;
  std::uint64_t mark = own_mark;
  craton::Noise noise;
};

struct craton_mesh {
  static constexpr std::uint64_t own_mark = 0x687365206d637243;
  std::uint64_t mark = own_mark;
  craton::Mesh mesh;
};

struct craton_terrain {
  static constexpr std::uint64_t own_mark = 0x6e72727465637243;
  std::uint64_t mark = own_mark;
  craton::Terrain terrain;
};

struct craton_tile {
  static constexpr std::uint64_t own_mark = 0x656c697420637243;
  std::uint64_t mark = own_mark;
  craton::TerrainTile tile;
};

struct craton_voxels {
  static constexpr std::uint64_t own_mark = 0x6c65786f76637243;
  std::uint64_t mark = own_mark;
  craton::VoxelWorld world;
};

struct craton_voxel_worker {
  static constexpr std::uint64_t own_mark = 0x6b726f7776637243;
  std::uint64_t mark = own_mark;
  craton::VoxelContext context;
};

/// Holds the world too, whose table its mesh needs: it may outlive the other handle.
struct craton_chunk {
  static constexpr std::uint64_t own_mark = 0x6b6e756863637243;
  std::uint64_t mark = own_mark;
  craton::VoxelWorld world;
  craton::VoxelChunk chunk;
};
