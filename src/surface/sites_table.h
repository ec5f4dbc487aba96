#pragma once

#include <craton/base/result.h>
#include <craton/surface/domain.h>
#include <craton/surface/objects.h>

namespace craton {

/// Moves the sites of a sphere, or sets its radius, where the table says so; other tables change nothing.
Result<void> apply_sites(const ObjectTable& table, Domain& domain);

}  // namespace craton
