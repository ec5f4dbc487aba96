#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <craton/base/result.h>
#include <craton/base/seed.h>
#include <craton/surface/topology.h>

namespace craton::cli {

/// All that commands print goes through these: what came from outside is letters on a terminal and nothing more.
void print_text(std::FILE* stream, std::string_view text);
template <class... Values>
void say(fmt::format_string<Values...> form, Values&&... values) {
  print_text(stdout, fmt::format(form, std::forward<Values>(values)...));
}
template <class... Values>
void complain(fmt::format_string<Values...> form, Values&&... values) {
  print_text(stderr, fmt::format(form, std::forward<Values>(values)...));
}

/// "what: message" errors for options; `option` is written as the user typed it ("--size").
Error invalid(std::string_view option, std::string message);

std::vector<std::string_view> split(std::string_view text, char separator);
std::string joined(std::span<const std::string_view> words, std::string_view separator = ", ");

/// The whole text must be the number. Infinities and NaN are errors.
Result<double> parse_number(std::string_view text, std::string_view option);
Result<std::int64_t> parse_integer(std::string_view text, std::string_view option);
Result<std::vector<double>> parse_numbers(std::string_view text, std::string_view option);

/// A 64-bit number, decimal or 0x…, or a word: the child of seed 0 of that name.
Result<Seed> parse_seed(std::string_view text, std::string_view option);

/// "640", "640x480" or "640x480x16"; each side 1 … 65536, 2^32 samples at most.
Result<std::vector<std::uint32_t>> parse_size(std::string_view text, std::string_view option);
/// Of something flat: WxH, or one number for a square.
Result<GridSize> parse_sides(std::string_view text, std::string_view option);

/// "4096", "512M", "4G", "1.5GiB": bytes, or with K, M, G, T their multiples by 1024.
Result<std::uint64_t> parse_bytes(std::string_view text, std::string_view option);
/// "1.5 GiB", "12 KiB", "0 bytes".
std::string bytes_text(std::uint64_t bytes);

/// " (did you mean "x"?)", or nothing.
std::string suggestion(std::string_view name, std::span<const std::string_view> candidates);

/// Columns below each other, two spaces between them; `right` of them are set to the right ("lrr" for three columns).
std::string table(const std::vector<std::vector<std::string>>& rows, std::string_view align, std::string_view indent = "");

/// Breaks lines at spaces, so that help fits a terminal.
std::string wrapped(std::string_view text, std::size_t columns);

/// A … Z become a … z; endings of files are compared so.
std::string lower(std::string text);

std::string json_string(std::string_view text);
std::string json_number(double value);  ///< null where JSON has no number
std::string json_number(float value);

}  // namespace craton::cli
