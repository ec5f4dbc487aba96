#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <craton/picture/planet_textures.h>
#include <craton/recipe/make.h>

namespace craton::cli {

/// What all pictures and textures of a planet share, equirectangular: made once.
struct FlatPlanet {
  PlanetSheet sheet;
  NaturalPictures colours;    ///< empty without a climate
  std::vector<float> clouds;  ///< empty without rain
  std::uint32_t cloud_rows = 0;
};
struct FlatPlanetWants {
  std::uint32_t rows = 1024;
  bool cells = false, clouds = true;
  NaturalPalette palette = NaturalPalette::earth;
};
Result<FlatPlanet> flat_planet(const World& world, const FlatPlanetWants& wants, const Execution& execution);

/// Files that wait to be written, in any order and at the same time.
using FileJobs = std::vector<std::function<Result<void>()>>;
/// The first error by the order of the list.
Result<void> write_files(const FileJobs& jobs, const Execution& execution);

/// Sets of textures in folder/equirectangular and folder/cube, each file with its sidecar. Equirectangular ones are as large as
/// `flat`, faces have half of its rows. Layers that the planet lacks are left out. What is written is prepared here; the jobs
/// hold on to it, to the world and to `flat`.
Result<void> plan_textures(const std::string& folder, const World& world, const std::shared_ptr<const FlatPlanet>& flat,
                           std::span<const TextureLayout> layouts, const Execution& execution, FileJobs& jobs);
/// Textures of an earlier planet would show another world; what is not ours stays.
void remove_old_textures(const std::string& folder);

}  // namespace craton::cli
