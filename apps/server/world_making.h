#pragma once

#include <optional>
#include <string>

#include <craton/recipe/make.h>
#include <craton/worlds/planet_zoom.h>

#include "jobs.h"
#include "services.h"

namespace craton::server {

/// What to make, as POST bodies say it: {recipe | preset, seed?, size?, name?}; with {heightmap, low?, high?} a planet over them.
struct MakeOrder {
  Recipe recipe;
  bool steps = false, history = false;  ///< pictures of stages; of iterations
  /// A region of a planet in place of the recipe.
  struct Zoom {
    WorldRecord planet;
    ZoomOptions options;
    std::string name;
  };
  std::optional<Zoom> zoom{};
};

/// `least` … `most` bound the longer side of maps; the side of a planet's faces is a fourth of it. 0: as the recipe says.
Result<MakeOrder> read_make_order(Services& services, JsonBody& body, std::uint32_t standard_size, std::uint32_t most);

/// What POST /worlds may make: the same, or {zoom: {world, lat, lon, span_km?}, size?, name?}.
Result<MakeOrder> read_world_order(Services& services, JsonBody& body);

/// Another number of samples: of maps the longer side, of planets 4 · the side of a face. The world stays the same.
Result<void> resize_world(Recipe& recipe, std::uint32_t longest, const RecipeTerms& terms);

/// Makes the world and writes it into the folder.
Result<void> make_and_keep(Services& services, const MakeOrder& order, const std::string& id, Job& job);

}  // namespace craton::server
