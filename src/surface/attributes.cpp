#include <craton/surface/attributes.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/text.h"

namespace craton {
namespace {

constexpr std::size_t longest_name = 64, longest_text = 4096, longest_list = 1000;
constexpr std::int64_t no_item = -1;  // the value is no list

struct Row {
  Cell cell = 0;
  Attribute attribute;

  auto key() const { return std::tie(cell, attribute.name); }
};

/// What a row of the table holds.
AttributeItem item_of(const std::string& kind, const std::string& text, double number) {
  if (kind == "text") return text;
  if (kind == "truth") return number != 0;
  return number;
}

/// None where the table is not one of ours.
std::vector<Row> rows_of(const Surface& surface) {
  std::vector<Row> rows;
  const ObjectTable* table = surface.objects(attribute_table);
  if (!table) return rows;
  const auto* cells = table->values<std::int64_t>("cell");
  const auto *names = table->values<std::string>("name"), *kinds = table->values<std::string>("kind"),
             *texts = table->values<std::string>("text");
  const auto* numbers = table->values<double>("number");
  const auto* items = table->values<std::int64_t>("item");  // older tables have none
  if (!cells || !names || !kinds || !texts || !numbers) return rows;
  for (std::size_t i = 0; i < cells->size(); ++i) {
    const auto cell = static_cast<Cell>((*cells)[i]);
    const bool listed = items && (*items)[i] != no_item, list = listed || (*kinds)[i] == "empty list";
    AttributeItem item = item_of((*kinds)[i], (*texts)[i], (*numbers)[i]);
    if (!list) {
      std::visit([&](auto& value) { rows.push_back({cell, {(*names)[i], std::move(value)}}); }, item);
      continue;
    }
    // Items of a list stand one after the other.
    if (rows.empty() || rows.back().cell != cell || rows.back().attribute.name != (*names)[i])
      rows.push_back({cell, {(*names)[i], AttributeList{}}});
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

Result<void> store(Surface& surface, std::vector<Row> rows) {
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.key() < b.key(); });
  std::vector<std::int64_t> cells, items;
  std::vector<Vec3d> places;
  std::vector<std::string> names, kinds, texts;
  std::vector<double> numbers;
  const auto put = [&](const Row& row, const AttributeItem* item, std::int64_t index) {
    cells.push_back(row.cell);
    places.push_back(std::visit([&](const auto& topology) { return topology.centre(row.cell); }, surface.domain()));
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
  return surface.set_objects(
      {.name = std::string(attribute_table),
       .doc = "What users wrote on regions.",
       .columns = {{"cell", "", "The region.", std::move(cells)},
                   {"place", "m", "Its middle.", std::move(places)},
                   {"name", "", "What the value is.", std::move(names)},
                   {"kind", "", "number or text: which of the next two it is; truth: the number is 1 or 0; empty list.",
                    std::move(kinds)},
                   {"text", "", "", std::move(texts)},
                   {"number", "", "", std::move(numbers)},
                   {"item", "", "Of a list, from 0; -1: it is none.", std::move(items)}}});
}

Result<void> check(const Surface& surface, Cell cell, std::string_view name, const AttributeValue& value) {
  const auto wrong = [](const char* path, std::string message) {
    return Error{ErrorCode::invalid_value, path, std::move(message)};
  };
  if (cell >= surface.cell_count())
    return wrong("cell", concat({"found ", std::to_string(cell), ", allowed 0 … ", std::to_string(surface.cell_count() - 1)}));
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

}  // namespace

Result<void> set_attribute(Surface& surface, Cell cell, std::string_view name, AttributeValue value) {
  CRATON_TRY(check(surface, cell, name, value));
  std::vector<Row> rows = rows_of(surface);
  std::erase_if(rows, [&](const Row& row) { return row.cell == cell && row.attribute.name == name; });
  rows.push_back({cell, {std::string(name), std::move(value)}});
  return store(surface, std::move(rows));
}

Result<bool> remove_attribute(Surface& surface, Cell cell, std::string_view name) {
  std::vector<Row> rows = rows_of(surface);
  if (std::erase_if(rows, [&](const Row& row) { return row.cell == cell && row.attribute.name == name; }) == 0) return false;
  CRATON_TRY(store(surface, std::move(rows)));
  return true;
}

std::optional<AttributeValue> attribute(const Surface& surface, Cell cell, std::string_view name) {
  for (Attribute& each : attributes_of(surface, cell))
    if (each.name == name) return std::move(each.value);
  return std::nullopt;
}

std::vector<Attribute> attributes_of(const Surface& surface, Cell cell) {
  std::vector<Attribute> found;
  for (Row& row : rows_of(surface))
    if (row.cell == cell) found.push_back(std::move(row.attribute));
  return found;
}

std::vector<Cell> cells_with(const Surface& surface, std::string_view name) {
  std::vector<Cell> cells;
  for (const Row& row : rows_of(surface))
    if (row.attribute.name == name) cells.push_back(row.cell);
  return cells;
}

}  // namespace craton
