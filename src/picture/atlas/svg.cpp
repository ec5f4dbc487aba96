// W3C 2011, "Scalable Vector Graphics (SVG) 1.1 (second edition)". Places are rounded to 1/10 pixel (1/100 in letters), and paths
// go by differences, which are short to write.
#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>
#include <unordered_map>

#include "base/text.h"
#include "picture/atlas/render.h"
#include "picture/svg_text.h"

namespace craton::atlas {
namespace {

using namespace picture;

/// A hundredth of a pixel.
std::string number(double value) { return svg_number(value, 2); }

/// Path data. Differences are those of rounded places, so that errors do not add up.
std::string path_data(const Shape& shape, int digits) {
  std::string out;
  const double scale = std::pow(10, digits);
  Spot here{}, start{};
  const auto rounded = [&](Spot spot) { return Spot{std::round(spot.x * scale), std::round(spot.y * scale)}; };
  const auto pair = [&](Spot to, bool first) {
    const double x = (to.x - here.x) / scale, y = (to.y - here.y) / scale;
    if (!first && !(x < 0)) out += ' ';
    append_svg_number(out, x, digits);
    if (!(y < 0)) out += ' ';
    append_svg_number(out, y, digits);
  };
  const Spot* at = shape.spots.data();
  char last = 0;
  for (const Shape::Step step : shape.steps) {
    if (step == Shape::Step::close) {
      out += 'z';
      here = start;
      last = 'z';
      continue;
    }
    const char letter = step == Shape::Step::move ? 'm' : step == Shape::Step::line ? 'l' : 'c';
    const bool again = letter == last && letter != 'm';
    if (!again) out += letter;
    const int spots = step == Shape::Step::curve ? 3 : 1;
    for (int i = 0; i < spots; ++i) pair(rounded(at[i]), !again && i == 0);
    here = rounded(at[spots - 1]);
    if (step == Shape::Step::move) start = here;
    at += spots;
    last = letter;
  }
  return out;
}

/// Cairo writes it: the room of files comes after this one.
Result<std::string> png_bytes(const Rgb8Image& image) {
  cairo_surface_t* surface =
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(image.width), static_cast<int>(image.height));
  std::string bytes;
  cairo_status_t status = cairo_surface_status(surface);
  if (status == CAIRO_STATUS_SUCCESS) {
    unsigned char* base = cairo_image_surface_get_data(surface);
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface));
    for (std::uint32_t y = 0; y < image.height; ++y) {
      auto* row = reinterpret_cast<std::uint32_t*>(base + y * stride);
      for (std::uint32_t x = 0; x < image.width; ++x) {
        const Rgb8 c = image.at(x, y);
        row[x] = std::uint32_t{c.r} << 16 | std::uint32_t{c.g} << 8 | c.b;
      }
    }
    cairo_surface_mark_dirty(surface);
    const auto keep = [](void* closure, const unsigned char* data, unsigned length) {
      static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
      return CAIRO_STATUS_SUCCESS;
    };
    status = cairo_surface_write_to_png_stream(surface, keep, &bytes);
  }
  cairo_surface_destroy(surface);
  if (status != CAIRO_STATUS_SUCCESS)
    return Error{ErrorCode::unsupported, "svg", std::string("Cairo refused: ") + cairo_status_to_string(status)};
  return bytes;
}

class Writer {
 public:
  Writer(const Drawing& drawing, const std::string& family) : drawing_(drawing), family_(family) {}

  Result<std::string> write() {
    const std::string w = std::to_string(drawing_.width), h = std::to_string(drawing_.height);
    out_ =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
        "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" width=\"" +
        w + "\" height=\"" + h + "\" viewBox=\"0 0 " + w + " " + h + "\">\n<title>" + svg_escaped(drawing_.title) + "</title>\n";
    if (family_.empty()) write_glyphs();
    out_ += "<rect width=\"" + w + "\" height=\"" + h + "\" fill=\"" + svg_colour(drawing_.paper) + "\"/>\n";
    for (const Mark& mark : drawing_.marks) CRATON_TRY(std::visit(*this, mark));
    out_ += "</svg>\n";
    return std::move(out_);
  }

  Result<void> operator()(const FillMark& mark) {
    out_ += "<path fill=\"" + svg_colour(mark.ink.colour) + "\"" + opacity("fill-opacity", mark.ink.alpha) + " d=\"" +
            path_data(mark.shape, 1) + "\"/>\n";
    return {};
  }
  Result<void> operator()(const StrokeMark& mark) {
    const Pen& pen = mark.pen;
    out_ += "<path fill=\"none\" stroke=\"" + svg_colour(pen.ink.colour) + "\" stroke-width=\"" + number(pen.width) + "\"" +
            opacity("stroke-opacity", pen.ink.alpha);
    if (pen.round) out_ += " stroke-linecap=\"round\"";
    if (!pen.dashes.empty()) {
      out_ += " stroke-dasharray=\"";
      for (const double dash : pen.dashes) out_ += number(dash) + " ";
      out_.back() = '"';
    }
    out_ += " d=\"" + path_data(mark.shape, 1) + "\"/>\n";
    return {};
  }
  Result<void> operator()(const TextMark& mark) {
    if (!family_.empty()) {
      write_text(mark);
      return {};
    }
    out_ += "<g><title>" + svg_escaped(mark.text) + "</title>\n";
    if (mark.halo.alpha > 0)
      for (const double share : {1.0, 0.7, 0.4}) {
        out_ += "<g fill=\"none\" stroke=\"" + svg_colour(mark.halo.colour) + "\" stroke-width=\"" +
                number(2 * mark.halo_width * share * 100 / mark.size) + "\"" + opacity("stroke-opacity", 0.5 * mark.halo.alpha) +
                ">";
        use_letters(mark);
        out_ += "</g>\n";
      }
    out_ += "<g fill=\"" + svg_colour(mark.ink.colour) + "\"" + opacity("fill-opacity", mark.ink.alpha) + ">";
    use_letters(mark);
    out_ += "</g></g>\n";
    return {};
  }
  Result<void> operator()(const ImageMark& mark) {
    CRATON_TRY(const std::string bytes, png_bytes(mark.image));
    out_ += "<image x=\"" + number(mark.at.x) + "\" y=\"" + number(mark.at.y) + "\" width=\"" + std::to_string(mark.image.width) +
            "\" height=\"" + std::to_string(mark.image.height) + "\" xlink:href=\"data:image/png;base64," + base64(bytes) +
            "\"/>\n";
    return {};
  }
  Result<void> operator()(const LayerBegin& mark) {
    if (mark.clip.empty()) {
      out_ += "<g id=\"" + svg_escaped(mark.name) + "\" stroke-linejoin=\"round\">\n";
      return {};
    }
    const std::string clip = "clip" + std::to_string(clips_++);
    out_ += "<clipPath id=\"" + clip + "\"><path d=\"" + path_data(mark.clip, 1) + "\"/></clipPath>\n<g id=\"" +
            svg_escaped(mark.name) + "\" clip-path=\"url(#" + clip + ")\" stroke-linejoin=\"round\">\n";
    return {};
  }
  Result<void> operator()(const LayerEnd&) {
    out_ += "</g>\n";
    return {};
  }

 private:
  static std::string opacity(std::string_view name, double alpha) {
    return alpha >= 1 ? "" : " " + std::string(name) + "=\"" + svg_number(alpha, 3) + "\"";
  }

  /// Each letter of each face once.
  void write_glyphs() {
    out_ += "<defs>\n";
    for (const Mark& mark : drawing_.marks) {
      const auto* text = std::get_if<TextMark>(&mark);
      if (!text) continue;
      for (const TextMark::Letter& letter : text->letters) {
        if (!letter.glyph || glyphs_.contains(letter.glyph)) continue;
        const std::size_t id = glyphs_.size();
        glyphs_.emplace(letter.glyph, id);
        out_ += "<path id=\"g" + std::to_string(id) + "\" d=\"" + path_data(letter.glyph->outline, 2) + "\"/>\n";
      }
    }
    out_ += "</defs>\n";
  }

  /// The places and turns of all letters stand in lists, as SVG's <text> takes them; of text that is not set a character a letter
  /// those of the first.
  void write_text(const TextMark& mark) {
    const auto characters = std::count_if(mark.shown.begin(), mark.shown.end(),
                                          [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    if (mark.letters.empty()) return;
    const bool each = static_cast<std::size_t>(characters) == mark.letters.size();
    std::string x, y, turn;
    for (std::size_t i = 0; i < (each ? mark.letters.size() : 1); ++i) {
      const TextMark::Letter& letter = mark.letters[i];
      const std::string space = i > 0 ? " " : "";
      x += space + number(letter.at.x);
      y += space + number(letter.at.y);
      turn += space + svg_number(std::atan2(letter.sine, letter.cosine) * 180 / std::numbers::pi, 2);
    }
    out_ += "<text xml:space=\"preserve\" font-family=\"" + svg_escaped(family_) + "\" font-size=\"" + number(mark.size) + "\"";
    if (mark.italic) out_ += " font-style=\"italic\"";
    if (mark.small_capitals) out_ += " font-variant=\"small-caps\"";
    out_ += " fill=\"" + svg_colour(mark.ink.colour) + "\"" + opacity("fill-opacity", mark.ink.alpha);
    if (mark.halo.alpha > 0)
      out_ += " paint-order=\"stroke\" stroke=\"" + svg_colour(mark.halo.colour) + "\" stroke-width=\"" +
              number(2 * mark.halo_width) + "\"" + opacity("stroke-opacity", mark.halo.alpha);
    out_ += " x=\"" + x + "\" y=\"" + y + "\" rotate=\"" + turn + "\">" + svg_escaped(mark.shown) + "</text>\n";
  }

  void use_letters(const TextMark& mark) {
    const double scale = mark.size / 100;
    for (const TextMark::Letter& letter : mark.letters) {
      if (!letter.glyph) continue;
      const std::string c = svg_number(letter.cosine * scale, 4), s = svg_number(letter.sine * scale, 4),
                        back = svg_number(-letter.sine * scale, 4);
      out_ += concat({"<use xlink:href=\"#g", std::to_string(glyphs_.at(letter.glyph)), "\" transform=\"matrix(", c, " ", s, " ",
                      back, " ", c, " ", number(letter.at.x), " ", number(letter.at.y), ")\"/>"});
    }
  }

  const Drawing& drawing_;
  const std::string& family_;
  std::string out_;
  std::unordered_map<const Glyph*, std::size_t> glyphs_;
  std::size_t clips_ = 0;
};

}  // namespace

Result<std::string> svg_of(const Drawing& drawing, const std::string& family) { return Writer(drawing, family).write(); }

}  // namespace craton::atlas
