// Plants (Sepp 2016): a column can bear one iff the noise of its biome is larger there than at its eight neighbours, so that no
// two touch and no lattice shows. Where biomes meet, two noises are at work: of candidates that touch, the one with the larger
// hash stays. Nothing but the climate of the neighbouring columns is needed, be they in other chunks or not.
#include "worlds/voxel_plants.h"

#include <algorithm>
#include <bit>

#include "worlds/voxel_kernels.h"

namespace craton::voxels {
namespace {

/// The fields of the biomes that occur, a bit each.
std::uint64_t fields_of(const Model& model, const PlantGround& ground) {
  std::uint64_t biomes = 0, fields = 0;
  if (ground.climate.one_biome)
    biomes = std::uint64_t{1} << ground.climate.biome[0];
  else
    for (int i = 0; i < ground.frame.count(); ++i)
      biomes |= std::uint64_t{1} << ground.climate.biome[static_cast<std::size_t>(i)];
  for (; biomes != 0; biomes &= biomes - 1) {
    const int field = model.biomes[static_cast<std::size_t>(std::countr_zero(biomes))].plant_field;
    if (field >= 0) fields |= std::uint64_t{1} << field;
  }
  return fields;
}

/// Whether a peak has the largest hash of all peaks of the same field that are nearer than `spacing`. Which biomes these lie in
/// is not asked: so no column beyond the frame must be known.
bool has_room(const Model& model, const Frame& peaks, int x, int y, int spacing, const PlantScratch& scratch) {
  const std::uint64_t own = hash_of(model.plant_seed, peaks.x + x, peaks.y + y);
  for (int dy = 1 - spacing; dy < spacing; ++dy)
    for (int dx = 1 - spacing; dx < spacing; ++dx) {
      if ((dx == 0 && dy == 0) || dx * dx + dy * dy >= spacing * spacing) continue;
      if (scratch.peaks[static_cast<std::size_t>((y + dy) * peaks.width + x + dx)] == 0) continue;
      if (hash_of(model.plant_seed, peaks.x + x + dx, peaks.y + y + dy) >= own) return false;
    }
  return true;
}

/// Columns of `inner`, `inset` away from the borders of the frame, that are peaks of a field and whose biome goes by that field.
void find_candidates(const Model& model, const PlantGround& ground, std::size_t field, int inset, PlantScratch& scratch) {
  const int spacing = model.plant_spacing[field], around = spacing - 1;
  const Frame inner = ground.frame.grown(-inset), peaks = inner.grown(around), wider = peaks.grown(1);
  const auto width = static_cast<std::size_t>(inner.width), count = static_cast<std::size_t>(inner.count());
  AlignedVector<float>& values = scratch.fields[field];
  values.resize(static_cast<std::size_t>(wider.count()) + 2 * most_lanes);
  (void)model.plant_fields[field]
      .grid(grid_of(model, wider), std::span(values).first(static_cast<std::size_t>(wider.count())), {.threads = 1})
      .ok();
  scratch.peaks.resize(static_cast<std::size_t>(peaks.count()) + most_lanes);
  find_peaks(values.data(), static_cast<std::size_t>(peaks.width), static_cast<std::size_t>(peaks.height), scratch.peaks.data());
  for (std::size_t i = 0; i < count; ++i) {
    const int x = static_cast<int>(i % width) + around, y = static_cast<int>(i / width) + around;
    if (scratch.peaks[static_cast<std::size_t>(y * peaks.width + x)] == 0) continue;
    const std::size_t at = (i / width + static_cast<std::size_t>(inset)) * static_cast<std::size_t>(ground.frame.width) +
                           i % width + static_cast<std::size_t>(inset);
    if (model.biomes[static_cast<std::size_t>(ground.climate.biome[at])].plant_field != static_cast<int>(field)) continue;
    if (spacing > 1 && !has_room(model, peaks, x, y, spacing, scratch)) continue;
    scratch.candidates[at] = 1;
    scratch.places.push_back(static_cast<std::uint32_t>(at));
  }
}

/// Whether a candidate's hash is larger than those of all candidates that touch it.
bool prevails(const Model& model, const Frame& frame, int x, int y, const PlantScratch& scratch) {
  const std::uint64_t own = hash_of(model.plant_seed, frame.x + x, frame.y + y);
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      if ((dx == 0 && dy == 0) || !scratch.candidates[static_cast<std::size_t>((y + dy) * frame.width + x + dx)]) continue;
      // mix64 is a bijection only of sums: equal hashes are as good as impossible, and then nobody stays.
      if (hash_of(model.plant_seed, frame.x + x + dx, frame.y + y + dy) >= own) return false;
    }
  return true;
}

/// The plant of a column: species, size and rotation by its hash.
VoxelPlant plant_at(const Model& model, const Model::BiomeData& biome, std::int64_t x, std::int64_t y) {
  const std::uint64_t hash = mix64(hash_of(model.plant_seed, x, y) + 1);
  const auto drawn = static_cast<std::uint32_t>(hash >> 32);
  const auto species =
      std::upper_bound(biome.species_until.begin(), biome.species_until.end() - 1, drawn) - biome.species_until.begin();
  const float spread = static_cast<float>(hash & 0xFFFF) * 0x1p-15F - 1;
  VoxelPlant plant;
  plant.species = static_cast<std::uint16_t>(biome.first_species + species);
  plant.rotation = static_cast<std::uint16_t>((hash >> 16 & 0xFFFF) % 360);
  plant.size = 1 + spread * static_cast<float>(model.params.plant_size_spread);
  return plant;
}

}  // namespace

void find_plants(const Model& model, const PlantGround& ground, PlantStand stand, PlantScratch& scratch,
                 std::vector<VoxelPlant>& plants) {
  const std::uint64_t fields = fields_of(model, ground);
  const Frame& frame = ground.frame;
  const int margin = ground.margin;
  scratch.fields.resize(model.plant_fields.size());
  scratch.candidates.assign(static_cast<std::size_t>(frame.count()), 0);
  scratch.places.clear();
  scratch.plants.clear();
  // Peaks of one field never touch each other: only where several meet, those beyond the border count too.
  const bool several = !std::has_single_bit(fields);
  for (std::uint64_t rest = fields; rest != 0; rest &= rest - 1)
    find_candidates(model, ground, static_cast<std::size_t>(std::countr_zero(rest)), several ? 0 : margin, scratch);
  if (several) std::sort(scratch.places.begin(), scratch.places.end());
  for (const std::uint32_t at : scratch.places) {
    const int x = static_cast<int>(at) % frame.width - margin, y = static_cast<int>(at) / frame.width - margin;
    if (x < 0 || y < 0 || x >= frame.width - 2 * margin || y >= frame.height - 2 * margin) continue;
    if (several && !prevails(model, frame, x + margin, y + margin, scratch)) continue;
    const Model::BiomeData& biome = model.biomes[static_cast<std::size_t>(ground.climate.biome[at])];
    // Only on the surface of the biome: not on beaches, caps and bare rock.
    const int top = stand(x, y, biome);
    if (top <= model.sea + model.beach || top >= model.params.chunk_height) continue;
    VoxelPlant plant = plant_at(model, biome, frame.x + x + margin, frame.y + y + margin);
    plant.x = static_cast<std::uint8_t>(x);
    plant.y = static_cast<std::uint8_t>(y);
    plant.z = static_cast<std::uint16_t>(top);
    scratch.plants.push_back(plant);
  }
  plants.assign(scratch.plants.begin(), scratch.plants.end());
}

}  // namespace craton::voxels
