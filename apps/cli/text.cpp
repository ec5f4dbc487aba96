#include "text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include <craton/base/params.h>
#include <craton/base/printable.h>
#include <craton/recipe/recipe.h>

namespace craton::cli {
namespace {

constexpr std::size_t longest_cell = 400;  // of a table, in bytes
constexpr std::uint32_t largest_side = 65536;
constexpr std::uint64_t most_samples = std::uint64_t{1} << 32;

template <class T, class... Format>
bool parse_all(std::string_view text, T& value, Format... format) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format...);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

}  // namespace

void print_text(std::FILE* stream, std::string_view text) {
  const std::string shown = printable_lines(text);
  (void)std::fwrite(shown.data(), 1, shown.size(), stream);  // main asks the stream whether it went well
}

Error invalid(std::string_view option, std::string message) {
  return {ErrorCode::invalid_value, std::string(option), std::move(message)};
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t start = 0;;) {
    const std::size_t end = text.find(separator, start);
    parts.push_back(text.substr(start, end == std::string_view::npos ? end : end - start));
    if (end == std::string_view::npos) return parts;
    start = end + 1;
  }
}

std::string joined(std::span<const std::string_view> words, std::string_view separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

Result<double> parse_number(std::string_view text, std::string_view option) {
  double value = 0;
  if (!parse_all(text, value)) return invalid(option, fmt::format("\"{}\" is not a number", text));
  if (!std::isfinite(value)) return invalid(option, fmt::format("\"{}\" is not a finite number", text));
  return value;
}

Result<std::int64_t> parse_integer(std::string_view text, std::string_view option) {
  std::int64_t value = 0;
  if (!parse_all(text, value)) return invalid(option, fmt::format("\"{}\" is not a whole number", text));
  return value;
}

Result<std::vector<double>> parse_numbers(std::string_view text, std::string_view option) {
  std::vector<double> values;
  for (std::string_view part : split(text, ',')) {
    CRATON_TRY(const double value, parse_number(part, option));
    values.push_back(value);
  }
  return values;
}

Result<Seed> parse_seed(std::string_view text, std::string_view option) {
  CRATON_TRY(const std::uint64_t seed, seed_from_text(text, option));
  return Seed{seed};
}

Result<std::vector<std::uint32_t>> parse_size(std::string_view text, std::string_view option) {
  const std::vector<std::string_view> parts = split(text, 'x');
  if (parts.size() > 3) return invalid(option, fmt::format("\"{}\" has more than three sides", text));
  std::vector<std::uint32_t> sides;
  std::uint64_t samples = 1;
  for (std::string_view part : parts) {
    const Result<std::int64_t> side = parse_integer(part, option);
    if (!side) return invalid(option, fmt::format("\"{}\" is no size; write it like 1024x1024", text));
    if (*side < 1 || *side > largest_side)
      return invalid(option, fmt::format("\"{}\": each side must be 1 … {}", text, largest_side));
    sides.push_back(static_cast<std::uint32_t>(*side));
    samples *= sides.back();
  }
  if (samples > most_samples)
    return invalid(option, fmt::format("\"{}\" has {} samples; at most {} (2^32) are allowed", text, samples, most_samples));
  return sides;
}

Result<GridSize> parse_sides(std::string_view text, std::string_view option) {
  CRATON_TRY(const std::vector<std::uint32_t> sides, parse_size(text, option));
  if (sides.size() > 2) return invalid(option, fmt::format("\"{}\" has three sides; write W or WxH, such as 1024x512", text));
  return GridSize{sides.front(), sides.back()};
}

Result<std::uint64_t> parse_bytes(std::string_view text, std::string_view option) {
  constexpr std::string_view prefixes = "KMGT";
  std::string_view number = text;
  if (number.ends_with("iB"))
    number.remove_suffix(2);
  else if (number.ends_with("B"))
    number.remove_suffix(1);
  double factor = 1;
  if (const std::size_t place = number.empty() ? std::string_view::npos : prefixes.find(number.back());
      place != std::string_view::npos) {
    number.remove_suffix(1);
    factor = static_cast<double>(std::uint64_t{1} << (10 * (place + 1)));
  }
  double value = 0;
  if (!parse_all(number, value, std::chars_format::fixed) || !(value >= 0) || value * factor >= 0x1p63)
    return invalid(option, fmt::format("\"{}\" is no size; write it like 512M or 4G", text));
  return static_cast<std::uint64_t>(value * factor);
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::string_view names[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes);
  std::size_t name = 0;
  while (value >= 1000 && name + 1 < std::size(names)) {
    value /= 1024;
    ++name;
  }
  return name == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.{}f} {}", value, value < 10 ? 1 : 0, names[name]);
}

std::string table(const std::vector<std::vector<std::string>>& given, std::string_view align, std::string_view indent) {
  std::vector<std::vector<std::string>> rows = given;
  for (auto& row : rows)
    for (std::string& cell : row) cell = printable(cell, longest_cell);
  // Letters are not bytes: the following bytes of a UTF-8 letter take no room.
  const auto width_of = [](std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
  };
  std::vector<std::size_t> widths(align.size(), 0);
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  std::string out;
  for (const auto& row : rows) {
    std::string line(indent);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - width_of(row[i]), ' ');
      line += (i ? "  " : "") + (align[i] == 'r' ? space + row[i] : row[i] + space);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string suggestion(std::string_view name, std::span<const std::string_view> candidates) {
  const std::string_view near = nearest_name(name, candidates);
  return near.empty() ? "" : fmt::format(" (did you mean \"{}\"?)", near);
}

std::string wrapped(std::string_view text, std::size_t columns) {
  std::string out;
  std::size_t column = 0;
  for (std::string_view word : split(text, ' ')) {
    if (column != 0 && column + 1 + word.size() > columns) {
      out += '\n';
      column = 0;
    } else if (column != 0) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : utf8_repaired(text)) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + "\"";
}

std::string json_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }
std::string json_number(float value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }

}  // namespace craton::cli
