#include <craton/picture/plates.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/parallel.h"
#include "picture/blend.h"
#include "picture/globe_map.h"
#include "picture/strokes.h"
#include "surface/table_values.h"
#include "surface/vectors.h"

namespace craton {
namespace {

using picture::blend;
using picture::GlobeMap;
using picture::Stroke;

constexpr std::uint32_t fineness = 3;  // samples along each side of a pixel

/// Numbers of plates at `fine` samples a pixel; −1 beside the globe.
Result<std::vector<std::int32_t>> numbers_of(const Domain& domain, std::span<const std::int32_t> plate, GridSize size,
                                             const GlobeMap* map, const Execution& execution) {
  const GridSize finer{size.width * fineness, size.height * fineness};
  std::vector<std::int32_t> numbers(std::size_t{finer.width} * finer.height, -1);
  if (!map) {
    const Result<std::vector<Cell>> cells = raster_of_cells(domain, finer, Projection::equirectangular, execution);
    if (!cells) return Error{cells.error().code, "size", cells.error().message};
    std::transform(cells->begin(), cells->end(), numbers.begin(), [&](Cell cell) { return plate[cell]; });
    return numbers;
  }
  const auto& sphere = std::get<CubeSphere>(domain);
  CRATON_TRY(parallel_blocks(finer.height, 16, execution, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t y = begin; y < end; ++y)
      for (std::uint32_t x = 0; x < finer.width; ++x) {
        const std::optional<Vec3d> place = map->direction({(x + 0.5) / fineness, (static_cast<double>(y) + 0.5) / fineness});
        if (place) numbers[y * finer.width + x] = plate[sphere.nearest(*place)];
      }
  }));
  return numbers;
}

/// What a border covers of each pixel: the samples within half its width of a change of numbers.
std::vector<float> border_covers(const std::vector<std::int32_t>& numbers, GridSize size, double width) {
  const std::int64_t wide = std::int64_t{size.width} * fineness, high = std::int64_t{size.height} * fineness;
  const double reach = 0.5 * width * fineness;
  const auto steps = static_cast<std::int64_t>(std::ceil(reach));
  std::vector<std::uint8_t> covered(numbers.size(), 0);
  const auto cover = [&](double x, double y) {  // around the middle of the side between two samples
    for (auto j = static_cast<std::int64_t>(y) - steps; j <= static_cast<std::int64_t>(y) + steps; ++j)
      for (auto i = static_cast<std::int64_t>(x) - steps; i <= static_cast<std::int64_t>(x) + steps; ++i) {
        const double right = static_cast<double>(i) + 0.5 - x, down = static_cast<double>(j) + 0.5 - y;
        if (i < 0 || j < 0 || i >= wide || j >= high || right * right + down * down > reach * reach) continue;
        covered[static_cast<std::size_t>(j * wide + i)] = 1;
      }
  };
  const auto differ = [&](std::int64_t a, std::int64_t b) {
    const std::int32_t one = numbers[static_cast<std::size_t>(a)], other = numbers[static_cast<std::size_t>(b)];
    return one != other && one >= 0 && other >= 0;
  };
  for (std::int64_t y = 0; y < high; ++y)
    for (std::int64_t x = 0; x < wide; ++x) {
      const std::int64_t at = y * wide + x;
      const auto column = static_cast<double>(x), row = static_cast<double>(y);
      if (x + 1 < wide && differ(at, at + 1)) cover(column + 1, row + 0.5);
      if (y + 1 < high && differ(at, at + wide)) cover(column + 0.5, row + 1);
    }
  std::vector<float> covers(std::size_t{size.width} * size.height, 0.0F);
  for (std::int64_t y = 0; y < high; ++y)
    for (std::int64_t x = 0; x < wide; ++x) {
      const auto at = static_cast<std::size_t>(y * wide + x);
      if (covered[at] != 0 && numbers[at] >= 0)
        covers[static_cast<std::size_t>(y / fineness * size.width + x / fineness)] += 1.0F / (fineness * fineness);
    }
  return covers;
}

/// Where plates move.
class Motions {
 public:
  Motions(const ObjectTable* table, bool on_sphere) : on_sphere_(on_sphere) {
    rotation_ = values_of<Vec3d>(table, "rotation");
    if (rotation_ && on_sphere) {
      for (const Vec3d& axis : *rotation_) fastest_ = std::max(fastest_, length(axis));
      return;
    }
    rotation_ = nullptr;
    motion_ = values_of<Vec3d>(table, "motion");
    centre_ = values_of<Vec3d>(table, "centre");
    if (!centre_) motion_ = nullptr;
    if (!motion_) return;
    for (const Vec3d& motion : *motion_) fastest_ = std::max(fastest_, length(motion));
  }

  bool any() const { return (rotation_ || motion_) && fastest_ > 0; }

  /// Of a plate at a place, as a share of the fastest; on a sphere the place has length 1.
  Vec3d at(std::int32_t number, const Vec3d& place) const {
    const auto row = static_cast<std::size_t>(number) - 1;
    if (number < 1 || row >= (rotation_ ? *rotation_ : *motion_).size()) return {};
    Vec3d motion = rotation_ ? cross((*rotation_)[row], place) : (*motion_)[row];
    if (!rotation_ && on_sphere_) {
      const Vec3d& middle = (*centre_)[row];
      const Vec3d centre = middle * (1 / length(middle));
      const double together = 1 + dot(centre, place);
      if (together > 1e-9) motion = motion + (centre + place) * (-dot(motion, place) / together);
    }
    return motion * (1 / fastest_);
  }

 private:
  bool on_sphere_;
  const std::vector<Vec3d>*rotation_ = nullptr, *motion_ = nullptr, *centre_ = nullptr;
  double fastest_ = 0;
};

void add_arrow(GlobeMap::Spot middle, double x, double y, double width, std::vector<Stroke>& strokes) {
  const double length = std::hypot(x, y);
  if (length < 2 * width) return;  // seen from its end, or hardly any
  const double head = std::min(4 * width, 0.45 * length);
  const auto spot = [&](double share) {
    return std::pair{static_cast<float>(middle.x + x * share), static_cast<float>(middle.y + y * share)};
  };
  const auto tail = spot(-0.5), neck = spot(0.5 - head / length), tip = spot(0.5);
  const auto shaft = static_cast<float>(width), wide = static_cast<float>(0.8 * head);
  strokes.push_back({tail.first, tail.second, 0.5F * shaft, neck.first, neck.second, shaft});
  strokes.push_back({neck.first, neck.second, wide, tip.first, tip.second, 0.3F});
}

/// Arrows at a staggered lattice of pixels, so that they are equally dense everywhere.
std::vector<Stroke> arrows(GridSize size, double spacing, double width, const std::vector<std::int32_t>& numbers,
                           const Motions& motions, const GlobeMap* map) {
  std::vector<Stroke> strokes;
  const double row_height = spacing * 0.87;
  for (std::uint32_t row = 0; (row + 0.5) * row_height < size.height; ++row)
    for (double x = spacing * (row % 2 == 0 ? 0.5 : 1); x < size.width; x += spacing) {
      const GlobeMap::Spot spot{x, (row + 0.5) * row_height};
      const auto column = static_cast<std::size_t>(spot.x * fineness), line = static_cast<std::size_t>(spot.y * fineness);
      const std::int32_t number = numbers[line * size.width * fineness + column];
      if (number < 1) continue;
      const double longest = 0.8 * spacing;
      if (!map) {
        const Vec3d motion = motions.at(number, {});
        add_arrow(spot, motion.x * longest, motion.y * longest, width, strokes);
        continue;
      }
      const std::optional<Vec3d> place = map->direction(spot);
      if (!place) continue;
      const Vec3d motion = motions.at(number, *place);
      // As the ground moves on the picture; at the edge of a globe it is seen from the side.
      constexpr double step = 1e-4;
      const std::optional<GlobeMap::Spot> next = map->spot(*place + motion * step);
      if (!next) continue;
      double right = next->x - spot.x, down = next->y - spot.y;
      const double here = std::hypot(right, down), speed = length(motion);
      const double per_radian = map->pixels_per_radian();
      const double drawn = std::min(here / (step * per_radian), speed) * longest;
      if (!(here > 0) || here > 50 * step * per_radian) continue;  // over the seam of the map
      right *= drawn / here;
      down *= drawn / here;
      add_arrow(spot, right, down, width, strokes);
    }
  return strokes;
}

Result<void> paint_arrows(Rgb8Image& image, const std::vector<Stroke>& strokes, Rgb8 colour, const Execution& execution) {
  // A pale edge first, so that arrows show on dark ground too.
  std::vector<Stroke> edges = strokes;
  for (Stroke& stroke : edges) {
    stroke.width0 += 1.6F;
    stroke.width1 += 1.6F;
  }
  const auto paint = [&](Rgb8 with, float strength) {
    return [&image, with, strength](std::uint32_t y, std::span<const float> covers) {
      for (std::uint32_t x = 0; x < image.width; ++x)
        if (covers[x] > 0) blend(image.at(x, y), with, strength * std::min(covers[x], 1.0F));
    };
  };
  auto edge = paint({0xff, 0xfd, 0xf6}, 0.7F);
  CRATON_TRY(picture::paint_strokes(edges, image.width, image.height, execution, edge));
  auto line = paint(colour, 1);
  return picture::paint_strokes(strokes, image.width, image.height, execution, line);
}

}  // namespace

Plates plates_of(const Surface& surface) {
  const Layer* plate = surface.layer("plate");
  if (!plate || plate->type() != LayerType::integer) return {};
  return {plate, surface.objects("plates")};
}

Result<void> draw_plates(Rgb8Image& image, const Domain& domain, const Plates& plates, Projection projection,
                         const LatLon& centre, const PlateOptions& options, const Execution& execution) {
  if (!plates.any() || image.pixels.empty()) return {};
  const bool on_sphere = std::holds_alternative<CubeSphere>(domain);
  if (on_sphere && projection == Projection::faces)
    return Error{ErrorCode::unsupported, "plates", "plates are not drawn over the faces of a cube"};
  if (!(options.border >= 0 && options.border <= 100) || !(options.spacing >= 0 && options.spacing <= 10'000))
    return Error{ErrorCode::invalid_value, "plates", "borders are 0 … 100 pixels wide, arrows 0 … 10000 apart"};
  const GridSize size{image.width, image.height};
  const auto side = static_cast<double>(std::max(size.width, size.height));
  const double border = options.border > 0 ? options.border : std::clamp(side / 800, 1.0, 4.0);
  const double spacing = options.spacing > 0 ? options.spacing : std::clamp(side / 22, 24.0, 120.0);
  std::optional<GlobeMap> map;
  if (on_sphere) map.emplace(projection, size, centre);

  CRATON_TRY(const std::vector<std::int32_t> numbers,
             numbers_of(domain, plates.plate->integers(), size, map ? &*map : nullptr, execution));
  const std::vector<float> covers = border_covers(numbers, size, border);
  for (std::size_t i = 0; i < covers.size(); ++i)
    if (covers[i] > 0) blend(image.pixels[i], options.border_colour, 0.85F * std::min(covers[i], 1.0F));
  const Motions motions(plates.table, on_sphere);
  if (!motions.any()) return {};
  const std::vector<Stroke> strokes =
      arrows(size, spacing, std::clamp(spacing / 22, 1.0, 4.0), numbers, motions, map ? &*map : nullptr);
  return paint_arrows(image, strokes, options.arrow_colour, execution);
}

}  // namespace craton
