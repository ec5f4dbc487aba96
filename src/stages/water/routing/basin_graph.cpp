// Borůvka 1926: in each round every component takes its lowest pass; the components that are joined by them are the next ones.
#include "stages/water/routing/basin_graph.h"

#include <algorithm>
#include <numeric>

namespace craton {
namespace {

/// A pass between two components of a round. Keys are all different, so that no circle can close.
struct RoundPass {
  std::uint64_t key;  // level, then the place in the list
  std::uint32_t a, b;
};

std::uint32_t root_of(std::vector<std::uint32_t>& parents, std::uint32_t at) {
  while (parents[at] != at) {
    parents[at] = parents[parents[at]];
    at = parents[at];
  }
  return at;
}

class Forest {
 public:
  explicit Forest(std::uint32_t components) : components_(components) {}

  /// The places (in the list) of the passes of the minimum spanning forest.
  std::vector<std::uint32_t> grow(const std::vector<BasinPass>& passes) {
    tree_.reserve(components_);
    lowest_.assign(components_, none);
    left_.reserve(passes.size());
    for (std::size_t i = 0; i < passes.size(); ++i) keep({std::uint64_t{passes[i].level} << 32 | i, passes[i].a, passes[i].b});
    while (!left_.empty()) {
      join();
      next_round();
    }
    return std::move(tree_);
  }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  void keep(const RoundPass& pass) {
    lowest_[pass.a] = std::min(lowest_[pass.a], pass.key);
    lowest_[pass.b] = std::min(lowest_[pass.b], pass.key);
    left_.push_back(pass);
  }

  /// Takes the lowest pass of each component. A pass that is the lowest of both of its components is taken once.
  void join() {
    parents_.resize(components_);
    std::iota(parents_.begin(), parents_.end(), 0u);
    for (const RoundPass& pass : left_) {
      if (pass.key != lowest_[pass.a] && pass.key != lowest_[pass.b]) continue;
      const std::uint32_t a = root_of(parents_, pass.a), b = root_of(parents_, pass.b);
      parents_[std::max(a, b)] = std::min(a, b);
      tree_.push_back(static_cast<std::uint32_t>(pass.key));
    }
  }

  /// Numbers the joined components 0, 1, … and keeps the passes between them.
  void next_round() {
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < components_; ++i)  // parents come first
      parents_[i] = parents_[i] == i ? count++ : parents_[parents_[i]];
    components_ = count;
    lowest_.assign(components_, none);
    const std::size_t before = left_.size();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < before; ++i) {
      const RoundPass pass{left_[i].key, parents_[left_[i].a], parents_[left_[i].b]};
      if (pass.a == pass.b) continue;
      lowest_[pass.a] = std::min(lowest_[pass.a], pass.key);
      lowest_[pass.b] = std::min(lowest_[pass.b], pass.key);
      left_[kept++] = pass;
    }
    left_.resize(kept);
  }

  std::uint32_t components_;
  std::vector<std::uint32_t> parents_, tree_;
  std::vector<std::uint64_t> lowest_;
  std::vector<RoundPass> left_;
};

/// The passes of a tree by basin: those of basin i lie at starts[i] … starts[i + 1] − 1.
struct Around {
  std::vector<std::uint32_t> starts, passes;

  Around(std::uint32_t basins, const std::vector<BasinPass>& all, const std::vector<std::uint32_t>& tree)
      : starts(std::size_t{basins} + 2, 0), passes(tree.size() * 2) {
    for (const std::uint32_t i : tree) {
      ++starts[all[i].a + 2];
      ++starts[all[i].b + 2];
    }
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    for (const std::uint32_t i : tree) {
      passes[starts[all[i].a + 1]++] = i;
      passes[starts[all[i].b + 1]++] = i;
    }
  }
};

}  // namespace

std::vector<BasinExit> lowest_exits(std::uint32_t basins, const std::vector<BasinPass>& passes) {
  const std::vector<std::uint32_t> tree = Forest(basins).grow(passes);
  const Around around(basins, passes, tree);
  std::vector<BasinExit> exits;
  exits.reserve(tree.size());
  const auto spread = [&](Basin from, Basin came_from) {
    for (std::uint32_t k = around.starts[from]; k < around.starts[from + 1]; ++k) {
      const BasinPass& pass = passes[around.passes[k]];
      const bool is_a = pass.a == from;
      const Basin beyond = is_a ? pass.b : pass.a;
      if (beyond == came_from) continue;
      exits.push_back({.basin = beyond,
                       .into = from,
                       .from = is_a ? pass.in_b : pass.in_a,
                       .to = is_a ? pass.in_a : pass.in_b,
                       .level = pass.level});
    }
  };
  spread(0, 0);
  for (std::size_t next = 0; next < exits.size();) {  // the list grows meanwhile
    const BasinExit exit = exits[next++];
    spread(exit.basin, exit.into);
  }
  return exits;
}

}  // namespace craton
