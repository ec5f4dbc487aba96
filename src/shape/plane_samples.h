#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <span>

#include <craton/base/position.h>
#include <craton/shape/terrain_mesh.h>
#include <craton/surface/surface.h>

namespace craton {

/// Heights on a plane, and slopes between them.
class PlaneSamples {
 public:
  PlaneSamples(const PlaneTile& place, std::span<const float> heights) : place_(&place), heights_(heights) {}

  const PlaneTile& place() const { return *place_; }
  float height(Cell cell) const { return heights_[cell]; }

  /// The stored sample at a place; nothing where there is none exactly there.
  std::optional<Cell> at(Point2 position) const {
    const std::int64_t step = place_->step(), halo = place_->halo();
    const auto from = [&](std::int64_t value, std::int64_t origin, std::uint32_t stored) -> std::optional<Cell> {
      const std::int64_t distance = value - origin;
      if (distance % step != 0) return {};
      const std::int64_t index = distance / step + halo;
      if (index < 0 || index >= std::int64_t{stored}) return {};
      return static_cast<Cell>(index);
    };
    const std::optional<Cell> column = from(position.x, place_->origin().x, place_->stored_width());
    const std::optional<Cell> row = from(position.y, place_->origin().y, place_->stored_height());
    if (!column || !row) return {};
    return *row * place_->stored_width() + *column;
  }

  /// Metres a metre to the east and to the south, between the samples on both sides; at the rim, on one.
  std::array<float, 2> slope(Cell cell) const {
    const std::uint32_t width = place_->stored_width(), column = cell % width, row = cell / width;
    const auto between = [&](Cell low, Cell high, std::uint32_t steps) {
      return steps == 0 ? 0.0F : (heights_[high] - heights_[low]) / (static_cast<float>(steps) * spacing_);
    };
    const std::uint32_t west = column > 0, east = column + 1 < width;
    const std::uint32_t north = row > 0, south = row + 1 < place_->stored_height();
    return {between(cell - west, cell + east, west + east), between(cell - north * width, cell + south * width, north + south)};
  }

  std::array<float, 3> normal(Cell cell) const {
    const std::array<float, 2> s = slope(cell);
    const float length = std::sqrt(s[0] * s[0] + s[1] * s[1] + 1);
    return {-s[0] / length, -s[1] / length, 1 / length};
  }

  /// Normals of samples side by side in a row: the same as one by one.
  void normals(Cell first, std::size_t count, std::array<float, 3>* out) const {
    const std::uint32_t width = place_->stored_width(), row = first / width, column = first % width;
    if (row == 0 || row + 1 >= place_->stored_height() || column == 0 || column + count >= width) {
      for (std::size_t i = 0; i < count; ++i) out[i] = normal(static_cast<Cell>(first + i));
      return;
    }
    const float* here = heights_.data() + first;
    const float both = 2 * spacing_;
    constexpr std::size_t block = 64;
    float east[block], south[block], length[block];
    for (std::size_t done = 0; done < count; done += block) {
      const std::size_t some = count - done < block ? count - done : block;
      const float* at = here + done;
      for (std::size_t i = 0; i < some; ++i) {
        east[i] = (at[i + 1] - at[static_cast<std::ptrdiff_t>(i) - 1]) / both;
        south[i] = (at[i + width] - at[static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(width)]) / both;
      }
      for (std::size_t i = 0; i < some; ++i) {
        length[i] = std::sqrt(east[i] * east[i] + south[i] * south[i] + 1);
        east[i] = -east[i] / length[i];
        south[i] = -south[i] / length[i];
        length[i] = 1 / length[i];
      }
      for (std::size_t i = 0; i < some; ++i) out[done + i] = {east[i], south[i], length[i]};
    }
  }

 private:
  const PlaneTile* place_;
  std::span<const float> heights_;
  float spacing_ = static_cast<float>(place_->spacing());
};

/// Whether a cell, told by its north-western sample, is cut from there where diagonals take turns (CellCut::alternate): all
/// diagonals around a sample of a coarser level lead to it.
inline bool falls_by_turns(Point2 north_west, std::int64_t step) { return (north_west.x / step + north_west.y / step) % 2 == 0; }

/// A patch with its size filled in; an error where it does not lie on the surface.
Result<TerrainPatch> within(const TerrainPatch& patch, const PlaneTile& place);

/// The heights of a surface that lies on a plane.
Result<PlaneSamples> plane_samples(const Surface& surface, const std::string& layer, const std::string& path);

}  // namespace craton
