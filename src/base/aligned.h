#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <vector>

namespace craton {

/// Widest vector of any target we compile for (AVX-512), in bytes.
inline constexpr std::size_t vector_alignment = 64;

template <class T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{vector_alignment}));
  }
  void deallocate(T* data, std::size_t) { ::operator delete (data, std::align_val_t{vector_alignment}); }

  /// Default-initialises: large arrays are written by kernels before they are read.
  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Args>
  void construct(U* place, Args&&... args) {
    ::new (static_cast<void*>(place)) U(static_cast<Args&&>(args)...);
  }

  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

/// A fixed array on a vector boundary, with room to read or write one vector past its end.
template <class T, std::size_t Count>
struct alignas(vector_alignment) AlignedArray {
  T data[Count + vector_alignment / sizeof(T)];

  T& operator[](std::size_t i) { return data[i]; }
  const T& operator[](std::size_t i) const { return data[i]; }

  /// Repeats the last of `count` elements to the end of its vector, so that kernels may take whole vectors.
  void pad_from(std::size_t count) {
    for (std::size_t i = count; i % (vector_alignment / sizeof(T)) != 0; ++i) data[i] = data[count - 1];
  }
};

}  // namespace craton
