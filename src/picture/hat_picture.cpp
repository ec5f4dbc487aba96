#include <craton/picture/hat_picture.h>

#include "base/text.h"
#include "picture/hat_scene.h"
#include "picture/svg_text.h"

namespace craton {
namespace {

using namespace picture;

constexpr Rgb8 outline_colour{0x2b, 0x2f, 0x33};
constexpr double kite_line_opacity = 0.35;

void trace(cairo_t* cairo, const std::vector<ScenePoint>& outline) {
  cairo_move_to(cairo, outline[0].x, outline[0].y);
  for (std::size_t i = 1; i < outline.size(); ++i) cairo_line_to(cairo, outline[i].x, outline[i].y);
  cairo_close_path(cairo);
}

void draw_kite_lines(const Page& page, const HatScene& scene) {
  cairo_set_source_rgba(page.cairo(), outline_colour.r / 255.0, outline_colour.g / 255.0, outline_colour.b / 255.0,
                        kite_line_opacity);
  cairo_set_line_width(page.cairo(), scene.line * 0.4);
  for (const auto& [from, to] : scene.kite_lines) {
    cairo_move_to(page.cairo(), from.x, from.y);
    cairo_line_to(page.cairo(), to.x, to.y);
  }
  cairo_stroke(page.cairo());
}

// ---- SVG

/// A hundredth of a pixel.
std::string number(double value) { return svg_number(value, 2); }

std::string path_of(const std::vector<ScenePoint>& outline) {
  std::string path;
  for (std::size_t i = 0; i < outline.size(); ++i)
    path += (i == 0 ? "M" : "L") + number(outline[i].x) + " " + number(outline[i].y);
  return path + "Z";
}

/// Hats of one colour are one path.
Result<std::string> hat_paths(const HatScene& scene, const Execution& execution) {
  std::vector<std::pair<std::string, std::string>> paths;  // colour and outlines, in order of appearance
  for (const SceneHat& hat : scene.hats) {
    CRATON_TRY(go_on(execution));
    const std::string colour = svg_colour(hat.fill);
    std::size_t i = 0;
    while (i < paths.size() && paths[i].first != colour) ++i;
    if (i == paths.size()) paths.emplace_back(colour, "");
    paths[i].second += path_of(hat.outline);
  }
  std::string text;
  for (const auto& [colour, path] : paths) text += concat({"<path fill=\"", colour, "\" d=\"", path, "\"/>\n"});
  return text;
}

}  // namespace

Result<Rgb8Image> draw_hats(const HatPictureOptions& options, const Execution& execution) {
  CRATON_TRY(const HatScene scene, make_hat_scene(options, execution));
  CRATON_TRY(const Page page, Page::make(options.width, options.height));
  cairo_t* cairo = page.cairo();
  cairo_save(cairo);
  cairo_rectangle(cairo, 0, 0, scene.width, scene.picture_height);
  cairo_clip(cairo);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  if (options.ground.width > 0) {
    page.put(options.ground, 0, 0);
  } else {
    for (const SceneHat& hat : scene.hats) {
      CRATON_TRY(go_on(execution));
      trace(cairo, hat.outline);
      page.set_colour(hat.fill);
      cairo_fill(cairo);
    }
  }
  draw_kite_lines(page, scene);
  CRATON_TRY(go_on(execution));
  for (const SceneHat& hat : scene.hats) trace(cairo, hat.outline);
  page.set_colour(outline_colour);
  cairo_set_line_width(cairo, scene.line);
  cairo_stroke(cairo);
  for (const SceneText& text : scene.numbers) {
    CRATON_TRY(go_on(execution));
    const Type type{text.size, PANGO_WEIGHT_NORMAL, text.colour};
    const double width = page.text_width(text.text, type);
    page.text(text.text, text.x - width / 2, text.y + text.size * 0.36, width + 2, type);
  }
  cairo_restore(cairo);
  for (const SceneSwatch& swatch : scene.swatches) {
    cairo_rectangle(cairo, swatch.x, swatch.y, swatch.side, swatch.side);
    page.set_colour(swatch.fill);
    cairo_fill_preserve(cairo);
    page.set_colour(outline_colour);
    cairo_set_line_width(cairo, 1);
    cairo_stroke(cairo);
  }
  for (const SceneText& text : scene.captions)
    page.text(text.text, text.x, text.y, scene.width - text.x, {text.size, PANGO_WEIGHT_NORMAL, text.colour});
  return page.image();
}

Result<std::string> hats_as_svg(const HatPictureOptions& options, const Execution& execution) {
  CRATON_TRY(const HatScene scene, make_hat_scene(options, execution));
  const std::string width = std::to_string(scene.width), height = std::to_string(scene.height);
  CRATON_TRY(const std::string hats, hat_paths(scene, execution));
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height + "\" viewBox=\"0 0 " +
                    width + " " + height + "\" font-family=\"Inter, Lato, DejaVu Sans, sans-serif\">\n";
  svg += "<rect width=\"100%\" height=\"100%\" fill=\"" + svg_colour(paper) + "\"/>\n";
  svg += "<clipPath id=\"picture\"><rect width=\"" + width + "\" height=\"" + number(scene.picture_height) + "\"/></clipPath>\n";
  svg += "<g clip-path=\"url(#picture)\">\n<g stroke=\"" + svg_colour(outline_colour) + "\" stroke-width=\"" +
         number(scene.line) + "\" stroke-linejoin=\"round\">\n" + hats + "</g>\n";
  if (!scene.kite_lines.empty()) {
    svg += "<path fill=\"none\" stroke=\"" + svg_colour(outline_colour) + "\" stroke-opacity=\"" + number(kite_line_opacity) +
           "\" stroke-width=\"" + number(scene.line * 0.4) + "\" d=\"";
    for (const auto& [from, to] : scene.kite_lines) {
      CRATON_TRY(go_on(execution));
      svg += "M" + number(from.x) + " " + number(from.y) + "L" + number(to.x) + " " + number(to.y);
    }
    svg += "\"/>\n";
  }
  for (const SceneText& text : scene.numbers) {
    CRATON_TRY(go_on(execution));
    svg += "<text x=\"" + number(text.x) + "\" y=\"" + number(text.y + text.size * 0.36) + "\" font-size=\"" + number(text.size) +
           "\" text-anchor=\"middle\" fill=\"" + svg_colour(text.colour) + "\">" + text.text + "</text>\n";
  }
  svg += "</g>\n";
  for (const SceneSwatch& swatch : scene.swatches)
    svg += "<rect x=\"" + number(swatch.x) + "\" y=\"" + number(swatch.y) + "\" width=\"" + number(swatch.side) + "\" height=\"" +
           number(swatch.side) + "\" fill=\"" + svg_colour(swatch.fill) + "\" stroke=\"" + svg_colour(outline_colour) + "\"/>\n";
  for (const SceneText& text : scene.captions)
    svg += "<text x=\"" + number(text.x) + "\" y=\"" + number(text.y) + "\" font-size=\"" + number(text.size) + "\" fill=\"" +
           svg_colour(text.colour) + "\">" + text.text + "</text>\n";
  return svg + "</svg>\n";
}

}  // namespace craton
