#include "gallery_terrain.h"

#ifdef CRATON_HAS_VIEW
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <craton/files/png.h>
#include <craton/picture/indexed.h>
#include <craton/picture/layer_picture.h>
#include <craton/picture/sheet.h>
#include <craton/worlds/kinds.h>

#include "flight.h"
#include "terrain_input.h"
#include "terrain_scatter.h"
#include "text.h"
#endif

namespace craton::cli {

#ifdef CRATON_HAS_VIEW
namespace {

constexpr std::uint32_t gap = 21;  // of a sheet at this type size
constexpr double type_size = 13;

struct Studio {
  const std::string &folder, &only;
  bool draft;
  const Execution& execution;
  RecipeTerms terms = all_terms();

  std::uint32_t side(std::uint32_t pixels) const { return draft ? pixels / 5 : pixels; }
};

/// A window from above: its middle in metres, as many samples as the sheet's pictures have pixels.
struct Window {
  std::string title, note;
  std::string seed = "7";
  std::vector<std::string> settings{};
  std::uint32_t level = 0;  ///< steps of 1 m, 2 m, 4 m, …
  double x = 0, y = 0;
  std::vector<BrushStroke> strokes{};
  bool things = false;
};

Result<Terrain> terrain_for(const Studio& studio, const std::string& seed, const std::vector<std::string>& settings,
                            const TerrainOptions& options) {
  CRATON_TRY(const LoadedTerrain loaded, load_terrain({.seed = seed, .settings = settings}, studio.terms));
  return make_terrain(loaded, studio.terms, options);
}

Result<Terrain> with_strokes(Terrain terrain, const std::vector<BrushStroke>& strokes, const Execution& execution) {
  const std::unique_ptr<EditStore> store = edits_in_memory();
  for (const BrushStroke& stroke : strokes) {
    CRATON_TRY(std::shared_ptr<const TerrainEdits> edits, add_edit(*store, terrain, stroke, execution));
    terrain = terrain.with_edits(std::move(edits));
  }
  return terrain;
}

Result<Rgb8Image> drawn(const Studio& studio, const Window& window, std::uint32_t side) {
  Result<Terrain> terrain = terrain_for(studio, window.seed, window.settings, {.levels = window.level + 1});
  if (!terrain) return terrain.error();
  terrain = with_strokes(*std::move(terrain), window.strokes, studio.execution);
  if (!terrain) return terrain.error();
  const double step = metres_from_units(terrain->step(window.level));
  TerrainArea area{.level = window.level, .width = side, .height = side};
  area.x = static_cast<std::int64_t>(window.x / step) - side / 2;
  area.y = static_cast<std::int64_t>(window.y / step) - side / 2;
  CRATON_TRY(const Surface surface, terrain->area(area, studio.execution));
  LayerPictureOptions how;
  how.natural = natural_layers_of(surface);
  how.style = MapStyle::natural;
  Result<Rgb8Image> picture = picture_of_layer(surface.domain(), *surface.layer("height"), how, studio.execution);
  if (!picture || !window.things) return picture;
  CRATON_TRY(const Scatter scatter, Scatter::make(*terrain));
  CRATON_TRY(const std::vector<ScatterPoint> points, things_in(scatter, *terrain, area, studio.execution));
  draw_things(scatter, points, *terrain, area, *picture);
  return picture;
}

Result<void> write_sheet(const Studio& studio, const char* name, SheetRow row, std::uint32_t columns, unsigned colours) {
  const std::uint32_t wide = row.tiles[0].picture.width;
  Sheet sheet{
      .title = "", .subtitle = "", .footer = "", .inner_width = columns * (wide + gap) - gap, .type_size = type_size, .rows = {}};
  sheet.rows.push_back(std::move(row));
  CRATON_TRY(const Rgb8Image page, draw_sheet(sheet));
  const std::string path = fmt::format("{}/{}.png", studio.folder, name);
  CRATON_TRY(write_png(path, dithered(page, colours)));
  say("{}\n", path);
  return {};
}

struct WindowSheet {
  const char *file, *heading, *note;
  std::uint32_t side, columns;
  unsigned colours;
  std::vector<Window> windows;
};

Point2 at(double x, double y) {
  return {static_cast<std::int64_t>(x) * units_per_metre, static_cast<std::int64_t>(y) * units_per_metre};
}

std::vector<WindowSheet> window_sheets() {
  WindowSheet scales{"scales", "Scales", "one place from a walk to a country: craton terrain --step …", 300, 3, 200, {}};
  for (const std::uint32_t level : {0U, 2U, 4U, 6U, 8U, 10U})
    scales.windows.push_back({.title = fmt::format("{} m a pixel", 1U << level),
                              .note = fmt::format("{:g} km across", 0.3 * (1U << level)),
                              .seed = "3",
                              .level = level,
                              .x = -84400,
                              .y = 43900});
  WindowSheet kinds{"kinds", "Kinds of land", "one place, craton terrain --step 128 -s knobs.…", 300, 3, 200, {}};
  const std::pair<const char*, std::vector<std::string>> settings[] = {
      {"as it comes", {}},
      {"many mountains", {"knobs.mountains=0.9", "knobs.sea_share=0.1"}},
      {"plains", {"knobs.mountains=0", "knobs.steepness=0.15", "knobs.sea_share=0.1"}},
      {"much sea", {"knobs.sea_share=0.6", "knobs.mountains=1"}},
      {"hollows", {"knobs.hollows=1", "knobs.mountains=0.2"}},
      {"steep and rough", {"knobs.steepness=1", "knobs.roughness=1"}}};
  for (const auto& [title, knobs] : settings) {
    std::string note;
    for (const std::string& knob : knobs) note += (note.empty() ? "" : ", ") + knob.substr(6);
    kinds.windows.push_back({.title = title, .note = note, .seed = "3", .settings = knobs, .level = 7, .x = -70000, .y = 52000});
  }
  WindowSheet far_away{"far", "Far away", "16 m a pixel, at other ends of one world", 300, 4, 200, {}};
  constexpr double two_to_40 = 1099511627776.0;
  for (const auto& [title, x, y] :
       {std::tuple{"at the origin", 0.0, 0.0}, std::tuple{"1000 km east", 1e6, 0.0}, std::tuple{"2^40 m east", two_to_40, 0.0},
        std::tuple{"2^40 m north-west", -two_to_40, -two_to_40}})
    far_away.windows.push_back({.title = title, .note = "", .level = 4, .x = x, .y = y});
  WindowSheet edits{"edits", "Edits", "a land, and what brushes made of it: craton edit", 400, 2, 200, {}};
  constexpr double x = 50200, y = 20600;
  edits.windows = {{.title = "before", .note = "", .seed = "3", .x = x, .y = y},
                   {.title = "after", .note = "raised, flattened, smoothed, lowered", .seed = "3", .x = x, .y = y}};
  edits.windows[1].strokes = {{.tool = BrushTool::raise, .at = at(x - 95, y - 95), .params = {.radius = 90, .by = 60}},
                              {.tool = BrushTool::flatten, .at = at(x + 95, y - 90), .params = {.radius = 85, .falloff = 0.3}},
                              {.tool = BrushTool::smooth, .at = at(x - 95, y + 95), .params = {.radius = 95, .smoothness = 30}},
                              {.tool = BrushTool::lower, .at = at(x + 95, y + 95), .params = {.radius = 85, .by = 55}}};
  WindowSheet things{"things", "Things on the land", "craton terrain --things", 620, 1, 200, {}};
  things.windows = {{.title = "", .note = "", .seed = "3", .x = -89700, .y = 40200, .things = true}};
  return {scales, kinds, far_away, edits, things};
}

Result<void> draw_windows(const Studio& studio, const WindowSheet& plan) {
  SheetRow row{plan.heading, plan.note, {}};
  for (const Window& window : plan.windows) {
    CRATON_TRY(Rgb8Image picture, drawn(studio, window, studio.side(plan.side)));
    row.tiles.push_back({std::move(picture), window.title, window.note});
  }
  return write_sheet(studio, plan.file, std::move(row), plan.columns, plan.colours);
}

/// Tiles of many levels, as a game shows them.
Result<void> draw_flight(const Studio& studio) {
  FlightPlan plan{.from = at(24000, 9000), .to = at(33000, 12000), .count = 6, .distance = 16000};
  plan.view.width = studio.side(440);
  plan.view.height = studio.side(248);
  plan.view.samples = studio.draft ? 1 : 16;
  plan.view.haze = 2.5;
  plan.levels = true;
  plan.threads = studio.execution.threads;
  if (studio.draft) {
    plan.distance = 300;
    plan.count = 2;
  }
  CRATON_TRY(const Terrain terrain, terrain_for(studio, "3", {"knobs.mountains=0.75"}, options_for(plan)));
  CRATON_TRY(Flight flight, Flight::begin(terrain, plan));
  SheetRow row{"A flight", "nine kilometres: craton fly --levels smooth", {}};
  for (std::uint32_t i = 0; i < plan.count; ++i) {
    CRATON_TRY(Rgb8Image frame, flight.frame(plan.length() * i / (plan.count - 1), studio.execution));
    row.tiles.push_back({std::move(frame), "", ""});
  }
  return write_sheet(studio, "flight", std::move(row), 2, 256);
}

}  // namespace

Result<void> draw_terrain_gallery(const std::string& folder, const std::string& only, bool draft, const Execution& execution) {
  const Studio studio{folder, only, draft, execution};
  std::vector<std::string_view> names{"flight"};
  const std::vector<WindowSheet> sheets = window_sheets();
  for (const WindowSheet& sheet : sheets) names.push_back(sheet.file);
  if (!only.empty() && std::find(names.begin(), names.end(), only) == names.end())
    return invalid("--only",
                   fmt::format("no sheet is called \"{}\"{}; there are {}", only, suggestion(only, names), joined(names)));
  for (const WindowSheet& sheet : sheets)
    if (only.empty() || only == sheet.file) CRATON_TRY(draw_windows(studio, sheet));
  if (only.empty() || only == "flight") CRATON_TRY(draw_flight(studio));
  return {};
}
#else
Result<void> draw_terrain_gallery(const std::string&, const std::string&, bool, const Execution&) {
  return Error{ErrorCode::unsupported, "gallery", "this program was built without views (CRATON_VIEW)"};
}
#endif

}  // namespace craton::cli
