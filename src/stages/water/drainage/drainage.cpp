#include "stages/water/drainage/drainage.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <map>
#include <mutex>
#include <tuple>

#include "base/math_kernels.h"
#include "stages/noise_on.h"

namespace craton::drainage {
namespace {

constexpr double gentlest_ladder = 200;  // metres: valleys of streams nearer to each other are no steeper
constexpr double mean_rise = 0.22;       // of the ground over streams a spacing apart, by their sides
/// A side of the tiles that are kept: small where every node costs much, as those who look far around do.
constexpr std::int64_t tile_cells(int level) { return level <= 0 ? 8 : level <= 4 ? 16 : 32; }
constexpr std::size_t kept_tiles = 1024;  // some 50 MB

constexpr double shore_length = 8000, shore_slope = 0.012;  // metres; height by which a coast moves a metre
constexpr int shore_octaves = 9;
constexpr double coast = 200;  // metres: higher and deeper ground knows no shore
constexpr double district_length = 8000;
constexpr int district_octaves = 4;

NoiseSpec fractal(double length, int octaves, double persistence) {
  NoiseSpec spec = rough_noise(length, octaves);
  spec.params.set("persistence", persistence);
  return spec;
}

}  // namespace

Rect Rect::parents() const {
  const std::int64_t left = x >> 1, top = y >> 1, right = (x + width - 1) >> 1, bottom = (y + height - 1) >> 1;
  return {left, top, static_cast<std::int32_t>(right - left + 1), static_cast<std::int32_t>(bottom - top + 1)};
}

Level Level::part(const Rect& cells) const {
  Level out(level, cells);
  for (std::int64_t row = cells.y; row < cells.y + cells.height; ++row) {
    const std::size_t from = rect.index(cells.x, row), to = cells.index(cells.x, row);
    std::copy_n(nodes.begin() + static_cast<std::ptrdiff_t>(from), cells.width,
                out.nodes.begin() + static_cast<std::ptrdiff_t>(to));
    std::copy_n(fields.begin() + static_cast<std::ptrdiff_t>(from), cells.width,
                out.fields.begin() + static_cast<std::ptrdiff_t>(to));
  }
  return out;
}

void Laws::settle() {
  for (int level = 0; level <= finest_level + 1; ++level)
    sides[level] = steepness * math::kernel::pow(std::max(cell_metres(level), gentlest_ladder) / gentlest_ladder, -ladder);
  missing[finest_level + 1] = 0;
  for (int level = finest_level; level >= 0; --level)
    missing[level] = missing[level + 1] + mean_rise * sides[level + 1] * cell_metres(level + 1);
}

double Sides::rise(double distance) const {
  const double beyond = std::max(0.0, distance - foot);
  return inner * (std::sqrt(distance * distance + floor * floor) - floor) +
         (outer - inner) * (std::sqrt(beyond * beyond + 0.25 * foot * foot) - 0.5 * foot);
}

Sides sides_of(const Laws& laws, const Node& node, double rugged, double gradient, int level) {
  constexpr double steepest = 1.2;
  const double root = std::sqrt(node.area), cell = cell_metres(level);
  Sides sides;
  sides.inner = std::min(rugged * laws.sides[node.birth] * static_cast<double>(node.vary), steepest);
  const double outer = rugged * std::sqrt(laws.sides[node.birth] * laws.sides[level]) * static_cast<double>(node.vary);
  sides.outer = std::min(std::max({outer, 1.05 * gradient, sides.inner}), steepest);
  sides.foot = std::min(0.006 * root + 0.015 * cell_metres(node.birth), cell);
  sides.floor = std::min(0.01 * root * (1.2 - std::min(rugged, 1.0)), cell);
  return sides;
}

Result<Country> Country::make(const LargeLand& land, Seed seed) {
  CRATON_TRY(Noise shore, Noise::make(fractal(shore_length, shore_octaves, 0.5), seed.child("shore")));
  CRATON_TRY(Noise district, Noise::make(fractal(district_length, district_octaves, 0.7), seed.child("districts")));
  return Country(land, std::move(shore), std::move(district));
}

double Country::shore(Point2 place, double height) const {
  if (std::abs(height) >= coast) return height;
  constexpr double metres_of_noise = 0.56 * shore_length * shore_slope;
  const double fade = 1 - std::abs(height) / coast;
  return height + fade * metres_of_noise * static_cast<double>(shore_.at(place));
}

void Country::shore(std::span<const Point2> places, std::span<const double> heights, std::span<double> values) const {
  for (std::size_t i = 0; i < places.size(); ++i) values[i] = shore(places[i], heights[i]);
}

void Country::districts(std::span<const Point2> places, std::span<double> factors) const {
  std::vector<float> noise(places.size());
  (void)district_.points(places, noise, {.threads = 1});  // made for the plane: cannot fail
  for (std::size_t i = 0; i < places.size(); ++i) factors[i] = math::kernel::exp(4.0 * static_cast<double>(noise[i]));
}

Field field_of(const LargeGround& ground) {
  constexpr double from_millimetres = 1e-3 / 31'557'600;  // mm a year to m/s
  const double rugged = std::clamp(ground.rugged, 0.0, 1.0);
  // Turc (1954): what does not evaporate.
  const double rain = std::max(ground.rain, 0.0);
  const double warm = std::clamp(ground.temperature, 0.0, 30.0), power = 300 + 25 * warm + 0.05 * warm * warm * warm;
  const double ratio = rain / power, evaporated = rain / std::sqrt(0.9 + ratio * ratio);
  const double runoff = std::max(rain - evaporated, 0.03 * rain);
  return {ground.height, std::max(rugged * std::sqrt(rugged), 0.008), runoff * from_millimetres};
}

/// Tiles of all levels but the finest asked for, the last used ones.
class Drainage::Kept {
 public:
  using Key = std::tuple<int, std::int64_t, std::int64_t>;

  std::shared_ptr<const Level> find(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    used_.splice(used_.begin(), used_, found->second);
    return found->second->second;
  }

  void keep(const Key& key, std::shared_ptr<const Level> tile) {
    const std::lock_guard lock(mutex_);
    if (places_.count(key)) return;
    used_.emplace_front(key, std::move(tile));
    places_[key] = used_.begin();
    if (used_.size() <= kept_tiles) return;
    places_.erase(used_.back().first);
    used_.pop_back();
  }

 private:
  using Entry = std::pair<Key, std::shared_ptr<const Level>>;
  std::mutex mutex_;
  std::list<Entry> used_;
  std::map<Key, std::list<Entry>::iterator> places_;
};

Drainage::Drainage(Laws laws, Country country, Seed seed)
    : laws_(laws), country_(std::move(country)), seed_(seed), kept_(std::make_shared<Kept>()) {
  laws_.settle();
}

Level Drainage::window(int level, const Rect& rect) const { return level == 0 ? from_tiles(0, rect) : make(level, rect); }

Level Drainage::make(int level, const Rect& rect) const {
  if (level == sites) return large_sites(country_, seed_, rect);
  if (level == 0) return large_streams(laws_, seed_, from_tiles(sites, needed_sites(rect)), rect);
  return refined(laws_, country_, seed_, from_tiles(level - 1, needed_parents(rect)), rect);
}

std::shared_ptr<const Level> Drainage::tile(int level, std::int64_t x, std::int64_t y) const {
  const Kept::Key key{level, x, y};
  if (std::shared_ptr<const Level> kept = kept_->find(key)) return kept;
  const std::int64_t cells = tile_cells(level);
  const Rect rect{x * cells, y * cells, static_cast<std::int32_t>(cells), static_cast<std::int32_t>(cells)};
  auto made = std::make_shared<const Level>(make(level, rect));
  kept_->keep(key, made);
  return made;
}

Level Drainage::from_tiles(int level, const Rect& rect) const {
  Level out(std::max(level, 0), rect);
  const std::int64_t cells = tile_cells(level);
  for (std::int64_t y = floor_div(rect.y, cells); y * cells < rect.y + rect.height; ++y)
    for (std::int64_t x = floor_div(rect.x, cells); x * cells < rect.x + rect.width; ++x) {
      const std::shared_ptr<const Level> from = tile(level, x, y);
      const std::int64_t left = std::max(rect.x, x * cells), right = std::min(rect.x + rect.width, (x + 1) * cells);
      for (std::int64_t row = std::max(rect.y, y * cells); row < std::min(rect.y + rect.height, (y + 1) * cells); ++row) {
        const std::size_t source = from->rect.index(left, row), target = rect.index(left, row);
        std::copy_n(from->nodes.begin() + static_cast<std::ptrdiff_t>(source), right - left,
                    out.nodes.begin() + static_cast<std::ptrdiff_t>(target));
        std::copy_n(from->fields.begin() + static_cast<std::ptrdiff_t>(source), right - left,
                    out.fields.begin() + static_cast<std::ptrdiff_t>(target));
      }
    }
  return out;
}

}  // namespace craton::drainage
