#include "stages/water/drainage/kept_tiles.h"

#include <algorithm>

namespace craton::drainage {

std::shared_ptr<const Level> KeptTiles::find(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto found = places_.find(key);
  if (found == places_.end()) return nullptr;
  used_.splice(used_.begin(), used_, found->second);
  return found->second->second;
}

void KeptTiles::keep(const Key& key, std::shared_ptr<const Level> tile) {
  const std::lock_guard lock(mutex_);
  if (places_.count(key)) return;
  used_.emplace_front(key, std::move(tile));
  places_[key] = used_.begin();
  if (used_.size() <= most_) return;
  places_.erase(used_.back().first);
  used_.pop_back();
}

Level KeptTiles::gather(const Lattice& lattice, int level, const Rect& rect, std::int64_t cells, Make make) {
  Level out(level, rect);
  const auto tile = [&](std::int64_t x, std::int64_t y) {
    const Key key{level, x, y};
    if (std::shared_ptr<const Level> kept = find(key)) return kept;
    auto made = std::make_shared<const Level>(
        make({x * cells, y * cells, static_cast<std::int32_t>(cells), static_cast<std::int32_t>(cells)}));
    keep(key, made);
    return made;
  };
  // From a cell on, how many lie in one tile; the last tile before all repeats may reach beyond.
  const auto run = [&](std::int64_t cell, std::int64_t period, std::int64_t left) {
    const std::int64_t in_tile = cells - (cell - floor_div(cell, cells) * cells);
    return std::min({in_tile, left, period == 0 ? left : period - cell});
  };
  const std::int64_t right = rect.x + rect.width, bottom = rect.y + rect.height;
  std::int64_t high = 0, wide = 0;
  for (std::int64_t y = rect.y; y < bottom; y += high) {
    const std::int64_t from_y = lattice.row(level, y);
    high = run(from_y, lattice.rows_of(level), bottom - y);
    for (std::int64_t x = rect.x; x < right; x += wide) {
      const std::int64_t from_x = lattice.column(level, x);
      wide = run(from_x, lattice.columns_of(level), right - x);
      const std::shared_ptr<const Level> from = tile(floor_div(from_x, cells), floor_div(from_y, cells));
      for (std::int64_t row = 0; row < high; ++row) {
        const std::size_t source = from->rect.index(from_x, from_y + row), target = rect.index(x, y + row);
        std::copy_n(from->nodes.begin() + static_cast<std::ptrdiff_t>(source), wide,
                    out.nodes.begin() + static_cast<std::ptrdiff_t>(target));
        std::copy_n(from->fields.begin() + static_cast<std::ptrdiff_t>(source), wide,
                    out.fields.begin() + static_cast<std::ptrdiff_t>(target));
      }
    }
  }
  return out;
}

}  // namespace craton::drainage
