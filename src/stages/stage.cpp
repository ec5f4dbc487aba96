#include <craton/stages/stage.h>

#include <algorithm>

#include "base/parallel.h"
#include "base/text.h"

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

// ---- parameters

namespace {

const ParamInfo* find_param(std::span<const ParamInfo> declared, std::string_view name) {
  const auto found = std::find_if(declared.begin(), declared.end(), [&](const ParamInfo& info) { return info.name == name; });
  return found == declared.end() ? nullptr : &*found;
}

}  // namespace

Result<void> read_stage_params(std::span<const ParamInfo> declared, const StageSpec& spec, Surface& surface,
                               StageContext& context, void* parameters) {
  CRATON_TRY(read_params(declared, spec.params, context.path, parameters));
  for (const LayerInput& input : spec.layers) {
    const std::string path = concat({context.path, "/", input.param});
    const ParamInfo* param = find_param(declared, input.param);
    if (!param) return Error{ErrorCode::unknown_name, path, concat({"\"", spec.stage, "\" has no parameter of this name"})};
    if (!param->may_be_layer()) return Error{ErrorCode::invalid_value, path, "this parameter cannot be a layer"};
    CRATON_TRY(Layer * layer, surface.need_layer(input.layer, LayerType::number, path));
    CRATON_TRY(const std::span<const float> values, context.bounded(*layer, *param));
    param->assign_layer(parameters, values);
  }
  return {};
}

StageLayers stage_layers(const StageEntry& entry, const StageSpec& spec) {
  StageLayers layers;
  const auto use = [&](std::string name, LayerAccess access, LayerType type, const std::string& param) {
    layers.push_back({std::move(name), access, type, param});
  };
  for (const LayerUse& fixed : entry.info.layers) use(std::string(fixed.name), fixed.access, fixed.type, "");
  for (const ParamInfo& param : entry.info.params) {
    const std::string name(param.name);
    if (const std::string* layer = spec.layer(param.name)) use(*layer, LayerAccess::read, LayerType::number, name);
    if (param.type != ParamType::layer) continue;
    const ParamValue* given = spec.params.find(param.name);
    const auto& layer = std::get<std::string>(given ? *given : param.default_value);
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
