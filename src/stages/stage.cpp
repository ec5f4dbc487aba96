#include <craton/stages/stage.h>

#include <algorithm>

#include "base/parallel.h"
#include "base/text.h"
#include "surface/unset_memory.h"

namespace craton {

const NoiseSpec* StageSpec::noise(std::string_view param) const {
  for (const NoiseInput& input : noises)
    if (input.name == param) return input.noise.get();
  return nullptr;
}

const std::string* StageSpec::layer(std::string_view param) const {
  for (const LayerInput& input : layers)
    if (input.param == param) return &input.layer;
  return nullptr;
}

/// A parameter that allows numbers as large as this takes all there are, without a look at each.
constexpr double any_number = 1e9;

void StageContext::begin_iteration(std::uint32_t, std::uint32_t) {}
Result<void> StageContext::end_iteration(const Surface&) { return {}; }

Result<std::span<const float>> StageContext::bounded(const Layer& layer, const ParamInfo& param) {
  if (param.min <= -any_number && param.max >= any_number) return layer.numbers();
  const LayerRange range = layer.range(Execution{.threads = execution.threads});
  const auto low = static_cast<float>(param.min), high = static_cast<float>(param.max);
  if (range.not_numbers == 0 && range.min >= param.min && range.max <= param.max) return layer.numbers();
  auto copy = std::make_unique<Layer>(layer.info(), layer.size());
  const std::span<const float> from = layer.numbers();
  const std::span<float> to = copy->numbers();
  CRATON_TRY(parallel_blocks(from.size(), 1 << 16, Execution{.threads = execution.threads, .cancel = execution.cancel},
                             [&](std::uint64_t begin, std::uint64_t end) {
                               // Written so that NaN becomes the lower bound.
                               for (std::uint64_t i = begin; i < end; ++i) {
                                 const float above = from[i] > low ? from[i] : low;
                                 to[i] = above < high ? above : high;
                               }
                             }));
  bounded_.push_back(std::move(copy));
  return std::span<const float>(bounded_.back()->numbers());
}

std::span<const float> StageContext::frozen(const Layer& layer) {
  bounded_.push_back(std::make_unique<Layer>(layer.info(), layer.size()));
  const std::span<float> copy = bounded_.back()->numbers();
  std::copy_n(layer.numbers().data(), layer.size(), copy.data());
  return copy;
}

const Layer* StageContext::layer_behind(std::string_view param) const {
  const std::string* name = spec->layer(param);
  return name ? surface->layer(*name) : nullptr;
}

std::vector<std::string_view> StageInfo::objects() const {
  std::vector<std::string_view> names;
  for (const TableUse& table : tables)
    if (table.access != LayerAccess::read) names.push_back(table.name);
  return names;
}

// ---- parameters

namespace {

const ParamInfo* find_param(std::span<const ParamInfo> declared, std::string_view name) {
  const auto found = std::find_if(declared.begin(), declared.end(), [&](const ParamInfo& info) { return info.name == name; });
  return found == declared.end() ? nullptr : &*found;
}

}  // namespace

Result<void> check_noises(std::span<const ParamInfo> declared, const StageSpec& spec, const std::string& path) {
  for (const ParamInfo& param : declared)
    if (param.bind_noise && std::get<std::string>(param.default_value).empty() && !spec.noise(param.name))
      return Error{ErrorCode::invalid_value, concat({path, "/", param.name}), "missing: which noise"};
  return {};
}

void plain_stage_params(std::span<const ParamInfo> declared, const StageSpec& spec, void* parameters) {
  (void)read_params(declared, spec.params, "", parameters);
  for (const NoiseInput& input : spec.noises)
    if (const ParamInfo* param = find_param(declared, input.name); param && param->bind_noise)
      param->bind_noise(parameters, input.noise.get());
}

namespace {

const std::string& text_of(const ParamInfo& param, const StageSpec& spec) {
  const ParamValue* given = spec.params.find(param.name);
  return std::get<std::string>(given ? *given : param.default_value);
}

Result<Layer*> layer_for(const ParamInfo& param, const StageSpec& spec, Surface& surface, const StageContext& context) {
  const std::string& name = text_of(param, spec);
  if (param.access != LayerAccess::write) return surface.need_layer(name, param.layer_type, context.path_of(param.name));
  std::optional<UnsetMemory> unset;
  if (param.filled) unset.emplace();
  return surface.ensure_layer({.name = name,
                               .type = param.layer_type,
                               .unit = std::string(param.unit),
                               .doc = std::string(param.describes ? param.doc : ""),
                               .categories = {}});
}

/// Whether the stage writes or changes this layer.
bool is_written(std::span<const ParamInfo> declared, const StageSpec& spec, const std::string& layer) {
  return std::any_of(declared.begin(), declared.end(), [&](const ParamInfo& param) {
    return param.type == ParamType::layer && param.access != LayerAccess::read && text_of(param, spec) == layer;
  });
}

}  // namespace

Result<void> bind_stage(std::span<const ParamInfo> declared, std::span<const TableUse> tables, bool cells_apart,
                        const StageSpec& spec, Surface& surface, StageContext& context, void* parameters) {
  context.surface = &surface;
  context.spec = &spec;
  CRATON_TRY(read_params(declared, spec.params, context.path, parameters));
  CRATON_TRY(check_noises(declared, spec, context.path));
  plain_stage_params(declared, spec, parameters);
  for (const TableUse& table : tables)
    if (table.bind) table.bind(parameters, &surface);
  // What is read is looked for first: where it is missing, nothing is added.
  for (const bool written : {false, true})
    for (const ParamInfo& param : declared) {
      if (param.type != ParamType::layer || !param.bind_layer) continue;
      if ((param.access == LayerAccess::write) != written || text_of(param, spec).empty()) continue;
      CRATON_TRY(const auto layer, layer_for(param, spec, surface, context));
      param.bind_layer(parameters, layer);
    }
  for (const ParamInfo& param : declared)
    if (param.layers_in)
      for (const std::string& name : param.layers_in(text_of(param, spec))) {
        CRATON_TRY(const auto layer, surface.need_layer(name, LayerType::number, context.path_of(param.name)));
        param.bind_layer(parameters, layer);
      }
  for (const LayerInput& input : spec.layers) {
    const std::string path = context.path_of(input.param);
    const ParamInfo* param = find_param(declared, input.param);
    if (!param) return Error{ErrorCode::unknown_name, path, concat({"\"", spec.stage, "\" has no parameter of this name"})};
    if (!param->may_be_layer()) return Error{ErrorCode::invalid_value, path, "this parameter cannot be a layer"};
    CRATON_TRY(const auto layer, surface.need_layer(input.layer, LayerType::number, path));
    CRATON_TRY(std::span<const float> values, context.bounded(*layer, *param));
    const bool own = values.data() == layer->numbers().data();
    if (own && !cells_apart && is_written(declared, spec, input.layer)) values = context.frozen(*layer);
    param->assign_layer(parameters, values);
  }
  return {};
}

StageLayers stage_layers(const StageEntry& entry, const StageSpec& spec) {
  StageLayers layers;
  const auto use = [&](std::string name, LayerAccess access, LayerType type, const std::string& param) {
    layers.push_back({std::move(name), access, type, param});
  };
  for (const ParamInfo& param : entry.info.params) {
    const std::string name(param.name);
    if (const std::string* layer = spec.layer(param.name)) use(*layer, LayerAccess::read, LayerType::number, name);
    if (param.layers_in)
      for (std::string& layer : param.layers_in(text_of(param, spec)))
        use(std::move(layer), LayerAccess::read, LayerType::number, name);
    if (param.type != ParamType::layer) continue;
    const std::string& layer = text_of(param, spec);
    if (!layer.empty()) use(layer, param.access, param.layer_type, name);
  }
  return layers;
}

// ---- the list

StageList::StageList() : entries_(all_stages().begin(), all_stages().end()) {}

Result<void> StageList::add(const StageEntry& entry) {
  const std::string path(entry.info.id);
  CRATON_TRY(check_name(entry.info.id, "stage"));
  if (!entry.run) return Error{ErrorCode::invalid_value, path, "the stage has no function to run"};
  if (entry.info.version < 1) return Error{ErrorCode::invalid_value, path, "versions begin with 1"};
  for (const StageEntry& known : entries_)
    if (known.info.id == entry.info.id && known.info.version == entry.info.version)
      return Error{ErrorCode::invalid_value, path, "there is a stage of this name already"};
  constexpr std::string_view reserved[] = {"stage", "id", "enabled"};
  for (const ParamInfo& param : entry.info.params)
    if (std::find(std::begin(reserved), std::end(reserved), param.name) != std::end(reserved))
      return Error{ErrorCode::invalid_value, concat({path, "/", param.name}), "parameters cannot have this name: recipes use it"};
  entries_.push_back(entry);
  return {};
}

Result<const StageEntry*> StageList::find(std::string_view id, int version, std::string_view path) const {
  const StageEntry* newest = nullptr;
  for (const StageEntry& entry : entries_)
    if (entry.info.id == id && entry.info.version <= version && (!newest || entry.info.version > newest->info.version))
      newest = &entry;
  if (newest) return newest;
  std::vector<std::string_view> names;
  for (const StageEntry& entry : entries_)
    if (std::find(names.begin(), names.end(), entry.info.id) == names.end()) names.push_back(entry.info.id);
  if (std::find(names.begin(), names.end(), id) != names.end())
    return Error{ErrorCode::unknown_name, std::string(path),
                 concat({"stage \"", id, "\" is newer than worlds of version ", std::to_string(version)})};
  return Error{ErrorCode::unknown_name, std::string(path),
               concat({"found \"", id.substr(0, 64), "\", allowed ", joined(names), suggestion(nearest_name(id, names))})};
}

}  // namespace craton
