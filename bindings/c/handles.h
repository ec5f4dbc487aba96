#pragma once

#include <craton/craton.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>

#include <craton/base/result.h>

/// What all functions of the C interface are made of.
namespace craton::c {

craton_status fail(craton_error* error, craton_status status, std::string_view path, std::string_view message);
craton_status fail(craton_error* error, const Error& what);
craton_status null(craton_error* error, std::string_view path);

/// A text in a buffer of the caller, cut between characters where it is too long.
void copy_text(std::string_view text, char* buffer, std::size_t bytes);

/// All handles that there are, each with the mark of its kind: memory that a caller hands in is not looked at before it is known
/// to be one.
void remember(const void* handle, std::uint64_t mark);
void forget(const void* handle) noexcept;
bool is_known(const void* handle, std::uint64_t mark) noexcept;

/// Whether a handle is one, of its kind.
template <class Handle>
bool alive(const Handle* handle) noexcept {
  return handle != nullptr && is_known(handle, Handle::own_mark);
}

/// Hands a new one to the caller.
template <class Handle>
void give(std::unique_ptr<Handle> handle, Handle** made) {
  remember(handle.get(), Handle::own_mark);
  *made = handle.release();
}

craton_status no_handle(craton_error* error, std::string_view path);

/// Runs what a function does; nothing that is thrown leaves it.
template <class Body>
craton_status guarded(craton_error* error, Body&& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) { return fail(error, CRATON_NO_MEMORY, "", "there is not enough memory"); } catch (...) {
    return fail(error, CRATON_INTERNAL, "", "something was thrown");
  }
}

template <class Handle>
void destroy(Handle* handle) noexcept {
  if (!alive(handle)) return;
  forget(handle);
  delete handle;
}

/// A structure that may be longer or shorter than the caller's: only what both know is copied.
template <class Struct>
void init_sized(Struct* target, std::size_t size, Struct defaults) noexcept {
  if (target == nullptr || size < sizeof(std::uint32_t)) return;
  static_assert(std::is_trivially_copyable_v<Struct>);
  defaults.struct_size = static_cast<std::uint32_t>(size);
  std::memset(target, 0, size);
  std::memcpy(target, &defaults, std::min(size, sizeof(Struct)));
}

/// The caller's structure, with defaults for what it does not know; CRATON_INVALID where it never went through …_init.
template <class Struct>
craton_status read_sized(const Struct* given, Struct& options, std::string_view path, craton_error* error) {
  if (given == nullptr) return CRATON_OK;
  if (given->struct_size < 2 * sizeof(std::uint32_t))
    return fail(error, CRATON_INVALID, path, "its struct_size is not set; use …_init");
  std::memcpy(&options, given, std::min<std::size_t>(given->struct_size, sizeof(Struct)));
  return CRATON_OK;
}

/// Fills the caller's structure, as far as it reaches.
template <class Struct>
craton_status write_sized(Struct filled, Struct* target, std::string_view path, craton_error* error) {
  if (target == nullptr) return null(error, path);
  if (target->struct_size < 2 * sizeof(std::uint32_t))
    return fail(error, CRATON_INVALID, path, "its struct_size is not set; use …_init");
  filled.struct_size = target->struct_size;
  std::memcpy(target, &filled, std::min<std::size_t>(target->struct_size, sizeof(Struct)));
  return CRATON_OK;
}

}  // namespace craton::c

/// Hands a failure to the caller.
#define CRATON_C_TRY(expression)                                                          \
  do {                                                                                    \
    if (const craton_status status_ = (expression); status_ != CRATON_OK) return status_; \
  } while (false)
