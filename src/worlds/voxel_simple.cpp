// Chunks whose columns are solid up to their heights: no overhang, no cave, no ravine, no ore. Their layers follow from four
// numbers a column, so that bit planes are written at once, eight columns in a vector, without a mask for every ground.
#include <algorithm>
#include <bit>

#include "worlds/voxel_kernels.h"
#include "worlds/voxel_make.h"

namespace craton::voxels {
namespace {

const Execution here{.threads = 1};

/// The part of a wider frame's climate that `margin` columns away from its borders.
void crop(const ColumnGround& wide, const Frame& frame, int margin, ColumnGround& out) {
  const auto padded = static_cast<std::size_t>(frame.count()) + most_lanes;
  out.biome.resize(padded);
  out.amplification.resize(padded);
  out.base.resize(padded);
  for (int y = 0; y < frame.height; ++y) {
    const std::ptrdiff_t from = std::ptrdiff_t{y + margin} * (frame.width + 2 * margin) + margin,
                         to = std::ptrdiff_t{y} * frame.width;
    std::copy_n(wide.biome.begin() + from, frame.width, out.biome.begin() + to);
    std::copy_n(wide.amplification.begin() + from, frame.width, out.amplification.begin() + to);
    std::copy_n(wide.base.begin() + from, frame.width, out.base.begin() + to);
  }
}

void find_waves(const Model& model, const Frame& frame, ColumnScratch& scratch, SimpleScratch& simple) {
  const auto count = static_cast<std::size_t>(frame.count());
  simple.waves.assign(count + most_lanes, 0);
  if (model.most_wave == 0) return;
  scratch.waves.resize(count + most_lanes);
  (void)model.strata->grid(grid_of(model, frame), std::span(scratch.waves).first(count), here).ok();
  round_columns(scratch.waves.data(), static_cast<float>(model.most_wave), count, simple.waves.data());
}

/// What each column is made of, ground by ground; and which grounds there are.
std::uint64_t find_layers(const Model& model, const Frame& frame, const ColumnGround& ground, const float* height,
                          SimpleScratch& s) {
  const auto count = static_cast<std::size_t>(frame.count());
  const auto zeros = [&](auto& array) {
    array.resize(count + most_lanes);
    std::fill(array.end() - most_lanes, array.end(), 0);
  };
  zeros(s.top);
  zeros(s.rock_end);
  zeros(s.entries);
  zeros(s.wave);
  s.most_rock.assign(static_cast<std::size_t>(2 * model.most_wave + 1), 0);
  const float at_sea = static_cast<float>(model.beach) * model.voxel;
  const int deep = model.sea - 2, dry = model.sea + model.beach;
  std::uint64_t used = 0;
  int lowest = model.params.chunk_height;
  for (std::size_t i = 0; i < count; ++i) {
    const auto b = static_cast<std::size_t>(ground.biome[i]);
    const Model::BiomeData& biome = model.biomes[b];
    const int top = s.tops[i], z = top - 1;
    GroundId surface = z < deep ? model.table.bed : z < dry ? biome.beach : biome.surface;
    if (z >= dry && z >= biome.cap_from) {
      const auto width = static_cast<std::size_t>(frame.width);
      const std::int64_t x = frame.x + static_cast<std::int64_t>(i % width), y = frame.y + static_cast<std::int64_t>(i / width);
      if (z >= biome.cap_from + static_cast<int>(hash_of(model.cap_seed, x, y) % 3)) surface = biome.cap;
    }
    const GroundId soil = height[i] < at_sea ? biome.beach : biome.soil_ground;
    const int rock_end = std::max(top - std::min(biome.soil, 64), 0), wave = s.waves[i] + model.most_wave;
    used |= std::uint64_t{1} << surface | std::uint64_t{rock_end < z} << soil;
    lowest = std::min(lowest, top);
    int& most = s.most_rock[static_cast<std::size_t>(wave)];
    most = std::max(most, rock_end);
    s.top[i] = static_cast<std::uint64_t>(top);
    s.rock_end[i] = static_cast<std::uint64_t>(rock_end);
    s.entries[i] = std::uint64_t{surface} | std::uint64_t{soil} << 8;
    s.wave[i] = wave;
  }
  if (lowest < model.sea) used |= std::uint64_t{1} << model.table.water;
  return used;
}

/// Bedrock and the rock of the waves that occur.
std::uint64_t find_rock(const Model& model, const SimpleScratch& s) {
  std::uint64_t used = 0;
  for (int wave = -model.most_wave; wave <= model.most_wave; ++wave) {
    const int end = s.most_rock[static_cast<std::size_t>(wave + model.most_wave)];
    if (end > 0) used |= std::uint64_t{1} << model.table.bedrock;
    for (std::size_t g = 0; g < model.rock_grounds.size(); ++g)
      for (int w = 0; w < model.words() && 64 * w < end; ++w)
        if ((model.rock_mask(wave, g)[w] & range_bits(1, end, w)) != 0) used |= std::uint64_t{1} << model.rock_grounds[g];
  }
  return used;
}

/// Places in the palette instead of grounds, and the rock of every wave as planes.
void use_palette(const Model& model, std::span<const GroundId> palette, int planes, SimpleScratch& s, SimplePalette& out) {
  std::array<std::uint8_t, most_voxel_grounds> entry{};
  for (std::size_t e = 0; e < palette.size(); ++e) entry[palette[e]] = static_cast<std::uint8_t>(e);
  for (std::uint64_t& each : s.entries) each = std::uint64_t{entry[each & 0xFF]} | std::uint64_t{entry[each >> 8]} << 8;
  out = {planes, entry[model.table.water], entry[model.table.bedrock], nullptr,
         static_cast<std::size_t>(2 * model.most_wave + 1)};
  const auto words = static_cast<std::size_t>(model.words());
  s.rock_planes.assign(static_cast<std::size_t>(planes) * words * out.waves, 0);
  for (std::size_t wave = 0; wave < out.waves; ++wave) {
    if (s.most_rock[wave] == 0) continue;
    for (std::size_t g = 0; g < model.rock_grounds.size(); ++g)
      for (int p = 0; p < planes; ++p)
        if ((entry[model.rock_grounds[g]] >> p & 1) != 0)
          for (std::size_t w = 0; w < words; ++w)
            s.rock_planes[(static_cast<std::size_t>(p) * words + w) * out.waves + wave] |=
                model.rock_mask(static_cast<int>(wave) - model.most_wave, g)[w];
  }
  out.rock = s.rock_planes.data();
}

}  // namespace

VoxelChunk make_simple_chunk(const Model& model, ChunkPlace place, int apron, VoxelContext::State& state) {
  const int side = model.params.chunk_side;
  const Frame own{place.x * side, place.y * side, side, side}, frame = own.grown(apron);
  // Plants look at their neighbours' climate, but not at their heights.
  const int margin = std::max(apron, model.params.plants ? 1 : 0);
  SimpleScratch& s = state.simple;
  ColumnGround& wide = state.own.columns.ground;
  find_ground(model, own.grown(margin), state.scratch.biomes, wide);
  if (margin > apron) crop(wide, frame, margin - apron, s.ground);
  const ColumnGround& ground = margin > apron ? s.ground : wide;
  raise_ground(model, frame, ground, state.scratch);
  const float* height = state.scratch.height.data();
  s.tops.resize(static_cast<std::size_t>(frame.count()) + most_lanes);
  count_voxels(height, model.floor, model.voxel, model.params.chunk_height, static_cast<std::size_t>(frame.count()),
               s.tops.data());
  find_waves(model, frame, state.scratch, s);
  const std::uint64_t layers = find_layers(model, frame, ground, height, s), used = layers | find_rock(model, s);
  VoxelChunk chunk = VoxelChunkMaker::start(model, place, apron, used);
  if (model.params.plants) {
    const auto stand = [&](int x, int y, const Model::BiomeData& biome) {
      const auto i = static_cast<std::size_t>((y + apron) * frame.width + x + apron);
      return (s.entries[i] & 0xFF) == biome.surface ? s.tops[i] : 0;
    };
    find_plants(model, {own.grown(margin), wide, margin}, stand, state.plants, VoxelChunkMaker::plants(chunk));
  }
  SimplePalette palette{};
  use_palette(model, chunk.palette(), chunk.planes(), s, palette);
  write_planes({s.top.data(), s.rock_end.data(), s.entries.data(), s.wave.data(), static_cast<std::size_t>(frame.count()),
                model.words(), model.sea},
               palette, VoxelChunkMaker::bits(chunk));
  return chunk;
}

}  // namespace craton::voxels
