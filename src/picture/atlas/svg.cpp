// W3C 2011, "Scalable Vector Graphics (SVG) 1.1 (second edition)". Places are rounded to 1/10 pixel (1/100 in letters), and paths
// go by differences, which are short to write.
#include <cairo.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "picture/atlas/render.h"

namespace craton::atlas {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default:
        // Control characters have no place in XML.
        if (static_cast<unsigned char>(c) >= 0x20) out += c;
    }
  return out;
}

void append_number(std::string& out, double value, int digits) {
  std::array<char, 32> buffer;
  const std::to_chars_result end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, digits);
  std::string_view text(buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data()));
  if (text.find('.') != std::string_view::npos) {
    while (text.ends_with('0')) text.remove_suffix(1);
    if (text.ends_with('.')) text.remove_suffix(1);
  }
  if (text == "-0") text = "0";
  out += text;
}

std::string number(double value, int digits = 2) {
  std::string out;
  append_number(out, value, digits);
  return out;
}

/// Path data. Differences are those of rounded places, so that errors do not add up.
std::string path_data(const Shape& shape, int digits) {
  std::string out;
  const double scale = std::pow(10, digits);
  Spot here{}, start{};
  const auto rounded = [&](Spot spot) { return Spot{std::round(spot.x * scale), std::round(spot.y * scale)}; };
  const auto pair = [&](Spot to, bool first) {
    const double x = (to.x - here.x) / scale, y = (to.y - here.y) / scale;
    if (!first && !(x < 0)) out += ' ';
    append_number(out, x, digits);
    if (!(y < 0)) out += ' ';
    append_number(out, y, digits);
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

std::string colour(Rgb8 c) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out = "#";
  for (const std::uint8_t part : {c.r, c.g, c.b}) {
    out += digits[part >> 4];
    out += digits[part & 15];
  }
  return out;
}

std::string base64(const std::vector<unsigned char>& bytes) {
  constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    const unsigned value = static_cast<unsigned>(bytes[i]) << 16 | (left > 1 ? static_cast<unsigned>(bytes[i + 1]) << 8 : 0U) |
                           (left > 2 ? static_cast<unsigned>(bytes[i + 2]) : 0U);
    out += letters[value >> 18];
    out += letters[value >> 12 & 63];
    out += left > 1 ? letters[value >> 6 & 63] : '=';
    out += left > 2 ? letters[value & 63] : '=';
  }
  return out;
}

/// Cairo writes it: the room of files comes after this one.
Result<std::vector<unsigned char>> png_bytes(const Rgb8Image& image) {
  cairo_surface_t* surface =
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(image.width), static_cast<int>(image.height));
  std::vector<unsigned char> bytes;
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
      auto* to = static_cast<std::vector<unsigned char>*>(closure);
      to->insert(to->end(), data, data + length);
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
  explicit Writer(const Drawing& drawing) : drawing_(drawing) {}

  Result<std::string> write() {
    const std::string w = std::to_string(drawing_.width), h = std::to_string(drawing_.height);
    out_ =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
        "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\" width=\"" +
        w + "\" height=\"" + h + "\" viewBox=\"0 0 " + w + " " + h + "\">\n<title>" + escaped(drawing_.title) + "</title>\n";
    write_glyphs();
    out_ += "<rect width=\"" + w + "\" height=\"" + h + "\" fill=\"" + colour(drawing_.paper) + "\"/>\n";
    for (const Mark& mark : drawing_.marks) CRATON_TRY(std::visit(*this, mark));
    out_ += "</svg>\n";
    return std::move(out_);
  }

  Result<void> operator()(const FillMark& mark) {
    out_ += "<path fill=\"" + colour(mark.ink.colour) + "\"" + opacity("fill-opacity", mark.ink.alpha) + " d=\"" +
            path_data(mark.shape, 1) + "\"/>\n";
    return {};
  }
  Result<void> operator()(const StrokeMark& mark) {
    const Pen& pen = mark.pen;
    out_ += "<path fill=\"none\" stroke=\"" + colour(pen.ink.colour) + "\" stroke-width=\"" + number(pen.width) + "\"" +
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
    out_ += "<g><title>" + escaped(mark.text) + "</title>\n";
    if (mark.halo.alpha > 0)
      for (const double share : {1.0, 0.7, 0.4}) {
        out_ += "<g fill=\"none\" stroke=\"" + colour(mark.halo.colour) + "\" stroke-width=\"" +
                number(2 * mark.halo_width * share * 100 / mark.size) + "\"" + opacity("stroke-opacity", 0.5 * mark.halo.alpha) +
                ">";
        use_letters(mark);
        out_ += "</g>\n";
      }
    out_ += "<g fill=\"" + colour(mark.ink.colour) + "\"" + opacity("fill-opacity", mark.ink.alpha) + ">";
    use_letters(mark);
    out_ += "</g></g>\n";
    return {};
  }
  Result<void> operator()(const ImageMark& mark) {
    CRATON_TRY(const std::vector<unsigned char> bytes, png_bytes(mark.image));
    out_ += "<image x=\"" + number(mark.at.x) + "\" y=\"" + number(mark.at.y) + "\" width=\"" + std::to_string(mark.image.width) +
            "\" height=\"" + std::to_string(mark.image.height) + "\" xlink:href=\"data:image/png;base64," + base64(bytes) +
            "\"/>\n";
    return {};
  }
  Result<void> operator()(const LayerBegin& mark) {
    if (mark.clip.empty()) {
      out_ += "<g id=\"" + escaped(mark.name) + "\" stroke-linejoin=\"round\">\n";
      return {};
    }
    const std::string clip = "clip" + std::to_string(clips_++);
    out_ += "<clipPath id=\"" + clip + "\"><path d=\"" + path_data(mark.clip, 1) + "\"/></clipPath>\n<g id=\"" +
            escaped(mark.name) + "\" clip-path=\"url(#" + clip + ")\" stroke-linejoin=\"round\">\n";
    return {};
  }
  Result<void> operator()(const LayerEnd&) {
    out_ += "</g>\n";
    return {};
  }

 private:
  static std::string opacity(std::string_view name, double alpha) {
    return alpha >= 1 ? "" : " " + std::string(name) + "=\"" + number(alpha, 3) + "\"";
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

  void use_letters(const TextMark& mark) {
    const double scale = mark.size / 100;
    for (const TextMark::Letter& letter : mark.letters) {
      if (!letter.glyph) continue;
      const std::string c = number(letter.cosine * scale, 4), s = number(letter.sine * scale, 4),
                        back = number(-letter.sine * scale, 4);
      out_ += "<use xlink:href=\"#g" + std::to_string(glyphs_.at(letter.glyph)) + "\" transform=\"matrix(" + c + " " + s + " " +
              back + " " + c + " " + number(letter.at.x) + " " + number(letter.at.y) + ")\"/>";
    }
  }

  const Drawing& drawing_;
  std::string out_;
  std::unordered_map<const Glyph*, std::size_t> glyphs_;
  std::size_t clips_ = 0;
};

}  // namespace

Result<std::string> svg_of(const Drawing& drawing) { return Writer(drawing).write(); }

}  // namespace craton::atlas
