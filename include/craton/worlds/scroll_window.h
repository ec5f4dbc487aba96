#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/floor_div.h>
#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/layer.h>
#include <craton/worlds/terrain.h>

namespace craton {

struct WindowOptions {
  std::uint32_t level = 0;
  std::uint32_t width = 512, height = 512;  ///< samples in view; up to 16384
  /// New rows and columns are computed so many at a time, ahead of the view: 0 takes an eighth of the view, up to 128, which is
  /// quick. Otherwise 1 … 1024.
  std::uint32_t band = 0;
};

/// A view that scrolls over endless terrain. Each layer is one array of fixed size with wrap-around addressing (Strazdiņš 2013):
/// a sample's slot depends on its place alone (column = x mod columns, row = y mod rows), so that moving the view changes an
/// origin and not the memory, and only the strips that come into view are computed. They are those of tiles, bit for bit.
///
///     Result<ScrollWindow> window = ScrollWindow::make(terrain, {.width = 1024, .height = 1024});
///     window->move_to(x, y);                                     // samples of the level, from the origin of the world
///     float height = window->layer("height")->numbers()[window->slot(x + 5, y + 9)];
///
/// Strips are as wide as a band, and the arrays a little more than a band wider than the view. What stencils need around a strip
/// was computed before and is remembered (rims, in arrays that wrap around too), so that a step costs its share of the window and
/// no margin is computed again, but once when the view turns. For one thread at a time; TerrainStream is what never makes its
/// caller wait.
class CRATON_API ScrollWindow {
 public:
  static Result<ScrollWindow> make(Terrain terrain, const WindowOptions& options);

  /// The first sample in view; computes what is not there yet. After an error (or when cancelled) the window is empty.
  Result<void> move_to(std::int64_t x, std::int64_t y, const Execution& execution = {});

  /// What people changed by hand, from now on; only what it touches is computed again.
  Result<void> set_edits(std::shared_ptr<const TerrainEdits> edits, const Execution& execution = {});

  bool empty() const { return layers_.empty() || !filled_; }
  std::int64_t x() const { return x_; }
  std::int64_t y() const { return y_; }
  const WindowOptions& options() const { return options_; }

  std::uint32_t columns() const { return columns_; }  ///< of the arrays
  std::uint32_t rows() const { return rows_; }
  std::size_t slot(std::int64_t x, std::int64_t y) const {
    return std::size_t{wrapped(y, rows_)} * columns_ + wrapped(x, columns_);
  }
  const std::vector<std::unique_ptr<Layer>>& layers() const { return layers_; }
  const Layer* layer(std::string_view name) const;

  /// What the last move (or edit) computed, as rectangles of slots that do not wrap: what a renderer has to send to its textures.
  struct Slots {
    std::uint32_t column = 0, row = 0, columns = 0, rows = 0;
  };
  const std::vector<Slots>& changed() const { return changed_; }
  std::uint64_t computed() const { return computed_; }  ///< samples, since the beginning
  std::uint64_t bytes() const;                          ///< of all layers and of what stencils need again: constant

 private:
  struct Stored {
    std::int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< samples that are there, the last ones excluded
  };
  ScrollWindow(Terrain terrain, const WindowOptions& options);
  Result<void> fill(std::int64_t x, std::int64_t y, std::uint32_t width, std::uint32_t height, const Execution& execution);
  Result<void> announce(const Surface& strip, const terrain::SampleRect& rect);
  Result<void> uncover(const Stored& now, const Execution& execution);

  Terrain terrain_;
  WindowOptions options_;
  std::shared_ptr<terrain::View> view_;
  std::uint32_t columns_ = 0, rows_ = 0;
  std::vector<std::unique_ptr<Layer>> layers_;
  std::vector<Slots> changed_;
  std::int64_t x_ = 0, y_ = 0;
  Stored stored_;
  bool filled_ = false;
  std::uint64_t computed_ = 0;
};

}  // namespace craton
