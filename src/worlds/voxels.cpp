// An endless voxel world (Sepp 2016): every chunk is a function of its coordinates, the seed, the table and the parameters.
#include <craton/worlds/voxels.h>

#include <algorithm>
#include <bit>

#include "base/fp_mode.h"
#include "base/text.h"
#include "worlds/voxel_changes.h"
#include "worlds/voxel_make.h"

namespace craton {
namespace {

using namespace voxels;

constexpr std::int64_t most_units = std::int64_t{1} << 62;  // 2^52 m
constexpr int most_apron = 4;

Result<void> check_place(const Model& model, ChunkPlace place, int apron) {
  const std::int64_t side = model.params.chunk_side * model.step, most = most_units / side - 1;
  if (place.x < -most || place.x > most || place.y < -most || place.y > most)
    return Error{ErrorCode::unsupported, "chunk", "lies beyond 2^52 m, where voxel worlds end"};
  if (apron < 0 || apron > most_apron) return Error{ErrorCode::invalid_value, "apron", "allowed 0 … 4 columns"};
  return {};
}

}  // namespace

namespace {

/// The beginning of a row of a ground's masks inside the margin.
const std::uint64_t* row_of(const Columns& columns, GroundId ground, int margin, int word, int y) {
  return &columns.masks[ground][static_cast<std::size_t>(word) * columns.count() +
                                static_cast<std::size_t>((y + margin) * columns.frame.width + margin)];
}

bool occurs(const Columns& columns, GroundId ground, int margin) {
  const int height = columns.frame.height - 2 * margin, width = columns.frame.width - 2 * margin;
  for (int w = 0; w < columns.words; ++w)
    for (int y = 0; y < height; ++y) {
      const std::uint64_t* row = row_of(columns, ground, margin, w, y);
      std::uint64_t any = 0;
      for (int i = 0; i < width; ++i) any |= row[i];
      if (any != 0) return true;
    }
  return false;
}

}  // namespace

VoxelChunk VoxelChunkMaker::start(const Model& model, ChunkPlace place, int apron, std::uint64_t grounds) {
  VoxelChunk chunk;
  chunk.place_ = place;
  chunk.side_ = model.params.chunk_side;
  chunk.height_ = model.params.chunk_height;
  chunk.apron_ = apron;
  grounds &= ~std::uint64_t{1};
  chunk.palette_.reserve(static_cast<std::size_t>(std::popcount(grounds)) + 1);
  chunk.palette_.push_back(0);
  for (; grounds != 0; grounds &= grounds - 1) chunk.palette_.push_back(static_cast<GroundId>(std::countr_zero(grounds)));
  chunk.planes_ = static_cast<int>(std::bit_width(chunk.palette_.size() - 1));
  const int pitch = chunk.pitch();
  chunk.bits_.resize(static_cast<std::size_t>(chunk.planes_ * chunk.words()) * static_cast<std::size_t>(pitch * pitch));
  return chunk;
}

VoxelChunk VoxelChunkMaker::pack(const Model& model, ChunkPlace place, int apron, const Columns& columns, int margin) {
  std::uint64_t grounds = 0;
  for (std::uint64_t rest = columns.used & ~std::uint64_t{1}; rest != 0; rest &= rest - 1) {
    const auto ground = static_cast<GroundId>(std::countr_zero(rest));
    grounds |= std::uint64_t{occurs(columns, ground, margin)} << ground;
  }
  VoxelChunk chunk = start(model, place, apron, grounds);
  const int pitch = chunk.pitch(), words = chunk.words();
  std::uint64_t* to = chunk.bits_.data();
  for (int p = 0; p < chunk.planes_; ++p)
    for (int w = 0; w < words; ++w)
      for (int y = 0; y < pitch; ++y, to += pitch)
        for (std::size_t entry = std::size_t{1} << p; entry < chunk.palette_.size(); ++entry) {
          if ((entry >> p & 1) == 0) continue;
          const std::uint64_t* row = row_of(columns, chunk.palette_[entry], margin, w, y);
          for (int i = 0; i < pitch; ++i) to[i] |= row[i];
        }
  return chunk;
}

namespace {

bool is_spatial(const VoxelParams& params) { return params.overhangs != VoxelOverhangs::none || params.caves > 0; }

/// Solid voxels of a frame, caves taken off; before that grounds are laid, but for a margin (−1: nowhere).
void make_columns(const Model& model, const Frame& frame, int grounds_margin, VoxelContext::State& state, Columns& columns) {
  find_heights(model, frame, state.scratch, columns);
  fill_space(model, state.scratch, state.space, columns);
  if (is_spatial(model.params)) find_waters(model, state.space, columns);
  const bool caves = find_caves(model, state.space, columns);
  if (grounds_margin >= 0) {
    lay_grounds(model, grounds_margin, state.scratch, columns);
    if (model.params.ores) lay_ores(model, columns);
  }
  if (caves) take_away(state.space.carved, model.table, columns);
}

/// Takes away what floats. Most chunks show by themselves that nothing does; others are looked at with their surroundings.
void remove_floating(const Model& model, int margin, VoxelContext::State& state) {
  Columns& columns = state.columns;
  if (all_stands(columns, state.stands)) return;
  const int reach = static_cast<int>(model.params.floating_reach / model.params.step), more = reach + 2;
  const Frame wide = columns.frame.grown(more);
  make_columns(model, wide, -1, state, state.window);
  if (!find_floating(state.window, state.space.waters, more + margin, reach, state.floating)) return;
  Words& taken = state.stands;
  for (std::size_t at = 0; at < columns.solid.size(); ++at) {
    const std::size_t i = at % columns.count(), word = at / columns.count();
    const auto width = static_cast<std::size_t>(columns.frame.width), inset = static_cast<std::size_t>(more);
    const std::size_t there = (i / width + inset) * static_cast<std::size_t>(wide.width) + i % width + inset;
    taken[at] = state.floating[word * state.window.count() + there] & columns.solid[at];
  }
  take_away(taken, model.table, columns);
}

void set_voxel(const Model& model, const VoxelChange& change, int margin, Columns& columns) {
  const auto i = static_cast<std::size_t>((change.y + margin) * columns.frame.width + change.x + margin);
  const std::size_t at = static_cast<std::size_t>(change.z / 64) * columns.count() + i;
  const std::uint64_t bit = std::uint64_t{1} << (change.z % 64);
  for (std::uint64_t rest = columns.used; rest != 0; rest &= rest - 1)
    columns.masks[static_cast<std::size_t>(std::countr_zero(rest))][at] &= ~bit;
  columns.solid[at] &= ~bit;
  if (change.ground == 0) return;
  columns.masks_of(change.ground)[at] |= bit;
  if (!model.table.grounds[change.ground].liquid) columns.solid[at] |= bit;
}

}  // namespace

VoxelChunk voxels::make_chunk(const Model& model, ChunkPlace place, int apron, VoxelContext::State& state,
                              std::span<const VoxelChange> changes) {
  const VoxelParams& params = model.params;
  if (!is_spatial(params) && params.ravines <= 0 && !params.ores && changes.empty())
    return make_simple_chunk(model, place, apron, state);
  const int side = params.chunk_side;
  // Plants look at their neighbours, and so do caves at the sea: one more column on every side.
  const int margin = std::max(apron, 1) + (params.caves > 0 ? 1 : 0);
  const Frame frame{place.x * side, place.y * side, side, side};
  make_columns(model, frame.grown(margin), margin - apron, state, state.columns);
  if (is_spatial(params) && params.floating_reach >= params.step) remove_floating(model, margin - apron, state);
  for (const VoxelChange& change : changes) set_voxel(model, change, margin, state.columns);
  VoxelChunk chunk = VoxelChunkMaker::pack(model, place, apron, state.columns, margin - apron);
  if (!params.plants) return chunk;
  const Columns& columns = state.columns;
  const auto stand = [&](int x, int y, const Model::BiomeData& biome) {
    const auto i = static_cast<std::size_t>((y + margin) * columns.frame.width + x + margin);
    const int top = top_of(columns, i);
    return top > 0 && (columns.mask_at(biome.surface, (top - 1) / 64, i) >> ((top - 1) % 64) & 1) != 0 ? top : 0;
  };
  find_plants(model, {columns.frame, columns.ground, margin}, stand, state.plants, VoxelChunkMaker::plants(chunk));
  return chunk;
}

GroundId VoxelChunk::at(int x, int y, int z) const {
  const auto column = static_cast<std::size_t>((y + apron_) * pitch() + x + apron_);
  std::size_t entry = 0;
  for (int p = 0; p < planes_; ++p) entry |= static_cast<std::size_t>(plane(p, z / 64)[column] >> (z % 64) & 1) << p;
  return palette_[entry];
}

std::span<const std::uint64_t> VoxelChunk::plane(int plane, int word) const {
  const auto size = static_cast<std::size_t>(pitch()) * static_cast<std::size_t>(pitch());
  return std::span(bits_).subspan(static_cast<std::size_t>(plane * words() + word) * size, size);
}

void VoxelChunk::masks_of(int entry, int word, std::span<std::uint64_t> columns) const {
  const std::uint64_t inside = range_bits(0, height_, word);
  std::fill(columns.begin(), columns.end(), inside);
  for (int p = 0; p < planes_; ++p) {
    const std::span<const std::uint64_t> bits = plane(p, word);
    const std::uint64_t flip = (entry >> p & 1) != 0 ? 0 : ~std::uint64_t{0};
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i] &= bits[i] ^ flip;
  }
}

std::size_t VoxelChunk::bytes() const {
  return sizeof(VoxelChunk) + palette_.capacity() * sizeof(GroundId) + bits_.capacity() * sizeof(std::uint64_t) +
         plants_.capacity() * sizeof(VoxelPlant);
}

VoxelContext::VoxelContext() : state_(std::make_unique<State>()) {}
VoxelContext::~VoxelContext() = default;
VoxelContext::VoxelContext(VoxelContext&&) noexcept = default;
VoxelContext& VoxelContext::operator=(VoxelContext&&) noexcept = default;

Result<VoxelWorld> VoxelWorld::make(const VoxelParams& params, Seed seed, const VoxelTable& table) {
  FloatingPointMode ieee;
  Result<std::shared_ptr<const Model>> model = make_model(params, seed, table);
  if (!model) return model.error();
  return VoxelWorld(*std::move(model));
}

Result<VoxelWorld> VoxelWorld::make(const VoxelRecipe& recipe) {
  const Result<VoxelParams> params = params_from<VoxelParams>(recipe.params, "/voxels");
  if (!params) return params.error();
  return make(*params, Seed{recipe.seed}, recipe.table ? *recipe.table : default_voxel_table());
}

VoxelWorld VoxelWorld::with_edits(std::shared_ptr<const VoxelEdits> edits) const {
  VoxelWorld world = *this;
  world.edits_ = std::move(edits);
  return world;
}

const VoxelParams& VoxelWorld::params() const { return model_->params; }
const VoxelTable& VoxelWorld::table() const { return model_->table; }
Seed VoxelWorld::seed() const { return model_->seed; }
std::span<const std::string> VoxelWorld::species() const { return model_->species; }

Result<VoxelChunk> VoxelWorld::chunk(ChunkPlace place, VoxelContext& context, int apron) const {
  CRATON_TRY(check_place(*model_, place, apron));
  FloatingPointMode ieee;
  VoxelContext::State& state = *context.state_;
  if (state.model != model_) {
    state.scratch.biomes.cache.clear();
    state.model = model_;
  }
  if (!edits_) return make_chunk(*model_, place, apron, state);
  return make_chunk(*model_, place, apron, state, changes_near(*edits_, place, apron));
}

Result<VoxelChunk> VoxelWorld::chunk(ChunkPlace place, int apron) const {
  VoxelContext context;
  return chunk(place, context, apron);
}

Result<VoxelGroundInfo> VoxelWorld::ground_at(std::int64_t column_x, std::int64_t column_y) const {
  CRATON_TRY(
      check_place(*model_, {floor_div(column_x, model_->params.chunk_side), floor_div(column_y, model_->params.chunk_side)}, 0));
  FloatingPointMode ieee;
  VoxelContext context;
  Columns& columns = context.state_->columns;
  find_heights(*model_, {column_x, column_y, 1, 1}, context.state_->scratch, columns);
  return VoxelGroundInfo{static_cast<std::uint16_t>(columns.ground.biome[0]), columns.height[0], columns.ground.amplification[0]};
}

}  // namespace craton
