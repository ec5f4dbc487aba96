#include "recipe_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include <craton/base/hash.h>
#include <craton/files/folder.h>
#include <craton/files/text_file.h>
#include <craton/recipe/noise_json.h>
#include <craton/worlds/planet.h>
#include <craton/worlds/voxels.h>

namespace craton::server {
namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t most_text = 1 << 20, most_registered = std::uint64_t{32} << 20;

std::string hash_of(const Json& recipe) {
  nlohmann::json sorted = recipe;
  sorted.erase("seed");
  const std::string text = sorted.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  return fmt::format("{:016x}", mix64_bytes(std::as_bytes(std::span(text))));
}

/// "super-continent" → "Super continent"
std::string title_of(std::string id) {
  std::replace(id.begin(), id.end(), '-', ' ');
  std::replace(id.begin(), id.end(), '_', ' ');
  if (!id.empty() && id.front() >= 'a' && id.front() <= 'z') id.front() = static_cast<char>(id.front() - 'a' + 'A');
  return id;
}

/// What people see of recipes whose files are called after works, or only after what is in them.
std::string title_of_preset(std::string_view id) {
  struct Title {
    std::string_view id, title;
  };
  static constexpr Title titles[] = {
      {"climate", "Climate of a planet"},
      {"country", "Country of waters"},
      {"cratered", "Cratered moon"},
      {"crust", "Plates and bare crust"},
      {"earth", "Earth"},
      {"earthlike", "Earthlike"},
      {"erstu", "Islands and coasts"},
      {"erstu-relief", "Rough mountains"},
      {"fault-planet", "Faulted planet"},
      {"fusek", "Colliding plates"},
      {"hello-sphere", "A first planet"},
      {"hello-tile", "A first landscape"},
      {"hello-torus", "A first map"},
      {"land", "Endless land"},
      {"map", "World map"},
      {"mountains", "Mountain ranges"},
      {"noise-planet", "Planet of noise"},
      {"river-land", "Land of rivers"},
      {"rivers", "Rivers and lakes"},
      {"strazdins", "Broken highlands"},
      {"super-continent", "One continent"},
      {"terrain", "Mountains and plains"},
  };
  for (const Title& each : titles)
    if (each.id == id) return std::string(each.title);
  return title_of(std::string(id));
}

Json knob_json(std::string_view name, std::string_view help, double min, double max, double value, bool whole, std::string path) {
  return {{"name", name}, {"title", title_of(std::string(name))},    {"help", help},     {"min", min},
          {"max", max},   {"step", whole ? 1.0 : (max - min) / 100}, {"default", value}, {"path", std::move(path)}};
}

Json knobs_of(const Recipe& recipe) {
  Json knobs = Json::array();
  for (const Knob& knob : recipe.knobs)
    knobs.push_back(knob_json(knob.id, knob.doc, knob.min, knob.max, knob.value, false, "/knobs/" + knob.id + "/value"));
  return knobs;
}

/// Voxel worlds have no knobs of their own: some of their parameters are.
Json knobs_of(const VoxelRecipe& recipe) {
  constexpr std::string_view names[] = {"relief", "roughness", "cell_size", "blend_width", "caves", "ravines", "overhang_reach"};
  Json knobs = Json::array();
  for (const ParamInfo& param : params_of<VoxelParams>()) {
    if (std::find(std::begin(names), std::end(names), param.name) == std::end(names)) continue;
    const ParamValue* given = recipe.params.find(param.name);
    const ParamValue& value = given ? *given : param.default_value;
    const auto* number = std::get_if<double>(&value);
    knobs.push_back(knob_json(param.name, param.doc, param.min, std::min(param.max, 200.0), number ? *number : 0, false,
                              "/voxels/" + std::string(param.name)));
  }
  return knobs;
}

}  // namespace

RecipeBook::RecipeBook(const std::string& folder, RecipeTerms terms, std::string shelf)
    : terms_(std::move(terms)), registered_(most_registered), shelf_(std::move(shelf)) {
  if (folder.empty()) return;
  assets_ = assets_in_folder(folder);
  read_presets(folder);
}

void RecipeBook::read_presets(const std::string& folder) {
  struct Part {
    std::string_view folder, prefix;
    bool noise;
  };
  for (const Part& part : {Part{"", "", false}, Part{"voxels", "voxels-", false}, Part{"noise", "noise-", true}}) {
    std::vector<fs::path> files;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(folder) / part.folder, error))
      if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) add_preset(file.string(), std::string(part.prefix) + file.stem().string(), part.noise);
  }
  add_kinds_of_planets();
}

void RecipeBook::add_kinds_of_planets() {
  const Preset* earth = preset("earth");
  if (!earth || !earth->entry->recipe) return;
  const Recipe base = *earth->entry->recipe;
  for (const PlanetPreset& kind : planet_presets()) {
    if (preset(kind.id)) continue;  // a recipe of its own goes first
    Recipe recipe = base;
    recipe.doc = kind.doc;
    if (!apply_planet_preset(recipe, kind.id, terms_, "")) continue;
    Result<Json> json = parse_json(recipe_to_json(recipe, terms_));
    if (!json) continue;
    Result<std::shared_ptr<const BookEntry>> entry = read(*json);
    if (!entry) continue;
    const std::string id(kind.id);
    presets_.push_back({.id = id,
                        .title = title_of(id) + " planet",
                        .help = std::string(kind.doc),
                        .kind = (*entry)->kind,
                        .json = *std::move(json),
                        .knobs = knobs_of(*(*entry)->recipe),
                        .entry = *std::move(entry)});
  }
}

void RecipeBook::add_preset(const std::string& file, const std::string& id, bool noise) {
  const Result<std::string> text = read_text_file(file, most_text);
  if (!text) return;
  Result<Json> json = parse_json(*text, true);
  if (!json || !json->is_object()) return;
  Preset preset{.id = id, .title = title_of_preset(fs::path(file).stem().string()), .json = *json, .knobs = Json::array()};
  if (noise) {
    Result<NoiseSpec> spec = noise_spec_from_json(*text);
    if (!spec) return;
    preset.kind = "noise";
    preset.noise = std::make_shared<const NoiseSpec>(*std::move(spec));
  } else {
    const Result<std::shared_ptr<const BookEntry>> entry = read(*json);
    if (!entry) return;
    preset.entry = *entry;
    preset.kind = preset.entry->kind;
    preset.knobs = preset.entry->recipe ? knobs_of(*preset.entry->recipe) : knobs_of(*preset.entry->voxels);
    preset.help = preset.entry->recipe ? preset.entry->recipe->doc : preset.entry->voxels->doc;
  }
  presets_.push_back(std::move(preset));
}

const Preset* RecipeBook::preset(std::string_view id) const {
  const auto found = std::find_if(presets_.begin(), presets_.end(), [&](const Preset& each) { return each.id == id; });
  return found == presets_.end() ? nullptr : &*found;
}

Result<std::shared_ptr<const BookEntry>> RecipeBook::read(const Json& given) const {
  Json json = given;
  if (given.is_string()) {
    CRATON_TRY(Json parsed, parse_json(given.get_ref<const std::string&>(), true));
    json = std::move(parsed);
  }
  if (!json.is_object()) return Error{ErrorCode::invalid_value, "/recipe", "is neither an object {…} nor its text"};
  BookEntry entry;
  entry.text = dumped(json);
  const auto world = json.find("world");
  if (world != json.end() && *world == "voxels") {
    CRATON_TRY(VoxelRecipe voxels, voxel_recipe_from_json(entry.text, params_of<VoxelParams>()));
    entry.kind = "voxels";
    entry.voxels = std::move(voxels);
  } else {
    CRATON_TRY(Recipe recipe, recipe_from_json(entry.text, terms_));
    entry.kind = recipe.world;
    entry.recipe = std::move(recipe);
  }
  entry.hash = hash_of(json);
  return std::make_shared<const BookEntry>(std::move(entry));
}

Result<std::shared_ptr<const BookEntry>> RecipeBook::add(const Json& recipe) {
  Result<std::shared_ptr<const BookEntry>> entry = know(recipe);
  if (entry) shelf_.put((*entry)->hash, (*entry)->text);
  return entry;
}

Result<std::shared_ptr<const BookEntry>> RecipeBook::know(const Json& recipe) {
  Result<std::shared_ptr<const BookEntry>> entry = read(recipe);
  if (entry) registered_.put((*entry)->hash, *entry, (*entry)->text.size() * 8 + 4096);
  return entry;
}

std::shared_ptr<const BookEntry> RecipeBook::find(std::string_view name) {
  if (const Preset* found = preset(name)) return found->entry;
  if (std::shared_ptr<const BookEntry> entry = registered_.get(name)) return entry;
  const std::optional<std::string> text = shelf_.get(name);
  if (!text) return nullptr;
  const Result<std::shared_ptr<const BookEntry>> entry = know(Json(*text));
  return entry && (*entry)->hash == name ? *entry : nullptr;
}

}  // namespace craton::server
