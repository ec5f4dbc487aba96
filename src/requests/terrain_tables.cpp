#include "requests/terrain_tables.h"

#include <algorithm>
#include <iterator>

#include <craton/picture/coast_lines.h>
#include <craton/picture/slope.h>
#include <craton/worlds/river_lines.h>

#include "requests/values.h"

namespace craton::requests {
namespace {

Vec3d place_of(Point2 at, double height) { return {metres_from_units(at.x), metres_from_units(at.y), height}; }

ScatterBox box_of(const TerrainArea& area, std::int64_t step) {
  return {{area.x * step, area.y * step}, {(area.x + area.width) * step, (area.y + area.height) * step}};
}

std::string key_text(std::uint64_t key) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (int shift = 60; key != 0 && shift >= 0; shift -= 4) text += digits[key >> shift & 15];
  return text;
}

class RiverRows {
 public:
  void add(const EndlessRiver& river) {
    id_.push_back(key_text(river.key));
    into_.push_back(key_text(river.parent));
    order_.push_back(river.order);
    width_.push_back(river.points.back().width);
    ObjectColumn::Path path;
    for (const EndlessRiverPoint& each : river.points) path.push_back(place_of(each.place, each.level));
    path_.push_back(std::move(path));
  }
  ObjectTable table() && {
    return {"rivers",
            "Pieces of rivers with water.",
            {{"path", "m", "Middle line, downstream: to the east, to the south, level of the water.", std::move(path_)},
             {"id", "", "Of the piece.", std::move(id_)},
             {"into", "", "The piece that a tributary flows into.", std::move(into_)},
             {"order", "", "0: a trunk; tributaries have higher ones.", std::move(order_)},
             {"width", "m", "Of the water at the lower end.", std::move(width_)}}};
  }

 private:
  std::vector<ObjectColumn::Path> path_;
  std::vector<std::string> id_, into_;
  std::vector<std::int64_t> order_;
  std::vector<double> width_;
};

Result<void> add_coasts(Surface& surface) {
  if (!surface.layer("height")) return {};
  CRATON_TRY(std::vector<CoastLine> lines, coast_lines(surface));
  std::vector<std::string> kinds(lines.size(), "coast");
  CRATON_TRY(std::vector<CoastLine> lakes, lake_lines(surface));
  kinds.resize(kinds.size() + lakes.size(), "lake");
  std::move(lakes.begin(), lakes.end(), std::back_inserter(lines));
  std::vector<ObjectColumn::Path> paths;
  std::vector<std::int64_t> closed;
  for (CoastLine& each : lines) {
    paths.push_back(std::move(each.places));
    closed.push_back(each.closed ? 1 : 0);
  }
  return surface.set_objects(
      {"coasts",
       "The border of land and sea, land on the right; shores of lakes, water on the right.",
       {{"path", "m", "To the east, to the south, level of the water.", std::move(paths)},
        {"kind", "", "coast or lake.", std::move(kinds)},
        {"closed", "", "1 where it ends where it begins: of an island, or of water in the land.", std::move(closed)}}});
}

}  // namespace

Result<void> add_slope(Surface& surface, const Execution& execution) {
  const Layer* heights = surface.layer("height");
  if (!heights || heights->type() != LayerType::number)
    return Error{ErrorCode::unsupported, "slope", "this recipe makes no heights"};
  const auto& tile = std::get<PlaneTile>(surface.domain());
  const double step = metres_from_units(tile.step());
  const FloatView view{heights->numbers(), tile.stored_width(), tile.stored_height()};
  CRATON_TRY(const std::vector<float> slopes, slope_degrees(view, {.metres_x = step, .metres_y = step}, execution));
  CRATON_TRY(Layer * layer, surface.add_layer({.name = "slope", .unit = "°", .doc = "How steep the ground is."}));
  std::copy(slopes.begin(), slopes.end(), layer->numbers().begin());
  return {};
}

Result<void> add_rivers(Surface& surface, const Recipe& recipe, const TerrainArea& area, std::int64_t step) {
  if (!river_stage_of(recipe))
    return Error{ErrorCode::unsupported, "rivers",
                 "this recipe has no stage \"endless_land\" or \"endless_rivers\"; land and river-land have"};
  const ScatterBox box = box_of(area, step);
  CRATON_TRY(const std::vector<EndlessRiver> found, river_lines(recipe, box.first, box.last, metres_from_units(step)));
  CRATON_TRY(add_coasts(surface));
  RiverRows rivers;
  std::vector<Vec3d> lakes;
  for (const EndlessRiver& each : found) {
    if (each.points.size() > 1)
      rivers.add(each);
    else
      lakes.push_back(place_of(each.points.front().place, each.points.front().level));
  }
  CRATON_TRY(surface.set_objects(std::move(rivers).table()));
  return surface.set_objects({"lakes",
                              "Lakes of rivers.",
                              {{"place", "m", "Its middle: to the east, to the south, level of the water.", std::move(lakes)}}});
}

Result<Scatter> things_on(const Terrain& terrain, const std::string& kinds) {
  Result<std::vector<ScatterKind>> wanted = kinds == "usual" ? usual_scatter() : scatter_kinds_from_json(kinds);
  if (!wanted) return inside("things", wanted.error());
  Result<Scatter> scatter = Scatter::make(terrain, *std::move(wanted));
  if (!scatter) return inside("things", scatter.error());
  return scatter;
}

std::uint64_t bytes_of_things(const Scatter& scatter, const TerrainArea& area, std::int64_t step) {
  constexpr double a_candidate = 200;  // with its row in the table, should it stay
  return static_cast<std::uint64_t>(std::min(scatter.candidates(box_of(area, step)) * a_candidate, 0x1p62));
}

Result<void> add_things(Surface& surface, const Scatter& scatter, const TerrainArea& area, std::int64_t step,
                        const Execution& execution) {
  const Result<std::vector<ScatterPoint>> points = scatter.in(box_of(area, step), execution);
  if (!points) return inside("things", points.error());
  return surface.set_objects(things_table(scatter, *points));
}

ObjectTable things_table(const Scatter& scatter, const std::vector<ScatterPoint>& points) {
  std::vector<Vec3d> places;
  std::vector<std::string> names;
  std::vector<double> sizes, turns;
  for (const ScatterPoint& each : points) {
    places.push_back(place_of(each.at, double{each.height}));
    names.push_back(scatter.kinds()[each.kind].name);
    sizes.push_back(double{each.size});
    turns.push_back(double{each.turn});
  }
  return {"things",
          "What stands on the ground, by kind.",
          {{"place", "m", "To the east, to the south, height of the ground.", std::move(places)},
           {"kind", "", "What it is.", std::move(names)},
           {"size", "m", "How high it is.", std::move(sizes)},
           {"turn", "°", "Clockwise, seen from above.", std::move(turns)}}};
}

}  // namespace craton::requests
