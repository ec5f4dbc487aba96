#include <craton/files/text_file.h>

#include <array>
#include <cstdio>
#include <string_view>

#include <craton/base/printable.h>

#include "files/open_file.h"

namespace craton {
namespace {

Result<void> check_utf8(const std::string& path, std::string_view text) {
  std::size_t line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0)
      return Error{ErrorCode::corrupt, path,
                   "not UTF-8: byte " + std::to_string(at + 1) + ", in line " + std::to_string(line) + ", begins no character"};
    if (text[at] == '\n') ++line;
    at += length;
  }
  return {};
}

}  // namespace

Result<std::string> read_text_file(const std::string& path, std::uint64_t max_bytes) {
  CRATON_TRY(files::OpenFile file, files::open_to_read(path));
  const auto too_large = [&](const std::string& size) {
    return Error{ErrorCode::unsupported, path, "too large: " + size + " bytes, at most " + std::to_string(max_bytes)};
  };
  if (file.size > max_bytes) return too_large(std::to_string(file.size));
  // By pieces: the size of a file that somebody writes, or that the system makes up, is a guess.
  std::string text;
  std::array<char, 1 << 14> piece;
  while (const std::size_t count = std::fread(piece.data(), 1, piece.size(), file.stream.get())) {
    text.append(piece.data(), count);
    if (text.size() > max_bytes) return too_large("more than " + std::to_string(max_bytes));
  }
  if (std::ferror(file.stream.get())) return Error{ErrorCode::io, path, "reading failed"};
  CRATON_TRY(check_utf8(path, text));
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  return text;
}

}  // namespace craton
