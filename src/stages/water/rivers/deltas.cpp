// Deltas: land that rivers build where they come to still, shallow water, with the channels into which they divide on it (forms
// after Galloway 1975; sizes by discharge after Syvitski & Saito 2007). How one grows is told in delta_growth.cpp.
#include <algorithm>
#include <cmath>

#include "stages/all_stages.h"
#include "stages/water/lakes/renewed_lakes.h"
#include "stages/water/on_planes.h"
#include "stages/water/rivers/delta_growth.h"
#include "stages/water/rivers/river_path.h"
#include "stages/water/rivers/river_rows.h"
#include "stages/water/rivers/water_tables.h"

namespace craton {
namespace {

struct DeltasParams {
  Change<float> layer = "height", depth = "lake_depth", discharge = "discharge";
  Change<std::int32_t> lake = "lake", river = "river";
  double least_discharge = 6e7, size = 1.5e6;
  Field waves = 0.2, strength = 1.0;
  double deepest = 30, steepest = 0.02, slope = 3e-4;
  std::int64_t branches = 8;
  OnPlanes on_planes = OnPlanes::refuse;
  WriteTable distributaries = "distributaries";
  ChangeTable rivers = rivers_table, lakes = lakes_table;
};

constexpr double lake_part = 0.3;    // of a lake at most becomes land
constexpr double least_cells = 8;    // smaller ones have no form
constexpr double above_mouth = 0.6;  // of the delta's size: how far upstream a river may divide

/// Where a river enters standing water: at its cells[place + 1].
struct Mouthing {
  double discharge;
  std::size_t river, place;
};

class DeltaBuilder {
 public:
  DeltaBuilder(const Domain& domain, const DeltasParams& params, Lakes all_lakes, RiverRows all_rows, Seed seed)
      : rows(std::move(all_rows)),
        lakes(std::move(all_lakes)),
        domain_(domain),
        params_(params),
        heights_(params.layer),
        lake_(params.lake),
        river_(params.river),
        discharge_(params.discharge),
        seed_(seed),
        beds_(beds_of(domain, heights_, lakes, rows)),
        kept_free_(heights_.size()),
        mark_(heights_.size()),
        lake_areas_(lakes.lakes.size()),
        pinned_(rows.size()),
        changed_from_(rows.size(), std::string::npos) {
    for (std::size_t c = 0; c < heights_.size(); ++c)
      if (lakes.number[c] != 0) lake_areas_[lakes.number[c] - 1] += area_of(static_cast<Cell>(c));
    for (const Lake& one : lakes.lakes)
      if (!one.closed()) keep_free(one.outlet, 1);
  }

  /// The largest rivers choose first.
  Result<void> build(const Execution& execution) {
    std::vector<Mouthing> all = mouthings();
    for (const Mouthing& at : all) keep_free(water_at(at), 1);
    for (const Mouthing& at : all) {
      if (execution.cancel && execution.cancel->cancelled()) return Error{ErrorCode::cancelled, "", "cancelled"};
      CRATON_TRY(build_at(at));
    }
    join_beds();
    const std::vector<Cell> ends = mouth_cells(rows);
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (changed(i)) redraw(i, ends);
    join_ends(
        domain_, rows, [&](Cell cell) { return std::int64_t{river_[cell]} - 1; }, [&](std::size_t i) { return changed(i); });
    return {};
  }

  bool any() const { return built_; }
  ObjectTable distributaries() const;

  RiverRows rows;
  Lakes lakes;

 private:
  struct Row {
    std::size_t river = 0;
    std::int64_t from = -1;  // row of this table; −1: the river itself
    double discharge = 0, share = 0;
    std::vector<Cell> cells;
    std::vector<float> beds;
    std::vector<bool> pinned;
  };

  Cell water_at(const Mouthing& at) const { return rows.cells[at.river][at.place + 1]; }
  double area_of(Cell cell) const {
    return std::visit([&](const auto& topology) { return topology.area(cell); }, domain_);
  }
  void keep_free(Cell cell, int change) {
    const auto add = [&](Cell one) { kept_free_[one] = static_cast<std::uint8_t>(kept_free_[one] + change); };
    add(cell);
    std::visit([&](const auto& topology) { topology.for_each_link(cell, [&](Link link) { add(link.to); }); }, domain_);
  }

  std::vector<Mouthing> mouthings() const {
    std::vector<Mouthing> all;
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t k = 0; k + 1 < rows.cells[i].size(); ++k) {
        const Cell here = rows.cells[i][k], next = rows.cells[i][k + 1];
        if (heights_[here] < 0 || lake_[here] != 0) continue;
        const bool sea = k + 2 == rows.cells[i].size() && heights_[next] < 0;
        if (sea || lake_[next] != 0) all.push_back({double{discharge_[here]}, i, k});
      }
    std::sort(all.begin(), all.end(), [](const Mouthing& a, const Mouthing& b) {
      if (a.discharge != b.discharge) return a.discharge > b.discharge;
      return a.river != b.river ? a.river < b.river : a.place < b.place;
    });
    return all;
  }

  DeltaSite site_at(const Mouthing& at) const {
    const ObjectColumn::Cells& cells = rows.cells[at.river];
    const Cell water = water_at(at);
    DeltaSite site{.lake = static_cast<std::uint32_t>(lake_[water])};
    site.surface = site.lake == 0 ? 0.0F : lakes.lakes[site.lake - 1].level;
    site.waves = double{params_.waves[water]};
    site.area = params_.size * at.discharge / seconds_a_year * (1 - site.waves) * double{params_.strength[water]};
    if (site.lake != 0) site.area = std::min(site.area, lake_part * lake_areas_[site.lake - 1]);
    site.branches = 1 + static_cast<int>(std::floor(static_cast<double>(params_.branches - 1) * (1 - 0.7 * site.waves) + 0.5));
    if (site.lake != 0 && at.place + 2 < cells.size())
      for (std::size_t k = at.place + 1; k + 1 < cells.size() && lake_[cells[k]] == lake_[water]; ++k)
        site.onward.push_back(cells[k]);
    double away = double{length_between(domain_, cells[at.place], water)};
    for (std::size_t k = at.place; away <= std::max(above_mouth * std::sqrt(site.area), 2 * spacing(domain_)); --k) {
      if (lake_[cells[k]] != 0 || double{beds_[cells[k]] - site.surface} > params_.steepest * away) break;
      site.reach.push_back(cells[k]);
      site.beds.push_back(std::max(beds_[cells[k]], site.surface));
      if (k == 0) break;
      away += double{length_between(domain_, cells[k - 1], cells[k])};
    }
    std::reverse(site.reach.begin(), site.reach.end());
    std::reverse(site.beds.begin(), site.beds.end());
    return site;
  }

  Result<void> build_at(const Mouthing& at) {
    if (at.discharge < params_.least_discharge) return {};
    const DeltaSite site = site_at(at);
    // A river of one cell has no direction.
    if (site.reach.size() < 2 || site.area < least_cells * area_of(water_at(at))) return {};
    keep_free(water_at(at), -1);
    const DeltaGround ground{heights_, lake_, river_, std::as_const(kept_free_).span(), params_.strength};
    CRATON_TRY(std::optional<Delta> delta, grow_delta(domain_, ground, site, {.deepest = params_.deepest, .slope = params_.slope},
                                                      seed_.child("ways"), mark_));
    if (delta)
      apply(at, site, *delta);
    else
      keep_free(water_at(at), 1);
    return {};
  }

  void apply(const Mouthing& at, const DeltaSite& site, const Delta& delta) {
    built_ = true;
    for (const Delta::Change& change : delta.floor) heights_[change.cell] = change.height;
    for (const Delta::Change& change : delta.land) {
      heights_[change.cell] = change.height;
      lake_[change.cell] = 0;
      lakes.number[change.cell] = 0;
    }
    for (const Delta::Change& change : delta.beds) heights_[change.cell] = std::min(heights_[change.cell], change.height);
    const std::size_t first_row = distributaries_.size();
    for (std::size_t c = 0; c < delta.channels.size(); ++c) {
      const DeltaChannel& channel = delta.channels[c];
      for (std::size_t i = c == 0 ? 0 : 1; i + 1 < channel.cells.size(); ++i) {
        river_[channel.cells[i]] = static_cast<std::int32_t>(at.river + 1);
        discharge_[channel.cells[i]] = static_cast<float>(at.discharge * channel.shares[i]);
        beds_[channel.cells[i]] = channel.beds[i];
      }
      keep_free(channel.cells.back(), 1);
      if (c > 0) add_row(at, channel, first_row);
    }
    ObjectColumn::Cells& cells = rows.cells[at.river];
    const std::size_t begin = at.place + 1 - site.reach.size();
    changed_from_[at.river] = std::min(changed_from_[at.river], begin);
    if (!site.onward.empty()) return;
    cells.resize(begin);
    cells.insert(cells.end(), delta.channels[0].cells.begin(), delta.channels[0].cells.end());
    rows.lengths[at.river] = length_of(domain_, cells);
  }

  void add_row(const Mouthing& at, const DeltaChannel& channel, std::size_t first_row) {
    Row row{.river = at.river, .share = channel.shares.front(), .cells = channel.cells, .beds = channel.beds};
    row.discharge = at.discharge * channel.shares.back();
    row.pinned.assign(row.cells.size(), false);
    if (channel.from == 0) {
      pinned_[at.river].push_back(channel.cells.front());
    } else {
      row.from = static_cast<std::int64_t>(first_row + channel.from - 1);
      distributaries_[first_row + channel.from - 1].pinned[channel.place] = true;
    }
    distributaries_.push_back(std::move(row));
  }

  /// No river is higher than the end of what joins it.
  void join_beds() {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows.mouths[i] != "river" || rows.paths[i].empty()) continue;
      float& bed = beds_[rows.cells[i].back()];
      bed = std::min(bed, static_cast<float>(height_of(domain_, rows.paths[i].back())));
    }
  }

  /// The path from where the river may divide on; upstream it stays as it is. Where others join or leave it has a corner.
  void redraw(std::size_t index, const std::vector<Cell>& ends) {
    const std::size_t from = changed_from_[index];
    const std::span<const Cell> cells = std::span(rows.cells[index]).subspan(from);
    ObjectColumn::Path& path = rows.paths[index];
    const std::vector<Cell>& leaving = pinned_[index];
    // Where the mouth stays, the end stays: others may end there too, and what it joins has been no higher.
    const ObjectColumn::Path old_end(path.empty() ? path.end() : path.end() - 1, path.end());
    const bool same_mouth = point_at(domain_, old_end, river_point(domain_, cells.back(), 0)) != nullptr;
    const float least = same_mouth ? static_cast<float>(height_of(domain_, old_end[0])) : -1e30F;
    if (from == 0)
      path.clear();
    else
      cut_path(domain_, rows.cells[index][from - 1], cells.front(), path);
    std::vector<float> heights;
    std::vector<bool> pinned;
    const double before = path.empty() ? 1e30 : height_of(domain_, path.back());
    auto bed = static_cast<float>(before);
    const double rounding = std::holds_alternative<CubeSphere>(domain_) ? 1e-7 : 0;  // m: of heights found from places
    if (double{bed} > before + rounding) bed = std::nextafter(bed, -1e30F);
    for (const Cell cell : cells) {
      bed = std::min(bed, std::max(water_level(cell), least));
      heights.push_back(bed);
      pinned.push_back(std::binary_search(ends.begin(), ends.end(), cell) ||
                       std::find(leaving.begin(), leaving.end(), cell) != leaving.end());
    }
    append_path(domain_, river_path(domain_, cells, heights, pinned), path);
    if (same_mouth) meet_at(domain_, old_end[0], path.back());
  }

  float water_level(Cell cell) const {
    if (lake_[cell] != 0) return lakes.lakes[static_cast<std::size_t>(lake_[cell]) - 1].level;
    return heights_[cell] < 0 ? heights_[cell] : beds_[cell];
  }

  bool changed(std::size_t index) const { return changed_from_[index] != std::string::npos; }

  const Domain& domain_;
  const DeltasParams& params_;
  std::span<float> heights_;
  std::span<std::int32_t> lake_, river_;
  std::span<float> discharge_;
  Seed seed_;
  FlatArray<float> beds_;
  FlatArray<std::uint8_t> kept_free_;
  FlatArray<std::uint32_t> mark_;
  std::vector<double> lake_areas_;
  std::vector<std::vector<Cell>> pinned_;  // of each river: where distributaries leave it
  std::vector<std::size_t> changed_from_;  // of each river: from which cell on
  std::vector<Row> distributaries_;
  bool built_ = false;
};

ObjectTable DeltaBuilder::distributaries() const {
  ObjectTable table{"distributaries",
                    "Channels into which rivers divide on their deltas, beside the river itself; each after the one it leaves.",
                    {}};
  std::vector<std::int64_t> river, from;
  std::vector<double> discharge, share, width, length;
  std::vector<ObjectColumn::Path> path;
  std::vector<ObjectColumn::Cells> cells;
  for (const Row& row : distributaries_) {
    river.push_back(static_cast<std::int64_t>(row.river));
    from.push_back(row.from);
    discharge.push_back(row.discharge);
    share.push_back(row.share);
    width.push_back(river_width(row.discharge));
    length.push_back(length_of(domain_, row.cells));
    path.push_back(river_path(domain_, row.cells, row.beds, row.pinned));
    cells.push_back(row.cells);
  }
  table.columns = {{"river", "", "Row of its river.", std::move(river)},
                   {"from", "", "Row of the distributary that it leaves; -1: the river itself.", std::move(from)},
                   {"share", "", "Of the river's water, where it begins.", std::move(share)},
                   {"discharge", "m3/year", "Before its mouth.", std::move(discharge)},
                   {"width", "m", "Before its mouth.", std::move(width)},
                   {"length", "m", "From where it begins to its mouth.", std::move(length)},
                   {"path", "m", "To its mouth, with heights that never rise.", std::move(path)},
                   {"cells", "", "From the cell where it leaves to that of open water.", std::move(cells)}};
  return table;
}

Result<void> run(const DeltasParams& params, StageContext& context) {
  Surface& surface = *context.surface;
  CRATON_TRY(RiverRows rows, river_rows(surface, context.path));
  CRATON_TRY(check_river_numbers(rows, *params.river, context.path + "/river"));
  CRATON_TRY(Lakes lakes, lakes_of(surface, *params.lake, context.path + "/lake"));
  DeltaBuilder builder(context.domain(), params, std::move(lakes), std::move(rows), context.seed);
  CRATON_TRY(builder.build(context.execution));
  if (builder.any()) {
    CRATON_TRY(set_river_rows(surface, builder.rows));
    CRATON_TRY(renew_lakes(surface, std::move(builder.lakes), {}, params.layer.values(), *params.lake, *params.depth));
  }
  return params.distributaries.set(builder.distributaries());
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<DeltasParams>() {
  using P = DeltasParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground; what lies below 0 m is sea."),
      layer_param<&P::lake>("lake", "The numbers of the lakes."),
      layer_param<&P::depth>("depth", "How deep lakes are."),
      layer_param<&P::river>("river", "The numbers of the rivers; channels have that of theirs."),
      layer_param<&P::discharge>("discharge", "The water of the rivers, by the stage `rivers`."),
      number_param<&P::least_discharge>("least_discharge", 0, 1e15, "m³/year", "Smaller rivers build none."),
      number_param<&P::size>("size", 0, 1e12, "m²", "New land for each m³/s of a river's water, where there are no waves."),
      field_param<&P::waves>("waves", 0, 1, "",
                             "How much waves hinder them, at the mouth: 0 long fingers, ½ smaller with a round front, 1 none. "
                             "The layer `wave_exposure` of `coastal_erosion` tells it for each coast."),
      number_param<&P::deepest>("deepest", 0.1, 1e4, "m", "Deeper water is not filled."),
      number_param<&P::steepest>("steepest", 0, 10, "m/m", "Rivers steeper than this at their mouth build none."),
      number_param<&P::slope>("slope", 0, 1, "m/m", "How the new land falls towards its shore."),
      integer_param<&P::branches>("branches", 1, 100, "",
                                  "Into how many channels a river divides at most; waves make them fewer."),
      field_param<&P::strength>("strength", 0, 1, "", "Of the size, at the mouth; cells with 0 stay as they are: a mask."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<DeltasParams>() {
  static const TableUse list[] = {table_use<&DeltasParams::distributaries>(), table_use<&DeltasParams::rivers>(),
                                  table_use<&DeltasParams::lakes>()};
  return list;
}

const StageEntry& deltas_stage() {
  static const StageEntry entry = whole_stage_of<run>({
      .id = "deltas",
      .title = "Deltas",
      .doc = "Where a large river comes to shallow sea or a lake over gentle ground, and waves let it, it builds new land "
             "and divides into distributaries on it. This stage moves ground across sea level. Rivers go on to the new "
             "shore; channels never cross, never rise, and all reach open water, which stays in one piece. Lakes keep "
             "their numbers and become smaller.",
      .cite = "Galloway 1975; Syvitski & Saito 2007",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
