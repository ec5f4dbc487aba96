// Deltas: land that rivers build where they come to still, shallow water, with the channels into which they divide on it (forms
// after Galloway 1975; sizes by discharge after Syvitski & Saito 2007). How one grows is told in delta_growth.cpp.
#include <algorithm>
#include <cmath>

#include "stages/all_stages.h"
#include "stages/water/bound_waters.h"
#include "stages/water/rivers/delta_growth.h"
#include "stages/water/rivers/river_path.h"

namespace craton {
namespace {

struct DeltasParams : ChangeWaters {
  Change<float> layer = "height", depth = "lake_depth", discharge = "discharge";
  Change<std::int32_t> river = "river";
  double least_discharge = 6e7, size = 1.5e6;
  Field waves = 0.2, strength = 1.0;
  double deepest = 30, steepest = 0.02, slope = 3e-4;
  std::int64_t branches = 8;
  OnPlanes on_planes = OnPlanes::refuse;
  WriteTable distributaries = distributaries_table;
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
  DeltaBuilder(DeltasParams& params, Seed seed)
      : domain_(params.waters.domain()),
        params_(params),
        waters_(params.waters),
        lakes_(params.waters.lakes),
        heights_(params.layer),
        lake_(params.lake),
        river_(params.river),
        discharge_(params.discharge),
        seed_(seed),
        beds_(waters_.beds(heights_)),
        kept_free_(heights_.size()),
        mark_(heights_.size()),
        lake_areas_(lakes_.lakes.size()),
        pinned_(waters_.rivers.size()),
        changed_from_(waters_.rivers.size(), std::string::npos) {
    for (std::size_t c = 0; c < heights_.size(); ++c)
      if (lakes_.number[c] != 0) lake_areas_[lakes_.number[c] - 1] += area_of(static_cast<Cell>(c));
    for (const Lake& one : lakes_.lakes)
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
    const std::vector<Cell> ends = waters_.mouth_cells();
    for (std::size_t i = 0; i < waters_.rivers.size(); ++i)
      if (changed(i)) redraw(i, ends);
    waters_.join_ends([&](std::size_t i) { return changed(i); });
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      Distributary& each = waters_.distributaries[i];
      each.path = river_path(domain_, each.cells, channels_[i].beds, channels_[i].pinned);
    }
    return {};
  }

  bool any() const { return built_; }

 private:
  /// What is known of a distributary beside its row.
  struct Channel {
    std::vector<float> beds;
    std::vector<bool> pinned;
  };

  const std::vector<Cell>& cells_of(const Mouthing& at) const { return waters_.rivers[at.river].cells; }
  Cell water_at(const Mouthing& at) const { return cells_of(at)[at.place + 1]; }
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
    for (std::size_t i = 0; i < waters_.rivers.size(); ++i) {
      const std::vector<Cell>& cells = waters_.rivers[i].cells;
      for (std::size_t k = 0; k + 1 < cells.size(); ++k) {
        const Cell here = cells[k], next = cells[k + 1];
        if (heights_[here] < 0 || lake_[here] != 0) continue;
        const bool sea = k + 2 == cells.size() && heights_[next] < 0;
        if (sea || lake_[next] != 0) all.push_back({double{discharge_[here]}, i, k});
      }
    }
    std::sort(all.begin(), all.end(), [](const Mouthing& a, const Mouthing& b) {
      if (a.discharge != b.discharge) return a.discharge > b.discharge;
      return a.river != b.river ? a.river < b.river : a.place < b.place;
    });
    return all;
  }

  DeltaSite site_at(const Mouthing& at) const {
    const std::vector<Cell>& cells = cells_of(at);
    const Cell water = water_at(at);
    DeltaSite site{.lake = static_cast<std::uint32_t>(lake_[water])};
    site.surface = site.lake == 0 ? 0.0F : lakes_.lakes[site.lake - 1].level;
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
      lakes_.number[change.cell] = 0;
    }
    for (const Delta::Change& change : delta.beds) heights_[change.cell] = std::min(heights_[change.cell], change.height);
    const std::size_t first_row = channels_.size();
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
    River& river = waters_.rivers[at.river];
    const std::size_t begin = at.place + 1 - site.reach.size();
    changed_from_[at.river] = std::min(changed_from_[at.river], begin);
    if (!site.onward.empty()) return;
    river.cells.resize(begin);
    river.cells.insert(river.cells.end(), delta.channels[0].cells.begin(), delta.channels[0].cells.end());
    river.length = length_of(domain_, river.cells);
  }

  void add_row(const Mouthing& at, const DeltaChannel& channel, std::size_t first_row) {
    Distributary row{.river = static_cast<std::int64_t>(at.river),
                     .discharge = at.discharge * channel.shares.back(),
                     .share = channel.shares.front(),
                     .cells = channel.cells};
    row.width = river_width(row.discharge);
    row.length = length_of(domain_, row.cells);
    if (channel.from == 0) {
      pinned_[at.river].push_back(channel.cells.front());
    } else {
      row.from = static_cast<std::int64_t>(first_row + channel.from - 1);
      channels_[first_row + channel.from - 1].pinned[channel.place] = true;
    }
    channels_.push_back({channel.beds, std::vector<bool>(channel.cells.size(), false)});
    waters_.distributaries.push_back(std::move(row));
  }

  /// No river is higher than the end of what joins it.
  void join_beds() {
    for (const River& river : waters_.rivers) {
      if (river.mouth != Mouth::river) continue;
      float& bed = beds_[river.cells.back()];
      bed = std::min(bed, static_cast<float>(height_on(domain_, river.path.back())));
    }
  }

  /// The line from where the river may divide on.
  void redraw(std::size_t index, const std::vector<Cell>& ends) {
    const River& river = waters_.rivers[index];
    const std::vector<Cell>& leaving = pinned_[index];
    const ObjectColumn::Path old_end{river.path.back()};
    const bool same_mouth = point_at(domain_, old_end, river_point(domain_, river.cells.back(), 0)) != nullptr;
    waters_.draw(
        index, changed_from_[index], same_mouth, [&](Cell cell) { return water_level(cell); },
        [&](Cell cell) {
          return std::binary_search(ends.begin(), ends.end(), cell) ||
                 std::find(leaving.begin(), leaving.end(), cell) != leaving.end();
        });
  }

  float water_level(Cell cell) const {
    if (lake_[cell] != 0) return lakes_.surface(cell, 0);
    return heights_[cell] < 0 ? heights_[cell] : beds_[cell];
  }

  bool changed(std::size_t index) const { return changed_from_[index] != std::string::npos; }

  const Domain& domain_;
  const DeltasParams& params_;
  Hydrography& waters_;
  Lakes& lakes_;
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
  std::vector<Channel> channels_;
  bool built_ = false;
};

Result<void> run(DeltasParams& params, StageContext& context) {
  Hydrography& waters = params.waters;
  CRATON_TRY(check_river_numbers(waters.rivers.size(), params.river.values(), context.path_of("river")));
  DeltaBuilder builder(params, context.seed);
  CRATON_TRY(builder.build(context.execution));
  if (builder.any()) {
    waters.lakes.renew(context.domain(), params.layer.values(), params.lake, params.depth);
    CRATON_TRY(params.rivers.set(waters.river_table()));
    CRATON_TRY(params.lakes.set(waters.lakes.table()));
  }
  return params.distributaries.set(waters.distributary_table());
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
  return tables_with_waters<DeltasParams, &DeltasParams::distributaries>();
}

const StageEntry& deltas_stage() {
  static const StageEntry entry = waters_stage_of<run>({
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
