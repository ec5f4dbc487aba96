#include <craton/picture/sheet.h>

#include <algorithm>
#include <cmath>

#include "picture/paper_page.h"

namespace craton {
namespace {

using picture::Page;

struct PlacedTile {
  const SheetTile* tile = nullptr;
  std::uint32_t x = 0, y = 0;
};
struct PlacedHeading {
  const SheetRow* row = nullptr;
  std::uint32_t y = 0;
};

struct Layout {
  double unit = 15;
  std::uint32_t margin = 0, gap = 0, caption = 0;
  std::uint32_t width = 0, height = 0;
  double title_baseline = 0, footer_baseline = 0;
  std::vector<PlacedTile> tiles;
  std::vector<PlacedHeading> headings;
};

std::uint32_t pixels(double length) { return static_cast<std::uint32_t>(std::lround(length)); }

// Everything is measured in the size of a caption, so that a larger plate keeps its proportions. Places are whole
// pixels, so that pictures and frames stay sharp.
Result<Layout> arrange(const Sheet& sheet) {
  Layout layout;
  const double unit = layout.unit = sheet.type_size;
  if (!(unit >= 4 && unit <= 200)) return Error{ErrorCode::invalid_value, "type_size", "must be 4 … 200 pixels"};
  layout.margin = pixels(unit * 4.4);
  layout.gap = pixels(unit * 1.6);
  layout.caption = pixels(unit * 3.5);
  const std::uint64_t width = std::uint64_t{sheet.inner_width} + 2 * layout.margin;
  std::uint64_t y = layout.margin;
  layout.title_baseline = static_cast<double>(y) + unit * 2.0;
  if (!sheet.title.empty() || !sheet.subtitle.empty()) y += pixels(unit * 5.6);
  for (const SheetRow& row : sheet.rows) {
    if (row.tiles.empty()) continue;
    if (!row.heading.empty()) {
      layout.headings.push_back({&row, static_cast<std::uint32_t>(y)});
      y += pixels(unit * 2.9);
    }
    std::uint64_t x = 0, tallest = 0;
    for (const SheetTile& tile : row.tiles) {
      if (tile.picture.width > sheet.inner_width || tile.picture.pixels.empty())
        return Error{ErrorCode::invalid_value, tile.title, "the picture is empty or wider than the sheet"};
      if (x != 0 && x + tile.picture.width > sheet.inner_width) {
        x = 0;
        y += tallest + layout.caption + layout.gap;
        tallest = 0;
      }
      layout.tiles.push_back({&tile, static_cast<std::uint32_t>(layout.margin + x), static_cast<std::uint32_t>(y)});
      x += tile.picture.width + layout.gap;
      tallest = std::max<std::uint64_t>(tallest, tile.picture.height);
    }
    y += tallest + layout.caption + pixels(unit * 1.9);
    if (y > picture::largest_page_side) break;
  }
  layout.footer_baseline = static_cast<double>(y) + unit * 0.9;
  y += sheet.footer.empty() ? layout.margin - pixels(unit * 1.9) : layout.margin;
  if (width > picture::largest_page_side || y > picture::largest_page_side)
    return Error{ErrorCode::invalid_value, "sheet", "larger than 32000 pixels"};
  layout.width = static_cast<std::uint32_t>(width);
  layout.height = static_cast<std::uint32_t>(y);
  return layout;
}

void draw_tile(const Page& page, const PlacedTile& placed, double unit) {
  const SheetTile& tile = *placed.tile;
  page.put(tile.picture, placed.x, placed.y);
  page.frame(placed.x, placed.y, tile.picture.width, tile.picture.height);
  const double baseline = placed.y + tile.picture.height + unit * 1.45;
  const double width = tile.picture.width;
  page.text(tile.title, placed.x, baseline, width, {.size = unit, .weight = PANGO_WEIGHT_MEDIUM});
  page.text(tile.note, placed.x, baseline + unit * 1.25, width, {.size = unit * 0.82, .colour = picture::faint_ink});
}

void draw_page(const Page& page, const Sheet& sheet, const Layout& layout) {
  const double unit = layout.unit, left = layout.margin, inner = sheet.inner_width;
  page.text(sheet.title, left, layout.title_baseline, inner, {.size = unit * 2.5, .weight = PANGO_WEIGHT_SEMIBOLD});
  page.text(sheet.subtitle, left, layout.title_baseline + unit * 1.75, inner, {.size = unit, .colour = picture::faint_ink});
  for (const PlacedHeading& heading : layout.headings) {
    page.rule(left, heading.y, inner);
    const double baseline = heading.y + unit * 1.75;
    const double taken = page.text(heading.row->heading, left, baseline, inner, {.size = unit, .weight = PANGO_WEIGHT_SEMIBOLD});
    page.text(heading.row->note, left + taken + unit * 0.9, baseline, inner - taken - unit,
              {.size = unit * 0.86, .colour = picture::faint_ink});
  }
  for (const PlacedTile& tile : layout.tiles) draw_tile(page, tile, unit);
  if (!sheet.footer.empty()) {
    page.rule(left, layout.footer_baseline - unit * 1.5, inner);
    page.text(sheet.footer, left, layout.footer_baseline + unit * 0.3, inner,
              {.size = unit * 0.82, .colour = picture::faint_ink});
  }
}

}  // namespace

Result<Rgb8Image> draw_sheet(const Sheet& sheet) {
  CRATON_TRY(const Layout layout, arrange(sheet));
  CRATON_TRY(const Page page, Page::make(layout.width, layout.height));
  draw_page(page, sheet, layout);
  return page.image();
}

}  // namespace craton
