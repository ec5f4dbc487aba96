#include <craton/worlds/scroll_window.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "base/text.h"

namespace craton {
namespace {

constexpr std::uint32_t largest_view = 16384, widest_band = 1024, usual_least_band = 16, usual_widest_band = 256;
/// Strips are computed in pieces of at most this many samples a side: what is needed beside the arrays stays bounded.
constexpr std::uint32_t largest_piece = 1024;

/// Four times the margin, so that a strip is mostly strip; but no more than an eighth of the view.
std::uint32_t usual_band(std::uint32_t halo, std::uint32_t view) {
  std::uint32_t band = usual_least_band;
  while (band < 4 * halo && band < usual_widest_band && 16 * band <= view) band *= 2;
  return band;
}

/// Whole bands: the most that a view can touch, and one more, so that going back and forth over a border costs nothing.
std::uint32_t stored_side(std::uint32_t view, std::uint32_t band) { return ((view + band - 2) / band + 2) * band; }

std::int64_t floor_to(std::int64_t place, std::int64_t band) {
  const std::int64_t rest = place % band;
  return place - (rest < 0 ? rest + band : rest);
}

/// Where the stored samples of an axis begin so that the view lies within them; as little moved as possible.
std::int64_t moved(std::int64_t stored, std::uint32_t side, std::int64_t view, std::uint32_t view_side, std::uint32_t band) {
  if (view < stored) return floor_to(view, band);
  const std::int64_t end = view + view_side;
  if (end > stored + side) return floor_to(end + band - 1, band) - side;
  return stored;
}

Result<void> check_options(const Terrain& terrain, const WindowOptions& options) {
  const auto check = [](std::string_view path, std::uint32_t found, std::uint32_t least, std::uint32_t most) -> Result<void> {
    if (found >= least && found <= most) return {};
    return Error{ErrorCode::invalid_value, std::string(path),
                 concat({"found ", std::to_string(found), ", allowed ", std::to_string(least), " … ", std::to_string(most)})};
  };
  CRATON_TRY(check("level", options.level, 0, terrain.options().levels - 1));
  CRATON_TRY(check("width", options.width, 1, largest_view));
  CRATON_TRY(check("height", options.height, 1, largest_view));
  return check("band", options.band, 0, widest_band);
}

}  // namespace

ScrollWindow::ScrollWindow(Terrain terrain, const WindowOptions& options) : terrain_(std::move(terrain)), options_(options) {
  if (options_.band == 0) options_.band = usual_band(terrain_.halo(options_.level), std::min(options_.width, options_.height));
  columns_ = stored_side(options_.width, options_.band);
  rows_ = stored_side(options_.height, options_.band);
}

Result<ScrollWindow> ScrollWindow::make(Terrain terrain, const WindowOptions& options) {
  CRATON_TRY(check_options(terrain, options));
  return ScrollWindow(std::move(terrain), options);
}

const Layer* ScrollWindow::layer(std::string_view name) const {
  for (const auto& each : layers_)
    if (each->name() == name) return each.get();
  return nullptr;
}

std::uint64_t ScrollWindow::bytes() const {
  std::uint64_t sum = 0;
  for (const auto& each : layers_) sum += each->bytes().size();
  return sum;
}

Result<void> ScrollWindow::move_to(std::int64_t x, std::int64_t y, const Execution& execution) {
  changed_.clear();
  constexpr std::int64_t farthest = std::int64_t{1} << 62;
  if (x < -farthest || x > farthest || y < -farthest || y > farthest)
    return Error{ErrorCode::invalid_value, "window", "this is beyond the end of the world, 2^52 m from its origin"};
  const std::int64_t side = std::max(columns_, rows_);
  const auto far_from = [&](std::int64_t a, std::int64_t b) { return a < b - side || a > b + side; };
  if (filled_ && (far_from(x, x_) || far_from(y, y_))) filled_ = false;  // nothing is common
  const std::uint32_t band = options_.band;
  Stored now{floor_to(x, band), floor_to(y, band)};
  if (filled_) now = {moved(stored_.x, columns_, x, options_.width, band), moved(stored_.y, rows_, y, options_.height, band)};
  CRATON_TRY(uncover(now, execution));
  stored_ = now;
  x_ = x;
  y_ = y;
  filled_ = true;
  return {};
}

Result<void> ScrollWindow::set_edits(std::shared_ptr<const TerrainEdits> edits, const Execution& execution) {
  changed_.clear();
  const TerrainEdits none({});
  const std::vector<EditSquare> squares = (edits ? *edits : none).changed_since(terrain_.edits().get());
  terrain_ = terrain_.with_edits(std::move(edits));
  if (!filled_) return {};
  filled_ = false;  // until all is well
  const std::int64_t step = terrain_.step(options_.level);
  const auto at = [&](std::int64_t units) { return units / step - (units % step < 0 ? 1 : 0); };
  for (const EditSquare& square : squares) {
    const std::int64_t x0 = std::max(at(square.first.x), stored_.x), x1 = std::min(at(square.last.x) + 1, stored_.x + columns_);
    const std::int64_t y0 = std::max(at(square.first.y), stored_.y), y1 = std::min(at(square.last.y) + 1, stored_.y + rows_);
    if (x0 < x1 && y0 < y1)
      CRATON_TRY(fill(x0, y0, static_cast<std::uint32_t>(x1 - x0), static_cast<std::uint32_t>(y1 - y0), execution));
  }
  filled_ = true;
  return {};
}

/// The rows that are new over the whole width, and the columns that are new beside the old rows.
Result<void> ScrollWindow::uncover(const Stored& now, const Execution& execution) {
  const bool had = filled_;
  const Stored before = stored_;
  filled_ = false;
  const std::int64_t width = columns_, height = rows_;
  if (!had || std::abs(now.x - before.x) >= width || std::abs(now.y - before.y) >= height)
    return fill(now.x, now.y, columns_, rows_, execution);
  const auto side = [](std::int64_t from, std::int64_t to) { return static_cast<std::uint32_t>(to - from); };
  const std::int64_t top = std::max(now.y, before.y), bottom = std::min(now.y, before.y) + height;
  CRATON_TRY(fill(now.x, now.y, columns_, side(now.y, top), execution));
  CRATON_TRY(fill(now.x, bottom, columns_, side(bottom, now.y + height), execution));
  const std::int64_t west = std::max(now.x, before.x), east = std::min(now.x, before.x) + width;
  CRATON_TRY(fill(now.x, top, side(now.x, west), side(top, bottom), execution));
  return fill(east, top, side(east, now.x + width), side(top, bottom), execution);
}

Result<void> ScrollWindow::fill(std::int64_t x, std::int64_t y, std::uint32_t width, std::uint32_t height,
                                const Execution& execution) {
  for (std::uint32_t down = 0; down < height; down += largest_piece)
    for (std::uint32_t right = 0; right < width; right += largest_piece) {
      TerrainArea area{.level = options_.level, .x = x + right, .y = y + down};
      area.width = std::min(largest_piece, width - right);
      area.height = std::min(largest_piece, height - down);
      const Result<Surface> strip = terrain_.area(area, execution);
      if (!strip) return strip.error();
      CRATON_TRY(take(*strip, area.x, area.y));
      computed_ += std::uint64_t{area.width} * area.height;
    }
  return {};
}

Result<void> ScrollWindow::take(const Surface& strip, std::int64_t x, std::int64_t y) {
  if (layers_.empty()) try {
      for (const auto& layer : strip.layers())
        layers_.push_back(std::make_unique<Layer>(layer->info(), std::uint64_t{columns_} * rows_));
    } catch (const std::bad_alloc&) {
      layers_.clear();
      return Error{ErrorCode::unsupported, "window", "not enough memory for this many samples and layers"};
    }
  const GridSize size = std::get<PlaneTile>(strip.domain()).size();
  for (std::uint32_t down = 0; down < size.height;) {
    const std::uint32_t row = wrapped(y + down, rows_), lines = std::min(size.height - down, rows_ - row);
    for (std::uint32_t right = 0; right < size.width;) {
      const std::uint32_t column = wrapped(x + right, columns_), count = std::min(size.width - right, columns_ - column);
      for (std::size_t i = 0; i < layers_.size(); ++i) {
        const Layer& from = *strip.layers()[i];
        const std::size_t cell = bytes_per_cell(from.type());
        for (std::size_t line = 0; line < lines; ++line)
          std::memcpy(layers_[i]->bytes().data() + ((row + line) * columns_ + column) * cell,
                      from.bytes().data() + ((down + line) * size.width + right) * cell, count * cell);
      }
      changed_.push_back({column, row, count, lines});
      right += count;
    }
    down += lines;
  }
  return {};
}

}  // namespace craton
