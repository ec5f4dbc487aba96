// Plates that somebody drew: as areas (GeoJSON), as a picture with a colour a plate, or as a layer of whole numbers. Arrows say
// how they move. What nobody painted goes to the plates around it, ring by ring.
#include <algorithm>
#include <cmath>
#include <map>

#include <craton/base/tables.h>

#include "base/text.h"
#include "stages/all_stages.h"
#include "stages/crust/drawn_areas.h"
#include "stages/crust/plate_neighbours.h"
#include "stages/crust/plate_table.h"
#include "surface/periods.h"
#include "surface/table_values.h"
#include "surface/vectors.h"

namespace craton {
namespace {

constexpr std::size_t most_plates = 500;

struct ImportedPlatesParams {
  Write<std::int32_t> plate = "plate";
  WriteTable plates_made = "plates";
  std::string file, arrows;
  Read<float> layer = "";
  PlateLinks neighbours = PlateLinks::grid;
};

Result<PlateDrawing> read_drawing(const std::string& name, std::string_view param, const StageContext& context) {
  const auto* tables = dynamic_cast<const TableSource*>(context.assets);
  if (!tables) return Error{ErrorCode::unsupported, context.path_of(param), "there are no files to read here"};
  Result<PlateDrawing> drawing = tables->plate_drawing(name);
  if (!drawing) return Error{drawing.error().code, context.path_of(param), drawing.error().to_string()};
  return drawing;
}

/// Degrees east and north, or metres: the middle of a cell, since its site may lie beside its border, where areas that follow the
/// sides of cells are rounded; or its site, which its region is around.
PlateDrawing::Point place_of(const Domain& domain, Cell cell, bool site) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    if (site) return {sphere->lat_lon(cell).longitude, sphere->lat_lon(cell).latitude};
    const std::uint32_t side = sphere->resolution();
    const FacePlace middle{cell / side / side, (cell % side + 0.5) / side, (cell / side % side + 0.5) / side};
    const LatLon place = lat_lon_of(direction_of(middle, sphere->theta()));
    return {place.longitude, place.latitude};
  }
  const Vec3d at = std::visit([&](const auto& topology) { return topology.centre(cell); }, domain);
  return {at.x, -at.y};
}

/// Whole numbers of a layer, from 1 in their order; nothing where it is below 1.
Result<std::size_t> take_layer(std::span<const float> values, const std::string& path, std::span<std::int32_t> plate) {
  std::map<std::int64_t, std::int32_t> numbers;
  const auto number_at = [&](Cell c) -> std::int64_t {
    const double value = std::floor(double{values[c]} + 0.5);
    return value >= 1 && value < 1e9 ? static_cast<std::int64_t>(value) : 0;
  };
  for (Cell c = 0; c < values.size(); ++c) {
    if (const std::int64_t number = number_at(c)) numbers.emplace(number, 0);
    if (numbers.size() > most_plates)
      return Error{ErrorCode::invalid_value, path, "more than 500 different whole numbers; each is a plate"};
  }
  std::int32_t next = 0;
  for (auto& [number, plate_number] : numbers) plate_number = ++next;
  for (Cell c = 0; c < values.size(); ++c)
    if (const std::int64_t number = number_at(c)) plate[c] = numbers.at(number);
  return numbers.size();
}

/// The pixel of each cell: equirectangular on spheres, laid over the whole of maps.
Result<void> take_picture(const Domain& domain, const PlateDrawing& drawing, const std::string& path,
                          std::span<std::int32_t> plate) {
  const auto pixel = [](double share, std::uint32_t count) {
    return std::min(static_cast<std::uint32_t>(std::max(std::floor(share * count), 0.0)), count - 1);
  };
  const auto* torus = std::get_if<Torus>(&domain);
  if (!torus && drawing.width != 2 * std::uint64_t{drawing.height})
    return Error{ErrorCode::invalid_value, path,
                 concat({"the picture has ", std::to_string(drawing.width), " × ", std::to_string(drawing.height),
                         " pixels; one of a whole sphere (equirectangular) is twice as wide as high"})};
  for (Cell c = 0; c < plate.size(); ++c) {
    double x = 0, y = 0;
    if (torus) {
      const GridSize size = torus->size();
      const Cell row = c / size.width;
      x = (static_cast<double>(c % size.width) + 0.5) / size.width;
      y = (static_cast<double>(row) + 0.5) / size.height;
    } else {
      const PlateDrawing::Point at = place_of(domain, c, true);
      x = (at.east + 180) / 360;
      y = (90 - at.north) / 180;
    }
    plate[c] = drawing.numbers[std::size_t{pixel(y, drawing.height)} * drawing.width + pixel(x, drawing.width)];
  }
  return {};
}

/// Rings of cells around what is painted, each cell by the first of its neighbours in the order of cells.
template <Topology T>
void fill_gaps(const T& topology, const RegionNeighbours* regions, std::span<std::int32_t> plate) {
  const PlateNeighbours<T> neighbours(topology, regions);
  std::vector<Cell> ring, next;
  for (Cell c = 0; c < plate.size(); ++c)
    if (plate[c] != 0) ring.push_back(c);
  while (!ring.empty()) {
    next.clear();
    for (const Cell cell : ring)
      neighbours(cell, [&](Cell to) {
        if (plate[to] != 0) return;
        plate[to] = plate[cell];
        next.push_back(to);
      });
    std::sort(next.begin(), next.end());
    ring.swap(next);
  }
}

/// East and north along the ground, as a vector in space.
Vec3d vector_at(const Domain& domain, Cell cell, double east, double north) {
  const auto* sphere = std::get_if<CubeSphere>(&domain);
  if (!sphere) return {east, -north, 0};
  const Vec3d direction = sphere->direction(cell), up = direction * (1 / length(direction));
  const double across = std::sqrt(up.x * up.x + up.y * up.y);
  const Vec3d to_east = across > 1e-9 ? Vec3d{-up.y / across, up.x / across, 0} : Vec3d{0, 1, 0};
  return to_east * east + cross(up, to_east) * north;
}

std::optional<Cell> cell_at(const Domain& domain, const PlateDrawing::Point& at) {
  if (const auto* sphere = std::get_if<CubeSphere>(&domain)) {
    if (std::abs(at.north) > 90) return {};
    return sphere->nearest(direction_of(LatLon{at.north, at.east}));
  }
  const Result<std::int64_t> x = units_from_metres(at.east), y = units_from_metres(-at.north);
  if (!x || !y) return {};
  return std::get<Torus>(domain).nearest({*x, *y});
}

/// The mean of a plate's arrows, each carried to its middle; else what the drawing says; else nothing: it rests.
Result<std::vector<Vec3d>> motions_of(const Domain& domain, const PlateDrawing& drawing, std::span<const std::int32_t> plate,
                                      std::span<const Vec3d> centres, const std::string& path) {
  std::vector<Vec3d> sums(centres.size());
  std::vector<double> counts(centres.size(), 0);
  for (std::size_t i = 0; i < drawing.arrows.size(); ++i) {
    const PlateDrawing::Arrow& arrow = drawing.arrows[i];
    const std::optional<Cell> cell = cell_at(domain, arrow.at);
    if (!cell)
      return Error{ErrorCode::invalid_value, path,
                   concat({"arrow ", std::to_string(i),
                           " does not stand on this world; places are longitude, latitude in degrees, "
                           "or metres to the east and north on maps"})};
    const auto p = arrow.plate ? *arrow.plate : static_cast<std::size_t>(plate[*cell] - 1);
    const Vec3d here = std::visit([&](const auto& topology) { return topology.centre(*cell); }, domain);
    const CarriedMotion carried(domain, here, vector_at(domain, *cell, arrow.east, arrow.north));
    sums[p] = sums[p] + carried.at(centres[p]);
    counts[p] += 1;
  }
  const bool on_sphere = std::holds_alternative<CubeSphere>(domain);
  for (std::size_t p = 0; p < centres.size(); ++p) {
    if (counts[p] > 0) {
      sums[p] = sums[p] * (1 / counts[p]);
    } else if (p < drawing.plates.size() && drawing.plates[p].motion) {
      const auto& [x, y, z] = *drawing.plates[p].motion;
      const Vec3d up = on_sphere ? centres[p] * (1 / length(centres[p])) : Vec3d{0, 0, 1};
      const Vec3d motion{x, y, z};
      sums[p] = motion + up * -dot(motion, up);
    }
  }
  return sums;
}

/// What is known of the plates beside their cells.
void describe(const PlateDrawing& drawing, std::size_t plates, ObjectTable& table) {
  std::vector<std::string> names(plates);
  std::vector<double> heights(plates, std::nan(""));
  bool named = false, high = false;
  for (std::size_t p = 0; p < std::min(plates, drawing.plates.size()); ++p) {
    names[p] = drawing.plates[p].name;
    named = named || !names[p].empty();
    if (drawing.plates[p].height) {
      heights[p] = *drawing.plates[p].height;
      high = true;
    }
  }
  std::erase_if(table.columns, [](const ObjectColumn& column) { return column.name == "rate"; });
  if (named) set_column(table, {"name", "", "As it was given.", std::move(names)});
  if (high) set_column(table, {"given_height", "m", "As it was given; no number where none was.", std::move(heights)});
}

Result<void> run(const ImportedPlatesParams& params, StageContext& context) {
  const Domain& domain = context.domain();
  if (std::holds_alternative<PlaneTile>(domain))
    return Error{ErrorCode::unsupported, context.path, "plates are drawn on whole maps and planets, not on planes without end"};
  const std::span<std::int32_t> plate = params.plate.values();
  std::fill(plate.begin(), plate.end(), 0);
  PlateDrawing drawing;
  std::size_t plates = 0;
  if (params.layer) {
    CRATON_TRY(plates, take_layer(params.layer.values(), context.path_of("layer"), plate));
  } else {
    CRATON_TRY(drawing, read_drawing(params.file, "file", context));
    plates = drawing.plates.size();
    const auto place = [&](Cell cell) { return place_of(domain, cell, drawing.regions); };
    if (drawing.width > 0)
      CRATON_TRY(take_picture(domain, drawing, context.path_of("file"), plate));
    else
      CRATON_TRY(fill_drawn_areas(drawing, plate, place, context.execution));
  }
  if (!params.arrows.empty()) {
    CRATON_TRY(PlateDrawing more, read_drawing(params.arrows, "arrows", context));
    if (!more.plates.empty())
      return Error{ErrorCode::invalid_value, context.path_of("arrows"), "holds plates too; name it as \"file\" alone"};
    drawing.arrows.insert(drawing.arrows.end(), more.arrows.begin(), more.arrows.end());
  }
  const std::string source = params.layer ? "layer" : "file";
  if (plates == 0) return Error{ErrorCode::invalid_value, context.path_of(source), "there are no plates in it"};

  CRATON_TRY(const std::optional<RegionNeighbours> regions, regions_for(params.neighbours, domain, context.execution));
  const RegionNeighbours* borders = regions ? &*regions : nullptr;
  std::visit([&](const auto& topology) { fill_gaps(topology, borders, plate); }, domain);

  PlateGrowth growth;
  growth.starts.assign(plates, no_cell);
  growth.rates.assign(plates, 0);
  for (Cell c = 0; c < plate.size(); ++c)
    if (plate[c] > 0)
      growth.starts[static_cast<std::size_t>(plate[c] - 1)] = std::min(growth.starts[static_cast<std::size_t>(plate[c] - 1)], c);
  for (std::size_t p = 0; p < plates; ++p)
    if (growth.starts[p] == no_cell)
      return Error{ErrorCode::invalid_value, context.path_of(source),
                   concat({"plate ", std::to_string(p + 1),
                           " holds no cell: it is too small for this resolution, lies outside, or "
                           "under others"})};
  CRATON_TRY(ObjectTable table, table_of_plates(domain, plate, growth, context.seed.child("motion"), context.execution, borders));
  CRATON_TRY(std::vector<Vec3d> motions, motions_of(domain, drawing, plate, *table.values<Vec3d>("centre"),
                                                    context.path_of(params.arrows.empty() ? source : "arrows")));
  set_column(table, {"motion", "1", "Where it moves at its centre: a vector, of length 1 for a fast one.", std::move(motions)});
  set_column(table, {"start", "", "Its first cell.", std::vector<std::int64_t>(growth.starts.begin(), growth.starts.end())});
  describe(drawing, plates, table);
  return params.plates_made.set(std::move(table));
}

Reach reach(const ImportedPlatesParams&, double) { return Reach::whole(); }

Result<void> check(const ImportedPlatesParams& params, const StageSpec&, const DomainSpec& domain, const std::string& path) {
  CRATON_TRY(check_plate_links(params.neighbours, domain.kind, path));
  if (params.file.empty() == params.layer.name().empty())
    return Error{ErrorCode::invalid_value, path + "/file",
                 params.file.empty() ? "missing: a drawing of plates, or a \"layer\" of whole numbers"
                                     : "a drawing and a \"layer\" are both named; name one of them"};
  return {};
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<ImportedPlatesParams>() {
  using P = ImportedPlatesParams;
  static const ParamInfo list[] = {
      result_param<&P::plate>("plate", "Number of the plate, from 1.", ""),
      asset_param<&P::file>(
          "file",
          "The plates, beside the recipe: .geojson or .json with an area a plate (or regions with the number "
          "of their \"plate\"), or a .png with a colour a plate, laid over the whole map or, as equirectangular "
          "projection, over the whole sphere. What is transparent or in no area goes to the plates around it."),
      optional_layer_param<&P::layer>("layer", "Instead of a file: a layer of numbers, each whole number from 1 a plate."),
      asset_param<&P::arrows>(
          "arrows",
          "How plates move, beside the recipe: {\"arrows\": [{\"at\": [longitude, latitude], \"east\": 0.8, "
          "\"north\": -0.2}, …]} or GeoJSON of points with \"east\" and \"north\"; 1 is fast. A plate moves by the "
          "mean of the arrows on it; without any it rests."),
      choice_param<&P::neighbours>(
          "neighbours",
          "Whom a plate touches: cells beside and across on the grid, or, on spheres, the true (Voronoi) "
          "regions that share a border."),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<ImportedPlatesParams>() {
  static const TableUse list[] = {table_use<&ImportedPlatesParams::plates_made>()};
  return list;
}

const StageEntry& imported_plates_stage() {
  static const StageEntry entry = stage_of<run, reach, check>({
      .id = "imported_plates",
      .title = "Imported plates",
      .doc =
          "Plates of the crust that somebody drew: as areas, as a picture or as a layer, with arrows that say how they move. As "
          "objects they are like grown plates, and stages that follow take them in their place.",
      .reach_doc = "whole",
  });
  return entry;
}

}  // namespace craton
