#include <craton/measure/requirement.h>

#include <algorithm>
#include <cmath>
#include <new>

#include <craton/stages/bound.h>

#include "base/number_text.h"
#include "base/text.h"
#include "measure/pieces.h"
#include "measure/required_areas.h"
#include "surface/table_values.h"

namespace craton {
namespace {

constexpr double most_of_a_kind = 1e9, longest = 1e9, largest_area = 1e15, highest = 1e6;

struct HeightParams {
  Read<float> layer = "height";
};
struct ContinentParams {
  Read<float> layer = "height";
  double continent = 0.06;
};
struct IslandParams {
  Read<float> layer = "height";
  double most_share = 0.01, least_area = 0;
};
struct RangeParams {
  Read<float> layer = "height";
  double foot = 1000, peak = 2000, least_length = 0, least_elongation = 0;
};
struct RiverCountParams {
  double least_length = 0;
};
struct LakeCountParams {
  double least_area = 0;
};
struct BiomeParams {
  Read<std::uint8_t> layer = "biome";
};
struct SubBiomeParams {
  Read<std::uint8_t> layer = "sub_biome";
};
struct BiomeAreaParams {
  Read<std::uint8_t> layer = "biome";
  double least_share = 0.001;
};
struct SubBiomeAreaParams {
  Read<std::uint8_t> layer = "sub_biome";
  double least_share = 0.001;
};
struct NoRequirementParams {};

template <class P>
Result<P> params_at(const Requirement& requirement, const std::string& path) {
  return params_from<P>(requirement.params, path);
}

Result<const Layer*> layer_at(const Surface& surface, const std::string& name, LayerType type, const std::string& path) {
  const Layer* layer = surface.layer(name);
  if (!layer || layer->type() != type)
    return Error{ErrorCode::unknown_name, path, concat({"there is no layer \"", name, "\" of this type to look at"})};
  return layer;
}

/// Σ area of the cells for which it is true, and of all.
struct AreaShare {
  double inside = 0, whole = 0;
  double share() const { return whole > 0 ? inside / whole : 0; }
};

template <class Inside>
AreaShare area_of(const Domain& domain, const Inside& inside) {
  AreaShare area;
  std::visit(
      [&](const auto& topology) {
        for (Cell cell = 0; cell < topology.cell_count(); ++cell) {
          const double one = topology.area(cell);
          area.whole += one;
          if (inside(cell)) area.inside += one;
        }
      },
      domain);
  return area;
}

Result<double> land_share(const Surface& surface, const Requirement& requirement, const std::string& path, const Execution&) {
  CRATON_TRY(const HeightParams params, params_at<HeightParams>(requirement, path));
  CRATON_TRY(const Layer* height, layer_at(surface, params.layer.name(), LayerType::number, path));
  const std::span<const float> heights = height->numbers();
  return area_of(surface.domain(), [&](Cell cell) { return heights[cell] >= 0; }).share();
}

Result<double> highest_point(const Surface& surface, const Requirement& requirement, const std::string& path,
                             const Execution& execution) {
  CRATON_TRY(const HeightParams params, params_at<HeightParams>(requirement, path));
  CRATON_TRY(const Layer* height, layer_at(surface, params.layer.name(), LayerType::number, path));
  return height->range(execution).max;
}

/// Areas of all pieces of land, and of the whole world.
struct LandMasses {
  std::vector<double> areas;
  double whole = 0;
};

Result<LandMasses> land_masses(const Surface& surface, const std::string& layer, const std::string& path) {
  CRATON_TRY(const Layer* height, layer_at(surface, layer, LayerType::number, path));
  const std::span<const float> heights = height->numbers();
  const Domain& domain = surface.domain();
  return LandMasses{measure::connected_pieces(domain, [&](Cell cell) { return heights[cell] >= 0; }).areas,
                    area_of(domain, [](Cell) { return false; }).whole};
}

template <class Counts>
double counted(const std::vector<double>& areas, const Counts& counts) {
  return static_cast<double>(std::count_if(areas.begin(), areas.end(), counts));
}

Result<double> continents(const Surface& surface, const Requirement& requirement, const std::string& path,
                          const Execution& execution) {
  CRATON_TRY(const ContinentParams params, params_at<ContinentParams>(requirement, path));
  CRATON_TRY(const Layer* height, layer_at(surface, params.layer.name(), LayerType::number, path));
  return measure::continent_count(surface.domain(), *height, params.continent, path, execution);
}

Result<double> islands(const Surface& surface, const Requirement& requirement, const std::string& path, const Execution&) {
  CRATON_TRY(const IslandParams params, params_at<IslandParams>(requirement, path));
  CRATON_TRY(const LandMasses land, land_masses(surface, params.layer.name(), path));
  return counted(land.areas, [&](double area) { return area < params.most_share * land.whole && area >= params.least_area; });
}

Result<double> high_ranges(const Surface& surface, const Requirement& requirement, const std::string& path, const Execution&) {
  CRATON_TRY(const RangeParams params, params_at<RangeParams>(requirement, path));
  if (params.peak < params.foot)
    return Error{ErrorCode::invalid_value, path + "/peak", "a range's peak is not lower than its foot"};
  CRATON_TRY(const Layer* height, layer_at(surface, params.layer.name(), LayerType::number, path));
  const std::vector<measure::MountainRange> ranges = measure::mountain_ranges(
      surface.domain(), height->numbers(), static_cast<float>(params.foot), static_cast<float>(params.peak));
  return static_cast<double>(std::count_if(ranges.begin(), ranges.end(), [&](const measure::MountainRange& range) {
    return range.length >= params.least_length && range.elongation() >= params.least_elongation;
  }));
}

template <class T>
Result<const std::vector<T>*> column_of(const Surface& surface, std::string_view table, std::string_view column,
                                        const std::string& path) {
  const ObjectTable* objects = surface.objects(table);
  const auto* values = values_of<T>(objects, column);
  if (!values) return Error{ErrorCode::unknown_name, path, concat({"there are no ", table, " with a ", column})};
  return values;
}

Result<double> lakes(const Surface& surface, const Requirement& requirement, const std::string& path, const Execution&) {
  CRATON_TRY(const LakeCountParams params, params_at<LakeCountParams>(requirement, path));
  CRATON_TRY(const auto areas, column_of<double>(surface, "lakes", "area", path));
  return counted(*areas, [&](double area) { return area >= params.least_area; });
}

Result<double> rivers(const Surface& surface, const Requirement& requirement, const std::string& path, const Execution&) {
  CRATON_TRY(const RiverCountParams params, params_at<RiverCountParams>(requirement, path));
  CRATON_TRY(const auto lengths, column_of<double>(surface, "rivers", "length", path));
  return counted(*lengths, [&](double length) { return length >= params.least_length; });
}

Result<double> deltas(const Surface& surface, const Requirement&, const std::string& path, const Execution&) {
  return measure::delta_count(surface, path);
}

/// 0 where there is none.
Result<double> shortest_river(const Surface& surface, const Requirement&, const std::string& path, const Execution&) {
  CRATON_TRY(const auto lengths, column_of<double>(surface, "rivers", "length", path));
  return lengths->empty() ? 0 : *std::min_element(lengths->begin(), lengths->end());
}

Result<double> longest_river(const Surface& surface, const Requirement&, const std::string& path, const Execution&) {
  CRATON_TRY(const auto lengths, column_of<double>(surface, "rivers", "length", path));
  return lengths->empty() ? 0 : *std::max_element(lengths->begin(), lengths->end());
}

/// Names are compared as people write them: "subtropical_desert" is "subtropical desert", "flow_through" is "flow-through".
bool same_name(std::string_view a, std::string_view b) {
  const auto plain = [](char c) { return c == '_' || c == '-' ? ' ' : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return plain(x) == plain(y); });
}

Result<std::size_t> category_named(const Layer& layer, const std::string& name, const std::string& path) {
  const std::vector<std::string>& names = layer.info().categories;
  const auto found = std::find_if(names.begin(), names.end(), [&](const std::string& each) { return same_name(each, name); });
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  return Error{ErrorCode::unknown_name, path,
               concat({"the layer \"", layer.name(), "\" knows no \"", name, "\"; there are ", joined(names),
                       suggestion(nearest_name(name, candidates))})};
}

template <class P>
Result<double> class_share(const Surface& surface, const Requirement& requirement, const std::string& path, const Execution&) {
  CRATON_TRY(const P params, params_at<P>(requirement, path));
  CRATON_TRY(const Layer* layer, layer_at(surface, params.layer.name(), LayerType::category, path));
  CRATON_TRY(const std::size_t category, category_named(*layer, requirement.name, path));
  const std::span<const std::uint8_t> classes = layer->categories();
  return area_of(surface.domain(), [&](Cell cell) { return classes[cell] == category; }).share();
}

template <class P>
Result<double> class_areas(const Surface& surface, const Requirement& requirement, const std::string& path, const Execution&) {
  CRATON_TRY(const P params, params_at<P>(requirement, path));
  CRATON_TRY(const Layer* layer, layer_at(surface, params.layer.name(), LayerType::category, path));
  CRATON_TRY(const std::size_t category, category_named(*layer, requirement.name, path));
  return measure::area_count(surface.domain(), *layer, category, params.least_share);
}

/// How many rows of a table are of the kind that the requirement names.
Result<double> rows_of_kind(const Surface& surface, const Requirement& requirement, std::string_view table,
                            std::string_view column, const std::string& path) {
  CRATON_TRY(const auto kinds, column_of<std::string>(surface, table, column, path));
  return static_cast<double>(
      std::count_if(kinds->begin(), kinds->end(), [&](const std::string& kind) { return same_name(kind, requirement.name); }));
}

Result<void> check_kind(const Requirement& requirement, const std::vector<std::string_view>& names, const std::string& path) {
  const auto same = [&](std::string_view each) { return same_name(each, requirement.name); };
  if (std::any_of(names.begin(), names.end(), same)) return {};
  return Error{
      ErrorCode::unknown_name, path,
      concat({"found \"", requirement.name, "\", allowed ", joined(names), suggestion(nearest_name(requirement.name, names))})};
}

Result<double> landmarks(const Surface& surface, const Requirement& requirement, const std::string& path, const Execution&) {
  return rows_of_kind(surface, requirement, "landmarks", "kind", path);
}

Result<double> regions(const Surface& surface, const Requirement& requirement, const std::string& path, const Execution&) {
  CRATON_TRY(check_kind(requirement, measure::region_kind_names(), path));
  return rows_of_kind(surface, requirement, "regions", "kind", path);
}

Result<double> lake_kinds(const Surface& surface, const Requirement& requirement, const std::string& path, const Execution&) {
  CRATON_TRY(check_kind(requirement, measure::lake_kind_names(), path));
  const bool by_water = requirement.name == "salt" || requirement.name == "fresh";
  return rows_of_kind(surface, requirement, "lakes", by_water ? "water" : "kind", path);
}

/// Four digits, enough to see why; but none before the point are cut.
std::string plain_number(double value) {
  return std::abs(value) >= 1000 ? number_text(std::round(value), 12) : number_text(value, 4);
}

constexpr std::string_view lake_tables[] = {"lakes"}, river_tables[] = {"rivers"}, landmark_tables[] = {"landmarks"},
                           delta_tables[] = {"distributaries"}, region_tables[] = {"regions"};

}  // namespace

template <>
std::span<const ParamInfo> params_of<NoRequirementParams>() {
  return {};
}
template <>
std::span<const ParamInfo> params_of<HeightParams>() {
  static const ParamInfo list[] = {layer_param<&HeightParams::layer>("layer", "The heights.")};
  return list;
}
template <>
std::span<const ParamInfo> params_of<ContinentParams>() {
  using P = ContinentParams;
  static const ParamInfo list[] = {
      number_param<&P::continent>(
          "continent", 0, 1, "",
          "The part of all land that makes a land a continent; it also needs a hundredth of the world. As "
          "in the stage `geography`."),
      layer_param<&P::layer>("layer", "The heights."),
  };
  return list;
}
template <>
std::span<const ParamInfo> params_of<IslandParams>() {
  using P = IslandParams;
  static const ParamInfo list[] = {
      number_param<&P::most_share>("most_share", 0, 1, "", "The share of the world's area from which on land is no island."),
      number_param<&P::least_area>("least_area", 0, largest_area, "m²", "Smaller ones do not count."),
      layer_param<&P::layer>("layer", "The heights."),
  };
  return list;
}
template <>
std::span<const ParamInfo> params_of<RangeParams>() {
  using P = RangeParams;
  static const ParamInfo list[] = {
      number_param<&P::foot>("foot", -highest, highest, "m", "Ground above this height that hangs together is one range …"),
      number_param<&P::peak>("peak", -highest, highest, "m", "… where its summit is at least so high …"),
      number_param<&P::least_length>("least_length", 0, longest, "m", "… and where it is at least so long …"),
      number_param<&P::least_elongation>("least_elongation", 0, 1000, "",
                                         "… and so many times as long as it is wide: 2 leaves out round massifs."),
      layer_param<&P::layer>("layer", "The heights."),
  };
  return list;
}
template <>
std::span<const ParamInfo> params_of<RiverCountParams>() {
  static const ParamInfo list[] = {
      number_param<&RiverCountParams::least_length>("least_length", 0, longest, "m", "Shorter ones do not count.")};
  return list;
}
template <>
std::span<const ParamInfo> params_of<LakeCountParams>() {
  static const ParamInfo list[] = {
      number_param<&LakeCountParams::least_area>("least_area", 0, largest_area, "m²", "Smaller ones do not count.")};
  return list;
}
template <>
std::span<const ParamInfo> params_of<BiomeParams>() {
  static const ParamInfo list[] = {layer_param<&BiomeParams::layer>("layer", "The biomes.")};
  return list;
}
template <>
std::span<const ParamInfo> params_of<SubBiomeParams>() {
  static const ParamInfo list[] = {layer_param<&SubBiomeParams::layer>("layer", "The sub-biomes.")};
  return list;
}

template <>
std::span<const ParamInfo> params_of<BiomeAreaParams>() {
  using P = BiomeAreaParams;
  static const ParamInfo list[] = {
      number_param<&P::least_share>("least_share", 0, 1, "", "The share of the world's area from which on an area counts."),
      layer_param<&P::layer>("layer", "The biomes."),
  };
  return list;
}
template <>
std::span<const ParamInfo> params_of<SubBiomeAreaParams>() {
  using P = SubBiomeAreaParams;
  static const ParamInfo list[] = {
      number_param<&P::least_share>("least_share", 0, 1, "", "The share of the world's area from which on an area counts."),
      layer_param<&P::layer>("layer", "The sub-biomes."),
  };
  return list;
}

std::span<const RequirementKind> all_requirement_kinds() {
  static const RequirementKind kinds[] = {
      {"land_share",
       "Share of land",
       "The share of the area that is not sea.",
       "share",
       "",
       0,
       1,
       false,
       "",
       params_of<HeightParams>(),
       {},
       land_share},
      {"highest_point",
       "Highest point",
       "The height of the highest summit.",
       "height",
       "m",
       -highest,
       highest,
       false,
       "",
       params_of<HeightParams>(),
       {},
       highest_point},
      {"continents",
       "Continents",
       "How many continents there are: large lands, cut at isthmuses, as the stage `geography` names them.",
       "count",
       "",
       0,
       most_of_a_kind,
       true,
       "",
       params_of<ContinentParams>(),
       {},
       continents},
      {"islands",
       "Islands",
       "How many small pieces of land there are that hang together.",
       "count",
       "",
       0,
       most_of_a_kind,
       true,
       "",
       params_of<IslandParams>(),
       {},
       islands},
      {"high_ranges",
       "High mountain ranges",
       "How many pieces of high ground there are that hang together.",
       "count",
       "",
       0,
       most_of_a_kind,
       true,
       "",
       params_of<RangeParams>(),
       {},
       high_ranges},
      {"lakes", "Lakes", "How many lakes there are.", "count", "", 0, most_of_a_kind, true, "", params_of<LakeCountParams>(),
       lake_tables, lakes},
      {"lake_kinds", "Kinds of lake",
       "How many lakes there are of a kind: closed, source, flow-through or terminal; salt or fresh.", "count", "", 0,
       most_of_a_kind, true, "kind of lake", params_of<NoRequirementParams>(), lake_tables, lake_kinds},
      {"rivers", "Rivers", "How many rivers there are, tributaries among them.", "count", "", 0, most_of_a_kind, true, "",
       params_of<RiverCountParams>(), river_tables, rivers},
      {"shortest_river", "Shortest river", "The length of the shortest river; 0 where there is none.", "length", "m", 0, longest,
       false, "", params_of<NoRequirementParams>(), river_tables, shortest_river},
      {"longest_river", "Longest river", "The length of the longest river; 0 where there is none.", "length", "m", 0, longest,
       false, "", params_of<NoRequirementParams>(), river_tables, longest_river},
      {"deltas", "Deltas", "How many rivers end in a delta, divided into distributaries.", "count", "", 0, most_of_a_kind, true,
       "", params_of<NoRequirementParams>(), delta_tables, deltas},
      {"biomes",
       "Biomes",
       "The share of the world's area that a biome covers.",
       "share",
       "",
       0,
       1,
       false,
       "biome",
       params_of<BiomeParams>(),
       {},
       class_share<BiomeParams>},
      {"sub_biomes",
       "Sub-biomes",
       "The share of the world's area that a sub-biome covers.",
       "share",
       "",
       0,
       1,
       false,
       "sub-biome",
       params_of<SubBiomeParams>(),
       {},
       class_share<SubBiomeParams>},
      {"biome_areas",
       "Areas of biomes",
       "How many areas of a biome there are: each hangs together.",
       "count",
       "",
       0,
       most_of_a_kind,
       true,
       "biome",
       params_of<BiomeAreaParams>(),
       {},
       class_areas<BiomeAreaParams>},
      {"sub_biome_areas",
       "Areas of sub-biomes",
       "How many areas of a sub-biome there are: each hangs together.",
       "count",
       "",
       0,
       most_of_a_kind,
       true,
       "sub-biome",
       params_of<SubBiomeAreaParams>(),
       {},
       class_areas<SubBiomeAreaParams>},
      {"regions", "Regions",
       "How many regions of a kind the stage `geography` finds: ranges, seas, forests, deserts, swamps and others.", "count", "",
       0, most_of_a_kind, true, "kind of region", params_of<NoRequirementParams>(), region_tables, regions},
      {"landmarks", "Landmarks", "How many landmarks of a kind there are.", "count", "", 0, most_of_a_kind, true,
       "kind of landmark", params_of<NoRequirementParams>(), landmark_tables, landmarks},
  };
  return kinds;
}

const RequirementKind* requirement_kind(std::string_view id) {
  const std::span<const RequirementKind> kinds = all_requirement_kinds();
  const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const RequirementKind& kind) { return kind.id == id; });
  return found == kinds.end() ? nullptr : &*found;
}

std::vector<RequiredLayer> required_layers(const Requirement& requirement) {
  std::vector<RequiredLayer> layers;
  const RequirementKind* kind = requirement_kind(requirement.kind);
  if (!kind) return layers;
  for (const ParamInfo& param : kind->params) {
    if (param.type != ParamType::layer) continue;
    const ParamValue* given = requirement.params.find(param.name);
    const auto* name = std::get_if<std::string>(given ? given : &param.default_value);
    if (name) layers.push_back({std::string(param.name), *name, param.layer_type});
  }
  return layers;
}

Result<double> measure_requirement(const Surface& surface, const Requirement& requirement, const std::string& path,
                                   const Execution& execution) {
  const RequirementKind* kind = requirement_kind(requirement.kind);
  if (!kind) return Error{ErrorCode::unknown_name, path, concat({"nothing can be required of \"", requirement.kind, "\""})};
  try {
    return kind->measure(surface, requirement, path, execution);
  } catch (const std::bad_alloc&) { return Error{ErrorCode::unsupported, path, "not enough memory to look at this many cells"}; }
}

bool operator==(const Requirement& a, const Requirement& b) {
  return a.kind == b.kind && a.name == b.name && a.low == b.low && a.high == b.high && a.after == b.after &&
         a.params.items() == b.params.items();
}

std::string requirement_name(const Requirement& requirement) {
  return requirement.name.empty() ? requirement.kind : concat({requirement.kind, ".", requirement.name});
}

std::string requirement_value(const Requirement& requirement, double value) {
  const RequirementKind* kind = requirement_kind(requirement.kind);
  const std::string unit = kind && !kind->unit.empty() ? concat({" ", kind->unit}) : "";
  return concat({plain_number(value), unit});
}

std::string requirement_range(const Requirement& requirement) {
  const RequirementKind* kind = requirement_kind(requirement.kind);
  const std::string unit = kind && !kind->unit.empty() ? concat({" ", kind->unit}) : "";
  const bool below = std::isfinite(requirement.low), above = std::isfinite(requirement.high);
  if (requirement.low == some_share && !above) return "some";
  if (below && above && requirement.low == requirement.high) return concat({"exactly ", plain_number(requirement.low), unit});
  if (below && above) return concat({plain_number(requirement.low), " … ", plain_number(requirement.high), unit});
  if (below) return concat({"at least ", plain_number(requirement.low), unit});
  return above ? concat({"at most ", plain_number(requirement.high), unit}) : "anything";
}

}  // namespace craton
