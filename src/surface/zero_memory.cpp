#include "surface/zero_memory.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "surface/unset_memory.h"

namespace craton {
namespace {

thread_local bool unset = false;  // see UnsetMemory

constexpr std::size_t alignment = 64;
constexpr std::size_t page = 4096, huge_page = std::size_t{1} << 21;
constexpr std::size_t mapped_from = std::size_t{1} << 20;  // smaller ones come from the heap

/// What lies in the 64 bytes before the data.
struct Header {
  void* base = nullptr;
  std::size_t mapped = 0;  ///< bytes; 0: from the heap
};
static_assert(sizeof(Header) <= alignment);

#if defined(__linux__)
/// Mapped memory that was given back, for whoever wants as much next: tiles of terrain come and go by the thousand, and asking
/// the system for fresh pages takes longer than clearing old ones. A few pieces of middling size, no more.
class Spare {
 public:
  /// Null where there is none of this length. Its bytes are whatever they were.
  void* take(std::size_t length) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = count_; i-- > 0;)
      if (pieces_[i].length == length) {
        void* base = pieces_[i].base;
        std::move(pieces_.begin() + i + 1, pieces_.begin() + count_, pieces_.begin() + i);
        --count_;
        return base;
      }
    return nullptr;
  }
  /// Unmaps what was here longest where there is no room.
  void give(void* base, std::size_t length) {
    Piece leaves{base, length};
    if (length <= largest) {
      const std::lock_guard lock(mutex_);
      leaves = {};
      if (count_ == pieces_.size()) {
        leaves = pieces_.front();
        std::move(pieces_.begin() + 1, pieces_.end(), pieces_.begin());
        --count_;
      }
      pieces_[count_++] = {base, length};
    }
    if (leaves.base) ::munmap(leaves.base, leaves.length);
  }

 private:
  struct Piece {
    void* base = nullptr;
    std::size_t length = 0;
  };
  static constexpr std::size_t largest = std::size_t{1} << 24;  // 8 of them are 128 MiB at most, and usually far less
  std::mutex mutex_;
  std::array<Piece, 8> pieces_;
  std::size_t count_ = 0;
};

Spare& spare() {
  static Spare one;  // what it holds goes back to the system when the process ends
  return one;
}
#endif

std::byte* place_in(void* base, std::size_t mapped, std::size_t boundary) {
  const auto address = reinterpret_cast<std::uintptr_t>(base);
  const std::uintptr_t data = (address + alignment + boundary - 1) / boundary * boundary;
  auto* place = static_cast<std::byte*>(base) + (data - address);
  ::new (static_cast<void*>(place - alignment)) Header{base, mapped};
  return place;
}

}  // namespace

UnsetMemory::UnsetMemory() : before_(unset) { unset = true; }
UnsetMemory::~UnsetMemory() { unset = before_; }

void FreeZeroMemory::operator()(std::byte* data) const {
  if (data == nullptr) return;
  const Header header = *std::launder(reinterpret_cast<Header*>(data - alignment));
#if defined(__linux__)
  if (header.mapped != 0) {
    spare().give(header.base, header.mapped);
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
    const std::size_t length = (size + alignment + huge_page + page - 1) / page * page;
    if (void* used = spare().take(length)) {
      std::byte* data = place_in(used, length, huge_page);
      if (!unset) std::memset(data, 0, size);
      return ZeroMemory(data);
    }
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
  void* base = unset ? std::malloc(size + 2 * alignment) : std::calloc(size + 2 * alignment, 1);
  return base == nullptr ? nullptr : ZeroMemory(place_in(base, 0, alignment));
}

}  // namespace craton
