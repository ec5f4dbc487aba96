// The gazetteer: everything that has a name.
#include <algorithm>

#include <craton/base/hash.h>

#include "stages/places/cultures.h"
#include "stages/places/name_maker.h"
#include "stages/places/place_at.h"
#include "stages/places/place_keys.h"
#include "stages/places/place_list.h"
#include "stages/places/places_stages.h"
#include "stages/places/region_finder.h"
#include "stages/water/on_planes.h"
#include "surface/check_finite.h"

namespace craton {
namespace {

struct NamesParams {
  Read<float> layer = "height";
  Read<std::uint8_t> biome, sub_biome;
  Read<float> temperature, rain;
  Write<std::uint8_t> culture;
  std::string table;
  ReadTable regions = "regions", rivers = "rivers", lakes = "lakes", landmarks = "landmarks";
  WriteTable places = "places", peoples = "cultures";
  NameStyle style = NameStyle::mixed;
  double words = 0.4;
  int cultures = 6, most = 250;
  OnPlanes on_planes = OnPlanes::refuse;
};

constexpr std::uint32_t culture_mesh = 1 << 14;

}  // namespace

template <>
inline std::span<const std::string_view> choice_names<NameStyle>() {
  static constexpr std::string_view names[] = {"off", "words", "syllables", "mixed"};
  return names;
}

namespace {

Result<NameTable> table_of(const NamesParams& params, const StageContext& context) {
  if (params.table.empty()) return NameTable{};
  const std::string path = context.path + "/table";
  const auto* tables = dynamic_cast<const TableSource*>(context.assets);
  if (!tables) return Error{ErrorCode::unsupported, path, "there are no files to read here"};
  Result<NameTable> table = tables->name_table(params.table);
  if (!table) return Error{table.error().code, path, table.error().to_string()};
  return table;
}

/// Each culture sounds that no other has, as long as there are enough: the first that is free of its own order of them.
std::vector<std::size_t> sounds_of(const Cultures& cultures, std::size_t sounds, Seed seed) {
  std::vector<std::size_t> taken;
  for (const std::uint64_t key : cultures.keys) {
    std::size_t best = 0;
    std::uint64_t most = 0;
    for (std::size_t sound = 0; sound < sounds; ++sound) {
      const bool used = taken.size() < sounds && std::find(taken.begin(), taken.end(), sound) != taken.end();
      const std::uint64_t lot = mix64(mix64(seed.value + key) ^ sound) | 1;
      if (used || lot <= most) continue;
      most = lot;
      best = sound;
    }
    taken.push_back(best);
  }
  return taken;
}

/// The value of a layer around a cell; nothing where there is no layer.
std::optional<double> value_at(const Read<float>& layer, std::optional<Cell> cell) {
  if (!layer || !cell) return {};
  return double{layer.values()[*cell]};
}

/// The table as it grows.
struct Gazetteer {
  std::vector<std::string> name, kind, group, table;
  std::vector<Vec3d> place;
  std::vector<ObjectColumn::Path> line;
  std::vector<double> size;
  std::vector<std::int64_t> rank, row, culture;

  void add(const PlaceToName& from, std::string its_name, std::int64_t its_culture) {
    name.push_back(std::move(its_name));
    kind.emplace_back(from.kind->name);
    group.emplace_back(from.kind->group);
    place.push_back(from.place);
    line.push_back(from.line);
    size.push_back(from.size);
    rank.push_back(from.rank);
    table.emplace_back(from.table);
    row.push_back(static_cast<std::int64_t>(from.row));
    culture.push_back(its_culture);
  }
  ObjectTable take() {
    return {std::string(places_table),
            "Everything that has a name, the most important first.",
            {{"name", "", "No two are the same.", std::move(name)},
             {"kind", "", "continent, sea, river, range, forest, volcano, …", std::move(kind)},
             {"group", "", "How it is lettered: land, water, relief, cover or landmark.", std::move(group)},
             {"place", "m", "The middle of its name, or the point.", std::move(place)},
             {"line", "m", "Along it, rivers downstream; empty for points.", std::move(line)},
             {"size", "", "m² of areas, m of rivers, 0 of points.", std::move(size)},
             {"rank", "", "1 (most important) … 10, by size within the kind.", std::move(rank)},
             {"table", "", "The table that it comes from.", std::move(table)},
             {"row", "", "Its row there.", std::move(row)},
             {"culture", "", "Row of the culture that named it.", std::move(culture)}}};
  }
};

ObjectTable table_of_cultures(const PlaceMesh& mesh, const Cultures& cultures, NameMaker& maker, Seed seed) {
  std::vector<std::string> name, sound;
  std::vector<Vec3d> place;
  for (std::size_t i = 0; i < cultures.centres.size(); ++i) {
    const auto culture = static_cast<std::int64_t>(i);
    name.push_back(maker.plain_name(culture, mix64(seed.value + cultures.keys[i])));
    sound.push_back(maker.sound_of(culture));
    place.push_back(mesh.centre(cultures.centres[i]));
  }
  return {std::string(cultures_table),
          "Who lives where and names places.",
          {{"name", "", "Of the people's old home.", std::move(name)},
           {"sound", "", "How names sound there.", std::move(sound)},
           {"place", "m", "The middle of the land from which they spread.", std::move(place)}}};
}

/// Who lives where, as a layer; people's names are those of their table.
Result<void> write_cultures(const NamesParams& params, const PlaceMesh& mesh, const Cultures& cultures,
                            const Execution& execution) {
  params.culture->set_categories(std::get<std::vector<std::string>>(params.peoples->column("name")->values));
  const std::span<std::uint8_t> values = params.culture.values();
  return mesh.each_fine(execution,
                        [&](Cell cell, std::uint32_t at) { values[cell] = static_cast<std::uint8_t>(cultures.at[at]); });
}

Result<void> run(const NamesParams& params, StageContext& context) {
  CRATON_TRY(check_finite(params.layer.values(), context.path + "/layer", "nobody could live there", context.execution));
  CRATON_TRY(const NameTable table, table_of(params, context));
  if (params.style == NameStyle::off) { return params.places.set(Gazetteer().take()); }
  CRATON_TRY(const PlaceMesh mesh, PlaceMesh::make(context.domain(), culture_mesh));
  CRATON_TRY(
      const MeshGround ground,
      mesh_ground(mesh, {.heights = params.layer.values(), .pieces = {}, .covers = CoverLayers(params.biome, params.sub_biome)},
                  context.execution));
  std::vector<float> land = ground.mean;
  for (std::uint32_t cell = 0; cell < mesh.size(); ++cell)
    if (ground.land[cell] == 0) land[cell] = -1;
  CRATON_TRY(const Cultures cultures, find_cultures(context.domain(), mesh, land, static_cast<std::uint32_t>(params.cultures),
                                                    context.seed.child("cultures")));

  NameMaker maker(table, params.style, params.words, dynamic_cast<const NameSource*>(context.assets));
  maker.set_sounds(sounds_of(cultures, maker.culture_count(), context.seed.child("sounds")));
  CRATON_TRY(params.peoples.set(table_of_cultures(mesh, cultures, maker, context.seed.child("peoples"))));
  if (params.culture) CRATON_TRY(write_cultures(params, mesh, cultures, context.execution));
  Gazetteer gazetteer;
  PlaceKeys keys(context.domain(), context.seed.child("keys"));
  const NamedTables tables{params.regions.get(), params.rivers.get(), params.lakes.get(), params.landmarks.get()};
  for (const PlaceToName& place : places_to_name(tables, mesh, static_cast<std::size_t>(params.most))) {
    const std::optional<Cell> cell = cell_at(context.domain(), place.place);
    const std::uint32_t at = cell ? mesh.cell_of(*cell) : 0;
    const std::int64_t culture = cultures.at[at];
    const std::string_view cover = ground.cover[at] == 0 ? std::string_view() : cover_names()[ground.cover[at]];
    std::string name = maker.name({.kind = place.kind->name,
                                   .group = place.kind->group,
                                   .cover = cover,
                                   .culture = culture,
                                   .sound = maker.sound_of(culture),
                                   .rank = place.rank,
                                   .size = place.size,
                                   .lot = keys.take(place.kind->name, place.key_place, place.key_level),
                                   .x = place.place.x,
                                   .y = place.place.y,
                                   .z = place.place.z,
                                   .temperature = value_at(params.temperature, cell),
                                   .rain = value_at(params.rain, cell),
                                   .attempt = 0,
                                   .suggestion = {}});
    if (!name.empty()) gazetteer.add(place, std::move(name), culture);
  }
  return params.places.set(gazetteer.take());
}

}  // namespace

template <>
std::span<const ParamInfo> params_of<NamesParams>() {
  using P = NamesParams;
  static const ParamInfo list[] = {
      layer_param<&P::layer>("layer", "The ground: seas and heights part cultures."),
      optional_layer_param<&P::biome>("biome", "The biomes, so that words fit the climate; \"\": none."),
      optional_layer_param<&P::sub_biome>("sub_biome", "The sub-biomes, for swamps, dunes and glaciers; \"\": none."),
      optional_layer_param<&P::temperature>("temperature",
                                            "The mean of the year, so that no elephants are named in the cold; \"\": words that "
                                            "belong to a climate are used where the cover tells it."),
      optional_layer_param<&P::rain>("rain", "The rain of the year, likewise."),
      choice_param<&P::style>(
          "style",
          "off: nothing is named; words that fit the place (\"Fox Hills\"), syllables in the sound of the culture "
          "that lives there, or both, mixed."),
      number_param<&P::words>("words", 0, 1, "", "With style = mixed: the part that words make up."),
      asset_param<&P::table>(
          "table",
          "Words, sounds and patterns of your own: a file beside the recipe, as docs/places.md tells it; \"\": "
          "those of Craton."),
      optional_layer_param<&P::culture>("culture", "Whose land or water it is, in the table cultures; \"\": not asked for."),
      integer_param<&P::cultures>("cultures", 1, 64, "", "How many peoples there are, each with its own sounds."),
      integer_param<&P::most>("most", 0, 100'000, "", "How many of each kind are named at most: the largest."),
      on_planes_param<&P::on_planes>(),
  };
  return list;
}

template <>
std::span<const TableUse> tables_of<NamesParams>() {
  using P = NamesParams;
  static const TableUse list[] = {table_use<&P::regions>(),   table_use<&P::rivers>(), table_use<&P::lakes>(),
                                  table_use<&P::landmarks>(), table_use<&P::places>(), table_use<&P::peoples>()};
  return list;
}

const StageEntry& names_stage() {
  static const StageEntry entry = whole_stage_of<run>({
      .id = "names",
      .title = "Names",
      .doc = "Names what the tables regions, rivers, lakes and landmarks hold, no two alike: the table places. Names come from "
             "words that fit, from the sounds of cultures, from tables of your own, or from your program (NameSource).",
      .cite = "Erstu (source 003)",
      .sea = true,
  });
  return entry;
}

}  // namespace craton
