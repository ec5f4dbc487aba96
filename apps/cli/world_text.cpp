#include "world_text.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include <craton/surface/domain.h>

#include "text.h"

namespace craton::cli {
namespace {

std::string samples_text(int width, int height, double step) {
  return fmt::format("{} × {} samples {} m apart", width, height, value_text(step));
}

std::string wrap_text(Torus::Wrap wrap) {
  switch (wrap) {
    case Torus::Wrap::both: return "closes onto itself";
    case Torus::Wrap::x: return "closes onto itself along x";
    case Torus::Wrap::y: return "closes onto itself along y";
    case Torus::Wrap::none: return "ends at its borders";
  }
  return "";
}

const DomainKind* kind_of(const DomainSpec& domain) {
  for (const DomainKind& kind : all_domain_kinds())
    if (kind.id == domain.kind) return &kind;
  return nullptr;
}

std::string param_json(const ParamValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return json_string(*text);
  if (const auto* number = std::get_if<double>(&value)) return json_number(*number);
  return to_string(value);
}

}  // namespace

std::string domain_text(const DomainSpec& domain) {
  if (domain.kind == "plane") {
    if (const auto p = params_from<PlaneTile::Params>(domain.params, ""); p)
      return fmt::format("plane, {} from ({}, {})", samples_text(p->width, p->height, p->step), value_text(p->x), value_text(p->y));
  } else if (domain.kind == "torus") {
    if (const auto p = params_from<Torus::Params>(domain.params, ""); p)
      return fmt::format("torus, {}; it {}", samples_text(p->width, p->height, p->step), wrap_text(p->wrap));
  } else if (const auto p = params_from<CubeSphere::Params>(domain.params, ""); p && domain.kind == "sphere") {
    return fmt::format("sphere of {} km radius, 6 × {} × {} cells", value_text(p->radius / 1000), p->resolution, p->resolution);
  }
  return domain.kind;
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

}  // namespace craton::cli
