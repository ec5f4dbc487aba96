#pragma once

#include <optional>
#include <string>

#include <craton/picture/layer_picture.h>
#include <craton/recipe/make.h>

namespace craton::cli {

/// How numbers of a layer are written for other programs.
enum class LayerFormat { png16, r16, exr, f32 };

struct LayerFile {
  std::string path;
  LayerFormat format = LayerFormat::exr;
  GridSize size{};  ///< 0 × 0: the natural one
  Projection projection = Projection::equirectangular;
  std::string projection_name{};     ///< for the sidecar of a sphere
  std::optional<ToneRange> range{};  ///< of levels; none: that of the values
};

/// Writes the layer, and beside it the sidecar that says what its numbers mean.
Result<void> write_layer_file(const World& world, const Layer& layer, const LayerFile& file, const Execution& execution);

}  // namespace craton::cli
