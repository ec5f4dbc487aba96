// The bytes of a tile.
#include <algorithm>
#include <cmath>
#include <mutex>

#include <craton/base/floor_div.h>
#include <craton/files/png.h>

#include "base/parallel.h"
#include "requests/bake_plan.h"
#include "requests/values.h"

namespace craton::requests {
namespace {

/// Large tiles are made in windows of so many samples: the same bits, in less memory.
constexpr std::uint32_t window_side = 512;

struct BakeWindow {
  std::uint32_t x, y, width, height;
};

std::vector<BakeWindow> windows_of(std::uint32_t side) {
  std::vector<BakeWindow> windows;
  for (std::uint32_t y = 0; y < side; y += window_side)
    for (std::uint32_t x = 0; x < side; x += window_side)
      windows.push_back({x, y, std::min(window_side, side - x), std::min(window_side, side - y)});
  return windows;
}

/// Heights as the colours of a PNG: (R · 256 + G + B / 256) − 32768 m, or (R · 65536 + G · 256 + B) / 10 − 10000 m. Each is the
/// nearest that there is, clamped.
Rgb8 colour_of_height(float height, BakeColours colours) {
  const double value = colours == BakeColours::terrarium ? (static_cast<double>(height) + 32768) * 256
                                                         : (static_cast<double>(height) + 10000) * 10;
  const auto level = static_cast<std::uint32_t>(value > 0 ? std::min(std::floor(value + 0.5), 16777215.0) : 0);
  return {static_cast<std::uint8_t>(level >> 16), static_cast<std::uint8_t>(level >> 8), static_cast<std::uint8_t>(level)};
}

Result<std::string> encoded(const BakePlan& plan, std::size_t layer, const std::vector<float>& values,
                            const Execution& execution) {
  const std::uint32_t side = plan.side();
  const FloatView view{values, side, side};
  if (plan.archive()) {
    Rgb8Image image(side, side);
    std::transform(values.begin(), values.end(), image.pixels.begin(),
                   [&](float height) { return colour_of_height(height, plan.colours); });
    return png_bytes(image, execution);
  }
  if (plan.format == BakeFormat::r32)
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
  const Grey16Image image = grey16(view, plan.ranges[layer]);
  if (plan.format == BakeFormat::png16) return png_bytes(image, execution);
  return std::string(reinterpret_cast<const char*>(image.pixels.data()), image.pixels.size() * 2);
}

}  // namespace

Result<std::vector<std::string>> bake_place(const BakePlan& plan, std::uint64_t number, const Execution& execution) {
  const BakePlace place = plan.place(number);
  const Terrain& terrain = *plan.terrain;
  const std::int64_t step = terrain.step(place.level);
  const std::uint32_t side = plan.side();
  const std::int64_t x = floor_div(plan.at.x, step) + static_cast<std::int64_t>(place.column) * plan.cells,
                     y = floor_div(plan.at.y, step) + static_cast<std::int64_t>(place.row) * plan.cells;
  std::vector<std::vector<float>> rasters(plan.layers.size(), std::vector<float>(std::size_t{side} * side));
  const std::vector<BakeWindow> windows = windows_of(side);
  const Execution alone{.threads = 1, .progress = nullptr, .cancel = execution.cancel};
  std::mutex mutex;
  Result<void> failed;
  const auto make = [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t i = first; i < last; ++i) {
      const BakeWindow& window = windows[i];
      Result<Surface> surface = terrain.area(
          {.level = place.level, .x = x + window.x, .y = y + window.y, .width = window.width, .height = window.height}, alone);
      if (!surface) {
        const std::lock_guard lock(mutex);
        if (failed) failed = surface.error();
        return;
      }
      surface->drop_halo();
      for (std::size_t k = 0; k < plan.layers.size(); ++k) {
        const Layer* layer = surface->layer(plan.layers[k].name);
        float* raster = rasters[k].data();
        for (std::uint32_t row = 0; row < window.height; ++row)
          for (std::uint32_t column = 0; column < window.width; ++column)
            raster[std::size_t{window.y + row} * side + window.x + column] =
                static_cast<float>(layer->value(std::uint64_t{row} * window.width + column));
      }
    }
  };
  CRATON_TRY(parallel_blocks(windows.size(), 1, {.threads = execution.threads, .cancel = execution.cancel}, make));
  if (!failed) return failed.error().code == ErrorCode::cancelled ? failed.error() : inside("recipe", failed.error());
  std::vector<std::string> bytes;
  for (std::size_t k = 0; k < rasters.size(); ++k) {
    CRATON_TRY(std::string encoded_layer, encoded(plan, k, rasters[k], {.threads = execution.threads}));
    bytes.push_back(std::move(encoded_layer));
    rasters[k] = {};
  }
  return bytes;
}

std::uint64_t bytes_of_place(const BakePlan& plan) {
  const std::uint64_t samples = std::uint64_t{plan.side()} * plan.side();
  return samples * plan.layers.size() * (plan.format == BakeFormat::r32 || plan.archive() ? 4 : 2);
}

std::uint64_t memory_of_place(const BakePlan& plan, unsigned threads) {
  const std::uint64_t tile_side = plan.terrain->options().tile_cells + 3;  // what tile_bytes counts
  const std::uint64_t a_sample = 2 * (plan.terrain->tile_bytes() / (tile_side * tile_side) + sizeof(float));
  const std::uint64_t samples = std::uint64_t{plan.side()} * plan.side();
  const std::uint64_t window =
      std::min(plan.side(), window_side) + 2 * std::uint64_t{plan.terrain->halo(plan.levels.back().level)};
  const std::uint64_t windows = std::min<std::uint64_t>(threads, windows_of(plan.side()).size());
  return windows * window * window * a_sample + samples * plan.layers.size() * sizeof(float) + 8 * samples + bytes_of_place(plan);
}

}  // namespace craton::requests
