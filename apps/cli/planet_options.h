#pragma once

#include <optional>
#include <string>

#include <craton/base/assets.h>
#include <craton/base/result.h>
#include <craton/worlds/planet_zoom.h>

#include "arguments.h"
#include "declared.h"
#include "make_job.h"

namespace craton::cli {

/// What `craton planet` is told about the world.
struct PlanetOptions {
  MakeRequest make;
  DeclaredOptions declared{"planet"};
  std::string heights, levels;
  std::string zoom, span = "200km", samples = "1024", of;

  void add_to(Arguments& args);
  /// Checks them and hands them to the request: the recipe, and how it is changed.
  Result<void> read();
  /// Where it goes into detail; nothing where it does not. After read().
  const std::optional<ZoomOptions>& region() const { return region_; }
  /// Heights that six faces were put together to: they lie as `faces_file` in the folder of the planet. After read().
  const std::optional<HeightMap>& faces() const { return faces_; }
  static constexpr std::string_view faces_file = "heights.exr";
  bool has_planet() const { return !of.empty(); }  ///< the planet is there already

 private:
  Result<void> read_heights();
  Result<void> read_region();
  Option span_given_, samples_given_;
  std::optional<ZoomOptions> region_;
  std::optional<HeightMap> faces_;
};

}  // namespace craton::cli
