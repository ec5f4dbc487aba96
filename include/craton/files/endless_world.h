#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <craton/base/edits.h>
#include <craton/base/export.h>
#include <craton/base/result.h>

/// `.craton` of an endless world: its recipe (with the seed) and what people changed by hand (docs/world-file.md). Tiles and
/// chunks are not in it: they are made when they are wanted.
namespace craton {

struct EndlessWorldInfo {
  std::string path;
  std::string craton_version;  ///< of the program that made the file
  std::string kind;            ///< of the world: "terrain", "voxels"
  std::string recipe;          ///< JSON text, its seed included
  std::uint64_t edits = 0;     ///< in force
  std::uint64_t undone = 0;
};

/// Makes a world without edits. An error where there is a file already: nothing is overwritten.
CRATON_API Result<void> create_endless_world(const std::string& path, std::string_view kind, std::string_view recipe);

/// Whether the file says that it is an endless world; false for finite ones, and for what is no world at all.
CRATON_API bool is_endless_world(const std::string& path);

CRATON_API Result<EndlessWorldInfo> read_endless_world(const std::string& path);

/// Its edits. Each change is a transaction that is on the disk when the call returns (SQLite, rollback journal). Several programs
/// may have the same world open; one that finds another at work waits up to ten seconds for it.
CRATON_API Result<std::unique_ptr<EditStore>> open_edits(const std::string& path);

}  // namespace craton
