#include <array>

#include <craton/base/position.h>
#include <craton/recipe/recipe.h>

#include "handles.h"

namespace craton::c {
namespace {

craton_status status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_value: return CRATON_INVALID;
    case ErrorCode::unknown_name: return CRATON_UNKNOWN;
    case ErrorCode::unsupported: return CRATON_UNSUPPORTED;
    case ErrorCode::io: return CRATON_IO;
    case ErrorCode::corrupt: return CRATON_CORRUPT;
    case ErrorCode::cancelled: return CRATON_CANCELLED;
  }
  return CRATON_INTERNAL;
}

}  // namespace

void copy_text(std::string_view text, char* buffer, std::size_t bytes) {
  std::size_t length = std::min(text.size(), bytes - 1);
  // Bytes 10xxxxxx continue a character.
  if (length < text.size())
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U) --length;
  std::memcpy(buffer, text.data(), length);
  buffer[length] = 0;
}

craton_status fail(craton_error* error, craton_status status, std::string_view path, std::string_view message) {
  if (error != nullptr) {
    error->status = status;
    error->reserved = 0;
    copy_text(path, error->path, sizeof error->path);
    copy_text(message, error->message, sizeof error->message);
  }
  return status;
}

craton_status fail(craton_error* error, const Error& what) { return fail(error, status_of(what.code), what.path, what.message); }

craton_status null(craton_error* error, std::string_view path) { return fail(error, CRATON_INVALID, path, "it is NULL"); }

craton_status no_handle(craton_error* error, std::string_view path) {
  return fail(error, CRATON_INVALID, path, "it is NULL, of another kind, or destroyed");
}

}  // namespace craton::c

using namespace craton::c;

uint32_t craton_abi_version(void) { return CRATON_ABI_VERSION; }

const char* craton_version(void) { return CRATON_VERSION; }

const char* craton_status_name(craton_status status) {
  static constexpr std::array names = {"ok",      "invalid",   "unknown",   "unsupported", "io",
                                       "corrupt", "cancelled", "no memory", "too small",   "internal"};
  if (status < 0 || static_cast<std::size_t>(status) >= names.size()) return "unknown status";
  return names[static_cast<std::size_t>(status)];
}

craton_status craton_units_from_metres(double metres, int64_t* units, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (units == nullptr) return null(error, "units");
    const craton::Result<std::int64_t> found = craton::units_from_metres(metres);
    if (!found) return fail(error, found.error());
    *units = *found;
    return CRATON_OK;
  });
}

craton_status craton_seed_from_text(const char* text, uint64_t* seed, craton_error* error) {
  return guarded(error, [&]() -> craton_status {
    if (text == nullptr) return null(error, "text");
    if (seed == nullptr) return null(error, "seed");
    const craton::Result<std::uint64_t> found = craton::seed_from_text(text, "text");
    if (!found) return fail(error, found.error());
    *seed = *found;
    return CRATON_OK;
  });
}
