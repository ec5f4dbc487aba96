#include <algorithm>
#include <cmath>
#include <map>

#include "stages/places/landmark_finder.h"
#include "stages/places/place_at.h"
#include "stages/places/table_values.h"
#include "stages/water/water_tables.h"
#include "surface/vectors.h"

namespace craton {
namespace {

class WaterSearch {
 public:
  WaterSearch(const Surface& surface, std::span<const float> heights) : surface_(surface), heights_(heights) {}

  std::vector<Candidate> find() {
    if (!add_points("waterfalls", LandmarkKind::waterfall, "height")) add_steep_rivers();
    if (!add_points("springs", LandmarkKind::spring, "discharge")) add_sources();
    add_confluences();
    add_forks();
    return std::move(all_);
  }

 private:
  void add(LandmarkKind kind, const Vec3d& place, double score, std::string_view table, std::size_t row) {
    const std::optional<Cell> cell = cell_at(surface_.domain(), place);
    if (cell && score > 0) all_.push_back({kind, *cell, static_cast<float>(score), table, static_cast<std::int64_t>(row)});
  }

  /// Tables of points, each with how much it is.
  bool add_points(std::string_view name, LandmarkKind kind, std::string_view measure) {
    const ObjectTable* table = surface_.objects(name);
    const auto* at = values_of<Vec3d>(table, "at");
    const auto* size = values_of<double>(table, measure);
    if (!at || !size) return false;
    for (std::size_t row = 0; row < at->size(); ++row) add(kind, (*at)[row], (*size)[row], name, row);
    return true;
  }

  /// Without a table of falls: the steepest step of each river.
  void add_steep_rivers() {
    const auto* rivers = values_of<ObjectColumn::Cells>(surface_.objects(rivers_table), "cells");
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
    const ObjectTable* table = surface_.objects(rivers_table);
    const auto* source = values_of<Vec3d>(table, "source");
    const auto* discharge = values_of<double>(table, "discharge");
    if (!source || !discharge) return;
    for (std::size_t row = 0; row < source->size(); ++row)
      add(LandmarkKind::spring, (*source)[row], (*discharge)[row], rivers_table, row);
  }

  /// By the water of the river that joins: two large ones that meet are seen from afar.
  void add_confluences() {
    const ObjectTable* table = surface_.objects(rivers_table);
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
    const ObjectTable* table = surface_.objects(name);
    const auto* path = values_of<ObjectColumn::Path>(table, "path");
    const auto* discharge = values_of<double>(table, "discharge");
    if (!path || !discharge) return;
    for (std::size_t row = 0; row < path->size(); ++row)
      if (!(*path)[row].empty()) add(LandmarkKind::river_fork, (*path)[row].front(), (*discharge)[row], name, row);
  }

  const Surface& surface_;
  std::span<const float> heights_;
  std::vector<Candidate> all_;
};

}  // namespace

std::vector<Candidate> water_candidates(const Surface& surface, std::span<const float> heights) {
  return WaterSearch(surface, heights).find();
}

}  // namespace craton
