#pragma once

#include <map>
#include <string>

#include <craton/recipe/make.h>

/// What a stage's result depends on, in 128 bits: the same key, the same layers.
namespace craton::recipe {

/// What all that was made so far depends on; nothing where that is not known.
struct MadeKeys {
  std::map<std::string, std::optional<BlobKey>, std::less<>> layers, tables;  ///< the key of the stage that wrote each last
};

/// Nothing where a file cannot be read, by this stage or by one from which it follows.
std::optional<BlobKey> stage_key(const Recipe& recipe, const PlannedStage& stage, std::uint32_t halo, const MadeKeys& made,
                                 const AssetSource* assets);

/// The key of one of several things that belong to a key.
BlobKey part_of(const BlobKey& key, std::string_view name);

}  // namespace craton::recipe
