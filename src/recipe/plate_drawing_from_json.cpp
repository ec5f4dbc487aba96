// Plates as GeoJSON (RFC 7946) has them. Properties that nobody asks for are left alone: other programs write many.
#include <algorithm>
#include <cmath>
#include <map>

#include <craton/recipe/table_json.h>

#include "recipe/recipe_parts.h"
#include "recipe/table_reader.h"

namespace craton {
namespace {

using namespace recipe;
using Point = PlateDrawing::Point;

constexpr std::size_t most_plates = 500, most_arrows = 100'000, longest_plate_name = 200;
constexpr double farthest = 1e9, fastest = 100, highest = 20'000;

std::optional<double> plain_number(const JsonValue& value) {
  if (const auto* whole = value.get<std::int64_t>()) return static_cast<double>(*whole);
  if (const auto* number = value.get<double>()) return *number;
  return {};
}

Result<double> read_number(const JsonValue& value, const std::string& path, double most) {
  const std::optional<double> number = plain_number(value);
  if (!number || !(std::abs(*number) <= most)) return refused(path, value, concat({"a number up to ±", json_number(most)}));
  return *number;
}

/// Null and what is not there are nothing.
Result<std::optional<double>> optional_number(const JsonObject& object, std::string_view key, const std::string& path,
                                              double most) {
  const JsonValue* value = find_key(object, key);
  if (!value || value->get<std::monostate>()) return std::optional<double>{};
  CRATON_TRY(const double number, read_number(*value, path_below(path, key), most));
  return std::optional(number);
}

Result<Point> read_point(const JsonValue& value, const std::string& path) {
  const auto* list = value.get<JsonList>();
  if (!list || list->size() < 2) return refused(path, value, "a place: [east, north]");
  CRATON_TRY(const double east, read_number((*list)[0], path_below(path, "0"), farthest));
  CRATON_TRY(const double north, read_number((*list)[1], path_below(path, "1"), farthest));
  return Point{east, north};
}

Result<PlateDrawing::Area> read_area(const JsonValue& value, const std::string& path) {
  const auto* rings = value.get<JsonList>();
  if (!rings) return refused(path, value, "a list of rings");
  PlateDrawing::Area area;
  for (std::size_t r = 0; r < rings->size(); ++r) {
    const std::string at = path_below(path, std::to_string(r));
    const auto* corners = (*rings)[r].get<JsonList>();
    if (!corners || corners->size() < 4)
      return refused(at, (*rings)[r], "a ring of at least four places, the last like the first");
    area.emplace_back();
    for (std::size_t i = 0; i < corners->size(); ++i) {
      CRATON_TRY(const Point point, read_point((*corners)[i], path_below(at, std::to_string(i))));
      area.back().push_back(point);
    }
  }
  return area;
}

class Drawing {
 public:
  Result<PlateDrawing> read(const JsonObject& root) {
    const JsonValue *features = find_key(root, "features"), *arrows = find_key(root, "arrows");
    if (!features && !arrows)
      return recipe::invalid("", "neither \"features\" (GeoJSON) nor \"arrows\": there is nothing to read");
    if (features) CRATON_TRY(read_features(*features));
    if (arrows) CRATON_TRY(read_arrows(*arrows));
    return std::move(drawing_);
  }

 private:
  Result<void> read_features(const JsonValue& value) {
    const auto* list = value.get<JsonList>();
    if (!list) return refused("/features", value, "a list of features");
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string path = path_below("/features", std::to_string(i));
      const auto* feature = (*list)[i].get<JsonObject>();
      if (!feature) return refused(path, (*list)[i], "a feature");
      CRATON_TRY(read_feature(*feature, path));
    }
    return {};
  }

  Result<void> read_feature(const JsonObject& feature, const std::string& path) {
    static const JsonObject none;
    const JsonValue* given = find_key(feature, "properties");
    const auto* properties = given && given->get<JsonObject>() ? given->get<JsonObject>() : &none;
    const JsonValue* geometry = find_key(feature, "geometry");
    const auto* object = geometry ? geometry->get<JsonObject>() : nullptr;
    if (!object) return {};  // a feature without a place is allowed
    const std::string at = path_below(path, "geometry");
    CRATON_TRY(const JsonValue* type, need_key(*object, "type", at, "what it is"));
    CRATON_TRY(const JsonValue* coordinates, need_key(*object, "coordinates", at, "where it is"));
    const auto* kind = type->get<std::string>();
    const std::string below = path_below(at, "coordinates"), of = path_below(path, "properties");
    if (kind && *kind == "Point") {
      CRATON_TRY(const Point point, read_point(*coordinates, below));
      return add_arrow(*properties, point, of);
    }
    if (!kind || (*kind != "Polygon" && *kind != "MultiPolygon")) return {};  // lines and the like are no plates
    CRATON_TRY(PlateDrawing::Plate * plate, plate_of(*properties, of));
    if (*kind == "Polygon") {
      CRATON_TRY(PlateDrawing::Area area, read_area(*coordinates, below));
      plate->areas.push_back(std::move(area));
    } else {
      const auto* areas = coordinates->get<JsonList>();
      if (!areas) return refused(below, *coordinates, "a list of polygons");
      for (std::size_t i = 0; i < areas->size(); ++i) {
        CRATON_TRY(PlateDrawing::Area area, read_area((*areas)[i], path_below(below, std::to_string(i))));
        plate->areas.push_back(std::move(area));
      }
    }
    // How the plate moves, seen from its first corner.
    if (plate->areas.empty() || plate->areas.front().empty()) return {};
    return add_arrow(*properties, plate->areas.front().front().front(), of,
                     static_cast<std::size_t>(plate - drawing_.plates.data()));
  }

  /// A new one, or that of the same number.
  Result<PlateDrawing::Plate*> plate_of(const JsonObject& properties, const std::string& path) {
    const JsonValue* given = find_key(properties, "plate");
    const auto* number = given ? given->get<std::int64_t>() : nullptr;
    if (given && !number) return refused(path_below(path, "plate"), *given, "the whole number of a plate");
    if (!drawing_.plates.empty() && (number != nullptr) != numbered_)
      return recipe::invalid(path, "some features have the number of a \"plate\", others have none");
    drawing_.regions = numbered_ = number != nullptr;
    if (number)
      if (const auto known = by_number_.find(*number); known != by_number_.end()) return &drawing_.plates[known->second];
    if (drawing_.plates.size() == most_plates) return recipe::invalid(path, "more than 500 plates");
    if (number) by_number_.emplace(*number, drawing_.plates.size());
    PlateDrawing::Plate plate;
    if (number) {  // regions of a plate: what else is said is said of them
      drawing_.plates.push_back(std::move(plate));
      return &drawing_.plates.back();
    }
    if (const JsonValue* name = find_key(properties, "name"))
      if (const auto* text = name->get<std::string>()) plate.name = text->substr(0, longest_plate_name);
    CRATON_TRY(const std::optional<double> height, optional_number(properties, "height", path, highest));
    plate.height = height;
    if (const JsonValue* motion = find_key(properties, "motion")) CRATON_TRY(read_motion(*motion, path, plate));
    drawing_.plates.push_back(std::move(plate));
    return &drawing_.plates.back();
  }

  /// As Craton writes it: x, y, z.
  static Result<void> read_motion(const JsonValue& value, const std::string& properties, PlateDrawing::Plate& plate) {
    const std::string path = path_below(properties, "motion");
    const auto* list = value.get<JsonList>();
    if (!list || list->size() != 3) return refused(path, value, "a vector: [x, y, z]");
    plate.motion.emplace();
    for (std::size_t i = 0; i < 3; ++i) {
      CRATON_TRY(const double part, read_number((*list)[i], path_below(path, std::to_string(i)), fastest));
      (*plate.motion)[i] = part;
    }
    return {};
  }

  /// Nothing where it does not move.
  Result<void> add_arrow(const JsonObject& object, const Point& at, const std::string& path,
                         std::optional<std::size_t> plate = {}) {
    CRATON_TRY(const std::optional<double> east, optional_number(object, "east", path, fastest));
    CRATON_TRY(const std::optional<double> north, optional_number(object, "north", path, fastest));
    if (!east && !north) return {};
    if (drawing_.arrows.size() == most_arrows) return recipe::invalid(path, "more than 100000 arrows");
    drawing_.arrows.push_back({at, east.value_or(0), north.value_or(0), plate});
    return {};
  }

  Result<void> read_arrows(const JsonValue& value) {
    const auto* list = value.get<JsonList>();
    if (!list) return refused("/arrows", value, R"(arrows: [{"at": [10, 50], "east": 0.8, "north": -0.2}, …])");
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string path = path_below("/arrows", std::to_string(i));
      const auto* object = (*list)[i].get<JsonObject>();
      if (!object) return refused(path, (*list)[i], R"(an arrow: {"at": [10, 50], "east": 0.8, "north": -0.2})");
      constexpr std::string_view keys[] = {"at", "east", "north"};
      CRATON_TRY(check_keys(*object, keys, "arrows", path));
      CRATON_TRY(const JsonValue* at, need_key(*object, "at", path, "the place: [east, north]"));
      CRATON_TRY(const Point point, read_point(*at, path_below(path, "at")));
      CRATON_TRY(add_arrow(*object, point, path));
    }
    return {};
  }

  PlateDrawing drawing_;
  std::map<std::int64_t, std::size_t> by_number_;
  bool numbered_ = false;
};

}  // namespace

Result<PlateDrawing> plate_drawing_from_json(std::string_view text) {
  JsonLimits limits;
  limits.bytes = std::size_t{64} << 20;
  limits.depth = 12;
  limits.objects = 4'000'000;
  limits.comments = true;
  limits.too_deep = "more than 12 objects and lists within each other";
  CRATON_TRY(const JsonValue root, parse_json(text, limits));
  const auto* object = root.get<JsonObject>();
  if (!object) return refused("", root, "GeoJSON: {\"type\": \"FeatureCollection\", \"features\": […]}");
  return Drawing().read(*object);
}

}  // namespace craton
