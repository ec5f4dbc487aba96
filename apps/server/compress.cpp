#include "compress.h"

#include <zlib.h>

#include <new>

namespace craton::server {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// Takes the part before the next comma off a list.
std::string_view next_of(std::string_view& list) {
  const std::size_t comma = list.find(',');
  const std::string_view part = list.substr(0, comma);
  list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
  return trimmed(part);
}

bool is_zero_weight(std::string_view parameters) {
  const std::size_t at = parameters.find("q=");
  if (at == std::string_view::npos) return false;
  const std::string_view weight = trimmed(parameters.substr(at + 2));
  return weight.starts_with('0') && weight.find_first_of("123456789") == std::string_view::npos;
}

/// `window` says what stands around the deflated bytes: zlib's deflateInit2.
std::string packed(std::string_view text, int level, int window) {
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // zlib does not write there
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  (void)deflate(&stream, Z_FINISH);
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace

std::string gzipped(std::string_view text, int level) { return packed(text, level, 15 + 16); }
std::string deflated(std::string_view text, int level) { return packed(text, level, -15); }

bool accepts_gzip(std::string_view list) {
  while (!list.empty()) {
    const std::string_view part = next_of(list);
    const std::size_t semicolon = part.find(';');
    const std::string_view name = trimmed(part.substr(0, semicolon));
    if (name != "gzip" && name != "x-gzip" && name != "*") continue;
    return semicolon == std::string_view::npos || !is_zero_weight(part.substr(semicolon + 1));
  }
  return false;
}

bool names_tag(std::string_view list, std::string_view etag) {
  if (etag.empty()) return false;
  while (!list.empty()) {
    std::string_view tag = next_of(list);
    if (tag == "*") return true;
    if (tag.starts_with("W/")) tag.remove_prefix(2);
    if (tag == etag) return true;
  }
  return false;
}

}  // namespace craton::server
