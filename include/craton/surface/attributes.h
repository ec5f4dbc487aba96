#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <craton/base/export.h>
#include <craton/base/result.h>
#include <craton/surface/surface.h>

/// What users write on the regions (cells) of a world, and on its objects (plates, rivers, lakes, …): values with names of their
/// own. They are the tables `attributes` and `object_attributes` of the surface, so that world files, GeoJSON and queries have
/// them without knowing of them.
///
///     set_attribute(world.surface, cell, "owner", "Rome");
///     set_attribute(world.surface, cell, "grain", 12.5);
///     set_attribute(world.surface, cell, "walls", true);
///     set_attribute(world.surface, cell, "gods", AttributeList{"Janus", "Vesta"});
///     set_attribute(world.surface, ObjectId{"plates", 3}, "owner", "Rome");
namespace craton {

using AttributeItem = std::variant<double, std::string, bool>;
using AttributeList = std::vector<AttributeItem>;
/// Values keep their types.
using AttributeValue = std::variant<double, std::string, bool, AttributeList>;
struct Attribute {
  std::string name;
  AttributeValue value;

  friend bool operator==(const Attribute&, const Attribute&) = default;
};

inline constexpr std::string_view attribute_table = "attributes", object_attribute_table = "object_attributes";

/// A row of a table of objects.
struct ObjectId {
  std::string table;
  std::size_t row = 0;
};

/// Replaces a value of the same name. Errors: no such cell, a name that is empty or longer than 64 bytes, a text of more than
/// 4096, a number that is none, a list of more than 1000 values.
CRATON_API Result<void> set_attribute(Surface& surface, Cell cell, std::string_view name, AttributeValue value);
/// Whether there was one.
CRATON_API Result<bool> remove_attribute(Surface& surface, Cell cell, std::string_view name);

CRATON_API std::optional<AttributeValue> attribute(const Surface& surface, Cell cell, std::string_view name);
/// Of a cell, by name.
CRATON_API std::vector<Attribute> attributes_of(const Surface& surface, Cell cell);
/// The same on objects. Errors: no such table or row.
CRATON_API Result<void> set_attribute(Surface& surface, const ObjectId& object, std::string_view name, AttributeValue value);
CRATON_API Result<bool> remove_attribute(Surface& surface, const ObjectId& object, std::string_view name);
CRATON_API std::vector<Attribute> attributes_of(const Surface& surface, const ObjectId& object);

/// Cells that have one of this name, in order.
CRATON_API std::vector<Cell> cells_with(const Surface& surface, std::string_view name);

}  // namespace craton
