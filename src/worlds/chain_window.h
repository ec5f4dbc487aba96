#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <craton/base/floor_div.h>

#include "base/function_ref.h"
#include "worlds/terrain_chain.h"

namespace craton::terrain {

using LayerList = std::vector<std::unique_ptr<Layer>>;

/// Layers with wrap-around addressing: a sample's slot is its place modulo the size.
struct WrappedLayers {
  std::uint32_t columns = 0, rows = 0;
  LayerList layers{};

  /// Of the samples of a rectangle: visit(place of the first one, its slot's column and row, samples in a row, rows). Such parts
  /// do not wrap.
  template <class Visit>
  static void for_each_part(const SampleRect& rect, std::uint32_t columns, std::uint32_t rows, Visit visit) {
    for (std::int64_t y = rect.y0; y < rect.y1;) {
      const std::uint32_t row = wrapped(y, rows), lines = std::min(static_cast<std::uint32_t>(rect.y1 - y), rows - row);
      for (std::int64_t x = rect.x0; x < rect.x1;) {
        const std::uint32_t column = wrapped(x, columns),
                            count = std::min(static_cast<std::uint32_t>(rect.x1 - x), columns - column);
        visit(Point2{x, y}, column, row, count, lines);
        x += count;
      }
      y += lines;
    }
  }
};

/// Copies samples of a rectangle between a window onto the plane and layers that wrap around, which have the same layers in the
/// same order.
void put_wrapped(const Surface& from, const SampleRect& rect, std::uint32_t columns, std::uint32_t rows, const LayerList& to);
void get_wrapped(const WrappedLayers& from, const SampleRect& rect, Surface& to);

/// A rectangle of endless terrain that moves, of which each step of the recipe's tail computes no more than what is new to it: a
/// stencil finds around it what was computed before. So a new row costs a row of every stage, and no margin is computed again.
///
/// What has to be remembered for that are the rims of the layers before each stencil, as wide as it looks to both sides, in
/// arrays that wrap around. Rims that the view draws back from are not known any more: a view that turns computes one margin
/// again.
class ChainWindow {
 public:
  /// Gives a surface what the chain's head made of all its samples.
  using Input = FunctionRef<Result<void>(Surface& surface, const Execution& execution)>;
  /// Takes samples that are ready: those of the surface that lie in the rectangle. From many threads at once; rectangles do not
  /// overlap.
  using Output = FunctionRef<Result<void>(const Surface& surface, const SampleRect& rect)>;

  /// For views of up to this size. The chain must outlive it.
  ChainWindow(const LevelChain& chain, GridSize largest, const AssetSource* assets);
  ~ChainWindow();
  ChainWindow(const ChainWindow&) = delete;
  ChainWindow& operator=(const ChainWindow&) = delete;

  /// Hands out all samples of the view that were not in the last one. After an error it holds nothing.
  Result<void> move_to(const SampleRect& view, const Execution& execution, Input input, Output output);
  void forget() { view_ = {}; }
  std::uint64_t bytes() const;  ///< of what it remembers

 private:
  enum Side : std::uint8_t { north, south, west, east, sides };
  using Rims = std::array<WrappedLayers, sides>;
  class Move;

  SampleRect had(std::size_t link, const SampleRect& view) const;
  SampleRect rim(std::size_t link, Side side, const SampleRect& view) const;
  Result<void> keep_rims(const SampleRect& view, Move& move);

  const LevelChain& chain_;
  const AssetSource* assets_;
  std::vector<Rims> rims_;           ///< of what each link but the last gave
  SampleRect view_{};                ///< empty: nothing is there
  std::array<bool, sides> known_{};  ///< whether the rims of a side are there
};

}  // namespace craton::terrain
