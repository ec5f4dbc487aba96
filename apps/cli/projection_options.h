#pragma once

#include <string>
#include <string_view>

#include <craton/base/result.h>
#include <craton/picture/layer_picture.h>

#include "arguments.h"

namespace craton::cli {

/// --size, --projection and --centre of pictures and of data.
struct ProjectionOptions {
  std::string size, projection = "equirectangular", centre;
  Option projection_option{};

  void add_to(Arguments& args);
  /// An error where one of them is given: for what is no raster.
  Result<void> refuse(std::string_view why) const;
  /// Sets size, projection and centre; data (no pictures) cannot be globes.
  Result<void> read(bool picture, LayerPictureOptions& into) const;
};

}  // namespace craton::cli
