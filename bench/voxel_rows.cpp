// Chunks of a voxel world, one after the other along a spiral, as somebody who walks asks for them. An item is a chunk; the mean
// over many counts, since some have one biome and others four. 000 needed 38.4 ms a chunk with its mesh.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include <craton/shape/voxel_faces.h>
#include <craton/worlds/voxel_window.h>
#include <craton/worlds/voxels.h>

#include "bench/harness.h"

namespace craton::bench {
namespace {

constexpr int radius = 12;

std::string note_of(std::size_t bytes, std::size_t chunks, std::string_view what) {
  return chunks == 0 ? "" : fmt::format("{} bytes a chunk, {}", bytes / chunks, what);
}

struct VoxelBench {
  VoxelWorld world;
  VoxelContext context;
  VoxelFaces faces;
  VoxelFaceOptions options;
  VoxelMesh mesh;
  bool meshed = false;
  std::int64_t shift = 0;  ///< every run is somewhere else: nothing is known from the run before
  std::size_t bytes = 0, chunks = 0;

  void run() {
    shift += 1000;
    for (std::int64_t y = -radius; y <= radius; ++y)
      for (std::int64_t x = -radius; x <= radius; ++x) one({x + shift, y});
  }
  void one(ChunkPlace place) {
    const Result<VoxelChunk> chunk = world.chunk(place, context, meshed ? 1 : 0);
    bytes += chunk->bytes();
    ++chunks;
    if (!meshed) return keep(&*chunk);
    const Result<std::span<const VoxelQuad>> quads = faces.find(*chunk, world.table(), options);
    mesh.vertices.clear();
    mesh.triangles.clear();
    add_quads(*quads, mesh);
    keep(mesh.vertices.data());
  }
};

Result<Work> prepare(const VoxelParams& params, const VoxelFaceOptions& options, bool meshed) {
  CRATON_TRY(VoxelWorld world, VoxelWorld::make(params, Seed{7}));
  auto bench = std::make_shared<VoxelBench>(VoxelBench{std::move(world), {}, {}, options, {}, meshed});
  Work work{{(2 * radius + 1) * (2 * radius + 1), [bench] { bench->run(); }, {}, {}}, {}};
  work.note = [bench] { return note_of(bench->bytes, bench->chunks, bench->meshed ? "with its apron" : "resident"); };
  return work;
}

/// Steps of somebody who sees seven chunks to all sides: along an axis 15 chunks are new, across 29. An item is a step.
Result<Work> prepare_steps(unsigned threads, bool across) {
  CRATON_TRY(VoxelWorld world, VoxelWorld::make({}, Seed{7}));
  struct Walk {
    VoxelWindow window;
    ChunkPlace at{};
  };
  auto walk = std::make_shared<Walk>(Walk{VoxelWindow(std::move(world), 7)});
  const Result<void> there = walk->window.move_to(walk->at, {.threads = threads});
  if (!there) return there.error();
  constexpr std::uint64_t steps = 16;
  const auto run = [=] {
    for (std::uint64_t i = 0; i < steps; ++i) {
      walk->at = {walk->at.x + 1, walk->at.y + (across ? 1 : 0)};
      (void)walk->window.move_to(walk->at, {.threads = threads}).ok();
      keep(walk->window.at(walk->at));
    }
  };
  Work work{{steps, run, {}, {}}, {}};
  work.note = [walk] {
    std::size_t bytes = 0, chunks = 0;
    for (std::int64_t y = -7; y <= 7; ++y)
      for (std::int64_t x = -7; x <= 7; ++x, ++chunks)
        if (const VoxelChunk* chunk = walk->window.at({walk->at.x + x, walk->at.y + y})) bytes += chunk->bytes();
    return note_of(bytes, chunks, "resident");
  };
  return work;
}

}  // namespace

std::vector<Row> voxel_rows(unsigned threads) {
  std::vector<Row> steps;
  for (const bool across : {false, true})
    steps.push_back({fmt::format("voxels/window/radius7/{}/{}t", across ? "step29" : "step15", threads),
                     [=] { return prepare_steps(threads, across); }});
  if (threads != 1) return steps;
  VoxelParams bare, caves, overhangs;
  bare.plants = false;
  caves.caves = 0.5;
  caves.overhangs = overhangs.overhangs = VoxelOverhangs::noise;
  std::vector<Row> rows = std::move(steps);
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
