// Plants (Sepp 2016): a column can bear one iff the noise of its biome is larger there than at its eight neighbours, so that no
// two touch and no lattice shows. Where biomes meet, two noises are at work: of candidates that touch, the one with the larger
// hash stays. Nothing but the climate of the neighbouring columns is needed, be they in other chunks or not.
#include "worlds/voxel_plants.h"

#include <algorithm>
#include <bit>

namespace craton::voxels {
namespace {

/// Fills the fields that biomes of the frame ask for, on the frame grown by one.
void find_fields(const Model& model, const Columns& columns, PlantScratch& scratch) {
  scratch.fields.resize(model.plant_fields.size());
  std::uint64_t wanted = 0;
  for (std::size_t i = 0; i < columns.count(); ++i) {
    const int field = model.biomes[static_cast<std::size_t>(columns.ground.biome[i])].plant_field;
    if (field >= 0) wanted |= std::uint64_t{1} << field;
  }
  const Frame wider = columns.frame.grown(1);
  for (; wanted != 0; wanted &= wanted - 1) {
    const auto f = static_cast<std::size_t>(std::countr_zero(wanted));
    scratch.fields[f].resize(static_cast<std::size_t>(wider.count()));
    (void)model.plant_fields[f].grid(grid_of(model, wider), scratch.fields[f], {.threads = 1}).ok();
  }
}

bool is_peak(const float* value, std::ptrdiff_t row) {
  const float v = *value;
  return v > value[-1] && v > value[1] && v > value[-row - 1] && v > value[-row] && v > value[-row + 1] && v > value[row - 1] &&
         v > value[row] && v > value[row + 1];
}

/// Which columns are peaks of their biome's noise.
void find_candidates(const Model& model, const Columns& columns, PlantScratch& scratch) {
  const int width = columns.frame.width;
  scratch.candidates.assign(columns.count(), 0);
  for (int y = 0; y < columns.frame.height; ++y)
    for (int x = 0; x < width; ++x) {
      const auto i = static_cast<std::size_t>(y * width + x);
      const int field = model.biomes[static_cast<std::size_t>(columns.ground.biome[i])].plant_field;
      if (field < 0) continue;
      const std::ptrdiff_t row = width + 2;
      scratch.candidates[i] = is_peak(scratch.fields[static_cast<std::size_t>(field)].data() + (y + 1) * row + x + 1, row);
    }
}

/// Whether a candidate's hash is larger than those of all candidates that touch it.
bool prevails(const Model& model, const Columns& columns, int x, int y, const PlantScratch& scratch) {
  const Frame& frame = columns.frame;
  const std::uint64_t own = hash_of(model.plant_seed, frame.x + x, frame.y + y);
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      if ((dx == 0 && dy == 0) || !scratch.candidates[static_cast<std::size_t>((y + dy) * frame.width + x + dx)]) continue;
      // mix64 is a bijection only of sums: equal hashes are as good as impossible, and then nobody stays.
      if (hash_of(model.plant_seed, frame.x + x + dx, frame.y + y + dy) >= own) return false;
    }
  return true;
}

}  // namespace

void find_plants(const Model& model, const Columns& columns, int margin, PlantScratch& scratch, std::vector<VoxelPlant>& plants) {
  plants.clear();
  find_fields(model, columns, scratch);
  find_candidates(model, columns, scratch);
  const Frame& frame = columns.frame;
  for (int y = margin; y < frame.height - margin; ++y)
    for (int x = margin; x < frame.width - margin; ++x) {
      const auto i = static_cast<std::size_t>(y * frame.width + x);
      if (!scratch.candidates[i] || !prevails(model, columns, x, y, scratch)) continue;
      const auto b = static_cast<std::size_t>(columns.ground.biome[i]);
      const Model::BiomeData& biome = model.biomes[b];
      const int top = top_of(columns, i);
      if (top == 0 || top >= model.params.chunk_height) continue;
      // Only on the surface of the biome: not on beaches, caps and bare rock.
      const int word = (top - 1) / 64, bit = (top - 1) % 64;
      if ((columns.mask_at(model.table.biomes[b].surface, word, i) >> bit & 1) == 0 || top <= model.sea + model.beach) continue;
      const std::uint64_t hash = mix64(hash_of(model.plant_seed, frame.x + x, frame.y + y) + 1);
      const auto drawn = static_cast<std::uint32_t>(hash >> 32);
      const auto species =
          std::upper_bound(biome.species_until.begin(), biome.species_until.end() - 1, drawn) - biome.species_until.begin();
      const float spread = static_cast<float>(hash & 0xFFFF) * 0x1p-15F - 1;
      plants.push_back({.x = static_cast<std::uint8_t>(x - margin),
                        .y = static_cast<std::uint8_t>(y - margin),
                        .z = static_cast<std::uint16_t>(top),
                        .species = static_cast<std::uint16_t>(biome.first_species + species),
                        .rotation = static_cast<std::uint16_t>((hash >> 16 & 0xFFFF) % 360),
                        .size = 1 + spread * static_cast<float>(model.params.plant_size_spread)});
    }
}

}  // namespace craton::voxels
