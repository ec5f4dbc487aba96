#include "base/fp_mode.h"

#if defined(__SSE__) || defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace craton {
namespace {

#if defined(__SSE__) || defined(__x86_64__)

// MXCSR: bits 0–5 are sticky flags and no mode, 6 is denormals-are-zero, 7–12 mask the exceptions, 13–14 round, 15 flushes.
constexpr std::uint64_t mode_bits = 0xFFC0, ieee_mode = 0x1F80;
std::uint64_t read_mode() { return _mm_getcsr(); }
void write_mode(std::uint64_t mode) { _mm_setcsr(static_cast<unsigned>(mode)); }

#elif defined(__aarch64__)

// FPCR: everything zero is the IEEE default; flags live in another register.
constexpr std::uint64_t mode_bits = ~std::uint64_t{0}, ieee_mode = 0;
std::uint64_t read_mode() {
  std::uint64_t mode;
  asm volatile("mrs %0, fpcr" : "=r"(mode));
  return mode;
}
void write_mode(std::uint64_t mode) { asm volatile("msr fpcr, %0" : : "r"(mode) : "memory"); }

#else

// WebAssembly knows one mode only, the right one.
constexpr std::uint64_t mode_bits = 0, ieee_mode = 0;
std::uint64_t read_mode() { return 0; }
void write_mode(std::uint64_t) {}

#endif

}  // namespace

FloatingPointMode::FloatingPointMode() : saved_(read_mode()), changed_((saved_ & mode_bits) != ieee_mode) {
  if (changed_) write_mode((saved_ & ~mode_bits) | ieee_mode);
}

FloatingPointMode::~FloatingPointMode() {
  if (changed_) write_mode(saved_);
}

}  // namespace craton
