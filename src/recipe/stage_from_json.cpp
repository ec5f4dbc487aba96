#include <algorithm>

#include "base/text.h"
#include "recipe/noise_reader.h"
#include "recipe/param_json.h"
#include "recipe/recipe_parts.h"

namespace craton::recipe {
namespace {

constexpr std::string_view layer_keys[] = {"layer"};

Error missing(const StageInfo& info, const ParamInfo& param, std::string path) {
  return invalid(std::move(path), concat({"missing: \"", info.id, "\" needs ", param.allowed(), "; ", param.doc}));
}

/// {"layer": "mask"} in place of a number.
Result<std::string> read_layer_object(const ParamInfo& param, const JsonObject& object, const std::string& path) {
  if (!param.may_be_layer())
    return invalid(path,
                   concat({"found an object {…}, but no layer can stand in for this parameter; allowed ", param.allowed()}));
  CRATON_TRY(check_keys(object, layer_keys, param.name, path));
  const JsonValue* name = find_key(object, "layer");
  if (!name) return invalid(path_below(path, "layer"), "missing: the name of the layer");
  return read_name(*name, path_below(path, "layer"));
}

Result<void> read_stage_param(const ParamInfo& param, const JsonValue& value, const std::string& path, StageSpec& spec) {
  const std::string name(param.name);
  if (param.type == ParamType::noise) {
    CRATON_TRY(NoiseSpec noise, read_noise_spec(value, all_noise_kinds(), path));
    spec.noises.push_back({name, std::move(noise)});
    return {};
  }
  const auto* object = value.get<JsonObject>();
  const bool number = param.type == ParamType::number || param.type == ParamType::integer;
  if (object && number) {
    CRATON_TRY(std::string layer, read_layer_object(param, *object, path));
    spec.layers.push_back({name, std::move(layer)});
    return {};
  }
  CRATON_TRY(ParamValue read, read_param(param, value, path));
  if (param.type == ParamType::layer) {
    const auto& layer = std::get<std::string>(read);
    if (!(may_be_none(param) && layer.empty())) CRATON_TRY(check_name_at(layer, path));
  }
  spec.params.set(name, std::move(read));
  return {};
}

Result<const StageEntry*> find_entry(const JsonObject& object, const StageList& stages, int version, const std::string& path) {
  const std::string key_path = path_below(path, "stage");
  const JsonValue* value = find_key(object, "stage");
  if (!value) return invalid(key_path, "missing: the name of the stage");
  const auto* id = value->get<std::string>();
  if (!id) return refused(key_path, *value, "the name of a stage");
  Result<const StageEntry*> entry = stages.find(*id, version, key_path);
  const bool plain = shown(std::string_view(*id)) == concat({"\"", *id, "\""});
  if (entry || plain) return entry;
  std::vector<std::string_view> ids;
  for (const StageInfo* info : newest_stages(stages)) ids.push_back(info->id);
  return unknown_name(key_path, *id, ids);  // shown in one line, whatever it holds
}

Result<void> read_own_keys(const JsonObject& object, const std::string& path, StageSpec& spec) {
  const std::string id_path = path_below(path, "id");
  if (const JsonValue* value = find_key(object, "id")) {
    CRATON_TRY(std::string id, read_name(*value, id_path));
    spec.id = std::move(id);
  }
  if (std::find(std::begin(reserved_stage_ids), std::end(reserved_stage_ids), spec.id) != std::end(reserved_stage_ids))
    return invalid(id_path, concat({"found \"", spec.id, "\", allowed any name but ", joined(reserved_stage_ids)}));
  if (const JsonValue* value = find_key(object, "enabled")) {
    const auto* enabled = value->get<bool>();
    if (!enabled) return refused(path_below(path, "enabled"), *value, "true | false");
    spec.enabled = *enabled;
  }
  return {};
}

}  // namespace

std::vector<const StageInfo*> newest_stages(const StageList& stages) {
  std::vector<const StageInfo*> infos;
  for (const StageEntry& entry : stages.entries()) {
    const Result<const StageEntry*> newest = stages.find(entry.info.id, newest_world_version, "");
    if (newest && &(*newest)->info == &entry.info) infos.push_back(&entry.info);
  }
  return infos;
}

Result<StageSpec> read_stage(const JsonValue& value, const StageList& stages, int version, const std::string& path) {
  const auto* object = value.get<JsonObject>();
  if (!object) return refused(path, value, "a stage: {\"stage\": …}");
  CRATON_TRY(const StageEntry* entry, find_entry(*object, stages, version, path));
  const StageInfo& info = entry->info;
  CRATON_TRY(check_keys(*object, names_of(stage_keys, info.params), info.id, path));

  StageSpec spec{.stage = std::string(info.id), .id = std::string(info.id)};
  CRATON_TRY(read_own_keys(*object, path, spec));
  // In the order of the declaration, so that equal stages are equal however they were written.
  for (const ParamInfo& param : info.params) {
    const JsonValue* given = find_key(*object, param.name);
    const std::string param_path = path_below(path, param.name);
    if (given)
      CRATON_TRY(read_stage_param(param, *given, param_path, spec));
    else if (is_required(param))
      return missing(info, param, param_path);
  }
  return spec;
}

}  // namespace craton::recipe
