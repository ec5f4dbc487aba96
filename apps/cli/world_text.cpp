#include "world_text.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include <craton/surface/domain.h>

#include "text.h"

namespace craton::cli {
namespace {

std::string wrap_text(std::string_view wrap) {
  if (wrap == "none") return "ends at its borders";
  return wrap == "both" ? "closes onto itself" : fmt::format("closes onto itself along {}", wrap);
}

const DomainKind* kind_of(const DomainSpec& domain) {
  for (const DomainKind& kind : all_domain_kinds())
    if (kind.id == domain.kind) return &kind;
  return nullptr;
}

/// A parameter as it was given, or its default, as text.
std::string param_text(const DomainSpec& domain, std::string_view name) {
  const ParamValue* value = domain.params.find(name);
  if (const DomainKind* kind = kind_of(domain); kind && !value)
    for (const ParamInfo& param : kind->params)
      if (param.name == name) value = &param.default_value;
  if (!value) return "?";
  const auto* number = std::get_if<double>(value);
  return number ? place_text(*number) : to_string(*value);
}

std::string param_json(const ParamValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return json_string(*text);
  if (const auto* number = std::get_if<double>(&value)) return json_number(*number);
  return to_string(value);
}

}  // namespace

std::string domain_text(const DomainSpec& domain) {
  const auto param = [&](std::string_view name) { return param_text(domain, name); };
  if (domain.kind == "sphere")
    return fmt::format("sphere of radius {} m, 6 × {} × {} cells", param("radius"), param("resolution"), param("resolution"));
  std::string text = fmt::format("{}, {} × {} samples {} m apart", domain.kind, param("width"), param("height"), param("step"));
  if (domain.kind == "plane") text += fmt::format(", from ({}, {}) on", param("x"), param("y"));
  if (domain.kind == "torus") text += fmt::format("; it {}", wrap_text(param("wrap")));
  return text;
}

std::string domain_json(const DomainSpec& domain) {
  std::string json = fmt::format("{{\"kind\": {}", json_string(domain.kind));
  if (const DomainKind* kind = kind_of(domain))
    for (const ParamInfo& param : kind->params) {
      const ParamValue* given = domain.params.find(param.name);
      json += fmt::format(", {}: {}", json_string(param.name), param_json(given ? *given : param.default_value));
    }
  return json + "}";
}

std::string_view type_name(LayerType type) {
  switch (type) {
    case LayerType::number: return "number";
    case LayerType::integer: return "integer";
    case LayerType::category: return "category";
  }
  return "";
}

std::string layer_json(const LayerFacts& facts) {
  std::string json = fmt::format("\"name\": {}, \"type\": \"{}\", \"unit\": {}, \"min\": {}, \"max\": {}, ",
                                 json_string(facts.info.name), type_name(facts.info.type), json_string(facts.info.unit),
                                 json_number(facts.range.min), json_number(facts.range.max));
  if (facts.range.not_numbers > 0) json += fmt::format("\"not_numbers\": {}, ", facts.range.not_numbers);
  if (!facts.info.categories.empty()) {
    std::vector<std::string> names;
    for (const std::string& name : facts.info.categories) names.push_back(json_string(name));
    json += fmt::format("\"categories\": [{}], ", fmt::join(names, ", "));
  }
  return json + fmt::format("\"hash\": \"{}\"", hash_text(facts.hash));
}

std::string hash_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

std::string count_text(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t place = text.size(); place > 3;) {
    place -= 3;
    text.insert(place, " ");
  }
  return text;
}

std::string value_text(double value) {
  std::string text = fmt::format("{:.6g}", value + 0.0);  // no "-0"
  return text == "-0" ? "0" : text;
}

std::string place_text(double coordinate) { return fmt::format("{}", coordinate + 0.0); }

}  // namespace craton::cli
