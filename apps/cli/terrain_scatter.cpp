#include "terrain_scatter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include <craton/files/new_file.h>
#include <craton/files/text_file.h>

#include "presets.h"
#include "text.h"

namespace craton::cli {
namespace {

bool is_geojson(const std::string& path) { return lower(path).ends_with(".geojson"); }

/// A crown from above: how wide it is beside its height, and its colour.
struct Look {
  std::string_view kind;
  double width;
  Rgb8 colour;
};
constexpr Look looks[] = {
    {"rock", 1.1, {122, 117, 108}}, {"conifer", 0.26, {38, 58, 40}}, {"broadleaf", 0.5, {62, 84, 44}},
    {"palm", 0.36, {56, 92, 50}},   {"shrub", 1.0, {92, 98, 58}},    {"grass", 0.9, {128, 138, 74}},
};

Look look_of(const ScatterKind& kind) {
  const std::string& name = kind.looks.empty() ? kind.name : kind.looks;
  for (const Look& look : looks)
    if (look.kind == name) return look;
  return {name, 0.5, {90, 90, 70}};
}

/// Lays a disc of a colour over the picture, its edge softened.
void draw_disc(double x, double y, double radius, Rgb8 colour, double strength, Rgb8Image& image) {
  const auto from = [](double low) { return static_cast<std::int64_t>(std::floor(low)); };
  for (std::int64_t row = std::max<std::int64_t>(0, from(y - radius - 1)); row <= from(y + radius + 1); ++row) {
    if (row >= image.height) break;
    for (std::int64_t column = std::max<std::int64_t>(0, from(x - radius - 1)); column <= from(x + radius + 1); ++column) {
      if (column >= image.width) break;
      const double dx = static_cast<double>(column) - x, dy = static_cast<double>(row) - y;
      const double cover = std::clamp(radius + 0.5 - std::sqrt(dx * dx + dy * dy), 0.0, 1.0) * strength;
      Rgb8& pixel = image.at(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row));
      const auto mixed = [&](std::uint8_t under, std::uint8_t over) {
        return static_cast<std::uint8_t>(std::lround(under + cover * (over - under)));
      };
      pixel = {mixed(pixel.r, colour.r), mixed(pixel.g, colour.g), mixed(pixel.b, colour.b)};
    }
  }
}

Rgb8 lighter(Rgb8 colour, double by) {
  const auto up = [&](std::uint8_t value) { return static_cast<std::uint8_t>(std::clamp(value * by, 0.0, 255.0)); };
  return {up(colour.r), up(colour.g), up(colour.b)};
}

}  // namespace

Result<void> check_scatter_file(const std::string& path) {
  if (!is_geojson(path) && !lower(path).ends_with(".json"))
    return invalid("--scatter", fmt::format("\"{}\" ends in neither .json nor .geojson", path));
  return check_writable(path);
}

Result<std::vector<ScatterKind>> load_kinds(const std::string& file) {
  if (file.empty()) return usual_scatter();
  CRATON_TRY(const std::string text, read_text_file(file, 1 << 16));
  Result<std::vector<ScatterKind>> kinds = scatter_kinds_from_json(text);
  if (!kinds) return in_file(file, kinds.error());
  return kinds;
}

Result<std::vector<ScatterPoint>> things_in(const Scatter& scatter, const Terrain& terrain, const TerrainArea& area,
                                            const Execution& execution) {
  const std::int64_t step = terrain.step(area.level);
  const ScatterBox box{{area.x * step, area.y * step}, {(area.x + area.width) * step, (area.y + area.height) * step}};
  return scatter.in(box, execution);
}

Result<void> write_scatter(const std::string& path, const Scatter& scatter, const std::vector<ScatterPoint>& points) {
  const bool geojson = is_geojson(path);
  std::string text;
  auto out = std::back_inserter(text);
  if (geojson) {
    fmt::format_to(out,
                   "{{\"type\": \"FeatureCollection\", \"craton\": \"metres to the east, to the north, up\", \"features\": [");
  } else {
    fmt::format_to(out,
                   "{{\"units\": {{\"x\": \"m east\", \"y\": \"m south\", \"height\": \"m\", \"size\": \"m\", \"turn\": "
                   "\"degrees clockwise\"}},\n \"points\": [");
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ScatterPoint& p = points[i];
    const std::string kind = json_string(scatter.kinds()[p.kind].name);
    const double x = metres_from_units(p.at.x), y = metres_from_units(p.at.y);
    if (geojson) {
      fmt::format_to(out,
                     "{}\n{{\"type\": \"Feature\", \"geometry\": {{\"type\": \"Point\", \"coordinates\": [{}, {}, {:.3f}]}}, "
                     "\"properties\": {{\"kind\": {}, \"size\": {:.3f}, \"turn\": {:.1f}}}}}",
                     i ? "," : "", x, y == 0 ? 0 : -y, p.height, kind, p.size, p.turn);
    } else {
      fmt::format_to(out, "{}\n{{\"kind\": {}, \"x\": {}, \"y\": {}, \"height\": {:.3f}, \"size\": {:.3f}, \"turn\": {:.1f}}}",
                     i ? "," : "", kind, x, y, p.height, p.size, p.turn);
    }
  }
  text += "\n]}\n";
  CRATON_TRY(NewFile file, NewFile::create(path));
  CRATON_TRY(file.write(std::as_bytes(std::span(text.data(), text.size()))));
  return file.commit();
}

void draw_things(const Scatter& scatter, const std::vector<ScatterPoint>& points, const Terrain& terrain, const TerrainArea& area,
                 Rgb8Image& image) {
  const double step = metres_from_units(terrain.step(area.level));
  std::vector<Look> look;
  for (const ScatterKind& kind : scatter.kinds()) look.push_back(look_of(kind));
  // Small ones first: crowns hide what stands under them.
  std::vector<ScatterPoint> by_size = points;
  std::stable_sort(by_size.begin(), by_size.end(), [](const ScatterPoint& a, const ScatterPoint& b) { return a.size < b.size; });
  for (const ScatterPoint& p : by_size) {
    const double x = metres_from_units(p.at.x - area.x * terrain.step(area.level)) / step;
    const double y = metres_from_units(p.at.y - area.y * terrain.step(area.level)) / step;
    const double radius = 0.5 * look[p.kind].width * double{p.size} / step;
    const double tone = 0.85 + 0.3 * double{p.turn} / 360;
    // The light of maps comes from the north-west.
    draw_disc(x + 0.5 * radius, y + 0.5 * radius, radius, {20, 24, 20}, 0.35 * std::min(1.0, radius), image);
    draw_disc(x, y, radius, lighter(look[p.kind].colour, tone), std::min(1.0, 2 * radius), image);
    if (radius > 1.2)
      draw_disc(x - 0.3 * radius, y - 0.3 * radius, 0.5 * radius, lighter(look[p.kind].colour, 1.3 * tone), 0.6, image);
  }
}

}  // namespace craton::cli
