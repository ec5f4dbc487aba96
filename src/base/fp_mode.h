#pragma once

#include <cstdint>

namespace craton {

/// Sets the floating-point mode that the promise of equal bits rests on (round to nearest, subnormals kept, exceptions
/// masked) and puts the caller's back at the end of the scope. Every public call that computes holds one, because a host may
/// have set flush-to-zero; every worker thread holds its own, because the mode belongs to the thread.
///
/// Compilers move arithmetic across a change of mode they know nothing of: hold the guard in the function that CALLS the
/// kernel (through a dispatch table or out of line), never beside the arithmetic itself.
class FloatingPointMode {
 public:
  FloatingPointMode();
  ~FloatingPointMode();
  FloatingPointMode(const FloatingPointMode&) = delete;
  FloatingPointMode& operator=(const FloatingPointMode&) = delete;

 private:
  std::uint64_t saved_ = 0;
  bool changed_ = false;
};

}  // namespace craton
