#include <craton/requests/own_stages.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "requests/json.h"

namespace craton {

/// Declarations point into what is kept here.
struct OwnStages::Kept {
  std::vector<OwnStage> stages;
  std::vector<std::vector<ParamInfo>> params;
  std::vector<StageEntry> entries;
};

namespace {

/// The assets of a world, and the stages of its request: stages find both in their context, in whatever thread they run.
class AssetsWithStages final : public AssetSource {
 public:
  AssetsWithStages(const AssetSource* assets, std::shared_ptr<const OwnStages::Kept> stages)
      : assets_(assets), stages_(std::move(stages)) {}

  Result<HeightMap> height_map(std::string_view name, const RawLayout& layout) const override {
    if (assets_) return assets_->height_map(name, layout);
    return none();
  }
  Result<std::uint64_t> fingerprint(std::string_view name) const override {
    if (assets_) return assets_->fingerprint(name);
    return none();
  }
  const OwnStages::Kept& stages() const { return *stages_; }

 private:
  static Error none() { return {ErrorCode::unsupported, "", "there is no folder with files"}; }

  const AssetSource* assets_;
  std::shared_ptr<const OwnStages::Kept> stages_;
};

void ignore(void*, const ParamValue&) {}

ParamInfo param_of(const OwnStage::TouchedLayer& layer) {
  ParamInfo info{
      .name = layer.name, .type = ParamType::layer, .default_value = layer.name, .unit = layer.unit, .doc = "A layer."};
  info.max_length = 64;
  info.assign = ignore;
  info.access = layer.access;
  info.layer_type = layer.type;
  return info;
}

ParamInfo param_of(const OwnStage::Number& number) {
  ParamInfo info{.name = number.name, .type = ParamType::number, .default_value = number.standard, .doc = "A number."};
  info.min = -1e18;
  info.max = 1e18;
  info.assign = ignore;
  return info;
}

Result<void> run_current(Surface& surface, const StageSpec& spec, StageContext& context) {
  if (const auto* own = dynamic_cast<const AssetsWithStages*>(context.assets))
    for (const OwnStage& stage : own->stages().stages) {
      if (stage.id != spec.stage) continue;
      for (const OwnStage::TouchedLayer& layer : stage.layers) {
        const std::string name = OwnStages::layer_name(spec, layer);
        if (layer.access == LayerAccess::write)
          CRATON_TRY(surface.ensure_layer({.name = name, .type = layer.type, .unit = layer.unit}));
        else
          CRATON_TRY(surface.need_layer(name, layer.type, context.path_of(layer.name)));
      }
      return stage.run(surface, spec, context);
    }
  return Error{ErrorCode::unsupported, context.path,
               concat({"stage \"", spec.stage, "\" is gone: its program defines it for each request"})};
}

}  // namespace

Result<OwnStages> OwnStages::make(std::vector<OwnStage> stages) {
  auto kept = std::make_shared<Kept>();
  kept->stages = std::move(stages);
  for (const OwnStage& stage : kept->stages) {
    std::vector<ParamInfo>& params = kept->params.emplace_back();
    for (const OwnStage::TouchedLayer& layer : stage.layers) {
      CRATON_TRY(check_name(layer.name, concat({stage.id, "/layers"})));
      params.push_back(param_of(layer));
    }
    for (const OwnStage::Number& number : stage.numbers) {
      CRATON_TRY(check_name(number.name, concat({stage.id, "/numbers"})));
      params.push_back(param_of(number));
    }
    for (std::size_t i = 0; i < params.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (params[i].name == params[j].name)
          return Error{ErrorCode::invalid_value, concat({stage.id, "/", params[i].name}), "is named twice"};
    if (!stage.run) return Error{ErrorCode::invalid_value, stage.id, "the stage has no function to run"};
    kept->entries.push_back(
        {.info = {.id = stage.id, .title = stage.id, .doc = stage.doc, .reach_doc = "whole", .params = params},
         .run = run_current,
         .reach = [](const StageSpec&, double) { return Reach::whole(); }});
  }
  return OwnStages(std::move(kept));
}

Result<void> OwnStages::add_to(RecipeTerms& terms) const {
  for (const StageEntry& entry : kept_->entries)
    if (const Result<void> added = terms.stages.add(entry); !added)
      return Error{added.error().code, concat({"stages/", added.error().path}), added.error().message};
  return {};
}

std::string OwnStages::layer_name(const StageSpec& spec, const OwnStage::TouchedLayer& layer) {
  const ParamValue* given = spec.params.find(layer.name);
  const auto* name = given ? std::get_if<std::string>(given) : nullptr;
  return name ? *name : layer.name;
}

double OwnStages::number(const StageSpec& spec, const OwnStage::Number& number) {
  const ParamValue* given = spec.params.find(number.name);
  if (!given) return number.standard;
  if (const auto* whole = std::get_if<std::int64_t>(given)) return static_cast<double>(*whole);
  const auto* value = std::get_if<double>(given);
  return value ? *value : number.standard;
}

std::unique_ptr<AssetSource> OwnStages::with(const AssetSource* assets) const {
  return std::make_unique<AssetsWithStages>(assets, kept_);
}

// ---- from JSON

namespace {

using requests::Json;

template <class Choice, std::size_t count>
Result<Choice> choice_of(const Json& layer, const char* name, const std::string_view (&names)[count], std::string_view path) {
  const auto found = layer.find(name);
  if (found == layer.end()) return Choice{};
  const auto known =
      found->is_string() ? std::find(std::begin(names), std::end(names), found->template get<std::string>()) : std::end(names);
  if (known != std::end(names)) return static_cast<Choice>(known - std::begin(names));
  return requests::refused(concat({path, "/", name}), *found, joined(names));
}

Result<OwnStage::TouchedLayer> layer_of(const Json& json, const std::string& path) {
  constexpr std::string_view accesses[] = {"read", "write", "change"}, types[] = {"number", "integer", "category"};
  if (!json.is_object() || !json.contains("name") || !json["name"].is_string())
    return requests::refused(path, json, "{\"name\": \"height\", \"access\": \"change\"}");
  OwnStage::TouchedLayer layer{.name = json["name"].get<std::string>()};
  if (json.contains("access")) { CRATON_TRY(layer.access, choice_of<LayerAccess>(json, "access", accesses, path)); }
  CRATON_TRY(layer.type, choice_of<LayerType>(json, "type", types, path));
  if (const auto unit = json.find("unit"); unit != json.end() && unit->is_string()) layer.unit = unit->get<std::string>();
  return layer;
}

}  // namespace

Result<OwnStage> own_stage_from_json(std::string_view text) {
  CRATON_TRY(const Json json, requests::parsed(text, "stage"));
  if (!json.is_object() || !json.contains("id") || !json["id"].is_string())
    return requests::refused("stage", json, "{\"id\": \"dunes\", \"layers\": […], \"numbers\": {…}}");
  OwnStage stage{.id = json["id"].get<std::string>()};
  for (const auto& [name, value] : json.items()) {
    if (name == "id") continue;
    if (name == "doc" && value.is_string()) {
      stage.doc = value.get<std::string>();
    } else if (name == "layers" && value.is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i) {
        CRATON_TRY(OwnStage::TouchedLayer layer, layer_of(value[i], concat({"stage/layers/", std::to_string(i)})));
        stage.layers.push_back(std::move(layer));
      }
    } else if (name == "numbers" && value.is_object()) {
      for (const auto& [number, standard] : value.items()) {
        if (!standard.is_number())
          return requests::refused(concat({"stage/numbers/", number.substr(0, 64)}), standard, "a number");
        stage.numbers.push_back({number, standard.get<double>()});
      }
    } else {
      return requests::refused(concat({"stage/", name.substr(0, 64)}), value, "id, doc, layers: a list, numbers: an object");
    }
  }
  return stage;
}

}  // namespace craton
