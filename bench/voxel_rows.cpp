// Chunks of a voxel world, one after the other along a spiral, as somebody who walks asks for them. An item is a chunk; the mean
// over many counts, since some have one biome and others four. 000 needed 38.4 ms a chunk with its mesh.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include <craton/shape/voxel_faces.h>
#include <craton/worlds/voxels.h>

#include "bench/harness.h"

namespace craton::bench {
namespace {

constexpr int radius = 12;

struct VoxelBench {
  VoxelWorld world;
  VoxelContext context;
  VoxelFaces faces;
  VoxelFaceOptions options;
  VoxelMesh mesh;
  bool meshed = false;
  std::int64_t shift = 0;  ///< every run is somewhere else: nothing is known from the run before

  void run() {
    shift += 1000;
    for (std::int64_t y = -radius; y <= radius; ++y)
      for (std::int64_t x = -radius; x <= radius; ++x) one({x + shift, y});
  }
  void one(ChunkPlace place) {
    const Result<VoxelChunk> chunk = world.chunk(place, context, meshed ? 1 : 0);
    if (!meshed) return keep(&*chunk);
    const Result<std::span<const VoxelQuad>> quads = faces.find(*chunk, world.table(), options);
    mesh.vertices.clear();
    mesh.triangles.clear();
    add_quads(*quads, mesh);
    keep(mesh.vertices.data());
  }
};

Result<Work> prepare(const VoxelParams& params, const VoxelFaceOptions& options, bool meshed) {
  Result<VoxelWorld> world = VoxelWorld::make(params, Seed{7});
  if (!world) return world.error();
  auto bench = std::make_shared<VoxelBench>(VoxelBench{*std::move(world), {}, {}, options, {}, meshed});
  return Work{{(2 * radius + 1) * (2 * radius + 1), [bench] { bench->run(); }, {}, {}}, {}};
}

}  // namespace

std::vector<Row> voxel_rows(unsigned threads) {
  if (threads != 1) return {};
  VoxelParams bare, caves, overhangs;
  bare.plants = false;
  caves.caves = 0.5;
  caves.overhangs = overhangs.overhangs = VoxelOverhangs::noise;
  std::vector<Row> rows;
  const auto add = [&](const char* name, const VoxelParams& params, const VoxelFaceOptions& options, bool meshed) {
    rows.push_back({fmt::format("voxels/chunk/{}/1t", name), [=] { return prepare(params, options, meshed); }});
  };
  add("generate", {}, {}, false);
  add("generate/no-plants", bare, {}, false);
  add("generate/caves+overhangs", caves, {}, false);
  add("culled/biomes+plants", {}, {.greedy = false}, true);
  add("greedy/biomes+plants", {}, {}, true);
  add("greedy/biomes+plants/occlusion", {}, {.ambient_occlusion = true}, true);
  add("greedy/caves+overhangs", caves, {}, true);
  return rows;
}

}  // namespace craton::bench
