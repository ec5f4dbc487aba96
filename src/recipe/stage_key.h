#pragma once

#include <map>
#include <string>

#include <craton/recipe/make.h>

/// What a stage's result depends on, in 128 bits: the same key, the same layers.
namespace craton::recipe {

/// Of each layer: the key of the stage that wrote it last.
using LayerKeys = std::map<std::string, BlobKey, std::less<>>;

/// Nothing where the result cannot be kept: a stage that makes objects, or one whose file cannot be read.
std::optional<BlobKey> stage_key(const Recipe& recipe, const PlannedStage& stage, std::uint32_t halo, const LayerKeys& layers,
                                 const AssetSource* assets);

/// The key of one of several things that belong to a key.
BlobKey part_of(const BlobKey& key, std::string_view name);

}  // namespace craton::recipe
