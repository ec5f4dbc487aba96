// Plan views of voxel worlds.
#include <craton/worlds/voxel_map.h>

#include <algorithm>
#include <mutex>
#include <new>

#include <craton/base/floor_div.h>
#include <craton/base/hash.h>

#include "base/fp_mode.h"
#include "base/parallel.h"

namespace craton {
namespace {

constexpr std::uint64_t most_samples = std::uint64_t{1} << 28;

Result<Surface> plane_of(const VoxelWorld& world, const VoxelGrid& grid) {
  const double step = world.params().step * static_cast<double>(grid.step);
  PlaneTile::Params place{.x = static_cast<double>(grid.x) * world.params().step,
                          .y = static_cast<double>(grid.y) * world.params().step,
                          .step = step,
                          .width = static_cast<int>(grid.width),
                          .height = static_cast<int>(grid.height)};
  CRATON_TRY(PlaneTile tile, PlaneTile::make(place));
  const auto unit = static_cast<std::int64_t>(world.params().step * units_per_metre);
  if (tile.origin().x != grid.x * unit || tile.origin().y != grid.y * unit)
    return Error{ErrorCode::unsupported, "step", "so far out voxels must be whole metres"};
  return Surface{Domain(std::move(tile))};
}

std::vector<std::string> biome_names(const VoxelTable& table) {
  std::vector<std::string> names;
  for (const VoxelTable::Biome& biome : table.biomes) names.push_back(biome.name);
  return names;
}

Result<void> add_climate(const VoxelWorld& world, const VoxelGrid& grid, Surface& surface, const Execution& execution) {
  CRATON_TRY(const std::vector<VoxelGroundInfo> columns, world.grounds(grid, execution));
  const auto add = [&](LayerInfo info, auto value) -> Result<void> {
    CRATON_TRY(const auto layer, surface.add_layer(info));
    std::transform(columns.begin(), columns.end(), layer->numbers().begin(), value);
    return {};
  };
  CRATON_TRY(add({.name = "height", .unit = "m"}, [](const VoxelGroundInfo& at) { return at.height; }));
  CRATON_TRY(add({.name = "amplification"}, [](const VoxelGroundInfo& at) { return at.amplification; }));
  CRATON_TRY(add({.name = "rain"}, [](const VoxelGroundInfo& at) { return at.rain; }));
  CRATON_TRY(add({.name = "temperature"}, [](const VoxelGroundInfo& at) { return at.temperature; }));
  CRATON_TRY(const auto biome,
             surface.add_layer({.name = "biome", .type = LayerType::category, .categories = biome_names(world.table())}));
  std::transform(columns.begin(), columns.end(), biome->categories().begin(),
                 [](const VoxelGroundInfo& at) { return static_cast<std::uint8_t>(at.biome); });
  CRATON_TRY(const auto cell, surface.add_layer({.name = "cell", .type = LayerType::integer}));
  std::transform(columns.begin(), columns.end(), cell->integers().begin(), [](const VoxelGroundInfo& at) {
    const std::uint64_t place = mix64(mix64(static_cast<std::uint64_t>(at.cell.x)) + static_cast<std::uint64_t>(at.cell.y));
    return static_cast<std::int32_t>(place >> 33);  // never below 0
  });
  return {};
}

/// What is seen of a column from above.
class TopView {
 public:
  explicit TopView(const VoxelWorld& world) : params_(world.params()) {}

  void look(const VoxelChunk& chunk, int x, int y) {
    top_ = static_cast<float>(params_.floor);
    ground_ = plant_ = 0;
    for (int z = chunk.height() - 1; z >= 0; --z) {
      ground_ = chunk.at(x, y, z);
      if (ground_ == 0) continue;
      top_ = static_cast<float>(params_.floor + (z + 1) * params_.step);
      break;
    }
    for (const VoxelPlant& plant : chunk.plants())
      if (plant.x == x && plant.y == y) plant_ = static_cast<std::uint8_t>(std::min<int>(plant.species + 1, 255));
  }

  float top() const { return top_; }
  std::uint8_t ground() const { return ground_; }
  std::uint8_t plant() const { return plant_; }

 private:
  const VoxelParams& params_;
  float top_ = 0;
  std::uint8_t ground_ = 0, plant_ = 0;
};

Result<void> add_voxels(const VoxelWorld& world, const VoxelGrid& grid, Surface& surface, const Execution& execution) {
  std::vector<std::string> grounds, plants{"none"};
  for (const VoxelTable::Ground& ground : world.table().grounds) grounds.push_back(ground.name);
  plants.insert(plants.end(), world.species().begin(), world.species().end());
  if (plants.size() > 256) return Error{ErrorCode::unsupported, "plants", "maps know up to 255 species"};
  CRATON_TRY(const auto top, surface.add_layer({.name = "top", .unit = "m"}));
  CRATON_TRY(const auto ground, surface.add_layer({.name = "ground", .type = LayerType::category, .categories = grounds}));
  CRATON_TRY(const auto plant, surface.add_layer({.name = "plant", .type = LayerType::category, .categories = plants}));
  const std::int64_t side = world.params().chunk_side;
  const auto chunk_of = [&](std::int64_t first, std::uint32_t i) { return floor_div(first + i * grid.step, side); };
  // Rows of the map that lie in one row of chunks go together.
  std::vector<std::uint32_t> bands{0};
  for (std::uint32_t y = 1; y < grid.height; ++y)
    if (chunk_of(grid.y, y) != chunk_of(grid.y, y - 1)) bands.push_back(y);
  bands.push_back(grid.height);
  std::mutex mutex;
  Result<void> failed;
  CRATON_TRY(parallel_blocks(bands.size() - 1, 1, execution, [&](std::uint64_t band, std::uint64_t) {
    VoxelContext context;
    TopView view(world);
    for (std::uint32_t x0 = 0, x1 = 0; x0 < grid.width; x0 = x1) {
      const ChunkPlace place{chunk_of(grid.x, x0), chunk_of(grid.y, bands[band])};
      for (x1 = x0; x1 < grid.width && chunk_of(grid.x, x1) == place.x;) ++x1;
      const Result<VoxelChunk> chunk = world.chunk(place, context);
      if (!chunk) {
        const std::lock_guard lock(mutex);
        failed = chunk.error();
        return;
      }
      for (std::uint32_t y = bands[band]; y < bands[band + 1]; ++y)
        for (std::uint32_t x = x0; x < x1; ++x) {
          view.look(*chunk, static_cast<int>(wrapped(grid.x + x * grid.step, side)),
                    static_cast<int>(wrapped(grid.y + y * grid.step, side)));
          const std::size_t i = std::size_t{y} * grid.width + x;
          top->numbers()[i] = view.top();
          ground->categories()[i] = view.ground();
          plant->categories()[i] = view.plant();
        }
    }
  }));
  return failed;
}

}  // namespace

Result<Surface> voxel_map(const VoxelWorld& world, const VoxelGrid& grid, const VoxelMapOptions& options,
                          const Execution& execution) try {
  const FloatingPointMode ieee;
  if (grid.width < 1 || grid.height < 1 || std::uint64_t{grid.width} * grid.height > most_samples)
    return Error{ErrorCode::invalid_value, "size", "allowed 1 … 2^28 samples in all"};
  // A single column tells whether the grid is one at all.
  CRATON_TRY(world.grounds({.x = grid.x, .y = grid.y, .step = grid.step}, {.threads = 1}));
  CRATON_TRY(Surface surface, plane_of(world, grid));
  if (options.climate) CRATON_TRY(add_climate(world, grid, surface, execution));
  if (options.voxels) CRATON_TRY(add_voxels(world, grid, surface, execution));
  return surface;
} catch (const std::bad_alloc&) { return Error{ErrorCode::unsupported, "size", "there is not enough memory"}; }

}  // namespace craton
