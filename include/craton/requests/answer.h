#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/position.h>
#include <craton/base/result.h>
#include <craton/recipe/make.h>
#include <craton/surface/layer.h>
#include <craton/surface/objects.h>
#include <craton/worlds/voxels.h>

/// What a request gives.
namespace craton {

/// One axis of an array. Its entries lie at origin + index · step where they lie anywhere; else they are only counted, as the
/// faces of a planet are.
struct AnswerAxis {
  std::string_view name;  ///< x, y, z, w; face, row, column
  std::uint64_t size = 0;
  bool placed = false;
  std::int64_t origin = 0, step = 0;  ///< units
};

/// A layer of values, with the axes it lies along.
struct AnswerArray {
  const Layer* layer = nullptr;  ///< lives as long as the answer
  std::vector<AnswerAxis> axes;  ///< the slowest first
};

/// A file that was made: a picture, a scene, a page. Nobody has written it yet.
struct AnswerFile {
  std::string name;  ///< as a file would be called: "globe.png"
  std::string type;  ///< "image/png"
  std::string bytes;
};

/// A block of an endless voxel world, as it was asked for.
struct VoxelScene {
  VoxelWorld world;
  ChunkPlace centre{};
  int radius = 0;  ///< chunks around it
};

/// Arrays of values, tables of objects and files, whatever was asked for. Immutable, cheap to copy, safe from many threads.
class CRATON_API Answer {
 public:
  /// All layers of a world or of a window onto an endless one. `window`: the recipe alone does not say what it is.
  static Answer of_world(World world, bool window);
  struct OwnArray {
    std::unique_ptr<const Layer> layer;
    std::vector<AnswerAxis> axes;
  };
  struct Parts {
    std::uint64_t seed = 0;
    std::string name, recipe{};  ///< as JSON; "": made of no recipe
    std::vector<ObjectTable> tables{};
    std::vector<OwnArray> arrays{};
    std::vector<AnswerFile> files{};
    std::shared_ptr<const VoxelScene> voxels{};
  };
  static Answer of_values(Parts parts);

  std::span<const AnswerArray> arrays() const;
  const AnswerArray* array(std::string_view name) const;
  std::span<const ObjectTable> tables() const;
  std::span<const AnswerFile> files() const;
  const World* world() const;                               ///< null where it is none: noises, voxels
  const std::shared_ptr<const VoxelScene>& voxels() const;  ///< null where it is none
  std::string_view name() const;                            ///< of the world, or of what was made of it
  bool window() const;                                      ///< onto an endless world
  std::uint64_t seed() const;
  /// Of memory that it holds: arrays, tables and files.
  std::uint64_t bytes() const;

  /// The nearest cell, an index into all arrays: latitude and longitude in degrees on planets, elsewhere metres to the east and
  /// to the south. Nothing beyond the borders; an error for what is no place.
  Result<std::optional<std::uint64_t>> cell_at(double first, double second) const;
  /// The same numbers of every cell, in two arrays of their number.
  Result<void> places(std::span<double> first, std::span<double> second) const;

  /// As JSON: seed, domain, arrays with axes, units and categories, tables with columns, recipe.
  std::string description() const;
  /// A table as JSON, column by column. The error names the nearest.
  Result<std::string> table_text(std::string_view name) const;
  /// The same objects as GeoJSON; "coast" is the border between land and sea, "" all that there are.
  Result<std::string> geojson(std::string_view names) const;
  /// As a `.craton` file. A window onto an endless world has none.
  Result<void> write(const std::string& path, const Execution& execution = {}) const;

 private:
  struct Impl;
  explicit Answer(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

}  // namespace craton
