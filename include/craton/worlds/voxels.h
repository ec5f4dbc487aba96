#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/params.h>
#include <craton/base/position.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/recipe/voxel_recipe.h>
#include <craton/recipe/voxel_table.h>

/// An endless world of voxels with biomes and plants (after Sepp 2016). x runs to the east, y to the south, z upwards; the sea
/// lies at z = 0.
namespace craton {

enum class VoxelCells { voronoi, square };
enum class VoxelBlend { smooth, sepp };
/// How slopes hang over: by heights displaced sideways; by a noise in space whose threshold rises with the height above the
/// relief; by one of a constant threshold; or up to the ceiling, by a threshold that rises from the floor on, or a constant one.
enum class VoxelOverhangs { none, displaced, noise, constant, rising, everywhere };

struct VoxelParams {
  double step = 1;
  int chunk_side = 16, chunk_height = 64;
  double floor = -16;
  double land_height = 0, sea_depth = 0, land_frequency = 1.0 / 1500, land_bias = 0.15;
  double ruggedness = 0;
  double relief = 40, relief_frequency = 1.0 / 64;
  int relief_octaves = 3;
  double relief_lacunarity = 2, relief_persistence = 0.5, relief_contrast = 1.4;
  VoxelCells cells = VoxelCells::voronoi;
  double cell_size = 32, roughness = 5, rough_frequency = 1.0 / 16;
  double climate_frequency = 0.005;
  int climate_octaves = 3;
  double climate_lacunarity = 2, climate_persistence = 0.5, climate_contrast = 1.7;
  bool like_neighbours = false;
  VoxelBlend blend = VoxelBlend::smooth;
  double blend_width = 14;
  double beach = 1.5, shelf = 3;
  double strata_waves = 5;
  bool plants = true;
  double plant_size_spread = 0.2;
  VoxelOverhangs overhangs = VoxelOverhangs::none;
  double overhang_reach = 6, overhang_frequency = 1.0 / 24, overhang_threshold = 0.3;
  double caves = 0, cave_frequency = 1.0 / 32;
  double ravines = 0;
  bool ores = false;
  double floating_reach = 16;
};

/// What a voxel is: a place in the table's list of grounds; 0 is air.
using GroundId = std::uint8_t;

/// A chunk's place: it holds the columns from x · side to (x + 1) · side − 1, and likewise in y.
struct ChunkPlace {
  std::int64_t x = 0, y = 0;

  friend bool operator==(const ChunkPlace&, const ChunkPlace&) = default;
};

/// A plant on its column. Its species is a place in VoxelWorld::species().
struct VoxelPlant {
  std::uint8_t x = 0, y = 0;  ///< within the chunk
  std::uint16_t z = 0;        ///< of the first voxel above the ground, from the floor of the world
  std::uint16_t species = 0;
  std::uint16_t rotation = 0;  ///< degrees, 0 … 359
  float size = 1;

  friend bool operator==(const VoxelPlant&, const VoxelPlant&) = default;
};

/// A part of the world, compressed by a palette: the number of a voxel's ground in the palette is written in bits, and each bit
/// is kept in a plane of its own, in which 64 voxels above each other are one word. Hence `bit p of plane(p, w)[column]`.
class CRATON_API VoxelChunk {
 public:
  ChunkPlace place() const { return place_; }
  int side() const { return side_; }      ///< columns along x and y, without the apron
  int height() const { return height_; }  ///< voxels of a column
  int apron() const { return apron_; }    ///< columns of the neighbours that it holds on every side
  int pitch() const { return side_ + 2 * apron_; }
  int words() const { return (height_ + 63) / 64; }  ///< of a column

  /// −apron ≤ x, y < side + apron; 0 ≤ z < height.
  GroundId at(int x, int y, int z) const;
  /// Grounds that occur, ascending; air is always the first.
  std::span<const GroundId> palette() const { return palette_; }
  int planes() const { return planes_; }
  /// Words of all columns, row by row, apron included.
  std::span<const std::uint64_t> plane(int plane, int word) const;
  /// Which voxels of the columns are this entry of the palette.
  void masks_of(int entry, int word, std::span<std::uint64_t> columns) const;
  std::span<const VoxelPlant> plants() const { return plants_; }
  std::size_t bytes() const;  ///< of memory

  friend bool operator==(const VoxelChunk&, const VoxelChunk&) = default;

 private:
  friend struct VoxelChunkMaker;
  ChunkPlace place_{};
  int side_ = 0, height_ = 0, apron_ = 0, planes_ = 0;
  std::vector<GroundId> palette_;
  std::vector<std::uint64_t> bits_;
  std::vector<VoxelPlant> plants_;
};

/// What one thread keeps between chunks to be fast: memory, and climates of cells near by. Chunks never depend on it.
class CRATON_API VoxelContext {
 public:
  VoxelContext();
  ~VoxelContext();
  VoxelContext(VoxelContext&&) noexcept;
  VoxelContext& operator=(VoxelContext&&) noexcept;
  struct State;
  struct Window;

 private:
  friend class VoxelWorld;
  std::unique_ptr<State> state_;
};

/// A place on the ground; see VoxelWorld::ground_at.
struct VoxelGroundInfo {
  std::uint16_t biome = 0;
  float height = 0, amplification = 0;  ///< metres
  float rain = 0, temperature = 0;      ///< 0 … 1, as in the table
  Point2 cell{};                        ///< units: the centre of the cell that the column belongs to
};

/// Columns by their numbers, `step` from one to the next.
struct VoxelGrid {
  std::int64_t x = 0, y = 0, step = 1;
  std::uint32_t width = 1, height = 1;
};

class VoxelEdits;

/// (table, parameters, seed, coordinates) → chunk. Cheap to copy, immutable, safe to use from many threads.
///
///     Result<VoxelWorld> world = VoxelWorld::make({}, Seed{7});
///     Result<VoxelChunk> chunk = world->chunk({0, 0});
class CRATON_API VoxelWorld {
 public:
  static Result<VoxelWorld> make(const VoxelParams& params, Seed seed, const VoxelTable& table = default_voxel_table());

  static Result<VoxelWorld> make(const VoxelRecipe& recipe);

  /// The same world with what people changed (craton/worlds/voxel_edits.h); null: as it was made.
  VoxelWorld with_edits(std::shared_ptr<const VoxelEdits> edits) const;

  const VoxelParams& params() const;
  const VoxelTable& table() const;
  Seed seed() const;
  /// Names of all species, biome by biome.
  std::span<const std::string> species() const;

  /// Any chunk, in any order, from any thread: the same bits. With an apron it also holds that many columns of its neighbours,
  /// as they are there. Chunks beyond 2^52 m are errors.
  Result<VoxelChunk> chunk(ChunkPlace place, VoxelContext& context, int apron = 0) const;
  Result<VoxelChunk> chunk(ChunkPlace place, int apron = 0) const;

  /// Biome, height and amplification of the column with these numbers, before anything three-dimensional.
  Result<VoxelGroundInfo> ground_at(std::int64_t column_x, std::int64_t column_y) const;
  /// The same of many columns, row by row.
  Result<std::vector<VoxelGroundInfo>> grounds(const VoxelGrid& grid, const Execution& execution = {}) const;

  struct Model;  ///< private to the library

 private:
  explicit VoxelWorld(std::shared_ptr<const Model> model) : model_(std::move(model)) {}
  std::shared_ptr<const Model> model_;
  std::shared_ptr<const VoxelEdits> edits_;
};

/// The world that `craton voxels` makes by itself: recipes/voxels/lands.json. (Parameters by themselves describe a small world of
/// seven biomes, as recipes of old take for granted.)
CRATON_API VoxelRecipe default_voxel_recipe();

template <>
CRATON_API std::span<const ParamInfo> params_of<VoxelParams>();

}  // namespace craton
