#include "stages/crust/large_plates.h"

#include <algorithm>
#include <cmath>

#include <craton/base/floor_div.h>
#include <craton/base/hash.h>
#include <craton/base/math.h>

#include "base/smooth_step.h"

namespace craton::large {
namespace {

double metres(std::int64_t units) { return static_cast<double>(units) * (1.0 / units_per_metre); }

/// The k-th number of a hash, 0 … 1.
double chance(std::uint64_t hash, std::uint64_t k) {
  return static_cast<double>(mix64(hash + k * 0x9e3779b97f4a7c15U) >> 11) * 0x1p-53;
}

}  // namespace

PlateLattice::PlateLattice(const Laws& laws, Seed seed)
    : laws_(laws), side_(static_cast<std::int64_t>(std::floor(laws.side * units_per_metre))), seed_(seed.value) {}

Plate PlateLattice::plate(std::int64_t x, std::int64_t y) const {
  Plate plate;
  plate.cell_x = x;
  plate.cell_y = y;
  plate.id = mix64(mix64(seed_ ^ static_cast<std::uint64_t>(x)) + 0xd1b54a32d192ed03U * static_cast<std::uint64_t>(y));
  const double side = static_cast<double>(side_);
  const auto within = [&](std::uint64_t k) {
    return static_cast<std::int64_t>(std::floor(side * (0.5 + laws_.jitter * (chance(plate.id, k) - 0.5))));
  };
  plate.site = {x * side_ + within(1), y * side_ + within(2)};
  plate.handicap = laws_.unequal * laws_.side * laws_.side * chance(plate.id, 3);
  plate.value = 2 * chance(plate.id, 4) - 1;
  const double speed = 0.3 + 0.7 * chance(plate.id, 5), turn = 6.283185307179586 * chance(plate.id, 6);
  plate.drift_x = speed * math::cos(turn);
  plate.drift_y = speed * math::sin(turn);
  plate.chance = chance(plate.id, 7);
  return plate;
}

void PlateLattice::gather(Point2 low, Point2 high, double displaced, std::vector<Plate>& plates) const {
  const auto more = static_cast<std::int64_t>(std::ceil(displaced * units_per_metre));
  const std::int64_t left = floor_div(low.x - more, side_) - 2, right = floor_div(high.x + more, side_) + 2;
  const std::int64_t top = floor_div(low.y - more, side_) - 2, bottom = floor_div(high.y + more, side_) + 2;
  plates.clear();
  for (std::int64_t y = top; y <= bottom; ++y)
    for (std::int64_t x = left; x <= right; ++x) plates.push_back(plate(x, y));
}

void PlateLattice::look(const std::vector<Plate>& plates, Point2 place, double displaced_x, double displaced_y, double beyond,
                        std::vector<SeenPlate>& seen) const {
  const auto moved = [&](std::int64_t from, double metres_on) {
    return floor_div(from + static_cast<std::int64_t>(std::floor(metres_on * units_per_metre)), side_);
  };
  const std::int64_t cell_x = moved(place.x, displaced_x), cell_y = moved(place.y, displaced_y);
  seen.clear();
  double nearest = 1e300, second = 1e300;
  for (const Plate& plate : plates) {
    const std::int64_t right = plate.cell_x - cell_x, down = plate.cell_y - cell_y;
    const std::int64_t square = right * right + down * down;
    if (square > 5) continue;  // 5 × 5 squares without their corners
    SeenPlate each{&plate, metres(plate.site.x - place.x) - displaced_x, metres(plate.site.y - place.y) - displaced_y, 0};
    each.far = each.x * each.x + each.y * each.y + plate.handicap;
    second = std::min(second, std::max(nearest, each.far));
    nearest = std::min(nearest, each.far);
    seen.push_back(each);
  }
  const double limit = std::sqrt(second) + beyond, square = limit * limit;
  std::erase_if(seen, [&](const SeenPlate& each) { return each.far > square; });
  for (SeenPlate& each : seen) each.far = std::sqrt(each.far);
  std::sort(seen.begin(), seen.end(),
            [](const SeenPlate& a, const SeenPlate& b) { return a.far != b.far ? a.far < b.far : a.plate->id < b.plate->id; });
}

void PlateLattice::borders(const std::vector<SeenPlate>& seen, std::vector<PlateBorder>& borders) const {
  borders.clear();
  for (std::size_t i = 0; i < seen.size(); ++i)
    for (std::size_t j = i + 1; j < seen.size(); ++j) {
      // The nearest of all others; seen plates are sorted.
      const std::size_t third = i > 0 ? 0 : j > 1 ? 1 : 2;
      const double rest = third < seen.size() ? seen[third].far - seen[j].far : laws_.fade_to;
      const double share = smooth_step(laws_.fade_from, laws_.fade_to, rest);
      if (!(share > 0)) continue;
      const bool in_order = seen[i].plate->id < seen[j].plate->id;
      const SeenPlate &a = in_order ? seen[i] : seen[j], &b = in_order ? seen[j] : seen[i];
      const double x = b.x - a.x, y = b.y - a.y, length = std::sqrt(x * x + y * y);
      PlateBorder border{a.plate, b.plate, 0, 0, share};
      border.across = (b.far * b.far - a.far * a.far) / (2 * length);
      border.closing = -((b.plate->drift_x - a.plate->drift_x) * x + (b.plate->drift_y - a.plate->drift_y) * y) / length;
      borders.push_back(border);
    }
}

}  // namespace craton::large
