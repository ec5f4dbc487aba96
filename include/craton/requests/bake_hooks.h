#pragma once

#include <cstdint>

#include <craton/base/export.h>

namespace craton {

/// How far a bake is.
struct BakeState {
  std::uint64_t tiles = 0;  ///< of what this process is to do
  std::uint64_t done = 0;   ///< of these, with those that were there before
  std::uint64_t made = 0;   ///< by this call
  std::uint64_t bytes = 0;  ///< of the tiles that it made
};

/// What a program may see of a bake, and how it lets several processes share one.
class CRATON_API BakeHooks {
 public:
  virtual ~BakeHooks() = default;
  /// From time to time, from one thread.
  virtual void state(const BakeState&) {}

  // Processes that know each other, such as those of MPI. Where there is one alone, the share of the request counts.
  virtual std::uint64_t processes() const { return 1; }
  virtual std::uint64_t own_number() const { return 0; }  ///< 0 … processes − 1
  /// The next number of a counter that all of them share: 0, 1, 2, …; each number once.
  virtual std::uint64_t take_number() { return 0; }
  virtual void wait_for_all() {}  ///< returns when all of them have called it
};

}  // namespace craton
