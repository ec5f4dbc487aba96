#include <craton/surface/attributes.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <type_traits>
#include <utility>

#include "base/text.h"

namespace craton {
namespace {

constexpr std::size_t longest_name = 64, longest_text = 4096, longest_list = 1000;
constexpr std::int64_t no_item = -1;  // the value is no list

/// Whom a value is written on: a cell, or a row of a table of objects.
struct Owner {
  std::string table;  ///< "" for cells
  std::int64_t row = 0;

  friend auto operator<=>(const Owner&, const Owner&) = default;
};
Owner owner_of(Cell cell) { return {"", cell}; }
Owner owner_of(const ObjectId& object) { return {object.table, static_cast<std::int64_t>(object.row)}; }

struct Row {
  Owner owner;
  Attribute attribute;

  auto key() const { return std::tie(owner, attribute.name); }
};

/// Which of the two tables keeps what is written on cells, or on objects.
std::string_view table_for(bool of_objects) { return of_objects ? object_attribute_table : attribute_table; }

/// What a row of the table holds.
AttributeItem item_of(const std::string& kind, const std::string& text, double number) {
  if (kind == "text") return text;
  if (kind == "truth") return number != 0;
  return number;
}

/// None where the table is not one of ours.
std::vector<Row> rows_of(const Surface& surface, bool of_objects) {
  std::vector<Row> rows;
  const ObjectTable* table = surface.objects(table_for(of_objects));
  if (!table) return rows;
  const auto* owners = table->values<std::int64_t>(of_objects ? "row" : "cell");
  const auto* tables = table->values<std::string>("table");
  const auto *names = table->values<std::string>("name"), *kinds = table->values<std::string>("kind"),
             *texts = table->values<std::string>("text");
  const auto* numbers = table->values<double>("number");
  const auto* items = table->values<std::int64_t>("item");  // older tables have none
  if (!owners || !names || !kinds || !texts || !numbers || (of_objects && !tables)) return rows;
  for (std::size_t i = 0; i < owners->size(); ++i) {
    const Owner owner{of_objects ? (*tables)[i] : "", (*owners)[i]};
    const bool listed = items && (*items)[i] != no_item, list = listed || (*kinds)[i] == "empty list";
    AttributeItem item = item_of((*kinds)[i], (*texts)[i], (*numbers)[i]);
    if (!list) {
      std::visit([&](auto& value) { rows.push_back({owner, {(*names)[i], std::move(value)}}); }, item);
      continue;
    }
    // Items of a list stand one after the other.
    if (rows.empty() || rows.back().owner != owner || rows.back().attribute.name != (*names)[i])
      rows.push_back({owner, {(*names)[i], AttributeList{}}});
    if (auto* values = std::get_if<AttributeList>(&rows.back().attribute.value); values && listed)
      values->push_back(std::move(item));
  }
  return rows;
}

/// Of what is no list.
AttributeItem single(const AttributeValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* truth = std::get_if<bool>(&value)) return *truth;
  return std::get<double>(value);
}

Result<void> store(Surface& surface, bool of_objects, std::vector<Row> rows) {
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.key() < b.key(); });
  std::vector<std::int64_t> owners, items;
  std::vector<Vec3d> places;
  std::vector<std::string> tables, names, kinds, texts;
  std::vector<double> numbers;
  const auto put = [&](const Row& row, const AttributeItem* item, std::int64_t index) {
    owners.push_back(row.owner.row);
    tables.push_back(row.owner.table);
    const auto place = [&](const auto& topology) { return topology.centre(static_cast<Cell>(row.owner.row)); };
    if (!of_objects) places.push_back(std::visit(place, surface.domain()));
    names.push_back(row.attribute.name);
    const auto* text = item ? std::get_if<std::string>(item) : nullptr;
    const auto* truth = item ? std::get_if<bool>(item) : nullptr;
    const auto* number = item ? std::get_if<double>(item) : nullptr;
    kinds.emplace_back(!item ? "empty list" : text ? "text" : truth ? "truth" : "number");
    texts.push_back(text ? *text : std::string());
    numbers.push_back(number ? *number : truth && *truth ? 1 : 0);
    items.push_back(index);
  };
  for (const Row& row : rows) {
    const AttributeValue& value = row.attribute.value;
    if (const auto* list = std::get_if<AttributeList>(&value)) {
      if (list->empty()) put(row, nullptr, no_item);
      for (std::size_t i = 0; i < list->size(); ++i) put(row, &(*list)[i], static_cast<std::int64_t>(i));
      continue;
    }
    const AttributeItem item = single(value);
    put(row, &item, no_item);
  }
  ObjectTable table{.name = std::string(table_for(of_objects)),
                    .doc = of_objects ? "What users wrote on objects." : "What users wrote on regions.",
                    .columns = {}};
  if (of_objects)
    table.columns = {{"table", "", "The table of the object.", std::move(tables)},
                     {"row", "", "Its row there.", std::move(owners)}};
  else
    table.columns = {{"cell", "", "The region.", std::move(owners)}, {"place", "m", "Its middle.", std::move(places)}};
  table.columns.push_back({"name", "", "What the value is.", std::move(names)});
  table.columns.push_back(
      {"kind", "", "number or text: which of the next two it is; truth: the number is 1 or 0; empty list.", std::move(kinds)});
  table.columns.push_back({"text", "", "", std::move(texts)});
  table.columns.push_back({"number", "", "", std::move(numbers)});
  table.columns.push_back({"item", "", "Of a list, from 0; -1: it is none.", std::move(items)});
  return surface.set_objects(std::move(table));
}

Error wrong(const char* path, std::string message) { return {ErrorCode::invalid_value, path, std::move(message)}; }

Result<void> check_owner(const Surface& surface, Cell cell) {
  if (cell < surface.cell_count()) return {};
  return wrong("cell", concat({"found ", std::to_string(cell), ", allowed 0 … ", std::to_string(surface.cell_count() - 1)}));
}

Result<void> check_owner(const Surface& surface, const ObjectId& object) {
  const ObjectTable* table = surface.objects(object.table);
  if (!table || object.table == attribute_table || object.table == object_attribute_table)
    return Error{ErrorCode::unknown_name, "table", concat({"\"", object.table, "\" is no table of objects of this world"})};
  if (object.row < table->rows()) return {};
  return wrong("row", concat({"found ", std::to_string(object.row), ", but \"", object.table, "\" has ",
                              std::to_string(table->rows()), " rows, from 0"}));
}

Result<void> check(std::string_view name, const AttributeValue& value) {
  if (name.empty() || name.size() > longest_name)
    return wrong("name", concat({"found ", std::to_string(name.size()), " bytes, allowed 1 … ", std::to_string(longest_name)}));
  const auto check_item = [&](const AttributeItem& item) -> Result<void> {
    const auto* text = std::get_if<std::string>(&item);
    if (text && text->size() > longest_text)
      return wrong("value",
                   concat({"found ", std::to_string(text->size()), " bytes, allowed up to ", std::to_string(longest_text)}));
    if (const auto* number = std::get_if<double>(&item); number && !std::isfinite(*number)) return wrong("value", "no number");
    return {};
  };
  const auto* list = std::get_if<AttributeList>(&value);
  if (!list) return check_item(single(value));
  if (list->size() > longest_list)
    return wrong("value",
                 concat({"found ", std::to_string(list->size()), " values, allowed up to ", std::to_string(longest_list)}));
  for (const AttributeItem& item : *list) CRATON_TRY(check_item(item));
  return {};
}

template <class Whom>
constexpr bool is_object = std::is_same_v<Whom, ObjectId>;

template <class Whom>
Result<void> set(Surface& surface, const Whom& whom, std::string_view name, AttributeValue value) {
  CRATON_TRY(check_owner(surface, whom));
  CRATON_TRY(check(name, value));
  const Owner owner = owner_of(whom);
  std::vector<Row> rows = rows_of(surface, is_object<Whom>);
  std::erase_if(rows, [&](const Row& row) { return row.owner == owner && row.attribute.name == name; });
  rows.push_back({owner, {std::string(name), std::move(value)}});
  return store(surface, is_object<Whom>, std::move(rows));
}

template <class Whom>
Result<bool> remove(Surface& surface, const Whom& whom, std::string_view name) {
  const Owner owner = owner_of(whom);
  std::vector<Row> rows = rows_of(surface, is_object<Whom>);
  if (std::erase_if(rows, [&](const Row& row) { return row.owner == owner && row.attribute.name == name; }) == 0) return false;
  CRATON_TRY(store(surface, is_object<Whom>, std::move(rows)));
  return true;
}

template <class Whom>
std::vector<Attribute> all_of(const Surface& surface, const Whom& whom) {
  const Owner owner = owner_of(whom);
  std::vector<Attribute> found;
  for (Row& row : rows_of(surface, is_object<Whom>))
    if (row.owner == owner) found.push_back(std::move(row.attribute));
  return found;
}

}  // namespace

Result<void> set_attribute(Surface& surface, Cell cell, std::string_view name, AttributeValue value) {
  return set(surface, cell, name, std::move(value));
}
Result<void> set_attribute(Surface& surface, const ObjectId& object, std::string_view name, AttributeValue value) {
  return set(surface, object, name, std::move(value));
}

Result<bool> remove_attribute(Surface& surface, Cell cell, std::string_view name) { return remove(surface, cell, name); }
Result<bool> remove_attribute(Surface& surface, const ObjectId& object, std::string_view name) {
  return remove(surface, object, name);
}

std::optional<AttributeValue> attribute(const Surface& surface, Cell cell, std::string_view name) {
  for (Attribute& each : attributes_of(surface, cell))
    if (each.name == name) return std::move(each.value);
  return std::nullopt;
}

std::vector<Attribute> attributes_of(const Surface& surface, Cell cell) { return all_of(surface, cell); }
std::vector<Attribute> attributes_of(const Surface& surface, const ObjectId& object) { return all_of(surface, object); }

std::vector<Cell> cells_with(const Surface& surface, std::string_view name) {
  std::vector<Cell> cells;
  for (const Row& row : rows_of(surface, false))
    if (row.attribute.name == name) cells.push_back(static_cast<Cell>(row.owner.row));
  return cells;
}

}  // namespace craton
