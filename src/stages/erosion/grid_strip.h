#pragma once

#include <cstddef>
#include <cstdint>

#include <craton/base/progress.h>
#include <craton/base/result.h>
#include <craton/surface/domain.h>

#include <craton/surface/field.h>
#include "base/aligned.h"
#include "base/function_ref.h"

/// Stencils on grids, row by row: a strip of the map is walked downwards with a few of its rows in buffers that hold a margin on
/// both sides, so that kernels know neither borders nor wrapping.
namespace craton {

inline constexpr std::size_t row_margin = 32;  ///< floats before and after a row: two of the widest vectors

/// A plane tile (margin included) or a torus as rows and columns.
struct GridFrame {
  std::uint32_t width = 0, height = 0;
  bool wrap_x = false, wrap_y = false;
  float straight = 0, diagonal = 0;  ///< lengths of links, metres
};
GridFrame grid_frame(const PlaneTile& tile);
GridFrame grid_frame(const Torus& torus);
GridFrame grid_frame(const Domain& plane_or_torus);

/// A part of the map. Rows and columns of kernels count from its own first ones and may be negative.
struct GridStrip {
  GridFrame frame;
  std::uint32_t first_column = 0, columns = 0, first_row = 0, rows = 0;
  bool past_caches = false;  ///< the map is so large that what is written is gone from the caches before it is read again

  bool row_exists(std::int64_t row) const { return frame.wrap_y || in_map(row + first_row, frame.height); }
  bool open_west() const { return first_column > 0 || frame.wrap_x; }
  bool open_east() const { return first_column + columns < frame.width || frame.wrap_x; }
  /// Whether a row of the map holds `margin` more on both sides, and vectors that go further still end in the map: rows before
  /// and after it are there.
  bool lies_around(std::int64_t row, std::uint32_t margin) const {
    const std::int64_t in_map_row = row + first_row;
    return first_column >= margin && first_column + columns + margin <= frame.width && in_map_row > 0 &&
           in_map_row + 1 < std::int64_t{frame.height} && frame.width >= row_margin;
  }
  std::size_t place(std::int64_t row) const { return static_cast<std::size_t>((first_row + row) * frame.width + first_column); }

  /// Copies a row with `margin` more on both sides; what lies beyond the borders of the map becomes `outside`.
  void load(const float* values, std::int64_t row, int margin, float outside, float* to) const;
  /// Of a field that may be one number.
  void load(const Field& field, std::int64_t row, int margin, float* to) const;

 private:
  static bool in_map(std::int64_t index, std::uint32_t size) { return index >= 0 && index < size; }
};

/// Higher than any ground, and finite: what lies beyond a border never takes anything.
inline constexpr float beyond_the_border = 0x1p100F;

/// Wide enough to read memory in long runs, and a dozen rows of these fit the second cache.
inline constexpr std::uint32_t strip_columns = 4096;

/// The last rows of something: row r lies where row r − Rows lay.
template <std::size_t Rows>
class RowRing {
 public:
  explicit RowRing(const GridStrip& strip)
      : stride_((strip.columns / row_margin + 3) * row_margin), values_(Rows * stride_, 0.0F) {}
  float* operator[](std::int64_t row) {
    return values_.data() + static_cast<std::size_t>(row & (Rows - 1)) * stride_ + row_margin;
  }

 private:
  static_assert((Rows & (Rows - 1)) == 0);
  std::size_t stride_;
  AlignedVector<float> values_;
};

/// One row of something.
class RowBuffer {
 public:
  explicit RowBuffer(const GridStrip& strip) : ring_(strip) {}
  float* row() { return ring_[0]; }

 private:
  RowRing<1> ring_;
};

/// Calls `body` for strips that cover the map but for `rim` cells at its borders, on all threads. How it is cut is nothing that a
/// result may depend on.
Result<void> for_each_strip(const GridFrame& frame, std::uint32_t rim, const Execution& execution,
                            FunctionRef<void(const GridStrip&)> body);

}  // namespace craton
