#include "handles.h"

#include <array>
#include <cstddef>
#include <mutex>
#include <unordered_map>

namespace craton::c {
namespace {

/// Handles by address. Several shelves, so that threads seldom wait for each other.
struct Shelf {
  std::mutex mutex;
  std::unordered_map<const void*, std::uint64_t> mark_of;
};
constexpr std::size_t shelves = 64;

Shelf& shelf_of(const void* handle) {
  // Never ended: programs may destroy handles while they themselves end.
  static auto* const all = new std::array<Shelf, shelves>();
  return (*all)[reinterpret_cast<std::uintptr_t>(handle) / alignof(std::max_align_t) % shelves];
}

}  // namespace

void remember(const void* handle, std::uint64_t mark) {
  Shelf& shelf = shelf_of(handle);
  const std::lock_guard lock(shelf.mutex);
  shelf.mark_of[handle] = mark;
}

void forget(const void* handle) noexcept {
  Shelf& shelf = shelf_of(handle);
  const std::lock_guard lock(shelf.mutex);
  shelf.mark_of.erase(handle);
}

bool is_known(const void* handle, std::uint64_t mark) noexcept {
  Shelf& shelf = shelf_of(handle);
  const std::lock_guard lock(shelf.mutex);
  const auto found = shelf.mark_of.find(handle);
  return found != shelf.mark_of.end() && found->second == mark;
}

}  // namespace craton::c
