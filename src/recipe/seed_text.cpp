#include <charconv>

#include <craton/recipe/recipe.h>

#include "base/text.h"
#include "recipe/json_value.h"

namespace craton {
namespace {

bool read_all(std::string_view digits, int base, std::uint64_t& value) {
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  return error == std::errc() && end == digits.data() + digits.size() && !digits.empty();
}

// Letters of other alphabets are bytes beyond ASCII.
bool begins_with_letter(std::string_view text) {
  if (text.empty()) return false;
  const auto first = static_cast<unsigned char>(text.front());
  return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first >= 0x80;
}

}  // namespace

Result<std::uint64_t> seed_from_text(std::string_view text, std::string_view path) {
  std::uint64_t value = 0;
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal ? read_all(text.substr(2), 16, value) : read_all(text, 10, value)) return value;
  if (begins_with_letter(text)) return Seed{0}.child(text).value;
  return Error{ErrorCode::invalid_value, std::string(path),
               concat({"found ", recipe::shown(text), ", allowed 0 … 2^64 − 1, 0x…, or a word that starts with a letter"})};
}

}  // namespace craton
