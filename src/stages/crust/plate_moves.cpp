#include <craton/stages/plates.h>

#include <algorithm>
#include <vector>

#include "base/fp_mode.h"
#include "base/text.h"
#include "stages/crust/plate_neighbours.h"
#include "stages/crust/plate_table.h"
#include "surface/table_values.h"
#include "surface/vectors.h"

namespace craton {
namespace {

using Cells = ObjectColumn::Cells;

double area_of(const Domain& domain, Cell cell) {
  return std::visit([&](const auto& topology) { return topology.area(cell); }, domain);
}

Result<void> check(const Surface& surface, const Layer* plate, const ObjectTable* plates, std::span<const Cell> cells,
                   std::int64_t to) {
  if (!plate || plate->type() != LayerType::integer || !plates)
    return Error{ErrorCode::unknown_name, "plate", "this world has no layer \"plate\" with a table \"plates\""};
  if (to < 1 || static_cast<std::size_t>(to) > plates->rows())
    return Error{ErrorCode::invalid_value, "plate",
                 concat({"found ", std::to_string(to), ", allowed 1 … ", std::to_string(plates->rows())})};
  for (const Cell cell : cells)
    if (cell >= surface.cell_count())
      return Error{ErrorCode::invalid_value, "cell",
                   concat({"found ", std::to_string(cell), ", allowed 0 … ", std::to_string(surface.cell_count() - 1)})};
  return check_plate_numbers(plate->integers(), plates->rows(), "plate");
}

/// The numbers as they will be, which plates change, and by how much ground.
struct Moved {
  std::vector<std::int32_t> plate;
  std::vector<bool> changed;
  std::vector<double> gained;  ///< m²
};

Result<Moved> moved(const Surface& surface, std::span<const std::int32_t> before, std::size_t plates, std::span<const Cell> cells,
                    std::int64_t to) {
  Moved after{{before.begin(), before.end()}, std::vector<bool>(plates, false), std::vector<double>(plates, 0)};
  for (const Cell cell : cells) {
    const std::int32_t from = after.plate[cell];
    if (from == to) continue;
    const double area = area_of(surface.domain(), cell);
    if (from > 0) {
      after.changed[static_cast<std::size_t>(from - 1)] = true;
      after.gained[static_cast<std::size_t>(from - 1)] -= area;
    }
    after.changed[static_cast<std::size_t>(to - 1)] = true;
    after.gained[static_cast<std::size_t>(to - 1)] += area;
    after.plate[cell] = static_cast<std::int32_t>(to);
  }
  std::vector<bool> there(plates, false);
  for (const std::int32_t number : after.plate)
    if (number > 0) there[static_cast<std::size_t>(number - 1)] = true;
  for (std::size_t p = 0; p < plates; ++p)
    if (after.changed[p] && !there[p])
      return Error{ErrorCode::invalid_value, "plate", concat({"plate ", std::to_string(p + 1), " would have no region left"})};
  return after;
}

/// Tables of grown and imported plates know their cells; those of the crust know areas alone.
Result<void> update(const Domain& domain, const Moved& after, bool by_regions, ObjectTable& table) {
  const ObjectColumn* area = table.column("area");
  if (area && area->as<double>()) {
    ObjectColumn changed = *area;
    auto& values = std::get<std::vector<double>>(changed.values);
    const double unit = changed.unit == "km²" ? 1e6 : 1;
    for (std::size_t p = 0; p < values.size(); ++p)
      if (after.changed[p]) values[p] += after.gained[p] / unit;
    set_column(table, std::move(changed));
  }
  if (!table.values<Cells>("cells")) return {};
  CRATON_TRY(const std::optional<RegionNeighbours> regions,
             regions_for(by_regions ? PlateLinks::regions : PlateLinks::grid, domain, {}));
  CRATON_TRY(PlateCells cells, cells_of_plates(domain, after.plate, after.changed.size(), {}, regions ? &*regions : nullptr));
  const ObjectColumn *centre = table.column("centre"), *motion = table.column("motion");
  if (centre && motion && centre->as<Vec3d>() && motion->as<Vec3d>()) {
    ObjectColumn centres = *centre, motions = *motion;
    auto& at = std::get<std::vector<Vec3d>>(centres.values);
    auto& moves = std::get<std::vector<Vec3d>>(motions.values);
    for (std::size_t p = 0; p < at.size(); ++p) {
      if (!after.changed[p]) continue;
      const CarriedMotion carried(domain, at[p], moves[p]);
      at[p] = centre_of_plate(domain, cells.all[p], cells.all[p].front());
      moves[p] = carried.at(at[p]);
    }
    set_column(table, std::move(centres));
    set_column(table, std::move(motions));
  }
  const auto put = [&](const char* name, std::vector<Cells> values) {
    if (const ObjectColumn* column = table.column(name)) set_column(table, {name, column->unit, column->doc, std::move(values)});
  };
  put("cells", std::move(cells.all));
  put("edge_cells", std::move(cells.edge));
  return {};
}

}  // namespace

Result<void> move_to_plate(Surface& surface, std::span<const Cell> cells, std::int64_t plate, bool by_regions) {
  const FloatingPointMode ieee;
  Layer* layer = surface.layer("plate");
  const ObjectTable* plates = surface.objects(plates_table);
  CRATON_TRY(check(surface, layer, plates, cells, plate));
  CRATON_TRY(const Moved after, moved(surface, layer->integers(), plates->rows(), cells, plate));
  ObjectTable table = *plates;
  CRATON_TRY(update(surface.domain(), after, by_regions, table));
  CRATON_TRY(surface.set_objects(std::move(table)));
  std::copy(after.plate.begin(), after.plate.end(), layer->integers().begin());
  return {};
}

}  // namespace craton
