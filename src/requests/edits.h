#pragma once

#include <string>

#include <craton/requests/request.h>
#include <craton/worlds/terrain.h>
#include <craton/worlds/voxels.h>

#include "requests/world_requests.h"

/// Endless worlds that people changed.
namespace craton::requests {

/// The same terrain or voxels with changes that are written as a JSON list (edit_orders.h), or kept in a world's file; "" is
/// none.
Result<Terrain> with_strokes(const Terrain& terrain, const std::string& edits, const Execution& execution);
Result<Terrain> with_kept(const Terrain& terrain, const std::string& file);
Result<VoxelWorld> with_kept(const VoxelWorld& world, const std::string& file);

/// The recipe of an endless world's file; the error says where it is of another kind.
Result<std::string> recipe_in(const std::string& file, std::string_view kind);

/// A recipe, or that of a terrain's file, which has a seed of its own; its folder is where files lie that it names.
template <class Request>
Result<RecipeChoice> choice_in(const Request& request);

enum class EditStep { list, add, undo, redo };

struct EditRequest {
  std::string file;
  EditStep step = EditStep::list;
  std::string edits;
  std::string recipe, seed, set;
};
/// Changes an endless world's file, or tells of its changes.
Result<Answer> edit_request(const EditRequest& request, const RequestContext& context);

Result<RecipeChoice> choice_in_file(RecipeChoice choice, const std::string& file);

template <class Request>
Result<RecipeChoice> choice_in(const Request& request) {
  return choice_in_file({request.recipe, request.seed, request.knobs, request.set, "", "", request.folder}, request.file);
}

}  // namespace craton::requests
