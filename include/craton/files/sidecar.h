#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>

namespace craton {

/// What another program must know of a raster that it is given: a JSON file beside it.
struct Sidecar {
  std::string file;    ///< name of the raster, without folders
  std::string format;  ///< "png16", "r16", "exr", …
  std::string layer, unit;
  std::uint32_t width = 0, height = 0;
  std::string projection{};                       ///< of a sphere: "equirectangular", "faces"; "": it is flat
  double metres_per_sample = 1;                   ///< of an equirectangular raster: at the equator
  std::optional<std::array<double, 2>> origin{};  ///< of a window: where its first sample lies, metres east and south
  double min = 0, max = 0;   ///< of the values; where the file holds levels, those of level 0 and of the highest level
  std::uint32_t levels = 0;  ///< the highest level: 255 or 65535; 0: the file holds the values themselves
  std::vector<std::string> categories{};  ///< names of the values 0, 1, …
  double sea_level = 0;                   ///< in the layer's unit
  std::uint64_t seed = 0;
  std::string recipe;          ///< JSON text
  std::string craton_version;  ///< "": this library's
};

/// The text of the JSON file; an error where the recipe is not JSON.
CRATON_API Result<std::string> sidecar_text(const Sidecar& sidecar);

/// Writes it as `raster_path` + ".json".
CRATON_API Result<void> write_sidecar(const std::string& raster_path, const Sidecar& sidecar);

}  // namespace craton
