// Whittaker's diagram as polygons, after the drawing in Whittaker 1975 and its redrawings (Ricklefs 2008, fig. 5.5), with savanna
// and tropical seasonal forest apart as in Erstu (source 003); outlines are straightened so that neighbours share all corners.
#include <craton/stages/whittaker.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace craton {
namespace {

constexpr std::string_view names[] = {"deep sea",
                                      "shelf sea",
                                      "ice",
                                      "tundra",
                                      "taiga",
                                      "temperate grassland",
                                      "temperate deciduous forest",
                                      "temperate rain forest",
                                      "subtropical desert",
                                      "savanna",
                                      "tropical seasonal forest",
                                      "tropical rain forest"};
static_assert(std::size(names) == biome_count);

// Counter-clockwise with temperature to the right and rain upwards. A corner that lies on a neighbour's edge is a corner of the
// neighbour too: so every place belongs to exactly one polygon, however edges are rounded.
constexpr DiagramPoint tundra[] = {{-10, 0}, {-5, 0}, {-5, 20}, {-5, 120}, {-10, 75}};
constexpr DiagramPoint taiga[] = {{-5, 20}, {4, 36}, {4, 140}, {4, 200}, {-5, 120}};
constexpr DiagramPoint grassland[] = {{-5, 0}, {12, 0}, {17, 30}, {20, 45}, {20, 80}, {4, 36}, {-5, 20}};
constexpr DiagramPoint deciduous[] = {{4, 36}, {20, 80}, {20, 110}, {20, 210}, {20, 230}, {4, 140}};
constexpr DiagramPoint temperate_rain[] = {{4, 140}, {20, 230}, {20, 330}, {4, 200}};
constexpr DiagramPoint desert[] = {{12, 0}, {30, 0}, {30, 60}, {20, 45}, {17, 30}};
constexpr DiagramPoint savanna[] = {{20, 45}, {30, 60}, {30, 145}, {20, 110}, {20, 80}};
constexpr DiagramPoint seasonal[] = {{20, 110}, {30, 145}, {30, 235}, {20, 210}};
constexpr DiagramPoint tropical_rain[] = {{20, 210}, {30, 235}, {30, 400}, {20, 330}, {20, 230}};

constexpr std::span<const DiagramPoint> outlines[] = {tundra, taiga,   grassland, deciduous,    temperate_rain,
                                                      desert, savanna, seasonal,  tropical_rain};
static_assert(std::size(outlines) == diagram_biome_count);

constexpr float coldest = -10, hottest = 30, wettest = 400;
constexpr DiagramPoint cap[] = {{-10, 75}, {-5, 120}, {4, 200}, {20, 330}, {30, 400}};

/// Where the edge crosses a rain; the lower end comes first, so that both neighbours of an edge find the same place.
float crossing(DiagramPoint a, DiagramPoint b, float rain) {
  if (a.rain > b.rain) std::swap(a, b);
  return a.temperature + (b.temperature - a.temperature) * ((rain - a.rain) / (b.rain - a.rain));
}

/// By counting edges to the right; of lower and left edges the points are inside, of the others outside.
bool inside(std::span<const DiagramPoint> outline, float temperature, float rain) {
  bool odd = false;
  DiagramPoint from = outline.back();
  for (const DiagramPoint to : outline) {
    if ((from.rain <= rain) != (to.rain <= rain) && temperature < crossing(from, to, rain)) odd = !odd;
    from = to;
  }
  return odd;
}

float squared_distance(DiagramPoint from, DiagramPoint to, float temperature, float rain) {
  // 10 cm of rain count as a degree.
  const float x = to.temperature - from.temperature, y = 0.1F * (to.rain - from.rain);
  const float px = temperature - from.temperature, py = 0.1F * (rain - from.rain);
  const float along = std::clamp((px * x + py * y) / (x * x + y * y), 0.0F, 1.0F);
  const float dx = px - along * x, dy = py - along * y;
  return dx * dx + dy * dy;
}

float squared_distance(std::span<const DiagramPoint> outline, float temperature, float rain) {
  if (inside(outline, temperature, rain)) return 0;
  float nearest = 1e30F;
  DiagramPoint from = outline.back();
  for (const DiagramPoint to : outline) {
    nearest = std::min(nearest, squared_distance(from, to, temperature, rain));
    from = to;
  }
  return nearest;
}

/// Into the diagram. NaN becomes its coldest, driest corner.
DiagramPoint moved_inside(float temperature, float rain) {
  const float t = temperature > coldest ? std::min(temperature, hottest) : coldest;
  const float r = rain > 0 ? std::min(rain, most_diagram_rain(t)) : 0;
  return {t, r};
}

std::size_t exact_region(float temperature, float rain) {
  for (std::size_t i = 0; i < diagram_biome_count; ++i)
    if (inside(outlines[i], temperature, rain)) return i;
  // On the diagram's upper or right edge: nobody's inside.
  std::size_t best = 0;
  float nearest = 1e30F;
  for (std::size_t i = 0; i < diagram_biome_count; ++i) {
    const float distance = squared_distance(outlines[i], temperature, rain);
    if (distance < nearest) nearest = distance, best = i;
  }
  return best;
}

/// The diagram in small rectangles, most of which lie in one polygon: a question costs a look into a table.
class Raster {
 public:
  Raster() : cells_(std::size_t{columns} * rows) {
    for (std::int32_t top = 0; top < rows; top += block)
      for (std::int32_t left = 0; left < columns; left += block) {
        const std::uint8_t all = look(left, top, block);
        for (std::int32_t row = top; row < top + block; ++row)
          for (std::int32_t column = left; column < left + block; ++column)
            cells_[static_cast<std::size_t>(row * columns + column)] = all == several ? look(column, row, 1) : all;
      }
  }
  /// `several` above the most rain too. NaN is the coldest, driest corner.
  std::uint8_t at(float temperature, float rain) const {
    const float x = (temperature - coldest) * per_degree, y = rain * per_cm;
    const auto column = static_cast<std::int32_t>(x > 0 ? (x < columns - 1 ? x : columns - 1) : 0);
    const auto row = static_cast<std::int32_t>(y > 0 ? (y < rows - 1 ? y : rows - 1) : 0);
    return cells_[static_cast<std::size_t>(row * columns + column)];
  }
  static constexpr std::uint8_t several = 255;

 private:
  static constexpr std::int32_t columns = 320, rows = 400, block = 16;
  static constexpr float per_degree = columns / (hottest - coldest), per_cm = rows / wettest;

  /// Nothing else lies beyond these sides of the diagram: what is colder, hotter or drier counts as being there.
  static bool at_rim(DiagramPoint a, DiagramPoint b) {
    return (a.temperature == coldest && b.temperature == coldest) || (a.temperature == hottest && b.temperature == hottest) ||
           (a.rain == 0 && b.rain == 0);
  }

  /// The polygon that holds a whole square of rectangles and a little more.
  static std::uint8_t look(std::int32_t column, std::int32_t row, std::int32_t side) {
    const float half = 0.5F * static_cast<float>(side), more = half + 0.01F;
    const float t = coldest + (static_cast<float>(column) + half) / per_degree, r = (static_cast<float>(row) + half) / per_cm;
    const float half_t = more / per_degree, half_r = 0.1F * more / per_cm;  // as the distance has it: 10 cm are a degree
    const float reach = half_t * half_t + half_r * half_r;
    for (std::size_t i = 0; i < diagram_biome_count; ++i) {
      if (!inside(outlines[i], t, r)) continue;
      DiagramPoint from = outlines[i].back();
      for (const DiagramPoint to : outlines[i]) {
        if (!at_rim(from, to) && squared_distance(from, to, t, r) <= reach) return several;
        from = to;
      }
      return static_cast<std::uint8_t>(i);
    }
    return look_above(t - half_t, t + half_t, r - 10 * half_r);
  }

  /// Above the most rain only temperature counts. It rises with temperature, and each biome has one part of it: where both ends
  /// of the rectangle's lower side lie above it and agree, so does all between them.
  static std::uint8_t look_above(float cold, float warm, float least_rain) {
    if (least_rain < most_diagram_rain(warm)) return several;
    const auto at_edge = [](float temperature) {
      const DiagramPoint place = moved_inside(temperature, wettest);
      return exact_region(place.temperature, place.rain);
    };
    return at_edge(cold) == at_edge(warm) ? static_cast<std::uint8_t>(at_edge(cold)) : several;
  }

  std::vector<std::uint8_t> cells_;
};

}  // namespace

std::span<const std::string_view> biome_names() { return names; }

std::span<const DiagramPoint> diagram_outline(Biome biome) {
  const auto index = static_cast<std::size_t>(biome);
  return index < first_diagram_biome ? std::span<const DiagramPoint>{} : outlines[index - first_diagram_biome];
}

float most_diagram_rain(float temperature) {
  const float t = std::clamp(temperature, coldest, hottest);
  std::size_t i = 1;
  while (i + 1 < std::size(cap) && t > cap[i].temperature) ++i;
  const DiagramPoint a = cap[i - 1], b = cap[i];
  return a.rain + (b.rain - a.rain) * ((t - a.temperature) / (b.temperature - a.temperature));
}

Biome whittaker_biome(float temperature, float rain) {
  std::uint8_t biome = 0;
  whittaker_biomes({&temperature, 1}, {&rain, 1}, {&biome, 1});
  return static_cast<Biome>(biome);
}

void whittaker_biomes(std::span<const float> temperature, std::span<const float> rain, std::span<std::uint8_t> out) {
  static const Raster raster;
  for (std::size_t i = 0; i < out.size(); ++i) {
    std::size_t region = raster.at(temperature[i], rain[i]);
    if (region == Raster::several) {
      const DiagramPoint place = moved_inside(temperature[i], rain[i]);
      region = exact_region(place.temperature, place.rain);
    }
    out[i] = static_cast<std::uint8_t>(first_diagram_biome + region);
  }
}

std::array<float, diagram_biome_count> whittaker_shares(float temperature, float rain, float width) {
  const DiagramPoint place = moved_inside(temperature, rain);
  std::array<float, diagram_biome_count> shares{};
  float sum = 0;
  for (std::size_t i = 0; i < diagram_biome_count; ++i) {
    const float far = std::sqrt(squared_distance(outlines[i], place.temperature, place.rain));
    const float near = far < width ? 1 - far / width : far > 0 ? 0.0F : 1.0F;
    shares[i] = near * near;
    sum += shares[i];
  }
  if (!(sum > 0)) {  // on the diagram's edge with no width
    shares[exact_region(place.temperature, place.rain)] = sum = 1;
  }
  for (float& share : shares) share /= sum;
  return shares;
}

}  // namespace craton
