#pragma once

#include <optional>
#include <string>
#include <vector>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/surface.h>

#include "arguments.h"

namespace craton::cli {

/// Heights to look at, from a world or from any picture of heights.
struct HeightInput {
  Surface surface;
  std::string layer;
  bool has_sea = false;            ///< the world has a sea, whose level is 0
  bool assumed_cell_size = false;  ///< a file that tells no sizes, and the user neither
  bool assumed_levels = false;     ///< a file of levels, read as 0 … 1 m
};

/// The options that say what the numbers of a height file mean.
struct HeightFileOptions {
  std::string layer, cell_size, levels, raw_size;

  void add_to(Arguments& args);       ///< with --layer, which is for worlds
  void add_file_to(Arguments& args);  ///< without
};

/// By its ending; everything else is a world.
bool is_height_file(const std::string& path);

/// An error where something is said of height files and none of the inputs is one.
Result<void> check_heights(const std::vector<std::string>& inputs, const HeightFileOptions& options);

/// Reads a world (a .craton file, or the folder that `make` wrote) or a height file (.png, .exr, .r16, .raw, .r32, .f32). Of a
/// world the layers `also` are read too, where it has them.
Result<HeightInput> read_heights(const std::string& path, const HeightFileOptions& options, const Execution& execution,
                                 const std::vector<std::string>& also = {});

}  // namespace craton::cli
