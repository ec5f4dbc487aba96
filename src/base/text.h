#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace craton {

/// The pieces in one string. (Chains of + with literals in front also trip a false alarm of g++ 12, PR 105329.)
inline std::string concat(std::initializer_list<std::string_view> pieces) {
  std::size_t length = 0;
  for (std::string_view piece : pieces) length += piece.size();
  std::string text;
  text.reserve(length);
  for (std::string_view piece : pieces) text += piece;
  return text;
}

/// "a | b | c"
template <class Names>
std::string joined(const Names& names, std::string_view separator = " | ") {
  std::string text;
  for (const auto& name : names) {
    if (!text.empty()) text += separator;
    text += name;
  }
  return text;
}

/// `; did you mean "near"?`, or nothing when nothing is near.
inline std::string suggestion(std::string_view near) { return near.empty() ? "" : concat({"; did you mean \"", near, "\"?"}); }

}  // namespace craton
