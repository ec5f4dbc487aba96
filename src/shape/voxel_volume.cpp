#include <craton/shape/voxel_volume.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <new>
#include <optional>

#include <craton/base/math.h>
#include <craton/shape/plant_models.h>

#include "base/fp_mode.h"
#include "base/parallel.h"
#include "base/text.h"

namespace craton {
namespace {

constexpr std::size_t most_colours = 255;
constexpr int most_radius = 256;

void add_chunk(const VoxelChunk& chunk, std::uint32_t x0, std::uint32_t y0, VoxelVolume& volume) {
  const auto side = static_cast<std::uint32_t>(chunk.side());
  std::vector<std::uint64_t> masks(std::size_t{side} * side);
  for (std::size_t entry = 1; entry < chunk.palette().size(); ++entry)
    for (int word = 0; word < chunk.words(); ++word) {
      chunk.masks_of(static_cast<int>(entry), word, masks);
      for (std::uint32_t i = 0; i < masks.size(); ++i)
        for (std::uint64_t bits = masks[i]; bits != 0; bits &= bits - 1) {
          const auto z = static_cast<std::uint32_t>(64 * word + std::countr_zero(bits));
          volume.voxels[volume.index(x0 + i % side, y0 + i / side, z)] = chunk.palette()[entry];
        }
    }
}

/// The colour's number in the palette; where that is full, the number of the nearest one.
std::uint8_t colour_in(std::vector<std::array<std::uint8_t, 3>>& palette, const std::array<std::uint8_t, 3>& colour) {
  std::size_t best = 0;
  int least = 1 << 30;
  for (std::size_t i = 0; i < palette.size(); ++i) {
    int distance = 0;
    for (std::size_t k = 0; k < 3; ++k) distance += (palette[i][k] - colour[k]) * (palette[i][k] - colour[k]);
    if (distance >= least) continue;
    least = distance;
    best = i;
  }
  // Leaves of a tree differ by a few levels, which nobody sees in a palette of 255.
  if (least > 48 && palette.size() < most_colours) {
    palette.push_back(colour);
    best = palette.size() - 1;
  }
  return static_cast<std::uint8_t>(best + 1);
}

/// A model, scaled and turned, seen through the larger voxels of the world.
class PlantStamp {
 public:
  PlantStamp(const PlantModel& model, const PlantInstance& plant, float step) : plants_(model.voxels), step_(step) {
    constexpr double degree = 0.017453292519943295;
    const double angle = static_cast<double>(plant.rotation) * degree;
    cos_ = static_cast<float>(math::cos(angle));
    sin_ = static_cast<float>(math::sin(angle));
    inverse_ = 1 / (plant.scale * plants_.size);
    reach = static_cast<int>(std::floor(static_cast<float>(plants_.width) / inverse_ * 0.71F / step_)) + 1;
    height = static_cast<int>(std::floor(static_cast<float>(plants_.height) / inverse_ / step_)) + 1;
  }

  /// 0, or 1 + a colour of the model, of the voxel so far from the foot's. A quarter of it must be plant.
  std::uint8_t at(int x, int y, int z) const {
    std::array<std::uint8_t, 8> seen{};
    int filled = 0;
    for (int part = 0; part < 8; ++part) {
      const auto offset = [&](int bit) { return (part >> bit & 1) != 0 ? 0.25F : -0.25F; };
      const std::uint8_t cell = small_at((static_cast<float>(x) + offset(0)) * step_, (static_cast<float>(y) + offset(1)) * step_,
                                         (static_cast<float>(z) + 0.5F + offset(2)) * step_);
      if (cell != 0) seen[static_cast<std::size_t>(filled++)] = cell;
    }
    return filled < 2 ? std::uint8_t{0} : seen[static_cast<std::size_t>(filled / 2)];
  }

  int reach = 0, height = 0;  ///< voxels

 private:
  std::uint8_t small_at(float x, float y, float z) const {
    const float half = static_cast<float>(plants_.width) / 2;
    const auto u = static_cast<int>(std::floor((x * cos_ + y * sin_) * inverse_ + half));
    const auto v = static_cast<int>(std::floor((y * cos_ - x * sin_) * inverse_ + half));
    const auto w = static_cast<int>(std::floor(z * inverse_));
    if (u < 0 || v < 0 || w < 0 || u >= plants_.width || v >= plants_.width || w >= plants_.height) return 0;
    return plants_.cells[static_cast<std::size_t>((w * plants_.width + v) * plants_.width + u)];
  }

  const PlantVoxels& plants_;
  float step_, cos_ = 1, sin_ = 0, inverse_ = 1;
};

/// Puts plants into a volume. Its palette has the colours of all models, so that neighbouring volumes have the same one.
class Planter {
 public:
  Planter(const VoxelWorld& world, VoxelVolume& volume)
      : models_(PlantModels::make(world)),
        step_(static_cast<float>(world.params().step)),
        largest_(static_cast<float>(1 + world.params().plant_size_spread)),
        volume_(volume) {
    for (const PlantModel& model : models_.models())
      for (const auto& colour : model.voxels.colours) (void)colour_in(volume_.palette, colour);
  }

  /// Voxels that the largest plant may be high, and stick out from the column of its foot.
  int tallest() const {
    return most_voxels([](const PlantVoxels& voxels) { return voxels.height; });
  }
  int widest() const {
    return most_voxels([](const PlantVoxels& voxels) { return voxels.width; }) * 3 / 4 + 1;
  }

  void plant(const VoxelChunk& chunk, int x0, int y0) {
    std::vector<PlantInstance> plants;
    models_.add_instances(chunk, plants);
    for (std::size_t i = 0; i < plants.size(); ++i) {
      const VoxelPlant& where = chunk.plants()[i];
      put(plants[i], x0 + where.x, y0 + where.y, where.z);
    }
  }

 private:
  template <class Side>
  int most_voxels(const Side& side) const {
    float most = 0;
    for (const PlantModel& model : models_.models())
      most = std::max(most, static_cast<float>(side(model.voxels)) * model.voxels.size);
    return static_cast<int>(std::floor(most * largest_ / step_)) + 1;
  }

  void put(const PlantInstance& plant, int x0, int y0, int z0) {
    const PlantModel& model = models_.models()[plant.model];
    const PlantStamp stamp(model, plant, step_);
    for (int z = 0; z < stamp.height; ++z)
      for (int y = -stamp.reach; y <= stamp.reach; ++y)
        for (int x = -stamp.reach; x <= stamp.reach; ++x) {
          const int at_x = x0 + x, at_y = y0 + y, at_z = z0 + z;
          if (at_x < 0 || at_y < 0 || at_x >= static_cast<int>(volume_.width) || at_y >= static_cast<int>(volume_.length) ||
              at_z >= static_cast<int>(volume_.height))
            continue;
          const std::uint8_t small = stamp.at(x, y, z);
          std::uint8_t& voxel = volume_.voxels[volume_.index(static_cast<std::uint32_t>(at_x), static_cast<std::uint32_t>(at_y),
                                                             static_cast<std::uint32_t>(at_z))];
          if (small != 0 && voxel == 0) voxel = colour_in(volume_.palette, model.voxels.colours[std::size_t{small} - 1]);
        }
  }

  PlantModels models_;
  float step_, largest_;
  VoxelVolume& volume_;
};

/// Levels at the top without a voxel are cut off.
void cut_top(VoxelVolume& volume) {
  const std::size_t level = std::size_t{volume.width} * volume.length;
  while (volume.height > 1 && std::all_of(volume.voxels.end() - static_cast<std::ptrdiff_t>(level), volume.voxels.end(),
                                          [](auto v) { return v == 0; })) {
    --volume.height;
    volume.voxels.resize(level * volume.height);
  }
}

}  // namespace

Result<VoxelVolume> voxel_volume(const VoxelWorld& world, ChunkPlace centre, int radius, bool plants,
                                 const Execution& execution) {
  const FloatingPointMode ieee;
  if (radius < 0 || radius > most_radius)
    return Error{ErrorCode::invalid_value, "radius", concat({"found ", std::to_string(radius), ", allowed 0 … 256"})};
  const VoxelParams& params = world.params();
  const auto side = static_cast<std::uint32_t>(params.chunk_side), chunks = static_cast<std::uint32_t>(2 * radius + 1);
  VoxelVolume volume;
  volume.width = volume.length = chunks * side;
  volume.height = static_cast<std::uint32_t>(params.chunk_height);
  for (const VoxelTable::Ground& ground : std::span(world.table().grounds).subspan(1)) volume.palette.push_back(ground.colour);
  std::optional<Planter> planter;
  // Crowns of plants outside reach in: chunks around the volume give theirs.
  std::uint32_t around = 0;
  if (plants) {
    planter.emplace(world, volume);
    volume.height += static_cast<std::uint32_t>(planter->tallest());
    around = (static_cast<std::uint32_t>(planter->widest()) + side - 1) / side;
  }
  const std::uint32_t across = chunks + 2 * around;
  const std::int64_t first[] = {centre.x - radius - around, centre.y - radius - around};
  std::vector<Result<VoxelChunk>> made(std::size_t{across} * across, Error{});
  CRATON_TRY(parallel_blocks(made.size(), 16, execution, [&](std::uint64_t begin, std::uint64_t end) {
    VoxelContext context;
    for (std::uint64_t i = begin; i < end; ++i)
      made[i] = world.chunk({first[0] + static_cast<std::int64_t>(i % across), first[1] + static_cast<std::int64_t>(i / across)},
                            context);
  }));
  try {
    volume.voxels.resize(std::size_t{volume.width} * volume.length * volume.height);
  } catch (const std::bad_alloc&) { return Error{ErrorCode::unsupported, "radius", "there is not enough memory"}; }
  for (std::uint32_t i = 0; i < made.size(); ++i) {
    if (!made[i]) return made[i].error();
    const std::uint32_t x = i % across - around, y = i / across - around;  // those around wrap to something large
    if (x < chunks && y < chunks) add_chunk(*made[i], x * side, y * side, volume);
  }
  // In the order of the world, so that what two plants share belongs to the same one whatever the volume.
  const auto corner = [&](std::uint32_t place) {
    return (static_cast<int>(place) - static_cast<int>(around)) * static_cast<int>(side);
  };
  for (std::uint32_t i = 0; i < made.size() && planter; ++i) planter->plant(*made[i], corner(i % across), corner(i / across));
  cut_top(volume);
  return volume;
}

}  // namespace craton
