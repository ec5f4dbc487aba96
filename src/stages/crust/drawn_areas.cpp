// Who lies in which area: a place is inside where a line from it to the west crosses rings an odd number of times. Sides of rings
// are sorted into bands by latitude, so that a place looks at few of them.
#include "stages/crust/drawn_areas.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/parallel.h"

namespace craton {
namespace {

struct Side {
  PlateDrawing::Point from, to;
  std::uint32_t area = 0;  ///< counted over all plates
};

class Bands {
 public:
  explicit Bands(const PlateDrawing& drawing) {
    for (std::size_t p = 0; p < drawing.plates.size(); ++p)
      for (const PlateDrawing::Area& area : drawing.plates[p].areas) {
        for (const auto& ring : area)
          for (std::size_t i = 0; i < ring.size(); ++i) add({ring[i], ring[(i + 1) % ring.size()], count()});
        plate_of_area_.push_back(static_cast<std::int32_t>(p + 1));
      }
    sort();
  }

  /// `crossings`: room for one a band; 0 where no area holds the place.
  std::int32_t plate_at(const PlateDrawing::Point& at, std::vector<std::uint32_t>& crossed) const {
    crossed.clear();
    if (!(at.north >= south_ && at.north <= north_)) return 0;
    for (const std::uint32_t s : bands_[band_of(at.north)]) {
      const Side& side = sides_[s];
      if ((side.from.north > at.north) == (side.to.north > at.north)) continue;
      const double share = (at.north - side.from.north) / (side.to.north - side.from.north);
      if (side.from.east + (side.to.east - side.from.east) * share < at.east) crossed.push_back(side.area);
    }
    // The first area that was crossed an odd number of times.
    std::sort(crossed.begin(), crossed.end());
    for (std::size_t i = 0; i < crossed.size();) {
      std::size_t end = i;
      while (end < crossed.size() && crossed[end] == crossed[i]) ++end;
      if ((end - i) % 2 == 1) return plate_of_area_[crossed[i]];
      i = end;
    }
    return 0;
  }

 private:
  std::uint32_t count() const { return static_cast<std::uint32_t>(plate_of_area_.size()); }

  void add(const Side& side) {
    if (side.from.north == side.to.north) return;  // nothing crosses it
    sides_.push_back(side);
    south_ = std::min({south_, side.from.north, side.to.north});
    north_ = std::max({north_, side.from.north, side.to.north});
  }

  void sort() {
    bands_.resize(sides_.empty() ? 1 : std::clamp<std::size_t>(sides_.size() / 4, 1, 4096));
    for (std::uint32_t s = 0; s < sides_.size(); ++s) {
      const auto [low, high] = std::minmax(sides_[s].from.north, sides_[s].to.north);
      for (std::size_t band = band_of(low); band <= band_of(high); ++band) bands_[band].push_back(s);
    }
  }

  std::size_t band_of(double north) const {
    const double share = north_ > south_ ? (north - south_) / (north_ - south_) : 0;
    const auto count = static_cast<double>(bands_.size());
    return static_cast<std::size_t>(std::clamp(std::floor(share * count), 0.0, count - 1));
  }

  double south_ = 1e300, north_ = -1e300;
  std::vector<Side> sides_;
  std::vector<std::vector<std::uint32_t>> bands_;
  std::vector<std::int32_t> plate_of_area_;
};

}  // namespace

Result<void> fill_drawn_areas(const PlateDrawing& drawing, std::span<std::int32_t> plate,
                              FunctionRef<PlateDrawing::Point(Cell)> place_of, const Execution& execution) {
  const Bands bands(drawing);
  return parallel_blocks(plate.size(), 4096, execution, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<std::uint32_t> crossed;
    for (auto c = static_cast<Cell>(begin); c < static_cast<Cell>(end); ++c) plate[c] = bands.plate_at(place_of(c), crossed);
  });
}

}  // namespace craton
