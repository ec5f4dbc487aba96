// Relief and grounds. height = base + amplification · noise · relief (after Sepp 2016); on top of each column the surface of its
// biome, soil below it, then rock in layers that rise and sink. All of it is done on 64 voxels at once: a column is a word.
#include "worlds/voxel_columns.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "worlds/voxel_kernels.h"

namespace craton::voxels {
namespace {

const Execution here{.threads = 1};

/// Solid voxels with none above them, in one word of a column.
std::uint64_t surface_of(const Columns& columns, int word, std::size_t column) {
  const std::uint64_t solid = columns.solid_at(word, column);
  const std::uint64_t above = word + 1 < columns.words ? columns.solid_at(word + 1, column) << 63 : 0;
  return solid & ~(solid >> 1 | above);
}

/// Those below them, down to a depth.
std::uint64_t soil_of(const Columns& columns, int word, std::size_t column, std::uint64_t surface, int depth) {
  const std::uint64_t higher = word + 1 < columns.words ? surface_of(columns, word + 1, column) : 0;
  std::uint64_t below = 0;
  for (int i = 1; i < std::min(depth, 64); ++i) below |= surface >> i | higher << (64 - i);
  return below & columns.solid_at(word, column) & ~surface;
}

/// Lays the grounds of one word of all columns.
class GroundLayer {
 public:
  GroundLayer(const Model& model, const AlignedVector<float>& waves, Columns& columns, int word)
      : model_(model), waves_(waves), columns_(columns), word_(word), offset_(static_cast<std::size_t>(word) * columns.count()) {
    sea_ = range_bits(0, model.sea, word);
    deep_ = range_bits(0, model.sea - 2, word);
    shore_ = range_bits(model.sea - 2, model.sea + model.beach, word);
    floor_ = range_bits(0, 1, word);
    water_ = masks_of(model.table.water);
    bed_ = masks_of(model.table.bed);
    if (model.table.overhang != 0) added_ = masks_of(model.table.overhang);
    bedrock_ = masks_of(model.table.bedrock);
    for (const GroundId ground : model.rock_grounds) rock_.push_back(masks_of(ground));
    biomes_.resize(model.biomes.size());
  }

  void lay(std::size_t i) {
    const auto b = static_cast<std::size_t>(columns_.ground.biome[i]);
    const OfBiome& biome = of_biome(b);
    const std::uint64_t whole = columns_.solid_at(word_, i), added = added_of(i, whole);
    const std::uint64_t solid = whole & ~added, surface = surface_of(columns_, word_, i) & ~added;
    const std::uint64_t soil = soil_of(columns_, word_, i, surface, model_.biomes[b].soil);
    water_[i] |= sea_ & ~whole;
    if (added != 0) added_[i] |= added;
    if (surface != 0) lay_surface(i, surface, biome);
    // Soil under the sea and its shores is what they are made of.
    const bool at_sea = columns_.height[i] < static_cast<float>(model_.beach) * model_.voxel;
    (at_sea ? biome.beach : biome.soil)[i] |= soil & ~added;
    lay_rock(i, solid & ~surface & ~soil);
  }

 private:
  struct OfBiome {
    std::uint64_t *surface = nullptr, *soil = nullptr, *cap = nullptr, *beach = nullptr;
    std::uint64_t caps[3] = {};  ///< its line is a little ragged
  };

  /// What noise in space adds above the relief, where it has a ground of its own. Voxels whose middle lies below the height are
  /// the relief's.
  std::uint64_t added_of(std::size_t i, std::uint64_t solid) const {
    return added_ ? solid & ~range_bits(0, voxels_below(model_, columns_.height[i] + 0.5F * model_.voxel), word_) : 0;
  }

  std::uint64_t* masks_of(GroundId ground) { return columns_.masks_of(ground) + offset_; }

  const OfBiome& of_biome(std::size_t b) {
    OfBiome& biome = biomes_[b];
    if (biome.surface) return biome;
    const VoxelTable::Biome& row = model_.table.biomes[b];
    biome.surface = masks_of(row.surface);
    biome.soil = masks_of(row.soil);
    biome.beach = masks_of(model_.biomes[b].beach);
    if (row.cap == 0) return biome;
    biome.cap = masks_of(row.cap);
    for (int ragged = 0; ragged < 3; ++ragged) biome.caps[ragged] = ~range_bits(0, model_.biomes[b].cap_from + ragged, word_);
    return biome;
  }

  /// Bed and beach by height above the sea, else what the biome has.
  void lay_surface(std::size_t i, std::uint64_t surface, const OfBiome& biome) {
    bed_[i] |= surface & deep_;
    biome.beach[i] |= surface & shore_;
    std::uint64_t rest = surface & ~deep_ & ~shore_;
    if (biome.cap && (rest & biome.caps[0]) != 0) {
      const auto width = static_cast<std::size_t>(columns_.frame.width);
      const std::int64_t x = columns_.frame.x + static_cast<std::int64_t>(i % width);
      const std::int64_t y = columns_.frame.y + static_cast<std::int64_t>(i / width);
      const std::uint64_t cap = rest & biome.caps[hash_of(model_.cap_seed, x, y) % 3];
      biome.cap[i] |= cap;
      rest &= ~cap;
    }
    biome.surface[i] |= rest;
  }

  void lay_rock(std::size_t i, std::uint64_t rock) {
    bedrock_[i] |= rock & floor_;
    rock &= ~floor_;
    if (rock == 0) return;
    const int wave = static_cast<int>(std::floor(waves_[i] * static_cast<float>(model_.most_wave) + 0.5F));
    const std::uint64_t* layers = model_.rock_mask(wave, 0) + word_;
    for (std::size_t g = 0; g < rock_.size(); ++g) rock_[g][i] |= rock & layers[g * static_cast<std::size_t>(columns_.words)];
  }

  const Model& model_;
  const AlignedVector<float>& waves_;
  Columns& columns_;
  int word_;
  std::size_t offset_;
  std::uint64_t sea_, deep_, shore_, floor_;
  std::uint64_t *water_, *bed_, *bedrock_, *added_ = nullptr;
  std::vector<std::uint64_t*> rock_;
  std::vector<OfBiome> biomes_;
};

}  // namespace

int voxels_below(const Model& model, float height) {
  const float voxels = std::floor((height - model.floor) / model.voxel);
  return static_cast<int>(std::clamp(voxels, 1.0F, static_cast<float>(model.params.chunk_height)));
}

int top_of(const Columns& columns, std::size_t column) {
  for (int w = columns.words - 1; w >= 0; --w)
    if (const std::uint64_t solid = columns.solid_at(w, column); solid != 0)
      return 64 * w + static_cast<int>(std::bit_width(solid));
  return 0;
}

void find_heights(const Model& model, const Frame& frame, ColumnScratch& scratch, Columns& columns) {
  columns.frame = frame;
  columns.words = model.words();
  columns.used = 0;
  columns.masks.resize(model.table.grounds.size());
  find_ground(model, frame, scratch.biomes, columns.ground);
  raise_ground(model, frame, columns.ground, scratch);
  columns.height.assign(scratch.height.begin(), scratch.height.begin() + frame.count());
}

void raise_ground(const Model& model, const Frame& frame, const ColumnGround& ground, ColumnScratch& scratch) {
  const auto count = static_cast<std::size_t>(frame.count());
  scratch.relief.resize(count + most_lanes);
  scratch.height.resize(count + most_lanes);
  // The flat sea has no relief to be asked for.
  const bool flat = std::all_of(ground.amplification.begin(), ground.amplification.begin() + frame.count(),
                                [](float amplification) { return amplification == 0; });
  if (flat)
    std::fill(scratch.relief.begin(), scratch.relief.end(), 0.0F);
  else
    (void)model.relief->grid(grid_of(model, frame), std::span(scratch.relief).first(count), here).ok();
  raise_columns(
      {ground.base.data(), ground.amplification.data(), scratch.relief.data(), static_cast<float>(model.params.relief),
       static_cast<float>(model.params.relief_contrast) * 0.5F, std::max(static_cast<float>(model.params.shelf), 1e-9F)},
      count, scratch.height.data());
}

void fill_to_heights(const Model& model, Columns& columns) {
  columns.solid.resize(static_cast<std::size_t>(columns.words) * columns.count());
  for (std::size_t i = 0; i < columns.count(); ++i) {
    const int top = voxels_below(model, columns.height[i]);
    for (int w = 0; w < columns.words; ++w) columns.solid_at(w, i) = range_bits(0, top, w);
  }
}

void lay_grounds(const Model& model, int margin, ColumnScratch& scratch, Columns& columns) {
  scratch.waves.resize(columns.count());
  if (model.most_wave > 0)
    (void)model.strata->grid(grid_of(model, columns.frame), scratch.waves, here).ok();
  else
    std::fill(scratch.waves.begin(), scratch.waves.end(), 0.0F);
  for (int word = 0; word < columns.words; ++word) {
    GroundLayer layer(model, scratch.waves, columns, word);
    for (int y = margin; y < columns.frame.height - margin; ++y)
      for (int x = margin; x < columns.frame.width - margin; ++x)
        layer.lay(static_cast<std::size_t>(y * columns.frame.width + x));
  }
}

}  // namespace craton::voxels
