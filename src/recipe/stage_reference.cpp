#include <algorithm>

#include <craton/recipe/recipe.h>

#include "base/text.h"
#include "recipe/json_writer.h"
#include "recipe/param_json.h"
#include "recipe/recipe_parts.h"
#include "recipe/reference_words.h"

// For the terminal.
namespace craton {
namespace {

using namespace recipe;

constexpr std::size_t columns = 100;

/// Characters, not bytes.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// The text in lines that begin in column `indent`; the first line begins wherever it is put.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (column > indent && column + 1 + width_of(word) > columns) {
      out += concat({"\n", std::string(indent, ' ')});
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width_of(word);
  }
  return out;
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t wide = width_of(text);
  return concat({text, std::string(wide < width ? width - wide : 0, ' ')});
}

template <class Infos, class Name>
std::size_t widest(const Infos& infos, Name name) {
  std::size_t width = 0;
  for (const auto& info : infos) width = std::max(width, width_of(name(info)));
  return width;
}

std::string params_of_stage(const StageInfo& info) {
  if (info.params.empty()) return "";
  const std::size_t width = widest(info.params, [](const ParamInfo& param) { return param.name; }) + 2;
  const std::string indent(width + 2, ' ');
  std::string text = "\nParameters\n";
  for (const ParamInfo& param : info.params) {
    const bool plain = param.type == ParamType::layer || param.type == ParamType::noise;
    const std::string allowed = plain ? "" : concat({": ", param.allowed()});
    const std::string fallback = is_required(param) ? "must be given" : concat({"default ", json_of(param.default_value)});
    const std::string what = concat({type_words(param), allowed, "; ", fallback});
    text += concat({"  ", padded(param.name, width), wrapped(what, width + 2), "\n"});
    text += concat({indent, wrapped(param.doc, width + 2), "\n"});
  }
  return text;
}

}  // namespace

std::string stage_summary(const RecipeTerms& terms) {
  const std::vector<const StageInfo*> infos = newest_stages(terms.stages);
  const std::size_t width = widest(infos, [](const StageInfo* info) { return info->id; }) + 2;
  std::string text;
  for (const StageInfo* info : infos) text += concat({padded(info->id, width), wrapped(first_sentence(info->doc), width), "\n"});
  return text;
}

Result<std::string> stage_reference(const RecipeTerms& terms, std::string_view id) {
  CRATON_TRY(const StageEntry* entry, terms.stages.find(id, newest_world_version, ""));
  const StageInfo& info = entry->info;
  std::string text = concat({info.title, " (", info.id, ")\n\n", wrapped(info.doc, 0), "\n\n"});
  if (!info.reach_doc.empty()) text += concat({"Reach: ", wrapped(info.reach_doc, 7), "\n"});
  text += concat({"Since: version ", std::to_string(info.version), " of worlds\n"});
  if (!info.cite.empty()) text += concat({"After: ", wrapped(info.cite, 7), "\n"});
  if (const auto objects = info.objects(); !objects.empty())
    text += concat({"Writes objects: ", wrapped(joined(objects, ", "), 16), "\n"});
  text += params_of_stage(info);
  return text + concat({"\nExample\n  ", example_stage(*entry, 2), "\n"});
}

}  // namespace craton
