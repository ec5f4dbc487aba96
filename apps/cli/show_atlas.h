#pragma once

#include <string>
#include <string_view>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/picture/atlas.h>
#include <craton/recipe/make.h>

#include "arguments.h"

namespace craton::cli {

/// Options of whole pages: --title, --svg-text, --no-labels and --no-grid.
struct AtlasPageOptions {
  std::string title;
  bool no_labels = false, no_grid = false, svg_text = false;

  void add_to(Arguments& args);
  bool any() const { return !title.empty() || no_labels || no_grid || svg_text; }
};

/// Whether a style of `show` is one of pages: atlas, parchment.
bool is_page_style(std::string_view style);

/// What is asked for, as text; size, projection and centre are read already.
struct AtlasJob {
  std::string style, output;  ///< .png or .svg
  AtlasPageOptions page;
  GridSize size{};
  Projection projection = Projection::equirectangular;
  LatLon centre{};
};

/// Draws a world that is in memory, and writes the page. The title is that which was given, or the recipe's name.
Result<void> write_atlas(const World& world, const AtlasJob& job, const Execution& execution);

/// Reads no more of a world file than a page shows.
Result<void> write_atlas(const std::string& world, const AtlasJob& job, const Execution& execution);

}  // namespace craton::cli
