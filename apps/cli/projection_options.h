#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include <craton/base/result.h>
#include <craton/picture/layer_picture.h>

namespace craton::cli {

/// --size, --projection and --centre of pictures and of data.
struct ProjectionOptions {
  std::string size, projection = "equirectangular", centre;

  void add_to(CLI::App& app);
  /// Sets size, projection and centre; data (no pictures) cannot be globes.
  Result<void> read(bool picture, LayerPictureOptions& into) const;
};

}  // namespace craton::cli
