#include <set>

#include <craton/recipe/table_json.h>

#include "recipe/recipe_parts.h"
#include "recipe/table_reader.h"
#include "stages/places/name_parts.h"

namespace craton {
namespace {

using namespace recipe;

constexpr std::size_t most_texts = 1000, most_cultures = 100;

Result<std::vector<std::string>> read_titles(const JsonValue& value, const std::string& path, std::string_view what) {
  const auto* list = value.get<JsonList>();
  if (!list) return refused(path, value, what);
  if (list->size() > most_texts) return recipe::invalid(path, "more than 1000 entries");
  std::vector<std::string> titles;
  for (std::size_t i = 0; i < list->size(); ++i) {
    CRATON_TRY(std::string title, read_title((*list)[i], path_below(path, std::to_string(i))));
    titles.push_back(std::move(title));
  }
  return titles;
}

Result<std::vector<std::string>> need_titles(const JsonObject& object, std::string_view key, const std::string& path,
                                             std::string_view what) {
  CRATON_TRY(const JsonValue* value, need_key(object, key, path, what));
  const std::string below = path_below(path, key);
  Result<std::vector<std::string>> titles = read_titles(*value, below, "a list of texts");
  if (titles && titles->empty()) return recipe::invalid(below, "the list is empty");
  return titles;
}

/// "words": {"Fox": ["forest", "river"], …}
Result<void> read_words(const JsonValue& value, NameTable& table) {
  const auto* words = value.get<JsonObject>();
  if (!words) return refused("/words", value, "words, each with what it fits: {\"Fox\": [\"forest\", \"river\"]}");
  if (words->empty()) return recipe::invalid("/words", "there is none");
  for (const JsonItem& item : *words) {
    const std::string path = path_below("/words", item.key);
    CRATON_TRY(const std::string word, read_title({item.key}, path));
    CRATON_TRY(std::vector<std::string> fits, read_titles(item.value, path, "a list of what it fits"));
    if (fits.empty()) return recipe::invalid(path, "fits nothing: name kinds of places, or \"any\"");
    for (std::size_t i = 0; i < fits.size(); ++i)
      if (!is_name_tag(fits[i])) return recipe::unknown_name(path_below(path, std::to_string(i)), fits[i], name_tags());
    table.words.push_back({word, std::move(fits)});
  }
  return {};
}

/// "cultures": {"northern": {"starts": […], "middles": […], "ends": […]}, …}
Result<void> read_cultures(const JsonValue& value, NameTable& table) {
  const auto* cultures = value.get<JsonObject>();
  if (!cultures) return refused("/cultures", value, "cultures by name, each with its starts, middles and ends");
  if (cultures->empty() || cultures->size() > most_cultures) return recipe::invalid("/cultures", "1 … 100 cultures are allowed");
  for (const JsonItem& item : *cultures) {
    const std::string path = path_below("/cultures", item.key);
    CRATON_TRY(const std::string name, read_title({item.key}, path));
    const auto* object = item.value.get<JsonObject>();
    if (!object) return refused(path, item.value, "a culture: {\"starts\": […], \"middles\": […], \"ends\": […]}");
    constexpr std::string_view keys[] = {"starts", "middles", "ends"};
    CRATON_TRY(check_keys(*object, keys, "cultures", path));
    NameTable::Culture culture{.name = name};
    CRATON_TRY(std::vector<std::string> starts, need_titles(*object, "starts", path, "how names begin"));
    CRATON_TRY(std::vector<std::string> ends, need_titles(*object, "ends", path, "how names end"));
    culture.starts = std::move(starts);
    culture.ends = std::move(ends);
    if (const JsonValue* middles = find_key(*object, "middles")) {
      CRATON_TRY(std::vector<std::string> read, read_titles(*middles, path_below(path, "middles"), "a list of texts"));
      culture.middles = std::move(read);
    }
    table.cultures.push_back(std::move(culture));
  }
  return {};
}

/// "patterns": {"river": ["{name}", "{word} River"], …}
Result<void> read_patterns(const JsonValue& value, NameTable& table) {
  const auto* patterns = value.get<JsonObject>();
  if (!patterns) return refused("/patterns", value, "patterns by kinds of places: {\"river\": [\"{word} River\"]}");
  for (const JsonItem& item : *patterns) {
    const std::string path = path_below("/patterns", item.key);
    if (!is_place_kind(item.key)) return unknown_key(path, "patterns", item.key, place_kinds());
    CRATON_TRY(std::vector<std::string> texts, read_titles(item.value, path, "a list of patterns"));
    if (texts.empty()) return recipe::invalid(path, "the list is empty");
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (!is_name_pattern(texts[i]))
        return recipe::invalid(path_below(path, std::to_string(i)),
                               "a pattern holds {name} or {word} once, and no other brackets");
    table.patterns.push_back({item.key, std::move(texts)});
  }
  return {};
}

}  // namespace

Result<NameTable> name_table_from_json(std::string_view text) {
  CRATON_TRY(const JsonValue root, parse_table(text));
  const auto* object = root.get<JsonObject>();
  if (!object) return refused("", root, "a table of names: {\"words\": {…}, \"cultures\": {…}}");
  constexpr std::string_view keys[] = {"name", "words", "cultures", "patterns", "blocked"};
  CRATON_TRY(check_keys(*object, keys, "table", ""));
  NameTable table;
  CRATON_TRY(read_name_of_table(*object, table.name));
  if (const JsonValue* words = find_key(*object, "words")) CRATON_TRY(read_words(*words, table));
  if (const JsonValue* cultures = find_key(*object, "cultures")) CRATON_TRY(read_cultures(*cultures, table));
  if (const JsonValue* patterns = find_key(*object, "patterns")) CRATON_TRY(read_patterns(*patterns, table));
  if (const JsonValue* blocked = find_key(*object, "blocked")) {
    CRATON_TRY(std::vector<std::string> read, read_titles(*blocked, "/blocked", "a list of texts"));
    table.blocked = std::move(read);
  }
  if (table.words.empty() && table.cultures.empty() && table.patterns.empty() && table.blocked.empty())
    return recipe::invalid("", "the table is empty; it may have \"words\", \"cultures\", \"patterns\" and \"blocked\"");
  return table;
}

}  // namespace craton
