#include "voxel_experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string_view>
#include <vector>

#include <craton/requests/scenes.h>
#include <craton/shape/voxel_faces.h>

#include "runtime.h"
#include "text.h"

namespace craton::cli {
namespace {

constexpr int radius = 7, steps = 16;
constexpr double walking_speed = 4;  // voxels a second
constexpr int frames_a_second = 60, seconds_of_walk = 60;

struct Cost {
  double data = 0, mesh = 0;  ///< milliseconds
  std::size_t chunks = 0, vertices = 0, triangles = 0;
};

struct Frames {
  std::vector<double> times;  ///< milliseconds
  int busy = 0;               ///< frames with new chunks
};

/// Of the processor, not of the clock: what else the machine does is not counted.
double milliseconds() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

class Experiment {
 public:
  explicit Experiment(const VoxelWorld& world) : world_(world) {}

  Result<void> add(ChunkPlace place, std::string_view mesher, Cost& cost) {
    if (cancel_token().cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
    CRATON_TRY(const Mesher how, find_mesher(mesher, "mesher"));
    const std::optional<VoxelSurface> surface = surface_of(how);
    const double start = milliseconds();
    CRATON_TRY(const VoxelChunk chunk, world_.chunk(place, context_, surface ? apron_for_surface(0) : 1));
    const double made = milliseconds();
    mesh_.vertices.clear();
    mesh_.triangles.clear();
    CRATON_TRY(add_mesh(chunk, surface, how));
    cost.mesh += milliseconds() - made;
    cost.data += made - start;
    ++cost.chunks;
    cost.vertices += mesh_.vertices.size();
    cost.triangles += mesh_.triangles.size() / 3;
    return {};
  }

  Result<Cost> block(ChunkPlace centre, std::string_view mesher) {
    Cost cost;
    for (std::int64_t y = -radius; y <= radius; ++y)
      for (std::int64_t x = -radius; x <= radius; ++x) CRATON_TRY(add({centre.x + x, centre.y + y}, mesher, cost));
    return cost;
  }

  /// What comes into view with steps to the east, or to the south-east.
  Result<Cost> walk(ChunkPlace centre, std::int64_t south) {
    Cost cost;
    for (int step = 0; step < steps; ++step) {
      const ChunkPlace before = centre;
      centre = {centre.x + 1, centre.y + south};
      for (std::int64_t y = centre.y - radius; y <= centre.y + radius; ++y)
        for (std::int64_t x = centre.x - radius; x <= centre.x + radius; ++x)
          if (std::abs(x - before.x) > radius || std::abs(y - before.y) > radius) CRATON_TRY(add({x, y}, "culled", cost));
    }
    return cost;
  }

  /// Frames of a walk to the east: what comes into view is made at once, or one chunk a frame.
  Result<Frames> frames(ChunkPlace centre, bool at_once) {
    Frames walk;
    std::vector<ChunkPlace> waiting;
    const double of_frame = walking_speed / frames_a_second / world_.params().chunk_side;  // chunks
    for (int frame = 1; frame <= seconds_of_walk * frames_a_second; ++frame) {
      const auto before = static_cast<std::int64_t>((frame - 1) * of_frame), now = static_cast<std::int64_t>(frame * of_frame);
      if (now != before)
        for (int y = radius; y >= -radius; --y) waiting.push_back({centre.x + now + radius, centre.y + y});
      walk.busy += !waiting.empty();
      const double start = milliseconds();
      while (!waiting.empty()) {
        Cost cost;
        CRATON_TRY(add(waiting.back(), "culled", cost));
        waiting.pop_back();
        if (!at_once) break;
      }
      walk.times.push_back(milliseconds() - start);
    }
    return walk;
  }

 private:
  Result<void> add_mesh(const VoxelChunk& chunk, std::optional<VoxelSurface> surface, Mesher mesher) {
    if (surface) CRATON_TRY(add_surface(chunk, world_.table(), *surface, mesh_));
    CRATON_TRY(const std::span<const VoxelQuad> quads,
               faces_.find(chunk, world_.table(), {.greedy = mesher != Mesher::culled, .floor = false}));
    if (!surface) {
      if (mesher == Mesher::closed)
        add_closed_quads(quads, chunk.side(), mesh_);
      else
        add_quads(quads, mesh_);
      return {};
    }
    // Surfaces are of solid ground.
    liquids_.clear();
    for (const VoxelQuad& quad : quads)
      if (world_.table().grounds[quad.ground].liquid) liquids_.push_back(quad);
    add_quads(liquids_, mesh_);
    return {};
  }

  const VoxelWorld& world_;
  VoxelContext context_;
  VoxelFaces faces_;
  VoxelMesh mesh_;
  std::vector<VoxelQuad> liquids_;
};

void print(std::string_view name, const Cost& cost, std::size_t parts = 1) {
  const auto each = static_cast<double>(parts);
  say("{:<28} {:>7} {:>10.3f} {:>10.3f} {:>10.3f} {:>10} {:>10}\n", name, cost.chunks / parts, cost.data / each, cost.mesh / each,
      (cost.data + cost.mesh) / each, cost.vertices / parts, cost.triangles / parts);
}

void print_frames(std::string_view name, Frames walk) {
  std::vector<double>& times = walk.times;
  std::sort(times.begin(), times.end());
  const auto below = [&](double part) { return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))]; };
  say("{:<28} {:>7} {:>10} {:>10.3f} {:>10.3f} {:>10.3f}\n", name, times.size(), walk.busy, below(0.5), below(0.99),
      times.back());
}

}  // namespace

Result<void> run_voxel_experiment(const VoxelWorld& world, ChunkPlace centre) {
  Experiment experiment(world);
  // The first chunk pays for memory that all later ones have.
  Cost warm;
  CRATON_TRY(experiment.add(centre, "culled", warm));
  say("{:<28} {:>7} {:>10} {:>10} {:>10} {:>10} {:>10}\n", "milliseconds, one thread", "chunks", "data", "mesh", "together",
      "vertices", "triangles");
  Cost thousand;
  for (std::int64_t i = 0; i < 1000; ++i) CRATON_TRY(experiment.add({centre.x + i % 40, centre.y + i / 40}, "culled", thousand));
  print("1000 chunks, culled", thousand);
  constexpr std::array<std::string_view, 6> meshers{"culled", "greedy", "closed", "cubes", "tetrahedra", "nets"};
  for (const std::string_view mesher : meshers) {
    CRATON_TRY(const Cost cost, experiment.block(centre, mesher));
    print(fmt::format("radius {}, {}", radius, mesher), cost);
  }
  Cost along;
  for (const bool across : {false, true}) {
    CRATON_TRY(const Cost cost, experiment.walk(centre, across ? 1 : 0));
    print(across ? "a step across" : "a step along", cost, steps);
    if (!across) along = cost;
  }
  say("\n{:<28} {:>7} {:>10} {:>10} {:>10} {:>10}\n", "a minute's walk, ms a frame", "frames", "with work", "half below",
      "99 % below", "longest");
  for (const bool at_once : {true, false}) {
    CRATON_TRY(Frames walk, experiment.frames(centre, at_once));
    print_frames(at_once ? "all new chunks at once" : "one new chunk a frame", std::move(walk));
  }
  const double pause = world.params().chunk_side / walking_speed * 1000;
  say("\nWho walks at {} voxels a second has {:.0f} ms from one step to the next, of which it takes {:.2f} %.\n", walking_speed,
      pause, 100 * (along.data + along.mesh) / steps / pause);
  return {};
}

}  // namespace craton::cli
