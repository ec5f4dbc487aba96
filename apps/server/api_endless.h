#pragma once

#include "services.h"

/// What terrain, voxels and their edits have in common.
namespace craton::server {

/// Terrain and voxels as their recipes make them, without edits.
Result<std::shared_ptr<const Terrain>> terrain_of(Services& services, const Named& named);
Result<std::shared_ptr<const VoxelWorld>> voxel_world_of(Services& services, const Named& named);

/// The revision that the page knows; see EditsAsked.
RouteParam edits_param();

/// What the parameter `edits` means for an answer. Without it, or with 0, the world is as it was made, and answers hold forever.
/// With any other number it is as it is now, and the answer holds forever where that is the number of now.
struct EditsAsked {
  std::shared_ptr<EditedWorld> world{};  ///< null: as it was made
  bool closed = false;                   ///< somebody changed it, but its file must be opened first; then nothing is kept
  std::uint64_t asked = 0;

  Keep keep(std::uint64_t revision) const { return asked == 0 || asked == revision ? Keep::forever : Keep::revalidate; }
};
EditsAsked edits_asked(Services& services, const Named& named, const Call& call);

/// The part of a tag that says what was edited.
std::string edits_stamp(std::uint64_t content, Keep keep);

}  // namespace craton::server
