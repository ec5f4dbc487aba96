#include <craton/worlds/scroll_window.h>

#include <algorithm>
#include <mutex>
#include <new>

#include "base/text.h"
#include "worlds/terrain_view.h"

namespace craton {
namespace {

using namespace terrain;

constexpr std::uint32_t largest_view = 16384, widest_band = 1024;
/// Strips are computed in pieces of at most this many samples a side: what is needed beside the arrays stays bounded.
constexpr std::uint32_t largest_piece = 1024;

/// Wide enough to share what a noise or a stencil works out once a strip, and narrow enough not to be felt.
std::uint32_t usual_band(std::uint32_t view) { return std::clamp(view / 8, 16u, 128u); }

/// The view and a band beside it; and a little more, so that going back and forth over a border costs nothing.
constexpr std::uint32_t slack = 8;
std::uint32_t stored_side(std::uint32_t view, std::uint32_t band) { return view + band + slack; }

struct Interval {
  std::int64_t first, end;
};

/// What is stored along an axis so that the view lies within it: as few bands more as possible, and of the rest as much as there
/// is room for.
Interval moved(const Interval& stored, std::int64_t room, const Interval& view, std::int64_t band) {
  const auto bands = [&](std::int64_t samples) { return (samples + band - 1) / band * band; };
  if (view.first < stored.first) {
    const std::int64_t first = stored.first - bands(stored.first - view.first);
    return {first, std::min(stored.end, first + room)};
  }
  if (view.end > stored.end) {
    const std::int64_t end = stored.end + bands(view.end - stored.end);
    return {std::max(stored.first, end - room), end};
  }
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
  if (options_.band == 0) options_.band = usual_band(std::min(options_.width, options_.height));
  columns_ = stored_side(options_.width, options_.band);
  rows_ = stored_side(options_.height, options_.band);
  view_ = terrain_.view(options_.level, {columns_, rows_});
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
  std::uint64_t sum = view_->bytes();
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
  const Interval across{x, x + options_.width}, down{y, y + options_.height};
  Interval columns{x - slack / 2, across.end + slack / 2}, rows{y - slack / 2, down.end + slack / 2};
  if (filled_) {
    columns = moved({stored_.x0, stored_.x1}, columns_, across, options_.band);
    rows = moved({stored_.y0, stored_.y1}, rows_, down, options_.band);
  }
  const Stored now{columns.first, rows.first, columns.end, rows.end};
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
  const std::int64_t step = terrain_.step(options_.level), reach = terrain_.edit_reach(options_.level);
  const auto at = [&](std::int64_t units) { return floor_div(units, step); };
  for (const EditSquare& square : squares) {
    const SampleRect near =
        SampleRect{at(square.first.x), at(square.first.y), at(square.last.x) + 1, at(square.last.y) + 1}.grown(reach);
    const std::int64_t x0 = std::max(near.x0, stored_.x0), x1 = std::min(near.x1, stored_.x1);
    const std::int64_t y0 = std::max(near.y0, stored_.y0), y1 = std::min(near.y1, stored_.y1);
    if (x0 < x1 && y0 < y1)
      CRATON_TRY(fill(x0, y0, static_cast<std::uint32_t>(x1 - x0), static_cast<std::uint32_t>(y1 - y0), execution));
  }
  filled_ = true;
  return {};
}

/// What is new, as the recipe makes it; what edits touch is made again with them.
Result<void> ScrollWindow::uncover(const Stored& now, const Execution& execution) {
  if (!filled_) view_->forget();
  filled_ = false;
  const SampleRect stored{now.x0, now.y0, now.x1, now.y1};
  const std::int64_t step = terrain_.step(options_.level), reach = terrain_.edit_reach(options_.level);
  const auto is_edited = [&](const SampleRect& rect) {
    const SampleRect near = rect.grown(reach);
    return terrain_.edits() &&
           terrain_.edits()->touch({{near.x0 * step, near.y0 * step}, {(near.x1 - 1) * step, (near.y1 - 1) * step}});
  };
  std::vector<SampleRect> edited;
  std::mutex mutex;
  const auto take = [&](const Surface& strip, const SampleRect& rect) -> Result<void> {
    {
      const std::lock_guard lock(mutex);
      if (is_edited(rect)) edited.push_back(rect);
      CRATON_TRY(announce(strip, rect));
    }
    put_wrapped(strip, rect, columns_, rows_, layers_);
    return {};
  };
  CRATON_TRY(view_->move_to(stored, execution, take));
  for (const SampleRect& rect : edited) CRATON_TRY(fill(rect.x0, rect.y0, rect.width(), rect.height(), execution));
  return {};
}

/// As the terrain gives it, edits included.
Result<void> ScrollWindow::fill(std::int64_t x, std::int64_t y, std::uint32_t width, std::uint32_t height,
                                const Execution& execution) {
  for (std::uint32_t down = 0; down < height; down += largest_piece)
    for (std::uint32_t right = 0; right < width; right += largest_piece) {
      TerrainArea area{.level = options_.level, .x = x + right, .y = y + down};
      area.width = std::min(largest_piece, width - right);
      area.height = std::min(largest_piece, height - down);
      CRATON_TRY(const Surface strip, terrain_.area(area, execution));
      const SampleRect rect{area.x, area.y, area.x + area.width, area.y + area.height};
      CRATON_TRY(announce(strip, rect));
      put_wrapped(strip, rect, columns_, rows_, layers_);
    }
  return {};
}

/// Room for what a strip brings, and a note of it.
Result<void> ScrollWindow::announce(const Surface& strip, const SampleRect& rect) {
  if (layers_.empty()) try {
      for (const auto& layer : strip.layers())
        layers_.push_back(std::make_unique<Layer>(layer->info(), std::uint64_t{columns_} * rows_));
    } catch (const std::bad_alloc&) {
      layers_.clear();
      return Error{ErrorCode::unsupported, "window", "not enough memory for this many samples and layers"};
    }
  WrappedLayers::for_each_part(rect, columns_, rows_,
                               [&](Point2, std::uint32_t column, std::uint32_t row, std::uint32_t columns, std::uint32_t rows) {
                                 changed_.push_back({column, row, columns, rows});
                               });
  computed_ += std::uint64_t{rect.width()} * rect.height();
  return {};
}

}  // namespace craton
