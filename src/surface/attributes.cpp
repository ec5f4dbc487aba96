#include <craton/surface/attributes.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/text.h"

namespace craton {
namespace {

constexpr std::size_t longest_name = 64, longest_text = 4096;

struct Row {
  Cell cell = 0;
  Attribute attribute;

  auto key() const { return std::tie(cell, attribute.name); }
};

/// None where the table is not one of ours.
std::vector<Row> rows_of(const Surface& surface) {
  std::vector<Row> rows;
  const ObjectTable* table = surface.objects(attribute_table);
  if (!table) return rows;
  const auto* cells = table->values<std::int64_t>("cell");
  const auto *names = table->values<std::string>("name"), *kinds = table->values<std::string>("kind"),
             *texts = table->values<std::string>("text");
  const auto* numbers = table->values<double>("number");
  if (!cells || !names || !kinds || !texts || !numbers) return rows;
  for (std::size_t i = 0; i < cells->size(); ++i) {
    AttributeValue value = (*numbers)[i];
    if ((*kinds)[i] == "text") value = (*texts)[i];
    rows.push_back({static_cast<Cell>((*cells)[i]), {(*names)[i], std::move(value)}});
  }
  return rows;
}

Result<void> store(Surface& surface, std::vector<Row> rows) {
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.key() < b.key(); });
  std::vector<std::int64_t> cells;
  std::vector<Vec3d> places;
  std::vector<std::string> names, kinds, texts;
  std::vector<double> numbers;
  for (const Row& row : rows) {
    cells.push_back(row.cell);
    places.push_back(std::visit([&](const auto& topology) { return topology.centre(row.cell); }, surface.domain()));
    names.push_back(row.attribute.name);
    const auto* text = std::get_if<std::string>(&row.attribute.value);
    kinds.emplace_back(text ? "text" : "number");
    texts.push_back(text ? *text : std::string());
    numbers.push_back(text ? 0 : std::get<double>(row.attribute.value));
  }
  return surface.set_objects({.name = std::string(attribute_table),
                              .doc = "What users wrote on regions.",
                              .columns = {{"cell", "", "The region.", std::move(cells)},
                                          {"place", "m", "Its middle.", std::move(places)},
                                          {"name", "", "What the value is.", std::move(names)},
                                          {"kind", "", "number or text: which of the next two it is.", std::move(kinds)},
                                          {"text", "", "", std::move(texts)},
                                          {"number", "", "", std::move(numbers)}}});
}

Result<void> check(const Surface& surface, Cell cell, std::string_view name, const AttributeValue& value) {
  const auto wrong = [](const char* path, std::string message) {
    return Error{ErrorCode::invalid_value, path, std::move(message)};
  };
  if (cell >= surface.cell_count())
    return wrong("cell", concat({"found ", std::to_string(cell), ", allowed 0 … ", std::to_string(surface.cell_count() - 1)}));
  if (name.empty() || name.size() > longest_name)
    return wrong("name", concat({"found ", std::to_string(name.size()), " bytes, allowed 1 … ", std::to_string(longest_name)}));
  const auto* text = std::get_if<std::string>(&value);
  if (text && text->size() > longest_text)
    return wrong("value",
                 concat({"found ", std::to_string(text->size()), " bytes, allowed up to ", std::to_string(longest_text)}));
  if (!text && !std::isfinite(std::get<double>(value))) return wrong("value", "no number");
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
