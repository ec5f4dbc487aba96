#include "show_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include <craton/picture/sheet.h>
#include <craton/worlds/kinds.h>

#include "text.h"
#include "world_input.h"

namespace craton::cli {
namespace {

constexpr std::uint32_t sheet_picture_side = 560, widest_sheet = 2400;
constexpr double type_size = 14;
constexpr std::string_view lake_numbers = "lake";
constexpr std::uint32_t gap = 22;  // of a sheet at this type size

std::string ramp_names() {
  std::vector<std::string_view> names;
  for (const Ramp& ramp : all_ramps()) names.push_back(ramp.id);
  return joined(names);
}

Result<std::vector<Light>> read_lights(const std::vector<std::string>& texts) {
  std::vector<Light> lights;
  for (const std::string& text : texts)
    for (const std::string_view part : split(text, ';')) {
      CRATON_TRY(const std::vector<double> numbers, parse_numbers(part, "--light"));
      const std::string wrong = fmt::format("\"{}\" is no light; write AZIMUTH,ALTITUDE or AZIMUTH,ALTITUDE,WEIGHT", part);
      if (numbers.size() < 2 || numbers.size() > 3) return invalid("--light", wrong);
      const Light light{numbers[0], numbers[1], numbers.size() == 3 ? numbers[2] : 1};
      if (!(light.azimuth >= -360 && light.azimuth <= 360))
        return invalid("--light", wrong + "; an azimuth is -360 … 360 degrees");
      if (!(light.altitude > 0 && light.altitude <= 90))
        return invalid("--light", wrong + "; an altitude is above 0 and at most 90 degrees");
      if (!(light.weight > 0)) return invalid("--light", wrong + "; a weight is above 0");
      lights.push_back(light);
    }
  return lights;
}

/// A number above 0, or 0 for "auto".
Result<double> positive_or_auto(const std::string& text, std::string_view option) {
  if (text == "auto") return 0.0;
  Result<double> number = parse_number(text, option);
  if (!number || !(*number > 0)) return invalid(option, fmt::format("found \"{}\", allowed a number above 0, or auto", text));
  return number;
}

/// The natural size, or one whose longer side fits a sheet.
GridSize tile_size(const Domain& domain, Projection projection) {
  const GridSize natural = natural_size(domain, projection);
  const std::uint32_t side = std::max(natural.width, natural.height);
  if (side <= sheet_picture_side || (projection == Projection::faces && std::holds_alternative<CubeSphere>(domain)))
    return natural;
  const auto shrunk = [&](std::uint32_t length) {
    return std::max(1u, static_cast<std::uint32_t>(std::uint64_t{length} * sheet_picture_side / side));
  };
  return {shrunk(natural.width), shrunk(natural.height)};
}

struct Drawn {
  SheetTile tile;
  std::string heading, note;
};

Result<Rgb8Image> draw_layer(const Domain& domain, const Layer& layer, LayerPictureOptions options, bool on_sheet,
                             const Execution& execution) {
  if (on_sheet && options.size == GridSize{}) options.size = tile_size(domain, options.projection);
  Result<Rgb8Image> image = picture_of_layer(domain, layer, options, execution);
  if (!image) return picture_error(image.error());
  return image;
}

Result<Drawn> draw_file(const LayerView& view, const HeightFileOptions& heights, bool on_sheet, const Execution& execution) {
  CRATON_TRY(const HeightInput input, read_heights(view.path, heights, execution));
  const Domain& domain = input.surface.domain();
  CRATON_TRY(Rgb8Image image, draw_layer(domain, *input.surface.layer(input.layer), view.options, on_sheet, execution));
  const GridSize size = natural_size(domain);
  return Drawn{{std::move(image), view.title, ""},
               std::filesystem::path(view.path).filename().string(),
               fmt::format("{} × {}, {:g} m apart", size.width, size.height, spacing(domain))};
}

Result<Rgb8Image> draw_world(const World& world, const LayerView& view, bool on_sheet, const Execution& execution) {
  const Layer* layer = world.surface.layer(view.layer);
  if (!layer) return invalid("--layer", fmt::format("\"{}\" could not be read", view.layer));
  LayerPictureOptions options = view.options;
  options.waters = waters_of(world.surface);
  if (!view.waters.rivers) options.waters.rivers = nullptr;
  if (!view.waters.lakes) options.waters.lake_depth = nullptr;
  if (view.plates) options.plates = plates_of(world.surface);
  options.natural = natural_layers_of(world.surface);
  // A window onto endless land looks as `terrain` draws it.
  if (std::holds_alternative<PlaneTile>(world.surface.domain())) options.relief.seed = world.recipe.seed;
  return draw_layer(world.surface.domain(), *layer, options, on_sheet, execution);
}

Result<Drawn> draw_view(const LayerView& view, const HeightFileOptions& heights, bool on_sheet, const Execution& execution) {
  if (is_height_file(view.path)) return draw_file(view, heights, on_sheet, execution);
  WorldReadOptions read{.layers = view.beside, .execution = execution};
  read.layers.push_back(view.layer);
  // Lakes are told apart only where some are too small for the picture.
  if (!on_sheet && view.options.size == GridSize{}) std::erase(read.layers, std::string(lake_numbers));
  CRATON_TRY(const World world, read_world(view.path, all_terms(), read));
  CRATON_TRY(Rgb8Image image, draw_world(world, view, on_sheet, execution));
  const std::filesystem::path path(view.path);
  const std::string file = path.filename() == "world.craton" ? path.parent_path().filename().string() : path.stem().string();
  return Drawn{{std::move(image), view.title, ""},
               file.empty() ? world.recipe.name : file,
               fmt::format("{}{}seed {}", world.recipe.name, world.recipe.name.empty() ? "" : ", ", world.recipe.seed)};
}

/// The widest line of a row that is broken where a sheet ends.
std::uint32_t width_of(const SheetRow& row) {
  std::uint32_t widest = 0, width = 0;
  for (const SheetTile& tile : row.tiles) {
    const std::uint32_t next = tile.picture.width + (width ? width + gap : 0);
    width = width && next > widest_sheet ? tile.picture.width : next;
    widest = std::max(widest, width);
  }
  return widest;
}

Result<Rgb8Image> sheet_of(std::vector<SheetRow> rows) {
  Sheet sheet{.title = "", .subtitle = "", .footer = "", .inner_width = 0, .type_size = type_size, .rows = std::move(rows)};
  for (const SheetRow& row : sheet.rows) sheet.inner_width = std::max(sheet.inner_width, width_of(row));
  return draw_sheet(sheet);
}

}  // namespace

void PictureOptions::add_to(Arguments& args) {
  args.option(
      "--style NAME", style,
      fmt::format("How numbers are drawn: {}. Default: relief for metres, plain for others. atlas and parchment draw a whole "
                  "page: names, frame, scale and legend.",
                  joined(map_style_names())));
  args.option("--light AZ,ALT[,W][;…]", lights,
              "Light on heights: degrees clockwise from north, degrees above the horizon and a weight; several with ; or by "
              "repeating. Default: north-west, with two softer ones.")
      .repeatable();
  args.option("--exaggeration X", exaggeration,
              "How many times steeper slopes are lit. Default: auto, as much as the map needs.");
  args.option("--contours METRES|auto", contours, "Lines of equal height, every so many metres or auto; every fifth is bolder.");
  args.option("--waters WHICH", waters,
              "Rivers and lakes over heights, where the world has them: none, rivers, lakes or all. Default: all. Lakes need the "
              "layer lake_depth.");
  args.flag("--plates", plates,
            "Borders of plates, and arrows where they move, over any layer of a world that has the layer plate.");
  args.flag("--legend", legend, "Below the picture: what its colours mean, and a scale bar.");
  args.option("--ramp NAME", ramp, fmt::format("Colours of numbers in a picture: {}. Default: that of the style.", ramp_names()));
}

bool PictureOptions::any() const {
  return !style.empty() || !ramp.empty() || !exaggeration.empty() || !contours.empty() || !lights.empty() || !waters.empty() ||
         legend || plates;
}

Result<WaterChoice> PictureOptions::read_waters() const {
  constexpr std::string_view names[] = {"none", "rivers", "lakes", "all"};
  constexpr WaterChoice choices[] = {{false, false}, {true, false}, {false, true}, {true, true}};
  if (waters.empty()) return WaterChoice{};
  for (std::size_t i = 0; i < std::size(names); ++i)
    if (waters == names[i]) return choices[i];
  return invalid("--waters", fmt::format("found \"{}\"{}, allowed {}", waters, suggestion(waters, names), joined(names)));
}

Result<LayerPictureOptions> PictureOptions::read() const {
  LayerPictureOptions options;
  if (!style.empty()) {
    CRATON_TRY(const MapStyle found, find_map_style(style, "--style"));
    options.style = found;
  }
  if (!ramp.empty()) {
    CRATON_TRY(const Ramp* found, find_ramp(ramp, "--ramp"));
    options.ramp = found;
  }
  CRATON_TRY(std::vector<Light> read, read_lights(lights));
  options.relief.lights = std::move(read);
  if (!exaggeration.empty()) {
    CRATON_TRY(const double times, positive_or_auto(exaggeration, "--exaggeration"));
    options.relief.exaggeration = times;
  }
  if (!contours.empty()) {
    CRATON_TRY(const double metres, positive_or_auto(contours, "--contours"));
    options.contours = ContourOptions{.interval = metres};
  }
  options.legend = legend;
  return options;
}

Error picture_error(const Error& error) {
  if (error.path.empty() || error.code == ErrorCode::cancelled) return error;
  return Error{error.code, "--" + error.path, error.message};
}

namespace {

/// Slopes and curvatures have no waters over them, nor has any layer but the ground.
bool shows_waters(const LayerView& view) {
  const MapStyle style = view.options.style;
  return view.layer == ground_layer && (style == MapStyle::automatic || style == MapStyle::relief || style == MapStyle::tints ||
                                        style == MapStyle::contours || style == MapStyle::natural);
}

/// Natural colours come from the climate.
void add_climate(LayerView& view, const WorldFileInfo& info) {
  if (view.options.style != MapStyle::natural) return;
  for (const StoredLayer& layer : info.layers)
    for (const std::string_view name :
         {"temperature", "temperature_warmest", "rain", "rock", "sand", "snow", "gravel", "mud", "river_distance"})
      if (layer.info.name == name && view.layer != name &&
          std::find(view.beside.begin(), view.beside.end(), name) == view.beside.end())
        view.beside.push_back(layer.info.name);
}

void add_waters(LayerView& view, const WorldFileInfo& info, WaterChoice waters) {
  if (!shows_waters(view)) return;
  view.waters = waters;
  for (const StoredLayer& layer : info.layers) {
    const std::string& name = layer.info.name;
    const bool endless = name == "river_distance" || (name == "river" && layer.info.type == LayerType::number);
    if (((name == "lake_depth" || name == lake_numbers) && waters.lakes) || ((name == "discharge" || endless) && waters.rivers))
      view.beside.push_back(name);
  }
}

}  // namespace

Result<std::vector<LayerView>> layer_views(const WorldFileInfo& info, const std::string& path, std::string_view layers,
                                           const LayerPictureOptions& options, WaterChoice waters, bool plates) {
  std::vector<LayerView> views;
  for (const std::string_view name : layers.empty() ? std::vector<std::string_view>{""} : split(layers, ',')) {
    const auto is_named = [&](const StoredLayer& layer) { return layer.info.name == name; };
    const Result<MapStyle> style = find_map_style(name, "--layer");
    const bool styled = style && std::none_of(info.layers.begin(), info.layers.end(), is_named);
    if (!layers.empty() && name.empty())
      return invalid("--layer", fmt::format("\"{}\" names no layer between two commas", layers));
    CRATON_TRY(const std::string layer, choose_layer(info, styled ? "" : name, "--layer"));
    views.push_back({.path = path, .layer = layer, .title = styled ? std::string(name) : layer, .options = options});
    if (styled) views.back().options.style = *style;
    add_waters(views.back(), info, waters);
    add_climate(views.back(), info);
    if (!plates) continue;
    const auto is_plate = [](const StoredLayer& stored) {
      return stored.info.name == "plate" && stored.info.type == LayerType::integer;
    };
    if (std::none_of(info.layers.begin(), info.layers.end(), is_plate))
      return invalid("--plates", fmt::format("{} has no layer \"plate\"", path));
    views.back().plates = true;
    if (views.back().layer != "plate") views.back().beside.push_back("plate");
  }
  return views;
}

Result<Rgb8Image> draw_view_of(const World& world, const LayerView& view, const Execution& execution) {
  return draw_world(world, view, false, execution);
}

Result<Rgb8Image> draw_views_of(const World& world, const std::vector<LayerView>& views, const Execution& execution) {
  if (views.size() == 1) return draw_view_of(world, views.front(), execution);
  SheetRow row{world.recipe.name, fmt::format("seed {}", world.recipe.seed), {}};
  for (const LayerView& view : views) {
    CRATON_TRY(Rgb8Image image, draw_world(world, view, true, execution));
    row.tiles.push_back({std::move(image), view.title, ""});
  }
  return sheet_of({std::move(row)});
}

Result<Rgb8Image> draw_views(const std::vector<LayerView>& views, const HeightFileOptions& heights, const Execution& execution) {
  const bool on_sheet = views.size() > 1;
  std::vector<SheetRow> rows;
  std::vector<std::string> paths;
  for (const LayerView& view : views) {
    CRATON_TRY(Drawn drawn, draw_view(view, heights, on_sheet, execution));
    if (!on_sheet) return std::move(drawn.tile.picture);
    if (paths.empty() || paths.back() != view.path) {
      rows.push_back({drawn.heading, drawn.note, {}});
      paths.push_back(view.path);
    }
    rows.back().tiles.push_back(std::move(drawn.tile));
  }
  // Worlds with one picture each stand beside each other, under their names.
  if (rows.size() > 1 && std::all_of(rows.begin(), rows.end(), [](const SheetRow& row) { return row.tiles.size() == 1; })) {
    SheetRow all;
    for (SheetRow& row : rows) {
      row.tiles[0].note = fmt::format("{} · {}", row.tiles[0].title, row.note);
      row.tiles[0].title = row.heading;
      all.tiles.push_back(std::move(row.tiles[0]));
    }
    rows.clear();
    rows.push_back(std::move(all));
  }
  return sheet_of(std::move(rows));
}

}  // namespace craton::cli
