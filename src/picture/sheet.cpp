#include <craton/picture/sheet.h>

#include <pango/pangocairo.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace craton {
namespace {

constexpr char font_family[] = "Inter, Lato, DejaVu Sans, sans-serif";
constexpr std::uint32_t largest_side = 32000;  // Cairo's own limit is 32767

constexpr Rgb8 paper{0xf7, 0xf5, 0xef};
constexpr Rgb8 ink{0x24, 0x28, 0x2c};
constexpr Rgb8 faint_ink{0x77, 0x78, 0x74};
constexpr Rgb8 rule{0xcf, 0xcb, 0xc0};
constexpr Rgb8 frame{0x3a, 0x3d, 0x3f};

struct Release {
  void operator()(cairo_surface_t* p) const { cairo_surface_destroy(p); }
  void operator()(cairo_t* p) const { cairo_destroy(p); }
  void operator()(PangoLayout* p) const { g_object_unref(p); }
  void operator()(PangoFontDescription* p) const { pango_font_description_free(p); }
  void operator()(PangoAttrList* p) const { pango_attr_list_unref(p); }
};
template <class T>
using Owned = std::unique_ptr<T, Release>;

struct Type {
  double size = 15;
  PangoWeight weight = PANGO_WEIGHT_NORMAL;
  Rgb8 colour = ink;
  double letter_spacing = 0;  // in pixels
};

void set_colour(cairo_t* cairo, Rgb8 c) { cairo_set_source_rgb(cairo, c.r / 255.0, c.g / 255.0, c.b / 255.0); }

// Draws one line with its baseline at y; text wider than `width` ends in an ellipsis. Returns the width it took.
double draw_text(cairo_t* cairo, const std::string& text, double x, double baseline, double width, const Type& type) {
  if (text.empty()) return 0;
  Owned<PangoLayout> layout(pango_cairo_create_layout(cairo));
  Owned<PangoFontDescription> font(pango_font_description_from_string(font_family));
  pango_font_description_set_weight(font.get(), type.weight);
  pango_font_description_set_absolute_size(font.get(), type.size * PANGO_SCALE);
  pango_layout_set_font_description(layout.get(), font.get());
  Owned<PangoAttrList> attributes(pango_attr_list_new());
  if (type.letter_spacing > 0)
    pango_attr_list_insert(attributes.get(), pango_attr_letter_spacing_new(static_cast<int>(type.letter_spacing * PANGO_SCALE)));
  pango_attr_list_insert(attributes.get(), pango_attr_font_features_new("tnum=1, calt=1, kern=1"));
  pango_layout_set_attributes(layout.get(), attributes.get());
  pango_layout_set_single_paragraph_mode(layout.get(), TRUE);
  pango_layout_set_width(layout.get(), static_cast<int>(width * PANGO_SCALE));
  pango_layout_set_ellipsize(layout.get(), PANGO_ELLIPSIZE_END);
  pango_layout_set_text(layout.get(), text.c_str(), static_cast<int>(text.size()));
  set_colour(cairo, type.colour);
  cairo_move_to(cairo, x, baseline - pango_layout_get_baseline(layout.get()) / double{PANGO_SCALE});
  pango_cairo_show_layout(cairo, layout.get());
  PangoRectangle extents;
  pango_layout_get_extents(layout.get(), nullptr, &extents);
  return extents.width / double{PANGO_SCALE};
}

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
    if (y > largest_side) break;
  }
  layout.footer_baseline = static_cast<double>(y) + unit * 0.9;
  y += sheet.footer.empty() ? layout.margin - pixels(unit * 1.9) : layout.margin;
  if (width > largest_side || y > largest_side) return Error{ErrorCode::invalid_value, "sheet", "larger than 32000 pixels"};
  layout.width = static_cast<std::uint32_t>(width);
  layout.height = static_cast<std::uint32_t>(y);
  return layout;
}

// Cairo's RGB24 is a native-endian 0x00RRGGBB; pictures are copied straight in, untouched by any filter.
void copy_picture(cairo_surface_t* surface, const Rgb8Image& picture, std::uint32_t left, std::uint32_t top) {
  cairo_surface_flush(surface);
  unsigned char* base = cairo_image_surface_get_data(surface);
  const std::size_t stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface));
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    auto* row = reinterpret_cast<std::uint32_t*>(base + (top + y) * stride) + left;
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      const Rgb8 c = picture.at(x, y);
      row[x] = std::uint32_t{c.r} << 16 | std::uint32_t{c.g} << 8 | c.b;
    }
  }
  cairo_surface_mark_dirty(surface);
}

void draw_tile(cairo_t* cairo, cairo_surface_t* surface, const PlacedTile& placed, double unit) {
  const SheetTile& tile = *placed.tile;
  copy_picture(surface, tile.picture, placed.x, placed.y);
  set_colour(cairo, frame);
  cairo_set_line_width(cairo, 1);
  cairo_rectangle(cairo, placed.x - 0.5, placed.y - 0.5, tile.picture.width + 1.0, tile.picture.height + 1.0);
  cairo_stroke(cairo);
  const double baseline = placed.y + tile.picture.height + unit * 1.45;
  const double width = tile.picture.width;
  draw_text(cairo, tile.title, placed.x, baseline, width, {.size = unit, .weight = PANGO_WEIGHT_MEDIUM});
  draw_text(cairo, tile.note, placed.x, baseline + unit * 1.25, width, {.size = unit * 0.82, .colour = faint_ink});
}

void draw_rule(cairo_t* cairo, double x, double y, double width) {
  set_colour(cairo, rule);
  cairo_set_line_width(cairo, 1);
  cairo_move_to(cairo, x, std::floor(y) + 0.5);
  cairo_rel_line_to(cairo, width, 0);
  cairo_stroke(cairo);
}

void draw_page(cairo_t* cairo, cairo_surface_t* surface, const Sheet& sheet, const Layout& layout) {
  const double unit = layout.unit, left = layout.margin, inner = sheet.inner_width;
  set_colour(cairo, paper);
  cairo_paint(cairo);
  draw_text(cairo, sheet.title, left, layout.title_baseline, inner, {.size = unit * 2.5, .weight = PANGO_WEIGHT_SEMIBOLD});
  draw_text(cairo, sheet.subtitle, left, layout.title_baseline + unit * 1.75, inner, {.size = unit, .colour = faint_ink});
  for (const PlacedHeading& heading : layout.headings) {
    draw_rule(cairo, left, heading.y, inner);
    const double baseline = heading.y + unit * 1.75;
    const double taken =
        draw_text(cairo, heading.row->heading, left, baseline, inner, {.size = unit, .weight = PANGO_WEIGHT_SEMIBOLD});
    draw_text(cairo, heading.row->note, left + taken + unit * 0.9, baseline, inner - taken - unit,
              {.size = unit * 0.86, .colour = faint_ink});
  }
  for (const PlacedTile& tile : layout.tiles) draw_tile(cairo, surface, tile, unit);
  if (!sheet.footer.empty()) {
    draw_rule(cairo, left, layout.footer_baseline - unit * 1.5, inner);
    draw_text(cairo, sheet.footer, left, layout.footer_baseline + unit * 0.3, inner, {.size = unit * 0.82, .colour = faint_ink});
  }
}

Rgb8Image image_of(cairo_surface_t* surface, std::uint32_t width, std::uint32_t height) {
  cairo_surface_flush(surface);
  const unsigned char* base = cairo_image_surface_get_data(surface);
  const std::size_t stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface));
  Rgb8Image image(width, height);
  for (std::uint32_t y = 0; y < height; ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(base + y * stride);
    for (std::uint32_t x = 0; x < width; ++x)
      image.at(x, y) = {static_cast<std::uint8_t>(row[x] >> 16), static_cast<std::uint8_t>(row[x] >> 8),
                        static_cast<std::uint8_t>(row[x])};
  }
  return image;
}

}  // namespace

Result<Rgb8Image> draw_sheet(const Sheet& sheet) {
  const Result<Layout> layout = arrange(sheet);
  if (!layout) return layout.error();
  Owned<cairo_surface_t> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(layout->width), static_cast<int>(layout->height)));
  Owned<cairo_t> cairo(cairo_create(surface.get()));
  if (cairo_status(cairo.get()) != CAIRO_STATUS_SUCCESS)
    return Error{ErrorCode::unsupported, "sheet",
                 std::string("Cairo refused: ") + cairo_status_to_string(cairo_status(cairo.get()))};
  // Sub-pixel places and no hinting: letters keep their shapes and spacing at every size.
  cairo_font_options_t* fonts = cairo_font_options_create();
  cairo_font_options_set_antialias(fonts, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(fonts, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(fonts, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(cairo.get(), fonts);
  cairo_font_options_destroy(fonts);
  draw_page(cairo.get(), surface.get(), sheet, *layout);
  if (cairo_status(cairo.get()) != CAIRO_STATUS_SUCCESS)
    return Error{ErrorCode::unsupported, "sheet",
                 std::string("Cairo refused: ") + cairo_status_to_string(cairo_status(cairo.get()))};
  return image_of(surface.get(), layout->width, layout->height);
}

}  // namespace craton
