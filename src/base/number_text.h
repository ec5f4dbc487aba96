#pragma once

#include <array>
#include <charconv>
#include <string>

namespace craton {

/// At most so many significant digits, with a point whatever the locale of the program says: "1.5", "3e+38".
inline std::string number_text(double value, int digits) {
  std::array<char, 64> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, digits).ptr;
  return {text.data(), end};
}

/// As many digits as it takes to read the same number again.
inline std::string number_text(double value) {
  std::array<char, 64> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

}  // namespace craton
