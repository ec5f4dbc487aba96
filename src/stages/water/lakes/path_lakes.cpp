// Source 003's own rule for lakes: where a river winds so much that a cell of its path touches more than two other cells of the
// same path, that cell is lake; a river that ends in a hollow without exit makes a closed lake there. What such cells span along
// the path is levelled and becomes one lake.
#include <algorithm>
#include <vector>

#include "stages/all_stages.h"
#include "stages/water/lakes/renewed_lakes.h"
#include "stages/water/on_planes.h"
#include "stages/water/rivers/river_path.h"
#include "stages/water/rivers/river_rows.h"
#include "stages/water/rivers/water_tables.h"

namespace craton {
namespace {

struct PathLakesParams {
  Change<float> layer = "height", depth = "lake_depth";
  Change<std::int32_t> lake = "lake";
  Field deep = 3.0, strength = 1.0;
  OnPlanes on_planes = OnPlanes::refuse;
  ChangeTable lakes = lakes_table, rivers = rivers_table;
};

constexpr float lowest_level = 0.1F;  // m: at sea level nothing can be dug, for it would be sea

/// Part of a river's path: cells[first … last].
struct Span {
  std::size_t first, last;
};

class PathLakes {
 public:
  PathLakes(const Domain& domain, const PathLakesParams& params, std::span<float> heights, Lakes all_lakes, RiverRows all_rows)
      : lakes(std::move(all_lakes)),
        rows(std::move(all_rows)),
        domain_(domain),
        params_(params),
        heights_(heights),
        beds_(beds_of(domain, heights, lakes, rows)),
        place_(heights.size()) {
    // Water does not run below what its river ends in, though the ground may: hollows too small for lakes are full.
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto lowest = static_cast<float>(height_of(domain, rows.paths[i].back()));
      for (const Cell cell : std::span(rows.cells[i]).first(rows.cells[i].size() - 1))
        beds_[cell] = std::max(beds_[cell], lowest);
    }
  }

  /// Tributaries before what they join, so that beds below know of all that is above.
  void find() {
    for (std::size_t i = rows.size(); i-- > 0;)
      for (const Span& span : spans_of(i)) add(i, span);
  }

  Lakes lakes;
  RiverRows rows;
  std::vector<LakeKind> kinds;  ///< of the new ones
  std::size_t old_count() const { return lakes.lakes.size() - kinds.size(); }
  const FlatArray<float>& beds() const { return beds_; }

 private:
  bool may_be_lake(Cell cell) const { return heights_[cell] >= 0 && lakes.number[cell] == 0 && params_.strength[cell] > 0; }

  std::vector<Span> spans_of(std::size_t river) {
    const ObjectColumn::Cells& cells = rows.cells[river];
    const bool sink = rows.mouths[river] == "sink";
    const std::size_t own = sink ? cells.size() : cells.size() - 1;  // its mouth belongs to what it runs into
    for (std::size_t k = 0; k < own; ++k) place_[cells[k]] = static_cast<std::uint32_t>(k + 1);
    std::vector<Span> spans;
    for (std::size_t k = 0; k < own; ++k) {
      std::size_t touched = 0, least = k, most = k;
      each_around(cells[k], [&](Cell other) {
        if (place_[other] == 0) return;
        ++touched;
        least = std::min<std::size_t>(least, place_[other] - 1);
        most = std::max<std::size_t>(most, place_[other] - 1);
      });
      if (touched > 2) spans.push_back({least, most});
    }
    if (sink) spans.push_back({own - 1, own - 1});
    for (std::size_t k = 0; k < own; ++k) place_[cells[k]] = 0;
    spans = joined(std::move(spans), cells);
    if (!spans.empty() && spans.back().last + 1 == cells.size() && spans.back().first == 0) spans.back().first = 1;  // its source
    return spans;
  }

  /// Spans that meet are one; what may be no lake divides them.
  std::vector<Span> joined(std::vector<Span> spans, const ObjectColumn::Cells& cells) const {
    std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.first < b.first; });
    std::vector<Span> out;
    for (const Span& span : spans)
      for (std::size_t k = span.first; k <= span.last; ++k) {
        if (!may_be_lake(cells[k])) continue;
        if (!out.empty() && k <= out.back().last) continue;
        if (!out.empty() && k == out.back().last + 1)
          out.back().last = k;
        else
          out.push_back({k, k});
      }
    return out;
  }

  template <class F>
  void each_around(Cell cell, F&& f) const {
    std::visit([&](const auto& topology) { topology.for_each_link(cell, [&](Link link) { f(link.to); }); }, domain_);
  }

  /// Level with its lowest cell, the last.
  void add(std::size_t river, const Span& span) {
    const ObjectColumn::Cells& cells = rows.cells[river];
    const bool ends = span.last + 1 == cells.size();
    const float level = beds_[cells[span.last]];
    if (!(level > lowest_level)) return;
    lakes.lakes.push_back({.level = level, .outlet = ends ? no_cell : cells[span.last]});
    for (std::size_t k = span.first; k <= span.last; ++k) {
      const Cell cell = cells[k];
      lakes.number[cell] = static_cast<std::uint32_t>(lakes.lakes.size());
      beds_[cell] = level;
      heights_[cell] = std::min(heights_[cell], std::max(level - params_.deep[cell] * params_.strength[cell], 0.0F));
    }
    kinds.push_back(ends ? LakeKind::terminal : span.first == 0 ? LakeKind::source : LakeKind::flow_through);
  }

  const Domain& domain_;
  const PathLakesParams& params_;
  std::span<float> heights_;
  FlatArray<float> beds_;
  FlatArray<std::uint32_t> place_;  // 1 + place along the river that is looked at
};

/// Rivers that end in a new lake end in a lake; paths pass lakes at their level.
Result<void> write_rivers(Surface& surface, PathLakes& found) {
  ObjectTable table = *surface.objects(rivers_table);
  std::vector<std::int64_t> lake_rows(found.rows.size(), -1);
  for (ObjectColumn& column : table.columns)
    if (column.name == "lake")
      if (const auto* rows = std::get_if<std::vector<std::int64_t>>(&column.values)) lake_rows = *rows;
  const std::vector<Cell> corners = mouth_cells(found.rows);
  std::vector<bool> changed(found.rows.size(), false);
  FlatArray<std::uint32_t> number(surface.cell_count());  // 1 + the river that runs through a cell
  for (std::uint32_t i = 0; i < found.rows.size(); ++i)
    for (const Cell cell : std::span(found.rows.cells[i]).first(found.rows.cells[i].size() - 1)) number[cell] = i + 1;
  for (std::size_t i = 0; i < found.rows.size(); ++i) {
    ObjectColumn::Cells& cells = found.rows.cells[i];
    const std::uint32_t at_mouth = found.lakes.number[cells.back()];
    const auto is_new = [&](Cell cell) { return found.lakes.number[cell] > found.old_count(); };
    if (std::none_of(cells.begin(), cells.end(), is_new)) continue;
    if (is_new(cells.back())) {
      lake_rows[i] = std::int64_t{at_mouth} - 1;
      found.rows.mouths[i] = "lake";
      while (found.lakes.number[cells[cells.size() - 2]] == at_mouth) cells.pop_back();  // it ends at the shore
      found.rows.lengths[i] = length_of(surface.domain(), cells);
    }
    // Where the mouth stays, the end stays: others may end there too.
    const Vec3d old_end = found.rows.paths[i].back();
    const bool same_mouth = !is_new(cells.back());
    const float least = same_mouth ? static_cast<float>(height_of(surface.domain(), old_end)) : -1e30F;
    std::vector<float> heights;
    std::vector<bool> pinned;
    for (const Cell cell : cells) {
      const float bed = std::max(found.beds()[cell], least);
      heights.push_back(std::min(bed, heights.empty() ? bed : heights.back()));
      pinned.push_back(std::binary_search(corners.begin(), corners.end(), cell));
    }
    found.rows.paths[i] = river_path(surface.domain(), cells, heights, pinned);
    if (same_mouth) meet_at(surface.domain(), old_end, found.rows.paths[i].back());
    changed[i] = true;
  }
  join_ends(
      surface.domain(), found.rows, [&](Cell cell) { return std::int64_t{number[cell]} - 1; },
      [&](std::size_t i) { return changed[i]; });
  for (ObjectColumn& column : table.columns) {
    if (column.name == "lake") column.values = lake_rows;
    if (column.name == "mouth") column.values = found.rows.mouths;
  }
  CRATON_TRY(surface.set_objects(std::move(table)));
  return set_river_rows(surface, found.rows);
}

Result<void> run(const PathLakesParams& params, StageContext& context) {
  Surface& surface = *context.surface;
  CRATON_TRY(RiverRows rows, river_rows(surface, context.path));
  CRATON_TRY(Lakes lakes, lakes_of(surface, *params.lake, context.path + "/lake"));
  PathLakes found(surface.domain(), params, params.layer, std::move(lakes), std::move(rows));
  found.find();
  if (found.kinds.empty()) return {};
  CRATON_TRY(write_rivers(surface, found));
  return renew_lakes(surface, std::move(found.lakes), found.kinds, params.layer.values(), *params.lake, *params.depth);
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<PathLakesParams>() {
  using P = PathLakesParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground; what lies below 0 m is sea."),
      layer_param<&P::lake>("lake", "The numbers of the lakes; new ones are added."),
      layer_param<&P::depth>("depth", "How deep lakes are."),
      field_param<&P::deep>("deep", 0.01, 1000, "m", "How deep the new lakes are."),
      field_param<&P::strength>("strength", 0, 1, "", "Of the depth; cells with 0 stay as they are: a mask."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<PathLakesParams>() {
  static const TableUse list[] = {table_use<&PathLakesParams::lakes>(), table_use<&PathLakesParams::rivers>()};
  return list;
}

const StageEntry& path_lakes_stage() {
  static const StageEntry entry = whole_stage_of<run>({
      .id = "path_lakes",
      .title = "Lakes along winding rivers",
      .doc = "Source 003's rule: a cell of a river's path that touches more than two others of the same path is lake, and "
             "a river that ends in a hollow without exit has a closed lake there. Adds to the lakes of the stage "
             "`lakes`; the ground of new lakes is dug.",
      .cite = "Random World Generator (source 003)",
  });
  return entry;
}

}  // namespace craton
