#include "face_tiles.h"

#include <fmt/format.h>

#include <algorithm>

namespace craton::server {
namespace {

constexpr std::uint32_t tile_side = LevelSizes::tile;

/// Calls `take(column, row)` for every cell of a sample.
template <class Take>
void each_cell(const FaceWindow& window, std::uint32_t side, std::uint32_t column, std::uint32_t row, const Take& take) {
  const std::uint32_t x0 = (window.x + column) * window.factor, y0 = (window.y + row) * window.factor;
  for (std::uint32_t y = y0; y < std::min(y0 + window.factor, side); ++y)
    for (std::uint32_t x = x0; x < std::min(x0 + window.factor, side); ++x) take(x, window.face * side + y);
}

}  // namespace

FaceLevels::FaceLevels(std::uint32_t cells) : side(cells) {
  while (side_of(0) > tile_side) ++deepest;
}

std::uint32_t FaceLevels::side_of(std::uint32_t level) const {
  const std::uint32_t factor = 1U << (deepest - level);
  return (side + factor - 1) / factor;
}

Json FaceLevels::json() const {
  Json levels = Json::array();
  for (std::uint32_t level = 0; level <= deepest; ++level)
    levels.push_back({{"side", side_of(level)}, {"tiles", (side_of(level) + tile_side - 1) / tile_side}});
  return {{"side", side}, {"levels", levels}};
}

Result<FaceWindow> face_window(const FaceLevels& levels, std::int64_t face, std::int64_t z, std::int64_t x, std::int64_t y) {
  if (z < 0 || z > levels.deepest)
    return Error{ErrorCode::unknown_name, "z", fmt::format("found {}, there are 0 … {}", z, levels.deepest)};
  const auto level = static_cast<std::uint32_t>(z);
  const std::uint32_t side = levels.side_of(level), tiles = (side + tile_side - 1) / tile_side;
  if (x < 0 || x >= tiles) return Error{ErrorCode::unknown_name, "x", fmt::format("found {}, there are 0 … {}", x, tiles - 1)};
  if (y < 0 || y >= tiles) return Error{ErrorCode::unknown_name, "y", fmt::format("found {}, there are 0 … {}", y, tiles - 1)};
  FaceWindow window{.x = static_cast<std::uint32_t>(x) * tile_side, .y = static_cast<std::uint32_t>(y) * tile_side};
  window.width = std::min(tile_side, side - window.x);
  window.height = std::min(tile_side, side - window.y);
  window.factor = 1U << (levels.deepest - level);
  window.face = static_cast<std::uint32_t>(face);
  return window;
}

std::vector<float> cut_face(const Raster& raster, const FaceWindow& window, bool means) {
  const std::uint32_t side = raster.size.width;
  std::vector<float> part;
  part.reserve(std::size_t{window.width} * window.height);
  for (std::uint32_t row = 0; row < window.height; ++row)
    for (std::uint32_t column = 0; column < window.width; ++column) {
      double sum = 0;
      std::uint32_t count = 0;
      float first = 0;
      each_cell(window, side, column, row, [&](std::uint32_t x, std::uint32_t y) {
        const float value = raster.values[std::size_t{y} * side + x];
        if (count++ == 0) first = value;
        sum += double{value};
      });
      part.push_back(means && count > 1 ? static_cast<float>(sum / count) : first);
    }
  return part;
}

Rgb8Image cut_face(const Rgb8Image& image, const FaceWindow& window) {
  Rgb8Image part(window.width, window.height);
  for (std::uint32_t row = 0; row < window.height; ++row)
    for (std::uint32_t column = 0; column < window.width; ++column) {
      std::uint32_t r = 0, g = 0, b = 0, count = 0;
      each_cell(window, image.width, column, row, [&](std::uint32_t x, std::uint32_t y) {
        const Rgb8& pixel = image.at(x, y);
        r += pixel.r;
        g += pixel.g;
        b += pixel.b;
        ++count;
      });
      count = std::max(count, 1U);
      part.at(column, row) = {static_cast<std::uint8_t>(r / count), static_cast<std::uint8_t>(g / count),
                              static_cast<std::uint8_t>(b / count)};
    }
  return part;
}

}  // namespace craton::server
