// Plants as meshes: every species has a few models, made once for a world; each plant is one of them, scaled and turned.
#include <craton/shape/plant_models.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include <craton/base/hash.h>

#include "base/fp_mode.h"
#include "shape/plant_forms.h"
#include "shape/plant_ground.h"
#include "shape/plant_mesher.h"

namespace craton {

PlantModels PlantModels::make(std::span<const std::string> species, Seed seed, double step) {
  FloatingPointMode ieee;
  PlantModels plants;
  plants.step_ = static_cast<float>(step);
  for (std::size_t s = 0; s < species.size(); ++s) {
    plants.first_.push_back(static_cast<std::uint32_t>(plants.models_[0].size()));
    const shape::PlantForm& form = shape::form_of(species[s]);
    const std::uint64_t own = seed.child("plant models").child(species[s]).value;
    for (int variant = 0; variant < form.variants; ++variant) {
      PlantModel model{.species = static_cast<std::uint16_t>(s),
                       .voxels = form.build(species[s], mix64(own + static_cast<std::uint64_t>(variant) + 1)),
                       .vertices = {},
                       .triangles = {}};
      shape::add_voxels(model.voxels, -static_cast<float>(model.voxels.width) / 2, model);
      for (std::size_t level = 1; level < plants.models_.size(); ++level) {
        PlantModel coarse = shape::coarser_plant(model, static_cast<int>(level));
        // Small ones may be simple enough already.
        if (level > 1 && coarse.triangles.size() > plants.models_[level - 1].back().triangles.size())
          coarse = plants.models_[level - 1].back();
        plants.models_[level].push_back(std::move(coarse));
      }
      plants.models_[0].push_back(std::move(model));
    }
  }
  plants.first_.push_back(static_cast<std::uint32_t>(plants.models_[0].size()));
  return plants;
}

PlantModels PlantModels::make(const VoxelWorld& world) { return make(world.species(), world.seed(), world.params().step); }

std::span<const PlantModel> PlantModels::models(int level) const {
  return models_[static_cast<std::size_t>(std::clamp(level, 0, most_voxel_level))];
}

PlantInstance PlantModels::instance_of(const VoxelPlant& plant) const {
  const std::uint32_t first = first_[plant.species], count = first_[std::size_t{plant.species} + 1] - first;
  const std::uint64_t look = mix64(std::uint64_t{std::bit_cast<std::uint32_t>(plant.size)} << 16 | plant.rotation);
  return {.model = first + static_cast<std::uint32_t>(look % count),
          .x = (static_cast<float>(plant.x) + 0.5F) * step_,
          .y = (static_cast<float>(plant.y) + 0.5F) * step_,
          .z = static_cast<float>(plant.z) * step_,
          .scale = plant.size,
          .rotation = static_cast<float>(plant.rotation)};
}

void PlantModels::add_instances(const VoxelChunk& chunk, std::vector<PlantInstance>& instances) const {
  for (const VoxelPlant& plant : chunk.plants())
    if (std::size_t{plant.species} + 1 < first_.size()) instances.push_back(instance_of(plant));  // else of another world
}

void PlantModels::add_instances(const VoxelChunk& chunk, int level, const VoxelMesh& mesh, const VoxelTable& table,
                                std::vector<PlantInstance>& instances) const {
  FloatingPointMode ieee;
  const int most = 1 << std::clamp(level, 0, most_voxel_level);  // voxels
  const float lowest = level <= 0 ? 0.0F : std::min(0.5F * static_cast<float>(most) * step_, 4.0F);
  const std::vector<shape::PlantGround> grounds = shape::grounds_of(chunk, mesh, table);
  for (std::size_t i = 0; i < grounds.size(); ++i) {
    const VoxelPlant& plant = chunk.plants()[i];
    const shape::PlantGround& ground = grounds[i];
    if (std::size_t{plant.species} + 1 >= first_.size() || ground.drowned) continue;
    if (ground.found && std::abs(ground.z - static_cast<float>(plant.z)) > static_cast<float>(most)) continue;
    PlantInstance instance = instance_of(plant);
    const PlantVoxels& voxels = models_[0][instance.model].voxels;
    if (static_cast<float>(voxels.height) * voxels.size * instance.scale < lowest) continue;
    if (ground.found) instance.z = ground.z * step_;
    instances.push_back(instance);
  }
}

std::vector<std::string> plant_form_names() {
  std::vector<std::string> names;
  for (const shape::PlantForm& form : shape::plant_forms()) names.emplace_back(form.word);
  return names;
}

}  // namespace craton
