#pragma once

#include <string>

#include <craton/base/result.h>
#include <craton/picture/layer_picture.h>

#include "arguments.h"

namespace craton::cli {

/// --size, --projection and --centre of pictures and of data.
struct ProjectionOptions {
  std::string size, projection = "equirectangular", centre;

  void add_to(Arguments& args);
  /// Sets size, projection and centre; data (no pictures) cannot be globes.
  Result<void> read(bool picture, LayerPictureOptions& into) const;
};

}  // namespace craton::cli
