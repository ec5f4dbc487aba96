#include <algorithm>
#include <cmath>

#include "stages/places/landmark_finder.h"
#include "stages/places/place_at.h"
#include "stages/places/place_lots.h"
#include "stages/water/hydrography.h"
#include "surface/table_values.h"
#include "surface/vectors.h"

namespace craton {
namespace {

constexpr float oases = 0.12F;  // the part of springs and rivers in deserts at which there is one

class WaterSearch {
 public:
  WaterSearch(const Domain& domain, const PlaceMesh& mesh, const WaterTables& waters, const LandmarkGround& ground, Seed seed)
      : domain_(domain), mesh_(mesh), waters_(waters), ground_(ground), heights_(ground.heights), lots_(mesh, seed) {}

  std::vector<Candidate> find() {
    if (!add_points(waters_.waterfalls, LandmarkKind::waterfall, "height")) add_steep_rivers();
    if (!add_points(waters_.springs, LandmarkKind::spring, "discharge")) add_sources();
    add_confluences();
    add_forks();
    add_oases();
    return std::move(all_);
  }

 private:
  void add(LandmarkKind kind, const Vec3d& place, double score, std::string_view table, std::size_t row) {
    const std::optional<Cell> cell = cell_at(domain_, place);
    if (!cell || !(score > 0)) return;
    // A spring in the desert is more than a spring.
    if (kind == LandmarkKind::spring && is_desert(*cell)) {
      if (lot(*cell) > oases) return;
      kind = LandmarkKind::oasis;
      score = 3;
    }
    all_.push_back({kind, *cell, static_cast<float>(score), table, static_cast<std::int64_t>(row)});
  }
  float lot(Cell cell) const { return lots_.lot(mesh_.cell_of(cell), 0); }
  bool is_desert(Cell cell) const { return ground_.covers[cell] == Cover::desert; }

  /// Tables of points, each with how much it is.
  bool add_points(const ObjectTable* table, LandmarkKind kind, std::string_view measure) {
    const auto* at = values_of<Vec3d>(table, "at");
    const auto* size = values_of<double>(table, measure);
    if (!at || !size) return false;
    for (std::size_t row = 0; row < at->size(); ++row)
      add(kind, (*at)[row], (*size)[row], kind == LandmarkKind::waterfall ? "waterfalls" : "springs", row);
    return true;
  }

  /// Without a table of falls: the steepest step of each river.
  void add_steep_rivers() {
    const auto* rivers = values_of<ObjectColumn::Cells>(waters_.rivers, "cells");
    if (!rivers) return;
    for (std::size_t row = 0; row < rivers->size(); ++row) {
      Cell lip = no_cell;
      float most = 0;
      const ObjectColumn::Cells& cells = (*rivers)[row];
      for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
        if (cells[i] >= heights_.size() || cells[i + 1] >= heights_.size()) break;
        const float drop = heights_[cells[i]] - std::max(heights_[cells[i + 1]], 0.0F);
        if (!(drop > most)) continue;
        most = drop;
        lip = cells[i];
      }
      if (most > 30) all_.push_back({LandmarkKind::waterfall, lip, most, rivers_table, static_cast<std::int64_t>(row)});
    }
  }

  void add_sources() {
    const ObjectTable* table = waters_.rivers;
    const auto* source = values_of<Vec3d>(table, "source");
    const auto* discharge = values_of<double>(table, "discharge");
    if (!source || !discharge) return;
    for (std::size_t row = 0; row < source->size(); ++row)
      add(LandmarkKind::spring, (*source)[row], (*discharge)[row], rivers_table, row);
  }

  /// By the water of the river that joins: two large ones that meet are seen from afar.
  void add_confluences() {
    const ObjectTable* table = waters_.rivers;
    const auto* path = values_of<ObjectColumn::Path>(table, "path");
    const auto* mouth = values_of<std::string>(table, "mouth");
    const auto* discharge = values_of<double>(table, "discharge");
    if (!path || !mouth || !discharge) return;
    for (std::size_t row = 0; row < path->size(); ++row)
      if ((*mouth)[row] == "river" && !(*path)[row].empty())
        add(LandmarkKind::confluence, (*path)[row].back(), (*discharge)[row], rivers_table, row);
  }

  /// Where the arms of deltas part.
  void add_forks() {
    constexpr std::string_view name = "distributaries";
    const ObjectTable* table = waters_.distributaries;
    const auto* path = values_of<ObjectColumn::Path>(table, "path");
    const auto* discharge = values_of<double>(table, "discharge");
    if (!path || !discharge) return;
    for (std::size_t row = 0; row < path->size(); ++row)
      if (!(*path)[row].empty()) add(LandmarkKind::river_fork, (*path)[row].front(), (*discharge)[row], name, row);
  }

  /// Half way along what of a river runs through a desert.
  void add_oases() {
    const auto* rivers = values_of<ObjectColumn::Cells>(waters_.rivers, "cells");
    if (!rivers) return;
    for (std::size_t row = 0; row < rivers->size(); ++row) {
      ObjectColumn::Cells dry;
      for (const Cell cell : (*rivers)[row])
        if (cell < heights_.size() && heights_[cell] >= 0 && is_desert(cell)) dry.push_back(cell);
      if (dry.size() > 5 && lot(dry.front()) < oases)
        all_.push_back({LandmarkKind::oasis, dry[dry.size() / 2], 2, rivers_table, static_cast<std::int64_t>(row)});
    }
  }

  const Domain& domain_;
  const PlaceMesh& mesh_;
  const WaterTables& waters_;
  const LandmarkGround& ground_;
  std::span<const float> heights_;
  PlaceLots lots_;
  std::vector<Candidate> all_;
};

}  // namespace

std::vector<Candidate> water_candidates(const Domain& domain, const PlaceMesh& mesh, const WaterTables& waters,
                                        const LandmarkGround& ground, Seed seed) {
  return WaterSearch(domain, mesh, waters, ground, seed).find();
}

std::vector<bool> river_cells(const ObjectTable* table, Cell count) {
  const auto* rivers = values_of<ObjectColumn::Cells>(table, "cells");
  if (!rivers) return {};
  std::vector<bool> cells(count);
  for (const ObjectColumn::Cells& river : *rivers)
    for (const Cell cell : river)
      if (cell < cells.size()) cells[cell] = true;
  return cells;
}

}  // namespace craton
