#include "picture/paper_page.h"

#include <cmath>

#include <craton/base/printable.h>

namespace craton::picture {
namespace {

constexpr char font_family[] = "Inter, Lato, DejaVu Sans, sans-serif";

struct Release {
  void operator()(PangoLayout* p) const { g_object_unref(p); }
  void operator()(PangoFontDescription* p) const { pango_font_description_free(p); }
  void operator()(PangoAttrList* p) const { pango_attr_list_unref(p); }
};
template <class T>
using Owned = std::unique_ptr<T, Release>;

Owned<PangoLayout> layout_of(cairo_t* cairo, const std::string& text, const Type& type) {
  Owned<PangoLayout> layout(pango_cairo_create_layout(cairo));
  Owned<PangoFontDescription> font(pango_font_description_from_string(font_family));
  pango_font_description_set_weight(font.get(), type.weight);
  pango_font_description_set_absolute_size(font.get(), type.size * PANGO_SCALE);
  pango_layout_set_font_description(layout.get(), font.get());
  Owned<PangoAttrList> attributes(pango_attr_list_new());
  pango_attr_list_insert(attributes.get(), pango_attr_font_features_new("tnum=1, calt=1, kern=1"));
  pango_layout_set_attributes(layout.get(), attributes.get());
  pango_layout_set_single_paragraph_mode(layout.get(), TRUE);
  const std::string letters = utf8_repaired(text);
  pango_layout_set_text(layout.get(), letters.c_str(), static_cast<int>(letters.size()));
  return layout;
}

double width_of(PangoLayout* layout) {
  PangoRectangle extents;
  pango_layout_get_extents(layout, nullptr, &extents);
  return extents.width / double{PANGO_SCALE};
}

}  // namespace

Result<Page> Page::make(std::uint32_t width, std::uint32_t height) {
  if (width > largest_page_side || height > largest_page_side)
    return Error{ErrorCode::invalid_value, "sheet", "larger than 32000 pixels"};
  Page page;
  page.width_ = width;
  page.height_ = height;
  page.surface_.reset(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width), static_cast<int>(height)));
  page.cairo_.reset(cairo_create(page.surface_.get()));
  if (const cairo_status_t status = cairo_status(page.cairo()); status != CAIRO_STATUS_SUCCESS)
    return Error{ErrorCode::unsupported, "sheet", std::string("Cairo refused: ") + cairo_status_to_string(status)};
  // Sub-pixel places and no hinting: letters keep their shapes and spacing at every size.
  cairo_font_options_t* fonts = cairo_font_options_create();
  cairo_font_options_set_antialias(fonts, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(fonts, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(fonts, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(page.cairo(), fonts);
  cairo_font_options_destroy(fonts);
  page.set_colour(paper);
  cairo_paint(page.cairo());
  return page;
}

void Page::set_colour(Rgb8 c) const { cairo_set_source_rgb(cairo(), c.r / 255.0, c.g / 255.0, c.b / 255.0); }

double Page::text(const std::string& text, double x, double baseline, double width, const Type& type) const {
  if (text.empty()) return 0;
  const Owned<PangoLayout> layout = layout_of(cairo(), text, type);
  pango_layout_set_width(layout.get(), static_cast<int>(width * PANGO_SCALE));
  pango_layout_set_ellipsize(layout.get(), PANGO_ELLIPSIZE_END);
  set_colour(type.colour);
  cairo_move_to(cairo(), x, baseline - pango_layout_get_baseline(layout.get()) / double{PANGO_SCALE});
  pango_cairo_show_layout(cairo(), layout.get());
  return width_of(layout.get());
}

double Page::text_width(const std::string& text, const Type& type) const {
  return text.empty() ? 0 : width_of(layout_of(cairo(), text, type).get());
}

void Page::rule(double x, double y, double width) const {
  set_colour(rule_colour);
  cairo_set_line_width(cairo(), 1);
  cairo_move_to(cairo(), x, std::floor(y) + 0.5);
  cairo_rel_line_to(cairo(), width, 0);
  cairo_stroke(cairo());
}

void Page::frame(double x, double y, double width, double height) const {
  set_colour(frame_colour);
  cairo_set_line_width(cairo(), 1);
  cairo_rectangle(cairo(), x - 0.5, y - 0.5, width + 1, height + 1);
  cairo_stroke(cairo());
}

// Cairo's RGB24 is a native-endian 0x00RRGGBB.
void Page::put(const Rgb8Image& picture, std::uint32_t left, std::uint32_t top) const {
  cairo_surface_flush(surface_.get());
  unsigned char* base = cairo_image_surface_get_data(surface_.get());
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface_.get()));
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    auto* row = reinterpret_cast<std::uint32_t*>(base + (top + y) * stride) + left;
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      const Rgb8 c = picture.at(x, y);
      row[x] = std::uint32_t{c.r} << 16 | std::uint32_t{c.g} << 8 | c.b;
    }
  }
  cairo_surface_mark_dirty(surface_.get());
}

Result<Rgb8Image> Page::image() const {
  if (const cairo_status_t status = cairo_status(cairo()); status != CAIRO_STATUS_SUCCESS)
    return Error{ErrorCode::unsupported, "sheet", std::string("Cairo refused: ") + cairo_status_to_string(status)};
  cairo_surface_flush(surface_.get());
  const unsigned char* base = cairo_image_surface_get_data(surface_.get());
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface_.get()));
  Rgb8Image image(width_, height_);
  for (std::uint32_t y = 0; y < height_; ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(base + y * stride);
    for (std::uint32_t x = 0; x < width_; ++x)
      image.at(x, y) = {static_cast<std::uint8_t>(row[x] >> 16), static_cast<std::uint8_t>(row[x] >> 8),
                        static_cast<std::uint8_t>(row[x])};
  }
  return image;
}

}  // namespace craton::picture
