#include "recipe/reference_words.h"

#include "base/text.h"
#include "recipe/json_value.h"
#include "recipe/json_writer.h"
#include "recipe/param_json.h"

namespace craton::recipe {
namespace {

std::string_view type_name(ParamType type) {
  switch (type) {
    case ParamType::boolean: return "truth";
    case ParamType::integer: return "whole number";
    case ParamType::number: return "number";
    case ParamType::choice: return "choice";
    case ParamType::numbers: return "list of numbers";
    case ParamType::text: return "text";
    case ParamType::layer: return "layer";
    case ParamType::noise: return "noise";
  }
  return "";
}

std::string_view type_name(LayerType type) {
  switch (type) {
    case LayerType::number: return "number";
    case LayerType::integer: return "whole number";
    case LayerType::category: return "category";
  }
  return "";
}

std::string_view access_words(LayerAccess access) {
  switch (access) {
    case LayerAccess::read: return "reads";
    case LayerAccess::write: return "writes";
    case LayerAccess::change: return "changes";
  }
  return "";
}

/// Whether the stage does not go without this parameter, though its declaration has a default.
bool is_missed(const StageEntry& entry, const ParamInfo& param) {
  if (!entry.check) return false;
  const std::string id(entry.info.id);
  const Result<void> checked = entry.check(StageSpec{.stage = id, .id = id}, DomainSpec{}, "");
  return !checked && checked.error().path == concat({"/", param.name});
}

}  // namespace

std::string type_words(const ParamInfo& param) {
  if (param.type == ParamType::layer) {
    const std::string_view content = param.layer_type == LayerType::number ? "" : type_name(param.layer_type);
    const std::string unit = param.unit.empty() ? "" : concat({", in ", param.unit});
    return concat({"layer", content.empty() ? "" : " of type ", content, " that it ", access_words(param.access), unit,
                   may_be_none(param) ? ", or \"\" for none" : ""});
  }
  return concat({type_name(param.type), param.may_be_layer() ? " or layer" : "", param.may_be_noise ? " or noise" : ""});
}

std::string example_stage(const StageEntry& entry, std::size_t indent) {
  std::vector<JsonText> items{{"stage", json_text(entry.info.id)}};
  const auto give = [&](const ParamInfo& param, std::string_view value) {
    items.push_back({std::string(param.name), std::string(value)});
  };
  for (const ParamInfo& param : entry.info.params) {
    if (param.type == ParamType::noise && is_required(param))
      give(param, R"({"kind": "fbm", "source": {"kind": "perlin", "frequency": 0.0001}})");
    if (param.type == ParamType::layer && is_required(param)) give(param, R"("height")");
    if (param.asset && is_missed(entry, param)) give(param, R"("heights.png")");
  }
  return object_text(items, indent);
}

std::string_view first_sentence(std::string_view text) {
  const std::size_t stop = text.find(". ");
  return stop == text.npos ? text : text.substr(0, stop + 1);
}

}  // namespace craton::recipe
