#pragma once

#include <functional>

#include <craton/files/world_file.h>

#include "services.h"

namespace craton::server {

/// Name, unit, type, range, and categories with their colours.
Json stored_layer_json(const StoredLayer& layer);

RouteParam world_param();
/// Work on the world that the parameter `id` names; 404 where there is none.
Outcome of_world(Services& services, const Call& call, bool compress,
                 std::function<Result<Response>(const WorldRecord&, const CancelToken&)> run);

}  // namespace craton::server
