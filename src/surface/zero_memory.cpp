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
constexpr std::size_t mapped_from = std::size_t{1} << 16;  // smaller ones come from the heap
constexpr std::size_t huge_from = std::size_t{1} << 20;    // as huge pages where the system has them

/// What lies in the 64 bytes before the data.
struct Header {
  void* base = nullptr;
  std::size_t mapped = 0;  ///< bytes; 0: from the heap
};
static_assert(sizeof(Header) <= alignment);

#if defined(__linux__)
/// Mapped memory that was given back, for whoever wants about as much next: tiles of terrain and their strips come and go by the
/// thousand, and asking the system for fresh pages takes longer than clearing old ones. Some pieces of middling size, no more.
class Spare {
 public:
  struct Piece {
    void* base = nullptr;
    std::size_t length = 0;
  };

  /// The one that fits best; none (null) where all are too small or far too large. Its bytes are whatever they were.
  Piece take(std::size_t length) {
    const std::lock_guard lock(mutex_);
    std::size_t best = count_;
    for (std::size_t i = 0; i < count_; ++i)
      if (pieces_[i].length >= length && pieces_[i].length <= length + length / 2 &&
          (best == count_ || pieces_[i].length <= pieces_[best].length))
        best = i;
    if (best == count_) return {};
    return remove(best);
  }
  /// Unmaps what was here longest where there is no room.
  void give(Piece piece) {
    if (piece.length > largest) return unmap(piece);
    std::array<Piece, capacity> leave{};
    std::size_t leaving = 0;
    {
      const std::lock_guard lock(mutex_);
      while (count_ == capacity || (count_ > 0 && bytes_ + piece.length > most_bytes)) leave[leaving++] = remove(0);
      pieces_[count_++] = piece;
      bytes_ += piece.length;
    }
    for (std::size_t i = 0; i < leaving; ++i) unmap(leave[i]);
  }

 private:
  static constexpr std::size_t capacity = 32;
  static constexpr std::size_t largest = std::size_t{1} << 24, most_bytes = std::size_t{1} << 26;

  static void unmap(const Piece& piece) { ::munmap(piece.base, piece.length); }
  Piece remove(std::size_t place) {
    const Piece piece = pieces_[place];
    std::move(pieces_.begin() + place + 1, pieces_.begin() + count_, pieces_.begin() + place);
    --count_;
    bytes_ -= piece.length;
    return piece;
  }

  std::mutex mutex_;
  std::array<Piece, capacity> pieces_;
  std::size_t count_ = 0, bytes_ = 0;
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
    spare().give({header.base, header.mapped});
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
    const std::size_t boundary = size >= huge_from ? huge_page : alignment;
    const std::size_t length = (size + alignment + boundary + page - 1) / page * page;
    if (const Spare::Piece used = spare().take(length); used.base) {
      std::byte* data = place_in(used.base, used.length, boundary);
      if (!unset) std::memset(data, 0, size);
      return ZeroMemory(data);
    }
    void* base = ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED) return nullptr;
    std::byte* data = place_in(base, length, boundary);
#if defined(MADV_HUGEPAGE)
    // Of use to large arrays, harmless where it is refused.
    if (size >= huge_from) (void)::madvise(data, size / huge_page * huge_page, MADV_HUGEPAGE);
#endif
    return ZeroMemory(data);
  }
#endif
  void* base = unset ? std::malloc(size + 2 * alignment) : std::calloc(size + 2 * alignment, 1);
  return base == nullptr ? nullptr : ZeroMemory(place_in(base, 0, alignment));
}

}  // namespace craton
