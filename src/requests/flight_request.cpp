#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include <craton/files/folder.h>
#include <craton/files/png.h>
#include <craton/worlds/first_sight.h>
#include <craton/worlds/kinds.h>

#include "base/text.h"
#include "requests/drawing_requests.h"
#include "requests/edits.h"
#include "requests/memory.h"
#include "requests/of.h"
#include "requests/study_requests.h"
#include "requests/values.h"
#include "requests/world_requests.h"
#ifdef CRATON_HAS_VIEW
#include <craton/picture/flight.h>
#endif

namespace craton {

using requests::FlightLevels;
using requests::FlightRequest;

template <>
std::span<const std::string_view> choice_names<FlightLevels>() {
  static constexpr std::string_view names[] = {"one", "smooth", "sudden"};
  return names;
}

namespace requests {

#ifdef CRATON_HAS_VIEW
namespace {

Result<Point2> point_of(const std::vector<double>& metres, std::string_view path) {
  if (metres.size() != 2) return Error{ErrorCode::invalid_value, std::string(path), "allowed two numbers: [x, y]"};
  const Result<std::int64_t> x = units_from_metres(metres[0]), y = units_from_metres(metres[1]);
  if (!x || !y) return Error{ErrorCode::invalid_value, std::string(path), !x ? x.error().message : y.error().message};
  return Point2{*x, *y};
}

Result<FlightPlan> plan_of(const FlightRequest& request, unsigned threads) {
  FlightPlan plan{.count = static_cast<std::uint32_t>(request.count), .altitude = request.altitude, .distance = request.distance};
  if (request.start.empty() != request.end.empty())
    return Error{ErrorCode::invalid_value, request.start.empty() ? "start" : "end",
                 "a flight has both ends; leave out both for one over a place worth seeing"};
  if (!request.start.empty()) {
    CRATON_TRY(plan.from, point_of(request.start, "start"));
    CRATON_TRY(plan.to, point_of(request.end, "end"));
    if (!(plan.length() >= 1)) return Error{ErrorCode::invalid_value, "end", "must lie at least a metre away from the start"};
  }
  CRATON_TRY(const GridSize size, pixels_of(request.size));
  plan.view.width = size.width;
  plan.view.height = size.height;
  plan.view.samples = static_cast<std::uint32_t>(request.samples);
  plan.view.fov = request.fov;
  plan.view.haze = request.haze;
  plan.levels = request.levels != FlightLevels::one;
  plan.sudden = request.levels == FlightLevels::sudden;
  plan.threads = threads;
  if (request.sun.empty()) return plan;
  if (request.sun.size() != 2) return Error{ErrorCode::invalid_value, "sun", "allowed two numbers: [azimuth, elevation]"};
  plan.view.sun_azimuth = request.sun[0];
  plan.view.sun_elevation = request.sun[1];
  return plan;
}

std::string frame_name(int number) {
  const std::string digits = std::to_string(number);
  return concat({"frame_", std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0'), digits, ".png"});
}

/// Nine kilometres over the place that is worth seeing.
Result<void> fly_over_sight(const Recipe& recipe, const RecipeTerms& terms, const AssetSource* assets, const Execution& execution,
                            FlightPlan& plan) {
  const Result<std::optional<FirstSight>> sight = first_sight(recipe, terms, assets, execution);
  if (!sight) return inside("recipe", sight.error());
  const Point2 middle = *sight ? (*sight)->middle : Point2{};
  constexpr std::int64_t half_x = 4200 * units_per_metre, half_y = 1600 * units_per_metre;
  plan.from = {middle.x - half_x, middle.y + half_y};
  plan.to = {middle.x + half_x, middle.y - half_y};
  return {};
}

/// All pictures on one, about as wide as high.
Rgb8Image sheet_of(const std::vector<Rgb8Image>& images) {
  constexpr std::uint32_t gap = 4;
  const auto count = static_cast<std::uint32_t>(images.size());
  const std::uint32_t wide = images[0].width, high = images[0].height;
  std::uint32_t columns = 1;
  while (columns * wide < (count + columns - 1) / columns * high) ++columns;
  const std::uint32_t rows = (count + columns - 1) / columns;
  Rgb8Image sheet(columns * (wide + gap) - gap, rows * (high + gap) - gap, {255, 255, 255});
  for (std::uint32_t i = 0; i < count; ++i)
    for (std::uint32_t y = 0; y < high; ++y)
      std::copy_n(&images[i].at(0, y), wide, &sheet.at(i % columns * (wide + gap), i / columns * (high + gap) + y));
  return sheet;
}

ObjectTable ends_of(const FlightPlan& plan) {
  const auto metres = [](Point2 at) { return Vec3d{metres_from_units(at.x), metres_from_units(at.y), 0}; };
  return {"ends",
          "Where the flight begins and ends.",
          {{"place", "m", "To the east and to the south.", std::vector{metres(plan.from), metres(plan.to)}}}};
}

Result<void> give_picture(const Rgb8Image& image, std::string name, const Execution& execution, std::vector<AnswerFile>& files,
                          const RequestContext& context) {
  CRATON_TRY(std::string png, png_bytes(image, execution));
  return give_file({std::move(name), "image/png", std::move(png)}, files, context);
}

}  // namespace

Result<Answer> flight_request(const FlightRequest& request, const RequestContext& context) {
  CRATON_TRY(FlightPlan plan, plan_of(request, context.execution.threads));
  const std::uint64_t pixels = std::uint64_t{plan.view.width} * plan.view.height;
  const std::uint64_t kept = request.sheet ? 6 * plan.count : context.take_file ? 0 : 3 * plan.count;
  CRATON_TRY(check_memory(210'000'000 + pixels * (80 + kept), context.memory_limit, "size", "ask for fewer pixels"));
  const RecipeTerms terms = all_terms();
  CRATON_TRY(const RecipeChoice choice, choice_in(request));
  CRATON_TRY(const Recipe recipe, chosen_recipe(choice, terms, [](Recipe&) -> Result<void> { return {}; }));
  const std::unique_ptr<AssetSource> assets = choice.folder.empty() ? nullptr : assets_in_folder(choice.folder);
  const Execution quiet{.threads = context.execution.threads, .progress = nullptr, .cancel = context.execution.cancel};
  if (request.start.empty()) CRATON_TRY(fly_over_sight(recipe, terms, assets.get(), quiet, plan));
  TerrainOptions options = flight_terrain(plan);
  options.assets = assets.get();
  Result<Terrain> terrain = Terrain::make(recipe, terms, options);
  if (!terrain) return inside("recipe", terrain.error());
  if (!request.file.empty()) { CRATON_TRY(terrain, with_kept(*terrain, request.file)); }
  CRATON_TRY(Flight flight, Flight::begin(*terrain, plan));
  Answer::Parts parts{.seed = recipe.seed, .name = recipe.name, .recipe = recipe_to_json(recipe, terms)};
  std::vector<Vec3d> places;
  std::vector<std::string> names;
  std::vector<Rgb8Image> images;
  for (int i = 0; i < request.count; ++i) {
    const double metres = request.count == 1 ? 0 : plan.length() * i / (request.count - 1);
    CRATON_TRY(Rgb8Image image, flight.frame(metres, quiet));
    const Point2 at = plan.at(metres);
    places.push_back({metres_from_units(at.x), metres_from_units(at.y), plan.altitude});
    names.push_back(request.sheet ? "sheet.png" : frame_name(i + 1));
    if (request.sheet)
      images.push_back(std::move(image));
    else
      CRATON_TRY(give_picture(image, names.back(), quiet, parts.files, context));
    if (context.execution.progress) context.execution.progress->report((i + 1.0) / request.count);
  }
  if (request.sheet) CRATON_TRY(give_picture(sheet_of(images), "sheet.png", quiet, parts.files, context));
  parts.tables.push_back({"frames",
                          "Where the camera was.",
                          {{"place", "m", "To the east, to the south, above the ground.", std::move(places)},
                           {"file", "", "Its picture.", std::move(names)}}});
  parts.tables.push_back(ends_of(plan));
  return Answer::of_values(std::move(parts));
}
#else
Result<Answer> flight_request(const FlightRequest&, const RequestContext&) {
  return Error{ErrorCode::unsupported, "flight", "this library was built without views (CRATON_VIEW)"};
}
#endif

}  // namespace requests

template <>
std::span<const ParamInfo> params_of<FlightRequest>() {
  static const ParamInfo list[] = {
      text_param<&FlightRequest::recipe>(
          "recipe", 1 << 20, "What makes the terrain: a recipe on a plane as JSON, or the name of one that comes with Craton."),
      text_param<&FlightRequest::seed>("seed", 256, "Another seed than the recipe's: a 64-bit number, 0x…, or a word."),
      text_param<&FlightRequest::knobs>("knobs", 65536, "Where knobs of the recipe stand: {\"mountains\": 0.9}."),
      text_param<&FlightRequest::set>("set", 65536, "Other values of the recipe: {\"stage.parameter\": value}."),
      requests::file_param<&FlightRequest::folder>(
          "folder", "Where files lie that the recipe names, such as height maps; none may be named where there is no folder."),
      requests::file_param<&FlightRequest::file>("file",
                                                 "The .craton file of an endless terrain, with its edits, instead of a recipe."),
      numbers_param<&FlightRequest::start>(
          "start", -0x1p52, 0x1p52, 2, "m",
          "Where the flight begins, [x, y]; none, and no end: over a place worth seeing, which is told."),
      numbers_param<&FlightRequest::end>("end", -0x1p52, 0x1p52, 2, "m", "Where it ends, [x, y]."),
      integer_param<&FlightRequest::count>("count", 1, 100'000, "", "How many pictures."),
      number_param<&FlightRequest::altitude>("altitude", 2, 20'000, "m", "Above the ground."),
      number_param<&FlightRequest::distance>("distance", 200, 500'000, "m", "How far one sees."),
      numbers_param<&FlightRequest::size>("size", 1, 65536, 2, "px", "Of a picture, [width, height]."),
      integer_param<&FlightRequest::samples>("samples", 1, 4096, "", "Rays a pixel: more are less grainy and take longer."),
      number_param<&FlightRequest::fov>("fov", 0, 140, "°", "Across a picture; 0: 52."),
      number_param<&FlightRequest::haze>("haze", 0, 100, "", "0: none; more hides more of the distance."),
      numbers_param<&FlightRequest::sun>("sun", -3600, 3600, 2, "°",
                                         "Where the sun stands, [azimuth, elevation]; none: to the left, 25 high."),
      choice_param<&FlightRequest::levels>("levels",
                                           "One level of detail; or tiles of many, finer the nearer, whose vertices turn into "
                                           "the next level step by step or at once."),
      boolean_param<&FlightRequest::sheet>("sheet", "Whether all pictures are on one sheet."),
  };
  return list;
}

}  // namespace craton
