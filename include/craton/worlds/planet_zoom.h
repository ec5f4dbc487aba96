#pragma once

#include <memory>
#include <string>
#include <vector>

#include <craton/base/assets.h>
#include <craton/base/export.h>
#include <craton/base/progress.h>
#include <craton/recipe/make.h>

/// From a planet to a landscape on it (docs/planets.md).
namespace craton {

/// A part of a sphere laid flat around its centre, areas as they are (Lambert's azimuthal projection): metres to the east and to
/// the south of the centre.
class CRATON_API RegionPlane {
 public:
  RegionPlane(const LatLon& centre, double radius);

  /// Of length 1; places beyond the antipode (more than two radii away) are those at it.
  Vec3d direction(double east, double south) const;
  struct Place {
    double east = 0, south = 0;
  };
  Place place(const Vec3d& direction) const;

 private:
  Vec3d out_, east_, south_;
  double radius_;
};

struct ZoomOptions {
  LatLon centre{};
  double span = 200'000;         ///< metres, of each side
  std::uint32_t samples = 1024;  ///< along each side
};

/// A raster that the recipe of a region reads.
struct ZoomRaster {
  std::string file;  ///< as the recipe names it
  HeightMap map;
};

/// A region of a planet as a recipe of its own, on a plane whose x and y are those of RegionPlane, and the rasters that it takes
/// from the planet.
struct PlanetZoom {
  Recipe recipe;
  std::vector<ZoomRaster> rasters;
};

/// Relief, coasts, climate and rivers are those of the planet. Below the size of its cells there is new detail, the same at a
/// place whatever the region, and then the region's own water cuts it. Rivers of the planet that come in over the border bring
/// their water along. The planet needs the layers height, temperature, temperature_warmest, temperature_coldest and rain; rivers
/// (with discharge) and lakes are taken where they are.
///
///     Result<PlanetZoom> zoom = zoom_into(planet, {.centre = {20, 30}, .span = 400'000}, terms);
///     const std::unique_ptr<AssetSource> assets = assets_of(*zoom);
///     Result<World> region = make_world(zoom->recipe, terms, {.assets = assets.get()});
CRATON_API Result<PlanetZoom> zoom_into(const World& planet, const ZoomOptions& options, const RecipeTerms& terms,
                                        const Execution& execution = {});

/// The rasters by their names; `zoom` must outlive it.
CRATON_API std::unique_ptr<AssetSource> assets_of(const PlanetZoom& zoom);

}  // namespace craton
