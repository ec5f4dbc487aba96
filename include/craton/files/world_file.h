#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/recipe/make.h>

/// `.craton`: a whole world in one file (SQLite; docs/world-file.md).
namespace craton {

/// What a world file says of a layer without reading it.
struct StoredLayer {
  LayerInfo info;
  double min = 0, max = 0;
  std::uint64_t not_numbers = 0;
  std::uint64_t hash = 0;          ///< as Layer::hash
  std::uint64_t stored_bytes = 0;  ///< compressed
};

/// Which algorithm a stage of the recipe was.
struct StageVersion {
  std::string id, stage;
  int version = 1;  ///< of the algorithm: StageInfo::version

  friend bool operator==(const StageVersion&, const StageVersion&) = default;
};

struct WorldFileInfo {
  std::string path;
  int format = 0;
  std::string craton_version;  ///< of the program that wrote it
  std::string recipe;          ///< JSON text
  std::uint64_t seed = 0;
  std::uint64_t asked_seed = 0;  ///< the first that was tried, where the recipe requires something; else the seed
  std::uint32_t attempts = 0;    ///< how many were tried
  std::uint64_t cells = 0;
  std::vector<StoredLayer> layers;
  std::vector<std::string> objects;
  std::vector<StageVersion> stages;
  std::vector<StageReport> reports;
};

/// Writes beside and renames: a kill at any moment leaves the old file or the new one.
CRATON_API Result<void> write_world(const std::string& path, const World& world, const RecipeTerms& terms,
                                    const Execution& execution = {});

/// Only what the file says of itself. Foreign and damaged files are errors that say so.
CRATON_API Result<WorldFileInfo> read_world_info(const std::string& path);

struct WorldReadOptions {
  std::vector<std::string> layers;  ///< only these; none named: all
  std::uint64_t max_bytes = std::uint64_t{1} << 36;
  Execution execution;
};

/// The world as it was written, bit for bit; every block is checked.
CRATON_API Result<World> read_world(const std::string& path, const RecipeTerms& terms, const WorldReadOptions& options = {});

}  // namespace craton
