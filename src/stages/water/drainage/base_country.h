#pragma once

#include <memory>
#include <string>

#include "stages/water/drainage/drainage.h"

namespace craton {
class Surface;
}

namespace craton::drainage {

/// A finished map as the uppermost level of a drainage: its coasts, ranges, rivers, lakes and climate stay, all that is smaller
/// than its cells is added. `path` is that of its name in the recipe, for errors.
Result<std::shared_ptr<const Country>> make_base_country(const Surface& base, const Laws& laws, Seed seed,
                                                         const std::string& path);

}  // namespace craton::drainage
