#pragma once

#include <string>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/picture/image.h>

namespace craton {

/// A picture with its caption. All pictures of a row share the height of the tallest.
struct SheetTile {
  Rgb8Image picture;
  std::string title;
  std::string note;  ///< one line of small print: parameters, ranges
};

/// A row of tiles under a small heading; rows that do not fit the page's width are broken.
struct SheetRow {
  std::string heading;
  std::string note;
  std::vector<SheetTile> tiles;
};

struct Sheet {
  std::string title;
  std::string subtitle;
  std::string footer;
  std::uint32_t inner_width = 1800;  ///< between the margins, in pixels
  double type_size = 15;             ///< of a caption, in pixels; all other type and space follows from it
  std::vector<SheetRow> rows;
};

/// Draws a plate: pictures at their own pixels, thin frames and quiet captions on off-white paper.
CRATON_API Result<Rgb8Image> draw_sheet(const Sheet& sheet);

}  // namespace craton
