#include "stages/places/small_features.h"

#include <algorithm>
#include <cmath>

#include "base/smooth_step.h"
#include "stages/places/place_lots.h"
#include "stages/water/hydrography.h"
#include "surface/table_values.h"

namespace craton {
namespace {

constexpr std::string_view names[] = {"dune", "beaver dam", "windthrow", "swamp island", "clearing"};

/// The steepest way to a neighbour, and how far a cell stands above the mean of its neighbours in slopes of a mean link.
struct Relief {
  float slope = 0, above = 0;
};

template <Topology T>
Relief relief_of(const T& topology, std::span<const float> heights, Cell cell) {
  Relief relief;
  float sum = 0, count = 0;
  topology.for_each_link(cell, [&](Link link) {
    const float rise = (heights[link.to] - heights[cell]) / link.length;
    relief.slope = std::max(relief.slope, std::abs(rise));
    sum -= rise;
    count += 1;
  });
  relief.above = count > 0 ? sum / count : 0;
  return relief;
}

/// The best place of a cell of the mesh so far.
struct Pick {
  float value = 0, share = 0;
  Cell cell = no_cell;
  SmallKind kind = SmallKind::dune;
};

template <Topology T>
class SmallSearch {
 public:
  SmallSearch(const T& topology, const PlaceMesh& mesh, const SmallGround& ground, std::span<float> shares, Seed seed)
      : topology_(topology), mesh_(mesh), ground_(ground), shares_(shares), lots_(mesh, seed), picks_(mesh.size()) {}

  Result<void> look(const Execution& execution) {
    return mesh_.each_fine(execution, [&](Cell cell, std::uint32_t at) { look_at(cell, at); });
  }

  /// Small rivers in woods: a dam for a cell of the mesh at most.
  void add_dams(const ObjectTable* table) {
    const auto* rivers = values_of<ObjectColumn::Cells>(table, "cells");
    const auto* orders = values_of<std::int64_t>(table, "order");
    if (!rivers || !orders || ground_.covers.empty()) return;
    for (std::size_t row = 0; row < rivers->size(); ++row) {
      if ((*orders)[row] > 2) continue;
      for (const Cell cell : (*rivers)[row]) {
        if (cell >= ground_.heights.size() || ground_.heights[cell] < 0 || is_lake(cell)) continue;
        const Relief relief = relief_of(topology_, ground_.heights, cell);
        if (ground_.covers[cell] != Cover::forest || relief.slope > 0.2F) continue;
        const float share = 0.8F * ground_.density[cell];
        offer(cell, mesh_.cell_of(cell), share, SmallKind::beaver_dam, 2);
        shares_[cell] = std::max(shares_[cell], share);
      }
    }
  }

  std::vector<SmallFeature> chosen() const {
    std::vector<SmallFeature> all;
    constexpr std::uint32_t chance = 100;
    for (std::uint32_t at = 0; at < picks_.size(); ++at)
      if (const Pick& pick = picks_[at]; pick.cell != no_cell && lots_.lot(at, chance) < pick.share)
        all.push_back({pick.kind, pick.cell});
    return all;
  }

 private:
  bool is_lake(Cell cell) const { return !ground_.lakes.empty() && ground_.lakes[cell] != 0; }

  void look_at(Cell cell, std::uint32_t at) {
    shares_[cell] = 0;
    if (ground_.heights[cell] < 0 || is_lake(cell) || ground_.covers.empty()) return;
    const Relief relief = relief_of(topology_, ground_.heights, cell);
    const SmallShares shares = small_shares(ground_.covers[cell], relief.slope, relief.above);
    const float density = ground_.density[cell];
    shares_[cell] = shares.most() * density;
    offer(cell, at, shares.dune * density, SmallKind::dune, 1);
    offer(cell, at, shares.windthrow * density, SmallKind::windthrow, 1);
    offer(cell, at, shares.swamp_island * density, SmallKind::swamp_island, 1);
    offer(cell, at, shares.clearing * density, SmallKind::clearing, 1);
  }

  void offer(Cell cell, std::uint32_t at, float share, SmallKind kind, float weight) {
    if (!(share > 0)) return;
    const auto number = static_cast<std::uint32_t>(kind);
    const float lot = 0.2F + 0.8F * lots_.lot(at, number);
    const float value = weight * share * lot * lots_.nearness(at, number, topology_.centre(cell));
    if (Pick& pick = picks_[at]; value > pick.value) pick = {value, share, cell, kind};
  }

  const T& topology_;
  const PlaceMesh& mesh_;
  const SmallGround& ground_;
  std::span<float> shares_;
  PlaceLots lots_;
  std::vector<Pick> picks_;
};

}  // namespace

std::string_view small_name(SmallKind kind) { return names[static_cast<std::size_t>(kind)]; }

float SmallShares::most() const { return std::max({dune, windthrow, swamp_island, clearing}); }

SmallShares small_shares(Cover cover, float slope, float above_mean) {
  SmallShares shares;
  const float flat = 1 - smooth_step(0.05F, 0.3F, slope);
  const float raised = smooth_step(0.0F, 0.02F, above_mean);  // where winds reach, or a swamp does not
  if (cover == Cover::desert) shares.dune = 0.5F * flat * (1 - 0.7F * raised);
  if (cover == Cover::forest) {
    shares.windthrow = 0.15F + 0.45F * raised;
    shares.clearing = 0.5F * flat;
  }
  if (cover == Cover::jungle) shares.clearing = 0.3F * flat;
  if (cover == Cover::swamp) shares.swamp_island = 0.2F + 0.8F * raised;
  return shares;
}

Result<std::vector<SmallFeature>> find_small_features(const Domain& domain, const ObjectTable* rivers, const PlaceMesh& mesh,
                                                      const SmallGround& ground, std::span<float> shares, Seed seed,
                                                      const Execution& execution) {
  return std::visit(
      [&](const auto& topology) -> Result<std::vector<SmallFeature>> {
        SmallSearch search(topology, mesh, ground, shares, seed);
        CRATON_TRY(search.look(execution));
        search.add_dams(rivers);
        return search.chosen();
      },
      domain);
}

}  // namespace craton
