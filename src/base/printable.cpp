#include <craton/base/printable.h>

#include <algorithm>

namespace craton {
namespace {

/// The number of a whole character.
unsigned code_of(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  unsigned code = character.size() == 1 ? first : first & (0x7FU >> character.size());
  for (const char next : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(next) & 0x3FU);
  return code;
}

/// Controls (C0, DEL, C1), what is written from right to left or hides it, separators of lines and what nobody sees.
bool is_obeyed(unsigned code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C || (code >= 0x200B && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF ||
         (code >= 0xFFF9 && code <= 0xFFFB) || (code >= 0xE0000 && code <= 0xE007F);
}

void append_number(std::string& out, std::string_view mark, unsigned number, int digits) {
  if (number > 0xFFFF) {  // as in JSON: a pair
    append_number(out, mark, 0xD7C0 + (number >> 10), digits);
    number = 0xDC00 | (number & 0x3FF);
  }
  out += mark;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += "0123456789abcdef"[number >> shift & 15];
}

std::string shown(std::string_view text, bool lines) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const unsigned code = length ? code_of(text.substr(0, length)) : static_cast<unsigned char>(text[0]);
    if (length == 0)
      append_number(out, "\\x", code, 2);
    else if (is_obeyed(code) && !(lines && (code == '\n' || code == '\t')))
      append_number(out, "\\u", code, 4);
    else
      out += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

/// Whole characters alone, at most so many bytes.
std::string_view cut(std::string_view text, std::size_t most) {
  while (most > 0 && most < text.size() && (text[most] & 0xC0) == 0x80) --most;
  return text.substr(0, most);
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  if (text.empty()) return 0;
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4 || !follows(1)) return 0;
  if (first < 0xE0) return 2;
  if (!follows(2) || (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F)) return 0;
  if (first < 0xF0) return 3;
  if (!follows(3) || (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) return 0;
  return 4;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string utf8_repaired(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    out += length ? text.substr(0, length) : "\uFFFD";
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::string printable(std::string_view text, std::size_t most) {
  std::string all = shown(text, false);
  if (all.size() <= most) return all;
  constexpr std::string_view dots = "…";
  const std::size_t kept = most > dots.size() ? most - dots.size() : 0, end = kept / 3;
  std::string_view tail = std::string_view(all).substr(all.size() - end);
  while (!tail.empty() && (tail[0] & 0xC0) == 0x80) tail.remove_prefix(1);
  return std::string(cut(all, kept - end)).append(dots).append(tail);
}

std::string printable_lines(std::string_view text) { return shown(text, true); }

}  // namespace craton
