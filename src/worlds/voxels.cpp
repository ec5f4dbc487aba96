// An endless voxel world (Sepp 2016): every chunk is a function of its coordinates, the seed, the table and the parameters.
#include <craton/worlds/voxels.h>

#include <algorithm>
#include <bit>

#include "base/fp_mode.h"
#include "base/parallel.h"
#include "base/text.h"
#include "worlds/voxel_changes.h"
#include "worlds/voxel_make.h"

namespace craton {
namespace {

using namespace voxels;

constexpr std::int64_t most_units = std::int64_t{1} << 62;  // 2^52 m
constexpr int most_apron = 16;

Result<void> check_place(const Model& model, ChunkPlace place, int apron) {
  const std::int64_t side = model.params.chunk_side * model.step, most = most_units / side - 1;
  if (place.x < -most || place.x > most || place.y < -most || place.y > most)
    return Error{ErrorCode::unsupported, "chunk", "lies beyond 2^52 m, where voxel worlds end"};
  if (apron < 0 || apron > most_apron) return Error{ErrorCode::invalid_value, "apron", "allowed 0 … 16 columns"};
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
  fill_palette(chunk, grounds);
  return chunk;
}

void VoxelChunkMaker::fill_palette(VoxelChunk& chunk, std::uint64_t grounds) {
  grounds &= ~std::uint64_t{1};
  chunk.palette_.reserve(static_cast<std::size_t>(std::popcount(grounds)) + 1);
  chunk.palette_.push_back(0);
  for (; grounds != 0; grounds &= grounds - 1) chunk.palette_.push_back(static_cast<GroundId>(std::countr_zero(grounds)));
  chunk.planes_ = static_cast<int>(std::bit_width(chunk.palette_.size() - 1));
  const int pitch = chunk.pitch();
  chunk.bits_.resize(static_cast<std::size_t>(chunk.planes_ * chunk.words()) * static_cast<std::size_t>(pitch * pitch));
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
  Columns& columns = state.own.columns;
  make_columns(model, frame.grown(margin), margin - apron, state);
  for (const VoxelChange& change : changes) set_voxel(model, change, margin, columns);
  VoxelChunk chunk = VoxelChunkMaker::pack(model, place, apron, columns, margin - apron);
  if (!params.plants) return chunk;
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

namespace {

/// Two planes at a time: where both have the bit that is asked for.
void narrow(const std::uint64_t* one, std::uint64_t one_flip, const std::uint64_t* two, std::uint64_t two_flip,
            std::span<std::uint64_t> columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i] &= (one[i] ^ one_flip) & (two[i] ^ two_flip);
}

}  // namespace

void VoxelChunk::masks_of(int entry, int word, std::span<std::uint64_t> columns) const {
  const std::uint64_t inside = range_bits(0, height_, word);
  const auto flip = [entry](int p) { return (entry >> p & 1) != 0 ? 0 : ~std::uint64_t{0}; };
  int p = planes_ % 2;
  if (p == 0) {
    std::fill(columns.begin(), columns.end(), inside);
  } else {
    const std::span<const std::uint64_t> bits = plane(0, word);
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = inside & (bits[i] ^ flip(0));
  }
  for (; p < planes_; p += 2) narrow(plane(p, word).data(), flip(p), plane(p + 1, word).data(), flip(p + 1), columns);
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
  CRATON_TRY(std::shared_ptr<const Model> model, make_model(params, seed, table));
  return VoxelWorld(std::move(model));
}

Result<VoxelWorld> VoxelWorld::make(const VoxelRecipe& recipe) {
  FloatingPointMode ieee;
  constexpr std::string_view path = "/voxels";
  CRATON_TRY(const VoxelParams params, params_from<VoxelParams>(recipe.params, path));
  const VoxelTable& table = recipe.table ? *recipe.table : default_voxel_table();
  CRATON_TRY(std::shared_ptr<const Model> model, make_model(params, Seed{recipe.seed}, table, path, recipe.noises));
  return VoxelWorld(std::move(model));
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

namespace {

/// Columns far apart are columns of the same world with a wider step; the ground asks for no other length of voxels.
Model with_step(const Model& model, std::int64_t columns) {
  Model wide = model;
  wide.step *= columns;
  return wide;
}

void find_grounds(const Model& model, const Frame& frame, VoxelContext::State& state, std::vector<std::uint32_t>& own,
                  VoxelGroundInfo* out, std::size_t pitch) {
  Columns& columns = state.own.columns;
  find_heights(model, frame, state.scratch, columns);
  BiomeScratch& biomes = state.scratch.biomes;
  find_own_cells(model, frame, biomes, own);
  std::vector<CellClimate> climates;
  for (const BiomeCell& cell : biomes.cells) climates.push_back(climate_of(model, cell));
  for (std::size_t i = 0; i < columns.count(); ++i) {
    const BiomeCell& cell = biomes.cells[own[i]];
    const auto width = static_cast<std::size_t>(frame.width);
    out[i / width * pitch + i % width] = {static_cast<std::uint16_t>(columns.ground.biome[i]),
                                          columns.height[i],
                                          columns.ground.amplification[i],
                                          climates[own[i]].rain,
                                          climates[own[i]].temperature,
                                          {cell.x, cell.y}};
  }
}

}  // namespace

Result<VoxelGroundInfo> VoxelWorld::ground_at(std::int64_t column_x, std::int64_t column_y) const {
  CRATON_TRY(const std::vector<VoxelGroundInfo> found, grounds({.x = column_x, .y = column_y}, {.threads = 1}));
  return found.front();
}

Result<std::vector<VoxelGroundInfo>> VoxelWorld::grounds(const VoxelGrid& grid, const Execution& execution) const {
  constexpr std::int64_t most_step = std::int64_t{1} << 30;
  constexpr std::uint64_t most_columns = std::uint64_t{1} << 28;
  const auto refuse = [](const char* what, const char* allowed) { return Error{ErrorCode::invalid_value, what, allowed}; };
  if (grid.step < 1 || grid.step > most_step) return refuse("step", "allowed 1 … 2^30 columns");
  if (grid.width < 1 || grid.height < 1 || std::uint64_t{grid.width} * grid.height > most_columns)
    return refuse("size", "allowed 1 … 2^28 columns in all");
  // Distances are exact only where a frame is less than 2^23 units wide.
  const std::int64_t wide_step = model_->step * grid.step;
  const auto side = static_cast<std::uint32_t>(std::clamp<std::int64_t>((std::int64_t{1} << 23) / wide_step, 1, 64));
  const auto last = [&](std::int64_t first, std::uint32_t count) { return first + (std::int64_t{count} - 1) * grid.step; };
  constexpr std::int64_t farthest = std::int64_t{1} << 62;  // no sum of it with a grid is beyond 64 bits
  if (grid.x < -farthest || grid.x > farthest || grid.y < -farthest || grid.y > farthest)
    return Error{ErrorCode::unsupported, "chunk", "lies beyond 2^52 m, where voxel worlds end"};
  for (const auto& [x, y] : {std::pair{grid.x, grid.y}, {last(grid.x, grid.width), last(grid.y, grid.height)}})
    CRATON_TRY(check_place(*model_, {floor_div(x, model_->params.chunk_side), floor_div(y, model_->params.chunk_side)}, 0));
  if (grid.x % grid.step != 0 || grid.y % grid.step != 0)
    return refuse("step", "the first column must lie at a whole number of steps");
  const Model wide = with_step(*model_, grid.step);
  std::vector<VoxelGroundInfo> all(std::size_t{grid.width} * grid.height);
  const std::uint32_t across = (grid.width + side - 1) / side, down = (grid.height + side - 1) / side;
  CRATON_TRY(parallel_blocks(down, 1, execution, [&](std::uint64_t row, std::uint64_t) {
    VoxelContext context;
    std::vector<std::uint32_t> own;
    const auto y = static_cast<std::uint32_t>(row) * side;
    for (std::uint32_t x = 0; x < across * side; x += side) {
      const Frame frame{grid.x / grid.step + x, grid.y / grid.step + y, static_cast<int>(std::min(side, grid.width - x)),
                        static_cast<int>(std::min(side, grid.height - y))};
      find_grounds(wide, frame, *context.state_, own, &all[std::size_t{y} * grid.width + x], grid.width);
    }
  }));
  return all;
}

}  // namespace craton
