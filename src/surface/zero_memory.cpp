#include "surface/zero_memory.h"

#include <cstdlib>
#include <limits>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace craton {
namespace {

constexpr std::size_t alignment = 64;
constexpr std::size_t huge_page = std::size_t{1} << 21;
constexpr std::size_t mapped_from = std::size_t{1} << 22;  // smaller ones come from the heap

/// What lies in the 64 bytes before the data.
struct Header {
  void* base = nullptr;
  std::size_t mapped = 0;  ///< bytes; 0: from the heap
};
static_assert(sizeof(Header) <= alignment);

std::byte* place_in(void* base, std::size_t mapped, std::size_t boundary) {
  const auto address = reinterpret_cast<std::uintptr_t>(base);
  const std::uintptr_t data = (address + alignment + boundary - 1) / boundary * boundary;
  auto* place = static_cast<std::byte*>(base) + (data - address);
  ::new (static_cast<void*>(place - alignment)) Header{base, mapped};
  return place;
}

}  // namespace

void FreeZeroMemory::operator()(std::byte* data) const {
  if (data == nullptr) return;
  const Header header = *std::launder(reinterpret_cast<Header*>(data - alignment));
#if defined(__linux__)
  if (header.mapped != 0) {
    ::munmap(header.base, header.mapped);
    return;
  }
#endif
  std::free(header.base);
}

ZeroMemory zero_memory(std::uint64_t bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() / 2) return nullptr;
  const auto size = static_cast<std::size_t>(bytes);
#if defined(__linux__)
  if (size >= mapped_from) {
    const std::size_t length = size + alignment + huge_page;
    void* base = ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED) return nullptr;
    std::byte* data = place_in(base, length, huge_page);
#if defined(MADV_HUGEPAGE)
    // Of use to large arrays, harmless where it is refused.
    (void)::madvise(data, size / huge_page * huge_page, MADV_HUGEPAGE);
#endif
    return ZeroMemory(data);
  }
#endif
  void* base = std::calloc(size + 2 * alignment, 1);
  return base == nullptr ? nullptr : ZeroMemory(place_in(base, 0, alignment));
}

}  // namespace craton
