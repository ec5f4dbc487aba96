#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <craton/base/result.h>
#include <craton/files/world_file.h>
#include <craton/picture/layer_picture.h>

#include "arguments.h"
#include "command.h"
#include "height_input.h"

namespace craton::cli {

/// Which waters are drawn over heights, where a world has them.
struct WaterChoice {
  bool rivers = true, lakes = true;
};

/// The layer of the ground, over which waters are drawn.
constexpr std::string_view ground_layer = "height";

/// How pictures of layers are asked for, as text.
struct PictureOptions {
  std::string style, ramp, range, exaggeration, contours, waters;
  std::vector<std::string> lights;
  bool legend = false, plates = false;

  void add_to(Arguments& args);
  bool any() const;
  /// Size and projection are left to the caller.
  Result<LayerPictureOptions> read() const;
  Result<WaterChoice> read_waters() const;
};

/// A layer of a world, or a height file, and how it is drawn.
struct LayerView {
  std::string path, layer, title;
  LayerPictureOptions options;
  WaterChoice waters{false, false};
  bool plates = false;                ///< borders and motions over it
  std::vector<std::string> beside{};  ///< layers that tell of waters and plates
};

/// "height,slope": layers of the world, or styles of its heights where no layer is called so.
Result<std::vector<LayerView>> layer_views(const WorldFileInfo& info, const std::string& path, std::string_view layers,
                                           const LayerPictureOptions& options, WaterChoice waters = {}, bool plates = false);

/// Errors of a picture say which option they mean.
Error picture_error(const Error& error);

/// The picture of a world that is in memory.
Result<Rgb8Image> draw_view_of(const World& world, const LayerView& view, const Execution& execution);
/// Several are a sheet of one row.
Result<Rgb8Image> draw_views_of(const World& world, const std::vector<LayerView>& views, const Execution& execution);

/// One picture, or a sheet of several: a row for each world or height file, or one row where each shows one layer.
Result<Rgb8Image> draw_views(const std::vector<LayerView>& views, const HeightFileOptions& heights, const Execution& execution);

}  // namespace craton::cli
