#pragma once

#include <span>
#include <string_view>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/surface/surface.h>

/// Sites and radius of a planet, set by a stage instead of its domain. They are tables of objects, so that world files and caches
/// keep them: whoever sets the table `sites` (a row a cell: right, down) or `globe` (one row: radius) on a surface moves the
/// sites of its sphere, or makes it larger or smaller. A stage that does so declares that it writes the table.
///
///     struct SpreadParams { WriteTable sites = "sites"; };
///     … return set_sites(*context.surface, offsets);
namespace craton {

inline constexpr std::string_view sites_table = "sites", globe_table = "globe";

/// Where a site lies in its cell: 0 … 1 to the right and down, as on the face (coords.h).
struct SiteOffset {
  double right = 0.5, down = 0.5;
};

/// One offset a cell. Sites stay some 10⁻⁶ of a cell away from its border. Errors: the surface is no sphere, another number of
/// offsets than cells, an offset that is none.
CRATON_API Result<void> set_sites(Surface& surface, std::span<const SiteOffset> offsets);

/// Metres, 1 … 1e9.
CRATON_API Result<void> set_radius(Surface& surface, double radius);

}  // namespace craton
