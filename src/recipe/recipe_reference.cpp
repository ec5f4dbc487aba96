#include <algorithm>

#include <craton/recipe/recipe.h>

#include "base/text.h"
#include "recipe/json_writer.h"
#include "recipe/param_json.h"
#include "recipe/recipe_parts.h"
#include "recipe/reference_words.h"

// In Markdown.
namespace craton {
namespace {

using namespace recipe;

// A bar would end the cell of a table.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string code(std::string_view text) { return text.empty() ? "" : concat({"`", cell(text), "`"}); }

std::string row(std::initializer_list<std::string_view> cells) {
  std::string text = "|";
  for (const std::string_view each : cells) text += concat({" ", each, each.empty() ? "|" : " |"});
  return text + "\n";
}

std::string key_table(std::span<const KeyInfo> keys) {
  std::string text = "| key | meaning |\n|---|---|\n";
  for (const KeyInfo& key : keys) text += row({code(key.name), cell(key.doc)});
  return text;
}

std::string param_table(std::span<const ParamInfo> params) {
  if (params.empty()) return "";
  std::string text = "\n| name | type | default | allowed | meaning |\n|---|---|---|---|---|\n";
  for (const ParamInfo& param : params) {
    const std::string fallback = is_required(param) ? "must be given" : code(json_of(param.default_value));
    const bool plain = param.type == ParamType::layer || param.type == ParamType::noise;
    text += row({code(param.name), cell(type_words(param)), fallback, cell(plain ? "" : param.allowed()), cell(param.doc)});
  }
  return text;
}

/// "a whole number", "a number in m": what a range is of.
std::string value_words(const RequirementKind& kind) {
  const std::string of = kind.named.empty() ? "" : concat({" of each ", kind.named});
  return concat({kind.value, kind.unit.empty() ? "" : concat({" in ", kind.unit}), of});
}

std::string requirement_table() {
  std::string text = "\n| name | what must lie in the range | meaning |\n|---|---|---|\n";
  for (const RequirementKind& kind : all_requirement_kinds())
    text += row({code(kind.id), cell(value_words(kind)), cell(kind.doc)});
  text += "\nTheir parameters:\n\n| of | name | type | default | allowed | meaning |\n|---|---|---|---|---|---|\n";
  for (const RequirementKind& kind : all_requirement_kinds())
    for (const ParamInfo& param : kind.params)
      text += row({code(kind.id), code(param.name), cell(type_words(param)), code(json_of(param.default_value)),
                   cell(param.type == ParamType::layer ? "" : param.allowed()), cell(param.doc)});
  return text;
}

std::string heading(std::string_view title, std::string_view id, std::string_view doc) {
  return concat({"\n### ", title, " (`", id, "`)\n\n", doc, "\n"});
}

std::string stage_section(const StageEntry& entry, bool pictured) {
  const StageInfo& info = entry.info;
  std::string text = heading(info.title, info.id, info.doc);
  if (pictured) text += concat({"\n![", info.title, "](gallery-stages/", info.id, ".png)\n"});
  std::vector<std::string> facts{concat({"Since version ", std::to_string(info.version), " of worlds"})};
  if (!info.reach_doc.empty()) facts.push_back(concat({"reach: ", info.reach_doc}));
  if (const auto objects = info.objects(); !objects.empty()) facts.push_back(concat({"writes objects: ", joined(objects, ", ")}));
  if (!info.cite.empty()) facts.push_back(concat({"after *", info.cite, "*"}));
  text += concat({"\n", joined(facts, " · "), "\n"});
  text += param_table(info.params);
  return text + concat({"\n```json\n", example_stage(entry, 0), "\n```\n"});
}

std::string world_section(const WorldKind& world) {
  std::vector<std::string> domains;
  for (const std::string_view id : world.domains) domains.push_back(code(id));
  return concat({heading(world.title, world.id, world.doc), "\nLies on: ", joined(domains, ", "), ".\n"});
}

constexpr std::string_view introduction =
    R"(# Recipe reference

<!-- Written by `craton reference recipe`; a test compares it with the declarations. -->

A recipe is a JSON file, with `//` and `/* */` comments where they help. With its seed it is the world. Everything that a recipe
can say stands here as it is declared beside its code; whatever else it says is an error that names its place.

## A recipe

)";

constexpr std::string_view example = R"(
```json
{
  "craton": 1,
  "world": "map",
  "domain": {"kind": "torus", "width": 512, "height": 512, "step": 100},
  "seed": 7,
  "knobs": {"mountains": {"value": 0.5, "sets": {"hills.scale": [200, 3000]}}},
  "stages": [
    {"stage": "noise", "id": "hills", "noise": {"kind": "fbm", "source": {"kind": "perlin", "frequency": 0.0001}}}
  ]
}
```
)";

constexpr std::string_view about_requirements = R"(
## Requirements

`"require"` says what the world must be like. A world that is not so is given up as soon as that is known, and the next seed is
tried; attempt 0 has the recipe's own seed, attempt n the child seed named `attempt n`. A range is a number (at least so much), or
`[low, high]` with `null` where there is no end. An object gives parameters too:

```json
"require": {
  "attempts": 50,
  "land_share": [0.3, 0.5],
  "continents": [1, 2],
  "rivers": {"count": [3, null], "least_length": 50000},
  "biomes": {"tundra": 0.01, "subtropical desert": [0.02, 0.2]}
}
```

Biomes and the like can be a list too, of those that must be there: `"biomes": ["tundra", "taiga"]`.

)";

constexpr std::string_view about_stages = R"(
Beside its parameters a stage has these keys:

)";

constexpr std::string_view about_values = R"(
Where the type says *or layer*, a layer can give the value of each cell: `"strength": {"layer": "mask"}`. Values that leave the
allowed range are held to it. Noises are written as in the [noise reference](noise-reference.md).
)";

}  // namespace

std::string recipe_reference_page(const RecipeTerms& terms, std::span<const std::string> pictured) {
  const auto has_picture = [&](std::string_view id) { return std::find(pictured.begin(), pictured.end(), id) != pictured.end(); };
  std::string text(introduction);
  text += key_table(recipe_keys);
  text += example;
  text += concat({"\nA knob:\n\n", key_table(knob_keys)});
  text += about_requirements;
  text += key_table(require_keys);
  text += requirement_table();
  text += concat({"\nEach may have this key too:\n\n", key_table(requirement_keys)});
  text += "\n## Worlds\n";
  for (const WorldKind& world : terms.worlds) text += world_section(world);
  text += "\n## Domains\n";
  for (const DomainKind& kind : all_domain_kinds()) {
    text += heading(kind.title, kind.id, kind.doc);
    text += param_table(kind.params);
  }
  text += "\n## Stages\n";
  text += about_stages;
  text += key_table(stage_keys);
  text += about_values;
  for (const StageEntry& entry : terms.stages.entries()) text += stage_section(entry, has_picture(entry.info.id));
  return text;
}

}  // namespace craton
