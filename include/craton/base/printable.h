#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <craton/base/export.h>

/// Texts that came from outside (files, recipes, arguments) and are shown to people.
namespace craton {

/// Bytes of the character that begins a text, by table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing
/// beyond U+10FFFF. 0 where none begins there.
CRATON_API std::size_t utf8_length(std::string_view text);
CRATON_API bool is_utf8(std::string_view text);
/// With U+FFFD in place of each byte that belongs to no character: what libraries of letters and readers of XML and JSON can
/// take.
CRATON_API std::string utf8_repaired(std::string_view text);

/// The text with nothing in it that a terminal would obey or that would show letters in another order: control characters, marks
/// of direction become "\u001b", "\u202e", as JSON writes them, so that JSON stays what it is; bytes that are no UTF-8 become
/// "\xff". Beyond `most` bytes its middle is left out.
CRATON_API std::string printable(std::string_view text, std::size_t most = std::string::npos);
/// The same, but lines stay lines.
CRATON_API std::string printable_lines(std::string_view text);

}  // namespace craton
