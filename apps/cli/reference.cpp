#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include <craton/noise/noise.h>
#include <craton/recipe/recipe.h>
#include <craton/worlds/kinds.h>

#include "command.h"
#include "noise_options.h"
#include "presets.h"
#include "text.h"

namespace craton::cli {
namespace {

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) text.replace(at, from.size(), to);
  return text;
}

// A bar would end the cell of a table.
std::string cell(std::string_view text) { return replaced(std::string(text), "|", "\\|"); }

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

std::string dimensions_of(const NoiseKind& kind) {
  std::string text;
  for (int d = 1; d <= 8; ++d)
    if (kind.dimensions >> (d - 1) & 1) text += fmt::format("{}{}", text.empty() ? "" : ", ", d);
  return text;
}

// With all parameters at their defaults; where noises are needed, with Perlin noise.
std::string range_of(const NoiseKind& kind) {
  NoiseSpec spec{.kind = std::string(kind.id)};
  for (const NoiseInputInfo& input : kind.inputs) spec.inputs.push_back({std::string(input.name), NoiseSpec{.kind = "perlin"}});
  const Result<Noise> noise = Noise::make(spec, Seed{});
  if (!noise) return "";
  const ValueRange range = noise->range();
  return fmt::format(" Values {:g} … {:g}{}.", range.low + 0.0F, range.high + 0.0F,
                     kind.inputs.empty() ? "" : " of Perlin noise, with the defaults");
}

void print_table(const NoiseKind& kind) {
  if (kind.inputs.empty() && kind.params.empty()) return;
  say("\n| name | type | default | allowed | meaning |\n|---|---|---|---|---|\n");
  for (const NoiseInputInfo& input : kind.inputs) say("| `{}` | noise | | | {} |\n", input.name, cell(input.doc));
  for (const ParamInfo& param : kind.params) {
    const auto* list = std::get_if<std::vector<double>>(&param.default_value);
    const std::string value = list && list->empty() ? "" : fmt::format("`{}`", to_string(param.default_value));
    say("| `{}` | {}{} | {} | {} | {} |\n", param.name, type_name(param.type), param.may_be_noise ? " or noise" : "", cell(value),
        cell(param.allowed()), cell(param.doc));
  }
}

void print_kind(const NoiseKind& kind) {
  say("\n### {} (`{}`)\n\n", kind.title, kind.id);
  if (kind.dimensions >> 1 & 1) say("![{}](gallery/{}.png)\n\n", kind.title, kind.id);
  say("{}\n\n", kind.doc);
  say("Dimensions {}.{}{}\n", dimensions_of(kind), range_of(kind), kind.cite.empty() ? "" : fmt::format(" *{}*", kind.cite));
  print_table(kind);
}

/// "cracked_mud" → "Cracked mud"
std::string title_of_preset(std::string_view preset) {
  std::string title = replaced(std::string(preset), "_", " ");
  if (!title.empty() && title[0] >= 'a' && title[0] <= 'z') title[0] = static_cast<char>(title[0] - 'a' + 'A');
  return title;
}

template <class Condition>
void print_group(std::string_view title, std::string_view sentence, Condition belongs) {
  const auto kinds = all_noise_kinds();
  if (std::none_of(kinds.begin(), kinds.end(), belongs)) return;
  say("\n## {}\n\n{}\n", title, sentence);
  for (const NoiseKind& kind : kinds)
    if (belongs(kind)) print_kind(kind);
}

void print_noises() {
  say("# Noise reference\n\n"
      "<!-- Written by `craton reference noise`; a test compares it with the declarations. -->\n\n"
      "Every kind of noise as it is declared beside its code. [noise.md](noise.md) tells how they are used together. Each "
      "picture\n"
      "shows 512 m at one sample a metre; `craton gallery noise` draws them.\n\n"
      "![All noises](gallery/sheet.png)\n");
  print_group("Sources", "Noises that stand alone: `craton noise --kind NAME`.",
              [](const NoiseKind& kind) { return kind.inputs.empty(); });
  print_group("Fractals", "Octaves of one source: `craton noise --kind SOURCE --fractal NAME`.", is_fractal);
  print_group("Made of other noises", "Written as JSON: `craton noise --spec FILE.json`.",
              [](const NoiseKind& kind) { return !kind.inputs.empty() && !is_fractal(kind); });
  const std::vector<std::string> presets = preset_names();
  if (presets.empty()) return;
  say("\n## Presets\n\nFiles in [recipes/noise](../recipes/noise): `craton noise --spec NAME`.\n");
  for (const std::string& preset : presets)
    say("\n### {0} (`{1}`)\n\n![{0}](gallery/preset_{1}.png)\n", title_of_preset(preset), preset);
}

}  // namespace

Command add_reference_command(CommandLine& parent) {
  Arguments args = parent.command("reference", "Prints a reference page, made from the declarations.");
  auto what = std::make_shared<std::string>();
  args.option("what", *what, "What is described: noise, or recipe.").required();
  args.footer(
      "Examples:\n  craton reference noise > docs/noise-reference.md\n"
      "  craton reference recipe > docs/recipe-reference.md");
  return {args, [what]() -> Result<void> {
            if (*what == "noise")
              print_noises();
            else if (*what == "recipe")
              say("{}", recipe_reference_page(all_terms(), stages_with_recipes()));
            else
              return invalid("reference", fmt::format("no page is called \"{}\"; there is noise, and recipe", *what));
            return {};
          }};
}

}  // namespace craton::cli
