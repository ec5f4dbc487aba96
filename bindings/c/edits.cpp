#ifdef CRATON_HAS_REQUESTS

#include <craton/requests/edit_orders.h>

#include "handles.h"
#include "types.h"

using namespace craton::c;
using craton::Result;

craton_status craton_terrain_with_edits(const craton_terrain* terrain, const char* edits, craton_terrain** made,
                                        craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(terrain)) return no_handle(error, "terrain");
    if (edits == nullptr) return null(error, "edits");
    if (made == nullptr) return null(error, "made");
    Result<craton::Terrain> edited = craton::with_edits(terrain->terrain, edits);
    if (!edited) return fail(error, edited.error());
    give(std::make_unique<craton_terrain>(craton_terrain{.terrain = *std::move(edited)}), made);
    return CRATON_OK;
  });
}

craton_status craton_voxels_with_edits(const craton_voxels* voxels, const char* edits, craton_voxels** made,
                                       craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (!alive(voxels)) return no_handle(error, "voxels");
    if (edits == nullptr) return null(error, "edits");
    if (made == nullptr) return null(error, "made");
    Result<craton::VoxelWorld> edited = craton::with_edits(voxels->world, edits);
    if (!edited) return fail(error, edited.error());
    give(std::make_unique<craton_voxels>(craton_voxels{.world = *std::move(edited), .plants = voxels->plants}), made);
    return CRATON_OK;
  });
}

#endif
