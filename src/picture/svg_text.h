#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include <craton/base/printable.h>
#include <craton/picture/image.h>

/// How numbers, texts and bytes stand in SVG (W3C 2011) and HTML.
namespace craton::picture {

/// At most so many digits behind the point, without zeros at the end: "0.25", "3", never "-0".
inline void append_svg_number(std::string& out, double value, int digits) {
  std::array<char, 400> buffer;  // the largest double has 309 digits before its point
  const char* end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, digits).ptr;
  std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  if (text.find('.') != std::string_view::npos) {
    while (text.ends_with('0')) text.remove_suffix(1);
    if (text.ends_with('.')) text.remove_suffix(1);
  }
  out += text == "-0" ? "0" : text;
}
inline std::string svg_number(double value, int digits) {
  std::string out;
  append_svg_number(out, value, digits);
  return out;
}

/// As text or as the value of an attribute. Control characters and bytes that are no UTF-8 have no place in XML.
inline std::string svg_escaped(std::string_view text) {
  std::string out;
  for (const char c : utf8_repaired(text)) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20) out += c;
    }
  return out;
}

/// "#2b2f33".
inline std::string svg_colour(Rgb8 colour) {
  std::string out = "#";
  for (const std::uint8_t part : {colour.r, colour.g, colour.b}) {
    out += "0123456789abcdef"[part >> 4];
    out += "0123456789abcdef"[part & 15];
  }
  return out;
}

/// RFC 4648, section 4.
inline std::string base64(std::string_view bytes) {
  constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const auto at = [&](std::size_t k) { return k < left ? std::uint32_t{static_cast<unsigned char>(bytes[i + k])} : 0U; };
    const std::uint32_t group = at(0) << 16 | at(1) << 8 | at(2);
    text += letters[group >> 18];
    text += letters[group >> 12 & 63];
    text += left > 1 ? letters[group >> 6 & 63] : '=';
    text += left > 2 ? letters[group & 63] : '=';
  }
  return text;
}

}  // namespace craton::picture
