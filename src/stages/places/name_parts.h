#pragma once

#include <span>
#include <string_view>

#include <craton/base/tables.h>

/// What names are made of.
namespace craton {

/// A kind of place, how it is lettered, and the rank of the largest of its kind.
struct PlaceKind {
  std::string_view name, group;
  int rank = 1;
};
std::span<const PlaceKind> all_place_kinds();
/// Null where there is none of this name.
const PlaceKind* find_place_kind(std::string_view name);
bool is_place_kind(std::string_view name);
std::span<const std::string_view> place_kinds();  ///< their names

/// What words may fit: kinds, groups, "cold", "hot", "dry", "wet", "any".
bool is_name_tag(std::string_view tag);
std::span<const std::string_view> name_tags();
/// The climate that goes with a cover: "cold", "hot", …; two at most, "" where there is none.
std::span<const std::string_view> climate_of(std::string_view cover);

/// Whether a pattern holds {name} or {word} once and nothing else in brackets.
bool is_name_pattern(std::string_view text);

/// Craton's own.
const NameTable& usual_names();
/// What no name may be, beside what it may not hold: names that the Earth has already.
std::span<const std::string_view> taken_on_earth();

}  // namespace craton
