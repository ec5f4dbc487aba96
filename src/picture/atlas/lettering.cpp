#include "picture/atlas/lettering.h"

#include <pango/pangocairo.h>

#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include <craton/base/printable.h>

namespace craton::atlas {
namespace {

constexpr char wished_families[] = "EB Garamond 12, EB Garamond, Cardo, Charis SIL, Gentium, DejaVu Serif, serif";
constexpr double reference_size = 100;

struct Release {
  void operator()(PangoLayout* p) const { g_object_unref(p); }
  void operator()(PangoFontDescription* p) const { pango_font_description_free(p); }
  void operator()(PangoAttrList* p) const { pango_attr_list_unref(p); }
  void operator()(PangoLayoutIter* p) const { pango_layout_iter_free(p); }
  void operator()(cairo_surface_t* p) const { cairo_surface_destroy(p); }
  void operator()(cairo_t* p) const { cairo_destroy(p); }
  void operator()(cairo_path_t* p) const { cairo_path_destroy(p); }
  void operator()(PangoFont* p) const { g_object_unref(p); }
  void operator()(char* p) const { g_free(p); }
};
template <class T>
using Owned = std::unique_ptr<T, Release>;

Shape outline_of(cairo_t* cairo, PangoFont* font, PangoGlyph number) {
  cairo_save(cairo);
  cairo_set_scaled_font(cairo, pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font)));
  const cairo_glyph_t glyph{number, 0, 0};
  cairo_new_path(cairo);
  cairo_glyph_path(cairo, &glyph, 1);
  const Owned<cairo_path_t> path(cairo_copy_path(cairo));
  cairo_new_path(cairo);
  cairo_restore(cairo);
  Shape shape;
  for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
    const cairo_path_data_t* data = &path->data[i];
    const auto spot = [&](int k) { return Spot{data[k].point.x, data[k].point.y}; };
    switch (data->header.type) {
      case CAIRO_PATH_MOVE_TO: shape.move(spot(1)); break;
      case CAIRO_PATH_LINE_TO: shape.line(spot(1)); break;
      case CAIRO_PATH_CURVE_TO: shape.curve(spot(1), spot(2), spot(3)); break;
      case CAIRO_PATH_CLOSE_PATH: shape.close(); break;
    }
  }
  // A move that begins nothing, which Cairo leaves after the last outline.
  if (!shape.steps.empty() && shape.steps.back() == Shape::Step::move) {
    shape.steps.pop_back();
    shape.spots.pop_back();
  }
  return shape;
}

std::string upper_case(const std::string& text) {
  const Owned<char> upper(g_utf8_strup(text.c_str(), static_cast<gssize>(text.size())));
  return upper.get();
}

std::string shown_text(const std::string& text, const Face& face) {
  return utf8_repaired(face.letters == Face::Case::capitals ? upper_case(text) : text);
}

}  // namespace

double Word::width() const {
  return std::accumulate(letters.begin(), letters.end(), 0.0,
                         [](double sum, const Letter& letter) { return sum + letter.advance; });
}

struct Typesetter::Parts {
  Owned<cairo_surface_t> surface;
  Owned<cairo_t> cairo;
  std::deque<Glyph> glyphs;  // stay where they are
  std::map<std::tuple<std::string, PangoGlyph>, const Glyph*> known;
  std::map<std::pair<std::string, Face>, Word> words;
  std::map<Face, FaceSize> sizes;

  Owned<PangoLayout> layout(const std::string& text, const Face& face) const {
    Owned<PangoLayout> layout(pango_cairo_create_layout(cairo.get()));
    const Owned<PangoFontDescription> font(pango_font_description_from_string(wished_families));
    pango_font_description_set_style(font.get(), face.italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
    pango_font_description_set_weight(font.get(), face.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_font_description_set_absolute_size(font.get(), reference_size * PANGO_SCALE);
    pango_layout_set_font_description(layout.get(), font.get());
    const Owned<PangoAttrList> attributes(pango_attr_list_new());
    pango_attr_list_insert(attributes.get(), pango_attr_font_features_new(
                                                 face.letters == Face::Case::small_capitals ? "liga=0, clig=0, smcp=1, onum=1"
                                                 : face.letters == Face::Case::capitals     ? "liga=0, clig=0, case=1, lnum=1"
                                                                                            : "liga=0, clig=0, onum=1"));
    pango_layout_set_attributes(layout.get(), attributes.get());
    pango_layout_set_single_paragraph_mode(layout.get(), TRUE);
    const std::string set = shown_text(text, face);
    pango_layout_set_text(layout.get(), set.c_str(), static_cast<int>(set.size()));
    return layout;
  }

  const Glyph* glyph(PangoFont* font, PangoGlyph number) {
    if (number == PANGO_GLYPH_EMPTY) return nullptr;
    const Owned<PangoFontDescription> description(pango_font_describe(font));
    const Owned<char> name(pango_font_description_to_string(description.get()));
    const auto [found, fresh] = known.try_emplace({name.get(), number}, nullptr);
    if (!fresh) return found->second;
    Shape outline = outline_of(cairo.get(), font, number);
    if (!outline.empty()) {
      glyphs.push_back({std::move(outline)});
      found->second = &glyphs.back();
    }
    return found->second;
  }
};

Typesetter::Typesetter(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Typesetter::Typesetter(Typesetter&&) noexcept = default;
Typesetter& Typesetter::operator=(Typesetter&&) noexcept = default;
Typesetter::~Typesetter() = default;

Result<Typesetter> Typesetter::make() {
  auto parts = std::make_unique<Parts>();
  parts->surface.reset(cairo_image_surface_create(CAIRO_FORMAT_A8, 8, 8));
  parts->cairo.reset(cairo_create(parts->surface.get()));
  if (const cairo_status_t status = cairo_status(parts->cairo.get()); status != CAIRO_STATUS_SUCCESS)
    return Error{ErrorCode::unsupported, "labels", std::string("Cairo refused: ") + cairo_status_to_string(status)};
  cairo_font_options_t* fonts = cairo_font_options_create();
  cairo_font_options_set_hint_style(fonts, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(fonts, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(parts->cairo.get(), fonts);
  cairo_font_options_destroy(fonts);
  Typesetter typesetter(std::move(parts));
  const Owned<PangoLayout> layout = typesetter.parts_->layout("H", {});
  const PangoLayoutLine* line = pango_layout_get_line_readonly(layout.get(), 0);
  if (!line || !line->runs) return Error{ErrorCode::unsupported, "labels", "there is no font to letter with"};
  const auto* run = static_cast<const PangoGlyphItem*>(line->runs->data);
  const Owned<PangoFontDescription> description(pango_font_describe(run->item->analysis.font));
  const char* family = pango_font_description_get_family(description.get());
  typesetter.family_ = family ? family : "";
  typesetter.wished_ = typesetter.family_.starts_with("EB Garamond") || typesetter.family_ == "Cardo";
  return typesetter;
}

Word Typesetter::shaped(const std::string& text, const Face& face) const {
  Word word{.letters = {}, .shown = shown_text(text, face)};
  const Owned<PangoLayout> layout = parts_->layout(text, face);
  const Owned<PangoLayoutIter> iter(pango_layout_get_iter(layout.get()));
  do {
    const PangoGlyphItem* run = pango_layout_iter_get_run_readonly(iter.get());
    if (!run) continue;
    for (int i = 0; i < run->glyphs->num_glyphs; ++i) {
      const PangoGlyphInfo& info = run->glyphs->glyphs[i];
      const bool unknown = (info.glyph & PANGO_GLYPH_UNKNOWN_FLAG) != 0;
      word.letters.push_back(
          {unknown ? nullptr : parts_->glyph(run->item->analysis.font, info.glyph), info.geometry.width / double{PANGO_SCALE}});
    }
  } while (pango_layout_iter_next_run(iter.get()));
  return word;
}

const Word& Typesetter::word(const std::string& text, const Face& face) const {
  const auto [found, fresh] = parts_->words.try_emplace({text, face});
  if (fresh) found->second = shaped(text, face);
  return found->second;
}

const FaceSize& Typesetter::size_of(const Face& face) const {
  const auto [found, fresh] = parts_->sizes.try_emplace(face);
  if (!fresh) return found->second;
  const auto extents = [&](const std::string& text) {
    const Owned<PangoLayout> layout = parts_->layout(text, face);
    PangoRectangle ink;
    pango_layout_get_extents(layout.get(), &ink, nullptr);
    const double base = pango_layout_get_baseline(layout.get()) / double{PANGO_SCALE}, top = ink.y / double{PANGO_SCALE};
    return std::pair{base - top, top + ink.height / double{PANGO_SCALE} - base};
  };
  FaceSize size;
  const bool capitals = face.letters == Face::Case::capitals;
  size.ascent = extents(capitals ? "HÉ" : "Hdl").first;
  size.descent = std::max(0.0, extents(capitals ? "HQ" : "gpy").second);
  size.x_height = extents(capitals ? "H" : "x").first;
  if (capitals) size.ascent = size.x_height * 1.08;
  found->second = size;
  return found->second;
}

}  // namespace craton::atlas
