// Source 003's own rule for lakes: where a river winds so much that a cell of its path touches more than two other cells of the
// same path, that cell is lake; a river that ends in a hollow without exit makes a closed lake there. What such cells span along
// the path is levelled and becomes one lake.
#include <algorithm>
#include <vector>

#include "stages/all_stages.h"
#include "stages/water/bound_waters.h"
#include "stages/water/rivers/river_path.h"

namespace craton {
namespace {

struct PathLakesParams : ChangeWaters {
  Change<float> layer = "height", depth = "lake_depth";
  Field deep = 3.0, strength = 1.0;
  OnPlanes on_planes = OnPlanes::refuse;
};

constexpr float lowest_level = 0.1F;  // m: at sea level nothing can be dug, for it would be sea

/// Part of a river's path: cells[first … last].
struct Span {
  std::size_t first, last;
};

class PathLakes {
 public:
  explicit PathLakes(PathLakesParams& params)
      : params_(params),
        waters_(params.waters),
        lakes_(params.waters.lakes),
        old_count_(lakes_.lakes.size()),
        heights_(params.layer),
        beds_(waters_.beds(heights_)),
        place_(heights_.size()) {
    // Water does not run below what its river ends in, though the ground may: hollows too small for lakes are full.
    for (const River& river : waters_.rivers) {
      const auto lowest = static_cast<float>(height_on(waters_.domain(), river.path.back()));
      for (const Cell cell : std::span(river.cells).first(river.cells.size() - 1)) beds_[cell] = std::max(beds_[cell], lowest);
    }
  }

  /// Tributaries before what they join, so that beds below know of all that is above.
  void find() {
    for (std::size_t i = waters_.rivers.size(); i-- > 0;)
      for (const Span& span : spans_of(waters_.rivers[i])) add(waters_.rivers[i].cells, span);
  }
  bool any() const { return lakes_.lakes.size() > old_count_; }

  /// Rivers that end in a new lake end in a lake; lines pass lakes at their level.
  void redraw() {
    const std::vector<Cell> corners = waters_.mouth_cells();
    std::vector<bool> changed(waters_.rivers.size(), false);
    for (std::size_t i = 0; i < waters_.rivers.size(); ++i) {
      River& river = waters_.rivers[i];
      if (std::none_of(river.cells.begin(), river.cells.end(), [&](Cell cell) { return is_new(cell); })) continue;
      changed[i] = true;
      const bool same_mouth = !is_new(river.cells.back());
      if (!same_mouth) end_at_shore(river);
      waters_.draw(
          i, 0, same_mouth, [&](Cell cell) { return beds_[cell]; },
          [&](Cell cell) { return std::binary_search(corners.begin(), corners.end(), cell); });
    }
    waters_.join_ends([&](std::size_t i) { return changed[i]; });
  }

 private:
  bool may_be_lake(Cell cell) const { return heights_[cell] >= 0 && lakes_.number[cell] == 0 && params_.strength[cell] > 0; }

  bool is_new(Cell cell) const { return lakes_.number[cell] > old_count_; }

  void end_at_shore(River& river) const {
    const std::uint32_t lake = lakes_.number[river.cells.back()];
    river.lake = std::int64_t{lake} - 1;
    river.mouth = Mouth::lake;
    while (lakes_.number[river.cells[river.cells.size() - 2]] == lake) river.cells.pop_back();
    river.length = length_of(waters_.domain(), river.cells);
  }

  std::vector<Span> spans_of(const River& river) {
    const std::vector<Cell>& cells = river.cells;
    const bool sink = river.mouth == Mouth::sink;
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
  std::vector<Span> joined(std::vector<Span> spans, const std::vector<Cell>& cells) const {
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
    std::visit([&](const auto& topology) { topology.for_each_link(cell, [&](Link link) { f(link.to); }); }, waters_.domain());
  }

  /// Level with its lowest cell, the last.
  void add(const std::vector<Cell>& cells, const Span& span) {
    const bool ends = span.last + 1 == cells.size();
    const float level = beds_[cells[span.last]];
    if (!(level > lowest_level)) return;
    lakes_.lakes.push_back({.level = level,
                            .outlet = ends ? no_cell : cells[span.last],
                            .kind = ends              ? LakeKind::terminal
                                    : span.first == 0 ? LakeKind::source
                                                      : LakeKind::flow_through});
    for (std::size_t k = span.first; k <= span.last; ++k) {
      const Cell cell = cells[k];
      lakes_.number[cell] = static_cast<std::uint32_t>(lakes_.lakes.size());
      beds_[cell] = level;
      heights_[cell] = std::min(heights_[cell], std::max(level - params_.deep[cell] * params_.strength[cell], 0.0F));
    }
  }

  const PathLakesParams& params_;
  Hydrography& waters_;
  Lakes& lakes_;
  std::size_t old_count_;
  std::span<float> heights_;
  FlatArray<float> beds_;
  FlatArray<std::uint32_t> place_;  // 1 + place along the river that is looked at
};

Result<void> run(PathLakesParams& params, StageContext& context) {
  PathLakes found(params);
  found.find();
  if (!found.any()) return {};
  found.redraw();
  Hydrography& waters = params.waters;
  waters.lakes.renew(context.domain(), params.layer.values(), params.lake, params.depth);
  CRATON_TRY(params.rivers.set(waters.river_table()));
  return params.lakes.set(waters.lakes.table());
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
  return tables_with_waters<PathLakesParams>();
}

const StageEntry& path_lakes_stage() {
  static const StageEntry entry = waters_stage_of<run>({
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
