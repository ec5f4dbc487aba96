#include "target.h"

#include <algorithm>
#include <cstdint>

namespace craton::server {
namespace {

Error bad(std::string message) { return {ErrorCode::invalid_value, "request target", std::move(message)}; }

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

bool has_control(std::string_view text) { return std::any_of(text.begin(), text.end(), is_control); }

// The part of an absolute form that follows its authority.
std::string_view without_authority(std::string_view text) {
  constexpr std::string_view scheme = "http://";
  if (!text.starts_with(scheme)) return text;
  const std::size_t slash = text.find_first_of("/?", scheme.size());
  return slash == std::string_view::npos ? std::string_view("/") : text.substr(slash);
}

Result<std::string> segment_of(std::string_view encoded) {
  std::optional<std::string> segment = percent_decoded(encoded, false);
  if (!segment) return bad("a per cent sign stands before two hexadecimal digits");
  if (segment->empty()) return bad("a part of the path is empty");
  if (*segment == "." || *segment == "..") return bad("the path leads elsewhere; \".\" and \"..\" are not allowed");
  if (segment->find_first_of("/\\") != std::string::npos || has_control(*segment) || !is_utf8(*segment))
    return bad("a part of the path holds characters that no name has");
  return *std::move(segment);
}

Result<void> read_path(std::string_view path, Target& target) {
  if (!path.starts_with('/')) return bad("the path begins with a slash");
  path.remove_prefix(1);
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    CRATON_TRY(std::string segment, segment_of(path.substr(0, slash)));
    if (target.path.size() == most_segments) return bad("the path has too many parts");
    target.path.push_back(std::move(segment));
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
  }
  return {};
}

Result<void> read_query(std::string_view query, Target& target) {
  while (!query.empty()) {
    const std::size_t end = query.find('&');
    const std::string_view pair = query.substr(0, end);
    query.remove_prefix(end == std::string_view::npos ? query.size() : end + 1);
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    std::optional<std::string> name = percent_decoded(pair.substr(0, equals), true);
    std::optional<std::string> value =
        equals == std::string_view::npos ? std::optional<std::string>("") : percent_decoded(pair.substr(equals + 1), true);
    if (!name || !value) return bad("a per cent sign stands before two hexadecimal digits");
    if (has_control(*name) || has_control(*value) || !is_utf8(*name) || !is_utf8(*value))
      return bad("the query holds control characters, or is not UTF-8");
    if (target.find(*name)) return bad("\"" + *name + "\" stands twice in the query");
    if (target.query.size() == most_pairs) return bad("the query has too many parts");
    target.query.emplace_back(*std::move(name), *std::move(value));
  }
  return {};
}

}  // namespace

const std::string* Target::find(std::string_view name) const {
  const auto found = std::find_if(query.begin(), query.end(), [&](const auto& pair) { return pair.first == name; });
  return found == query.end() ? nullptr : &found->second;
}

std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_space) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_space) {
      decoded += ' ';
    } else if (text[i] == '%') {
      const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
      if (high < 0 || low < 0) return {};
      decoded += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

// Table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool is_utf8(std::string_view text) {
  std::size_t i = 0;
  const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(text[at]); };
  while (i < text.size()) {
    const std::uint8_t first = byte(i);
    if (first < 0x80) {
      ++i;
      continue;
    }
    const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                               : first >= 0xE0 && first <= 0xEF ? 3
                               : first >= 0xF0 && first <= 0xF4 ? 4
                                                                : 0;
    if (length == 0 || i + length > text.size()) return false;
    const std::uint8_t lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const std::uint8_t highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (byte(i + 1) < lowest || byte(i + 1) > highest) return false;
    for (std::size_t k = 2; k < length; ++k)
      if (byte(i + k) < 0x80 || byte(i + k) > 0xBF) return false;
    i += length;
  }
  return true;
}

Result<Target> parse_target(std::string_view text) {
  if (text.empty()) return bad("it is empty");
  if (text.size() > most_target_bytes) return bad("it is too long");
  text = without_authority(text);
  text = text.substr(0, text.find('#'));
  const std::size_t question = text.find('?');
  Target target;
  const std::string_view path = text.substr(0, question);
  CRATON_TRY(read_path(path.empty() ? std::string_view("/") : path, target));
  if (question != std::string_view::npos) CRATON_TRY(read_query(text.substr(question + 1), target));
  return target;
}

}  // namespace craton::server
