#pragma once

#include <functional>
#include <memory>
#include <string>

#include <craton/recipe/make.h>
#include <craton/requests/answer.h>
#include <craton/shape/plant_models.h>
#include <craton/worlds/kinds.h>
#include <craton/worlds/terrain.h>
#include <craton/worlds/voxels.h>

#include "endless_store.h"
#include "height_uploads.h"
#include "jobs.h"
#include "own_folder.h"
#include "recipe_book.h"
#include "route.h"
#include "server.h"
#include "shared_blobs.h"
#include "shared_store.h"
#include "world_pictures.h"
#include "world_store.h"

namespace craton::server {

/// What handlers share. It outlives all that runs.
struct Services {
  explicit Services(ServerOptions given);

  ServerOptions options;
  unsigned threads = 2;  ///< that compute
  bool remote = false;   ///< others than this machine may ask
  OwnFolder own;
  RecipeBook book;
  HeightUploads heights;
  SharedStore<Terrain> terrains;  // which use the heights
  SharedStore<VoxelWorld> voxels;
  SharedStore<PlantModels> plants;
  SharedStore<Answer> answers;
  SharedBlobs previews;  ///< stages of small worlds, for the next one of nearly the same recipe
  WorldStore worlds;
  EndlessStore endless;
  WorldPictures pictures;
  Jobs jobs;  // last, so that it ends first: what runs uses the others
};

/// Each adds its part of the table of routes.
void add_info_routes(Router& router, Services& services);
void add_terrain_routes(Router& router, Services& services);
void add_voxel_routes(Router& router, Services& services);
void add_noise_routes(Router& router, Services& services);
void add_preview_routes(Router& router, Services& services);
void add_job_routes(Router& router, Services& services);
void add_world_routes(Router& router, Services& services);
void add_tile_routes(Router& router, Services& services);
void add_export_routes(Router& router, Services& services);
void add_edit_routes(Router& router, Services& services);
void add_plate_routes(Router& router, Services& services);
void add_region_routes(Router& router, Services& services);
void add_height_routes(Router& router, Services& services);
void add_lab_routes(Router& router, Services& services);
void add_request_routes(Router& router, Services& services);

// ---- what their handlers have in common

inline Response response_of(Result<Response> result) { return result ? *std::move(result) : error_response(result.error()); }

/// Work that may fail; an error becomes a response.
inline Work work_of(std::function<Result<Response>(const CancelToken&)> run) {
  Work work;
  work.run = [run = std::move(run)](const CancelToken& cancel) { return response_of(run(cancel)); };
  return work;
}

/// Places of tiles and chunks: whole numbers that a double of a page can hold.
inline RouteParam place_param(std::string_view name, std::string_view doc) {
  return {.name = name, .kind = ParamKind::integer, .doc = doc, .min = -0x1p53, .max = 0x1p53};
}
RouteParam recipe_param();
RouteParam seed_param();

/// Which recipe with which seed an address names.
struct Named {
  std::shared_ptr<const BookEntry> entry;
  std::uint64_t seed = 0;
};
/// `kinds` are the kinds of world that will do, in words. A refusal where there is no such recipe.
std::variant<Named, Response> named_of(Services& services, const Call& call);

std::string hex_colour(std::uint8_t r, std::uint8_t g, std::uint8_t b);  ///< "#6f9e3f"
Json param_json(const ParamInfo& param);
Json params_json(std::span<const ParamInfo> params);

/// Raw numbers with what they are, in the header field X-Craton-Tile.
Response numbers_response(std::string bytes, const Json& about);
void append_floats(std::string& bytes, std::span<const float> values);
/// Levels 0 … 65535 from min to max; what is no number is level 0.
void append_levels(std::string& bytes, std::span<const float> values, double min, double max);

}  // namespace craton::server
