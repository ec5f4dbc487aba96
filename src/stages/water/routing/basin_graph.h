#pragma once

#include <cstdint>
#include <vector>

#include <craton/surface/coords.h>

/// Basins and the lowest passes between them. No topology and no heights here: numbers of basins and of cells only.
namespace craton {

using Basin = std::uint32_t;

/// A link over which water can go from one basin to another.
struct BasinPass {
  std::uint32_t level = 0;  ///< ordered_key of the higher of its two cells
  Basin a = 0, b = 0;       ///< a < b
  Cell in_a = 0, in_b = 0;
};

/// Passes as they are found, with only the lowest of each pair of basins as far as a small memory reaches.
class PassList {
 public:
  PassList() : recent_(slots, none) {}

  void add(const BasinPass& pass) {
    const std::uint64_t pair = std::uint64_t{pass.a} << 32 | pass.b;
    std::uint32_t& slot = recent_[(pair * 0x9E3779B97F4A7C15u) >> (64 - slot_bits)];
    if (slot != none) {
      BasinPass& known = passes_[slot];
      if (known.a == pass.a && known.b == pass.b) {
        if (pass.level < known.level) known = pass;
        return;
      }
    }
    slot = static_cast<std::uint32_t>(passes_.size());
    passes_.push_back(pass);
  }
  std::vector<BasinPass>& passes() { return passes_; }

 private:
  static constexpr unsigned slot_bits = 12;
  static constexpr std::size_t slots = std::size_t{1} << slot_bits;
  static constexpr std::uint32_t none = 0xFFFFFFFFu;
  std::vector<BasinPass> passes_;
  std::vector<std::uint32_t> recent_;
};

/// The way out of a basin: over its `from` into the cell `to` of a basin nearer to an end of water.
struct BasinExit {
  Basin basin = 0, into = 0;
  Cell from = 0, to = 0;
  std::uint32_t level = 0;  ///< ordered_key of the pass
};

/// The ways out of basins 1, 2, …, each after that of the basin it leads into; basin 0 is where water ends. They are a minimum
/// spanning tree: no way to an end has a lower highest pass. Of equally high passes the earlier in the list counts. Basins that
/// no pass connects with basin 0 are left out.
std::vector<BasinExit> lowest_exits(std::uint32_t basins, const std::vector<BasinPass>& passes);

}  // namespace craton
